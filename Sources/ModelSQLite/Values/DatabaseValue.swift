import Foundation
import ModelStoredForms

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
    /// INTEGER, a signed 64-bit integer.
    case integer(Int64)
    /// REAL, a double-precision number.
    case real(Double)
    /// TEXT in UTF-8.
    case text(String)
    /// TEXT whose bytes are not valid UTF-8, which SQLite stores unchanged.
    case malformedText(Data)
    /// BLOB, raw bytes.
    case blob(Data)
}

extension DatabaseValue {
    /// Whether the storage class and the bytes are the same. For `String`, letters would equal their decomposed forms.
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

/// The five storage classes of SQLite.
public enum StorageClass: String, Hashable, Sendable {
    case null = "NULL"
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
}
