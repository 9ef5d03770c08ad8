import Foundation
import ModelRuntime

/// A condition on the rows of a model.
public typealias Condition<Root> = SQLExpression<Root, Bool>

extension SQLExpression {
    func comparison(_ symbol: String, _ value: Value) -> Condition<Root> {
        Condition<Root>(wrapped(.bits).parts + [.text(symbol), conversion.part(value)])
    }

    func comparison(_ symbol: String, _ other: SQLExpression) -> Condition<Root> {
        Condition<Root>(wrapped(.bits).parts + [.text(symbol)] + other.wrapped(.bits).parts)
    }

    /// Equal. On an optional column, `== nil` is IS NULL, and the result is never NULL.
    public static func == (column: SQLExpression, value: Value) -> Condition<Root> {
        column.comparison(column.conversion.acceptsNull ? " IS " : " = ", value)
    }

    /// Not equal. On an optional column, nil differs from every value, as in Swift.
    public static func != (column: SQLExpression, value: Value) -> Condition<Root> {
        column.comparison(column.conversion.acceptsNull ? " IS NOT " : " <> ", value)
    }

    /// Less than a value. Never true for nil.
    public static func < (column: SQLExpression, value: Value) -> Condition<Root> { column.comparison(" < ", value) }

    /// At most a value. Never true for nil.
    public static func <= (column: SQLExpression, value: Value) -> Condition<Root> { column.comparison(" <= ", value) }

    /// Greater than a value. Never true for nil.
    public static func > (column: SQLExpression, value: Value) -> Condition<Root> { column.comparison(" > ", value) }

    /// At least a value. Never true for nil.
    public static func >= (column: SQLExpression, value: Value) -> Condition<Root> { column.comparison(" >= ", value) }

    /// Equal columns.
    public static func == (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(left.conversion.acceptsNull ? " IS " : " = ", right)
    }

    /// Different columns.
    public static func != (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(left.conversion.acceptsNull ? " IS NOT " : " <> ", right)
    }

    /// One column less than another.
    public static func < (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(" < ", right)
    }

    /// One column greater than another.
    public static func > (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(" > ", right)
    }

    /// One column at most another.
    public static func <= (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(" <= ", right)
    }

    /// One column at least another.
    public static func >= (left: SQLExpression, right: SQLExpression) -> Condition<Root> {
        left.comparison(" >= ", right)
    }

    /// Between two values, inclusive.
    public func between(_ low: Value, _ high: Value) -> Condition<Root> {
        Condition<Root>(
            wrapped(.bits).parts + [.text(" BETWEEN "), conversion.part(low), .text(" AND "), conversion.part(high)])
    }

    /// This expression as an optional one, to compare it with an optional column.
    public var optional: SQLExpression<Root, Value?> {
        SQLExpression<Root, Value?>(sql.parts, level, OptionalConversion(wrapped: conversion))
    }
}

extension SQLExpression where Value == Bool {
    /// Both conditions.
    public static func && (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        SQLExpression(left.wrapped(.and).parts + [.text(" AND ")] + right.wrapped(.and).parts, .and, DirectConversion())
    }

    /// At least one of the conditions.
    public static func || (left: SQLExpression, right: SQLExpression) -> SQLExpression {
        SQLExpression(left.wrapped(.or).parts + [.text(" OR ")] + right.wrapped(.or).parts, .or, DirectConversion())
    }

    /// Negates the condition. A comparison of NULL with `<` or LIKE remains unknown, as in SQL.
    public static prefix func ! (condition: SQLExpression) -> SQLExpression {
        SQLExpression([.text("NOT ")] + condition.wrapped(.atom).parts, .not, DirectConversion())
    }

    /// Every row, for bulk changes, which require a condition.
    public static var all: SQLExpression { SQLExpression([.text("1")], .atom, DirectConversion()) }

    /// No row.
    public static var none: SQLExpression { SQLExpression([.text("0")], .atom, DirectConversion()) }
}

extension SQLExpression {
    /// One of these values.
    ///
    /// ```swift
    /// Post.where { $0.id.in([1, 2, 3]) }
    /// ```
    public func `in`<Values: Sequence>(_ values: Values) -> Condition<Root> where Values.Element == Value {
        var list: [DatabaseValue] = []
        for value in values {
            switch conversion.part(value) {
            case .value(let stored): list.append(stored)
            case let failure: return Condition<Root>([failure], .atom)
            }
        }
        var parts = wrapped(.bits).parts
        parts.append(.text(" IN "))
        let hasNull = list.contains(.null)
        list.removeAll { $0 == .null }
        parts.append(contentsOf: SQL.list(list))
        let found = Condition<Root>(parts)
        guard hasNull else { return found }
        return found || Condition<Root>(wrapped(.bits).parts + [.text(" IS NULL")])
    }

    /// One of the values returned by a subquery.
    ///
    /// ```swift
    /// Post.where { $0.userId.in(User.select { $0.id }.where { $0.age > 30 }) }
    /// ```
    public func `in`<Other, Columns>(_ subquery: Select<Other, Columns, Value>) -> Condition<Root> {
        let inner = subquery.sql.subquery(over: subquery.aliases)
        return Condition<Root>(wrapped(.bits).parts + [.text(" IN (")] + inner + [.text(")")])
    }
}

extension SQL {
    /// `(?1, ?2)`, or one parameter with JSON if there are many values, so that the limit on parameters does not
    /// matter.
    static func list(_ values: [DatabaseValue]) -> [Part] {
        if values.count > 16, let json = json(values) {
            return [.text("(SELECT value FROM json_each("), .value(.text(json)), .text("))")]
        }
        var parts: [Part] = [.text("(")]
        for (index, value) in values.enumerated() {
            if index > 0 { parts.append(.text(", ")) }
            parts.append(.value(value))
        }
        parts.append(.text(")"))
        return parts
    }

    /// The values as a JSON array, if JSON represents them exactly. SQLite reads text up to its first NUL.
    static func json(_ values: [DatabaseValue]) -> String? {
        var list: [JSON] = []
        for value in values {
            switch value {
            case .integer(let number): list.append(.integer(number))
            case .text(let text) where !text.utf8.contains(0): list.append(.string(text))
            default: return nil
            }
        }
        return try? JSON.array(list).jsonString()
    }
}
