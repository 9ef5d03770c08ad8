import ModelSchemas
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification

/// Writes the models for a database file: a file for the database, and one for each table and view.
///
/// The result is read again and compared with the original, table by table, according to SQLite. Differences are
/// reported, and written as comments at their models.
package func importDatabase(_ facts: DatabaseFacts, options: ParsingOptions) -> ([ImportedText], [Diagnostic]) {
    do throws(MemoryDatabase.Refusal) {
        let original = try OriginalDatabase(facts)
        var draft = DatabaseDraft(original, options)
        let differences = try draft.differences(from: original, options)
        draft.note(differences)
        return (draft.texts, draft.diagnostics)
    } catch {
        return (
            [],
            [Diagnostic(rule: "import-difference", "SQLite cannot set up the tables: \(error.message)", at: nil)]
        )
    }
}

/// The models of a database before they are printed.
struct DatabaseDraft {
    struct Part {
        var table: String
        var model: SwiftName
        var entries: [YAMLEntry]
        var notes: [ImportNote]
        var guesses: [String]
    }

    private let facts: DatabaseFacts
    private(set) var parts: [Part] = []
    private var notes: [ImportNote] = []
    private var diagnosticsOfReading: [Diagnostic] = []
    private var oldestSQLite = SQLiteVersion.default
    /// The number that generated code writes into its files.
    private var ownApplicationID: Int?
    /// What the file has in addition, which `adopting:` can tolerate.
    private var additions: Set<ModelSchemas.SchemaDifference.Kind> = []

    /// A note about a table; nil if it does not belong to one.
    struct TableNote {
        var table: String?
        var note: ImportNote
    }

    /// The models of all tables and views that can have one: an error in one table must not affect the others.
    ///
    /// - Parameters:
    ///   - existing: Models that keep their names.
    ///   - refused: The tables and views that cannot be models, with the reasons.
    init(
        _ original: OriginalDatabase, _ options: ParsingOptions, over existing: ExistingModels? = nil,
        without refused: [String: String] = [:]
    ) {
        var refused = refused
        var draft = DatabaseDraft(original, without: refused, options, over: existing)
        while true {
            let more = draft.refusedTables(options).filter { refused[$0.key] == nil }
            if more.isEmpty { break }
            refused.merge(more) { first, _ in first }
            draft = DatabaseDraft(original, without: refused, options, over: existing)
        }
        self = draft
    }

    /// - Parameter refused: The tables and views that cannot be models, with the reasons.
    private init(
        _ original: OriginalDatabase, without refused: [String: String], _ options: ParsingOptions,
        over existing: ExistingModels?
    ) {
        facts = original.facts
        let all = original.tables.filter { refused[$0.name] == nil }
        for (table, reason) in refused.sorted(by: { $0.key < $1.key }) {
            let kind = original.kind(of: table)
            noteMissing(.missing(kind, table, reason: reason))
        }
        func isUsable(_ table: TableFacts) -> Bool {
            Self.isNameable(table.name) && table.columns.allSatisfy { Self.isNameable($0.name) }
        }
        let tables = all.filter(isUsable)
        for table in all where !isUsable(table) {
            let reason = "it or one of its columns has a name that cannot be written"
            noteMissing(.missing(.table, table.name, reason: reason))
        }
        let views = original.entries.filter { $0.type == "view" && refused[$0.name] == nil }.map {
            (entry: $0, columns: original.columns(of: $0.name))
        }
        let usableViews = views.filter { entry, columns in
            Self.isNameable(entry.name) && !columns.isEmpty && columns.allSatisfy { Self.isNameable($0.name) }
        }
        for (entry, columns) in views where !usableViews.contains(where: { $0.entry.name == entry.name }) {
            let reason = columns.isEmpty ? "SQLite cannot run it here" : "a name in it cannot be written"
            noteMissing(.missing(.view, entry.name, reason: reason))
        }
        let names = DatabaseNames(
            tables.map { ($0.name, $0.columns.map(\.name)) }
                + usableViews.map { ($0.entry.name, $0.columns.map(\.name)) }, options, of: Self.databaseName(facts),
            over: existing)
        let types = ColumnTypes(tables, facts.columns)
        let fullText = FullTextImport(original, tables: tables)
        for table in tables {
            var part = TableImport(
                table, of: facts, names: names, types: types,
                fullText: fullText.columns[FoldedName(table.name)] ?? [])
            let entries = part.entries()
            parts.append(
                Part(
                    table: table.name, model: names.model(table.name) ?? SwiftName(table.name), entries: entries,
                    notes: part.notes, guesses: part.guesses))
        }
        for (entry, columns) in usableViews {
            var part = ViewImport(
                entry, of: original, columns: columns, types: types, names: names)
            let entries = part.entries()
            parts.append(
                Part(
                    table: entry.name, model: names.model(entry.name) ?? SwiftName(entry.name), entries: entries,
                    notes: [], guesses: part.guesses))
        }
        if tables.contains(where: \.text.isStrict) { oldestSQLite.minor = 37 }
        oldestSQLite = max(oldestSQLite, .required(by: files))
        noteOtherObjects(original, fullText)
    }

