import Foundation
import ModelRuntime

/// A column whose stored form does not sort as its values do: a `Decimal`, a document, what a transformer makes that keeps
/// no order. Values are equal where what is stored is, and nothing else can be asked of them.
///
/// ```swift
/// Book.where { $0.price == 12 }              // fine
/// Book.where { $0.price < 12 }               // does not compile: the text "9" is greater than "12"
/// Book.order { [$0.price.stored] }           // by the text, as you say
/// ```
public struct UnorderedColumn<Root, Value>: Sendable {
    /// The column as it is stored: with `<`, order, functions and patterns over that form.
    public let stored: SQLExpression<Root, Value>

    package init(stored: SQLExpression<Root, Value>) { self.stored = stored }

    /// How many rows hold a value.
    public var count: SQLExpression<Root, Int> { stored.count }

    /// How many different values there are.
    public var countDistinct: SQLExpression<Root, Int> { stored.countDistinct }
}

extension UnorderedColumn where Root: TableRecord {
    /// A column whose values are stored as they are.
    public init(_ name: String) where Value: SQLiteValue { stored = SQLExpression(name) }

    /// A column whose values a transformer converts.
    public init<T: Transformer>(_ name: String, using transformer: T) where T.Value == Value, T.Source: SQLiteValue {
        stored = SQLExpression(name, using: transformer)
    }

    /// A column whose values a transformer converts, or NULL.
    public init<T: Transformer>(_ name: String, using transformer: T) where Value == T.Value?, T.Source: SQLiteValue {
        stored = SQLExpression(name, using: transformer)
    }
}

extension UnorderedColumn {
    /// Equal. On an optional column `== nil` is IS NULL.
    public static func == (column: UnorderedColumn, value: Value) -> Condition<Root> { column.stored == value }

    /// Not equal. On an optional column a row that holds nil differs from every value, as in Swift.
    public static func != (column: UnorderedColumn, value: Value) -> Condition<Root> { column.stored != value }

    /// One of these values.
    public func `in`<Values: Sequence>(_ values: Values) -> Condition<Root> where Values.Element == Value {
        stored.in(values)
    }
}

extension UnorderedColumn: ColumnOf {
    /// The column's name.
    public var columnName: String? { stored.columnName }
}

/// A column that a transformer fills differently each time, such as one that encrypts with a random part: no value can be
/// looked for, only whether there is one.
public struct OpaqueColumn<Root, Value>: Sendable {
    /// The column as it is stored.
    public let stored: SQLExpression<Root, Value>

    /// A column whose values a transformer converts.
    public init<T: Transformer>(_ name: String, using transformer: T)
    where T.Value == Value, T.Source: SQLiteValue, Root: TableRecord {
        stored = SQLExpression(name, using: transformer)
    }

    /// A column whose values a transformer converts, or NULL.
    public init<T: Transformer>(_ name: String, using transformer: T)
    where Value == T.Value?, T.Source: SQLiteValue, Root: TableRecord {
        stored = SQLExpression(name, using: transformer)
    }

    /// Whether the row holds NULL.
    public var isNull: Condition<Root> {
        Condition<Root>(stored.wrapped(.bits).parts + [.text(" IS NULL")])
    }
}

extension OpaqueColumn: ColumnOf {
    /// The column's name.
    public var columnName: String? { stored.columnName }
}
