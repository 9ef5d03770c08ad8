/// A REST service: what all its operations share, and the operations of each model.
package struct APIPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var name: String
    /// The arguments of its defaults, one a line.
    package var defaults: [String]
    package var clients: [Reference]

    /// The operations of a model as a property of the API.
    package struct Reference: Sendable {
        package var access: String
        package var property: String
        /// `Post`, as a type.
        package var type: String
        package var model: String
    }
}

/// What can be done with a model on the server: the protocols of the runtime that say so, and the operations that they do
/// not have.
package struct ClientPlan: Sendable {
    package var access: String
    /// `Post`, as documentation names it.
    package var model: String
    /// `Post`, as a type.
    package var type: String
    /// `Located`, `Paged`, `Gettable`
    package var protocols: [String]
    /// `"posts"`
    package var resource: String
    /// `"posts"`
    package var path: String
    package var key: [KeyPlan]
    package var query: [QueryPlan]
    package var operations: [EndpointPlan]

    /// What stands for the model in paths.
    package struct KeyPlan: Sendable {
        package var access: String
        /// `Int64`
        package var type: String
        /// `id`
        package var property: String
        /// Whether the model is identified by it.
        package var isID: Bool
    }
}

/// What a list can be asked for.
package struct QueryPlan: Sendable {
    package var access: String
    package var model: String
    package var parameters: [ParameterPlan]

    /// Whether nothing must be given.
    package var isOptional: Bool { parameters.allSatisfy(\.isOptional) }
}

/// A parameter of a function, or a property with its place in a request.
package struct ParameterPlan: Sendable {
    /// The label and a space, or nothing where the name is the label.
    package var label: String
    package var name: String
    package var type: String
    package var isOptional: Bool
    /// Its name in the request, as a literal.
    package var key = ""
    /// What is sent for it.
    package var value = ""
    /// How it is handed on: `_`, or the label.
    package var argument: String
}

/// One operation as a function of the model.
package struct EndpointPlan: Sendable {
    package var access: String
    package var documentation: [String]
    package var name: String
    package var parameters: [ParameterPlan]
    /// What stands for the place in the forms that the runtime's protocols ask for: `resource`.
    package var place: String?
    /// `Item`
    package var result: String
    /// The operation that this one is by another name.
    package var alias: [Alias]
    /// What is sent and what comes back, for one that is not an alias.
    package var request: [RequestPlan]

    package struct Alias: Sendable {
        package var name: String
        package var arguments: [ArgumentPlan]
    }

    /// `notify: nil`
    package struct ArgumentPlan: Sendable {
        package var label: String?
        package var value: String
    }
}

/// What is sent, and what comes back.
package struct RequestPlan: Sendable {
    /// `"posts.publish"`
    package var operation: String
    /// `post`
    package var method: String
    /// `"posts/\(id)/publish"`
    package var path: String
    /// The whole query, where it is one value.
    package var queryValue: String?
    /// `json`
    package var bodyFormat: String?
    /// `draft`
    package var bodyValue: String?
    /// `object`
    package var shape: String
    /// Where in the answer the value lies: `["data", "person"]`
    package var root: String?
    package var query: [ParameterPlan]
    package var headers: [ParameterPlan]
    package var form: [ParameterPlan]
    package var parts: [ParameterPlan]
    /// Seconds: `5`
    package var timeout: String?
}