    private static func databaseName(_ facts: DatabaseFacts) -> SwiftName { SwiftNaming.type(facts.name) }

    /// InvalidSQLName says why.
    private static func isNameable(_ name: String) -> Bool {
        !name.isEmpty && !name.unicodeScalars.contains { $0.value < 0x20 || $0.value == 0x7F }
    }

    /// Triggers, other virtual tables, and entries that SQLite rejected here.
    private mutating func noteOtherObjects(_ original: OriginalDatabase, _ fullText: FullTextImport) {
        for entry in original.entries {
            let isCovered = fullText.covered.contains(FoldedName(entry.name))
            if entry.type == "trigger", !isCovered {
                noteMissing(.missing(.trigger, entry.name, reason: nil), of: entry.table)
            }
            if entry.type == "table", SchemaText.isVirtual(entry.sql), !isCovered {
                noteMissing(.virtualTable(entry.name))
            }
        }
        for (entry, collation) in original.collations {
            add(.collation(collation), to: entry.table)
        }
        for (entry, reason) in original.refused {
            guard let kind = ModelSchemas.SchemaDifference.Kind(rawValue: entry.type) else { continue }
            noteMissing(
                .refused(kind, entry.name, message: reason), of: kind == .table ? nil : entry.table)
        }
    }

    /// Notes something that files have and the models lack.
    ///
    /// - Parameter table: The table to which it belongs, if it is not one itself.
    private mutating func noteMissing(_ note: ImportNote, of table: String? = nil) {
        if let kind = note.missingKind { additions.insert(kind) }
        if let table { add(note, to: table) } else { notes.append(note) }
    }

    private mutating func add(_ note: ImportNote, to table: String) {
        if let index = parts.firstIndex(where: { $0.table.isName(table) }) {
            if !parts[index].notes.contains(note) { parts[index].notes.append(note) }
        } else {
            notes.append(note)
        }
    }

    // MARK: The proof

