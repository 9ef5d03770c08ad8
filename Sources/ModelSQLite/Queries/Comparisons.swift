import Foundation
import ModelRuntime

/// A condition on the rows of a model.
public typealias Condition<Root> = SQLExpression<Root, Bool>

extension SQLExpression {
    private func compared(_ symbol: String, _ right: [SQL.Part]) -> Condition<Root> {
        Condition<Root>(wrapped(.bits).parts + [.text(symbol)] + right)
    }

    /// IS is never NULL, and compares NULL with NULL.
    private var equal: String { conversion.acceptsNull ? " IS " : " = " }
    private var unequal: String { conversion.acceptsNull ? " IS NOT " : " <> " }

    /// Equal. On an optional column, `== nil` is IS NULL, and the result is never NULL.
    public static func == (column: Self, value: Value) -> Condition<Root> {
        column.compared(column.equal, [column.conversion.part(value)])
    }

    /// Not equal. On an optional column, nil differs from every value, as in Swift.
    public static func != (column: Self, value: Value) -> Condition<Root> {
        column.compared(column.unequal, [column.conversion.part(value)])
    }

    /// Less than a value. Never true for nil.
    public static func < (column: Self, value: Value) -> Condition<Root> {
        column.compared(" < ", [column.conversion.part(value)])
    }

    /// At most a value. Never true for nil.
    public static func <= (column: Self, value: Value) -> Condition<Root> {
        column.compared(" <= ", [column.conversion.part(value)])
    }

    /// Greater than a value. Never true for nil.
    public static func > (column: Self, value: Value) -> Condition<Root> {
        column.compared(" > ", [column.conversion.part(value)])
    }

    /// At least a value. Never true for nil.
    public static func >= (column: Self, value: Value) -> Condition<Root> {
        column.compared(" >= ", [column.conversion.part(value)])
    }

    /// Equal columns.
    public static func == (left: Self, right: Self) -> Condition<Root> {
        left.compared(left.equal, right.wrapped(.bits).parts)
    }

    /// Different columns.
    public static func != (left: Self, right: Self) -> Condition<Root> {
        left.compared(left.unequal, right.wrapped(.bits).parts)
    }

    /// One column less than another.
    public static func < (left: Self, right: Self) -> Condition<Root> {
        left.compared(" < ", right.wrapped(.bits).parts)
    }

    /// One column greater than another.
    public static func > (left: Self, right: Self) -> Condition<Root> {
        left.compared(" > ", right.wrapped(.bits).parts)
    }

    /// One column at most another.
    public static func <= (left: Self, right: Self) -> Condition<Root> {
        left.compared(" <= ", right.wrapped(.bits).parts)
    }

    /// One column at least another.
    public static func >= (left: Self, right: Self) -> Condition<Root> {
        left.compared(" >= ", right.wrapped(.bits).parts)
    }

    /// Between two values, inclusive.
    public func between(_ low: Value, _ high: Value) -> Condition<Root> {
        compared(" BETWEEN ", [conversion.part(low), .text(" AND "), conversion.part(high)])
    }

    /// This expression as an optional one, to compare it with an optional column.
    public var optional: SQLExpression<Root, Value?> {
        SQLExpression<Root, Value?>(sql.parts, level, OptionalConversion(wrapped: conversion))
    }
}

extension SQLExpression where Value == Bool {
    /// Both conditions.
    public static func && (left: Self, right: Self) -> Self {
        Self(left.wrapped(.and).parts + [.text(" AND ")] + right.wrapped(.and).parts, .and)
    }

    /// At least one of the conditions.
    public static func || (left: Self, right: Self) -> Self {
        Self(left.wrapped(.or).parts + [.text(" OR ")] + right.wrapped(.or).parts, .or)
    }

    /// Negates the condition. A comparison of NULL with `<` or LIKE remains unknown, as in SQL.
    public static prefix func ! (condition: Self) -> Self {
        Self([.text("NOT ")] + condition.wrapped(.atom).parts, .not)
    }

    /// Every row, for bulk changes, which require a condition.
    public static var all: Self { Self([.text("1")], .atom) }

    /// No row.
    public static var none: Self { Self([.text("0")], .atom) }
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
        let hasNull = list.contains(.null)
        list.removeAll { $0 == .null }
        let found = compared(" IN ", SQL.list(list))
        return hasNull ? found || compared(" IS NULL", []) : found
    }

    /// One of the values returned by a subquery.
    ///
    /// ```swift
    /// Post.where { $0.userId.in(User.select { $0.id }.where { $0.age > 30 }) }
    /// ```
    public func `in`<Other, Columns>(_ subquery: Select<Other, Columns, Value>) -> Condition<Root> {
        let inner = subquery.sql.subquery(over: subquery.aliases)
        return compared(" IN (", inner + [.text(")")])
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
