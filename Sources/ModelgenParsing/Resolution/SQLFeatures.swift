import ModelgenDiagnostics
import ModelgenSchema

extension SQLiteVersion {
    /// A version that has everything, for a database whose version was reported.
    static let unknown = SQLiteVersion(major: 3, minor: .max)

    /// The oldest version that has everything that the SQL in these models uses, but at least the default.
    package static func required(by models: [SourceFile]) -> SQLiteVersion {
        var ignored: [Diagnostic] = []
        let documents = models.flatMap { compose($0, &ignored).documents }
        let sql = documents.flatMap { $0[FileKey.models]?.entries ?? [] }
            .flatMap { WrittenSQL.all(in: $0.value, with: ModelKey.keyTable) }
        let minors = sql.flatMap { SQLFeature.all(in: $0.node.text ?? "") }.map(\.minor)
        return max(.default, SQLiteVersion(major: 3, minor: minors.max() ?? 0))
    }
}

/// A feature of SQLite's language that was added in some version.
struct SQLFeature {
    /// Its name in messages.
    let name: String
    /// The minor version number: 38 for 3.38.
    let minor: Int

    /// The features that a string uses and the first versions lacked, in order of occurrence
    /// (https://www.sqlite.org/changes.html).
    ///
    /// Function names count only if they are called.
    static func all(in sql: String) -> [SQLFeature] {
        let tokens = sqlTokens(sql).filter { $0.kind != .space }
        var features: [SQLFeature] = []
        // For each open parenthesis the name of the function, if it is that of a call.
        var calls: [String?] = []
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            if token.isSymbol("(") { calls.append(next.flatMap { call(tokens[..<index].last, with: $0) }) }
            if token.isSymbol(")") { _ = calls.popLast() }
            if token.isWord("ORDER"), next?.isWord("BY") == true, let call = calls.last ?? nil {
                features.append(SQLFeature(name: "ORDER BY in `\(call)()`", minor: 44))
            }
            if token.kind == .symbol, token.text.hasPrefix("->") {
                features.append(SQLFeature(name: "`\(token.text)`", minor: 38))
            }
            guard token.kind == .word else { continue }
            let word = token.text.uppercased()
            if next?.isSymbol("(") == true {
                let minor = functions[word] ?? (word.hasPrefix("JSONB_") ? functions["JSONB"] : nil)
                if let minor { features.append(SQLFeature(name: "`\(token.text)()`", minor: minor)) }
            }
            for (pair, minor) in pairs where word == pair.0 && next?.isWord(pair.1) == true {
                features.append(SQLFeature(name: "\(pair.0) \(pair.1)", minor: minor))
            }
            if word == "RETURNING" || word == "MATERIALIZED" { features.append(SQLFeature(name: word, minor: 35)) }
        }
        return features
    }

    private static let pairs: [((String, String), Int)] = [
        (("RIGHT", "JOIN"), 39), (("FULL", "JOIN"), 39), (("FULL", "OUTER"), 39), (("RIGHT", "OUTER"), 39),
        (("DISTINCT", "FROM"), 39), (("NULLS", "FIRST"), 30), (("NULLS", "LAST"), 30), (("DROP", "COLUMN"), 35),
    ]

    private static let functions: [String: Int] = [
        "IIF": 32, "SUBSTRING": 34, "FORMAT": 38, "UNIXEPOCH": 38, "UNHEX": 41, "JSON_ERROR_POSITION": 42,
        "TIMEDIFF": 43, "OCTET_LENGTH": 43, "CONCAT": 44, "CONCAT_WS": 44, "STRING_AGG": 44, "JSONB": 45,
        "JSON_PRETTY": 46, "IF": 48, "UNISTR": 50, "UNISTR_QUOTE": 50,
    ]

    /// The words before parentheses that may contain an ORDER BY in all versions: of a window, a subquery or a table.
    private static let listWords = ["OVER", "AS", "IN", "EXISTS", "FROM", "JOIN", "WITHIN", "GROUP"]

    /// The name of the function, if a word before a parenthesis is one. An ORDER BY in a subquery belongs to that.
    private static func call(_ token: SQLToken?, with first: SQLToken) -> String? {
        guard let token, token.kind == .word, !listWords.contains(where: { token.isWord($0) }),
            !["SELECT", "WITH", "VALUES"].contains(where: { first.isWord($0) })
        else { return nil }
        return token.text
    }
}
