import CModelSQLite
import ModelStoredForms

/// The schema of a database as SQLite reports it, in a form that is equal if the meaning is the same. It is independent
/// of order; types are compared by their effect on values, and SQL as normalized tokens.
///
/// These are equal, for example: a UNIQUE constraint and a unique index; in a file, a key that allows NULL and a unique
/// index; `VARCHAR(20)` and `TEXT`; a key with and without NOT NULL; a default of NULL and no default; and a foreign
/// key with and without the name of the key to which it refers, deferred or not.
package struct SchemaFacts: Equatable, Sendable {
    struct Item: Hashable, Sendable {
        var kind: SchemaDifference.Kind
        var table: FoldedName
        var name: FoldedName
    }

    struct Index: Equatable, Sendable {
        var name: String
        var sql: String
    }

    struct Fact: Equatable, Sendable {
        /// The form that is compared.
        var meaning: String
        /// The form that messages show.
        var text: String
        var table: String
        var name: String
        /// The index of a unique key; nil if it is a constraint of its table.
        var index: Index?

        static func == (left: Fact, right: Fact) -> Bool { left.meaning.isExactly(right.meaning) }
    }

    /// How the types of columns are compared.
    package enum Types: Sendable {
        /// By their effect on values. Source: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
        case affinity
        /// As declared.
        case declared
        /// As declared; unique indexes by their names, and the columns of a key with NOT NULL.
        case exact
        /// By their effect on values that are already stored: like ``affinity``, without defaults.
        case stored
    }

    private(set) var facts: [Item: Fact] = [:]
    /// Everything that makes the same columns unique: indexes, and nil for a constraint.
    private(set) var uniques: [Item: [Index?]] = [:]
    /// The keys that allow NULL, by table, and the facts about the tables if the keys were unique constraints.
    var nullableKeys: [FoldedName: (unique: Fact, columns: [Fact])] = [:]
    /// The tables to whose keys others refer without naming the columns.
    var keysWithoutNames: Set<FoldedName> = []

    package static func == (left: SchemaFacts, right: SchemaFacts) -> Bool { left.facts == right.facts }

    /// Reads the schema of an open database.
    ///
    /// - Parameters:
    ///   - handle: The connection.
    ///   - types: How types are compared.
    package init(_ handle: OpaquePointer, types: Types = .affinity) throws(SchemaReadingFailure) {
        let entries = try handle.texts(
            "SELECT type, name, tbl_name, coalesce(sql, '') FROM sqlite_master WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'"
        ).filter { !Self.isBookkeeping($0[2]) }
        let shadows = Self.shadows(of: entries.map { ($0[1], $0[3]) })
        for entry in entries {
            let (type, name, table, sql) = (entry[0], entry[1], entry[2], entry[3])
            switch type {
            case "table" where SchemaText.isVirtual(sql):
                add(
                    .table, name, name, SchemaText.virtualTable(sql),
                    "a virtual table: \(SchemaText.virtualTable(sql))")
            case "table" where shadows.contains(FoldedName(name)): continue
            case "table": try addTable(name, TableDeclaration(sql), types, handle)
            case "view":
                let view = SchemaText.view(sql)
                let meaning = [view.columns, view.select].map(SchemaText.normalized).joined(separator: " as ")
                add(.view, name, name, meaning, sql)
            case "trigger": add(.trigger, table, name, SchemaText.trigger(sql), sql)
            default: continue
            }
        }
    }

    /// Whether a table belongs to the runtime itself, such as those with fingerprints and the dates of answers.
    private static func isBookkeeping(_ table: String) -> Bool {
        table.hasPrefix("modelgen_") && !isReplaced(table)
    }

    /// Whether a table is part of a full-text index: it keeps the rows that a write replaces.
    package static func isReplaced(_ table: String) -> Bool { table.hasPrefix("modelgen_replaced_") }

    mutating func add(
        _ kind: SchemaDifference.Kind, _ table: String, _ name: String, _ meaning: String,
        _ text: String? = nil,
        index: Index? = nil
    ) {
        let item = Item(kind: kind, table: FoldedName(table), name: FoldedName(name))
        if kind == .unique { uniques[item, default: []].append(index) }
        facts[item] = Fact(meaning: meaning, text: text ?? meaning, table: table, name: name, index: index)
    }

    /// The names of the tables in which the virtual tables among these statements store their data.
    ///
    /// SQLite itself reports them only since version 3.37 (`pragma_table_list`). Source: `xShadowName` of each module,
    /// in `fts5_main.c`, `fts3.c` and `rtree.c`.
    package static func shadows(of statements: [(name: String, sql: String)]) -> Set<FoldedName> {
        let names = statements.filter { SchemaText.isVirtual($0.sql) }.flatMap { table in
            (shadowSuffixes[SchemaText.module(table.sql)] ?? []).map { FoldedName("\(table.name)_\($0)") }
        }
        return Set(names)
    }

    private static let shadowSuffixes: [String: [String]] = {
        let fts3 = ["content", "docsize", "segdir", "segments", "stat"]
        let rtree = ["node", "parent", "rowid"]
        return [
            "fts3": fts3, "fts4": fts3, "fts5": ["config", "content", "data", "docsize", "idx"],
            "rtree": rtree, "rtree_i32": rtree, "geopoly": rtree,
        ]
    }()

    /// The differences between this schema, which is that of a file, and the expected one. They are sorted by table;
    /// what is missing or restricts something comes first.
    ///
    /// - Parameter file: The connection from which this schema was read.
    package func differences(from expected: SchemaFacts, in file: OpaquePointer) -> [SchemaDifference] {
        readingKeys(of: expected).remaining(from: expected, in: file)
    }

    private func remaining(from expected: SchemaFacts, in file: OpaquePointer) -> [SchemaDifference] {
        if self == expected { return [] }
        let items = Set(facts.keys).union(expected.facts.keys)
        let oneSided = Set(
            items.filter { $0.kind == .table && (facts[$0] == nil) != (expected.facts[$0] == nil) }.map(
                \.table))
        return items.filter { item in
            facts[item] != expected.facts[item] && (item.kind == .table || !oneSided.contains(item.table))
                && !isSameView(item, expected, file)
        }.sorted { left, right in
            (left.table, left.kind.order, left.name) < (right.table, right.kind.order, right.name)
        }.compactMap { item in
            let (found, wanted) = (facts[item], expected.facts[item])
            guard let any = found ?? wanted else { return nil }
            if wanted == nil, let index = any.index {
                return SchemaDifference(
                    kind: .index, table: any.table, name: index.name, found: "UNIQUE (\(any.name))", expected: nil)
            }
            let isStatement = item.kind == .view || item.kind == .trigger
            let texts = [found, wanted].map { isStatement ? $0?.text.onOneLine : $0?.text }
            return SchemaDifference(
                kind: item.kind, table: any.table, name: any.name, found: texts[0], expected: texts[1])
        }
    }

    /// The unique constraints of this schema, which is that of a file, that the expected one has as indexes with other
    /// names.
    package func respelledUniques(of expected: SchemaFacts) -> [RespelledUnique] {
        let read = readingKeys(of: expected)
        return expected.uniques.compactMap { item, wanted -> RespelledUnique? in
            guard let wanted = wanted.compactMap(\.self).first, let found = read.uniques[item],
                let fact = read.facts[item]
            else { return nil }
            let isKey = uniques[item] == nil
            let names = found.compactMap { $0?.name }
            let others = names.filter { !$0.isName(wanted.name) }
            let (isConstraint, isThere) = (names.count < found.count, others.count < names.count)
            if isThere, others.isEmpty, !isConstraint { return nil }
            return RespelledUnique(
                table: fact.table, isConstraint: isConstraint, isKey: isKey, indexes: others,
                create: isThere ? nil : wanted.sql)
        }.sorted { ($0.table, $0.create ?? "") < ($1.table, $1.create ?? "") }
    }

    /// This schema, which is that of a file, with keys as unique constraints that allow NULL where the expected one has
    /// those.
    ///
    /// Source: <https://www.sqlite.org/quirks.html>, "PRIMARY KEYs can sometimes contain NULLs".
    private func readingKeys(of expected: SchemaFacts) -> SchemaFacts {
        var read = self
        for (table, key) in nullableKeys where !keysWithoutNames.contains(table) {
            let item = Item(kind: .unique, table: table, name: FoldedName(key.unique.name))
            let primaryKey = Item(kind: .primaryKey, table: table, name: FoldedName(""))
            guard facts[item] == nil, expected.facts[item] != nil, expected.facts[primaryKey] == nil else { continue }
            read.facts[primaryKey] = nil
            read.facts[item] = key.unique
            read.uniques[item] = [nil]
            for column in key.columns {
                read.facts[Item(kind: .column, table: table, name: FoldedName(column.name))] = column
            }
        }
        return read
    }

    /// Whether a view of the file returns the same rows as the expected one, with different SQL.
    private func isSameView(_ item: Item, _ expected: SchemaFacts, _ file: OpaquePointer) -> Bool {
        guard item.kind == .view, let found = facts[item], let wanted = expected.facts[item] else { return false }
        return file.isView(found.text, like: wanted.text)
    }
}

