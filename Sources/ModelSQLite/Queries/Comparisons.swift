import ModelRuntime

/// A condition on the rows of a model.
public typealias Condition<Root> = SQLExpression<Root, Bool>

extension SQLExpression {
    private func compared(_ symbol: SQL, _ right: SQL) -> Condition<Root> {
        Condition<Root>("\(wrapped(.bits))\(symbol)\(right)")
    }

    private func compared(_ symbol: SQL, _ other: Self) -> Condition<Root> {
        compared(symbol, accepting(other.wrapped(.bits), other.form))
    }

    /// How the values are stored; nil for your own SQL, which takes the stored form of the expression it is used with.
    package var form: (any Conversion<Value>)? { level == .own ? nil : conversion }

    /// Accepts SQL whose values are in this stored form. SQL in another form becomes an error.
    package func accepting(_ sql: SQL, _ other: (any Conversion<Value>)?) -> SQL {
        guard let form, let other, form.description != other.description else { return sql }
        let message =
            "`\(Value.self)` is stored by different transformers here; write an expression of stored values as `.sql(\"…\")`"
        return SQL(parts: [.failure(SQLiteError.misuse(message))])
    }

    /// IS compares NULL with NULL, and is itself never NULL.
    private var equal: SQL { conversion.acceptsNull ? " IS " : " = " }
    private var unequal: SQL { conversion.acceptsNull ? " IS NOT " : " <> " }

    /// Whether the values are equal. On an optional column, `== nil` becomes IS NULL, and the result is never NULL.
    public static func == (left: Self, right: Value) -> Condition<Root> { left == left.bound(right) }

    /// Whether the values differ. On an optional column, nil differs from every value, as in Swift.
    public static func != (left: Self, right: Value) -> Condition<Root> { left != left.bound(right) }

    /// Whether the value is less than another. Never true for nil.
    public static func < (left: Self, right: Value) -> Condition<Root> { left < left.bound(right) }

    /// Whether the value is less than or equal to another. Never true for nil.
    public static func <= (left: Self, right: Value) -> Condition<Root> { left <= left.bound(right) }

    /// Whether the value is greater than another. Never true for nil.
    public static func > (left: Self, right: Value) -> Condition<Root> { left > left.bound(right) }

    /// Whether the value is greater than or equal to another. Never true for nil.
    public static func >= (left: Self, right: Value) -> Condition<Root> { left >= left.bound(right) }

    /// Whether two columns are equal.
    public static func == (left: Self, right: Self) -> Condition<Root> { left.compared(left.equal, right) }

    /// Whether two columns differ.
    public static func != (left: Self, right: Self) -> Condition<Root> { left.compared(left.unequal, right) }

    /// Whether one column is less than another.
    public static func < (left: Self, right: Self) -> Condition<Root> { left.compared(" < ", right) }

    /// Whether one column is greater than another.
    public static func > (left: Self, right: Self) -> Condition<Root> { left.compared(" > ", right) }

    /// Whether one column is less than or equal to another.
    public static func <= (left: Self, right: Self) -> Condition<Root> { left.compared(" <= ", right) }

    /// Whether one column is greater than or equal to another.
    public static func >= (left: Self, right: Self) -> Condition<Root> { left.compared(" >= ", right) }

    /// This expression as an optional one, to compare it with an optional column.
    public var optional: SQLExpression<Root, Value?> {
        SQLExpression<Root, Value?>(sql, level, OptionalConversion(wrapped: conversion))
    }
}

extension SQLExpression where Value == Bool {
    /// This as a condition of SQL: a column that does not store truth as 1 and 0 is compared with its form of true.
    package var truth: Self {
        [true, false].map { try? conversion.encode($0) } == [.integer(1), .integer(0)] ? self : self == true
    }

    /// Whether both conditions are true.
    public static func && (left: Self, right: Self) -> Self {
        Self("\(left.truth.wrapped(.and)) AND \(right.truth.wrapped(.and))", .and)
    }

    /// Whether at least one of the conditions is true.
    public static func || (left: Self, right: Self) -> Self {
        Self("\(left.truth.wrapped(.or)) OR \(right.truth.wrapped(.or))", .or)
    }

    /// Negates the condition. A comparison of NULL with `<` or LIKE remains unknown, as in SQL.
    public static prefix func ! (condition: Self) -> Self { Self("NOT \(condition.truth.wrapped(.atom))", .not) }

    /// A condition that every row satisfies, for bulk changes, which require a condition.
    public static var all: Self { Self("1", .atom) }

    /// A condition that no row satisfies.
    public static var none: Self { Self("0", .atom) }
}

extension SQLExpression {
    /// Whether the value is one of these. On an optional column, nil is a value like any other, and the result is never
    /// NULL.
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
    /// The values as `(?1, ?2)`; or as one parameter with JSON if there are many, so that the limit on parameters does
    /// not matter.
    fileprivate static func list(_ values: [DatabaseValue]) throws -> SQL {
        if values.count <= 16 { return "(\(joined(values.map { "\($0)" }, by: ", ")))" }
        let list = try each(values)
        return "(SELECT \(list.value) FROM \(list.table))"
    }

    /// A table with the values and, in the column `key`, their indexes; and the SQL for a value in it. It has one
    /// parameter.
    package static func each(_ values: [DatabaseValue]) throws -> (table: SQL, value: SQL) {
        if let json = json(values) { return ("json_each(\(json))", "value") }
        return ("json_each(\(try JSON.array(values.map { try $0.coded })))", "modelgen_value(value)")
    }

    /// The values as a JSON array; nil if JSON does not represent them exactly, as when text contains a NUL, at which
    /// SQLite stops reading.
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
