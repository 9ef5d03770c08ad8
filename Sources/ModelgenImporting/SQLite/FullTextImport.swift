import ModelgenSchema
import ModelgenVerification

/// The FTS5 tables that `fullText` in the schema language would create: with the name of the table and `_fts`, over its
/// contents, with the triggers that keep it in sync.
struct FullTextImport {
    /// The columns by table, in lower case.
    private(set) var columns: [String: [String]] = [:]
    /// The names, in lowercase, of everything that this covers.
    private(set) var told: Set<String> = []

    init(_ original: OriginalDatabase, tables: [TableFacts]) {
        for entry in original.entries where entry.type == "table" && SchemaText.isVirtual(entry.sql) {
            let tokens = sqlTokens(entry.sql).filter { $0.kind != .space }
            guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
                tokens[..<open].last?.isWord("FTS5") == true
            else { continue }
            let arguments = tokens.firstList
            let names = arguments.filter { $0.count == 1 }.compactMap { $0[0].name }
            let options = arguments.filter { $0.count > 1 }.compactMap { $0[0].name?.lowercased() }.sorted()
            let events = ["insert", "delete", "update"].map { "\(entry.name)_\($0)".lowercased() }
            let triggers = original.entries.filter { $0.type == "trigger" }.map { $0.name.lowercased() }
            guard options == ["content", "content_rowid"], events.allSatisfy(triggers.contains),
                let table = tables.first(where: { "\($0.name)_fts" == entry.name })
            else { continue }
            guard !table.text.isWithoutRowID, names.allSatisfy({ table.column($0) != nil }),
                columns[table.name.lowercased()] == nil
            else { continue }
            columns[table.name.lowercased()] = names
            told.insert(entry.name.lowercased())
            told.formUnion(events + ["inserting", "updating"].map { "\(entry.name)_\($0)".lowercased() })
        }
    }
}