/// A unique constraint or index of a file whose form differs from that of the schema.
package struct RespelledUnique: Equatable, Sendable {
    package var table: String
    /// Whether it is a constraint of its table.
    package var isConstraint: Bool
    /// Whether that constraint is the primary key.
    package var isKey: Bool
    /// The equivalent indexes with other names.
    package var indexes: [String]
    /// The statement that creates the schema's index; nil if it exists.
    package var create: String?
}

extension SchemaDifference.Kind {
    fileprivate var order: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

/// SQLite's message about a schema that cannot be read.
package struct SchemaReadingFailure: Error {
    package var code: Int32
    package var message: String
}

extension OpaquePointer {
    /// Whether statements have violated foreign keys since these were deferred, and nothing has repaired that. Source:
    /// <https://www.sqlite.org/c3ref/c_dbstatus_options.html>.
    package var hasPendingReferences: Bool {
        var (current, highest): (Int32, Int32) = (0, 0)
        sqlite3_db_status(self, SQLITE_DBSTATUS_DEFERRED_FKS, &current, &highest, 0)
        return current != 0
    }

    /// The rows of a query, with each value as text; NULL is empty.
    package func texts(_ sql: String) throws(SchemaReadingFailure) -> [[String]] {
        var statement: OpaquePointer?
        defer { sqlite3_finalize(statement) }
        var code = sqlite3_prepare_v2(self, sql, -1, &statement, nil)
        var rows: [[String]] = []
        while code == SQLITE_OK || code == SQLITE_ROW {
            code = sqlite3_step(statement)
            guard code == SQLITE_ROW else { break }
            rows.append(
                (0..<sqlite3_column_count(statement)).map { index in
                    sqlite3_column_text(statement, index).map { String(cString: $0) } ?? ""
                })
        }
        guard code == SQLITE_DONE else {
            throw SchemaReadingFailure(code: code, message: String(cString: sqlite3_errmsg(self)))
        }
        return rows
    }
}

extension String {
    var onOneLine: String { split(whereSeparator: \.isWhitespace).joined(separator: " ") }
}
