import ModelRuntime

/// A statement whose parameters are bound to the values of a row.
///
/// If a value cannot be bound, the error is stored, the remaining values are skipped, and the error is thrown before
/// the statement runs. So the generated code is a list of columns without error handling for each.
public struct RecordStatement: ~Copyable, FieldSink {
    @usableFromInline let statement: Statement
    @usableFromInline var failure: (any Error)?
    /// The parameter that was bound last.
    @usableFromInline var index = 0

    /// Parameters above this are not in the SQL.
    @usableFromInline let limit: Int

    @inlinable init(_ statement: consuming Statement, limit: Int) {
        self.statement = statement
        self.limit = limit
    }

    /// Binds the next parameter.
    ///
    /// ```swift
    /// statement.field(title)
    /// statement.fieldIfPresent(createdAt, using: UnixMilliseconds())
    /// ```
    @inlinable public mutating func field<Value: SQLiteValue>(_ value: Value) {
        next { statement, index in try statement.bind(value, index) }
    }

    /// Binds the next parameter, or NULL for nil.
    @inlinable public mutating func fieldIfPresent<Value: SQLiteValue>(_ value: Value?) {
        next { statement, index in try statement.bindIfPresent(value, index) }
    }

    /// Binds the next parameter to a value converted by a transformer.
    @inlinable public mutating func field<Form: Transformer>(_ value: Form.Value, using form: Form)
    where Form.Source: SQLiteValue {
        next { statement, index in try statement.bind(value, index, using: form) }
    }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue {
        next { statement, index in try statement.bindIfPresent(value, index, using: form) }
    }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue { field(value, using: form) }

    /// Skips a column without a parameter, because the database computes it.
    @inlinable public mutating func skip() { index &+= 1 }

    @inlinable mutating func next(_ bind: (borrowing Statement, Int) throws -> Void) {
        index &+= 1
        if index > limit { return }
        do { try bind(statement, index) } catch { fail(error) }
    }

    @usableFromInline @inline(never) mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }
}
