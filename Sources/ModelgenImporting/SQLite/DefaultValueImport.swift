import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema
import ModelgenVerification

/// The default of a column in the schema language.
struct ImportedDefault {
    /// Why the default may differ from the values that SQLite writes into rows.
    enum Doubt {
        case computed, mismatch, otherForm

        /// For the comment beside the field.
        var comment: String {
            switch self {
            case .computed: "SQLite computes this default; write what Swift should use"
            case .mismatch: "this default is not a value of the type; write what Swift should use"
            case .otherForm: "SQLite writes this default in another form than the other dates, which cannot be read"
            }
        }

        /// For a warning, after the SQL.
        var warning: String {
            switch self {
            case .computed: "which Swift cannot compute"
            case .mismatch: "which is not a value of the field"
            case .otherForm: "which has another form than the column's dates"
            }
        }
    }

    var value: YAMLValue
    var doubt: Doubt?

    /// - Parameter affinity: The type that makes SQLite convert values as the column does.
    /// - Returns: Nil if there is none: a column without a default gets NULL anyway.
    init?(_ sql: String, of type: ColumnType, affinity: String, isOptional: Bool) {
        let text = SQLDefault.canonical(sql)
        if text.uppercased() == "NULL" { return nil }
        if let literal = Self.literal(text, type) {
            value = literal
            return
        }
        let stored = SQLDefault.stored(text, affinity)
        let isConstant = SQLDefault.isConstant(text)
        var swift = isConstant ? stored.flatMap { Self.swift($0, type) } : nil
        if swift == nil, type.type == .date, !type.isOfAnyClass, SQLDefault.isNow(text) {
            swift = "Date()"
            let seconds = stored.flatMap { Self.seconds($0, type.transformer) }.flatMap { Double($0) }
            // Seconds misread as milliseconds would be a day in 1970.
            doubt = (seconds ?? 0) > 1_000_000_000 ? nil : .otherForm
        } else if swift == nil {
            doubt = isConstant ? .mismatch : .computed
        }
        let empty = isOptional ? "nil" : type.isOfAnyClass ? ".null" : Self.empty(type.type)
        value = .map([
            YAMLEntry("swift", .quoted(swift ?? empty)),
            // In a model's SQL, a name is not read as a string.
            YAMLEntry("sql", .quoted(text.hasPrefix("'") ? text : sql.trimmed)),
        ])
    }

    /// A constant that the schema language writes as the file does.
    private static func literal(_ text: String, _ type: ColumnType) -> YAMLValue? {
        guard !type.isOfAnyClass, SQLText(text).isConstant else { return nil }
        let digits = text.filter { $0 != " " }
        switch (type.type, SQLDefault.stored(text, "BLOB")) {
        case (.string, .text(let value)): return .text(value)
        case (.int64, .integer(let number)) where digits == String(number): return .plain(digits)
        case (.double, .integer(let number)) where digits == String(number): return .plain(digits)
        case (.double, .real) where LiteralReader.isNumber(digits) && Double(digits)?.isFinite == true:
            return .plain(digits)
        case (.bool, .integer(0)) where digits == "0": return .plain("false")
        case (.bool, .integer(1)) where digits == "1": return .plain("true")
        case (.json, .text("{}")): return .map([])
        case (.json, .text("[]")): return .list([])
        default: return nil
        }
    }

    /// A stored value as Swift code; nil if it is not a value of the type.
    private static func swift(_ stored: SQLValue, _ type: ColumnType) -> String? {
        func data(_ bytes: [UInt8]) -> String {
            "Data([\(bytes.map { "0x" + String($0, radix: 16, uppercase: true).zeroPadded(to: 2) }.joined(separator: ", "))])"
        }
        func double(_ number: Double) -> String {
            number.isFinite ? String(number) : number < 0 ? "-Double.infinity" : "Double.infinity"
        }
        if type.isOfAnyClass {
            return switch stored {
            case .null: nil
            case .integer(let number): ".integer(\(number))"
            case .real(let number): ".real(\(double(number)))"
            case .text(let text): ".text(\(SwiftLiteral.string(text)))"
            case .blob(let bytes): ".blob(\(data(bytes)))"
            }
        }
        switch (type.type, stored) {
        case (.bool, .integer(0)): return "false"
        case (.bool, .integer(1)): return "true"
        case (.int64, .integer(let number)), (.double, .integer(let number)): return String(number)
        case (.double, .real(let number)): return double(number)
        case (.string, .text(let text)): return SwiftLiteral.string(text)
        case (.data, .blob(let bytes)): return data(bytes)
        case (.json, .text(let text)): return readSample(SourceFile(path: "", text: text)).0.flatMap(json)
        case (.date, _): return seconds(stored, type.transformer).map { "Date(timeIntervalSince1970: \($0))" }
        default: return nil
        }
    }

