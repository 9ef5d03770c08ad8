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

    @inlinable init(_ statement: borrowing Statement) {
        self.statement = Statement(statement.pointer, limit: statement.limit)
    }

    /// Binds the next parameter.
    ///
    /// ```swift
    /// statement.field(title)
    /// statement.fieldIfPresent(createdAt, using: UnixMilliseconds())
    /// ```
    @inlinable public mutating func field<Value: SQLiteValue>(_ value: Value) {
        do { try statement.bind(value, next()) } catch { fail(error) }
    }

    /// Binds the next parameter, or NULL for nil.
    @inlinable public mutating func fieldIfPresent<Value: SQLiteValue>(_ value: Value?) {
        do { try statement.bindIfPresent(value, next()) } catch { fail(error) }
    }

    /// Binds the next parameter to a value converted by a transformer.
    @inlinable public mutating func field<Form: Transformer>(_ value: Form.Value, using form: Form)
    where Form.Source: SQLiteValue {
        do { try statement.bind(value, next(), using: form) } catch { fail(error) }
    }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue {
        do { try statement.bindIfPresent(value, next(), using: form) } catch { fail(error) }
    }

    /// Binds the next parameter to a value converted by a transformer, or to NULL for nil.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: SQLiteValue { field(value, using: form) }

    /// Skips a column without a parameter, because the database computes it.
    @inlinable public mutating func skip() { _ = next() }

    @inlinable mutating func next() -> Int {
        index &+= 1
        return index
    }

    @usableFromInline @inline(never) mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }
}

extension TableRecord {
    @inlinable package func bind(to statement: borrowing Statement) throws {
        var row = RecordStatement(statement)
        bind(to: &row)
        if let failure = row.failure { throw failure }
    }
}

extension TableDraft {
    @inlinable func bind(to statement: borrowing Statement) throws {
        var row = RecordStatement(statement)
        bind(to: &row)
        if let failure = row.failure { throw failure }
    }
}
