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
        try bind(stored: value.databaseValue(), index)
    }

    /// Binds a value converted by a transformer.
    @inlinable public func bind<T: Transformer>(_ value: T.Value, _ index: Int, using transformer: T) throws
    where T.Source: SQLiteValue {
        try bind(encoded(value, transformer), index)
    }

    /// Binds a value converted by a transformer; NULL for nil.
    @inlinable public func bindIfPresent<T: Transformer>(_ value: T.Value?, _ index: Int, using transformer: T) throws
    where T.Source: SQLiteValue {
        try bind(value.map { try encoded($0, transformer) }, index)
    }

    /// Binds a value, NULL for nil.
    @inlinable public func bindIfPresent<Value: SQLiteValue>(_ value: Value?, _ index: Int) throws {
        try bind(value, index)
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
        guard let values else { return try bind(stored: .null, index) }
        guard let json = SQL.json(try values.map { try $0.databaseValue() }) else {
            throw SQLiteError.unencodable(Values.self, .notJSON)
        }
        try bind(json, index)
    }

    /// Binds values converted by a transformer, to be matched as described for ``bind(list:_:)``.
    public func bind<T: Transformer>(list values: T.Value?, _ index: Int, using transformer: T) throws
    where T.Source: Sequence, T.Source.Element: SQLiteValue {
        try bind(list: values.map { try encoded($0, transformer) }, index)
    }

    @inlinable func bind(stored value: DatabaseValue, _ index: Int) throws {
        let place = Int32(truncatingIfNeeded: index)
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(pointer, place)
        case .integer(let value): code = sqlite3_bind_int64(pointer, place, value)
        case .real(let value):
            // SQLite would store NULL.
            if value.isNaN { throw SQLiteError.unencodable(Double.self, .notANumber) }
            code = sqlite3_bind_double(pointer, place, value)
        case .text(var text): code = text.withUTF8 { modelsqlite_bind_text(pointer, place, $0.baseAddress, $0.count) }
        case .malformedText(let bytes):
            code = bytes.withUnsafeBytes { modelsqlite_bind_text(pointer, place, $0.baseAddress, $0.count) }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { modelsqlite_bind_blob(pointer, place, $0.baseAddress, $0.count) }
        }
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
