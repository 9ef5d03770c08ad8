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
    _ facts: DatabaseFacts, over existing: ExistingModels, options: ParsingOptions
) -> (files: [SourceFile], diagnostics: [Diagnostic]) {
    do throws(MemoryDatabase.Refusal) {
        let original = try OriginalDatabase(facts)
        var addition = DatabaseAddition(DatabaseDraft(original, options, over: existing), to: existing)
        try addition.compare(with: original, options)
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

    /// The files that are new or have changed.
    var changed: [SourceFile] { files.filter { !existing.files.contains($0) } }

    init(_ draft: DatabaseDraft, to existing: ExistingModels) {
        self.existing = existing
        files = existing.files
        var fields: [String: [YAMLEntry]] = [:]
        var new: [DatabaseDraft.Part] = []
        for part in draft.parts {
            if let known = existing.tables[part.table.lowercased()] {
                let added = part.fields.filter { !known.fields.contains($0.key) }
                fields[known.model.text] = added
                note(part.guesses.filter { guess in added.contains { guess.hasPrefix("`\($0.key)`") } }, of: part)
            } else {
                new.append(part)
                note(part.guesses, of: part)
            }
        }
        files = existing.files.map { Self.adding(fields, to: $0) }
        var taken = existing.names
        files += new.map { part in
            let text = part.text(besides: &taken)
            return SourceFile(path: existing.path(of: text.name), text: text.text)
        }
    }

    private mutating func note(_ guesses: [String], of part: DatabaseDraft.Part) {
        for guess in guesses { warn("import-guess", "`\(part.model)`: \(guess)") }
    }

    private mutating func warn(_ rule: String, _ message: String) {
        diagnostics.append(Diagnostic(.warning, rule: rule, message, at: nil))
    }

    /// The file with more fields, by model, each list after the last field that the model has there.
    private static func adding(_ fields: [String: [YAMLEntry]], to file: SourceFile) -> SourceFile {
        var ignored: [Diagnostic] = []
        var edits = TextEdits(file)
        for document in compose(file, &ignored).documents {
            for model in document[FileKey.models.rawValue]?.entries ?? [] {
                guard let added = fields[model.name], !added.isEmpty,
                    let node = model.value[ModelKey.fields.rawValue],
                    // What an alias or a merge key stands for is elsewhere, perhaps in another model.
                    model.value.range.start <= node.range.start, node.range.end <= model.value.range.end,
                    let last = node.entries.last(where: { entry in
                        let (key, value) = (entry.key.range, entry.value.range)
                        return node.range.start <= key.start && key.end <= value.start && value.end <= node.range.end
                    })
                else { continue }
                let text = node.isBraced ? bracedYAML(added) : printedYAML(added)
                if let text { edits.insert(text, after: last, in: node) }
            }
        }
        return edits.isEmpty ? file : SourceFile(path: file.path, bytes: edits.bytes)
    }

    /// Reads the files as `generate` would, and reports how the tables that they create differ from those of the file.
    mutating func compare(
        with original: OriginalDatabase, _ options: ParsingOptions
    ) throws(MemoryDatabase.Refusal) {
        let (parsed, problems) = parse(files, imports: [], options: options)
        diagnostics += problems.errors
        guard let planned = parsed?.schema.plannedDatabase(existing.database) else { return }
        let copy = try MemoryDatabase()
        for statement in planned.newest.createStatements { try copy.run(statement) }
        for difference in try original.database.meaningfulDifferences(from: copy) {
            let subject = "the \(difference.subject)"
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

extension DatabaseDraft.Part {
    /// The entries of its fields.
    fileprivate var fields: [YAMLEntry] {
        guard case .block(let fields)? = entries.first(where: { $0.key == ModelKey.fields.rawValue })?.value else {
            return []
        }
        return fields
    }
}
