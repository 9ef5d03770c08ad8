/// Why client and server could not agree on a secure connection, if the transport reports it.
public enum HandshakeFailure: String, Hashable, Sendable {
    /// The certificate was not signed by an authority that this machine trusts: it is self-signed, or from a private
    /// authority.
    case untrusted = "the server's certificate is not signed by a trusted authority"
    /// The certificate has expired.
    case expired = "the server's certificate has expired"
    /// The certificate is not valid yet. Often, one side's clock is wrong.
    case notYetValid = "the server's certificate is not valid yet"
    /// The certificate is for another host.
    case otherHost = "the server's certificate is for a different host"
    /// The server does not speak TLS on this port: the URL should begin with http, or the port is wrong.
    case notTLS = "the server does not speak TLS on this port"
    /// The certificate was rejected: it is not from a trusted authority, has expired, or is not valid yet. Some TLS
    /// libraries report no details (BoringSSL, used by AsyncHTTPClient).
    case refused = "the server's certificate was rejected: not trusted, expired, or not valid yet"
    /// The server closed the connection instead of answering. Perhaps it does not speak TLS on this port.
    case cutOff = "the server closed the connection during the handshake; it may not speak TLS on this port"
    /// Client and server have no version or cipher in common.
    case nothingInCommon = "client and server have no TLS version in common"
    /// The server requires a client certificate.
    case clientCertificate = "the server requires a client certificate"

    /// Interprets a TLS library's message. OpenSSL, GnuTLS and BoringSSL have no error codes that all transports pass
    /// on.
    package init?(words message: String) {
        let message = message.lowercased().replacing("_", with: " ")
        let meanings: [(HandshakeFailure, [String])] = [
            (.expired, ["has expired", "certificate expired"]),
            (.notYetValid, ["not yet valid", "not valid yet"]),
            (.otherHost, ["subject name", "does not match", "host name", "hostname"]),
            (.clientCertificate, ["certificate required", "peer did not return a certificate"]),
            (.notTLS, ["wrong version number", "packet length too long", "http request", "record too small"]),
            (.nothingInCommon, ["unsupported protocol", "protocol version", "handshake failure", "no shared cipher"]),
            (.untrusted, ["self-signed", "self signed", "local issuer", "not trusted"]),
            (.refused, ["verify failed", "verification failed"]),
            (.cutOff, ["unexpected eof", "eofduringhandshake", "ssl error syscall", "connection reset"]),
        ]
        guard let found = meanings.first(where: { $0.1.contains(where: message.contains) }) else { return nil }
        self = found.0
    }
}
