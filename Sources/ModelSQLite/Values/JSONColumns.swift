import Foundation
import ModelRuntime

/// A type that is stored as JSON text: collections, nested models, `JSON` of ModelRuntime.
///
/// It is the same JSON as on the wire, except that fields sent or read in only one direction are both stored and read,
/// so that a row contains the whole value.
///
/// A nested model only declares the conformance:
///
/// ```swift
/// extension Address: SQLiteJSONValue {}
/// ```
public protocol SQLiteJSONValue: SQLiteValue, JSONValue {}

extension SQLiteJSONValue {
    /// TEXT that holds JSON.
    @inlinable public static var storage: StorageClass { .text }

    /// Reads JSON from TEXT.
    public static func read(_ row: borrowing Row, _ index: Int) throws -> Self {
        try row.withBytes(index) { bytes in
            do { return try Self(kept: bytes) } catch { throw row.rejected(index, Self.self, error) }
        }
    }

    /// The JSON as TEXT.
    public func databaseValue() throws -> DatabaseValue { .text(try text()) }

    private func text() throws -> String {
        do { return try keptString() } catch { throw SQLiteError.unencodable(Self.self, .notJSON) }
    }
}

extension Array: TableKey where Element: JSONValue {}
extension Array: SQLiteValue where Element: JSONValue {}
extension Array: SQLiteJSONValue where Element: JSONValue {}
extension Set: TableKey where Element: JSONValue {}
extension Set: SQLiteValue where Element: JSONValue {}
extension Set: SQLiteJSONValue where Element: JSONValue {}
extension Dictionary: TableKey where Key: JSONObjectKey, Value: JSONValue {}
extension Dictionary: SQLiteValue where Key: JSONObjectKey, Value: JSONValue {}
extension Dictionary: SQLiteJSONValue where Key: JSONObjectKey, Value: JSONValue {}
extension JSON: SQLiteJSONValue {}
