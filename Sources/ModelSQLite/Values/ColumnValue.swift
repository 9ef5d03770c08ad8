import CModelSQLite
import Foundation
import ModelRuntime

/// The value of a column in the current row. It is valid only as long as the row is.
///
/// The column and its storage class are looked up once. The result of sqlite3_column_value is "unprotected", so no
/// other thread may use the connection meanwhile, and none does. Source:
/// <https://www.sqlite.org/c3ref/column_blob.html>.
@frozen
public struct ColumnValue: ~Copyable {
    @usableFromInline let statement: OpaquePointer
    @usableFromInline let index: Int32
    @usableFromInline let pointer: OpaquePointer?
    /// SQLite's code for the storage class.
    @usableFromInline let type: Int32

    @inlinable init(_ statement: OpaquePointer, _ index: Int32) {
        self.statement = statement
        self.index = index
        pointer = sqlite3_column_value(statement, index)
        type = sqlite3_value_type(pointer)
    }

    /// Whether the value is NULL.
    @inlinable public var isNull: Bool { type == SQLITE_NULL }

    /// The storage class. Source of the codes: <https://www.sqlite.org/c3ref/c_blob.html>.
    public var storage: StorageClass { [.integer, .real, .text, .blob, .null][Int(type) - 1] }

    /// The name of the column.
    var name: String { sqlite3_column_name(statement, index).map { String(cString: $0) } ?? "" }
}

// Each method checks the storage class, because SQLite converts silently: the text "12abc" read as an integer is 12.
extension ColumnValue {
    /// Reads an INTEGER.
    @inlinable public func integer() throws -> Int64 {
        if type != SQLITE_INTEGER { throw mismatch(Int64.self) }
        return sqlite3_value_int64(pointer)
    }

    /// Reads a REAL, or an INTEGER that a double represents exactly.
    @inlinable public func real() throws -> Double {
        if type == SQLITE_FLOAT { return sqlite3_value_double(pointer) }
        guard type == SQLITE_INTEGER, let double = Double(exactly: sqlite3_value_int64(pointer)) else {
            throw mismatch(Double.self)
        }
        return double
    }

    /// Reads TEXT in UTF-8.
    @inlinable public func text() throws -> String {
        if type != SQLITE_TEXT { throw mismatch(String.self) }
        return try require(Self.text(bytes()))
    }

    /// Reads a BLOB.
    @inlinable public func blob() throws -> Data {
        if type != SQLITE_BLOB { throw mismatch(Data.self) }
        return Data(try bytes())
    }

    /// Reads the value, whatever its class.
    func value() throws -> DatabaseValue {
        switch type {
        case SQLITE_INTEGER: return .integer(try integer())
        case SQLITE_FLOAT: return .real(try real())
        case SQLITE_TEXT:
            let bytes = try bytes()
            return Self.text(bytes).map { .text($0) } ?? .malformedText(Data(bytes))
        case SQLITE_BLOB: return .blob(try blob())
        default:
            try requireColumn()
            return .null
        }
    }

    /// Throws if the row does not have this column, for which SQLite also returns NULL.
    @usableFromInline @inline(never) func requireColumn() throws {
        if !(0..<sqlite3_column_count(statement)).contains(index) {
            throw SQLiteError.misuse("the row has no column \(index)")
        }
    }

    /// The bytes of TEXT, converted to UTF-8 if the file has another encoding, or of a BLOB. SQLite owns them.
    @inlinable func bytes() throws -> UnsafeRawBufferPointer {
        guard type == SQLITE_TEXT || type == SQLITE_BLOB else { throw mismatch(Data.self) }
        let start = type == SQLITE_TEXT ? UnsafeRawPointer(sqlite3_value_text(pointer)) : sqlite3_value_blob(pointer)
        let count = Int(sqlite3_value_bytes(pointer))
        if start == nil, type == SQLITE_TEXT || count > 0 { throw outOfMemory() }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// The bytes as a string; nil if they are not valid UTF-8. SQLite stores any bytes as TEXT, and Swift would replace
    /// invalid ones by U+FFFD.
    @inlinable static func text(_ bytes: UnsafeRawBufferPointer) -> String? {
        #if compiler(>=6.2)
            if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
                guard let text = try? UTF8Span(validating: bytes.bindMemory(to: UInt8.self).span) else { return nil }
                return String(copying: text)
            }
        #endif
        var text = String(decoding: bytes, as: UTF8.self)
        let isFaithful = text.withUTF8 { known in
            guard let here = known.baseAddress, let there = bytes.baseAddress else { return bytes.isEmpty }
            return known.count == bytes.count && memcmp(here, there, bytes.count) == 0
        }
        return isFaithful ? text : nil
    }

    /// Unwraps a value; nil means that the column contains no value of this type.
    @inlinable func require<Value>(_ value: Value?) throws -> Value {
        guard let value else { throw mismatch(Value.self) }
        return value
    }

    /// Reads the value through a transformer.
    @inlinable func read<T: Transformer>(using transformer: T) throws -> T.Value where T.Source: SQLiteValue {
        let source = try T.Source.read(self)
        do { return try transformer.decode(source) } catch { throw rejected(T.Value.self, error) }
    }

    /// Reads the value through a transformer, or nil for NULL.
    @inlinable func readIfPresent<T: Transformer>(using transformer: T) throws -> T.Value? where T.Source: SQLiteValue {
        isNull ? nil : try read(using: transformer)
    }
}

// Errors are created and converted to `any Error` in separate functions that are not generic, because the code above is
// inlined into each model for each field.
extension ColumnValue {
    @usableFromInline @inline(never) func mismatch(_ expected: Any.Type) -> any Error { rejected(expected, nil) }

    @usableFromInline @inline(never) func rejected(_ expected: Any.Type, _ reason: (any Error)?) -> any Error {
        if let reason = reason as? SQLiteError { return reason }
        do { try requireColumn() } catch { return error }
        let failure = DecodingFailure(
            model: "", column: name, row: "", expected: String(describing: expected), found: storage)
        let why = reason == nil ? "" : ", because the conversion failed"
        return SQLiteError(
            .decoding(failure),
            message: "column \(name) contains \(storage.rawValue), which is not a valid `\(expected)`\(why)"
        )
    }

    @usableFromInline @inline(never) func outOfMemory() -> any Error {
        SQLiteError(.other, code: SQLITE_NOMEM, message: "out of memory")
    }
}
