import ModelRuntime

/// Reads the columns of a row in order.
///
/// Generated code reads the columns of a table in their order:
///
/// ```swift
/// var columns = row.reader()
/// try self.init(id: columns.read(), title: columns.read(), createdAt: columns.readIfPresent(using: UnixMilliseconds()))
/// ```
public struct RowReader: ~Copyable {
    @usableFromInline let row: Row
    @usableFromInline var index = -1

    @inlinable init(_ row: borrowing Row) {
        self.row = Row(row.statement, from: row.start)
    }

    @inlinable mutating func next() -> Int {
        index &+= 1
        return index
    }

    /// The value of the next column.
    @inlinable public mutating func read<Value: SQLiteValue>(_ type: Value.Type = Value.self) throws -> Value {
        try Value.read(row, next())
    }

    /// The value of the next column, which may be NULL.
    @inlinable public mutating func readIfPresent<Value: SQLiteValue>(_ type: Value.Type = Value.self) throws -> Value?
    {
        try Value.readIfPresent(row, next())
    }

    /// The value that a transformer makes of the next column.
    @inlinable public mutating func read<T: Transformer>(using transformer: T) throws -> T.Value
    where T.Source: SQLiteValue { try row.read(next(), using: transformer) }

    /// The value that a transformer makes of the next column, which may be NULL.
    @inlinable public mutating func readIfPresent<T: Transformer>(using transformer: T) throws -> T.Value?
    where T.Source: SQLiteValue { try row.readIfPresent(next(), using: transformer) }
}

extension Row {
    /// What reads the columns of this record one after the other.
    @inlinable public func reader() -> RowReader { RowReader(self) }
}
