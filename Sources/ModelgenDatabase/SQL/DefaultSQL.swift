import ModelgenSchema

/// Converts the default of a field to the SQL after DEFAULT.
struct DefaultSQL {
    /// Why a default has no SQL.
    struct Unconvertible: Error {
        var reason: String
    }

    let storage: ColumnStorage
    private let rawValues: [SwiftName: [SwiftName: Literal]]

    init(_ schema: Schema) {
        storage = ColumnStorage(schema)
        rawValues = Dictionary(
            firstOf: schema.enumerations.map { enumeration in
                let cases = enumeration.cases.map { ($0.name, $0.rawValue) }
                return (enumeration.name, Dictionary(firstOf: cases))
            })
    }

    func sql(of value: DefaultValue, field: Field) throws(Unconvertible) -> SQLText {
        switch value {
        case .code(_, let sql):
            guard let sql else { throw Unconvertible(reason: "it has no SQL form; write `{ swift: …, sql: … }`") }
            let text = SQLText(sql)
            guard text.isClosed else { throw Unconvertible(reason: "`\(sql)` is not a SQL expression") }
            if let problem = text.parameterProblem { throw Unconvertible(reason: problem) }
            return text.asDefault
        case .literal(let literal):
            return SQLText(try sql(of: literal, type: field.type, transformer: field.transformer?.sqlite)).asDefault
        }
    }

    private func sql(
        of literal: Literal,
        type: FieldType,
        transformer: TransformerUse?
    ) throws(Unconvertible) -> String {
        if literal == .null, type.isOptional { return "NULL" }
        // Without elements, there is nothing to transform.
        if let transformer, storage.convertsElements(transformer, of: type) {
            if literal == .list([]) { return "'[]'" }
            if literal == .dictionary([]) { return "'{}'" }
        }
        if let transformer { return try sql(of: literal, type: type.unwrapped, through: transformer) }
        switch type.unwrapped {
        case .scalar(let scalar): return try sql(of: literal, scalar: scalar)
        case .enumeration(let name):
            guard case .enumCase(let chosen) = literal else { return try plain(literal) }
            return try plain(rawValues[name]?[chosen] ?? literal)
        case .list, .set, .dictionary:
            return SQLLiteral.string(try json(of: literal, type: type.unwrapped))
        case .external, .geometry, .model, .optional:
            throw Unconvertible(reason: "its SQL form cannot be derived from the value; write `{ swift: …, sql: … }`")
        }
    }

    private func sql(of literal: Literal, scalar: Scalar) throws(Unconvertible) -> String {
        switch (scalar, literal) {
        case (.date, .string(let text)):
            return try instant(text).secondsText
        case (.data, .string(let text)):
            guard let bytes = base64Decoded(text) else { return try refuse(literal, "base64") }
            return SQLLiteral.blob(bytes)
        case (.uuid, .string(let text)): return SQLLiteral.string(text.uppercased())
        case (.json, _): return SQLLiteral.string(try json(of: literal, type: .scalar(.json)))
        case (.decimal, .integer(let digits)), (.decimal, .number(let digits)):
            return SQLLiteral.string(written(digits, as: scalar))
        // The column contains the double that is nearest to the float. Digits that express it are kept, as in earlier
        // locks.
        case (.float, .integer(let digits)), (.float, .number(let digits)):
            guard let float = Float(digits), Double(digits) != Double(float) else { return digits }
            return Double(float).description
        case (.double, .integer(let digits)): return digits + ".0"
        default: return try plain(literal)
        }
    }

