import CModelSQLite
import Foundation
import ModelRuntime

/// A prepared statement whose parameters are being bound. It is valid only in the closure that receives it.
///
/// Parameters are numbered from 1; generated SQL writes them as `?1`, `?2`, so that a model's `bind(to:)` can be used
/// for insert, update and delete.
public struct Statement: ~Copyable {
    @usableFromInline let pointer: OpaquePointer

    @inlinable init(_ pointer: OpaquePointer) { self.pointer = pointer }

    /// Binds a value.
    ///
    /// ```swift
    /// try statement.bind(title, 3)
    /// ```
    @inlinable public func bind<Value: SQLiteValue>(_ value: Value, _ index: Int) throws {
        try value.bind(to: self, index)
    }

    /// Binds a value converted by a transformer.
    @inlinable public func bind<T: Transformer>(_ value: T.Value, _ index: Int, using transformer: T) throws
    where T.Source: SQLiteValue {
        try encoded(value, transformer).bind(to: self, index)
    }

    /// Binds a value converted by a transformer; NULL for nil.
    @inlinable public func bindIfPresent<T: Transformer>(_ value: T.Value?, _ index: Int, using transformer: T) throws
    where T.Source: SQLiteValue {
        try bindIfPresent(value.map { try encoded($0, transformer) }, index)
    }

    /// Binds a value, NULL for nil.
    @inlinable public func bindIfPresent<Value: SQLiteValue>(_ value: Value?, _ index: Int) throws {
        guard let value else { return try bindNull(index) }
        try value.bind(to: self, index)
    }

    @inlinable func encoded<T: Transformer>(_ value: T.Value, _ transformer: T) throws -> T.Source {
        do { return try transformer.encode(value) } catch { throw SQLiteError.refused(T.Value.self, error) }
    }
}

extension Statement {
    /// Binds values that the SQL matches with `IN (SELECT value FROM json_each(?1))`, as a single JSON string of their
    /// stored forms; NULL for nil.
    ///
    /// Source: <https://www.sqlite.org/json1.html>, section 4.23.
    ///
    /// - Throws: ``SQLiteError/Kind/encoding(_:)`` for values stored as REAL or BLOB, which JSON does not hold exactly.
    public func bind<Values: Sequence>(list values: Values?, _ index: Int) throws
    where Values.Element: SQLiteValue {
        guard let values else { return try bindNull(index) }
        guard let json = SQL.json(try values.map { try $0.databaseValue() }) else {
            throw SQLiteError.unencodable(Values.self, .notJSON)
        }
        try bind(text: json, index)
    }

    /// Binds values converted by a transformer, to be matched as described for ``bind(list:_:)``.
    public func bind<T: Transformer>(list values: T.Value?, _ index: Int, using transformer: T) throws
    where T.Source: Sequence, T.Source.Element: SQLiteValue {
        try bind(list: values.map { try encoded($0, transformer) }, index)
    }

    /// Binds NULL.
    @inlinable public func bindNull(_ index: Int) throws {
        try check(sqlite3_bind_null(pointer, Int32(truncatingIfNeeded: index)))
    }

    /// Binds an INTEGER.
    @inlinable public func bind(integer value: Int64, _ index: Int) throws {
        try check(sqlite3_bind_int64(pointer, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds a REAL; NaN is an error, since SQLite would store NULL.
    @inlinable public func bind(real value: Double, _ index: Int) throws {
        if value.isNaN { throw SQLiteError.unencodable(Double.self, .notANumber) }
        try check(sqlite3_bind_double(pointer, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds TEXT, copied by SQLite.
    @inlinable public func bind(text value: String, _ index: Int) throws {
        let code = value.utf8.withContiguousStorageIfAvailable { bytes in
            bindText(bytes, index)
        }
        if let code { return try check(code) }
        var copy = value
        try check(copy.withUTF8 { bytes in bindText(bytes, index) })
    }

    @inlinable func bindText(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int32 {
        guard let count = Int32(exactly: bytes.count) else { return SQLITE_TOOBIG }
        guard let start = bytes.baseAddress else {
            return modelsqlite_bind_text(pointer, Int32(truncatingIfNeeded: index), "", 0)
        }
        return start.withMemoryRebound(to: CChar.self, capacity: bytes.count) {
            modelsqlite_bind_text(pointer, Int32(truncatingIfNeeded: index), $0, count)
        }
    }

    /// Binds a BLOB, copied by SQLite.
    @inlinable public func bind(blob value: Data, _ index: Int) throws {
        try value.withUnsafeBytes { try bind(bytes: $0, index) }
    }

    /// Binds bytes as a BLOB, copied by SQLite.
    @inlinable public func bind(bytes: UnsafeRawBufferPointer, _ index: Int) throws {
        guard let count = Int32(exactly: bytes.count) else { throw failure(SQLITE_TOOBIG) }
        try check(modelsqlite_bind_blob(pointer, Int32(truncatingIfNeeded: index), bytes.baseAddress, count))
    }

    /// Binds bytes as TEXT; SQLite copies them without validating them.
    @inlinable public func bind(utf8 bytes: UnsafeRawBufferPointer, _ index: Int) throws {
        try check(bytes.withMemoryRebound(to: UInt8.self) { bindText($0, index) })
    }

    /// Binds a value as SQLite stores it.
    @inlinable public func bind(_ value: DatabaseValue, _ index: Int) throws {
        switch value {
        case .null: try bindNull(index)
        case .integer(let value): try bind(integer: value, index)
        case .real(let value): try bind(real: value, index)
        case .text(let value): try bind(text: value, index)
        case .malformedText(let bytes): try bytes.withUnsafeBytes { try bind(utf8: $0, index) }
        case .blob(let value): try bind(blob: value, index)
        }
    }

    @inlinable func check(_ code: Int32) throws {
        if code != SQLITE_OK { throw failure(code) }
    }

    @usableFromInline @inline(never) func failure(_ code: Int32) -> SQLiteError {
        SQLiteError.reported(
            by: sqlite3_db_handle(pointer),
            code: code,
            sql: sqlite3_sql(pointer).map { String(cString: $0) }
        )
    }
}
