import HTTPTypes
import ModelRuntime

/// How the pages of a list are asked for.
public enum Pagination: Sendable {
    /// By the number of items to leave out, and how many to give: `_start=40&_limit=20`.
    case offset(start: String, limit: String, size: Int = 100)
    /// By the number of the page, from `first` on: `page=3&per_page=20`.
    case page(number: String, size: String?, first: Int = 1, count: Int = 100)
    /// By what the last response said comes next, at a key path of its body: `cursor=eyJ…`.
    case cursor(parameter: String, next: JSONPath)
    /// By the URL in the `Link` header with `rel="next"` (RFC 8288).
    case link
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
    let fingerprint: Int?

    /// A page, for fakes in tests.
    public init(items: [Item], next: PagePosition?) {
        self.init(items: items, next: next, fingerprint: nil)
    }

    init(items: [Item], next: PagePosition?, fingerprint: Int?) {
        self.items = items
        self.next = next
        self.fingerprint = fingerprint
    }
}

extension APIClient {
    /// Sends a list operation for the page at a position.
    ///
    /// With offsets and page numbers the list ends at an empty page, or where a page is shorter than what was asked for
    /// *and* than the page before it: a server may cap the size of its pages, so a short first page alone proves nothing.
    public func page<Item>(_ endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item> {
        guard let pagination = endpoint.pagination ?? defaults.pagination else {
            return Page(items: try await send(endpoint), next: nil)
        }
        var request = try await request(for: endpoint)
        try request.turn(to: position, by: pagination, with: defaults.parameters)
        let raw = try await perform(request)
        let response = try judge(raw, to: request, as: endpoint.returns)
        let next = try pagination.position(after: response, position, request)
        return Page(items: response.value, next: next, fingerprint: raw.body.hashValue)
    }
}

extension APIRequest {
    /// Sets the parameters or the path of the page at a position. What the caller set as size stays.
    fileprivate mutating func turn(
        to position: PagePosition,
        by pagination: Pagination,
        with parameters: Parameters
    ) throws(APIError) {
        switch pagination {
        case .offset(let start, let limit, let size):
            let from = Int(query[start].first ?? "") ?? 0
            if case .offset(let offset) = position { query.set(start, offset) } else { query.set(start, from) }
            if query[limit].isEmpty { query.set(limit, size) }
        case .page(let number, let size, let first, let count):
            let from = Int(query[number].first ?? "") ?? first
            if case .number(let page) = position { query.set(number, page) } else { query.set(number, from) }
            if let size, query[size].isEmpty { query.set(size, count) }
        case .cursor(let parameter, _):
            if case .cursor(let cursor) = position { query.set(parameter, cursor) }
        case .link:
            if case .link(let target) = position { try follow(link: target, with: parameters) }
        }
    }

    /// Goes to a URL that the server gave. Only within the API's own origin: the request carries its credentials.
    private mutating func follow(link target: String, with parameters: Parameters) throws(APIError) {
        let redirect: Redirect?
        do {
            redirect = try Redirect(
                HTTPResponse(status: .temporaryRedirect, headerFields: [.location: target]),
                of: head
            )
        } catch {
            throw APIError(.pagination("the server's link to the next page is no URL"), summary)
        }
        guard let redirect, redirect.isSameOrigin(as: head) else {
            throw APIError(.pagination("the server's link to the next page leads to another host"), summary)
        }
        let parts = redirect.path.split(separator: "?", maxSplits: 1)
        path = parts.first.map(String.init) ?? "/"
        // The server's own query, character by character: it may not survive being taken apart.
        linkQuery = parts.count > 1 ? String(parts[1]) : ""
        // It has what the list was asked for, but not what goes with every request of the API.
        query = parameters
    }
}

extension Pagination {
    fileprivate func position<Item>(
        after response: APIResponse<[Item]>,
        _ position: PagePosition,
        _ request: APIRequest
    ) throws(APIError) -> PagePosition? {
        switch self {
        case .offset(let start, _, _):
            guard !response.value.isEmpty, let offset = Int(request.query[start].first ?? "") else { return nil }
            let (sum, overflows) = offset.addingReportingOverflow(response.value.count)
            return overflows ? nil : .offset(sum)
        case .page(let number, _, _, _):
            guard !response.value.isEmpty, let page = Int(request.query[number].first ?? "") else { return nil }
            return page == .max ? nil : .number(page + 1)
        case .cursor(_, let path):
            if let text: String = try? response.decoded(at: path) { return text.isEmpty ? nil : .cursor(text) }
            let number: Int64? = try? response.decoded(at: path)
            return number.map { .cursor(String($0)) }
        case .link:
            guard let name = HTTPField.Name("Link"), let header = response.headers[name] else { return nil }
            return LinkHeader.target(of: "next", in: header).map { .link($0) }
        }
    }
}
