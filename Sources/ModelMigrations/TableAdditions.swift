import ModelSQLite
import ModelSchemas

/// An index or a trigger that is deleted with its table or view, and created again when the steps have made that anew.
package struct TableAddition {
    let kind: SchemaDifference.Kind
    let name: String
    let table: String
    let sql: String

    /// The object as what the file has beyond a version.
    var difference: SchemaDifference {
        SchemaDifference(kind: kind, table: table, name: name, found: sql, expected: nil)
    }
}

extension Connection {
    /// The objects of the file for which a condition is true.
    func additions(_ condition: String) throws -> [TableAddition] {
        try rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE sql IS NOT NULL AND \(condition) ORDER BY rowid"
        ).compactMap { row in
            SchemaDifference.Kind(rawValue: row[0]).map {
                TableAddition(kind: $0, name: row[1], table: row[2], sql: row[3])
            }
        }
    }

    /// Other programs', as models do not write to views. They are deleted with a view that is dropped and created again.
    package func triggersOfViews() throws -> [TableAddition] {
        let views = "SELECT name FROM sqlite_master WHERE type = 'view'"
        return try additions("type = 'trigger' AND tbl_name COLLATE NOCASE IN (\(views))")
    }

    /// The number of objects for which a condition is true.
    fileprivate func count(_ condition: String) throws -> Int64 {
        try integer("SELECT count(*) FROM sqlite_master WHERE \(condition)")
    }
}

extension Migrator {
    /// Creates again what does not exist yet, unless its table is gone.
    package func restore(_ additions: [TableAddition], to version: Int, _ connection: Connection) throws {
        for object in additions {
            let named = "name = \(object.name.literalForSQL) COLLATE NOCASE"
            let table = "name = \(object.table.literalForSQL) COLLATE NOCASE"
            guard try connection.count("type = '\(object.kind.rawValue)' AND \(named)") == 0,
                try connection.count("type IN ('table', 'view') AND \(table)") > 0
            else { continue }
            do { try connection.run(object.sql) } catch let error as SQLiteError {
                throw obstacle(object, to: version, error.message)
            }
        }
    }

    /// Runs a statement of ours. If SQLite rejects it because of something of another program, the error names that:
    /// `error in view v after drop column: no such column: note`.
    func keepingObjects(to version: Int, _ connection: Connection, _ body: () throws -> Void) throws {
        do { try body() } catch let error as SQLiteError where error.message.hasPrefix("error in ") {
            let objects = try connection.additions("type IN ('index', 'trigger', 'view')")
            let object = objects.first { object in
                [" ", ":"].contains { error.message.hasPrefix("error in \(object.kind.rawValue) \(object.name)\($0)") }
            }
            guard let object else { throw error }
            throw obstacle(object, to: version, error.message)
        }
    }

    private func obstacle(_ object: TableAddition, to version: Int, _ message: String) -> SQLiteError {
        let object = object.difference
        return failure(
            .notMatching([version: [object]]),
            "the file has the \(object.subject), which cannot be kept in version \(version) of \(schema.name); drop it from "
                + "the file, or keep what it uses: \(message)")
    }
}
