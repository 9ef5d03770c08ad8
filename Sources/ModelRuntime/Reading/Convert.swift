import Foundation

/// A scalar that can be converted to values of other kinds; nil if the conversion would lose something.
package protocol ConvertibleScalar {
    /// A number.
    var number: JSONNumber? { get }
    /// A Boolean.
    var bool: Bool? { get }
    /// A string.
    var string: String? { get }
}

/// How a model reads values that its fields do not expect: `.lenient` and `.strict` of ModelLeniency.
public struct JSONReading: Sendable {
    /// Reads a scalar of another kind than the field's; nil for anything else.
    package var scalar: (@Sendable (inout JSONSource) throws -> (any ConvertibleScalar)?)?
    /// Rejects a key that belongs to no field, at its position. Keys of objects on the path to a field are not checked.
    package var unknownKey: (@Sendable (inout JSONSource, String, Bytes) throws -> Void)?

    package init() {}
}

extension JSONSource {
    /// How scalars are converted.
    package var reading: JSONReading? {
        guard let own = model.pointee.fields?.reading, own.scalar != nil else { return context.reading }
        return own
    }

    /// Reads a scalar in a lenient model. Not inlined, because values of the expected kind never get here.
    @inline(never)
    mutating func convert<Value>(expected: String, _ conversion: (any ConvertibleScalar) -> Value?) throws -> Value {
        let begin = cursor
        guard cursor < end, let scalar = try reading?.scalar?(&self) else { throw mismatch(expected) }
        guard let value = conversion(scalar) else {
            cursor = begin
            throw failure(.invalidValue, expected: expected)
        }
        return value
    }
}

/// Whether `text` is a number as JSON writes it.
package func isNumber(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
        bytes.baseAddress.map { (try? scanNumber($0, $0 + bytes.count)) == $0 + bytes.count } ?? false
    }
}

extension Decimal {
    /// The same number, or nil if a Decimal cannot represent it: more than 38 digits and not below 2^128, too large or
    /// too small.
    init?(_ exact: ExactDecimal) {
        // Foundation refuses 1e128, but not 10e127, and rounds what has more than 128 bits.
        let zeros = max(exact.exponent - 127, 0)
        let count = exact.digits.count + zeros
        guard count < 40, exact.exponent > -129 else { return nil }
        self.init(string: exact.text + String(repeating: "0", count: zeros) + "e\(exact.exponent - zeros)")
        if count > 38, ExactDecimal(description.utf8) != exact { return nil }
    }
}
