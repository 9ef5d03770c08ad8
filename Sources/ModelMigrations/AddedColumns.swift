import Foundation
import ModelSQLite
import ModelSchemas

/// The columns of a table that its version does not have, with their values. They are preserved when the table is
/// rebuilt.
struct AddedColumns {
    /// The names and declarations of the columns.
    private var columns: [(name: String, declaration: String, isGenerated: Bool)] = []
    /// The columns of foreign keys that are checked when the transaction commits.
    private let deferred: Set<String>

    /// - Parameter rebuild: The columns that it adds or drops belong to the schema; all others do not.
    init(_ rebuild: TableRebuild, _ connection: Connection) throws {
        let new = TableDeclaration(rebuild.create)
        let own = Set(new.columns.keys).union(rebuild.dropping.map { FoldedName($0) })
        let declared = try connection.declaration(of: rebuild.table)
        deferred = declared.deferred
        // A table that was not STRICT may have columns of any type, and values that do not match it.
        let becomesStrict = new.options.contains("STRICT") && !declared.options.contains("STRICT")
        for column in try connection.columns(of: rebuild.table) where !own.contains(FoldedName(column.name)) {
            var declaration = declared.columns[FoldedName(column.name)] ?? column.name.quotedForSQL
            if rebuild.loosening.contains(where: column.isNamed) {
                declaration = TableDeclaration.loosened(declaration)
            }
            if becomesStrict { declaration = TableDeclaration.retyped(declaration, as: "ANY") }
            columns.append((column.name, declaration, column.isGenerated))
        }
    }

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
            table: rebuild.table, create: create, copy: copy, counter: rebuild.counter, dropping: rebuild.dropping)
    }

    /// `INSERT INTO new (…, name) SELECT …, name FROM old`
    private static func copying(_ names: [String], in copy: String) -> String? {
        var tokens = sqlTokens(copy)
        let list = SQLToken(.space, names.map { ", " + $0 }.joined())
        guard let selected = selection(in: tokens),
            let close = tokens[..<selected.lowerBound].lastIndex(where: { $0.isSymbol(")") })
        else { return nil }
        tokens.insert(SQLToken(.space, list.text + " "), at: selected.upperBound)
        tokens.insert(list, at: close)
        return tokens.map(\.text).joined()
    }

    /// The range from SELECT to FROM.
    fileprivate static func selection(in tokens: [SQLToken]) -> Range<Int>? {
        guard let select = tokens.firstIndex(where: { $0.isWord("SELECT") }) else { return nil }
        var depth = 0
        var found: Int?
        for index in tokens.indices.dropFirst(select) {
            depth += tokens[index].nesting
            if depth == 0, tokens[index].isWord("FROM") { found = index }
        }
        return found.map { select..<$0 }
    }
}

extension TableRebuild {
    /// The names from which the copy computes values: those of columns, but also of functions and keywords.
    var copiedNames: Set<FoldedName> {
        let tokens = sqlTokens(copy)
        let selected = AddedColumns.selection(in: tokens) ?? tokens.indices
        return Set(tokens[selected].compactMap { $0.name.map { FoldedName($0) } })
    }
}
