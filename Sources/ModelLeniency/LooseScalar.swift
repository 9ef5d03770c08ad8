import Foundation
import ModelRuntime

// Conversions of lenient models (YYModel's, unless they lose information), the same for bytes and Codable.

extension JSONReading {
    /// Numbers, numeric strings, Booleans, 0 and 1, and the strings `true`, `false`, `yes` and `no` are converted into
    /// each other if nothing is lost.
    public static let lenient: JSONReading = {
        var reading = JSONReading()
        reading.scalar = { try $0.looseScalar() }
        return reading
    }()
}

/// A value that is not an array, an object or null.
enum LooseScalar: ConvertibleScalar {
    case bool(Bool)
    case number(JSONNumber)
    case string(String)
    /// The text of an XML element. White space around it is not part of a number.
    case text(String)

    /// A number, also from `"35"`, or 1 and 0 from `true` and `false`.
    var number: JSONNumber? {
        switch self {
        case .bool(let value): JSONNumber(value ? 1 : 0)
        case .number(let value): value
        case .string(let text): JSONNumber(text)
        case .text(let text): JSONNumber(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// True and false from 1 and 0, and from the usual words for them.
    var bool: Bool? {
        switch self {
        case .bool(let value): return value
        case .number(let value):
            return value == JSONNumber(1) ? true : value == JSONNumber(0) ? false : nil
        case .text(let text): return LooseScalar.string(text.trimmingCharacters(in: .whitespacesAndNewlines)).bool
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
            return value.decimal.map { "\($0)" } ?? value.literal
        case .string(let text), .text(let text): return text
        }
    }
}

extension JSONSource {
    /// Reads the scalar at the cursor of a lenient model; nil for anything else.
    fileprivate mutating func looseScalar() throws -> LooseScalar? {
        if isXML, let text = try xmlText() { return .text(text) }
        return switch try peekKind() {
        case .string: .string(try readString())
        case .bool: .bool(try read())
        case .number: try number().map { .number($0) }
        case .null, .array, .object: nil
        }
    }

    /// The text of an XML element, which may be empty or have attributes besides its text.
    private mutating func xmlText() throws -> String? {
        if try readNull() { return "" }
        switch try peekKind() {
        case .string: return try readString()
        case .object: break
        default: return nil
        }
        let mark = mark
        var text = ""
        try beginObject()
        while let key = try nextKey() {
            if key == "#text" {
                text = try readString()
            } else if key.hasPrefix("@") {
                try skipValue()
            } else {
                goBack(to: mark)
                return nil
            }
        }
        return text
    }

    /// Whether the text of an XML element is written like a number; nil if it is not such a text.
    package mutating func textKind() throws -> JSONKind? {
        guard isXML else { return nil }
        let mark = mark
        defer { goBack(to: mark) }
        return try xmlText().map { LooseScalar.text($0).number == nil ? .string : .number }
    }
}
