import ModelSchemas
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema
import ModelgenVerification

/// Adds the tables, views and columns of a database file that its models do not have yet. Nothing else changes in their
/// files: how the models still differ from the file is reported.
///
/// - Returns: The files that are new or have changed, by their paths; none if there are errors.
package func importDatabase(
    _ facts: DatabaseFacts, over existing: ExistingModels
) -> (files: [SourceFile], diagnostics: [Diagnostic]) {
    do throws(MemoryDatabase.Refusal) {
        let original = try OriginalDatabase(facts)
        var (new, known): ([String: String], [String: String]) = ([:], [:])
        var addition: DatabaseAddition
        while true {
            let draft = DatabaseDraft(original, existing.source.options, over: existing, without: new)
            addition = DatabaseAddition(draft, to: existing, without: known)
            // An error in one table must not affect the others.
            let refused = addition.refused()
            if refused.isEmpty { break }
            for (table, reason) in refused {
                if existing.tables[FoldedName(table)] == nil { new[table] = reason } else { known[table] = reason }
            }
        }
        addition.note(new, of: original)
        try addition.compare(with: original)
        let diagnostics = addition.diagnostics.sorted()
        return (diagnostics.containsErrors ? [] : addition.changed, diagnostics)
    } catch {
        return (
            [], [Diagnostic(rule: "import-difference", "SQLite cannot set up the tables: \(error.message)", at: nil)]
        )
    }
}

private struct DatabaseAddition {
    private let existing: ExistingModels
    private var files: [SourceFile]
    private(set) var diagnostics: [Diagnostic] = []
    /// The tables and views with columns that could not be added, and those that cannot be models, which was reported.
    private var unchanged: Set<String> = []
    /// What was added to each file, by its path.
    private var added: [String: [DatabaseDraft.Part]] = [:]

    /// The files that are new or have changed.
    var changed: [SourceFile] { files.filter { !existing.source.files.contains($0) } }

    /// - Parameter refused: The tables whose models cannot be extended, with the reasons.
    init(_ draft: DatabaseDraft, to existing: ExistingModels, without refused: [String: String]) {
        self.existing = existing
        files = existing.source.files
        var new: [DatabaseDraft.Part] = []
        for part in draft.parts {
            if let known = existing.tables[FoldedName(part.table)] {
                extend(known, by: part, unless: refused[part.table])
            } else {
                new.append(part)
                note(part.guesses, of: part)
            }
        }
        var taken = Set(existing.names.map { $0.lowercased() })
        let database = existing.namesDatabase ? existing.database : nil
        if existing.isNew, let text = draft.texts.first {
            let name = text.name.claimed(besides: &taken)
            files.append(SourceFile(path: existing.path(of: name), text: text.text))
        }
        for part in new {
            let text = part.text(besides: &taken, in: database)
            let path = existing.path(of: text.name)
            files.append(SourceFile(path: path, text: text.text))
            added[path] = [part]
        }
    }

    /// The tables and views with errors in what was added for them, with the reasons.
    func refused() -> [String: String] {
        var reasons: [String: String] = [:]
        for error in newErrors(parse(files, imports: existing.source.imports, options: existing.source.options).1) {
            guard let path = error.range?.file.path, let parts = added[path],
                let file = files.first(where: { $0.path == path })
            else { continue }
            var ignored: [Diagnostic] = []
            let models = compose(file, &ignored).documents.flatMap { $0[FileKey.models]?.entries ?? [] }
            let place = models.first { error.isAt($0.key) || error.isAt($0.value) }
            let part = parts.first { existing.model(of: $0).text == place?.name } ?? parts[0]
            let advice = error.suggestion.map { "; \($0)" } ?? ""
            reasons[part.table] = reasons[part.table] ?? error.message + advice
        }
        return reasons
    }

    private func newErrors(_ problems: [Diagnostic]) -> [Diagnostic] {
        problems.errors.filter { error in
            !existing.errors.contains {
                $0.message == error.message && $0.range?.file.path == error.range?.file.path
            }
        }
    }

    /// Reports the tables and views that cannot be models.
    mutating func note(_ refused: [String: String], of original: OriginalDatabase) {
        for (table, reason) in refused.sorted(by: { $0.key < $1.key }) {
            let note = ImportNote.missing(original.kind(of: table), table, reason: reason)
            warn("import-difference", "missing in the models: \(note.text)")
            unchanged.insert(table)
        }
    }

    private mutating func note(_ guesses: [String], of part: DatabaseDraft.Part) {
        for guess in guesses { warn("import-guess", "`\(part.model)`: \(guess)") }
    }

    private mutating func warn(_ rule: String, _ message: String) {
        diagnostics.append(Diagnostic(.warning, rule: rule, message, at: nil))
    }

    /// Adds the fields that the model lacks. A view has them only if its SELECT is still the same.
    private mutating func extend(
        _ known: ExistingModels.Table, by part: DatabaseDraft.Part, unless obstacle: String?
    ) {
        guard (known.view == nil) == (part.view == nil) else { return }
        let added = part.fields.filter { !known.fields.contains($0.key) }
        guard !added.isEmpty else { return }
        let list = added.map { "`\(bracedYAML([$0]) ?? $0.key)`" }.joined(separator: ", ")
        func missing(_ reason: String) -> String { "missing in `\(known.model)`: \(list); \(reason)" }
        if let obstacle {
            unchanged.insert(part.table)
            return warn("import-difference", missing(obstacle))
        }
        guard known.view.map(normalizedSQL) == part.view.map(normalizedSQL) else {
            unchanged.insert(part.table)
            return warn("import-difference", missing("the SELECT of the view is another one in the file"))
        }
        for (index, file) in files.enumerated() {
            guard let file = file.adding(added, to: known.model.text) else { continue }
            files[index] = file
            self.added[file.path, default: []].append(part)
            return note(part.guesses.filter { guess in added.contains { guess.hasPrefix("`\($0.key)`") } }, of: part)
        }
        unchanged.insert(part.table)
        let them = added.count == 1 ? "it" : "them"
        warn(
            "import-difference",
            missing(
                "its fields also stand for others, or cannot be extended as they are written, so add \(them) by hand"))
    }

