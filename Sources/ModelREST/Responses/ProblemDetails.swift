import HTTPTypes
import ModelRuntime

/// The description of a problem (RFC 9457): the body of a response with the type `application/problem+json`.
public struct ProblemDetails: Hashable, Sendable {
    /// A URI that names the kind of problem; `about:blank` if the server names none.
    public let type: String
    /// A short summary of the kind of problem.
    public let title: String?
    /// The HTTP status, as the server that made the document saw it.
    public let status: Int?
    /// What happened in this case.
    public let detail: String?
    /// A URI that names this occurrence.
    public let instance: String?
    /// Everything in the document, its extensions too.
    public let members: JSON

    /// The problem in a response, or nil if it has none.
    init?(_ response: APIRawResponse) {
        guard let type = response.headers[.contentType]?.lowercased(), type.hasPrefix("application/problem+json"),
            let members = try? JSON(json: response.body, at: []), case .object = members
        else { return nil }
        self.type = members["type"]?.string ?? "about:blank"
        title = members["title"]?.string
        status = members["status"]?.int
        detail = members["detail"]?.string
        instance = members["instance"]?.string
        self.members = members
    }
}
