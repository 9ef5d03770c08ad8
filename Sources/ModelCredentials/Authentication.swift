import Foundation
import ModelREST

/// Adds credentials to each request, as one or several schemes describe. A credential is requested each time; nil sends
/// none.
///
/// An operation whose credentials are `.withheld` is sent without any. A credential in the query never appears in logs
/// and errors.
public struct Authentication: Middleware {
    private let schemes: [AuthenticationScheme]
    private let credential: @Sendable (_ name: String) async throws -> String?

    /// Creates authentication with one scheme. For `.basic`, the credential is `user:password`.
    public init(_ scheme: AuthenticationScheme, credential: @escaping @Sendable () async throws -> String?) {
        self.init([scheme]) { _ in try await credential() }
    }

    /// Creates authentication with several schemes, from which each operation selects. `credential` is called with the
    /// name of a scheme.
    public init(
        _ schemes: [AuthenticationScheme],
        credential: @escaping @Sendable (_ name: String) async throws -> String?
    ) {
        self.schemes = schemes
        self.credential = credential
    }

    /// Passes the request on with its credentials.
    public func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        for scheme in schemes where request.credentials.include(scheme.name) {
            guard let credential = try await credential(scheme.name) else { continue }
            switch scheme.place {
            case .bearer: try request.authorize("Authorization", "Bearer \(credential)")
            case .basic: try request.authorize("Authorization", "Basic \(Data(credential.utf8).base64EncodedString())")
            case .header(let name): try request.authorize(name, credential)
            case .query(let key): request.query.set(key, credential, privacy: .sensitive)
            }
        }
        return try await next(request)
    }
}
