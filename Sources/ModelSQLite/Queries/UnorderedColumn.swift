/// A column whose stored form does not sort like its values: a `Decimal`, a document, or the result of a transformer
/// that does not preserve order. Values are equal if their stored forms are. They can only be tested for equality.
///
/// ```swift
/// Book.where { $0.price == 12 }              // fine
/// Book.where { $0.price < 12 }               // does not compile: the text "9" is greater than "12"
/// Book.order { [$0.price.stored] }           // by the text, as you say
/// ```
public struct UnorderedColumn<Root, Value>: ColumnOf {
    /// The column in its stored form, with the comparisons, order, functions and patterns of that form.
    public let stored: SQLExpression<Root, Value>

    /// Creates the column.
    public init(stored: SQLExpression<Root, Value>) { self.stored = stored }
}

extension UnorderedColumn {
    /// Whether the values are equal. On an optional column, `== nil` becomes IS NULL.
    public static func == (column: UnorderedColumn, value: Value) -> Condition<Root> { column.stored == value }

    /// Whether the values differ. On an optional column, nil differs from every value, as in Swift.
    public static func != (column: UnorderedColumn, value: Value) -> Condition<Root> { column.stored != value }

    /// Whether the value is one of these.
    public func `in`(_ values: some Sequence<Value>) -> Condition<Root> { stored.in(values) }
}

/// A column whose transformer stores the same value differently each time, as encryption with a random component does.
/// Its values cannot be searched for, only tested for NULL.
public struct OpaqueColumn<Root, Value>: ColumnOf {
    /// The column in its stored form.
    public let stored: SQLExpression<Root, Value>

    /// Creates the column.
    public init(stored: SQLExpression<Root, Value>) { self.stored = stored }

    /// Whether the value is NULL.
    public var isNull: Condition<Root> { Condition<Root>("\(stored.wrapped(.bits)) IS NULL") }
}
