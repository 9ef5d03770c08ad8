/// Converts the SQL of a schema to a form that is equal if the meaning is the same.
package enum SchemaText {
    /// The tokens, without parentheses around all of them.
    static func normalized(_ tokens: some Sequence<SQLToken>) -> String {
        var parts = normalizedSQL(tokens)
        while parts.last == ";" { parts.removeLast() }
        return unwrapped(parts).joined(separator: " ")
    }

    private static func unwrapped(_ parts: [String]) -> [String] {
        var parts = parts
        while parts.first == "(", parts.last == ")", closing(parts) == parts.count - 1 {
            parts = Array(parts.dropFirst().dropLast())
        }
        return parts
    }

    /// The index of the parenthesis that closes the first one.
    private static func closing(_ parts: [String]) -> Int? {
        var depth = 0
        for (index, part) in parts.enumerated() {
            if part == "(" { depth += 1 }
            if part == ")" { depth -= 1 }
            if depth == 0 { return index }
        }
        return nil
    }

    /// The tokens between the next pair of parentheses.
    static func group(after index: Int, in tokens: [SQLToken]) -> String {
        var depth = 0
        var inner: [SQLToken] = []
        for token in tokens[(index + 1)...] {
            depth += token.nesting
            inner.append(token)
            if depth == 0 { break }
        }
        return normalized(inner)
    }

    /// The parts between commas, except for those inside parentheses.
    package static func list(_ tokens: some Sequence<SQLToken>) -> [[SQLToken]] {
        var list: [[SQLToken]] = [[]]
        var depth = 0
        for token in tokens {
            depth += token.nesting
            if depth == 0, token.isSymbol(",") {
                list.append([])
            } else {
                list[list.count - 1].append(token)
            }
        }
        return list
    }

    /// The tokens with a string for each name in double quotes that no column has, as SQLite reads it:
    /// <https://www.sqlite.org/quirks.html#dblquote>.
    ///
    /// - Parameters:
    ///   - tokens: The SQL of a check, of a generated column or of an index, without white space.
    ///   - columns: The columns of the table.
    static func quotingStrings(in tokens: [SQLToken], besides columns: Set<FoldedName>) -> [SQLToken] {
        tokens.enumerated().map { place, token in
            guard token.kind == .quotedName, token.text.hasPrefix("\""), let name = token.name,
                !columns.contains(FoldedName(name))
            else { return token }
            let previous = tokens[..<place].last
            let next = tokens[(place + 1)...].first
            // The names of tables, functions, collations and types are not strings.
            let isOther =
                [".", "("].contains { next?.isSymbol($0) == true } || previous?.isSymbol(".") == true
                || ["COLLATE", "AS"].contains { previous?.isWord($0) == true }
            return isOther ? token : SQLToken(.string, name.literalForSQL)
        }
    }

    private static func tokens(_ sql: String) -> [SQLToken] {
        sqlTokens(sql).filter { $0.kind != .space }
    }

    package static func isVirtual(_ sql: String) -> Bool {
        tokens(String(sql.prefix(60))).dropFirst().first?.isWord("VIRTUAL") == true
    }

    /// The module of a virtual table, in lowercase.
    static func module(_ sql: String) -> String {
        let tokens = tokens(sql)
        let using = tokens.firstIndex { $0.isWord("USING") } ?? tokens.startIndex
        return tokens[using...].dropFirst().first?.declaredName?.folded ?? ""
    }

    /// A default; empty if it is NULL. A bare word here is a string, and so is one in double quotes. Source:
    /// <https://www.sqlite.org/lang_createtable.html#dfltval>.
    static func defaultValue(_ sql: String) -> String {
        let tokens = tokens(sql)
        var parts = normalized(tokens)
        if tokens.count == 1, let token = tokens.first, let name = token.name {
            switch (token.kind, name.uppercased()) {
            case (.word, "NULL"): return ""
            case (.word, "TRUE"): return "1"
            case (.word, "FALSE"): return "0"
            case (.word, let word) where word.hasPrefix("CURRENT_"): return word.folded
            default: return name.literalForSQL
            }
        }
        if parts.hasPrefix("+ ") { parts.removeFirst(2) }
        // `0.00` equals `0.0`.
        let digits = parts.filter { $0 != " " }
        if digits.contains("."), let number = Double(digits) { return String(number) }
        return parts.uppercased() == "NULL" ? "" : parts
    }

    /// The names that a view declares for its columns, if any, and its SELECT.
    static func view(_ sql: String) -> (columns: [SQLToken], select: [SQLToken]) {
        let tokens = tokens(sql)
        var depth = 0
        let start = tokens.firstIndex { token in
            depth += token.nesting
            return depth == 0 && token.isWord("AS")
        }
        guard let start else { return ([], tokens) }
        let columns = tokens[..<start].firstIndex { $0.isSymbol("(") }.map { tokens[$0..<start] } ?? []
        return (Array(columns), tokens[(start + 1)...].filter { !$0.isSymbol(";") })
    }

    /// Everything after the name of a trigger.
    static func trigger(_ sql: String) -> String {
        let tokens = tokens(sql)
        let moments = ["BEFORE", "AFTER", "INSTEAD", "DELETE", "INSERT", "UPDATE"]
        let start =
            tokens.firstIndex { token in moments.contains { token.isWord($0) } } ?? tokens.startIndex
        // BEFORE is the default: https://www.sqlite.org/lang_createtrigger.html
        let isSaid = ["BEFORE", "AFTER", "INSTEAD"].contains {
            tokens.dropFirst(start).first?.isWord($0) == true
        }
        let rest = tokens[start...]
        let body = rest.firstIndex { $0.isWord("WHEN") || $0.isWord("BEGIN") } ?? rest.endIndex
        let event = rest[..<body].filter { token in
            !["FOR", "EACH", "ROW"].contains { token.isWord($0) }
        }
        return (isSaid ? "" : "before ") + normalized(event + rest[body...])
    }

    /// A module with its arguments. The order of those with a value and quoting don't matter.
    static func virtualTable(_ sql: String) -> String {
        let tokens = tokens(sql)
        guard let using = tokens.firstIndex(where: { $0.isWord("USING") }) else {
            return normalized(tokens)
        }
        let rest = tokens[(using + 1)...]
        guard let module = rest.first?.name?.folded,
            let open = rest.firstIndex(where: { $0.isSymbol("(") }),
            let close = rest.lastIndex(where: { $0.isSymbol(")") }), open < close
        else { return normalized(rest) }
        let arguments = list(rest[(open + 1)..<close]).map { argument in
            argument.map { token in
                token.kind == .string
                    ? String(token.text.dropFirst().dropLast()).folded : token.name?.folded ?? token.text
            }.joined(separator: " ")
        }
        let columns =
            arguments.filter { !$0.contains("=") } + arguments.filter { $0.contains("=") }.sorted()
        return "\(module) (\(columns.joined(separator: ", ")))"
    }

    /// The name, as a string literal, of the table whose rows an FTS5 table indexes without storing them; nil if the
    /// FTS5 table stores them itself. Source: <https://www.sqlite.org/fts5.html>, section 4.4.
    package static func indexedTable(_ sql: String) -> String? {
        let tokens = tokens(sql)
        guard let using = tokens.firstIndex(where: { $0.isWord("USING") }),
            tokens[using...].dropFirst().first?.isWord("FTS5") == true,
            let equals = tokens.indices.dropFirst(using).first(where: { index in
                tokens[index].isSymbol("=") && tokens[index - 1].isWord("CONTENT")
            }), equals + 1 < tokens.count
        else { return nil }
        let value = tokens[equals + 1]
        let literal = value.name?.literalForSQL ?? value.text
        return literal == "''" ? nil : literal
    }

    /// The terms and the condition of an index on these columns, as tokens, without ASC, which is the default.
    static func afterTable(_ sql: String, _ columns: Set<FoldedName>) -> [String] {
        let tokens = quotingStrings(in: tokens(sql), besides: columns)
        guard let start = tokens.firstIndex(where: { $0.isSymbol("(") }) else { return [] }
        let kept = tokens.indices[start...].filter { place in
            // A column may have that name.
            let endsTerm = tokens[place...].dropFirst().first.map { $0.isSymbol(",") || $0.isSymbol(")") } == true
            let beginsTerm = tokens[..<place].last.map { $0.isSymbol(",") || $0.isSymbol("(") } == true
            return !tokens[place].isWord("ASC") || beginsTerm || !endsTerm
        }
        return normalizedSQL(kept.map { tokens[$0] })
    }

    /// The terms and the condition, from the tokens after the table of an index.
    static func parts(of tail: [String]) -> (terms: String, condition: String) {
        guard let end = closing(tail), end + 1 < tail.count else { return (tail.joined(separator: " "), "") }
        let condition = unwrapped(Array(tail[(end + 2)...])).joined(separator: " ")
        return (tail[...end].joined(separator: " "), " where \(condition)")
    }
}

/// The affinity of a declared type: <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
package enum ColumnAffinity: String {
    case integer, text, blob, real, numeric

    /// 0 or an empty value, as SQL.
    package var zero: String {
        switch self {
        case .integer, .real, .numeric: "0"
        case .text: "''"
        case .blob: "X''"
        }
    }

    package init(declared type: String) {
        let type = type.uppercased()
        func has(_ parts: String...) -> Bool { parts.contains { type.contains($0) } }
        self =
            if has("INT") {
                .integer
            } else if has("CHAR", "CLOB", "TEXT") {
                .text
            } else if type.isEmpty || has("BLOB") {
                .blob
            } else {
                has("REAL", "FLOA", "DOUB") ? .real : .numeric
            }
    }
}
