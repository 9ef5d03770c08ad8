import ModelREST

/// Where a page starts.
public enum PagePosition: Hashable, Sendable {
    /// At the beginning of the list.
    case start
    /// After this number of items.
    case offset(Int)
    /// At this page number.
    case number(Int)
    /// At a cursor that the server returned.
    case cursor(String)
    /// At a URL that the server returned.
    case link(String)
}

/// Some items of a list, and where the next page starts.
public struct Page<Item: Sendable>: Sendable {
    /// The items.
    public let items: [Item]
    /// Where the next page starts; nil at the end of the list.
    public internal(set) var next: PagePosition?
    /// The list as the server sent it; nil in a fake.
    var sent: SentList?
    /// The request; nil in a fake.
    var request: RequestSummary?
    /// The segments of the path that errors must not show.
    var secrets: [String] = []

    /// The number of items that the server sent, including those that a hook dropped.
    var sentCount: Int { sent?.count ?? items.count }

    /// Creates a page, for fakes in tests.
    public init(items: [Item], next: PagePosition?) {
        self.items = items
        self.next = next
    }
}
