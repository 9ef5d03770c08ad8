import Foundation
import ModelSQLite

extension DatabasePool {
    /// The schema by its meaning, one line for each fact: columns by name, keys, indexes, references, triggers and
    /// views.
    func meaning() throws -> [String] {
        try read { db in
            var facts: [String] = []
            for table in try db.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table'", { try $0.read(String.self, 0) })
            where !table.hasPrefix("sqlite_") {
                facts += try db.facts("table_xinfo", of: table, [1, 2, 3, 4, 5, 6])
                facts += try db.facts("foreign_key_list", of: table, [2, 3, 4, 5, 6])
                for index in try db.rows(
                    "SELECT name FROM pragma_index_list(\(table)) WHERE origin = 'c'",
                    { try $0.read(String.self, 0) }
                ) {
                    facts += try db.facts("index_xinfo", of: index, [0, 2, 3, 4, 5]).map { "\(table): \($0)" }
                }
            }
            facts += try db.rows("SELECT type, name, sql FROM sqlite_master WHERE type IN ('trigger', 'view')") { row in
                let sql = try row.read(String.self, 2).split(whereSeparator: \.isWhitespace).joined(separator: " ")
                return "\(try row.read(String.self, 0)) \(try row.read(String.self, 1)): \(sql)"
            }
            return facts.sorted()
        }
    }

    /// The schema and every row, one line each, with the version.
    func everything() throws -> [String] {
        try read { db in
            var lines = [try db.rows("PRAGMA user_version") { "version \(try $0.read(Int64.self, 0))" }[0]]
            lines += try db.rows("SELECT name, sql FROM sqlite_master ORDER BY name") { row in
                "\(try row.read(String.self, 0)): \(try row.readIfPresent(String.self, 1) ?? "")"
            }
            for table in try db.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
                { try $0.read(String.self, 0) }
            ) {
                lines += try db.rows("SELECT * FROM \(name: table) ORDER BY 1") { row in
                    "\(table): \(try (0..<row.count).map { try row.value($0) })"
                }
            }
            return lines
        }
    }

    /// The findings of SQLite's own checks, one line each; empty if the database is intact.
    func damage() throws -> [String] {
        try read { db in
            let problems = try db.rows("PRAGMA integrity_check") { try $0.read(String.self, 0) }.filter { $0 != "ok" }
            let misread = problems.isEmpty ? [] : try db.misreadNulls()
            return try problems.filter { !misread.contains($0) }
                + db.rows("SELECT \"table\", parent FROM pragma_foreign_key_check") { row in
                    "a row of \(try row.read(String.self, 0)) refers to a missing row of \(try row.read(String.self, 1))"
                }
        }
    }
}

extension Database {
    /// False reports of some versions of SQLite, such as 3.40, about required columns of WITHOUT ROWID tables whose key
    /// is not their first column, even though there is no NULL.
    fileprivate func misreadNulls() throws -> Set<String> {
        let columns = try rows(
            """
            SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.wr AND c."notnull"
            """
        ) { row in (table: try row.read(String.self, 0), column: try row.read(String.self, 1)) }
        let sound = try columns.filter { table, column in
            // SQLite would decide `IS NULL` by the declaration, without reading the rows.
            let nulls: SQL = "SELECT 1 FROM \(name: table) WHERE typeof(\(name: column)) = 'null' LIMIT 1"
            return try rows(nulls) { _ in 1 }.isEmpty
        }
        return Set(sound.map { "NULL value in \($0.table).\($0.column)" })
    }

    /// The rows of a pragma about a table or index, with some of its columns.
    fileprivate func facts(_ pragma: String, of name: String, _ columns: [Int]) throws -> [String] {
        try rows("SELECT * FROM \(SQL(trusted: "pragma_" + pragma))(\(name))") { row in
            "\(pragma) \(name): \(try columns.map { try row.value($0) })"
        }
    }
}

/// The lines that are in only one of two texts.
struct Difference: CustomStringConvertible {
    private let missing: [String]
    private let surplus: [String]

    init(_ wanted: [String], _ found: [String]) {
        let (wantedLines, foundLines) = (Set(wanted), Set(found))
        missing = wanted.filter { !foundLines.contains($0) }
        surplus = found.filter { !wantedLines.contains($0) }
    }

    var isEmpty: Bool { missing.isEmpty && surplus.isEmpty }

    var description: String { (missing.map { "- \($0)" } + surplus.map { "+ \($0)" }).joined(separator: "\n") }
}
