import ModelSQLite

/// Finds the dangling reference in a transaction, because SQLite only reports "FOREIGN KEY constraint failed".
struct ForeignKeys {
    let db: Database

    init(_ db: Database) {
        self.db = db
    }

    /// Allows dangling references until the end of the transaction.
    ///
    /// The pragma makes SQLite compile all statements of the connection again, which takes longer than storing an answer
    /// with a few rows. So it is left out if no table refers to another one.
    func deferChecks() throws {
        let anyReference: SQL = """
            SELECT EXISTS (SELECT 1 FROM sqlite_master WHERE type = 'table' AND instr(upper(sql), 'REFERENCES'))
            """
        if try db.value(Bool.self, anyReference) == true { try db.run("PRAGMA defer_foreign_keys = ON") }
    }

    /// Runs a closure, and undoes it if it leaves a dangling reference. Returns whether it was kept.
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

    /// Whether there currently is a dangling reference, in a transaction that has not ended.
    private var isAnyOpen: Bool { db.pointer?.hasPendingReferences == true }

    /// Throws an error for the first dangling reference, with its table, column and key. A reference of the given
    /// record is preferred.
    func check<Record: TableRecord>(_ record: Record.Type) throws {
        guard isAnyOpen, let failure = try find(record) else { return }
        throw failure
    }

    private func find<Record: TableRecord>(_: Record.Type) throws -> SQLiteError? {
        let definition = Record.table.definition
        let violations = try db.rows(
            """
            SELECT "table", parent, fkid FROM pragma_foreign_key_check ORDER BY "table" <> \(definition.name) COLLATE NOCASE LIMIT 1
            """
        ) {
            (
                table: try $0.read(String.self, 0), parent: try $0.read(String.self, 1),
                number: try $0.read(Int64.self, 2)
            )
        }
        guard let found = violations.first else { return nil }
        // A reference without columns refers to the primary key.
        let columns = try db.rows(
            """
            SELECT f."from", coalesce(f."to", (SELECT name FROM pragma_table_info(\(found.parent)) WHERE pk = f.seq + 1)) \
            FROM pragma_foreign_key_list(\(found.table)) AS f WHERE id = \(found.number) ORDER BY seq
            """
        ) { (from: try $0.read(String.self, 0), to: try $0.read(String.self, 1)) }
        let key = try db.rows(
            """
            SELECT \(SQL.joined(columns.map { "quote(c.\(name: $0.from))" }, by: " || ', ' || ")) FROM \(name: found.table) AS c \
            WHERE \(SQL.joined(columns.map { "c.\(name: $0.from) IS NOT NULL" }, by: " AND ")) AND NOT EXISTS \
            (SELECT 1 FROM \(name: found.parent) AS p \
            WHERE \(SQL.joined(columns.map { "p.\(name: $0.to) = c.\(name: $0.from)" }, by: " AND "))) LIMIT 1
            """
        ) { try $0.read(String.self, 0) }.first
        let names = columns.map(\.from)
        // The file may spell the names differently.
        let isOurs = found.table.isName(definition.name)
        let isShown =
            isOurs
            && !definition.columns.contains { names.contains(where: $0.name.isName) && Record.isSensitive($0) }
        var violation = ConstraintViolation(.foreignKey)
        violation.table = found.table
        violation.columns = names
        violation.model = isOurs ? definition.model : nil
        violation.fields = isOurs ? names.map { definition.field(ofColumn: $0) ?? $0 } : []
        let place = names.map { "\(found.table).\($0)" }.joined(separator: ", ")
        return SQLiteError(
            .constraint(violation), code: 787,
            message: "\(place) refers to \((isShown ? key : nil) ?? "a row") of \(found.parent), which does not exist")
    }
}
