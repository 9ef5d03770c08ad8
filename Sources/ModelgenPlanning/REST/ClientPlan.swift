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

/// The client of one model: a protocol that can be faked, and the struct that asks the server.
package struct ClientPlan: Sendable {
    package var access: String
    package var model: String
    /// `PostsClient`
    package var protocolName: String
    /// `PostsAPI`
    package var name: String
    package var query: [QueryPlan]
    package var methods: [ClientMethodPlan]
    /// Forms of the methods that leave out what is optional; finished lines, a method each with an empty line between.
    package var conveniences: [String]
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

/// One method of a client, as each of the places needs it.
package struct ClientMethodPlan: Sendable {
    package var access: String
    /// ``GET `posts/{id}` ``
    package var summary: String
    /// `func get(_ id: Post.ID) async throws -> Post`
    package var declaration: String
    /// `try await client.send(Endpoints.get(id))`
    package var body: String
    /// The declaration that gives the whole response; nil for transfers and pages.
    package var responseDeclaration: String?
    package var responseBody: String
    /// The endpoint's function: nil where another method's serves.
    package var endpointDeclaration: String?
    package var endpointBody: [String]
}
