/// A description of a request for logs and errors: operation, method, the URL without sensitive values, and redirects.
public struct RequestSummary: Hashable, Sendable, CustomStringConvertible {
    /// The operation, e.g. `posts.get`.
    public let operation: String
    /// The method, e.g. `GET`.
    public let method: String
    /// The URL, with `***` in place of sensitive values.
    public let url: String
    /// The redirects that were followed, in order. Each consists of a method and a URL without its query:
    /// `GET https://…`.
    public var redirects: [String]

    /// Creates a summary, for fakes that throw the client's errors.
    public init(operation: String, method: String, url: String, redirects: [String] = []) {
        self.operation = operation
        self.method = method
        self.url = url
        self.redirects = redirects
    }

    /// `posts.get (GET https://…)`, with the redirects: `posts.get (GET http://…, redirected to GET https://…)`
    public var description: String {
        "\(operation) (\((["\(method) \(url)"] + redirects).joined(separator: ", redirected to ")))"
    }
}
