import ModelRuntime

/// A statement whose parameters are bound to the values of a row.
///
/// If a value cannot be bound, the error is stored, the remaining values are skipped, and the error is thrown before
/// the statement runs. So the generated code is a list of columns without error handling for each.
public struct RecordStatement: ~Copyable {
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
    /// statement.bind(title)
    /// statement.bindIfPresent(createdAt, using: UnixMilliseconds())
    /// ```
    @inlinable public mutating func bind<Value: SQLiteValue>(_ value: Value) {
        do { try statement.bind(value, next()) } catch { fail(error) }
    }

    /// Binds the next parameter to what a transformer makes of a value.
    @inlinable public mutating func bind<T: Transformer>(_ value: T.Value, using transformer: T)
    where T.Source: SQLiteValue {
        do { try statement.bind(value, next(), using: transformer) } catch { fail(error) }
    }

    /// Binds the next parameter, to NULL for nil.
    @inlinable public mutating func bindIfPresent<Value: SQLiteValue>(_ value: Value?) {
        do { try statement.bindIfPresent(value, next()) } catch { fail(error) }
    }

    /// Binds the next parameter to what a transformer makes of a value, to NULL for nil.
    @inlinable public mutating func bindIfPresent<T: Transformer>(_ value: T.Value?, using transformer: T)
    where T.Source: SQLiteValue {
        do { try statement.bindIfPresent(value, next(), using: transformer) } catch { fail(error) }
    }

    /// Leaves the next parameter out: its column is computed by the database.
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
