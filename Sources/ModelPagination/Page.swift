import ModelREST

/// The start of a page.
public enum PagePosition: Hashable, Sendable {
    /// At the beginning.
    case start
    /// After a number of items.
    case offset(Int)
    /// At a page number.
    case number(Int)
    /// At a cursor returned by the server.
    case cursor(String)
    /// At a URL returned by the server.
    case link(String)
}

/// Some items of a list, and the start of the next page.
public struct Page<Item: Sendable>: Sendable {
    /// The items.
    public let items: [Item]
    /// The start of the next page; nil at the end.
    public internal(set) var next: PagePosition?
    /// The list that the server sent; nil in a fake.
    var sent: SentList?
    /// The request; nil in a fake.
    var request: RequestSummary?

    /// The number of items that the server sent, including those that a hook dropped.
    var sentCount: Int { sent?.count ?? items.count }

    /// Creates a page, for fakes in tests.
    public init(items: [Item], next: PagePosition?) {
        self.items = items
        self.next = next
    }
}
