/// What no pragma says about a table: it stands only in its CREATE TABLE.
package struct TableDeclaration: Sendable {
    /// `STRICT`, `WITHOUT ROWID`, `AUTOINCREMENT`, and what a key of several columns does on a conflict.
    private(set) var options: Set<String> = []
    private(set) var checks: Set<String> = []
    /// Collation, expression and conflicts of a column, by its name in lower case.
    private(set) var details: [String: String] = [:]
    /// The columns of foreign keys that are checked at the commit, in lower case and in order.
    private(set) var deferred: Set<String> = []
    /// Each column as it is declared, by its name in lower case.
    package private(set) var columns: [String: String] = [:]

    package init(_ sql: String) {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        guard let open = tokens.firstIndex(where: { $0.isSymbol("(") }),
            let close = tokens.lastIndex(where: { $0.isSymbol(")") }), open < close
        else { return }
        let words = tokens[(close + 1)...].compactMap { $0.name?.uppercased() }
        if words.contains("STRICT") { options.insert("STRICT") }
        if words.contains("WITHOUT") { options.insert("WITHOUT ROWID") }
        for definition in SchemaText.list(tokens[(open + 1)..<close]) { read(definition) }
    }

    private mutating func read(_ definition: [SQLToken]) {
        guard let first = definition.first, let name = first.name?.lowercased() else { return }
        let isColumn = !["CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN"].contains {
            first.isWord($0)
        }
        var details: [String] = []
        var depth = 0
        for (index, token) in definition.enumerated() {
            if token.isSymbol("(") { depth += 1 }
            if token.isSymbol(")") { depth -= 1 }
            guard depth == 0, index > 0 || !isColumn else { continue }
            let next = index + 1 < definition.count ? definition[index + 1] : nil
            if token.isWord("CHECK") { checks.insert(SchemaText.group(after: index, in: definition)) }
            if token.isWord("AUTOINCREMENT") { options.insert("AUTOINCREMENT") }
            if token.isWord("AS") {
                details.append("AS (\(SchemaText.group(after: index, in: definition)))")
            }
            if token.isWord("COLLATE"), let collation = next?.name?.lowercased(), collation != "binary" {
                details.append("COLLATE \(collation)")
            }
            if token.isWord("CONFLICT"), let policy = next?.name?.uppercased(), policy != "ABORT" {
                details.append("ON CONFLICT \(policy)")
            }
            if token.isWord("DEFERRED") {
                deferred.insert(isColumn ? name : Self.foreignColumns(definition))
            }
        }
        if isColumn {
            columns[name] = definition.map(\.text).joined(separator: " ")
            if !details.isEmpty { self.details[name] = details.sorted().joined(separator: " ") }
        } else {
            options.formUnion(details.filter { $0.hasPrefix("ON CONFLICT") })
        }
    }

    /// `a, b` of `FOREIGN KEY (b, a) REFERENCES …`
    private static func foreignColumns(_ definition: [SQLToken]) -> String {
        guard let open = definition.firstIndex(where: { $0.isSymbol("(") }),
            let close = definition[open...].firstIndex(where: { $0.isSymbol(")") })
        else { return "" }
        return definition[open..<close].compactMap { $0.name?.lowercased() }.sorted().joined(
            separator: ", ")
    }
}
