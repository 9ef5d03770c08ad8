import ModelSQLite

// What generated code says of the rows that a complete list is about.

extension Query {
    /// The rows whose column holds a value; every row where the value is nil.
    ///
    ///     Post.all.matching(\.userId, query.userId)
    public func matching<Value>(
        _ column: KeyPath<Record.Columns, SQLExpression<Record, Value>>,
        _ value: Value?
    ) -> Query {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }

    /// The rows whose column, which may be empty, holds a value; every row where the value is nil.
    public func matching<Value>(
        nullable column: KeyPath<Record.Columns, SQLExpression<Record, Value?>>,
        _ value: Value?
    ) -> Query {
        guard let value else { return self }
        return self.where { $0[keyPath: column] == value }
    }
}
