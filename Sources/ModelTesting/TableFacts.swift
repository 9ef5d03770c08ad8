import Foundation
import ModelSQLite

/// What SQLite reports about a table: <https://www.sqlite.org/pragma.html#pragma_table_xinfo>.
struct TableFacts {
    struct Column {
        var name: String
        var affinity: ColumnAffinity
        var isRequired: Bool
        var isGenerated: Bool
        /// Whether rows need different values: the column belongs to a key, or to a unique index.
        var mustDiffer: Bool

        var quoted: String { name.quotedForSQL }

        func isOptional(_ name: String) -> Bool { !isRequired && self.name.lowercased() == name.lowercased() }
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

    var folded: String { name.lowercased() }
    var quoted: String { name.quotedForSQL }

    /// The tables with rows of the program: not virtual ones, SQLite's or modelgen's.
    static func all(_ db: Database) throws -> [TableFacts] {
        let names = try db.rows("SELECT name FROM pragma_table_list WHERE type = 'table' AND schema = 'main'") {
            try $0.text(0)
        }
        return try names.filter { !$0.hasPrefix("sqlite_") && !$0.hasPrefix("modelgen_") }.sorted()
            .map { try TableFacts($0, db) }
    }

    private init(_ table: String, _ db: Database) throws {
        name = table
        let unique = try Self.uniqueColumns(of: table, db)
        var key: [(Int64, String)] = []
        columns = try db.rows("SELECT name, type, \"notnull\", pk, hidden FROM pragma_table_xinfo(\(table))") { row in
            let (name, place) = (try row.text(0), try row.integer(3))
            if place > 0 { key.append((place, name)) }
            return Column(
                name: name, affinity: ColumnAffinity(declared: try row.text(1)),
                isRequired: try row.integer(2) != 0 || place > 0, isGenerated: try row.integer(4) != 0,
                mustDiffer: place > 0 || unique.contains(name.lowercased()))
        }
        references = try Self.references(of: table, db)
    }

    private static func uniqueColumns(of table: String, _ db: Database) throws -> Set<String> {
        var names: Set<String> = []
        let all = try db.rows("SELECT name FROM pragma_table_xinfo(\(table))") { try $0.text(0).lowercased() }
        for index in try db.rows("SELECT name FROM pragma_index_list(\(table)) WHERE \"unique\"", { try $0.text(0) }) {
            let columns = try db.rows("SELECT name FROM pragma_index_xinfo(\(index)) WHERE key") { row in
                try row.readIfPresent(String.self, 0)?.lowercased()
            }
            names.formUnion(columns.compactMap { $0 })
            if columns.contains(nil) {
                // The term is an expression; its columns are in the SQL.
                let sql = try db.value(String.self, "SELECT lower(sql) FROM sqlite_master WHERE name = \(index)") ?? ""
                names.formUnion(all.filter { sql.contains($0) })
            }
        }
        return names
    }

    private static func references(of table: String, _ db: Database) throws -> [Reference] {
        var references: [Int64: Reference] = [:]
        let lines = try db.rows(
            "SELECT id, \"table\", \"from\", \"to\" FROM pragma_foreign_key_list(\(table)) ORDER BY id, seq"
        ) { row in (try row.integer(0), try row.text(1), try row.text(2), try row.readIfPresent(String.self, 3)) }
        for (id, parent, column, target) in lines {
            var reference = references[id] ?? Reference(columns: [], table: parent.lowercased(), targets: [])
            let keys = try db.rows(
                "SELECT name FROM pragma_table_xinfo(\(parent)) WHERE pk > 0 ORDER BY pk", { try $0.text(0) })
            let place = reference.columns.count
            reference.columns.append(column)
            // Without a column, the table's primary key is meant.
            reference.targets.append(target ?? (place < keys.count ? keys[place] : column))
            references[id] = reference
        }
        return references.sorted { $0.key < $1.key }.map(\.value)
    }
}

/// The affinity of a declared type: <https://www.sqlite.org/datatype3.html>, section 3.1.
enum ColumnAffinity {
    case integer, text, blob, real, numeric

    init(declared type: String) {
        let type = type.uppercased()
        func has(_ words: String...) -> Bool { words.contains { type.contains($0) } }
        self =
            if has("INT") {
                .integer
            } else if has("CHAR", "CLOB", "TEXT") {
                .text
            } else if type.isEmpty || has("BLOB") {
                .blob
            } else if has("REAL", "FLOA", "DOUB") {
                .real
            } else {
                .numeric
            }
    }
}
