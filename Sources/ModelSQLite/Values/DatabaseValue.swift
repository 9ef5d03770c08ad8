import Foundation
import ModelRuntime

/// One value as SQLite stores it: one of its five storage classes.
///
/// As the type of a field, it represents a column with values of several storage classes, unchanged:
///
/// ```yaml
/// Setting:
///   primaryKey: name
///   fields: { name: String, value: DatabaseValue }
/// ```
///
/// Source: <https://www.sqlite.org/datatype3.html>, section 2.
public enum DatabaseValue: Hashable, Sendable {
    /// NULL.
    case null
    /// INTEGER, 64 bits with a sign.
    case integer(Int64)
    /// REAL, a double.
    case real(Double)
    /// TEXT in UTF-8.
    case text(String)
    /// TEXT whose bytes are not valid UTF-8, which SQLite stores unchanged.
    case malformedText(Data)
    /// BLOB, raw bytes.
    case blob(Data)
}

extension DatabaseValue {
    /// Whether the storage class and the bytes are the same: for `String`, letters equal their decomposed forms.
    public static func == (left: DatabaseValue, right: DatabaseValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let left), .integer(let right)): left == right
        case (.real(let left), .real(let right)): left == right
        case (.text(let left), .text(let right)): ExactText(left) == ExactText(right)
        case (.malformedText(let left), .malformedText(let right)), (.blob(let left), .blob(let right)): left == right
        case (.null, _), (.integer, _), (.real, _), (.text, _), (.malformedText, _), (.blob, _): false
        }
    }
}

extension DatabaseValue: SQLiteValue {
    /// Reads the value, regardless of its class.
    public static func read(_ column: borrowing ColumnValue) throws -> DatabaseValue { try column.value() }
    /// This value.
    public func databaseValue() -> DatabaseValue { self }
}

/// In JSON a number (INTEGER without a fraction, REAL with one), a string, null, or for bytes an object: `{"blob": "AP8="}`
/// and `{"text": "gA=="}`, in base64.
extension DatabaseValue: JSONRepresentable {
    /// Creates the value from its JSON form.
    public init(jsonForm json: JSON) throws {
        func bytes(_ key: String) -> Data? { json[key]?.string.flatMap { Data(base64Encoded: $0) } }
        let value: DatabaseValue? =
            switch json {
            case .null: .null
            case .integer(let value): .integer(value)
            case .number(let number): number.double.map { .real($0) }
            case .string(let text): .text(text)
            case .object(let members) where members.count == 1:
                bytes("blob").map { .blob($0) } ?? bytes("text").map { .malformedText($0) }
            case .object, .bool, .array: nil
            }
        guard let value else { throw JSONError(.invalidValue, expected: "a value as SQLite stores it") }
        self = value
    }

    /// The value as JSON; throws for an infinity, which JSON cannot represent.
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

/// The five storage classes of SQLite.
public enum StorageClass: String, Hashable, Sendable {
    case null = "NULL"
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
}
