import ModelSQLite

/// A value that depends on conditions: SQL's CASE.
///
/// ```swift
/// User.select { ($0.name, SQLCase(when: $0.age < 28, then: "Youth").otherwise("Elder")) }
/// ```
public struct SQLCase<Root, Value: SQLiteValue> {
    private let sql: SQL

    /// Creates an expression with a first condition, and the value if it is true.
    public init(when condition: Condition<Root>, then value: Value) {
        self.init("CASE WHEN \(condition.truth.sql) THEN \(value)")
    }

    private init(_ sql: SQL) { self.sql = sql }

    /// Adds a condition that is evaluated if no earlier one is true.
    public func when(_ condition: Condition<Root>, then value: Value) -> SQLCase {
        SQLCase("\(sql) WHEN \(condition.truth.sql) THEN \(value)")
    }

    /// Completes the expression: NULL if no condition is true.
    public func otherwiseNull() -> SQLExpression<Root, Value?> {
        SQLExpression("\(sql) END", .atom, DirectConversion())
    }

    /// Completes the expression with the value if no condition is true.
    public func otherwise(_ value: Value) -> SQLExpression<Root, Value> {
        SQLExpression("\(sql) ELSE \(value) END", .atom, DirectConversion())
    }
}
