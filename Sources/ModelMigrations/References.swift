import CModelSQLite
import ModelSQLite

extension Migrator {
    /// Runs steps, and rejects them if rows refer to missing rows afterwards that did not before: step 10 of SQLite's
    /// procedure. In between, references may be violated; actions such as CASCADE take place.
    ///
    /// Few files have such rows, and counting them takes as long as the check. So statements are undone and run again if
    /// the check finds some, after counting those that another program had left. A closure of the user runs once.
    ///
    /// - Parameter body: Returns the tables that it has rebuilt.
    package func keepingReferences(_ db: Database, _ kind: StepKind, _ body: () throws -> [String]) throws {
        let connection = try db.active()
        guard connection.configuration.foreignKeys == .enforced else {
            _ = try body()
            return
        }
        func attempt(tolerating earlier: [Reference: Int64]) throws {
            try connection.run("PRAGMA defer_foreign_keys = ON")
            let rebuilt = try body()
            let rows = try connection.danglingRows(of: connection.hasPendingReferences ? nil : rebuilt)
            let new = rows.filter { $0.value > earlier[$0.key, default: 0] }
            if let (reference, count) = new.min(by: { $0.key < $1.key }) {
                let more = count - earlier[reference, default: 0]
                throw failure(
                    .foreignKeys(table: reference.table),
                    "after the migration of \(schema.name), \(more) of the rows of \(reference.table) refer to missing rows "
                        + "of \(reference.parent); change or delete them in a step")
            }
            // Forgets the violations that COMMIT would reject: tolerated ones, and those that a rebuild has ended.
            try connection.run("PRAGMA defer_foreign_keys = OFF")
        }
        if kind == .statements {
            do {
                return try db.savepoint { try attempt(tolerating: [:]) }
            } catch let error as SQLiteError {
                guard case .migration(.foreignKeys) = error.kind else { throw error }
            }
        }
        try attempt(tolerating: connection.danglingRows(of: nil))
    }
}

/// What steps consist of.
package enum StepKind: Hashable, Sendable {
    /// Statements, which do the same if they are undone and run again.
    case statements
    /// Closures of the user as well, which may do more than change the file.
    case closures
}

/// The foreign keys of a table that refer to the same table.
private struct Reference: Hashable, Comparable {
    var table: String
    var parent: String

    static func < (a: Reference, b: Reference) -> Bool { (a.table, a.parent) < (b.table, b.parent) }
}

extension Connection {
    /// Whether statements violated foreign keys since these were deferred, and nothing has repaired it. Source:
    /// <https://www.sqlite.org/c3ref/c_dbstatus_options.html>.
    fileprivate var hasPendingReferences: Bool {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }

    /// The number of rows that refer to missing rows, by foreign key.
    ///
    /// - Parameter rebuilt: The tables whose own foreign keys and those that refer to them are counted; nil for all.
    fileprivate func danglingRows(of rebuilt: [String]?) throws -> [Reference: Int64] {
        let names = rebuilt.map { $0.map(\.literalForSQL).joined(separator: ", ") }
        let condition =
            names.map { "AND (t.name COLLATE NOCASE IN (\($0)) OR k.\"table\" COLLATE NOCASE IN (\($0)))" } ?? ""
        let tables = try texts(
            """
            SELECT DISTINCT t.name FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS k \
            WHERE t.type = 'table' \(condition)
            """
        )
        var counts: [Reference: Int64] = [:]
        for table in tables {
            do {
                let found = try rows(
                    """
                    SELECT lower(parent), count(*) FROM pragma_foreign_key_check(\(table.literalForSQL)) GROUP BY 1
                    """
                )
                for row in found { counts[Reference(table: table, parent: row[0])] = Int64(row[1]) }
            } catch let error as SQLiteError where error.message.contains("foreign key mismatch") {
                // Another program's foreign key to columns that are not unique: SQLite rejects it once it is used.
                continue
            }
        }
        return counts
    }
}
