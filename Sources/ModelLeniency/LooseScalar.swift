import Foundation
import ModelRuntime

// The conversions of lenient models. They are those of YYModel, unless something would be lost, and the same for bytes
// and Codable.

extension JSONReading {
    /// Converts numbers, numeric strings, Booleans, 0 and 1, and the strings `true`, `false`, `yes` and `no` into each
    /// other, if nothing is lost.
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
    /// The text of an XML element. White space around a number is ignored.
    case text(String)

    /// The value as a number: also `"35"`, and 1 and 0 for `true` and `false`.
    var number: JSONNumber? {
        switch self {
        case .bool(let value): JSONNumber(value ? 1 : 0)
        case .number(let value): value
        case .string(let text): JSONNumber(text)
        case .text(let text): JSONNumber(text.trimmingCharacters(in: .whitespacesAndNewlines))
        }
    }

    /// The value as a Boolean: also 1 and 0, and the usual words.
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
    /// Reads the scalar at the cursor in a lenient model; returns nil for anything else.
    fileprivate mutating func looseScalar() throws -> LooseScalar? {
        if isXML, let text = try xmlText() { return .text(text) }
        return switch try peekKind() {
        case .string: .string(try readString())
        case .bool: .bool(try read())
        case .number: try number().map { .number($0) }
        case .null, .array, .object: nil
        }
    }

    /// Reads the text of an XML element, which may be empty, or an object with attributes and text.
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

    /// Returns the kind of the value at the current position, which is not read.
    ///
    ///     switch try source.peekKind(among: [.number, .string]) {
    ///
    /// The text of an XML element has no kind. It is a number or a Boolean if it is written like one and that is expected.
    public mutating func peekKind(among kinds: @autoclosure () -> [JSONKind]) throws -> JSONKind {
        let kind = try peekKind()
        guard isXML else { return kind }
        let kinds = kinds()
        if kind == .array || kind == .object, kinds.contains(kind) { return kind }
        let mark = mark
        defer { goBack(to: mark) }
        if let text = try xmlText(), kind != .null || kinds.contains(.string) {
            let scalar = LooseScalar.text(text)
            if kinds.contains(.number), scalar.number != nil { return .number }
            // Next to strings, `yes` and `1` are strings.
            let isBool = kinds.contains(.string) ? ["true", "false"].contains(text) : scalar.bool != nil
            if kinds.contains(.bool), isBool { return .bool }
            if kinds.contains(.string) { return .string }
        }
        // A list of one looks like its element, and an empty list or object like null.
        if kinds.contains(.array) { return .array }
        return kind == .null && kinds.contains(.object) ? .object : kind
    }

    /// Whether the text of an XML element is written like a number; nil if there is no such text.
    package mutating func textKind() throws -> JSONKind? {
        guard isXML else { return nil }
        let mark = mark
        defer { goBack(to: mark) }
        return try xmlText().map { LooseScalar.text($0).number == nil ? .string : .number }
    }
}
