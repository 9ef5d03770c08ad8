import Foundation
import ModelMigrations
import ModelSQLite
import ModelSchemas

/// What SQLite reports about a table: <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
struct TableFacts {
    struct Column {
        var name: String
        var affinity: ColumnAffinity
        var isRequired: Bool
        var isGenerated: Bool
        /// Whether rows need different values, because the column belongs to a key or to a unique index.
        var mustDiffer: Bool

        var quoted: String { name.quotedForSQL }

        func isOptional(_ name: String) -> Bool { !isRequired && self.name.isName(name) }
    }

    struct Reference {
        var columns: [String]
        /// The folded name of the referenced table.
        var table: String
        var targets: [String]
    }

    var name: String
    var columns: [Column]
    var references: [Reference]

    var folded: String { name.folded }
    var quoted: String { name.quotedForSQL }

    /// The tables with the program's rows, without virtual tables and those of SQLite and modelgen.
    static func all(_ db: Database) throws -> [TableFacts] {
        let names = try db.rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'") {
            try $0.read(String.self, 0)
        }
        return try names.filter { !$0.hasPrefix("sqlite_") && !$0.hasPrefix("modelgen_") }.sorted()
            .map { try TableFacts($0, db) }
    }

    private init(_ table: String, _ db: Database) throws {
        name = table
        let facts = try db.active().columns(of: table)
        let unique = try Self.uniqueColumns(of: table, facts.map { $0.name.folded }, db)
        columns = facts.map { column in
            Column(
                name: column.name, affinity: ColumnAffinity(declared: column.type),
                isRequired: column.isRequired || column.key > 0, isGenerated: column.isGenerated,
                mustDiffer: column.key > 0 || unique.contains(column.name.folded))
        }
        references = try Self.references(of: table, db)
    }

    private static func uniqueColumns(of table: String, _ all: [String], _ db: Database) throws -> Set<String> {
        var names: Set<String> = []
        for index in try db.rows(
            "SELECT name FROM pragma_index_list(\(table)) WHERE \"unique\"", { try $0.read(String.self, 0) })
        {
            let columns = try db.rows("SELECT name FROM pragma_index_xinfo(\(index)) WHERE key") { row in
                try row.read(String?.self, 0)?.folded
            }
            names.formUnion(columns.compactMap { $0 })
            if columns.contains(nil) {
                // The term is an expression, whose columns only appear in the SQL.
                let sql = try db.value(String.self, "SELECT lower(sql) FROM sqlite_master WHERE name = \(index)") ?? ""
                names.formUnion(all.filter { sql.contains($0) })
            }
        }
        return names
    }

    private static func references(of table: String, _ db: Database) throws -> [Reference] {
        // A reference without columns refers to the table's primary key. The names of columns may differ in case.
        let lines = try db.rows(
            """
            SELECT id, "table", "from", coalesce((SELECT name FROM pragma_table_xinfo(k."table") \
            WHERE CASE WHEN k."to" IS NULL THEN pk = k.seq + 1 ELSE name = k."to" COLLATE NOCASE END), "to", "from") \
            FROM pragma_foreign_key_list(\(table)) AS k ORDER BY id, seq
            """
        ) {
            (
                try $0.read(Int64.self, 0), try $0.read(String.self, 1).folded, try $0.read(String.self, 2),
                try $0.read(String.self, 3)
            )
        }
        let keys = Dictionary(grouping: lines) { $0.0 }.sorted { $0.key < $1.key }.map(\.value)
        return keys.map { Reference(columns: $0.map(\.2), table: $0[0].1, targets: $0.map(\.3)) }
    }
}
