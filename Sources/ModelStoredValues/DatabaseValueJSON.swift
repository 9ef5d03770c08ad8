import Foundation
import ModelLeniency
import ModelRuntime
import ModelSQLite

/// The JSON form is a number (an INTEGER has no fraction, a REAL has one), a string, or null. For bytes, it is an
/// object in base64: `{"blob": "AP8="}` or `{"text": "gA=="}`.
extension DatabaseValue: JSONRepresentable {
    /// Creates the value from its JSON form.
    public init(jsonForm json: JSON) throws {
        // A number without a fraction or an exponent is an integer, which must not be rounded.
        func real(_ number: JSONNumber) -> Double? {
            number.double.flatMap {
                number.literal.contains { ".eE".contains($0) } || JSONNumber("\($0)") == number ? $0 : nil
            }
        }
        func bytes(_ key: String) -> Data? {
            var text = json[key]?.string
            return text?.withUTF8(Data.value)
        }
        let value: DatabaseValue? =
            switch json {
            case .null: .null
            case .integer(let value): .integer(value)
            case .number(let number): real(number).map { .real($0) }
            case .string(let text): .text(text)
            case .object(let members) where members.count == 1:
                bytes("blob").map { .blob($0) } ?? bytes("text").map { .malformedText($0) }
            case .object, .bool, .array: nil
            }
        guard let value else { throw JSONError(.invalidValue, expected: "a value as SQLite stores it") }
        self = value
    }

    /// The value as JSON. Throws for infinity, which JSON cannot represent.
    public var jsonForm: JSON {
        get throws {
            switch self {
            case .null: return .null
            case .integer(let value): return .integer(value)
            case .real(let value):
                guard let number = JSONNumber("\(value)") else {
                    throw JSONError(.invalidValue, reason: "infinity is not a JSON number")
                }
                return .number(number)
            case .text(let text): return .string(text)
            case .blob(let data): return ["blob": .string(data.base64EncodedString())]
            case .malformedText(let data): return ["text": .string(data.base64EncodedString())]
            }
        }
    }
}

// Null is a value, so a default does not replace it. Without a default, the general functions read it, too.

extension JSONFieldSource where Self: ~Copyable {
    /// Reads a field with a default, which is only used if the field is absent.
    public mutating func field(or fallback: @autoclosure () -> DatabaseValue) throws -> DatabaseValue {
        try fieldIfPresent { try $0.read(DatabaseValue.self) } ?? fallback()
    }

    /// Reads a field with a default, which also replaces an invalid value. That is reported.
    public mutating func validField(or fallback: @autoclosure () -> DatabaseValue) throws -> DatabaseValue {
        let value = try fieldIfPresent { try $0.attempt { try $0.read(DatabaseValue.self) } }
        return value.flatMap(\.self) ?? fallback()
    }
}
