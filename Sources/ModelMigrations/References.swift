import ModelSQLite

extension Migrator {
    /// Runs steps, and rejects them if afterwards rows refer to missing rows that did not before: step 10 of SQLite's
    /// procedure. In between, references may be violated, and actions such as CASCADE take place.
    ///
    /// Few files have such rows before the migration, and finding them takes as long as the check. So if the check
    /// finds any, the statements are undone, the rows that another program had left are searched for, and the
    /// statements run again. A closure of the user runs only once.
    ///
    /// - Parameter body: Returns the tables whose references may have changed.
    package func keepingReferences(_ db: Database, _ kind: StepKind, _ body: () throws -> ChangedTables) throws {
        let connection = try db.active()
        guard connection.configuration.foreignKeys == .enforced else {
            _ = try body()
            return
        }
        func attempt(tolerating earlier: [DanglingRow: Int]) throws {
            try connection.run("PRAGMA defer_foreign_keys = ON")
            let changed = try body()
            let rows = try connection.danglingRows(of: connection.pointer.hasPendingReferences ? .any : changed)
            let new = rows.without(earlier)
            if let first = new.keys.min() {
                let more = new.filter { ($0.key.table, $0.key.parent) == (first.table, first.parent) }.values.reduce(
                    0, +)
                // A schema without versions has no steps.
                let place = schema.mode.isVersioned ? "a step" : "`willMigrate`"
                throw failure(
                    .foreignKeys(table: first.table),
                    "after the migration of \(schema.name), \(more) of the rows of \(first.table) refer to missing rows "
                        + "of \(first.parent); change or delete them in \(place)")
            }
            // Clears the violations that COMMIT would reject: those that are tolerated, and those that a rebuild has
            // resolved.
            try connection.run("PRAGMA defer_foreign_keys = OFF")
        }
        if kind == .statements {
            do {
                return try db.savepoint { try attempt(tolerating: [:]) }
            } catch let error as SQLiteError {
                guard case .migration(.foreignKeys) = error.kind else { throw error }
            }
        }
        try attempt(tolerating: connection.danglingRows(of: .any))
    }
}

/// What steps consist of.
package enum StepKind: Hashable, Sendable {
    /// Statements, which do the same if they are undone and run again.
    case statements
    /// Closures of the user as well, which may have effects outside the file.
    case closures
}

/// The tables whose rows may refer to missing rows after some steps.
package enum ChangedTables: Sendable {
    /// These tables, and those that refer to them, because they were rebuilt or dropped.
    case only([String])
    /// All tables. If statements have written rows, SQLite's count of violations is not sufficient, because it also
    /// goes down when a row is deleted that another program had left with a violation.
    case any
}

/// A row that refers to a missing row of another table. Without a rowid, the rows of a table are not distinguished.
private struct DanglingRow: Hashable, Comparable {
    var table: String
    var parent: String
    var rowID: String
    /// The key to which it refers.
    var reference: String

    var place: [String] { [table, parent, rowID] }

    static func < (a: DanglingRow, b: DanglingRow) -> Bool {
        (a.table, a.parent, a.rowID, a.reference) < (b.table, b.parent, b.rowID, b.reference)
    }
}

extension [DanglingRow: Int] {
    /// The rows that cannot be explained by earlier ones. An earlier row explains a row with the same reference, even
    /// if its rowid has changed, and the same row, even if its reference is now written in another form. The reference
    /// is tried first: if rowids move up, a row has the earlier rowid of another one.
    fileprivate func without(_ earlier: Self) -> Self {
        var (new, gone) = (self, earlier)
        let passes: [[KeyPath<DanglingRow, String>]] = [[\.rowID, \.reference], [\.reference], [\.rowID]]
        for parts in passes {
            func key(_ row: DanglingRow) -> [String] { [row.table, row.parent] + parts.map { row[keyPath: $0] } }
            var counts: [[String]: Int] = [:]
            for (row, count) in gone { counts[key(row), default: 0] += count }
            let (known, left) = (new.places, gone.places)
            // Rows that only their reference can explain come before those that their rowid may explain in the last
            // pass.
            for (row, count) in new.ordered(last: left) {
                let excused = Swift.min(count, counts[key(row)] ?? 0)
                counts[key(row), default: 0] -= excused
                new[row] = count > excused ? count - excused : nil
            }
            // A reference that a row still has does not explain another one. Rows whose rowids are still needed are
            // kept longest.
            for (row, count) in gone.ordered(last: known).reversed() {
                let unused = Swift.min(count, counts[key(row)] ?? 0)
                counts[key(row), default: 0] -= unused
                gone[row] = unused > 0 ? unused : nil
            }
        }
        return new
    }

    /// The places of the rows, without their references.
    private var places: Set<[String]> { Set(keys.map(\.place)) }

    /// The rows in a fixed order, so that the result does not depend on hashing, with those at `places` last.
    private func ordered(last places: Set<[String]>) -> [(key: DanglingRow, value: Int)] {
        let (last, first) = (filter { places.contains($0.key.place) }, filter { !places.contains($0.key.place) })
        return first.sorted { $0.key < $1.key } + last.sorted { $0.key < $1.key }
    }
}

extension Connection {
    /// How often each row refers to missing rows.
    ///
    /// - Parameter changed: The tables to check: their own foreign keys, and those that refer to them.
    fileprivate func danglingRows(of changed: ChangedTables) throws -> [DanglingRow: Int] {
        var condition = ""
        if case .only(let tables) = changed {
            let names = tables.map(\.literalForSQL).joined(separator: ", ")
            condition = "AND (t.name COLLATE NOCASE IN (\(names)) OR k.\"table\" COLLATE NOCASE IN (\(names)))"
        }
        let tables = try texts(
            """
            SELECT DISTINCT t.name FROM sqlite_master AS t JOIN pragma_foreign_key_list(t.name) AS k \
            WHERE t.type = 'table' \(condition)
            """
        )
        var counts: [DanglingRow: Int] = [:]
        for table in tables {
            do {
                for row in try rows(danglingSQL(of: table)) {
                    let key = DanglingRow(table: table, parent: row[0], rowID: row[1], reference: row[2])
                    counts[key, default: 0] += 1
                }
            } catch let error as SQLiteError where error.message.contains("foreign key mismatch") {
                // A foreign key of another program refers to columns that are not unique. SQLite only rejects that when
                // the key is used.
                continue
            }
        }
        return counts
    }

    /// Selects, for each dangling row of a table, the table to which it refers, its rowid, and its reference. The
    /// reference is empty if there is no rowid by which to find the row.
    private func danglingSQL(of table: String) throws -> String {
        let check = "pragma_foreign_key_check(\(table.literalForSQL)) AS k"
        let name = try columns(of: table).rowIDName
        guard let name, try rowIDPlace(of: table, declaration(of: table)) != .none else {
            return "SELECT lower(k.parent), k.rowid, '' FROM \(check)"
        }
        let columns = try rows(
            "SELECT id, \"from\" FROM pragma_foreign_key_list(\(table.literalForSQL)) ORDER BY id, seq")
        let references = Dictionary(grouping: columns) { $0[0] }.map { id, columns in
            "WHEN \(id) THEN " + columns.map { "quote(t.\($0[1].quotedForSQL))" }.joined(separator: " || ',' || ")
        }
        return """
            SELECT lower(k.parent), k.rowid, CASE k.fkid \(references.joined(separator: " ")) END FROM \(check) \
            LEFT JOIN \(table.quotedForSQL) AS t ON t.\(name) = k.rowid
            """
    }
}
