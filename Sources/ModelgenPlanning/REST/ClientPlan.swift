/// A REST service: what all its operations share, and a client for each model.
package struct APIPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var name: String
    /// The arguments of its defaults, one a line.
    package var defaults: [String]
    package var clients: [Reference]

    /// A client as a property of the API.
    package struct Reference: Sendable {
        package var access: String
        package var property: String
        package var type: String
        package var model: String
    }
}

/// The client of one model: a protocol that can be faked, the operations on the server, and these as values.
///
/// Operations of the usual form are those of the runtime's protocols; what is not usual is written out.
package struct ClientPlan: Sendable {
    package var access: String
    package var model: String
    /// `PostsClient`
    package var protocolName: String
    /// `PostsAPI`
    package var name: String
    /// `PostsEndpoints`
    package var endpoints: String
    package var query: [QueryPlan]
    /// What the operations are, as documentation of the protocol.
    package var documentation: [String]
    /// `nonisolated protocol PostsClient: GettingClient<Post> {`, closed where it has no requirements of its own.
    package var protocolHead: [String]
    /// Finished lines.
    package var requirements: [String]
    /// Forms of the methods that leave out what is optional; finished lines, a method each with an empty line between.
    package var conveniences: [String]
    /// The methods that the runtime does not have, as finished lines.
    package var methods: [String]
    /// The same methods, each with its whole response.
    package var responses: [String]
    /// `nonisolated enum PostsEndpoints: GetEndpoint {`
    package var endpointsHead: [String]
    /// `typealias Draft = Post.Draft`
    package var endpointTypes: [String]
    /// `Resource("posts", at: "posts")`
    package var resource: String
    /// The operations that are not of the usual form.
    package var endpointFunctions: [String]
}

/// What a list can be asked for.
package struct QueryPlan: Sendable {
    package var access: String
    package var name: String
    package var model: String
    package var properties: [String]
    package var signature: [String]
    package var assignments: [String]
    /// `parameters.set("userId", userId)`
    package var parameters: [String]
}
