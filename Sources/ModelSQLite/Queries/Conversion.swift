import ModelRuntime

/// How the values of an expression are stored. The conversions are structs, because closures would require Sendable
/// values.
package protocol Conversion<Value>: Sendable {
    associatedtype Value
    func encode(_ value: Value) throws -> DatabaseValue
    func decode(_ column: borrowing ColumnValue) throws -> Value
    /// Whether NULL is one of the values. Such columns are compared with IS, like optionals in Swift.
    var acceptsNull: Bool { get }
    /// The transformer that converts the values; nil if they are stored unchanged.
    var transformer: Any? { get }
}

extension Conversion {
    /// Identifies the transformer: its type and its properties, such as a pattern.
    var description: String? { transformer.map { "\(ObjectIdentifier(type(of: $0)))\($0)" } }

    /// The value as a parameter, or the error that says why it cannot be stored.
    package func bound(_ value: Value) -> SQL { SQL(parts: [.bound { try encode(value) }]) }
}

/// The result of a condition, where NULL means false.
struct ConditionConversion: Conversion {
    func encode(_ value: Bool) throws -> DatabaseValue { try value.databaseValue() }
    func decode(_ column: borrowing ColumnValue) throws -> Bool { try column.isNull ? false : Bool.read(column) }
    var acceptsNull: Bool { false }
    var transformer: Any? { nil }
}

/// Values that are stored unchanged.
package typealias DirectConversion<Value: SQLiteValue> = TransformedConversion<AsIs<Value>>

/// Values that a transformer converts.
package struct TransformedConversion<T: Transformer>: Conversion where T.Source: SQLiteValue {
    let form: T

    init(transformer: T) { form = transformer }
    package init<Value>() where T == AsIs<Value> { self.init(transformer: AsIs()) }
    package func encode(_ value: T.Value) throws -> DatabaseValue {
        try RecordStatement.encoded(value, form).databaseValue()
    }
    package func decode(_ column: borrowing ColumnValue) throws -> T.Value { try column.read(using: form) }
    package var acceptsNull: Bool { T.Source.acceptsNull }
    package var transformer: Any? { T.self as Any.Type == AsIs<T.Source>.self ? nil : form }
}

/// Values that may be NULL.
struct OptionalConversion<Wrapped>: Conversion {
    let wrapped: any Conversion<Wrapped>

    func encode(_ value: Wrapped?) throws -> DatabaseValue { try value.map { try wrapped.encode($0) } ?? .null }
    func decode(_ column: borrowing ColumnValue) throws -> Wrapped? {
        column.isNull ? nil : try wrapped.decode(column)
    }
    var acceptsNull: Bool { true }
    var transformer: Any? { wrapped.transformer }
}

extension SQLExpression {
    /// The same expression with a value that is never NULL, to compare it with values.
    @usableFromInline package func required<Wrapped>() -> SQLExpression<Root, Wrapped> where Value == Wrapped? {
        SQLExpression<Root, Wrapped>(sql, level, PresentConversion(whole: conversion))
    }
}

/// The values of an optional expression that is treated as non-optional.
struct PresentConversion<Wrapped>: Conversion {
    let whole: any Conversion<Wrapped?>

    func encode(_ value: Wrapped) throws -> DatabaseValue { try whole.encode(value) }
    func decode(_ column: borrowing ColumnValue) throws -> Wrapped { try column.require(whole.decode(column)) }
    var acceptsNull: Bool { false }
    var transformer: Any? { whole.transformer }
}
