/// Common names of secrets, which are hidden in addition to what the schema marks as `sensitive`.
package enum SensitiveNames {
    private static let words = [
        "token", "secret", "password", "passwd", "apikey", "api_key", "api-key", "signature", "authorization",
        "credential", "cookie", "session",
    ]

    /// A parameter called `key` is a secret in a query. In a path, generated code shows it, because it identifies an
    /// object.
    package static func contain(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        return lowercased == "key" || lowercased == "sig" || words.contains { lowercased.contains($0) }
    }

    /// The headers that may be sent to another host after a redirect: none that could contain a credential.
    static let headersForOtherHosts = [
        "accept", "accept-language", "accept-encoding", "user-agent", "range", "if-range", "if-modified-since",
        "if-none-match", "last-event-id",
    ]
}
