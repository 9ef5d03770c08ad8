import CModelSQLite
import ModelSQLite

/// Finds which reference of a transaction leads to no row. SQLite itself says only "FOREIGN KEY constraint failed".
struct ForeignKeys {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Does something unless it would leave a reference that leads to no row; tells whether it was done.
    func allow(_ body: (Database) throws -> Void) throws -> Bool {
        do {
            try db.savepoint {
                try body(db)
                if isAnyOpen { throw Refused() }
            }
            return true
        } catch is Refused {
            return false
        } catch let error as SQLiteError {
            guard case .constraint(let violation) = error.kind, violation.rule == .foreignKey else { throw error }
            return false
        }
    }

    private struct Refused: Error {}

    /// Whether a reference leads to no row now, until the end of the transaction.
    private var isAnyOpen: Bool {
        guard let pointer = db.pointer else { return false }
        var open: Int32 = 0
        var peak: Int32 = 0
        // https://www.sqlite.org/c3ref/c_dbstatus_options.html: zero if all constraints are resolved.
        let code = sqlite3_db_status(pointer, SQLITE_DBSTATUS_DEFERRED_FKS, &open, &peak, 0)
        return code == SQLITE_OK && open != 0
    }

    /// Throws the first reference that leads to no row, by table, column and key.
    func check() throws {
        guard isAnyOpen, let failure = try find() else { return }
        throw failure
    }

    private func find() throws -> SQLiteError? {
        let violations = try db.rows("SELECT \"table\", rowid, parent, fkid FROM pragma_foreign_key_check LIMIT 1") {
            row in
            (
                table: try row.read(String.self, 0), row: try row.readIfPresent(Int64.self, 1),
                parent: try row.read(String.self, 2), number: try row.read(Int64.self, 3)
            )
        }
        guard let found = violations.first else { return nil }
        let columns = try db.rows(
            """
            SELECT "from" FROM pragma_foreign_key_list(\(found.table)) WHERE id = \(found.number) ORDER BY seq
            """
        ) { try $0.read(String.self, 0) }
        var key = ""
        if let row = found.row {
            let names = SQL(trusted: columns.map { "quote(" + $0.quotedName + ")" }.joined(separator: " || ', ' || "))
            let text: String? = try db.value(
                String.self, "SELECT \(names) FROM \(name: found.table) WHERE rowid = \(row)")
            key = text.map { " \($0)" } ?? ""
        }
        let violation = ConstraintViolation(
            rule: .foreignKey, table: found.table, columns: columns, model: nil, fields: [])
        let place = columns.map { "\(found.table).\($0)" }.joined(separator: ", ")
        return SQLiteError(
            .constraint(violation), code: 787,
            message: "\(place) refers to\(key) of \(found.parent), which is not there")
    }
}

extension String {
    fileprivate var quotedName: String { "\"" + replacing("\"", with: "\"\"") + "\"" }
}
