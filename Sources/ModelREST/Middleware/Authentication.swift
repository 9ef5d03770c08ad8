import Foundation
import HTTPTypes

/// Adds a credential to each request, as a scheme says. The credential is asked for each time; nil sends none.
///
/// Operations whose credentials are `.withheld` pass without one. A query credential never shows in logs and errors.
public struct Authentication: Middleware {
    private let scheme: AuthenticationScheme
    private let credential: @Sendable () async throws -> String?

    /// Authentication by a scheme. For `.basic` the credential is `user:password`.
    public init(_ scheme: AuthenticationScheme, credential: @escaping @Sendable () async throws -> String?) {
        self.scheme = scheme
        self.credential = credential
    }

    /// Sends the request on with the credential.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        guard request.credentials == .sent, let credential = try await credential() else {
            return try await next(request)
        }
        var request = request
        switch scheme {
        case .none: break
        case .bearer: try request.authorize("Authorization", "Bearer \(credential)")
        case .basic: try request.authorize("Authorization", "Basic \(Data(credential.utf8).base64EncodedString())")
        case .header(let name): try request.authorize(name, credential)
        case .query(let key): request.query.set(key, credential, privacy: .sensitive)
        }
        return try await next(request)
    }
}

extension APIRequest {
    /// Sets a header that holds a credential; throws where HTTP does not allow it.
    mutating func authorize(_ name: String, _ value: String) throws(HeaderError) {
        let field = try HTTPField(checking: name, value)
        headers[field.name] = field.value
    }
}

extension Middleware where Self == Authentication {
    /// `Authorization: Basic …` (RFC 7617).
    public static func basic(user: String, password: String) -> Authentication {
        Authentication(.basic) { "\(user):\(password)" }
    }

    /// A key in a header of its own.
    public static func key(_ key: String, inHeader name: String) -> Authentication {
        Authentication(.header(name)) { key }
    }

    /// A key in a query parameter.
    public static func key(_ key: String, inQuery name: String) -> Authentication {
        Authentication(.query(name)) { key }
    }
}
