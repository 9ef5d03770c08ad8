import Foundation

extension SQLExpression {
    /// A function of this expression, and of further arguments.
    package func call<Result>(
        _ function: SQL, _ arguments: [SQL] = [], as conversion: any Conversion<Result>
    ) -> SQLExpression<Root, Result> {
        SQLExpression<Root, Result>("\(function)(\(SQL.joined([sql] + arguments, by: ", ")))", .atom, conversion)
    }

    package func call<Result: SQLiteValue>(_ function: SQL, _ arguments: [SQL] = []) -> SQLExpression<Root, Result> {
        call(function, arguments, as: DirectConversion())
    }

    /// The number of rows with a value.
    public var count: SQLExpression<Root, Int> { call("count") }

    /// The number of distinct values.
    public var countDistinct: SQLExpression<Root, Int> {
        SQLExpression<Root, Int>("count(DISTINCT \(sql))", .atom, DirectConversion())
    }

    /// The smallest value; nil if there are no rows.
    public var min: SQLExpression<Root, Value?> { call("min", as: OptionalConversion(wrapped: conversion)) }
    /// The largest value; nil if there are no rows.
    public var max: SQLExpression<Root, Value?> { call("max", as: OptionalConversion(wrapped: conversion)) }

    /// The same as an expression that is never NULL, to compare it with values.
    @usableFromInline package func required<Wrapped>() -> SQLExpression<Root, Wrapped> where Value == Wrapped? {
        SQLExpression<Root, Wrapped>(sql, level, PresentConversion(whole: conversion))
    }

    /// This value, or another one if it is NULL.
    public func coalesce<Wrapped>(_ value: Wrapped) -> SQLExpression<Root, Wrapped> where Value == Wrapped? {
        let present = PresentConversion(whole: conversion)
        return call("coalesce", [present.bound(value)], as: present)
    }
}
