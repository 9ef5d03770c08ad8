import ModelgenPlanning
import ModelgenSchema

/// Turns a view into the entries of a model.
struct ViewImport {
    let name: String
    let sql: String
    let columns: [TableFacts.Column]
    let values: [FoldedName: ColumnFacts]
    let names: DatabaseNames
    private let types: ColumnTypes
    private let origins: [ResultColumn.Origin?]
    private(set) var guesses: [String] = []

    init(
        _ entry: DatabaseFacts.Entry, of original: OriginalDatabase, columns: [TableFacts.Column], types: ColumnTypes,
        names: DatabaseNames
    ) {
        name = entry.name
        self.columns = columns
        values = original.facts.columns[FoldedName(entry.name)] ?? [:]
        self.types = types
        self.names = names
        sql = Self.select(entry.sql, columns.map(\.name))
        origins = original.origins(of: entry.name, sql)
    }

    /// The SELECT of a CREATE VIEW; if the view names its columns, they precede it.
    private static func select(_ sql: String, _ columns: [String]) -> String {
        let tokens = sqlTokens(sql)
        guard let start = tokens.firstIndex(where: { $0.isWord("AS") }) else { return sql }
        let head = tokens[..<start]
        // A comment to the end of the line would swallow what is appended; any comment separates words.
        var select = ""
        var space = ""
        for token in tokens[(start + 1)...] {
            guard token.kind != .space else {
                let isComment = token.text.hasPrefix("--") || token.text.hasPrefix("/*")
                space += isComment ? " " : token.text
                continue
            }
            select += space.withoutBlanksAtEnds + token.text
            space = ""
        }
        select = select.trimmed
        guard head.contains(where: { $0.isSymbol("(") }) else { return select }
        let list = columns.map { SQLName($0).quoted }.joined(separator: ", ")
        // A table with its name would be hidden.
        let name = "named".different(from: tokens.compactMap(\.declaredName))
        return "WITH \(name) (\(list)) AS (\(select)) SELECT \(list) FROM \(name)"
    }

    mutating func entries() -> [YAMLEntry] {
        var fields: [YAMLEntry] = []
        for (index, column) in columns.enumerated() {
            guard let field = names.field(column.name, of: name) else { continue }
            let own = values[FoldedName(column.name)]
            let typing = ColumnTyping(column, values: own)
            var type = typing.type
            // The present rows do not show all that a table's column may contain.
            if origins.indices.contains(index), let origin = origins[index], let told = types.type(of: origin),
                typing.fits(told)
            {
                type = told
                (type.comment, type.isGuess) = (nil, false)
            }
            // As far as SQLite knows, any column of a view may be NULL.
            if column.declaredType.isEmpty, type.comment != nil {
                type.comment = (own?.count ?? 0) == 0 ? "computed, and no values to look at" : nil
                type.isGuess = type.comment != nil
            }
            if type.isGuess { guesses.append("`\(field)` \(type.comment ?? "has no clear type")") }
            var parts = [YAMLEntry("type", .plain(type.name + "?"))]
            if names.options.columns.name(for: field) != column.name {
                parts.append(YAMLEntry("column", .text(column.name)))
            }
            if let transformer = type.transformer { parts.append(YAMLEntry("transformer", .text(transformer))) }
            fields.append(
                YAMLEntry(field.text, parts.count == 1 ? parts[0].value : .map(parts), beside: type.comment))
        }
        return [
            YAMLEntry("table", .text(name)), YAMLEntry("view", .lines(sql)), YAMLEntry("fields", .block(fields)),
        ]
    }
}

extension String {
    /// White space without blanks at the ends of lines.
    fileprivate var withoutBlanksAtEnds: String {
        let lines = split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return String(repeating: "\n", count: lines.count - 1) + (lines.last ?? "")
    }
}