    /// The draft as `generate` would read it. The first file is for the database, the others are for the parts.
    private var files: [SourceFile] { texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) } }

    /// The tables and views whose models `check` rejects, with the reasons.
    func refusedTables(_ options: ParsingOptions) -> [String: String] {
        let files = files
        let (parsed, diagnostics) = parse(files, imports: [], options: options)
        var reasons: [String: String] = [:]
        for diagnostic in diagnostics.errors {
            guard let path = diagnostic.range?.file.path, let index = files.firstIndex(where: { $0.path == path }),
                index > 0
            else { continue }
            reasons[parts[index - 1].table] = reasons[parts[index - 1].table] ?? diagnostic.message
        }
        guard let schema = parsed?.schema,
            let planned = schema.databases.first.flatMap({ schema.plannedDatabase($0.name) })
        else { return reasons }
        let findings =
            verifyChain(planned) + verifyTables(planned, schema: schema) + verifyViews(planned, schema: schema)
        for finding in findings.errors {
            guard let part = parts.first(where: { finding.element.element == .model($0.model) }) else { continue }
            reasons[part.table] = reasons[part.table] ?? missingSource(finding.message) ?? finding.message
        }
        return reasons
    }

    /// Why SQLite does not know what a view reads, if the file has it; nil if the message is about something else.
    private func missingSource(_ message: String) -> String? {
        guard let head = message.firstRange(of: "no such table: ") else { return nil }
        let name = String(message[head.upperBound...])
        let source = facts.entries.first { $0.name.isName(name) || "main.\($0.name)".isName(name) }
        return source.map { "it reads `\($0.name)`, which has no model" }
    }

    /// Reads the draft as `generate` would, creates its tables and compares them with the originals.
    mutating func differences(
        from original: OriginalDatabase, _ options: ParsingOptions
    ) throws(MemoryDatabase.Refusal) -> [TableNote] {
        let (parsed, diagnostics) = parse(files, imports: [], options: options)
        // Without tables, there is a database and no models, which is fine.
        diagnosticsOfReading = diagnostics.errors
        guard let parsed, let name = parsed.schema.databases.first?.name,
            let planned = parsed.schema.plannedDatabase(name)
        else { return [] }
        ownApplicationID = Int(planned.applicationID)
        let copy = try MemoryDatabase()
        var differences = planned.findings.errors.map { TableNote(note: .problem($0.message)) }
        for step in planned.newest.createSteps {
            for statement in step.statements {
                do throws(MemoryDatabase.Refusal) {
                    try copy.run(statement)
                } catch {
                    let table = parts.first { $0.model == step.table?.model }?.table
                    differences.append(TableNote(table: table, note: .problem(error.message)))
                }
            }
        }
        for table in original.tables {
            for column in try nullableKey(of: table, in: copy) {
                differences.append(TableNote(table: table.name, note: .nullableKey(column: column)))
            }
        }
        return try differences + unreportedDifferences(original, copy)
    }

    /// The columns of a key that can be NULL in the file, and cannot in the models.
    private func nullableKey(
        of table: TableFacts, in copy: MemoryDatabase
    ) throws(MemoryDatabase.Refusal) -> [String] {
        let names = table.key.filter { !$0.isRequired && $0.name != table.rowIDAlias }.map(\.name)
        if names.isEmpty { return [] }
        let required = try copy.rows(
            "SELECT name FROM pragma_table_xinfo(\(SQLLiteral.string(table.name))) WHERE \"notnull\""
        ).map { FoldedName($0[0].text) }
        return names.filter { required.contains(FoldedName($0)) }
    }

    /// The differences that `adopting:` and `modelgen verify` would find, and that have not been noted yet.
    private mutating func unreportedDifferences(
        _ original: OriginalDatabase, _ copy: MemoryDatabase
    ) throws(MemoryDatabase.Refusal) -> [TableNote] {
        let parts = Dictionary(firstOf: parts.map { (FoldedName($0.table), $0) })
        let found = try original.database.meaningfulDifferences(from: copy)
        additions.formUnion(found.filter { $0.expected == nil }.map(\.kind))
        return found.compactMap { difference in
            let part = parts[FoldedName(difference.table)]
            // A full-text index has no model of its own.
            let isKnown = part?.notes.contains { $0.covers(difference) } ?? (difference.expected == nil)
            return isKnown ? nil : TableNote(table: part?.table, note: .difference(difference))
        }
    }

    mutating func note(_ differences: [TableNote]) {
        for difference in differences {
            if let table = difference.table { add(difference.note, to: table) } else { notes.append(difference.note) }
        }
    }

    // MARK: Output

    var diagnostics: [Diagnostic] {
        var diagnostics = diagnosticsOfReading
        func warn(_ rule: String, _ message: String) {
            diagnostics.append(Diagnostic(.warning, rule: rule, message, at: nil))
        }
        if parts.isEmpty { warn("no-tables", "\(facts.file) has no tables that could become models") }
        // A virtual table has no model.
        for (table, count) in facts.sampled.sorted(by: { $0.key < $1.key })
        where parts.contains(where: { $0.table == table }) {
            warn("import-sample", "the types of `\(table)` were inferred from its first \(count) rows")
        }
        for note in notes { warn("import-difference", "missing in the models: \(note.text)") }
        for part in parts {
            for note in part.notes { warn("import-difference", "missing in `\(part.model)`: \(note.text)") }
            for guess in part.guesses { warn("import-guess", "`\(part.model)`: \(guess)") }
        }
        return diagnostics.sorted()
    }

    /// The file for the database comes first.
    var texts: [ImportedText] {
        var database = [YAMLEntry("name", .text(Self.databaseName(facts).text))]
        let version = max(1, facts.userVersion)
        let keepsNumber = facts.applicationID != 0 && facts.applicationID != ownApplicationID
        let isRecognized = keepsNumber && facts.userVersion > 0
        if version > 1 {
            database.append(YAMLEntry("version", .plain(String(version))))
            // Nothing is known about the tables of files with earlier versions: no step may change them.
            if isRecognized || facts.applicationID == ownApplicationID {
                database.append(YAMLEntry("oldest", .plain(String(version))))
            }
        }
        if oldestSQLite > .default {
            database.append(YAMLEntry("sqlite", .quoted("\(oldestSQLite.major).\(oldestSQLite.minor)")))
        }
        var comments = ["Imported from \(facts.file)."]
        if !parts.isEmpty, facts.applicationID != ownApplicationID {
            if keepsNumber { database.append(YAMLEntry("applicationID", .plain("keep"))) }
            database.append(YAMLEntry("adopt", .list([.plain(String(version))])))
            comments.append(
                isRecognized
                    ? "Such files are recognized by their version alone: open them without `adopting:`."
                    : "Such files are not marked as belonging to these models yet: open them with `adopting: \(version)`."
            )
        }
        let tolerable: [ModelSchemas.SchemaDifference.Kind] = [.table, .index, .view, .trigger]
        let kept = tolerable.filter(additions.contains).compactMap(\.additions)
        if !parts.isEmpty, !kept.isEmpty, !isRecognized {
            let kinds = kept.map { ".\($0)" }.joined(separator: ", ")
            comments.append(
                "A file keeps the \(kept.joined(separator: ", ")) that are missing here "
                    + "when it is opened with `adopting: .matching.tolerating(\(kinds))`; a new one has none.")
        }
        comments += notes.map { "Missing here: \($0.text)." }
        var texts = [
            ImportedText(
                name: facts.name.fileName,
                text: printedYAML([YAMLEntry("database", .map(database))], above: comments))
        ]
        var taken: Set<String> = [texts[0].name.lowercased()]
        for part in parts { texts.append(part.text(besides: &taken)) }
        return texts
    }
}

extension DatabaseDraft.Part {
    /// A file with the model. Its name is taken from then on.
    ///
    /// - Parameter database: The database that the model must name.
    func text(besides taken: inout Set<String>, in database: SwiftName? = nil) -> ImportedText {
        var name = model.text.fileName
        if taken.contains(name.lowercased()) { name += "-model" }
        name = name.claimed(besides: &taken)
        let comments = notes.map { "Missing here: \($0.text)." }
        let owner = database.map { [YAMLEntry(ModelKey.database.rawValue, .text($0.text))] } ?? []
        let model = YAMLEntry(model.text, .block(owner + entries), above: comments)
        return ImportedText(name: name, text: printedYAML([YAMLEntry("models", .block([model]))]))
    }
}
