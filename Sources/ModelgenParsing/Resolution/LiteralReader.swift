import ModelgenSchema

/// Reads strings as values of the built-in types. It is strict: a form that Swift, JSON and SQL would not all read the
/// same way is rejected.
package enum LiteralReader {
    /// Whether a string is a value of that type.
    package static func isLiteral(_ text: String, _ type: Scalar) -> Bool { scalar(text, type) != nil }

    /// The value of a string; nil if it is not of that type.
    static func scalar(_ text: String, _ type: Scalar) -> Literal? {
        switch type {
        case .int, .int64: Int64(text).map { .integer(String($0)) }
        case .int8: Int8(text).map { .integer(String($0)) }
        case .int16: Int16(text).map { .integer(String($0)) }
        case .int32: Int32(text).map { .integer(String($0)) }
        case .uint, .uint64: UInt64(text).map { .integer(String($0)) }
        case .uint8: UInt8(text).map { .integer(String($0)) }
        case .uint16: UInt16(text).map { .integer(String($0)) }
        case .uint32: UInt32(text).map { .integer(String($0)) }
        case .float: isNumber(text) && isKept(text, Float(text)) ? .number(text) : nil
        case .double: isNumber(text) && isKept(text, Double(text)) ? .number(text) : nil
        case .decimal: isDecimal(text) ? .number(text) : nil
        case .bool: text == "true" ? .boolean(true) : text == "false" ? .boolean(false) : nil
        case .string: .string(text)
        case .date:
            if let value = Int64(text) {
                .integer(String(value))
            } else if isNumber(text) {
                isRoundedToZero(text, Double(text)) ? nil : .number(text)
            } else {
                Instant(rfc3339: text).map { _ in .string(text) }
            }
        case .data: base64Decoded(text).map { _ in .string(text) }
        case .uuid: text.isUUID ? .string(text) : nil
        case .url: isURL(text) ? .string(text) : nil
        case .json: nil
        }
    }

    /// Any node as a JSON value: only here, plain scalars are typed as in JSON.
    static func json(_ node: Node) -> Result<Literal, ValueMismatch> {
        Result { () throws(ValueMismatch) in try jsonLiteral(node) }
    }

    private static func jsonLiteral(_ node: Node) throws(ValueMismatch) -> Literal {
        switch node.content {
        case .scalar(let scalar):
            if scalar.style != .plain { return .string(scalar.text) }
            if node.isNull { return .null }
            if scalar.text == "true" || scalar.text == "false" { return .boolean(scalar.text == "true") }
            if let integer = Int64(scalar.text) { return .integer(String(integer)) }
            guard isNumber(scalar.text) else { return .string(scalar.text) }
            guard let literal = Self.scalar(scalar.text, .double) else { throw ValueMismatch(node, nil) }
            // In Swift it is a literal, which is a `Double`, and in the column it is the text.
            let value = Double(scalar.text) ?? 0
            guard digits(of: scalar.text) == digits(of: "\(value)"), !value.isSubnormal else {
                throw ValueMismatch(
                    node, "`\(scalar.text)`, whose digits a `Double` does not keep,",
                    remedy: "write fewer digits, or a string")
            }
            return literal
        case .sequence(let nodes): return .list(try nodes.map(jsonLiteral))
        case .mapping(let entries):
            return .dictionary(
                try entries.map { entry throws(ValueMismatch) in
                    LiteralEntry(key: entry.name, value: try jsonLiteral(entry.value))
                })
        }
    }

    /// The significant digits of a number.
    static func digits(of number: String) -> String {
        let digits = number.prefix { !"eE".contains($0) }.filter(\.isNumber).drop { $0 == "0" }
        return String(digits.reversed().drop { $0 == "0" }.reversed())
    }

    /// Whether a floating-point type can hold a number.
    private static func isKept(_ text: String, _ value: (some BinaryFloatingPoint)?) -> Bool {
        value?.isFinite == true && !isRoundedToZero(text, value)
    }

    private static func isRoundedToZero(_ text: String, _ value: (some BinaryFloatingPoint)?) -> Bool {
        value == 0 && !digits(of: text).isEmpty
    }

    /// A sign, digits, a fraction, an exponent: what Swift, JSON and SQLite all read the same way.
    package static func isNumber(_ text: String) -> Bool {
        // By bytes: a digit with a combining mark is one character.
        var rest = text.utf8[...]
        func take(_ bytes: String) -> Bool {
            guard let first = rest.first, bytes.utf8.contains(first) else { return false }
            rest.removeFirst()
            return true
        }
        func digits() -> Bool {
            let digits = rest.prefix(while: \.isDigit)
            rest = rest[digits.endIndex...]
            return !digits.isEmpty
        }
        _ = take("-")
        let hasLeadingZero = rest.first == UInt8(ascii: "0") && rest.dropFirst().first?.isDigit == true
        guard !hasLeadingZero, digits() else { return false }
        if take("."), !digits() { return false }
        if take("eE") {
            _ = take("-+")
            guard digits() else { return false }
        }
        return rest.isEmpty
    }

    /// How many digits of a date's fraction are significant.
    static func significantFraction(of date: String) -> Int {
        guard let point = date.firstIndex(of: ".") else { return 0 }
        let digits = date[date.index(after: point)...].prefix(while: \.isNumber)
        return digits.count - digits.reversed().prefix { $0 == "0" }.count
    }

    /// Whether it is a number of at most 38 digits, which therefore fit into a `Decimal`.
    private static func isDecimal(_ text: String) -> Bool {
        guard isNumber(text), text.utf8.count(where: \.isDigit) <= 38 else { return false }
        let exponent = text.split(whereSeparator: { "eE".contains($0) }).dropFirst().first
        return exponent.map { (-80...80).contains(Int($0) ?? .max) } ?? true
    }
}
