import CModelSQLite
import ModelSQLite
import ModelSchemas

// ALTER TABLE checks most of what views and triggers use. A rebuild and DROP check nothing, and no statement checks the
// columns that a trigger writes, nor whether the key to which a table refers still exists.

extension Connection {
    /// The views, triggers and references of tables that work: SQLite can compile a statement that uses them. Others
    /// may be broken without anyone noticing until they are used.
    func workingObjects() throws -> [SchemaObject] {
        try usingObjects().filter { try problem(with: $0) == nil }
    }

    /// The objects that use others. Tables come first, because a broken reference also breaks triggers.
    fileprivate func usingObjects() throws -> [SchemaObject] {
        try objects("type = 'table' AND EXISTS (SELECT 1 FROM pragma_foreign_key_list(name))")
            + objects("type IN ('view', 'trigger')")
    }

    /// Why a statement that uses a view or runs a trigger does not compile; nil if it does.
    fileprivate func problem(with object: SchemaObject) throws -> String? {
        let table = object.table.quotedForSQL
        let event = sqlTokens(object.sql).first { token in
            ["INSERT", "UPDATE", "DELETE"].contains(where: token.isWord)
        }
        let sql =
            if object.kind == .view {
                "SELECT * FROM \(table)"
            } else if object.kind == .table {
                "INSERT INTO \(table) DEFAULT VALUES"
            } else if event?.isWord("INSERT") == true {
                "INSERT INTO \(table) DEFAULT VALUES"
            } else if event?.isWord("DELETE") == true {
                "DELETE FROM \(table)"
            } else {
                "UPDATE \(table) SET "
                    + (try columns(of: object.table)).filter { !$0.isGenerated }.map(\.name.quotedForSQL)
                    .map { "\($0) = \($0)" }.joined(separator: ", ")
            }
        // Not compiled with `run`, which would accept the name of a removed column in double quotes as text.
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        let code = sqlite3_prepare_v2(pointer, sql, -1, &statement, nil)
        if code == SQLITE_OK { return nil }
        let error = SQLiteError.reported(by: pointer, code: code, sql: sql)
        guard code & 0xff == SQLITE_ERROR else { throw error }
        // The statement that inserts into a table also uses its triggers.
        if object.kind == .table, !error.message.hasPrefix("foreign key mismatch - \"\(object.name)\"") { return nil }
        return error.message
    }
}

extension Migrator {
    /// Rejects a version after which a view, a trigger or a reference of another program no longer works.
    func checkWorking(_ before: [SchemaObject], to version: Int, _ connection: Connection) throws {
        let present = before.isEmpty ? [] : try connection.usingObjects()
        let broken = try present.filter { object in
            try before.contains { $0.kind == object.kind && $0.name.isName(object.name) }
                && connection.problem(with: object) != nil
        }
        if broken.isEmpty { return }
        // A statement runs several triggers. This transaction is undone, so each one can be tried alone.
        for trigger in present where trigger.kind == .trigger {
            try connection.run("DROP TRIGGER \(trigger.name.quotedForSQL)")
        }
        for object in broken {
            if object.kind == .trigger { try connection.run(object.sql) }
            if let problem = try connection.problem(with: object) { throw obstacle(object, to: version, problem) }
            if object.kind == .trigger { try connection.run("DROP TRIGGER \(object.name.quotedForSQL)") }
        }
    }
}
