import ModelgenSchema

/// The facts about a table as a whole.
struct TableFact {
    var key: String
    var isStrict: Bool
    var isWithoutRowID: Bool

    init(_ value: String) {
        var rest = value
        for option in [" WITHOUT ROWID", " AUTOINCREMENT", " STRICT"] where (" " + rest).contains(option) {
            rest = rest.replacing(option, with: "")
        }
        isStrict = (" " + value).contains(" STRICT")
        isWithoutRowID = (" " + value).contains(" WITHOUT ROWID")
        key = value.hasPrefix("PRIMARY KEY") ? rest : ""
    }
}

/// The declaration of a column, split into parts.
struct ColumnFact: Equatable {
    var type = ""
    /// The SQL after DEFAULT.
    var standard: String?
    var isRequired = false
    var collation = ""
    var check = ""
    var generated = ""

    init(_ value: String) {
        let tokens = sqlTokens(value).filter { $0.kind != .space }
        var index = tokens.firstIndex(where: Self.startsClause) ?? tokens.endIndex
        type = canonicalType(tokens[..<index])
        while index < tokens.count {
            let clause = tokens[index].text.uppercased()
            var text: [String] = []
            var depth = 0
            index += 1
            while index < tokens.count, depth > 0 || !Self.startsClause(tokens[index]) {
                depth += tokens[index].nesting
                text.append(tokens[index].text)
                index += 1
            }
            switch clause {
            case "NOT": isRequired = true
            case "DEFAULT": standard = text.joined(separator: " ")
            case "COLLATE": collation = text.joined(separator: " ").uppercased()
            case "CHECK": check = text.joined(separator: " ")
            case "GENERATED": generated = text.joined(separator: " ")
            default: break
            }
        }
    }

    /// Whether rows get NULL if they do not set the column.
    var defaultsToNull: Bool { standard.map { SQLText($0).isNull } ?? true }

    /// A Swift type whose values are stored in this way.
    var swiftType: String {
        // Anything else is NUMERIC (https://www.sqlite.org/datatype3.html, 3.1).
        if type.contains("INT") { return "Int64" }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return "String" }
        return type == "BLOB" ? "Data" : "Double"
    }

    static func startsClause(_ token: SQLToken) -> Bool { clauses.contains { token.isWord($0) } }

    private static let clauses = ["NOT", "DEFAULT", "COLLATE", "CHECK", "GENERATED", "PRIMARY", "REFERENCES", "UNIQUE"]
}
