import ModelRuntime

/// A type that is stored as JSON text, such as a collection, a nested model, or `JSON` of ModelRuntime.
///
/// The JSON is the same as on the wire, except that fields that are only sent or only received are both written and
/// read, so that a row contains the whole value.
///
/// A nested model only needs to declare the conformance:
///
/// ```swift
/// extension Address: SQLiteJSONValue {}
/// ```
public protocol SQLiteJSONValue: SQLiteValue, JSONValue {}

extension SQLiteJSONValue {
    /// Reads JSON from TEXT, or from a BLOB that contains text.
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
