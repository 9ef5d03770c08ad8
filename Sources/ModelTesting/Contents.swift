import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas

extension DatabasePool {
    /// How the schema differs from another one in its meaning: what is missing (`-`) and what is superfluous (`+`).
    func differences(from expected: DatabasePool) throws -> [String] {
        let wanted = try expected.read { db in try db.active().schemaFacts(.declared) }
        return try read { db in
            let connection = try db.active()
            let differences = try connection.schemaFacts(.declared).differences(from: wanted, in: connection.pointer)
            return differences.flatMap { difference in
                [
                    difference.expected.map { "- \(difference.subject): \($0)" },
                    difference.found.map { "+ \(difference.subject): \($0)" },
                ]
            }.compactMap(\.self)
        }
    }

    /// The version, the schema and every row, one line each.
    func everything() throws -> [String] {
        try read { db in
            var lines = [try db.rows("PRAGMA user_version") { "version \(try $0.read(Int64.self, 0))" }[0]]
            lines += try db.rows("SELECT name, sql FROM sqlite_master ORDER BY name") { row in
                "\(try row.read(String.self, 0)): \(try row.read(String?.self, 1) ?? "")"
            }
            for table in try db.rows(
                "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
                { try $0.read(String.self, 0) }
            ) {
                lines += try db.rows("SELECT * FROM \(name: table) ORDER BY 1") { row in
                    "\(table): \(try (0..<row.count).map { try row.read(DatabaseValue.self, $0) })"
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
    /// The false reports of some versions of SQLite, such as 3.40, which complain about required columns of WITHOUT
    /// ROWID tables whose key is not their first column, even though they contain no NULL.
    fileprivate func misreadNulls() throws -> Set<String> {
        let columns = try rows(
            """
            SELECT t.name, c.name FROM pragma_table_list AS t JOIN pragma_table_info(t.name) AS c
            WHERE t.wr AND c."notnull"
            """
        ) { row in (table: try row.read(String.self, 0), column: try row.read(String.self, 1)) }
        let sound = try columns.filter { table, column in
            // For `IS NULL`, SQLite would rely on the declaration without reading the rows.
            let nulls: SQL = "SELECT 1 FROM \(name: table) WHERE typeof(\(name: column)) = 'null' LIMIT 1"
            return try rows(nulls) { _ in 1 }.isEmpty
        }
        return Set(sound.map { "NULL value in \($0.table).\($0.column)" })
    }
}

/// The lines that occur more often in one text than in the other.
struct Difference: CustomStringConvertible {
    private let missing: [String]
    private let surplus: [String]

    init(_ wanted: [String], _ found: [String]) {
        missing = wanted.without(found)
        surplus = found.without(wanted)
    }

    var isEmpty: Bool { missing.isEmpty && surplus.isEmpty }

    var description: String { (missing.map { "- \($0)" } + surplus.map { "+ \($0)" }).joined(separator: "\n") }
}

extension [String] {
    /// The elements that remain after removing those of another list, each as often as it occurs there.
    fileprivate func without(_ others: [String]) -> [String] {
        // Compares bytes, because Swift considers strings equal that compose a letter differently.
        var rest = Dictionary(others.map { ([UInt8]($0.utf8), 1) }, uniquingKeysWith: +)
        return filter { line in
            let count = rest[[UInt8](line.utf8), default: 0]
            rest[[UInt8](line.utf8)] = count - 1
            return count <= 0
        }
    }
}
