/// Where an API is: scheme, host with port, and the path that all operations share.
struct BaseURL: Sendable {
    let scheme: String
    let authority: String
    let path: String

    /// Parses `https://host:port/path`. A query, a fragment or credentials are rejected, because they would be lost or
    /// leak.
    init(_ text: String) throws(APIError.Reason) {
        // Works on bytes, because it runs for each request.
        guard let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")), text[colon...].hasPrefix("://") else {
            throw .invalidRequest("the base URL `\(Self.shown(text))` has no scheme; write https://…")
        }
        scheme = text[..<colon].lowercased()
        guard scheme == "https" || scheme == "http" else {
            throw .invalidRequest("the base URL's scheme is `\(scheme)`, not http or https")
        }
        let rest = text[colon...].dropFirst(3)
        let end = rest.utf8.firstIndex { "/?#".utf8.contains($0) } ?? rest.endIndex
        authority = String(rest[..<end])
        guard !authority.isEmpty, authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw .invalidRequest("the base URL `\(Self.shown(text))` has no host; encode non-ASCII names as xn--…")
        }
        guard !authority.utf8.contains(UInt8(ascii: "@")) else {
            throw .invalidRequest(
                "the base URL contains credentials; pass them to an authentication middleware instead")
        }
        let path = String(rest[end...])
        guard !path.utf8.contains(where: "?#".utf8.contains) else {
            throw .invalidRequest("the base URL has a query or a fragment; pass parameters to the client instead")
        }
        self.path = PercentEncoding.encode(path, keeping: .path)
    }

    /// The URL without parts that could be a credential.
    private static func shown(_ text: String) -> String {
        let tail = text.lastIndex(of: "@").map { text[text.index(after: $0)...] } ?? text[...]
        return String(tail.prefix { $0 != "?" })
    }
}
