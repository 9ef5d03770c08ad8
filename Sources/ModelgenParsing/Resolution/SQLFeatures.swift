import ModelgenDiagnostics
import ModelgenSchema

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
        for (index, token) in tokens.enumerated() {
            let next = index + 1 < tokens.count ? tokens[index + 1] : nil
            if token.kind == .symbol, token.text.hasPrefix("->") {
                features.append(SQLFeature(name: "`\(token.text)`", minor: 38))
            }
            guard token.kind == .word else { continue }
            let word = token.text.uppercased()
            if next?.isSymbol("(") == true, let minor = functions[word] {
                features.append(SQLFeature(name: "`\(token.text)()`", minor: minor))
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
        (("DISTINCT", "FROM"), 39), (("NULLS", "FIRST"), 30), (("NULLS", "LAST"), 30),
    ]

    private static let functions: [String: Int] = [
        "IIF": 32, "FORMAT": 38, "UNIXEPOCH": 38, "UNHEX": 41, "TIMEDIFF": 43, "OCTET_LENGTH": 43, "CONCAT": 44,
        "CONCAT_WS": 44, "STRING_AGG": 44,
    ]
}

extension ModelSubject {
    /// The SQL of its checks, generated columns and indexes.
    var expressionNodes: [Node] {
        let ofFields = fields.flatMap { item in
            [item.entries?[.check], item.entries?[.generated]].compactMap { $0 }.flatMap(\.sqlTexts)
        }
        return ofFields + [ModelKey.checks, .unique, .indexes].flatMap { entries[$0]?.sqlTexts ?? [] }
    }

    /// The same, with that of its view and queries.
    var sqlNodes: [Node] {
        let queries = entries[.queries]?.entries.compactMap { $0.value.entry(QueryKey.sql.rawValue)?.value } ?? []
        return expressionNodes + [entries[.view]].compactMap { $0 } + queries
    }
}

extension Node {
    /// The strings in it that are SQL or field names: the elements of a list, and `sql`, `expression` and `where`.
    fileprivate var sqlTexts: [Node] {
        switch content {
        case .scalar: [self]
        case .sequence(let elements): elements.flatMap(\.sqlTexts)
        case .mapping(let entries):
            entries.filter { ["sql", "expression", "where", "fields"].contains($0.name) }.flatMap { $0.value.sqlTexts }
        }
    }
}
