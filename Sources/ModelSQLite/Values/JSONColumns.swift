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
    /// Reads JSON from TEXT, or from a BLOB with text.
    public static func read(_ column: borrowing ColumnValue) throws -> Self {
        let bytes = try column.bytes()
        do { return try Self(kept: bytes) } catch { throw column.rejected(Self.self, error) }
    }

    /// The JSON as TEXT.
    public func databaseValue() throws -> DatabaseValue {
        do {
            var sink = try keptDocument()
            return .text(sink.takeString())
        } catch {
            throw SQLiteError.unencodable(Self.self, .notJSON)
        }
    }
}

extension Array: SQLiteValue where Element: JSONValue {}
extension Array: SQLiteJSONValue where Element: JSONValue {}
extension Set: SQLiteValue where Element: JSONValue {}
extension Set: SQLiteJSONValue where Element: JSONValue {}
extension Dictionary: SQLiteValue where Key: JSONObjectKey, Value: JSONValue {}
extension Dictionary: SQLiteJSONValue where Key: JSONObjectKey, Value: JSONValue {}
extension JSON: SQLiteJSONValue {}
