/// A term of a query's order: an expression, ascending or descending.
public protocol OrderTerm<Root>: Sendable {
    /// The model.
    associatedtype Root
    /// The SQL of the term.
    var orderSQL: SQL { get }
}

extension SQLExpression: OrderTerm {
    /// Ascending order.
    public var orderSQL: SQL { wrapped(.atom) }
    /// Ascending order, with nil first.
    public var asc: Order<Root> { Order(orderSQL: wrapped(.atom)) }
    /// Descending order, with nil last.
    public var desc: Order<Root> { Order(orderSQL: "\(wrapped(.atom)) DESC") }
}

/// An expression and its direction in an order.
public struct Order<Root>: OrderTerm {
    /// The SQL of the term.
    public package(set) var orderSQL: SQL
}
