import Testing
import AsyncHTTPClient
import Foundation
import HTTPTypes
import ModelREST
import NIOSSL

/// The transports that every claim is tried over.
enum Carrier: CaseIterable, CustomTestStringConvertible {
    case urlSession
    case asyncHTTPClient

    var testDescription: String { self == .urlSession ? "URLSession" : "AsyncHTTPClient" }

    var transport: AnyTransport {
        switch self {
        case .urlSession: AnyTransport(URLSessionTransport.shared)
        case .asyncHTTPClient: AnyTransport(AsyncHTTPClientTransport.shared)
        }
    }
}

/// Any transport as one type.
struct AnyTransport: Transport {
    private let carry: @Sendable (HTTPRequest, TransportBody, TransportOptions) async throws -> TransportResponse

    init<Carried: Transport>(_ transport: Carried) {
        carry = { try await transport.send($0, body: $1, options: $2) }
    }

    func send(
        _ request: HTTPRequest, body: TransportBody, options: TransportOptions
    ) async throws -> TransportResponse {
        try await carry(request, body, options)
    }
}

extension AsyncHTTPClientTransport {
    /// One that trusts an authority of a file.
    static func trusting(_ file: String) throws -> AsyncHTTPClientTransport {
        var configuration = HTTPClient.Configuration()
        configuration.tlsConfiguration = .makeClientConfiguration()
        configuration.tlsConfiguration?.trustRoots = .certificates(try NIOSSLCertificate.fromPEMFile(file))
        return AsyncHTTPClientTransport(configuration: configuration)
    }
}

/// What an `APIError` says, or how it went otherwise.
func failure(_ body: () async throws -> Void) async -> APIError? {
    do {
        try await body()
        return nil
    } catch {
        return error as? APIError
    }
}
