import Foundation
import ModelRuntime

/// Bytes as a base64 string (RFC 4648, section 4). Line breaks are rejected.
public struct Base64: Transformer {
    /// The transformer.
    public init() {}

    /// The bytes.
    public func decode(_ source: String) throws -> Data {
        guard let data = Data(base64Encoded: source) else { throw JSONError(.invalidValue, expected: "base64") }
        return data
    }

    /// The string, with padding.
    public func encode(_ value: Data) -> String {
        value.base64EncodedString()
    }
}

/// Bytes as a string of hexadecimal digits, written in lowercase.
public struct Hex: Transformer {
    /// The transformer.
    public init() {}

    /// The bytes; digits can be lowercase or uppercase.
    public func decode(_ source: String) throws -> Data {
        let digits = source.utf8.compactMap { hexadecimalValue($0) }
        guard digits.count == source.utf8.count, digits.count.isMultiple(of: 2) else {
            throw JSONError(.invalidValue, expected: "pairs of hexadecimal digits")
        }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// The digits.
    public func encode(_ value: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// A number as a string, such as `"778978553121"`.
public struct StringNumber<Number: LosslessStringConvertible & Sendable>: Transformer {
    /// The transformer.
    public init() {}

    /// The number, which must be the whole string.
    public func decode(_ source: String) throws -> Number {
        guard isNumber(source), let value = Number(source), (value as? any BinaryFloatingPoint)?.isFinite ?? true
        else { throw JSONError(.invalidValue, expected: "a number in a string") }
        return value
    }

    /// The digits. NaN and infinity are errors, as without the transformer.
    public func encode(_ value: Number) throws -> String {
        let text = value.description
        guard isNumber(text) else { throw JSONError(.notRepresentable, found: text) }
        return text
    }
}

/// A decimal number as a string, with all its digits, such as `"9.99"`.
public struct StringDecimal: Transformer {
    /// The transformer.
    public init() {}

    /// The number, which must be the whole string. More than 38 digits are an error.
    public func decode(_ source: String) throws -> Decimal {
        guard let value = JSONNumber(source)?.decimal else {
            throw JSONError(.invalidValue, expected: "a number of at most 38 digits in a string")
        }
        return value
    }

    /// The digits. NaN is an error, as without the transformer.
    public func encode(_ value: Decimal) throws -> String {
        guard value.isFinite else { throw JSONError(.notRepresentable, found: "NaN") }
        return value.description
    }
}

/// A Boolean as 0 or 1.
public struct IntBool: Transformer {
    /// The transformer.
    public init() {}

    /// False for 0 and true for 1; any other number is an error.
    public func decode(_ source: Int) throws -> Bool {
        switch source {
        case 0: return false
        case 1: return true
        default: throw JSONError(.invalidValue, expected: "0 or 1")
        }
    }

    /// 0 or 1.
    public func encode(_ value: Bool) -> Int {
        value ? 1 : 0
    }
}

/// A list of strings as one comma-separated string, `"a,b"`. An element cannot contain a comma.
public struct CommaSeparated: Transformer {
    /// The transformer.
    public init() {}

    /// The parts, without leading and trailing whitespace; none for an empty string.
    public func decode(_ source: String) -> [String] {
        guard source.contains(where: { !$0.isWhitespace }) else { return [] }
        return source.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    }

    /// The joined elements; an error if reading them would not return the same elements.
    public func encode(_ value: [String]) throws -> String {
        let text = value.joined(separator: ",")
        guard decode(text) == value else {
            throw JSONError(
                .notRepresentable,
                expected: "elements without commas and without leading or trailing whitespace"
            )
        }
        return text
    }
}

/// A string without leading and trailing whitespace, in both directions.
public struct Trimmed: Transformer {
    /// The transformer.
    public init() {}

    /// The string without leading and trailing whitespace.
    public func decode(_ source: String) -> String {
        trimmed(source[...])
    }

    /// The string without leading and trailing whitespace.
    public func encode(_ value: String) -> String {
        trimmed(value[...])
    }
}

/// A lowercased string, in both directions, independent of the locale.
public struct Lowercased: Transformer {
    /// The transformer.
    public init() {}

    /// The lowercased string.
    public func decode(_ source: String) -> String {
        source.lowercased()
    }

    /// The lowercased string.
    public func encode(_ value: String) -> String {
        value.lowercased()
    }
}

private func trimmed(_ text: Substring) -> String {
    var text = text
    while let first = text.first, first.isWhitespace { text.removeFirst() }
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
}
