import ModelMigrationRows
import ModelRuntime
import ModelSQLite
import Testing

/// A key that must not be in a log.
@Suite("Sensitive keys")
struct SensitiveKeyTests {
    @Test("the key of an unreadable row is hidden if its field is sensitive")
    func sensitiveKey() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(script: "CREATE TABLE sessions (token TEXT PRIMARY KEY, uses INTEGER)")
            try db.run("INSERT INTO sessions VALUES ('secret', 'many')")
        }
        let error = #expect(throws: SQLiteError.self) { try pool.read { db in try Session.all(db) } }
        #expect(error?.description.contains("secret") == false)
        guard case .decoding(let failure) = error?.kind else { return #expect(error == nil) }
        #expect(failure.row == "token ***")
    }

    @Test("so it is if the field is not in JSON, or the row is that of a migration step")
    func sensitiveKeyOutsideOfJSON() throws {
        func message<Row: TableRecord>(_ row: Row.Type) throws -> String {
            let pool = try DatabasePool(.memory)
            try pool.write { (db: Database) throws in
                try db.run(script: "CREATE TABLE sessions (token TEXT PRIMARY KEY, uses INTEGER)")
                try db.run("INSERT INTO sessions VALUES ('secret', 'many')")
            }
            let error = #expect(throws: SQLiteError.self) { try pool.read { db in _ = try Row.all(db) } }
            return error?.description ?? ""
        }
        #expect(try message(StoredSession.self).contains("token ***"))
        #expect(try message(SessionsRow.self).contains("token ***"))
        #expect(try message(OpenSessionsRow.self).contains("token 'secret'"))
    }
}

/// A model whose key is a secret.
private struct Session: JSONModel, KeyedRecord, Identifiable, Equatable {
    var token: String
    var uses: Int
    var id: String { token }

    static let jsonFields = JSONFields(Session.self, [JSONField("token", traits: .sensitive), "uses"])
    static let table = Table<Session>("sessions", jsonFields, primaryKey: ["token"])
    struct Columns: TableColumns {}

    init(fields source: inout some FieldSource & ~Copyable) throws {
        let token: String = try source.field()
        uses = try source.field()
        self.token = token
    }

    func write(fields sink: inout some FieldSink & ~Copyable) {
        sink.field(token)
        sink.field(uses)
    }
}

/// A model with a secret key that is not in JSON, as it is generated: the secret is not in its mirror.
private struct StoredSession: KeyedRecord, Identifiable, CustomReflectable {
    var row: SessionRow
    var id: String { row.token }
    var customMirror: Mirror { Mirror(self, children: []) }

    static let table = Table<StoredSession>("sessions", "token", "uses", primaryKey: ["token"])
    struct Columns: TableColumns {}

    init(fields columns: inout RowReader) throws { row = try SessionRow(&columns) }
    func write(fields statement: inout RecordStatement) { row.write(&statement) }
}

private struct SessionsRow: SensitiveMigrationRow {
    typealias Columns = NoColumns
    var row: SessionRow

    static let table = Table<SessionsRow>("sessions", "token", "uses", primaryKey: ["token"])

    init(fields columns: inout RowReader) throws { row = try SessionRow(&columns) }
    func write(fields statement: inout RecordStatement) { row.write(&statement) }
}

private struct OpenSessionsRow: MigrationRow {
    typealias Columns = NoColumns
    var row: SessionRow

    static let table = Table<OpenSessionsRow>("sessions", "token", "uses", primaryKey: ["token"])

    init(fields columns: inout RowReader) throws { row = try SessionRow(&columns) }
    func write(fields statement: inout RecordStatement) { row.write(&statement) }
}

private struct SessionRow: Hashable {
    var token: String
    var uses: Int64

    init(_ columns: inout RowReader) throws { (token, uses) = try (columns.field(), columns.field()) }

    func write(_ statement: inout RecordStatement) {
        statement.field(token)
        statement.field(uses)
    }
}
