import Foundation
import ModelSQLite
import ModelSchemas

/// What a table in the file has beyond its version: columns with their values, and indexes and triggers made by another
/// program. They are kept when the table is rebuilt.
package struct TableAdditions {
    /// The column declarations, and the column names.
    private(set) var columns: [(name: String, declaration: String, isGenerated: Bool)] = []
    /// Indexes and triggers by name.
    private(set) var objects: [(name: String, sql: String)] = []
    /// The columns of foreign keys that are checked when the transaction commits.
    private let deferred: Set<String>

    /// - Parameter rebuild: its new columns and those that it drops are ours; all others are not.
    init(_ rebuild: TableRebuild, _ connection: Connection) throws {
        let table = rebuild.table.literalForSQL
        let new = TableDeclaration(rebuild.create)
        let own = Set(new.columns.keys).union(rebuild.dropping.map { $0.lowercased() })
        let declared = TableDeclaration(try connection.createSQL(of: rebuild.table))
        deferred = declared.deferred
        // A table that was not STRICT may have columns of any type, and other values in them.
        let becomesStrict = new.options.contains("STRICT") && !declared.options.contains("STRICT")
        for column in try connection.columns(of: rebuild.table) where !own.contains(column.name.lowercased()) {
            let isLoose = rebuild.loosening.contains(column.name)
            let name = column.name.quotedForSQL
            let declaration =
                isLoose ? "\(name) \(column.type)" : declared.columns[column.name.lowercased()] ?? name
            columns.append(
                (
                    column.name, becomesStrict ? TableDeclaration.retyped(declaration, as: "ANY") : declaration,
                    column.isGenerated && !isLoose
                ))
        }
        objects = try connection.rows(
            """
            SELECT name, sql FROM sqlite_master \
            WHERE type IN ('index', 'trigger') AND sql IS NOT NULL AND tbl_name = \(table) COLLATE NOCASE ORDER BY rowid
            """
        ).map { ($0[0], $0[1]) }
    }
}

extension TableAdditions {
    /// The rebuild, with these columns added to the new table and to the copy.
    func added(to rebuild: TableRebuild) throws -> TableRebuild {
        if columns.isEmpty, deferred.isEmpty { return rebuild }
        let names = columns.filter { !$0.isGenerated }.map(\.name.quotedForSQL)
        let own = TableDeclaration.deferring(deferred, in: rebuild.create)
        guard let create = columns.isEmpty ? own : TableDeclaration.adding(columns.map(\.declaration), to: own),
            let copy = names.isEmpty ? rebuild.copy : Self.copying(names, in: rebuild.copy)
        else {
            throw SQLiteError.misuse(
                "the columns \(columns.map(\.name).joined(separator: ", ")) of \(rebuild.table) cannot be preserved when it is rebuilt"
            )
        }
        return TableRebuild(
            table: rebuild.table, create: create, copy: copy, restore: rebuild.restore, counter: rebuild.counter,
            dropping: rebuild.dropping)
    }

    /// Creates again what was deleted with the table and does not exist yet.
    package func restore(_ connection: Connection) throws {
        for (name, sql) in objects {
            if try !connection.has(name) { try connection.run(sql) }
        }
    }

    /// `INSERT INTO new (…, name) SELECT …, name FROM old`
    private static func copying(_ names: [String], in copy: String) -> String? {
        var tokens = sqlTokens(copy)
        let list = SQLToken(.space, names.map { ", " + $0 }.joined())
        guard let select = tokens.firstIndex(where: { $0.isWord("SELECT") }),
            let close = tokens[..<select].lastIndex(where: { $0.isSymbol(")") })
        else { return nil }
        var depth = 0
        var found: Int?
        for index in tokens.indices.dropFirst(select) {
            depth += tokens[index].nesting
            if depth == 0, tokens[index].isWord("FROM") { found = index }
        }
        guard let found else { return nil }
        tokens.insert(SQLToken(.space, list.text + " "), at: found)
        tokens.insert(list, at: close)
        return tokens.sql
    }
}
