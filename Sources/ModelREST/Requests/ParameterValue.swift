import Foundation
import ModelRuntime

/// A value that can be written in a path, a query, a header or a form.
///
/// An enum whose raw value is a parameter value only needs to declare the conformance, as generated enums do.
public protocol ParameterValue: Sendable {
    /// The text that is sent, before any percent-encoding.
    var parameterText: String { get }
    /// The value in a JSON body: a number or a Boolean as such, and anything else as its string.
    var parameterJSON: JSON { get }
}

extension ParameterValue {
    /// The text.
    public var parameterJSON: JSON { .string(parameterText) }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// The text of the raw value.
    public var parameterText: String { rawValue.parameterText }
    /// The JSON of the raw value.
    public var parameterJSON: JSON { rawValue.parameterJSON }
}

extension ParameterValue where Self: JSONCodable {
    /// The text of a union's value.
    public var parameterText: String {
        let json = parameterJSON
        return switch json {
        case .string(let text): text
        case .bool, .integer, .number: "\(json)"
        case .null, .array, .object: ""
        }
    }
    /// Its JSON.
    public var parameterJSON: JSON { (try? JSON(encoding: self)) ?? .null }
}

extension ParameterValue where Self: BinaryInteger {
    /// The decimal digits.
    public var parameterText: String { String(self) }
    /// The number; or its digits as a string if readers of JSON might round it.
    public var parameterJSON: JSON { Int64(exactly: self).map { .integer($0) } ?? .string(parameterText) }
}

extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}

extension ParameterValue where Self: BinaryFloatingPoint & LosslessStringConvertible & JSONValue {
    /// The shortest digits that read back as the same number: `60` for 60.0.
    public var parameterText: String {
        // Below this limit, a Double represents every whole number exactly.
        guard let whole = Int64(exactly: self), magnitude < 0x1p53, !(whole == 0 && sign == .minus) else {
            return description
        }
        return String(whole)
    }
    /// The number.
    public var parameterJSON: JSON { (try? JSON(encoding: self)) ?? .string(parameterText) }
}

extension Float: ParameterValue {}
extension Double: ParameterValue {}

extension Decimal: ParameterValue {
    /// The digits, with a decimal point in every locale.
    public var parameterText: String { description }
    /// The number.
    public var parameterJSON: JSON { (try? JSON(encoding: self)) ?? .string(parameterText) }
}

extension Bool: ParameterValue {
    /// `true` or `false`.
    public var parameterText: String { self ? "true" : "false" }
    /// `true` or `false`.
    public var parameterJSON: JSON { .bool(self) }
}

extension String: ParameterValue {
    /// The string itself.
    public var parameterText: String { self }
}

extension Substring: ParameterValue {
    /// The characters as a string.
    public var parameterText: String { String(self) }
}

extension UUID: ParameterValue {
    /// The uppercase form, as in JSON and in SQLite.
    public var parameterText: String { uuidString }
}

extension URL: ParameterValue {
    /// The whole URL.
    public var parameterText: String { absoluteString }
}

extension Data: ParameterValue {
    /// Base64, as in JSON.
    public var parameterText: String { base64EncodedString() }
}

extension Date: ParameterValue {
    /// RFC 3339 in UTC, as in JSON; for any other form, pass a transformer to `Parameters.set`.
    public var parameterText: String { (try? RFC3339().encode(self)) ?? ISO8601Format() }
}

extension Never: ParameterValue {
    /// Never called, because there is no value.
    public var parameterText: String { switch self {} }
}

extension Transformer {
    /// The external form of a value, or nil if there is no value. If it cannot be converted, returns nil, and `problem`
    /// says so about `name`, unless it already contains a problem.
    func encode(_ value: Value?, as name: String, _ problem: inout String?) -> Source? {
        guard let value else { return nil }
        do {
            return try encode(value)
        } catch {
            problem = problem ?? "\(name) cannot be written as `\(Self.self)`"
            return nil
        }
    }
}
