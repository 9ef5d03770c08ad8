/// How the requests of an API are authenticated: where the credential is sent, and the scheme's name if there are
/// several.
public struct AuthenticationScheme: Hashable, Sendable {
    enum Place: Hashable, Sendable {
        case bearer
        case basic
        case header(String)
        case query(String)
    }

    let place: Place
    /// The name by which operations refer to it; empty if it is the API's only credential.
    public private(set) var name = ""

    /// `Authorization: Bearer …` (RFC 6750)
    public static let bearer = AuthenticationScheme(place: .bearer)
    /// `Authorization: Basic …` (RFC 7617); the credential is `user:password`.
    public static let basic = AuthenticationScheme(place: .basic)
    /// A custom header.
    public static func header(_ name: String) -> AuthenticationScheme { AuthenticationScheme(place: .header(name)) }
    /// A query parameter, which does not appear in logs and errors.
    public static func query(_ name: String) -> AuthenticationScheme { AuthenticationScheme(place: .query(name)) }

    /// Returns the same scheme with a name, for an API that has several.
    public func named(_ name: String) -> AuthenticationScheme {
        var scheme = self
        scheme.name = name
        return scheme
    }
}