    /// The form in which a value is stored through a transformer.
    private func sql(
        of literal: Literal,
        type: FieldType,
        through transformer: TransformerUse
    ) throws(Unconvertible) -> String {
        guard case .builtIn(let builtIn) = transformer else {
            throw Unconvertible(
                reason: "its transformer is yours and only runs in your program; write `{ swift: …, sql: … }`"
            )
        }
        switch (builtIn, literal) {
        case (.unixSeconds, .string(let text)): return try instant(text).secondsText
        case (.unixMilliseconds, .string(let text)): return String(try instant(text).milliseconds)
        case (.iso8601, .string(let text)), (.rfc3339, .string(let text)):
            return SQLLiteral.string(try instant(text).rfc3339)
        case (.stringNumber, .integer(let digits)), (.stringNumber, .number(let digits)):
            guard case .scalar(let scalar) = type else { return SQLLiteral.string(digits) }
            return SQLLiteral.string(written(digits, as: scalar))
        case (.intBool, .boolean(let value)): return value ? "1" : "0"
        case (.trimmed, .string(let text)): return SQLLiteral.string(text.trimmed)
        case (.lowercased, .string(let text)): return SQLLiteral.string(text.lowercased())
        case (.base64, .string): return try plain(literal)
        case (.hex, .string(let text)):
            guard let bytes = base64Decoded(text) else { return try refuse(literal, "base64") }
            return SQLLiteral.string(String(SQLLiteral.blob(bytes).dropFirst(2).dropLast()).lowercased())
        case (.commaSeparated, .list(let elements)):
            var texts: [String] = []
            for element in elements {
                switch element {
                case .string(let text), .integer(let text), .number(let text): texts.append(text)
                default: return try refuse(element, "a string without nested values")
                }
            }
            return SQLLiteral.string(texts.joined(separator: ","))
        default:
            throw Unconvertible(
                reason: "its transformer does not determine the stored form; write `{ swift: …, sql: … }`")
        }
    }

    /// A number as the program writes it as text, because searching and uniqueness apply to the text.
    private func written(_ digits: String, as scalar: Scalar) -> String {
        switch scalar {
        case .float: Float(digits)?.description ?? digits
        case .double: Double(digits)?.description ?? digits
        case .decimal: plainDecimal(digits)
        case .json: Int64(digits) == nil ? Double(digits)?.description ?? digits : digits
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .bool, .string, .date,
            .data, .uuid, .url:
            digits
        }
    }

    private func plain(_ literal: Literal) throws(Unconvertible) -> String {
        switch literal {
        case .null: return "NULL"
        case .boolean(let value): return value ? "1" : "0"
        case .integer(let digits):
            // SQLite would store a REAL.
            guard Int64(digits) == nil else { return digits }
            return try refuse(literal, "an integer of SQLite, which ends at \(Int64.max)")
        case .number(let digits): return digits
        case .string(let text): return SQLLiteral.string(text)
        case .list, .dictionary, .enumCase: return try refuse(literal, "a single value")
        }
    }

    private func instant(_ text: String) throws(Unconvertible) -> Instant {
        guard let instant = Instant(rfc3339: text) else { throw Unconvertible(reason: "it is not a date of RFC 3339") }
        return instant
    }

    private func refuse(_ literal: Literal, _ wanted: String) throws(Unconvertible) -> String {
        throw Unconvertible(reason: "it is not \(wanted)")
    }

    // MARK: JSON documents, as the program writes them

    private func json(of literal: Literal, type: FieldType) throws(Unconvertible) -> String {
        switch (type.unwrapped, literal) {
        case (.scalar(.date), .string(let text)): return try instant(text).rfc3339.quotedForJSON
        case (.scalar(.uuid), .string(let text)): return text.uppercased().quotedForJSON
        case (.scalar(let scalar), .integer(let digits)), (.scalar(let scalar), .number(let digits)):
            let text = written(digits, as: scalar)
            return scalar != .json && text.hasSuffix(".0") ? String(text.dropLast(2)) : text
        default: return try json(of: literal, within: type)
        }
    }

