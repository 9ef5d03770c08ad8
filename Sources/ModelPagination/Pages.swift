import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import ModelStoredForms

extension APIClient {
    /// Returns the page of a list operation at a position.
    ///
    /// With offsets and page numbers, a page has no `next` if it is empty, or if it is the last one according to the
    /// schema's `end` or `total`. ``PagedItems`` also ends at a page shorter than the one before it. That the first
    /// page is short proves nothing, because a server may limit the size of its pages.
    ///
    /// - Throws: An `APIError`, or the failure that the operation declares for a status. Beyond the last page, 404 is
    ///   an `APIError`.
    public func page<Item>(_ endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item> {
        do { return try await undeclared(endpoint, at: position) } catch { throw position.declared(error) }
    }

    /// Returns the page at a position. A failure is always an `APIError`, even if the operation declares another error.
    package func undeclared<Item>(_ endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item> {
        if let page = try await (answers as? any PageAnswers)?.page(of: endpoint, at: position) { return page }
        if let items = try await answers?.answer(to: endpoint) { return Page(items: items, next: nil) }
        guard let pagination = (endpoint.pagination ?? defaults.pagination) as? Pagination else {
            return Page(items: try await undeclared(endpoint).value, next: nil)
        }
        var request = try await request(for: endpoint)
        try request.turn(to: position, by: pagination, with: defaults.filler?.parameters ?? Parameters())
        let sent = Locked<SentList?>(nil)
        let response = try judge(await perform(request), to: request, as: endpoint.noting(sent))
        var page = Page(items: response.value, next: nil)
        (page.sent, page.request, page.secrets) = (sent.withLock { $0 }, request.summary, request.secrets)
        page.next = try pagination.position(after: response, page, position, request)
        return page
    }
}

/// Answers lists page by page in place of a server. Implemented by a test's fake.
package protocol PageAnswers: EndpointAnswers {
    /// Returns the page of a list at a position; nil if there is none.
    func page<Item>(of endpoint: Endpoint<[Item]>, at position: PagePosition) async throws -> Page<Item>?
}

extension APIRequest {
    /// Sets the parameters or the path for the page at a position. A page size that the caller has set is kept.
    fileprivate mutating func turn(
        to position: PagePosition,
        by pagination: Pagination,
        with parameters: Parameters
    ) throws(APIError) {
        switch pagination {
        case .offset(let start, let limit, let size, _):
            let from = Int(query[start].first ?? "") ?? 0
            if case .offset(let offset) = position { query.set(start, offset) } else { query.set(start, from) }
            if query[limit].isEmpty { query.set(limit, size) }
        case .page(let number, let size, let first, let count, _):
            let from = Int(query[number].first ?? "") ?? first
            if case .number(let page) = position { query.set(number, page) } else { query.set(number, from) }
            if let size, query[size].isEmpty { query.set(size, count) }
        case .cursor(let parameter, _), .last(let parameter, _, _):
            if case .cursor(let cursor) = position { query.set(parameter, cursor) }
        case .link, .url:
            if case .link(let target) = position { try follow(link: target, with: parameters) }
        }
    }

    /// Follows a URL from the server, but only within the API's own origin, because the request carries its
    /// credentials.
    private mutating func follow(link target: String, with parameters: Parameters) throws(APIError) {
        let redirect: Redirect?
        do {
            redirect = try Redirect(
                HTTPResponse(status: .temporaryRedirect, headerFields: [.location: target]),
                of: head, hiding: secrets
            )
        } catch {
            throw APIError(.pagination("the server's link to the next page is not a URL"), summary)
        }
        guard let redirect, redirect.isSameOrigin(as: head) else {
            let problem = "the server's link to the next page leads to \(redirect?.origin ?? "nowhere"), not to "
            throw APIError(.pagination(problem + "\(scheme)://\(authority)"), summary)
        }
        let parts = redirect.path.split(separator: "?", maxSplits: 1)
        path = parts.first.map(String.init) ?? "/"
        query = Parameters(link: parts.count > 1 ? parts[1] : "")
        // The link has the parameters of the list, but perhaps not those that all requests of the API have. What
        // middleware sets replaces what the link contains, because a signature and a credential are only valid for this
        // request.
        query.fill(from: parameters)
    }

    /// A link in the response to this request: a relative one refers to the URL of its page (RFC 8288, section 3.2), and
    /// not to that of the first page.
    fileprivate func resolving(_ link: String) -> String {
        guard !link.hasPrefix("/"), link.prefixMatch(of: /[A-Za-z][A-Za-z0-9+.\-]*:/) == nil,
            let target = try? Redirect(
                HTTPResponse(status: .temporaryRedirect, headerFields: [.location: link]), of: head, hiding: secrets)
        else { return link }
        return target.origin + target.path
    }
}

extension Pagination {
    fileprivate func position<Item>(
        after response: APIResponse<[Item]>,
        _ page: Page<Item>,
        _ position: PagePosition,
        _ request: APIRequest
    ) throws(APIError) -> PagePosition? {
        let count = page.sentCount
        switch self {
        case .offset(let start, let limit, _, let end):
            guard count > 0, let offset = Int(request.query[start].first ?? "") else { return nil }
            let (sum, overflows) = offset.addingReportingOverflow(count)
            let asked = Int(request.query[limit].first ?? "")
            return overflows || end.isReached(by: response, count, asked: asked, seen: sum) ? nil : .offset(sum)
        case .page(let number, let size, let first, _, let end):
            guard count > 0, let page = Int(request.query[number].first ?? "") else { return nil }
            let asked = size.flatMap { Int(request.query[$0].first ?? "") }
            // A page with fewer items than requested is the last one, unless the server limits or chooses the size; in
            // that case, the previous pages were not larger, either.
            let (before, overflows) = min(asked ?? count, count).multipliedReportingOverflow(by: page &- first)
            let seen = overflows ? nil : before &+ count
            return page == .max || end.isReached(by: response, count, asked: asked, seen: seen)
                ? nil : .number(page + 1)
        case .cursor(_, let path):
            return try next(in: response, at: path, request).map { .cursor($0) }
        case .last(_, let key, let more):
            let isMore: Bool? = try? more.map { try response.decoded(at: $0) }
            guard count > 0, isMore != false else { return nil }
            guard let next = try nextPosition(page.sent?.last(at: key), at: key, request) else {
                throw APIError(.pagination("the last object of a page has no value at `\(key)`"), request.summary)
            }
            return .cursor(next)
        case .url(let path):
            return try next(in: response, at: path, request).map { .link(request.resolving($0)) }
        case .link:
            guard let name = HTTPField.Name("Link"), let header = response.headers[name] else { return nil }
            return LinkHeader.target(of: "next", in: header).map { .link(request.resolving($0)) }
        }
    }
}

/// The next position according to a response: a string or a number. Nil if it is missing, null, false, or empty.
private func next<Item>(
    in response: APIResponse<[Item]>,
    at path: JSONPath,
    _ request: APIRequest
) throws(APIError) -> String? {
    // A position that cannot be read counts as missing, because the list itself could be read.
    try nextPosition(try? response.decoded(at: path), at: path, request)
}

/// A position that is used as a parameter or as a link.
private func nextPosition(_ value: JSON?, at path: JSONPath, _ request: APIRequest) throws(APIError) -> String? {
    switch value {
    case nil, .null, .bool(false), .array([]): return nil
    case .object(let members) where members.count == 0: return nil
    case .string(let text):
        // White space around a text in XML may come from the indentation of the document.
        let isXML = request.format.bodies.openings == "<"
        let position = isXML ? text.trimmingCharacters(in: .whitespacesAndNewlines) : text
        return position.isEmpty ? nil : position
    case .integer(let number): return String(number)
    case .number(let number): return number.literal
    default:
        let message = "the server's value for the next page, at `\(path)`, is neither a string nor a number"
        throw APIError(.pagination(message), request.summary)
    }
}

extension PageEnd {
    /// Whether a response contains the last page.
    fileprivate func isReached<Item>(
        by response: APIResponse<[Item]>, _ count: Int, asked: Int?, seen: Int?
    ) -> Bool {
        switch self {
        case .empty: return false
        case .short: return asked.map { count < $0 } ?? false
        case .total(let path):
            // Some servers send 0 or -1 if they don't know the total.
            guard let seen, let total: Int = try? response.decoded(at: path), total >= count else { return false }
            return seen >= total
        }
    }
}
