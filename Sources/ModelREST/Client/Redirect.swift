import Foundation
import HTTPTypes

/// A redirect, and what may be sent after it (RFC 9110, section 15.4).
///
/// Within the same origin, everything is sent again. Another origin only receives headers that cannot contain a
/// credential, and never a body: a redirect that would send a body there is rejected. So is a redirect that would turn
/// another method into a GET, unless the API allows it.
package struct Redirect {
    static let limit = 10

    private let status: Int
    private let scheme: String
    private let authority: String
    package let path: String
    private let secrets: [String]

    /// The redirect that a response requests, or nil if it requests none.
    ///
    /// - Parameter secrets: The segments of its path that messages hide.
    package init?(_ response: HTTPResponse, of request: HTTPRequest, hiding secrets: [String]) throws(APIError.Reason) {
        self.secrets = secrets
        status = response.status.code
        guard [301, 302, 303, 307, 308].contains(status), let location = response.headerFields[.location] else {
            return nil
        }
        // If a reference contains anything to escape, Foundation would also escape its percent signs. Brackets are
        // allowed in an authority, because they surround an IPv6 address.
        let reference = location.prefix { $0 != "#" }
        let place = reference.prefixMatch(of: /([A-Za-z][A-Za-z0-9+.\-]*:)?(\/\/[^\/?]*)?/)?.output.0 ?? ""
        let target = place + PercentEncoding.encode(String(reference[place.endIndex...]), keeping: .reference)
        let base = URL(string: "\(request.scheme ?? "")://\(request.authority ?? "")\(request.path ?? "/")")
        guard
            let components = URL(string: String(target), relativeTo: base).flatMap({
                URLComponents(url: $0.absoluteURL, resolvingAgainstBaseURL: true)
            }), let scheme = components.scheme?.lowercased(), let host = components.encodedHost, !host.isEmpty
        else { throw .redirect("a redirect to an invalid URL") }
        guard scheme == "http" || scheme == "https" else {
            throw .redirect("a redirect to the scheme `\(scheme)`")
        }
        self.scheme = scheme
        authority = components.port.map { "\(host):\($0)" } ?? host
        let query = components.percentEncodedQuery.map { "?\($0)" } ?? ""
        path = (components.percentEncodedPath.isEmpty ? "/" : components.percentEncodedPath) + query
    }

    /// The target for messages: without the query, which may contain a credential, and without secret segments.
    var place: String { origin + String(path.prefix { $0 != "?" }).hiding(secrets) }

    package var origin: String { "\(scheme)://\(authority)" }

    /// Turns a request into the one that follows the redirect.
    func follow(
        _ head: inout HTTPRequest, _ body: inout BodyStream?, _ policy: RedirectPolicy
    ) throws(APIError.Reason) {
        // As in every browser, 303 always becomes a GET without a body; 301 and 302 only do so after a POST.
        let isSeen = head.method == .get || head.method == .head
        if status == 303 ? !isSeen : status < 303 && head.method == .post {
            guard policy == .changingMethod else {
                throw .redirect(
                    "the server redirects \(head.method) to \(place) with \(status), which would become a GET without "
                        + "its body; correct the path (is a trailing slash missing?), or allow it with `redirects`")
            }
            head.method = .get
            head.headerFields[.contentType] = nil
            body = nil
        }
        if !isSameOrigin(as: head) {
            if head.scheme == "https", scheme == "http" {
                throw .redirect("a redirect from https to http, at \(authority)")
            }
            guard body == nil, head.method == .get || head.method == .head else {
                throw .redirect(
                    "a redirect would repeat the \(head.method) at \(origin); if that is the API, use it as base URL")
            }
            head.headerFields = HTTPFields(
                head.headerFields.filter { SensitiveNames.headersForOtherHosts.contains($0.name.canonicalName) })
        }
        (head.scheme, head.authority, head.path) = (scheme, authority, path)
    }

    package func isSameOrigin(as head: HTTPRequest) -> Bool {
        let standard = scheme == "https" ? ":443" : ":80"
        func withoutPort(_ authority: String) -> Substring {
            let authority = authority.lowercased()
            return authority.hasSuffix(standard) ? authority.dropLast(standard.count) : authority[...]
        }
        return head.scheme == scheme && withoutPort(head.authority ?? "") == withoutPort(authority)
    }
}
