import ModelRuntime

/// How the pages of a list are asked for.
public enum Pagination: Sendable {
    /// By the number of items to leave out, and how many to give: `_start=40&_limit=20`.
    case offset(start: String, limit: String, size: Int = 100, end: PageEnd = .empty)
    /// By the number of the page, from `first` on: `page=3&per_page=20`.
    case page(number: String, size: String?, first: Int = 1, count: Int = 100, end: PageEnd = .empty)
    /// By what the last response said comes next, at a key path of its body: `cursor=eyJ…`.
    case cursor(parameter: String, next: JSONPath)
    /// By the URL of the next page at a key path of the last response's body; null at the end.
    case url(next: JSONPath)
    /// By the URL in the `Link` header with `rel="next"` (RFC 8288).
    case link
}

/// How the client notices the last page, where it counts the pages itself.
///
/// In any case a list ends at an empty page, at 404 after the first page, and at a page that is shorter than the one before.
public enum PageEnd: Sendable {
    /// In no other way.
    case empty
    /// At a page that is shorter than was asked for: for servers that do not cap the size of their pages.
    case short
    /// When as many items have come as the response says there are, at a key path of its body.
    case total(JSONPath)
}

/// Where a page begins.
public enum PagePosition: Hashable, Sendable {
    /// At the beginning.
    case start
    /// After so many items.
    case offset(Int)
    /// At the page of a number.
    case number(Int)
    /// Where the server said.
    case cursor(String)
    /// At a URL that the server gave.
    case link(String)
}

/// Some items of a list, and where the next ones are.
public struct Page<Item: Sendable>: Sendable {
    /// The items.
    public let items: [Item]
    /// Where the next page begins; nil at the end.
    public let next: PagePosition?
    /// Tells pages apart, to notice a server that gives the same one again and again.
    package let fingerprint: Int?

    /// A page, for fakes in tests.
    public init(items: [Item], next: PagePosition?) {
        self.init(items: items, next: next, fingerprint: nil)
    }

    package init(items: [Item], next: PagePosition?, fingerprint: Int?) {
        self.items = items
        self.next = next
        self.fingerprint = fingerprint
    }
}
