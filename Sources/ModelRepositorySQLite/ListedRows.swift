import ModelSQLite

// What generated code says of the rows that a complete list is about.

extension Select where Root: TableRecord, Columns == Root.Columns, Output == Root {
    /// The rows whose column holds a value; every row where the value is nil.
    ///
    ///     Post.all.matching(\.userId, query.userId)
    public func matching<Value>(
        _ column: KeyPath<Columns, SQLExpression<Root, Value>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }

    /// The rows whose column, which may be empty, holds a value; every row where the value is nil.
    public func matching<Value>(
        nullable column: KeyPath<Columns, SQLExpression<Root, Value?>>,
        _ value: Value?
    ) -> Select {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }

    /// The rows with these keys; every row where none are given: then nothing is sent.
    public func matching<Value>(
        keys column: KeyPath<Columns, SQLExpression<Root, Value>>,
        _ keys: [Value]?
    ) -> Select {
        guard let keys, !keys.isEmpty else { return self }
        return self.where { $0[keyPath: column].in(keys) }
    }
}
