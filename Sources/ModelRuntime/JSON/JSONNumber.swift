import Foundation

/// A number of any size, stored as written.
public struct JSONNumber: Hashable, Sendable, CustomStringConvertible {
    /// The number as JSON writes it.
    public let literal: String

    /// Creates a number from a JSON literal, or returns nil if it is not valid.
    public init?(_ literal: String) {
        guard isNumber(literal) else { return nil }
        self.literal = literal
    }

    init(unchecked literal: String) {
        self.literal = literal
    }

    /// Creates a number from an integer.
    public init(_ value: some FixedWidthInteger) {
        literal = String(value)
    }

    /// The nearest Double, or nil if there is none.
    public var double: Double? {
        Double(literal).flatMap { $0.isFinite ? $0 : nil }
    }

    /// The number as a Decimal, or nil if that cannot represent it: with more than 38 or 39 digits.
    public var decimal: Decimal? { Decimal(ExactDecimal(literal.utf8)) }

    /// The number as written in JSON.
    public var description: String { literal }

    /// Whether the values are equal, regardless of how they are written.
    public static func == (a: JSONNumber, b: JSONNumber) -> Bool {
        a.literal == b.literal || ExactDecimal(a.literal.utf8) == ExactDecimal(b.literal.utf8)
    }

    /// Hashes the value.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ExactDecimal(literal.utf8))
    }
}

extension JSONSource {
    /// Reads a number of any size.
    mutating func readAnyNumber() throws -> JSON {
        let last = try scan(cursor, scanScalar)
        let literal = text(cursor, to: last)
        cursor = last
        // Numbers written as integers are stored as integers; `1.0` and `-0` are stored as written.
        if literal != "-0", let value = Int64(literal) { return .integer(value) }
        return .number(JSONNumber(unchecked: literal))
    }
}
