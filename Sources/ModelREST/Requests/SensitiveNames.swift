import HTTPTypes

/// Usual names for secrets, in addition to those that the schema marks `sensitive`.
package enum SensitiveNames {
    private static let words = [
        "token", "secret", "password", "passwd", "apikey", "api_key", "api-key", "signature", "authorization",
        "credential", "cookie", "session",
    ]

    /// A `key` in a query is a secret; in a path, generated code shows it, since it identifies an object.
    package static func contain(_ name: String) -> Bool {
        let lowercased = name.lowercased()
        return lowercased == "key" || lowercased == "sig" || words.contains { lowercased.contains($0) }
    }

    /// The headers that may follow a redirect to another host: none that could hold a credential under any name.
    static let headersForOtherHosts: [HTTPField.Name] = [
        .accept, .acceptLanguage, .acceptEncoding, .userAgent, .range, .ifRange, .ifModifiedSince, .ifNoneMatch,
    ]
}
