import CModelSQLite
import ModelRuntime

/// The current row of a statement. It is valid only in the closure that receives it.
///
/// Columns are read by index: generated code knows the position and type of every column.
@frozen
public struct Row: ~Copyable {
    @usableFromInline package let statement: OpaquePointer
    /// The first column of this record; a join reads several records from one row.
    @usableFromInline package let start: Int

    @inlinable package init(_ statement: OpaquePointer, from start: Int = 0) {
        self.statement = statement
        self.start = start
    }

    /// Reads a column. One that may be NULL needs an optional type; `DatabaseValue` reads any value.
    ///
    /// ```swift
    /// id = try row.read(Int64.self, 0)
    /// nickname = try row.read(String?.self, 1)
    /// ```
    @inlinable public func read<Value: SQLiteValue>(_ type: Value.Type, _ index: Int) throws -> Value {
        let column = column(index)
        if Value.acceptsNull, column.isNull { try column.requireColumn() }
        return try Value.read(column)
    }

    /// Reads a column through a transformer.
    @inlinable public func read<T: Transformer>(_ index: Int, using transformer: T) throws -> T.Value
    where T.Source: SQLiteValue { try column(index).read(using: transformer) }

    /// Reads a column that may be NULL through a transformer.
    @inlinable public func readIfPresent<T: Transformer>(_ index: Int, using transformer: T) throws -> T.Value?
    where T.Source: SQLiteValue {
        let column = column(index)
        if column.isNull { try column.requireColumn() }
        return try column.readIfPresent(using: transformer)
    }

    /// The number of columns.
    public var count: Int { Int(sqlite3_column_count(statement)) - start }

    /// The name of a column.
    public func name(_ index: Int) -> String { column(index).name }

    @inlinable package func column(_ index: Int) -> ColumnValue {
        ColumnValue(statement, Int32(truncatingIfNeeded: start &+ index))
    }

    /// Reads the record in these columns.
    @inlinable package func record<Record: TableRecord>(_ type: Record.Type = Record.self) throws -> Record {
        do { return try Record(row: self) } catch { throw located(error, Record.self) }
    }
}
