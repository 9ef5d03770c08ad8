import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema

/// The default of a column in the schema language.
struct ImportedDefault {
    var value: YAMLValue
    /// Whether the user has to write in Swift what SQLite computes.
    var isGuess = false

    /// - Returns: nil if there is none: a column without a default gets NULL anyway.
    init?(_ sql: String, of type: ColumnType, isOptional: Bool) {
        let text = SQLDefault.canonical(sql)
        if text.uppercased() == "NULL" { return nil }
        // In the SQL of a model, a name is one.
        let sql = if case .string = SQLDefault.Constant(text) { text } else { sql.trimmed }
        if type.isOfAnyClass {
            guard let swift = Self.anyClass(text) else {
                value = .map([
                    YAMLEntry("swift", .quoted(isOptional ? "nil" : ".null")), YAMLEntry("sql", .quoted(sql)),
                ])
                isGuess = true
                return
            }
            value = .map([YAMLEntry("swift", .quoted(swift)), YAMLEntry("sql", .quoted(sql))])
            return
        }
        if let literal = Self.literal(text, type) {
            value = literal
            return
        }
        if type.type == .data, let bytes = SQLDefault.blob(text) {
            let list = bytes.map { "0x\($0)" }.joined(separator: ", ")
            value = .map([YAMLEntry("swift", .quoted("Data([\(list)])")), YAMLEntry("sql", .quoted(sql))])
            return
        }
        if let constant = Self.converted(text, type) {
            value = .map([YAMLEntry("swift", .quoted(constant)), YAMLEntry("sql", .quoted(sql))])
            return
        }
        let isNow = type.type == .date && SQLDefault.isNow(text)
        let swift = isNow ? "Date()" : isOptional ? "nil" : Self.empty(type.type)
        value = .map([YAMLEntry("swift", .quoted(swift)), YAMLEntry("sql", .quoted(sql))])
        isGuess = !isNow
    }

    /// A value that Swift and SQL write differently.
    private static func literal(_ text: String, _ type: ColumnType) -> YAMLValue? {
        switch (type.type, SQLDefault.Constant(text)) {
        case (.string, .string(let value)): return .text(value)
        case (.int64, .integer(let number)): return .plain(String(number))
        case (.double, .integer(let number)): return .plain(String(number))
        case (.double, .real(let text)): return .plain(text)
        case (.bool, .integer(0)): return .plain("false")
        case (.bool, .integer(1)): return .plain("true")
        default: return nil
        }
    }

    /// A constant that the column converts: `DEFAULT '0.0'` of a DECIMAL, `DEFAULT 0` of a text; or one that is written
    /// differently.
    private static func converted(_ text: String, _ type: ColumnType) -> String? {
        switch (type.type, SQLDefault.Constant(text)) {
        case (.int64, .string(let text)): Int64(text).map { String($0) }
        case (.double, .string(let text)): Double(text).flatMap { $0.isFinite ? String($0) : nil }
        // Only a column of text converts it: others keep the number.
        case (.string, .integer(let number)) where type.convertsNumbers: SwiftLiteral.string(String(number))
        case (.int64, .other): SQLDefault.hexadecimal(text)
        default: nil
        }
    }

    /// A constant as a `DatabaseValue`.
    private static func anyClass(_ text: String) -> String? {
        switch SQLDefault.Constant(text) {
        case .integer(let number): ".integer(\(number))"
        case .real(let number): ".real(\(number))"
        case .string(let text): ".text(\(SwiftLiteral.string(text)))"
        case .other: nil
        }
    }

    private static func empty(_ type: Scalar) -> String {
        switch type {
        case .bool: "false"
        case .string: "\"\""
        case .date: "Date(timeIntervalSince1970: 0)"
        case .data: "Data()"
        case .json: ".null"
        case .double, .float, .decimal: "0"
        case .uuid: "UUID()"
        case .url: "URL(filePath: \"/\")"
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: "0"
        }
    }
}

