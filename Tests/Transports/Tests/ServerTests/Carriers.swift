import AsyncHTTPClient
import Foundation
import ModelAsyncHTTPClient
import ModelREST
import NIOSSL
import Testing

/// The transports that every claim is tested with.
enum Carrier: CaseIterable, CustomTestStringConvertible {
    case urlSession
    case asyncHTTPClient

    var testDescription: String { self == .urlSession ? "URLSession" : "AsyncHTTPClient" }

    var transport: any Transport {
        switch self {
        case .urlSession: URLSessionTransport.shared
        case .asyncHTTPClient: AsyncHTTPClientTransport.shared
        }
    }

    /// Those that can trust the authority of nginx. URLSession on Linux only trusts what the system trusts.
    static var trusting: [Carrier] {
        ProcessInfo.processInfo.environment["AUTHORITY_IS_TRUSTED"] == nil ? [.asyncHTTPClient] : allCases
    }

    /// A transport that trusts the authority of nginx.
    var trusting: any Transport {
        get throws {
            guard self == .asyncHTTPClient else { return transport }
            let authority = ProcessInfo.processInfo.environment["AUTHORITY"] ?? ""
            var configuration = HTTPClient.Configuration()
            configuration.tlsConfiguration = .makeClientConfiguration()
            configuration.tlsConfiguration?.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(authority))
            return AsyncHTTPClientTransport(configuration: configuration)
        }
    }
}

/// The thrown `APIError`, or nil if nothing is thrown.
func failure(_ body: () async throws -> Void) async -> APIError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? APIError
    }
}
