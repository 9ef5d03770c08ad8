import Foundation

/// A column in the order of a query, ascending or descending.
public protocol OrderTerm<Root>: Sendable {
    /// The model.
    associatedtype Root
    /// The SQL of the term.
    var orderSQL: SQL { get }
}

extension SQLExpression: OrderTerm {
    /// Ascending.
    public var orderSQL: SQL { wrapped(.atom) }
    /// Ascending; nil first.
    public var asc: Order<Root> { Order(orderSQL: wrapped(.atom)) }
    /// Descending; nil last.
    public var desc: Order<Root> { Order(orderSQL: "\(wrapped(.atom)) DESC") }
}

/// A direction of an order.
public struct Order<Root>: OrderTerm {
    /// The SQL of the term.
    public package(set) var orderSQL: SQL
}
