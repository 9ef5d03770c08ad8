import CModelSQLite
import Foundation
import ModelRuntime

/// The current row of a statement. It is valid only in the closure that receives it.
///
/// Columns are read by index: generated code knows the position and type of every column.
public struct Row: ~Copyable {
    @usableFromInline package let statement: OpaquePointer
    /// The first column of this record; a join reads several records from one row.
    @usableFromInline package let start: Int

    @inlinable package init(_ statement: OpaquePointer, from start: Int = 0) {
        self.statement = statement
        self.start = start
    }

    /// The value of a column.
    ///
    /// ```swift
    /// id = try row.read(Int64.self, 0)
    /// ```
    @inlinable public func read<Value: SQLiteValue>(_ type: Value.Type, _ index: Int) throws -> Value {
        try Value.read(self, index)
    }

    /// The value of a column that may be NULL.
    @inlinable public func readIfPresent<Value: SQLiteValue>(_ type: Value.Type, _ index: Int) throws -> Value? {
        try Value.readIfPresent(self, index)
    }

    /// The value of a column, converted by a transformer.
    @inlinable public func read<T: Transformer>(_ index: Int, using transformer: T) throws -> T.Value
    where T.Source: SQLiteValue {
        let source = try T.Source.read(self, index)
        do { return try transformer.decode(source) } catch { throw rejected(index, T.Value.self, error) }
    }

    /// The value of a column that may be NULL, converted by a transformer.
    @inlinable public func readIfPresent<T: Transformer>(_ index: Int, using transformer: T) throws -> T.Value?
    where T.Source: SQLiteValue {
        isNull(index) ? nil : try read(index, using: transformer)
    }

    /// Whether a column is NULL.
    @inlinable public func isNull(_ index: Int) -> Bool {
        sqlite3_column_type(statement, Int32(truncatingIfNeeded: start + index)) == SQLITE_NULL
    }

    /// Returns the storage class of a column in this row.
    public func storage(_ index: Int) -> StorageClass {
        switch sqlite3_column_type(statement, Int32(truncatingIfNeeded: start + index)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// The number of columns.
    public var count: Int { Int(sqlite3_column_count(statement)) - start }

    /// The name of a column.
    public func name(_ index: Int) -> String {
        sqlite3_column_name(statement, Int32(start + index)).map { String(cString: $0) } ?? ""
    }

    /// A column as SQLite stores it.
    public func value(_ index: Int) throws -> DatabaseValue {
        switch storage(index) {
        case .null: .null
        case .integer: .integer(try integer(index))
        case .real: .real(try real(index))
        case .text:
            try withBytes(index) { bytes in
                String(validating: bytes, as: UTF8.self).map { .text($0) } ?? .malformedText(Data(bytes))
            }
        case .blob: .blob(try blob(index))
        }
    }
}

// The four ways in which SQLite returns a column. Each checks the class, because SQLite converts silently: the text
// "12abc" read as an integer is 12. The check costs little because the column is looked up once: the result of
// sqlite3_column_value is "unprotected", so no other thread may use the connection, and none does. Source:
// <https://www.sqlite.org/c3ref/column_blob.html>.
extension Row {
    @inlinable func column(_ index: Int) -> OpaquePointer? {
        sqlite3_column_value(statement, Int32(truncatingIfNeeded: start &+ index))
    }

    /// An INTEGER column.
    @inlinable public func integer(_ index: Int) throws -> Int64 {
        let value = column(index)
        if sqlite3_value_type(value) != SQLITE_INTEGER { throw mismatch(index, Int64.self) }
        return sqlite3_value_int64(value)
    }

    /// An INTEGER column that may be NULL.
    @inlinable public func integerIfPresent(_ index: Int) throws -> Int64? {
        let value = column(index)
        let type = sqlite3_value_type(value)
        if type == SQLITE_NULL { return nil }
        if type != SQLITE_INTEGER { throw mismatch(index, Int64.self) }
        return sqlite3_value_int64(value)
    }

    /// A REAL column, or an INTEGER that a double holds exactly.
    @inlinable public func real(_ index: Int) throws -> Double {
        let value = column(index)
        return try real(of: value, sqlite3_value_type(value), index)
    }

    /// A REAL column that may be NULL.
    @inlinable public func realIfPresent(_ index: Int) throws -> Double? {
        let value = column(index)
        let type = sqlite3_value_type(value)
        return type == SQLITE_NULL ? nil : try real(of: value, type, index)
    }

    @inlinable func real(of value: OpaquePointer?, _ type: Int32, _ index: Int) throws -> Double {
        if type == SQLITE_FLOAT { return sqlite3_value_double(value) }
        guard type == SQLITE_INTEGER, let double = Double(exactly: sqlite3_value_int64(value)) else {
            throw mismatch(index, Double.self)
        }
        return double
    }

    /// A TEXT column.
    @inlinable public func text(_ index: Int) throws -> String {
        let value = column(index)
        if sqlite3_value_type(value) != SQLITE_TEXT { throw mismatch(index, String.self) }
        return try text(of: value, index)
    }

    /// A TEXT column that may be NULL.
    @inlinable public func textIfPresent(_ index: Int) throws -> String? {
        let value = column(index)
        let type = sqlite3_value_type(value)
        if type == SQLITE_NULL { return nil }
        if type != SQLITE_TEXT { throw mismatch(index, String.self) }
        return try text(of: value, index)
    }

    @inlinable func text(of value: OpaquePointer?, _ index: Int) throws -> String {
        guard let start = sqlite3_value_text(value) else { throw outOfMemory() }
        let bytes = UnsafeBufferPointer(start: start, count: Int(sqlite3_value_bytes(value)))
        let text = String(decoding: bytes, as: UTF8.self)
        if !isFaithful(text, to: bytes) { throw mismatch(index, String.self) }
        return text
    }

    /// A BLOB column.
    @inlinable public func blob(_ index: Int) throws -> Data {
        let value = column(index)
        if sqlite3_value_type(value) != SQLITE_BLOB { throw mismatch(index, Data.self) }
        let count = Int(sqlite3_value_bytes(value))
        guard let start = sqlite3_value_blob(value), count > 0 else { return Data() }
        return Data(bytes: start, count: count)
    }

    /// Calls a closure with the bytes of a TEXT or BLOB column, which are not copied.
    @inlinable public func withBytes<Result>(
        _ index: Int,
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        let column = Int32(truncatingIfNeeded: start + index)
        let type = sqlite3_column_type(statement, column)
        guard type == SQLITE_TEXT || type == SQLITE_BLOB else { throw mismatch(index, Data.self) }
        let start = sqlite3_column_blob(statement, column)
        return try body(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(statement, column))))
    }

