import ModelSQLite

extension ColumnOf {
    /// The number of rows that have a value.
    public var count: SQLExpression<Root, Int> { stored.call("count") }
}

extension UnorderedColumn {
    /// The number of distinct values.
    public var countDistinct: SQLExpression<Root, Int> { stored.countDistinct }
}

extension SQLExpression {
    /// The number of distinct values.
    public var countDistinct: SQLExpression<Root, Int> {
        SQLExpression<Root, Int>("count(DISTINCT \(sql))", .atom, DirectConversion())
    }

    /// Calls a function with this expression and further arguments.
    package func call<Result>(
        _ function: SQL, _ arguments: [SQL] = [], as conversion: any Conversion<Result>
    ) -> SQLExpression<Root, Result> {
        // An expression that is computed from your own SQL counts as your own SQL, too.
        let level: Level = level == .own ? .own : .atom
        return SQLExpression<Root, Result>("\(function)(\(SQL.joined([sql] + arguments, by: ", ")))", level, conversion)
    }

    package func call<Result: SQLiteValue>(_ function: SQL, _ arguments: [SQL] = []) -> SQLExpression<Root, Result> {
        call(function, arguments, as: DirectConversion())
    }

    /// The smallest value; nil if no row has a value.
    public var min: SQLExpression<Root, Value?> { call("min", as: optional.conversion) }
    /// The largest value; nil if no row has a value.
    public var max: SQLExpression<Root, Value?> { call("max", as: optional.conversion) }

    /// A constant, where an expression is required.
    public static func value(_ value: Value) -> SQLExpression where Value: SQLiteValue {
        SQLExpression("\(value)", .atom, DirectConversion())
    }

    /// Whether the value is between two others, inclusive.
    public func between(_ low: Value, _ high: Value) -> Condition<Root> {
        Condition<Root>("\(wrapped(.bits)) BETWEEN \(bound(low)) AND \(bound(high))")
    }

    /// The value, or another one if it is NULL.
    public func coalesce<Wrapped>(_ value: Wrapped) -> SQLExpression<Root, Wrapped> where Value == Wrapped? {
        let present = required().conversion
        return call("coalesce", [present.bound(value)], as: present)
    }
}

/// An optional. The smallest and largest values have the same type.
public protocol OptionalValue {}
extension Optional: OptionalValue {}

extension SQLExpression where Value: OptionalValue {
    /// The smallest value; nil if no row has a value.
    public var min: SQLExpression<Root, Value> { call("min", as: conversion) }
    /// The largest value; nil if no row has a value.
    public var max: SQLExpression<Root, Value> { call("max", as: conversion) }
}

extension Order {
    /// Puts rows without a value first.
    public var nullsFirst: Order { adding("NULLS FIRST") }
    /// Puts rows without a value last.
    public var nullsLast: Order { adding("NULLS LAST") }

    private func adding(_ words: SQL) -> Order {
        var order = self
        order.orderSQL = "\(orderSQL) \(words)"
        return order
    }
}
