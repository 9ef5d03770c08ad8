import ModelgenSchema

/// What only the SQL of a CREATE TABLE shows, in addition to SQLite's pragmas.
struct TableText {
    struct Check: Hashable {
        var name: String?
        var expression: String
    }

    struct Column {
        var collation: String?
        var checks: [Check] = []
        var generated: String?
    }

    private(set) var columns: [FoldedName: Column] = [:]
    private(set) var checks: [Check] = []
    private(set) var isAutoincrement = false
    private(set) var isStrict = false
    private(set) var isWithoutRowID = false
    /// What the schema language cannot express.
    private(set) var untold: [ImportNote] = []

    init(_ sql: String) {
        let tokens = sqlTokens(sql)
        guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
            let close = tokens.lastIndex(where: { $0.isSymbol(")") }), open < close
        else { return }
        let options = tokens[(close + 1)...]
        isStrict = options.contains { $0.isWord("STRICT") }
        isWithoutRowID = options.contains { $0.isWord("WITHOUT") }
        for definition in SchemaText.list(tokens[(open + 1)..<close]) { read(definition) }
    }

    private static let tableWords: Set<String> = ["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"]

    private mutating func read(_ definition: [SQLToken]) {
        let places = definition.indices.filter { definition[$0].kind != .space }
        let tokens = places.map { definition[$0] }
        guard let first = tokens.first else { return }
        let isTableConstraint = first.kind == .word && Self.tableWords.contains(first.text.uppercased())
        let name = first.declaredName ?? first.text
        var column = Column()
        var constraint: String?
        var depth = 0
        for (index, token) in tokens.enumerated() {
            depth += token.nesting
            // Also in `PRIMARY KEY (id AUTOINCREMENT)`.
            if token.isWord("AUTOINCREMENT") { isAutoincrement = true }
            guard depth == 0, isTableConstraint || index > 0, token.kind == .word else { continue }
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            switch token.text.uppercased() {
            case "CONSTRAINT": constraint = next?.name
            case "CHECK":
                let check = Check(name: constraint, expression: definition[places[index]...].firstGroup.onOneLine)
                constraint = nil
                if isTableConstraint { checks.append(check) } else { column.checks.append(check) }
            case "COLLATE" where !isTableConstraint: column.collation = next?.declaredName
            case "AS" where !isTableConstraint:
                column.generated = definition[places[index]...].firstGroup.onOneLine
            case "CONFLICT" where index > 0 && tokens[index - 1].isWord("ON"):
                if let next, !next.isWord("ABORT") {
                    untold.append(
                        .clause(
                            "ON CONFLICT \(next.text.uppercased())", of: isTableConstraint ? .constraint : .column(name)
                        ))
                }
            case "DEFERRABLE":
                let isDeferred =
                    next?.isWord("INITIALLY") == true && index + 2 < tokens.count
                    && tokens[index + 2].isWord("DEFERRED")
                let isNegated = index > 0 && tokens[index - 1].isWord("NOT")
                if isDeferred, !isNegated {
                    untold.append(
                        .clause("DEFERRABLE INITIALLY DEFERRED", of: isTableConstraint ? .foreignKey : .column(name)))
                }
            case "PRIMARY", "UNIQUE", "REFERENCES", "NOT", "DEFAULT", "FOREIGN": constraint = nil
            default: break
            }
        }
        if !isTableConstraint { columns[FoldedName(name)] = column }
    }
}
