/// Where an API is: scheme, host with port, and the path that all operations share.
struct BaseURL: Hashable, Sendable {
    let scheme: String
    let authority: String
    let path: String

    /// Reads `https://host:port/path`. A query, a fragment or credentials in it are rejected: they would be lost, or
    /// leak.
    init(_ text: String) throws(MalformedBaseURL) {
        guard let colon = text.firstRange(of: "://") else {
            throw MalformedBaseURL("the base URL `\(Self.shown(text))` has no scheme; write https://…")
        }
        scheme = text[..<colon.lowerBound].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw MalformedBaseURL("the base URL's scheme is `\(scheme)`, not http or https")
        }
        let rest = text[colon.upperBound...]
        let end = rest.firstIndex { $0 == "/" || $0 == "?" || $0 == "#" } ?? rest.endIndex
        authority = String(rest[..<end])
        guard !authority.isEmpty, authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw MalformedBaseURL(
                "the base URL `\(Self.shown(text))` has no host; encode non-ASCII names as xn--…"
            )
        }
        guard !authority.contains("@") else {
            throw MalformedBaseURL(
                "the base URL contains credentials; pass them to an authentication middleware instead")
        }
        let path = String(rest[end...])
        guard !path.contains("?"), !path.contains("#") else {
            throw MalformedBaseURL("the base URL has a query or a fragment; pass parameters to the client instead")
        }
        self.path = PercentEncoding.encode(path, keeping: .path)
    }

    /// The URL without parts that could be a credential.
    private static func shown(_ text: String) -> String {
        let tail = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
        return String(tail.prefix { $0 != "?" })
    }
}

struct MalformedBaseURL: Error {
    let message: String

    init(_ message: String) {
        self.message = message
    }
}

/// Reads base URLs, and caches the last one.
final class BaseURLReader: Sendable {
    private let last = Locked<(text: String, base: BaseURL)?>(nil)

    func read(_ text: String) throws -> BaseURL {
        if let last = last.withLock({ $0 }), last.text == text { return last.base }
        let base = try BaseURL(text)
        last.withLock { $0 = (text, base) }
        return base
    }
}
