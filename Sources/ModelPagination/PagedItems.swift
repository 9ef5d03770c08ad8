import ModelREST

/// All items of a list, page by page: a page is requested only when its first item is needed.
///
/// ```swift
/// for try await post in api.posts.all(.init(userId: 7)) { … }
/// ```
/// If the client counts (offsets, page numbers), the list ends at an empty page, at one shorter than the one before it,
/// at the status 404 after the first page, and as the schema's `end` or `total` says. A server that returns the same
/// page again is an error, `APIError.Reason.pagination`.
public struct PagedItems<Item: Sendable>: AsyncSequence, Sendable {
    /// Requests the page at a position.
    public typealias Load = @Sendable (PagePosition) async throws -> Page<Item>

    private let load: Load

    /// Creates a sequence from a function that returns pages.
    public init(_ load: @escaping Load) {
        self.load = load
    }

    /// Returns all items, once the last page has been fetched.
    public func collected() async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }

    /// The pages instead of the items.
    public var pages: Pages { Pages(load: load) }

    /// Returns an iterator that starts at the beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

    /// Iterates over the items.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages.Iterator
        var items: ArraySlice<Item> = []

        /// The next item, or nil after the last.
        public mutating func next() async throws -> Item? {
            while items.isEmpty {
                guard let page = try await pages.next() else { return nil }
                items = page.items[...]
            }
            return items.popFirst()
        }
    }

    /// The pages of a list.
    public struct Pages: AsyncSequence, Sendable {
        let load: Load

        /// Returns an iterator that starts at the beginning.
        public func makeAsyncIterator() -> Iterator { Iterator(load: load) }

        /// Iterates over the pages.
        public struct Iterator: AsyncIteratorProtocol {
            let load: Load
            var position: PagePosition? = .start
            var last: (count: Int, sent: SentList?)?
            /// How many pages were equal to the one before, up to the last one.
            var repetitions = 0
            /// Where the server said that pages begin: following one that leads back would never end.
            var told: Set<PagePosition> = []
            /// Why there is no page after the last one.
            var problem: APIError?

            /// The next page, or nil after the last.
            public mutating func next() async throws -> Page<Item>? {
                do { return try await undeclared() } catch { throw error.asDeclared }
            }

            /// The next page; a failure is an `APIError`, whatever the operation declares.
            package mutating func undeclared() async throws -> Page<Item>? {
                if let problem { throw problem }
                guard let position else { return nil }
                let page: Page<Item>
                do {
                    page = try await load(position)
                } catch let error as APIError where last != nil && position.isCounted && error.failure?.status == 404 {
                    // Django's way of saying that there are no more pages.
                    self.position = nil
                    return nil
                }
                // Some servers mark the end with an empty page that leads to itself.
                let isEnd = page.sentCount == 0 && page.next == position
                if let next = page.next, !next.isCounted, !isEnd, !told.insert(next).inserted {
                    problem = page.repeated(at: next)
                }
                let isRepeated = page.sent.flatMap { last?.sent.map($0.repeats) } ?? false
                repetitions = isRepeated ? repetitions + 1 : 0
                if let sent = page.sent, repetitions > sent.patience { throw page.repeated(at: position) }
                self.position = isEnd ? nil : page.next
                if let last, page.sentCount < last.count, page.next?.isCounted == true { self.position = nil }
                last = (page.sentCount, page.sent)
                return page
            }
        }
    }
}

extension PagePosition {
    /// Whether the client counts, because the server does not say where the list ends.
    var isCounted: Bool {
        switch self {
        case .offset, .number: true
        case .start, .cursor, .link: false
        }
    }

    /// What a user gets instead of an error. Beyond the last page, 404 is not a failure of the operation: some servers
    /// use it to say that there are no more pages.
    func declared(_ error: any Error) -> any Error {
        isCounted && (error as? APIError)?.failure?.status == 404 ? error : error.asDeclared
    }
}

extension Page {
    /// The server returned the same page again, so its list would never end. The query of a link may hold a credential.
    fileprivate func repeated(at position: PagePosition) -> APIError {
        var shown = position
        if case .link(let url) = position { shown = .link(String(url.prefix { $0 != "?" })) }
        return APIError(
            .pagination("the server returned the same page again at \(shown); does it support the parameter?"),
            request ?? RequestSummary(operation: "list", method: "GET", url: ""))
    }
}
