import Foundation
import ModelRuntime

/// Converts bytes to and from a base64 string (RFC 4648, section 4). Line breaks are rejected.
public struct Base64: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Decodes a string.
    public func decode(_ source: String) throws -> Data {
        var source = source
        guard let data = source.withUTF8(Data.value) else { throw JSONError(.invalidValue, expected: "base64") }
        return data
    }

    /// Encodes bytes, with padding.
    public func encode(_ value: Data) -> String {
        value.base64EncodedString()
    }
}

/// Converts bytes to and from a string of hexadecimal digits, which is written in lowercase.
public struct Hex: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Decodes a string. Its digits can be lowercase or uppercase.
    public func decode(_ source: String) throws -> Data {
        let digits = source.utf8.compactMap { hexadecimalValue($0) }
        guard digits.count == source.utf8.count, digits.count.isMultiple(of: 2) else {
            throw JSONError(.invalidValue, expected: "pairs of hexadecimal digits")
        }
        return Data(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// Encodes bytes.
    public func encode(_ value: Data) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: value.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

/// Converts a number to and from a string, such as `"778978553121"`.
public struct StringNumber<Number: LosslessStringConvertible & Sendable>: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Parses a number, which must be the whole string.
    public func decode(_ source: String) throws -> Number {
        guard isNumber(source), let value = Number(source), (value as? any BinaryFloatingPoint)?.isFinite ?? true
        else { throw JSONError(.invalidValue, expected: "a number in a string") }
        return value
    }

    /// Formats a number. NaN and infinity are errors, as without the transformer.
    public func encode(_ value: Number) throws -> String {
        let text = value.description
        guard isNumber(text) else { throw JSONError(.notRepresentable, found: text) }
        return text
    }
}

/// Converts a decimal number to and from a string with all its digits, such as `"9.99"`.
public struct StringDecimal: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Parses a number, which must be the whole string. One that a Decimal cannot represent is an error.
    public func decode(_ source: String) throws -> Decimal {
        guard let value = JSONNumber(source)?.decimal else {
            throw JSONError(.invalidValue, expected: "a number of at most 38 digits in a string")
        }
        return value
    }

    /// Formats a number. NaN is an error, as without the transformer.
    public func encode(_ value: Decimal) throws -> String {
        guard value.isFinite else { throw JSONError(.notRepresentable, found: "NaN") }
        return value.description
    }
}

/// Converts a Boolean to and from 0 or 1.
public struct IntBool: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Returns false for 0 and true for 1. Any other number is an error.
    public func decode(_ source: Int) throws -> Bool {
        switch source {
        case 0: return false
        case 1: return true
        default: throw JSONError(.invalidValue, expected: "0 or 1")
        }
    }

    /// Returns 0 or 1.
    public func encode(_ value: Bool) -> Int {
        value ? 1 : 0
    }
}

/// Converts a list of strings to and from one string, separated by commas: `"a,b"`. An element cannot contain a comma.
public struct CommaSeparated: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Splits a string into its parts, without white space at their ends. An empty string has no parts.
    public func decode(_ source: String) -> [String] {
        guard source.contains(where: { !$0.isWhitespace }) else { return [] }
        return source.split(separator: ",", omittingEmptySubsequences: false).map(trimmed)
    }

    /// Joins the elements. Throws if reading the result would not return the same elements.
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

/// Removes white space at both ends of a string, in both directions.
public struct Trimmed: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Returns the string without white space at its ends.
    public func decode(_ source: String) -> String {
        trimmed(source[...])
    }

    /// Returns the string without white space at its ends.
    public func encode(_ value: String) -> String {
        trimmed(value[...])
    }
}

/// Converts a string to lowercase in both directions, whatever the locale.
public struct Lowercased: Transformer {
    /// Creates the transformer.
    public init() {}

    /// Returns the string in lowercase.
    public func decode(_ source: String) -> String {
        source.lowercased()
    }

    /// Returns the string in lowercase.
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