    /// Reads the files as `generate` would, and reports how the tables that they create differ from those of the file.
    mutating func compare(with original: OriginalDatabase) throws(MemoryDatabase.Refusal) {
        let source = existing.source
        let (parsed, problems) = parse(files, imports: source.imports, options: source.options)
        guard let schema = parsed?.schema else {
            diagnostics += newErrors(problems)
            return warn(
                "import-difference",
                "the models have errors, so they were not compared with the file; `modelgen check` shows them")
        }
        guard let planned = schema.plannedDatabase(existing.database) else { return }
        let version = original.facts.userVersion
        if planned.mode == .versioned, version > planned.version, !planned.database.adopt.contains(version) {
            warn(
                "import-difference",
                "the file has version \(version), and the models describe version \(planned.version); write "
                    + "`version: \(version)` in the database, with \(version) in its `adopt`, and `since: \(version)` in "
                    + "the models and fields that were added")
        }
        let copy = try MemoryDatabase()
        for statement in planned.newest.createStatements { try copy.run(statement) }
        for difference in try original.database.meaningfulDifferences(from: copy) {
            let isAddition =
                difference.kind == .view || [.column, .table].contains(difference.kind) && difference.expected == nil
            if isAddition, unchanged.contains(difference.table) { continue }
            let subject = "the \(difference.quotedSubject)"
            switch (difference.found, difference.expected) {
            case (let found?, let expected?):
                warn("import-difference", "\(subject) is `\(found)` in the file, and `\(expected)` in the models")
            case (let found?, nil):
                warn("import-difference", "missing in the models: \(subject), which is `\(found)` in the file")
            case (nil, let expected):
                warn("import-difference", "missing in the file: \(subject), which is `\(expected ?? "")` in the models")
            }
        }
    }
}

extension SourceFile {
    /// The file with more fields in a model, after the last one that is written there; nil if anything else would change
    /// with them, or if they cannot be written there.
    fileprivate func adding(_ fields: [YAMLEntry], to model: String) -> SourceFile? {
        var ignored: [Diagnostic] = []
        let documents = compose(self, &ignored).documents
        for document in documents {
            guard let node = document[FileKey.models]?[model]?[ModelKey.fields],
                let last = node.lastOwnEntry,
                let text = node.isBraced ? bracedYAML(fields) : printedYAML(fields)
            else { continue }
            var edits = TextEdits(self)
            edits.insert(text, after: last, in: node)
            let extended = SourceFile(path: path, bytes: edits.bytes, module: module)
            let wanted = compose(SourceFile(path: path, text: printedYAML(fields)), &ignored).documents[0]
            let new = compose(extended, &ignored).documents
            let place = [FileKey.models.rawValue, model, ModelKey.fields.rawValue]
            let isExtended = zip(documents, new).allSatisfy { old, new in
                old === document ? new.isSame(as: old, with: wanted.entries, at: place[...]) : new.isSame(as: old)
            }
            return isExtended && documents.count == new.count ? extended : nil
        }
        return nil
    }
}

extension Node {
    /// The last entry that was not written elsewhere and merged.
    fileprivate var lastOwnEntry: Entry? {
        entries.last { entry in range.start <= entry.key.range.start && entry.range.end <= range.end }
    }

    /// Whether it has the same contents as another one, and these entries at the end of a path.
    fileprivate func isSame(as old: Node, with added: [Entry] = [], at path: ArraySlice<String>? = nil) -> Bool {
        switch (content, old.content) {
        case (.scalar(let new), .scalar(let old)): return new.text == old.text && new.style == old.style
        case (.sequence(let new), .sequence(let old)):
            return new.count == old.count && zip(new, old).allSatisfy { $0.isSame(as: $1) }
        case (.mapping(var new), .mapping(let old)):
            if path?.isEmpty == true {
                let names = Set(added.map(\.name))
                let found = new.filter { names.contains($0.name) }
                new.removeAll { names.contains($0.name) }
                guard found.count == added.count,
                    zip(found, added).allSatisfy({ $0.name == $1.name && $0.value.isSame(as: $1.value) })
                else { return false }
            }
            return new.count == old.count
                && zip(new, old).allSatisfy { new, old in
                    let rest = path?.first == new.name ? path?.dropFirst() : nil
                    return new.name == old.name && new.value.isSame(as: old.value, with: added, at: rest)
                }
        default: return false
        }
    }
}

extension DatabaseDraft.Part {
    /// The entries of its fields.
    fileprivate var fields: [YAMLEntry] {
        guard case .block(let fields)? = value(of: .fields) else { return [] }
        return fields
    }

    /// Its SELECT if it is a view.
    fileprivate var view: String? {
        guard case .lines(let sql)? = value(of: .view) else { return nil }
        return sql
    }

    private func value(of key: ModelKey) -> YAMLValue? { entries.first { $0.key == key.rawValue }?.value }
}
