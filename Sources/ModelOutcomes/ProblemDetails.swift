import ModelREST
import ModelRuntime

/// The description of a problem (RFC 9457): the body of a response with the type `application/problem+json`.
public struct ProblemDetails: Hashable, Sendable {
    /// A URI that identifies the kind of problem; `about:blank` if the server doesn't specify one.
    public let type: String
    /// A short summary of the kind of problem.
    public let title: String?
    /// The HTTP status that the origin server generated.
    public let status: Int?
    /// What happened in this particular case.
    public let detail: String?
    /// A URI that identifies this occurrence of the problem.
    public let instance: String?
    /// All members of the document, including extensions.
    public let members: JSON

    fileprivate init(_ members: JSON) {
        self.type = members["type"]?.string ?? "about:blank"
        title = members["title"]?.string
        status = members["status"]?.int
        detail = members["detail"]?.string
        instance = members["instance"]?.string
        self.members = members
    }
}

extension ServerFailure {
    /// The server's description of the problem according to RFC 9457, `application/problem+json`.
    public var problem: ProblemDetails? { problemDocument.map(ProblemDetails.init) }
}
