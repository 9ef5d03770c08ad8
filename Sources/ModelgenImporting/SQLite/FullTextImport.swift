import ModelgenSchema
import ModelgenVerification

/// The FTS5 tables that `fullText` in the schema language would create: with the name of the table and `_fts`, over its
/// contents, with the triggers that keep it in sync.
struct FullTextImport {
    /// The columns by table.
    private(set) var columns: [FoldedName: [String]] = [:]
    /// The names of the tables and triggers that this covers.
    private(set) var covered: Set<FoldedName> = []

    init(_ original: OriginalDatabase, tables: [TableFacts]) {
        for entry in original.entries where entry.type == "table" && SchemaText.isVirtual(entry.sql) {
            let tokens = sqlTokens(entry.sql).filter { $0.kind != .space }
            guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
                tokens[..<open].last?.isWord("FTS5") == true
            else { continue }
            let arguments = tokens.firstList
            let names = arguments.filter { $0.count == 1 }.compactMap { $0[0].name }
            let options = arguments.filter { $0.count > 1 }.compactMap { $0[0].name?.folded }.sorted()
            let events = ["insert", "delete", "update"].map { FoldedName("\(entry.name)_\($0)") }
            let triggers = original.entries.filter { $0.type == "trigger" }.map { FoldedName($0.name) }
            guard options == ["content", "content_rowid"], events.allSatisfy(triggers.contains),
                let table = tables.first(where: { SQLName($0.name).fullTextTable.folded == FoldedName(entry.name) })
            else { continue }
            guard !table.text.isWithoutRowID, names.allSatisfy({ table.column($0) != nil }),
                columns[FoldedName(table.name)] == nil
            else { continue }
            columns[FoldedName(table.name)] = names
            covered.insert(FoldedName(entry.name))
            covered.formUnion(events + ["inserting", "updating"].map { FoldedName("\(entry.name)_\($0)") })
        }
    }
}
