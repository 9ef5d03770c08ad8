import ModelRuntime

/// A statement whose parameters a row fills.
///
/// The first value that cannot be bound is kept, the others are passed over, and the failure is thrown before the statement
/// runs. So the code of a model is a list of its columns, without a way out behind each.
public struct RecordStatement: ~Copyable {
    @usableFromInline let statement: Statement
    @usableFromInline var failure: (any Error)?

    @inlinable init(_ statement: borrowing Statement) {
        self.statement = Statement(statement.pointer, limit: statement.limit)
    }

    /// Binds a value.
    ///
    /// ```swift
    /// statement.bind(title, 3)
    /// ```
    @inlinable public mutating func bind<Value: SQLiteValue>(_ value: Value, _ index: Int) {
        do { try statement.bind(value, index) } catch { fail(error) }
    }

    /// Binds what a transformer makes of a value.
    @inlinable public mutating func bind<T: Transformer>(_ value: T.Value, _ index: Int, using transformer: T)
    where T.Source: SQLiteValue {
        do { try statement.bind(value, index, using: transformer) } catch { fail(error) }
    }

    /// Binds a value, NULL for nil.
    @inlinable public mutating func bindIfPresent<Value: SQLiteValue>(_ value: Value?, _ index: Int) {
        do { try statement.bindIfPresent(value, index) } catch { fail(error) }
    }

    /// Binds what a transformer makes of a value, NULL for nil.
    @inlinable public mutating func bindIfPresent<T: Transformer>(_ value: T.Value?, _ index: Int, using transformer: T)
    where T.Source: SQLiteValue {
        do { try statement.bindIfPresent(value, index, using: transformer) } catch { fail(error) }
    }

    /// Binds a value as SQLite stores it.
    public mutating func bind(_ value: DatabaseValue, _ index: Int) {
        do { try statement.bind(value, index) } catch { fail(error) }
    }

    @usableFromInline @inline(never) mutating func fail(_ error: any Error) {
        if failure == nil { failure = error }
    }
}

extension TableRecord {
    @inlinable func bind(to statement: borrowing Statement) throws {
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
