import HTTPTypes

/// The method of an operation.
///
/// It is declared in this module, so that generated code needs no other import for `.get` (SE-0444,
/// MemberImportVisibility).
public enum HTTPMethod: String, Hashable, Sendable {
    /// RFC 9110, section 9.3.1.
    case get = "GET"
    /// RFC 9110, section 9.3.2.
    case head = "HEAD"
    /// RFC 9110, section 9.3.3.
    case post = "POST"
    /// RFC 9110, section 9.3.4.
    case put = "PUT"
    /// RFC 5789.
    case patch = "PATCH"
    /// RFC 9110, section 9.3.5.
    case delete = "DELETE"
    /// RFC 9110, section 9.3.7.
    case options = "OPTIONS"

    /// The same method as an `HTTPRequest.Method`. All of the names are valid, so the fallback is never used.
    var request: HTTPRequest.Method { HTTPRequest.Method(rawValue) ?? .get }
}
