import ModelRuntime

/// Reads the columns of a row in order.
///
/// Generated code reads the columns of a table in their order:
///
/// ```swift
/// var columns = row.reader()
/// try self.init(id: columns.field(), title: columns.field(), createdAt: columns.fieldIfPresent(using: UnixMilliseconds()))
/// ```
@frozen
public struct RowReader: ~Copyable {
    @usableFromInline let statement: OpaquePointer
    /// The column that is read next.
    @usableFromInline var index: Int32

    @inlinable init(_ row: borrowing Row) {
        statement = row.statement
        index = Int32(truncatingIfNeeded: row.start)
    }

    @inlinable mutating func next() -> ColumnValue {
        defer { index &+= 1 }
        return ColumnValue(statement, index)
    }

    /// Reads the next column.
    @inlinable public mutating func field<Value: SQLiteValue>() throws -> Value { try Value.read(next()) }

    /// Reads the next column, which may be NULL.
    @inlinable public mutating func fieldIfPresent<Value: SQLiteValue>() throws -> Value? { try Value?.read(next()) }

    /// Reads the next column through a transformer.
    @inlinable public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value
    where Form.Source: SQLiteValue { try next().read(using: form) }

    /// Reads the next column, which may be NULL, through a transformer.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: SQLiteValue { try next().readIfPresent(using: form) }
}

extension Row {
    /// Returns a reader for the columns of this row.
    @inlinable public func reader() -> RowReader { RowReader(self) }
}

// A row has all of its columns, so defaults and placeholders are not used.
extension RowReader: FieldSource {
    /// Reads the next column through a transformer.
    @inlinable public mutating func field<Form: Transformer>(
        or _: @autoclosure () -> Form.Value, using form: Form
    ) throws -> Form.Value where Form.Source: SQLiteValue { try field(using: form) }

    /// Reads the next column, which may be NULL, through a transformer.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(
        or _: @autoclosure () -> Form.Value?, using form: Form
    ) throws -> Form.Value? where Form.Source: SQLiteValue { try fieldIfPresent(using: form) }

    /// Reads the next column.
    @inlinable public mutating func assigned<Value: SQLiteValue>() throws -> Value { try field() }
}
