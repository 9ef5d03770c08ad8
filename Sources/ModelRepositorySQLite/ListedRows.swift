import ModelSQLite

// The conditions that generated code states for the rows of a complete list.

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// Returns the rows that have a value in a column, or every row if the value is nil.
    ///
    ///     Post.all.matching(\.userId, query.userId)
    public func matching<Value>(
        _ column: KeyPath<Columns, SQLExpression<Root, Value>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column].exact == value }
    }

    /// Returns the rows that have a value in an optional column, or every row if the value is nil.
    public func matching<Value>(
        nullable column: KeyPath<Columns, SQLExpression<Root, Value?>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column].exact == value }
    }

    /// Returns the rows with these keys, or every row if there are none, because then no parameter is sent.
    public func matching<Value>(
        keys column: KeyPath<Columns, SQLExpression<Root, Value>>,
        _ keys: [Value]?
    ) -> Select {
        guard let keys, !keys.isEmpty else { return self }
        return self.where { $0[keyPath: column].exact.in(keys) }
    }
}

extension SQLExpression {
    /// This expression, compared byte by byte. A server that compares that way says nothing about `DK` in a list with
    /// `dk`, whatever the collation of the column.
    fileprivate var exact: SQLExpression { SQLExpression("\(wrapped(.atom)) COLLATE BINARY", .atom, conversion) }
}
