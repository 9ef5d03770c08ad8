import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension HTTPResponse {
    /// Creates the head of a response. Its fields are sorted by name, because Foundation keeps them in a dictionary.
    init(_ response: HTTPURLResponse) {
        let fields = (response.allHeaderFields as? [String: String] ?? [:]).compactMap { name, value in
            HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
        }
        self.init(
            status: Status(code: response.statusCode),
            headerFields: HTTPFields(fields.sorted { $0.name.rawName < $1.name.rawName }))
    }
}

extension TransportError {
    /// Creates an error from the session's, without its user info, which contains the whole URL.
    init(_ error: any Error) {
        let code = (error as? URLError)?.code ?? .unknown
        let words = (error as NSError).userInfo[NSLocalizedDescriptionKey] as? String ?? ""
        let reason: Reason =
            switch code {
            // Foundation on Linux has no code for an incomplete response; libcurl's message is all there is.
            case _ where ["transfer closed", "Empty reply"].contains(where: "\(error)".contains): .connectionLost
            case .unknown where ["SSL", "TLS", "certificate"].contains(where: words.contains): .insecure
            // With TLS 1.3, a server can only reject a client after its handshake (RFC 8446, section 4.4.2.4): libcurl
            // reports a failed read.
            case .networkConnectionLost where words.contains("alert"): .insecure
            case .timedOut: .timedOut
            case .cancelled: .cancelled
            case .cannotFindHost, .dnsLookupFailed: .hostNotFound
            case .cannotConnectToHost, .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff,
                .callIsActive:
                .cannotConnect
            case .networkConnectionLost: .connectionLost
            case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData:
                .malformedResponse
            case .secureConnectionFailed: .insecure
            case _ where HandshakeFailure(code) != nil: .insecure
            default: .other
            }
        self.init(
            reason, handshake: reason == .insecure ? HandshakeFailure(code) ?? HandshakeFailure(words: words) : nil,
            underlying: URLError(code))
    }
}

extension HandshakeFailure {
    /// Interprets Apple's error codes, which Foundation on Linux does not have.
    fileprivate init?(_ code: URLError.Code) {
        switch code {
        case .serverCertificateHasBadDate: self = .expired
        case .serverCertificateNotYetValid: self = .notYetValid
        case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot: self = .untrusted
        case .clientCertificateRequired, .clientCertificateRejected: self = .clientCertificate
        default: return nil
        }
    }
}
