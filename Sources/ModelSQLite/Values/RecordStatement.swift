import CModelSQLite
import Foundation
import ModelRuntime

/// A statement whose parameters are bound one after the other. It is valid only in the closure that receives it.
///
/// If a value cannot be bound, the error is stored, the remaining values are skipped, and the error is thrown before
/// the statement runs. This way, generated code is a plain list of columns, without error handling for each.
@frozen
public struct RecordStatement: ~Copyable, FieldSink {
    @usableFromInline let pointer: OpaquePointer
    @usableFromInline var failure: (any Error)?
    /// The parameter that was bound last.
    @usableFromInline var index: Int32 = 0
    /// The number of parameters in the SQL. Later ones are skipped: a deletion only has those of its condition.
    @usableFromInline let limit: Int32

    @inlinable init(_ pointer: OpaquePointer, limit: Int32) {
        self.pointer = pointer
        self.limit = limit
    }

    /// Binds the next parameter.
    ///
    /// ```swift
    /// statement.field(title)
    /// statement.fieldIfPresent(createdAt, using: UnixMilliseconds())
    /// ```
    @inlinable public mutating func field(_ value: some SQLiteValue) { next { try value.databaseValue() } }

    /// Binds the next parameter, or NULL for nil.
    @inlinable public mutating func fieldIfPresent(_ value: (some SQLiteValue)?) { field(value) }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue { next { try value.map { try Self.encoded($0, form) }.databaseValue() } }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue { field(value, using: form) }

    /// Skips a column that has no parameter because the database computes it.
    @inlinable public mutating func skip() { index &+= 1 }

    @inlinable package mutating func next(_ value: () throws -> DatabaseValue) {
        index &+= 1
        if index > limit { return }
        do { bind(try value()) } catch { fail(error) }
    }

    @inlinable mutating func bind(_ value: DatabaseValue) {
        let code: Int32
        switch value {
        case .null: code = sqlite3_bind_null(pointer, index)
        case .integer(let value): code = sqlite3_bind_int64(pointer, index, value)
        case .real(let value):
            // SQLite would store NULL.
            if value.isNaN { return fail(SQLiteError.unencodable(Double.self, .notANumber)) }
            code = sqlite3_bind_double(pointer, index, value)
        case .text(var text): code = text.withUTF8 { modelsqlite_bind_text(pointer, index, $0.baseAddress, $0.count) }
        case .malformedText(let bytes):
            code = bytes.withUnsafeBytes { modelsqlite_bind_text(pointer, index, $0.baseAddress, $0.count) }
        case .blob(let bytes):
            code = bytes.withUnsafeBytes { modelsqlite_bind_blob(pointer, index, $0.baseAddress, $0.count) }
        }
        if code != SQLITE_OK { refuse(code) }
    }

    @inlinable package static func encoded<Form: Transformer>(_ value: Form.Value, _ form: Form) throws -> Form.Source {
        do { return try form.encode(value) } catch { throw SQLiteError.refused(Form.Value.self, error) }
    }

    @usableFromInline @inline(never) package mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }

    @usableFromInline @inline(never) mutating func refuse(_ code: Int32) {
        let sql = sqlite3_sql(pointer).map { String(cString: $0) }
        fail(SQLiteError.reported(by: sqlite3_db_handle(pointer), code: code, sql: sql))
    }
}
