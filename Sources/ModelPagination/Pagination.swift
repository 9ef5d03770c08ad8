import ModelREST
import ModelRuntime

/// How the pages of a list are requested.
public enum Pagination: Sendable {
    /// By the number of items to skip and the number of items to return: `_start=40&_limit=20`.
    case offset(start: String, limit: String, size: Int = 100, end: PageEnd = .empty)
    /// By page number, starting at `first`: `page=3&per_page=20`.
    case page(number: String, size: String?, first: Int = 1, count: Int = 100, end: PageEnd = .empty)
    /// By a cursor at a key path of the previous response's body: `cursor=eyJ…`.
    case cursor(parameter: String, next: JSONPath)
    /// By a value of the previous page's last item, at a key path of that item: `starting_after=ch_9`. A list ends at
    /// an empty page, or when the Boolean at `more` in the response's body is false.
    case last(parameter: String, key: JSONPath, more: JSONPath? = nil)
    /// By the URL of the next page at a key path of the previous response's body; null at the end.
    case url(next: JSONPath)
    /// By the URL in the `Link` header with `rel="next"` (RFC 8288).
    case link
}

/// How the client detects the last page, if it counts items or pages itself.
///
/// A list always ends at an empty page, at the status 404 after the first page, and at a page shorter than the previous
/// one.
public enum PageEnd: Sendable {
    /// Only in these ways.
    case empty
    /// Also at a page that is shorter than requested, for servers that do not limit the page size.
    case short
    /// Also when the total number of items, at a key path of the response's body, has been received.
    case total(JSONPath)
}

extension APIDefaults {
    /// Returns these settings with a way to request further pages of lists: `.paginating(.link)`.
    public func paginating(_ pagination: Pagination) -> APIDefaults {
        var defaults = self
        defaults.pagination = pagination
        return defaults
    }
}

extension Endpoint {
    /// Returns this operation with its own way to request further pages.
    public func paginated(_ pagination: Pagination) -> Endpoint {
        with { $0.pagination = pagination }
    }
}
