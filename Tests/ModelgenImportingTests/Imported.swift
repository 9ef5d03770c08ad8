import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification
import Testing

/// A database created by statements, and its import.
struct Imported {
    var texts: [ImportedText]
    var diagnostics: [Diagnostic]
    var database: MemoryDatabase

    init(
        _ statements: [String], values: [FoldedName: [FoldedName: [SQLValue]]] = [:], userVersion: Int = 1,
        applicationID: Int = 0, columns: [FoldedName: [FoldedName: ColumnFacts]] = [:]
    ) throws {
        let database = try MemoryDatabase()
        for statement in statements { try database.run(statement) }
        let entries = try database.rows(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_schema ORDER BY rowid"
        )
        .map { DatabaseFacts.Entry(type: $0[0].text, name: $0[1].text, table: $0[2].text, sql: $0[3].text) }
        try self.init(
            entries, values: values, userVersion: userVersion, applicationID: applicationID, columns: columns,
            in: database)
    }

    /// - Parameter entries: What `sqlite_schema` says, which this connection might refuse.
    init(
        _ entries: [DatabaseFacts.Entry], values: [FoldedName: [FoldedName: [SQLValue]]] = [:],
        userVersion: Int = 1, applicationID: Int = 0, columns: [FoldedName: [FoldedName: ColumnFacts]] = [:],
        in database: MemoryDatabase? = nil
    ) throws {
        self.database = try database ?? MemoryDatabase()
        var facts = DatabaseFacts(
            name: "shop", file: "shop.sqlite", userVersion: userVersion, applicationID: applicationID, entries: entries)
        facts.columns = values.mapValues { columns in
            columns.mapValues { values in values.reduce(into: ColumnFacts()) { $0.note($1) } }
        }
        facts.columns.merge(columns) { $1 }
        (texts, diagnostics) = importDatabase(facts, options: ParsingOptions())
    }

    /// Everything except the file for the database.
    var models: String { texts.dropFirst().map(\.text).joined() }

    /// The imported models, parsed; nil if they are invalid.
    func schema() -> Schema? {
        let files = texts.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        let (parsed, problems) = parse(files, imports: [])
        if parsed == nil { Issue.record("\(DiagnosticRenderer().render(problems))") }
        return parsed?.schema
    }

    /// The differences between the database and that of the imported models, according to SQLite.
    func differences() throws -> [String] {
        guard let copy = try copy() else { return ["it does not parse"] }
        return try copy.differences(from: database).map(\.description)
    }

    /// The database of the imported models, empty; nil if they are invalid.
    func copy() throws -> MemoryDatabase? {
        guard let planned = schema()?.plannedDatabase("Shop") else { return nil }
        let copy = try MemoryDatabase()
        for step in planned.newest.createSteps { for sql in step.statements { try copy.run(sql) } }
        return copy
    }
}

extension ColumnFacts {
    fileprivate mutating func note(_ value: SQLValue) {
        switch value {
        case .null: noteNull()
        case .integer(let number): note(number)
        case .real: noteReal()
        case .text(let text): note(text)
        case .blob: noteBlob()
        }
    }
}
