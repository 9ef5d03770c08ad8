import Foundation

// Conversions of lenient models (YYModel's, unless they lose information), the same for bytes and Codable.

/// A value that is not an array, an object or null.
enum LooseScalar {
    case bool(Bool)
    case number(JSONNumber)
    case string(String)

    /// A number, also from `"35"`, or 1 and 0 from `true` and `false`.
    var number: JSONNumber? {
        switch self {
        case .bool(let value): JSONNumber(value ? 1 : 0)
        case .number(let value): value
        case .string(let text): JSONNumber(text)
        }
    }

    var exact: ExactDecimal? { number.map { ExactDecimal($0.literal.utf8) } }

    var double: Double? { number?.double }

    /// True and false from 1 and 0, and from the usual words for them.
    var bool: Bool? {
        switch self {
        case .bool(let value): return value
        case .number(let value):
            return value == JSONNumber(1) ? true : value == JSONNumber(0) ? false : nil
        case .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": return true
            case "false", "no", "0": return false
            default: return nil
            }
        }
    }

    var string: String? {
        switch self {
        case .bool(let value): return value ? "true" : "false"
        case .number(let value):
            return value.decimal.map { "\($0)" } ?? value.double.map { "\($0)" }
        case .string(let text): return text
        }
    }
}

/// Whether `text` is a number as JSON writes it.
package func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        guard let base = bytes.baseAddress else { return false }
        return (try? scanNumber(base, base + bytes.count)) == base + bytes.count
    }
}

extension JSONSource {
    /// Reads the scalar at the cursor of a lenient model; nil for anything else.
    private mutating func looseScalar() throws -> LooseScalar? {
        guard isLenient, cursor < end else { return nil }
        if isXML, let text = try xmlScalar() { return text }
        switch cursor.pointee {
        case UInt8(ascii: "\""): return .string(try readString())
        case UInt8(ascii: "t"), UInt8(ascii: "f"): return .bool(try readBool())
        default:
            guard let number = try exactNumber() else { return nil }
            defer { cursor = number.end }
            return .number(JSONNumber(unchecked: literal(to: number.end)))
        }
    }

    /// The text of an XML element that is empty, or has attributes besides its text.
    private mutating func xmlScalar() throws -> LooseScalar? {
        if cursor.pointee == UInt8(ascii: "n") {
            cursor = try scanScalar(cursor)
            return .string("")
        }
        guard cursor.pointee == UInt8(ascii: "{") else { return nil }
        let begin = cursor
        var text = ""
        try beginObject()
        while let key = try nextKey() {
            if key == "#text" {
                text = try readString()
            } else if key.hasPrefix("@") {
                try skipValue()
            } else {
                pop()
                cursor = begin
                return nil
            }
        }
        return .string(text)
    }

    /// Whether the text of an XML element is written like a number; nil if it is not such a text.
    package mutating func textKind() throws -> JSONKind? {
        guard isXML else { return nil }
        let begin = cursor
        defer { cursor = begin }
        guard case .string(let text)? = try looseScalar() else { return nil }
        return isNumber(text.trimmingCharacters(in: .whitespacesAndNewlines)) ? .number : .string
    }

    /// Reads a scalar of a lenient model. Not inlined: values of the expected kind never get here.
    @inline(never)
    mutating func convert<Value>(
        expected: String,
        _ conversion: (LooseScalar) -> Value?
    ) throws -> Value {
        let begin = cursor
        guard var scalar = try looseScalar() else { throw mismatch(expected) }
        // White space around an element's text is not part of the number.
        if isXML, Value.self != String.self, case .string(let text) = scalar {
            scalar = .string(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
        guard let value = conversion(scalar) else {
            cursor = begin
            throw failure(.invalidValue, expected: expected)
        }
        return value
    }
}

extension Decimal {
    /// The same number, or nil if a Decimal cannot represent it: more than 38 digits, too large or too small.
    init?(_ exact: ExactDecimal) {
        guard exact.digits.count <= 38, exact.exponent >= -128, exact.exponent <= 127 else { return nil }
        if exact.digits.isEmpty {
            self = 0
            return
        }
        let digits = String(decoding: exact.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        self.init(string: "\(exact.isNegative ? "-" : "")\(digits)e\(exact.exponent)")
    }
}