    /// A JSON document as Swift; nil for one whose numbers Swift does not read.
    private static func json(_ node: Node) -> String? {
        func list(_ parts: [String?], empty: String) -> String? {
            if parts.contains(nil) { return nil }
            return "[\(parts.isEmpty ? empty : parts.compactMap(\.self).joined(separator: ", "))]"
        }
        switch node.content {
        case .scalar(let scalar) where scalar.style != .plain: return SwiftLiteral.string(scalar.text)
        case .scalar(let scalar):
            if node.isNull { return ".null" }
            let isRead = Int64(scalar.text) != nil || scalar.text.contains(".") && Double(scalar.text)?.isFinite == true
            return isRead || ["true", "false"].contains(scalar.text) ? scalar.text : nil
        case .sequence(let nodes): return list(nodes.map(json), empty: "")
        case .mapping(let entries):
            return list(entries.map { e in json(e.value).map { "\(SwiftLiteral.string(e.name)): \($0)" } }, empty: ":")
        }
    }

    /// The seconds since 1970 of a date as a column stores it; nil if its transformer does not read it.
    private static func seconds(_ stored: SQLValue, _ transformer: String?) -> String? {
        switch stored {
        case .integer, .real:
            guard let transformer,
                let unit = ["unixSeconds": Instant.Unit.seconds, "unixMilliseconds": .milliseconds][transformer]
            else { return nil }
            return Instant(number: stored.text, in: unit)?.secondsText
        case .text(let text):
            guard StringForm.forms(of: text).contains(where: { $0.columnTransformer == transformer }) else {
                return nil
            }
            // `31.12.2024` and `2024/12/31`.
            let parts = text.split { "./".contains($0) }
            let day = (text.contains(".") ? parts.reversed() : parts).joined(separator: "-")
            let date = text.contains("-") ? text : day
            return (Instant(rfc3339: date) ?? Instant(rfc3339: date + "Z"))?.secondsText
        case .null, .blob: return nil
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

    /// Whether its value is always the same: it contains no name and no call.
    static func isConstant(_ text: String) -> Bool {
        sqlTokens(text).allSatisfy { token in
            switch token.kind {
            case .space, .string, .number, .blob, .symbol: true
            case .word: ["TRUE", "FALSE", "NULL"].contains { token.isWord($0) }
            case .quotedName, .parameter: false
            }
        }
    }

    /// What a column stores for an expression without names; nil if SQLite refuses it.
    static func stored(_ text: String, _ affinity: String) -> SQLValue? {
        do throws(MemoryDatabase.Refusal) {
            let database = try MemoryDatabase()
            try database.run("CREATE TABLE t (c \(affinity))")
            try database.run("INSERT INTO t VALUES (\(text)\n)")
            return try database.rows("SELECT c FROM t").first?.first
        } catch {
            return nil
        }
    }

    static func isNow(_ text: String) -> Bool {
        let words = normalizedSQL(text).filter { $0 != "(" && $0 != ")" }
        if words.count == 4, words[0] == "strftime", words[3] == "'now'" { return formats.contains(words[1]) }
        return [
            ["current_timestamp"], ["current_date"], ["datetime", "'now'"], ["date", "'now'"], ["unixepoch"],
            ["unixepoch", "'now'"],
        ].contains(words)
    }

    /// Those that keep the whole date.
    private static let formats: Set<String> = [
        "'%s'", "'%Y-%m-%d'", "'%Y-%m-%d %H:%M:%S'", "'%Y-%m-%d %H:%M:%f'", "'%Y-%m-%dT%H:%M:%S'",
        "'%Y-%m-%dT%H:%M:%SZ'", "'%Y-%m-%dT%H:%M:%fZ'",
    ]
}