    private func json(of literal: Literal, within type: FieldType) throws(Unconvertible) -> String {
        switch literal {
        case .null: return "null"
        case .boolean(let value): return value ? "true" : "false"
        case .integer(let digits), .number(let digits): return digits
        case .string(let text): return text.quotedForJSON
        case .list(let elements):
            var parts: [(value: Literal, json: String)] = []
            for element in elements { parts.append((element, try json(of: element, type: type.element))) }
            if case .set = type.unwrapped {
                parts.sort { left, right in
                    if case (.scalar(.string), .string(let a), .string(let b)) = (type.element, left.value, right.value)
                    {
                        return a < b
                    }
                    guard let a = Double(left.json), let b = Double(right.json) else { return left.json < right.json }
                    return a < b
                }
            }
            return "[" + parts.map(\.json).joined(separator: ",") + "]"
        case .dictionary(let entries):
            var parts: [(key: String, value: String)] = []
            for entry in entries {
                var key = entry.key
                if case .dictionary(.enumeration(let enumeration), _) = type.unwrapped,
                    let raw = rawValues[enumeration]?[SwiftName(key)]
                {
                    key = jsonKey(of: raw)
                }
                parts.append((key, try json(of: entry.value, type: type.element)))
            }
            switch type.unwrapped {
            case .dictionary(.int, _): parts.sort { (Int($0.key) ?? 0) < (Int($1.key) ?? 0) }
            case .dictionary: parts.sort { $0.key < $1.key }
            case .scalar, .geometry, .enumeration, .model, .external, .optional, .list, .set: break
            }
            return "{" + parts.map { "\($0.key.quotedForJSON):\($0.value)" }.joined(separator: ",") + "}"
        case .enumCase(let name):
            guard case .enumeration(let enumeration) = type.unwrapped, let raw = rawValues[enumeration]?[name] else {
                return try refuse(literal, "a case of its type")
            }
            return try json(of: raw, type: type)
        }
    }

    /// A raw value as a key, which is a string in JSON.
    private func jsonKey(of raw: Literal) -> String {
        switch raw {
        case .string(let text), .integer(let text), .number(let text): text
        case .null, .boolean, .list, .dictionary, .enumCase: ""
        }
    }
}

/// A number without an exponent and without insignificant zeros: `1000`, `0.5`.
private func plainDecimal(_ number: String) -> String {
    let parts = number.lowercased().components(by: "e")
    let mantissa = parts[0].drop { $0 == "-" }.split(separator: ".", omittingEmptySubsequences: false)
    let all = mantissa.joined(separator: "")
    let point = (mantissa.first?.count ?? 0) + (parts.count > 1 ? Int(parts[1]) ?? 0 : 0)
    let (zeros, more) = (
        String(repeating: "0", count: max(0, -point)), String(repeating: "0", count: max(0, point - all.count))
    )
    let digits = zeros + all + more
    let whole = digits.prefix(max(0, point)).drop { $0 == "0" }
    var fraction = digits.dropFirst(max(0, point))
    while fraction.last == "0" { fraction.removeLast() }
    let text = String(whole.isEmpty ? "0" : whole) + (fraction.isEmpty ? "" : ".\(fraction)")
    return number.hasPrefix("-") && text != "0" ? "-" + text : text
}

extension FieldType {
    /// The type of a collection's elements; for any other type, the type itself.
    fileprivate var element: FieldType {
        switch unwrapped {
        case .list(let element), .set(let element): element
        case .dictionary(_, let value): value
        case .scalar, .geometry, .enumeration, .model, .external, .optional: unwrapped
        }
    }
}

extension SQLText {
    /// The SQL in parentheses, if it needs them after DEFAULT.
    fileprivate var asDefault: SQLText { isLiteral || isParenthesized ? self : SQLText("(\(text))") }

    /// Whether the SQL can follow DEFAULT without parentheses (https://www.sqlite.org/lang_createtable.html#dfltval).
    var isLiteral: Bool {
        isConstant || ["CURRENT_TIME", "CURRENT_DATE", "CURRENT_TIMESTAMP"].contains(text.uppercased())
    }

    /// Whether the SQL is a constant literal, the only kind that ADD COLUMN accepts.
    package var isConstant: Bool {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        let signed = tokens.first.map { $0.isSymbol("-") || $0.isSymbol("+") } ?? false
        switch (tokens.count, tokens.last?.kind) {
        case (1, .string), (1, .blob), (1, .number): return true
        case (1, .word): return ["NULL", "TRUE", "FALSE"].contains(text.uppercased())
        case (2, .number): return signed
        default: return false
        }
    }

    var isNull: Bool { text.uppercased() == "NULL" }

    /// Whether a single pair of parentheses encloses the SQL.
    var isParenthesized: Bool {
        let tokens = sqlTokens(text).filter { $0.kind != .space }
        return tokens.first?.isSymbol("(") == true && tokens.last?.isSymbol(")") == true
            && tokens.firstGroup.count == tokens.count - 2
    }
}
