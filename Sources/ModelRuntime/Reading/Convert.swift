import Foundation

/// A scalar as values of other kinds; nil if that loses something.
package protocol ConvertibleScalar {
    /// A number.
    var number: JSONNumber? { get }
    /// A Boolean.
    var bool: Bool? { get }
    /// A string.
    var string: String? { get }
}

/// How a model reads scalars of another kind than its fields: `.lenient` of ModelLeniency.
public struct JSONConversion: Sendable {
    /// Reads the scalar at the cursor; nil for anything else.
    fileprivate let read: @Sendable (inout JSONSource) throws -> (any ConvertibleScalar)?

    package init(_ read: @escaping @Sendable (inout JSONSource) throws -> (any ConvertibleScalar)?) {
        self.read = read
    }
}

extension JSONSource {
    /// Reads a scalar of a lenient model. Not inlined: values of the expected kind never get here.
    @inline(never)
    mutating func convert<Value>(expected: String, _ conversion: (any ConvertibleScalar) -> Value?) throws -> Value {
        let begin = cursor
        let known = model.pointee.fields?.conversion ?? context.conversion
        guard cursor < end, let scalar = try known?.read(&self) else { throw mismatch(expected) }
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
    /// The same number, or nil if a Decimal cannot represent it: more than 38 digits, too large or too small.
    init?(_ exact: ExactDecimal) {
        guard exact.digits.count <= 38, exact.exponent >= -128, exact.exponent <= 127 else { return nil }
        let digits = String(decoding: exact.digits.map { $0 + UInt8(ascii: "0") }, as: UTF8.self)
        self.init(string: "\(exact.isNegative ? "-" : "")0\(digits)e\(exact.exponent)")
    }
}
