import ModelREST

/// All items of a list, page by page. A page is requested only when its first item is needed.
///
/// ```swift
/// for try await post in api.posts.all(.init(userId: 7)) { … }
/// ```
/// If the client counts items or pages, the list ends at an empty page, at a page shorter than the one before it, at
/// the status 404 after the first page, and as the schema's `end` or `total` says. If the server returns the same page
/// again, that is an error, `APIError.Reason.pagination`.
public struct PagedItems<Item: Sendable>: AsyncSequence, Sendable {
    /// Requests the page at a position.
    public typealias Load = @Sendable (PagePosition) async throws -> Page<Item>

    private let load: Load

    /// Creates a sequence from a function that returns pages.
    public init(_ load: @escaping Load) {
        self.load = load
    }

    /// Returns all items after fetching the last page.
    public func collected() async throws -> [Item] {
        var items: [Item] = []
        for try await page in pages { items += page.items }
        return items
    }

    /// The pages, instead of the items.
    public var pages: Pages { Pages(load: load) }

    /// Returns an iterator that starts at the beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(pages: pages.makeAsyncIterator()) }

    /// Iterates over the items.
    public struct Iterator: AsyncIteratorProtocol {
        var pages: Pages.Iterator
        var items: ArraySlice<Item> = []

        /// Returns the next item, or nil after the last one.
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
            /// How many pages in a row, up to the last one, were equal to the page before them.
            var repetitions = 0
            /// The positions that the server has returned. Following one of them again would never end.
            var told: Set<PagePosition> = []
            /// The error to throw for the next page, because the last one cannot be followed by another.
            var problem: APIError?

            /// Returns the next page, or nil after the last one.
            public mutating func next() async throws -> Page<Item>? {
                do { return try await undeclared() } catch { throw error.asDeclared }
            }

            /// Returns the next page. A failure is always an `APIError`, even if the operation declares another error.
            package mutating func undeclared() async throws -> Page<Item>? {
                if let problem { throw problem }
                guard let position else { return nil }
                let page: Page<Item>
                do {
                    page = try await load(position)
                } catch let error as APIError where last != nil && position.isCounted && error.failure?.status == 404 {
                    // Some servers, such as Django's, answer with 404 if there are no more pages.
                    self.position = nil
                    return nil
                }
                // Some servers mark the end with an empty page that refers to itself.
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
    /// Whether the client counts items or pages, because the server does not say where the list ends.
    var isCounted: Bool {
        switch self {
        case .offset, .number: true
        case .start, .cursor, .link: false
        }
    }

    /// The error that the user gets. Beyond the last page, 404 is not a failure that the operation declares: some
    /// servers use it to say that there are no more pages.
    func declared(_ error: any Error) -> any Error {
        isCounted && (error as? APIError)?.failure?.status == 404 ? error : error.asDeclared
    }
}

extension Page {
    /// The error for a page that the server returned before, because the list would never end. Of a link, neither the
    /// query is shown, which may contain a credential, nor secret segments.
    fileprivate func repeated(at position: PagePosition) -> APIError {
        var shown = position
        if case .link(let url) = position { shown = .link(String(url.prefix { $0 != "?" }).hiding(secrets)) }
        return APIError(
            .pagination("the server returned the same page again at \(shown); does it support the parameter?"),
            request ?? RequestSummary(operation: "list", method: "GET", url: ""))
    }
}
