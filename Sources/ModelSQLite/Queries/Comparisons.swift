import Foundation
import ModelRuntime

/// A condition on the rows of a model.
public typealias Condition<Root> = SQLExpression<Root, Bool>

extension SQLExpression {
    private func compared(_ symbol: SQL, _ right: SQL) -> Condition<Root> {
        Condition<Root>("\(wrapped(.bits))\(symbol)\(right)")
    }

    private func compared(_ symbol: SQL, with other: Self) -> Condition<Root> {
        compared(symbol, accepting(other.wrapped(.bits), other.form))
    }

    /// How the values are stored; nil for SQL of your own, which is in the stored form of what it is used with.
    package var form: (any Conversion<Value>)? { level == .own ? nil : conversion }

    /// SQL in this stored form; an error if it is in another one.
    package func accepting(_ sql: SQL, _ other: (any Conversion<Value>)?) -> SQL {
        guard let form, let other, form.description != other.description else { return sql }
        let message =
            "`\(Value.self)` is stored by different transformers here; write an expression of stored values as `.sql(\"…\")`"
        return SQL(parts: [.failure(SQLiteError.misuse(message))])
    }

    /// IS is never NULL, and compares NULL with NULL.
    private var equal: SQL { conversion.acceptsNull ? " IS " : " = " }
    private var unequal: SQL { conversion.acceptsNull ? " IS NOT " : " <> " }

    /// Equal. On an optional column, `== nil` is IS NULL, and the result is never NULL.
    public static func == (left: Self, right: Value) -> Condition<Root> { left.compared(left.equal, left.bound(right)) }

    /// Not equal. On an optional column, nil differs from every value, as in Swift.
    public static func != (left: Self, right: Value) -> Condition<Root> {
        left.compared(left.unequal, left.bound(right))
    }

    /// Less than a value. Never true for nil.
    public static func < (left: Self, right: Value) -> Condition<Root> { left.compared(" < ", left.bound(right)) }

    /// At most a value. Never true for nil.
    public static func <= (left: Self, right: Value) -> Condition<Root> { left.compared(" <= ", left.bound(right)) }

    /// Greater than a value. Never true for nil.
    public static func > (left: Self, right: Value) -> Condition<Root> { left.compared(" > ", left.bound(right)) }

    /// At least a value. Never true for nil.
    public static func >= (left: Self, right: Value) -> Condition<Root> { left.compared(" >= ", left.bound(right)) }

    /// Equal columns.
    public static func == (left: Self, right: Self) -> Condition<Root> { left.compared(left.equal, with: right) }

    /// Different columns.
    public static func != (left: Self, right: Self) -> Condition<Root> { left.compared(left.unequal, with: right) }

    /// One column less than another.
    public static func < (left: Self, right: Self) -> Condition<Root> { left.compared(" < ", with: right) }

    /// One column greater than another.
    public static func > (left: Self, right: Self) -> Condition<Root> { left.compared(" > ", with: right) }

    /// One column at most another.
    public static func <= (left: Self, right: Self) -> Condition<Root> { left.compared(" <= ", with: right) }

    /// One column at least another.
    public static func >= (left: Self, right: Self) -> Condition<Root> { left.compared(" >= ", with: right) }

    /// This expression as an optional one, to compare it with an optional column.
    public var optional: SQLExpression<Root, Value?> {
        SQLExpression<Root, Value?>(sql, level, OptionalConversion(wrapped: conversion))
    }
}

extension SQLExpression where Value == Bool {
    /// Both conditions.
    public static func && (left: Self, right: Self) -> Self {
        Self("\(left.wrapped(.and)) AND \(right.wrapped(.and))", .and)
    }

    /// At least one of the conditions.
    public static func || (left: Self, right: Self) -> Self {
        Self("\(left.wrapped(.or)) OR \(right.wrapped(.or))", .or)
    }

    /// Negates the condition. A comparison of NULL with `<` or LIKE remains unknown, as in SQL.
    public static prefix func ! (condition: Self) -> Self { Self("NOT \(condition.wrapped(.atom))", .not) }

    /// Every row, for bulk changes, which require a condition.
    public static var all: Self { Self("1", .atom) }

    /// No row.
    public static var none: Self { Self("0", .atom) }
}

extension SQLExpression {
    /// One of these values. On an optional column, nil is a value like any other, and the result is never NULL.
    ///
    /// ```swift
    /// Post.where { $0.id.in([1, 2, 3]) }
    /// ```
    public func `in`(_ values: some Sequence<Value>) -> Condition<Root> {
        do {
            let list = try values.map { try conversion.encode($0) }
            let present = list.filter { $0 != .null }
            let found = compared(" IN ", try .list(present))
            if present.count < list.count { return found || compared(" IS ", "NULL") }
            return conversion.acceptsNull ? found && compared(" IS NOT ", "NULL") : found
        } catch {
            return Condition<Root>(SQL(parts: [.failure(error)]), .atom)
        }
    }
}

extension SQL {
    /// `(?1, ?2)`, or one parameter with JSON if there are many values, so that the limit on parameters does not
    /// matter.
    fileprivate static func list(_ values: [DatabaseValue]) throws -> SQL {
        if values.count <= 16 { return "(\(joined(values.map { "\($0)" }, by: ", ")))" }
        let list = try each(values)
        return "(SELECT \(list.value) FROM \(list.table))"
    }

    /// A table with the values, and their indices in the column `key`; the SQL of a value in it. It has one parameter.
    package static func each(_ values: [DatabaseValue]) throws -> (table: SQL, value: SQL) {
        if let json = json(values) { return ("json_each(\(json))", "value") }
        return ("json_each(\(try JSON.array(values.map { try $0.coded })))", "modelgen_value(value)")
    }

    /// The values as a JSON array, if JSON represents them exactly. SQLite reads text up to its first NUL.
    package static func json(_ values: [DatabaseValue]) -> String? {
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
