import ModelSQLite

extension Select {
    /// Groups the results by the values of a column, in addition to earlier groups.
    public func group<Value>(_ column: (Columns) -> SQLExpression<Root, Value>) -> Select {
        changed { $0.group.append(column(columns).sql) }
    }

    /// Adds a condition on the groups, combined with earlier ones by AND.
    public func having(_ condition: (Columns) -> Condition<Root>) -> Select {
        changed { $0.having.add(condition(columns)) }
    }
}
