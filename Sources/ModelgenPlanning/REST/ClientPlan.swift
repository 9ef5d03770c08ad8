/// A REST service: what all its operations share, and the operations of each model.
package struct APIPlan: Sendable {
    package var documentation: [String]
    package var access: String
    package var name: String
    /// Texts are string literals, and paths expressions: `["data", "items"]`.
    package var baseURL: String
    package var basePath: String?
    package var headers: [Entry]
    /// What is sent with every request.
    package var settings: [Entry]
    package var isXML: Bool
    package var envelope: [EnvelopePlan]
    package var failure: [FailurePlan]
    package var pagination: [PaginationPlan]
    package var credentials: [CredentialPlan]
    /// `user`, `key`: the names of its credentials, if it has several.
    package var credentialNames: [String]
    package var attempts: String?
    /// Whether a redirect may change the method.
    package var changesMethod: Bool
    package var clients: [Reference]

    /// A header or a parameter.
    package struct Entry: Sendable {
        package var key: String
        package var value: String
        package var isInQuery = false
    }

    /// Where in an answer its parts lie, and where in a body what is sent.
    package struct EnvelopePlan: Sendable {
        package var object: String?
        package var list: String?
        package var meta: String?
        package var body: String?
    }

    /// By what an answer says that it failed.
    package struct FailurePlan: Sendable {
        package var code: String?
        package var success: String?
        package var message: String?
    }

    /// How pages are turned: the kind, and of its arguments those that it has.
    package struct PaginationPlan: Sendable {
        package var kind: String
        package var start: String?
        package var limit: String?
        package var number: String?
        package var size: String?
        package var parameter: String?
        package var next: String?
        package var endsShort = false
        package var total: String?
    }

    /// How requests are authenticated.
    package struct CredentialPlan: Sendable {
        /// `bearer`, `header`
        package var scheme: String
        /// The name of the header or the parameter.
        package var key: String?
        /// Its own name, if the API has several.
        package var name: String?
    }

    /// The operations of a model as a property of the API.
    package struct Reference: Sendable {
        package var access: String
        package var property: String
        /// `Post`, as a type.
        package var type: String
        package var model: String
        /// What its path is made of.
        package var parameters: [ParameterPlan]
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
    /// Whether errors must not show what stands for the model in paths.
    package var isKeySecret: Bool
    /// What the path is made of, for a model that is in many places.
    package var pathParameters: [ParameterPlan]
    /// Those that are properties of the model as well.
    package var filled: [String]
    package var key: [KeyPlan]
    package var query: [QueryPlan]
    package var lookup: [LookupPlan]
    package var operations: [EndpointPlan]

    /// Whether its list comes in pages.
    var isPaged: Bool { protocols.contains { $0.hasSuffix("Paged") } }

    /// Whether an operation is given files.
    var namesFiles: Bool { operations.contains { $0.parameters.contains(where: \.isFile) } }

    /// Whether an operation sends files, or a form of parts.
    var sendsParts: Bool { namesFiles || operations.contains { $0.request.contains { !$0.parts.isEmpty } } }

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

/// How some models of a list are asked for by their keys.
package struct LookupPlan: Sendable {
    package var access: String
    /// `Int64`
    package var key: String
    /// `ids: keys`
    package var arguments: String
}

/// What a list can be asked for.
package struct QueryPlan: Sendable {
    package var access: String
    package var model: String
    package var parameters: [ParameterPlan]

    /// Those that the caller gives.
    package var properties: [ParameterPlan] { parameters.filter { !$0.isConstant } }

    /// Whether nothing must be given.
    package var isOptional: Bool { properties.allSatisfy(\.isOptional) }
}

/// A parameter of a function, or a property with its place in a request.
package struct ParameterPlan: Sendable {
    /// The label and a space, or nothing where the name is the label.
    package var label: String
    package var name: String
    package var type: String
    /// What it is where it is not given; nil where it must be.
    package var standard: String?
    /// Its name in the request, as a literal.
    package var key = ""
    /// What is sent for it.
    package var value = ""
    /// How several values are written, unless each stands by itself.
    package var style: String?
    /// The transformer that makes a text of it.
    package var transformer: String?
    /// Whether logs and errors must not show it.
    package var isSensitive = false
    /// Whether it is always the same, so that nobody gives it.
    package var isConstant = false
    /// Whether it has a structure, of which each value is sent by itself.
    package var isDeep = false
    /// Whether it is a part of JSON.
    package var isJSON = false
    /// Whether it is a file, or several, of a type of ModelTransfers.
    package var isFile = false
    /// The headers of a part: `["X-Sum": "1"]`
    package var headers: String?

    package var isOptional: Bool { standard != nil }
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
    /// The types that it declares: what it returns, where that is one of several, and how it fails.
    package var outcomes: [OutcomePlan] = []
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

/// What an operation returns, or throws, by status.
package struct OutcomePlan: Sendable {
    package enum Kind: Sendable {
        case success
        case failure
    }

    package var kind: Kind
    package var access: String
    /// `GetFailure`
    package var name: String
    /// `get`
    package var operation: String
    package var cases: [CasePlan]

    package struct CasePlan: Sendable {
        /// `404`, `400...499`; nil for every other.
        package var status: String?
        /// Whether it stands for one status.
        package var isSingle: Bool
        /// `notFound`
        package var name: String
        /// `Problem`; nil where the body is not looked at.
        package var type: String?
        /// `object`
        package var shape: String
        /// `GetFailure`
        package var outcome: String
        /// The place that gives a model what is in its path.
        package var filler: String?
        /// Whether several statuses lead there, so that it tells which.
        package var tellsStatus: Bool { !isSingle }
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
    /// Where what is sent stands: `["post"]`
    package var bodyRoot: String?
    /// `object`
    package var shape: String
    /// The place that gives a model what is in its path: `resource`
    package var filler: String?
    /// Where in the answer the value lies: `["data", "person"]`
    package var root: String?
    package var query: [ParameterPlan]
    package var headers: [ParameterPlan]
    package var form: [ParameterPlan]
    package var parts: [ParameterPlan]
    /// Seconds: `5`
    package var timeout: String?
    /// The only statuses of a success: `201`
    package var expected: [String]
    /// Whether it may be sent again though its method does not say so.
    package var isIdempotent: Bool
    /// `"Idempotency-Key"`
    package var idempotencyHeader: String?
    /// Whether it is not sent with the usual credential, but with those of these names.
    package var isAuthenticatedApart: Bool
    /// `"key"`
    package var credentials: [String]
    /// `5`
    package var attempts: String?
    /// What comes with which status, where it is not always the same.
    package var successes: [OutcomePlan.CasePlan] = []
    /// Statuses of a success that are not of the 200s.
    package var accepted: [String] = []
    package var failures: [OutcomePlan.CasePlan] = []
}