    /// Whether decoding didn't repair anything. Swift replaces invalid UTF-8 by U+FFFD, and SQLite stores any bytes as
    /// TEXT.
    @inlinable func isFaithful(_ text: String, to bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        let raw = UnsafeRawBufferPointer(bytes)
        var bits: UInt64 = 0
        var place = 0
        while place &+ 8 <= raw.count {
            bits |= raw.loadUnaligned(fromByteOffset: place, as: UInt64.self)
            place &+= 8
        }
        while place < raw.count {
            bits |= UInt64(raw[place])
            place &+= 1
        }
        if bits & 0x8080_8080_8080_8080 == 0 { return true }
        guard text.utf8.count == bytes.count, let start = bytes.baseAddress else { return false }
        // A decoded string is contiguous.
        return text.utf8.withContiguousStorageIfAvailable { known in
            known.baseAddress.map { memcmp($0, start, bytes.count) == 0 } ?? false
        } ?? text.utf8.elementsEqual(bytes)
    }
}

// Errors are created in separate functions, to keep the paths above small.
extension Row {
    @usableFromInline @inline(never) func mismatch<T>(_ index: Int, _ expected: T.Type) -> SQLiteError {
        rejected(index, expected, nil)
    }

    @usableFromInline @inline(never) func rejected<T>(
        _ index: Int,
        _ expected: T.Type,
        _ reason: (any Error)?
    ) -> SQLiteError {
        if let reason = reason as? SQLiteError { return reason }
        let found = storage(index)
        let failure = DecodingFailure(
            model: "",
            column: name(index),
            expected: String(describing: expected),
            found: found
        )
        let why = reason == nil ? "" : ", because the conversion failed"
        return SQLiteError(
            .decoding(failure),
            message: "column \(failure.column) contains \(found.rawValue), which is not a valid `\(expected)`\(why)"
        )
    }

    @usableFromInline @inline(never) func outOfMemory() -> SQLiteError {
        SQLiteError(.other, code: SQLITE_NOMEM, message: "out of memory")
    }
}
