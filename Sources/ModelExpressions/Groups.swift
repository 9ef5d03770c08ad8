import ModelSQLite

extension Select {
    /// Returns one result for each distinct value of a column, in addition to earlier groups.
    public func group<Value>(_ column: (Columns) -> SQLExpression<Root, Value>) -> Select {
        changed { $0.group.append(column(columns).sql) }
    }

    /// Returns the groups that satisfy a condition, in addition to earlier ones.
    public func having(_ condition: (Columns) -> Condition<Root>) -> Select {
        changed { $0.having.add(condition(columns)) }
    }
}