/// The SQL after DEFAULT.
enum SQLDefault {
    enum Constant: Equatable {
        case integer(Int64)
        /// As it is written, if Swift and JSON read it the same way.
        case real(String)
        case string(String)
        case other

        init(_ text: String) {
            let tokens = sqlTokens(text).filter { $0.kind != .space }
            let isSigned = tokens.count == 2 && (tokens[0].isSymbol("-") || tokens[0].isSymbol("+"))
            guard let last = tokens.last, tokens.count == 1 || isSigned else {
                self = .other
                return
            }
            switch last.kind {
            case .string where !isSigned: self = .string(last.declaredName ?? "")
            case .number:
                let number = (isSigned && tokens[0].text == "-" ? "-" : "") + last.text
                let isPlain = last.text.utf8.first != UInt8(ascii: ".") && last.text.utf8.last != UInt8(ascii: ".")
                if let integer = Int64(number) {
                    self = .integer(integer)
                } else {
                    self =
                        isPlain && Double(number)?.isFinite == true && !number.lowercased().contains("x")
                        ? .real(number) : .other
                }
            case .word, .quotedName, .string, .blob, .parameter, .symbol, .space: self = .other
            }
        }
    }

    /// Without parentheses around a constant, with 1 for TRUE, and with the string that a name stands for.
    static func canonical(_ sql: String) -> String {
        var tokens = sqlTokens(sql.trimmed).filter { $0.kind != .space }
        while tokens.count > 2, tokens[0].isSymbol("("), tokens[tokens.count - 1].isSymbol(")"), tokens.count <= 4 {
            tokens = Array(tokens.dropFirst().dropLast())
        }
        if tokens.count == 1, let only = tokens.first {
            if only.isWord("TRUE") { return "1" }
            if only.isWord("FALSE") { return "0" }
            // A name is not allowed here, so SQLite takes it for a string
            // (https://www.sqlite.org/quirks.html#dblquote).
            let values = ["NULL", "CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"]
            if let name = only.name, !values.contains(where: only.isWord) { return SQLLiteral.string(name) }
            if only.kind == .blob { return only.text.uppercased() }
        }
        if tokens.count == 2, tokens[0].isSymbol("+"), tokens[1].kind == .number { return tokens[1].text }
        return tokens.map(\.text).joined(separator: " ")
    }

    /// Whether both give the same value.
    static func areSame(_ left: String?, _ right: String?) -> Bool {
        let (left, right) = (left.map(canonical) ?? "NULL", right.map(canonical) ?? "NULL")
        if left.uppercased() == "NULL", right.uppercased() == "NULL" { return true }
        return SQLText(left) == SQLText(right)
            || Constant(left) != .other && Constant(left) == Constant(right)
    }

    /// The hexadecimal digits of each byte of a blob.
    static func blob(_ text: String) -> [String]? {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        guard tokens.count == 1, tokens[0].kind == .blob else { return nil }
        let digits = Array(tokens[0].text.dropFirst(2).dropLast())
        guard digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { String(digits[$0...($0 + 1)]).uppercased() }
    }

    /// `0x1F`, which Swift writes in the same way; nil for anything else.
    static func hexadecimal(_ text: String) -> String? {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        guard tokens.count == 1, tokens[0].kind == .number, tokens[0].text.lowercased().hasPrefix("0x") else {
            return nil
        }
        let digits = tokens[0].text.dropFirst(2)
        return Int64(digits, radix: 16).map { _ in "0x" + digits }
    }

    static func isNow(_ text: String) -> Bool {
        let words = normalizedSQL(text).filter { $0 != "(" && $0 != ")" }
        return [
            ["current_timestamp"], ["current_date"], ["datetime", "'now'"], ["date", "'now'"],
            ["strftime", "'%Y-%m-%dT%H:%M:%SZ'", ",", "'now'"], ["strftime", "'%s'", ",", "'now'"], ["unixepoch"],
            ["unixepoch", "'now'"],
        ].contains(words)
    }
}
