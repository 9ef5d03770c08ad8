/// A REST service: its operations, model by model, and the settings that they share.
package struct APIPlan: Sendable {
    package var access: String
    package var name: String
    /// Strings are literals, and paths are expressions: `["data", "items"]`.
    package var baseURL: String
    package var basePath: String?
    package var headers: [Entry]
    /// The headers and parameters of every request.
    package var settings: [Entry]
    package var isXML: Bool
    package var envelope: [EnvelopePlan]
    package var failure: [FailurePlan]
    package var pagination: [PaginationPlan]
    package var credentials: [CredentialPlan]
    /// The name of the first credential as a string literal, if there are several.
    package var credential: String? { credentials.first?.name }
    /// The names of the credentials, if there are several: `user`, `key`.
    package var credentialNames: [String]
    package var attempts: String?
    /// Whether following a redirect may change the method.
    package var changesMethod: Bool
    package var clients: [Reference]

    /// A header or a parameter.
    package struct Entry: Sendable {
        package var key: String
        package var value: String
        package var isInQuery = false
    }

    /// The paths to the parts of a response, and to the value of a request.
    package struct EnvelopePlan: Sendable {
        package var object: String?
        package var list: String?
        package var meta: String?
        package var body: String?
    }

    /// How a response indicates failure.
    package struct FailurePlan: Sendable {
        package var code: String?
        package var success: String?
        package var message: String?
    }

    /// A kind of pagination, with its arguments.
    package struct PaginationPlan: Sendable {
        package var kind: String
        package var start: String?
        package var limit: String?
        package var number: String?
        package var size: String?
        package var parameter: String?
        package var next: String?
        package var key: String?
        package var more: String?
        package var endsShort = false
        package var total: String?
    }

    /// How requests are authenticated.
    package struct CredentialPlan: Sendable {
        /// `bearer`, `header`
        package var scheme: String
        /// The name of the header or the parameter.
        package var key: String?
        /// Its name, if the API has several credentials.
        package var name: String?
    }

    /// The operations of a model as a property of the API.
    package struct Reference: Sendable {
        package var access: String
        package var property: String
        /// `Post`, as a type.
        package var type: String
        /// The type at the beginning of an expression.
        package var expression: String
        /// The parameters of its path.
        package var parameters: [ParameterPlan]
        package var documentation: [String]
    }
}

/// A model's operations on the server: the runtime's protocols for some, and the code of the others.
package struct ClientPlan: Sendable {
    package var access: String
    /// `Post`, for documentation.
    package var model: String
    /// `Post`, as a type.
    package var type: String
    /// `Located`, `Paged`, `Gettable`
    package var protocols: [String]
    /// `"posts"`
    package var resource: String
    /// `"posts"`
    package var path: String
    /// Whether errors must not show the model's key in paths.
    package var isKeySecret: Bool
    /// The transformer of the model's key in paths, if it has one: `UnixMilliseconds()`.
    package var keyForm: String?
    /// The parameters of the path, for a model in several places.
    package var pathParameters: [ParameterPlan]
    /// The path parameters that are also properties of the model, which the server does not send.
    package var filled: [String]
    /// Those that the server sends.
    package var held: [String]
    /// Those that the server may omit.
    package var missing: [String]
    package var key: [KeyPlan]
    package var query: [QueryPlan]
    package var lookup: [LookupPlan]
    package var operations: [EndpointPlan]
    /// Whether an operation sends a patch of a model named in the YAML.
    package var namesPatches: Bool

    /// Whether its list is paged.
    var isPaged: Bool { protocols.contains { $0.hasSuffix("Paged") } }

    private var requests: [RequestPlan] { operations.flatMap(\.request) }

    /// Whether an operation has its own number of attempts.
    var retries: Bool { requests.contains { $0.attempts != nil } }

    /// Whether an operation sends XML.
    var sendsXML: Bool { requests.contains { $0.bodyFormat == "xml" } }

    /// Whether an operation has its own pagination.
    var paginates: Bool { requests.contains { !$0.pagination.isEmpty } }

    /// Whether an operation has results or errors that depend on the status.
    var hasOutcomes: Bool { requests.contains { !$0.successes.isEmpty || !$0.failures.isEmpty } }

    /// Whether an operation has failures of its own, whose enum conforms to a protocol of the runtime.
    var hasFailures: Bool { operations.contains { $0.outcomes.contains { $0.kind == .failure } } }

    /// Whether an operation has parameters with members.
    var hasDeepParameters: Bool {
        (requests.flatMap { $0.query + $0.form } + query.flatMap(\.parameters)).contains(where: \.hasMembers)
    }

    /// Whether an operation takes files.
    var namesFiles: Bool { operations.contains { $0.parameters.contains(where: \.isFile) } }

    /// Whether an operation sends files or a multipart form.
    var sendsParts: Bool { namesFiles || operations.contains { $0.request.contains { !$0.parts.isEmpty } } }

    /// The model's key in paths.
    package struct KeyPlan: Sendable {
        package var access: String
        /// `Int64`
        package var type: String
        /// `id`
        package var property: String
        /// Whether the key is the `id` of the model.
        package var isID: Bool
    }
}

/// How a list's models are requested by key.
package struct LookupPlan: Sendable {
    package var access: String
    /// `Int64`
    package var key: String
    /// `ids: keys`
    package var arguments: String
}

/// The parameters of a list.
package struct QueryPlan: Sendable {
    package var access: String
    package var model: String
    package var parameters: [ParameterPlan]

    /// The parameters that the caller passes.
    package var properties: [ParameterPlan] { parameters.filter { !$0.isConstant } }

    /// Whether all of them can be omitted.
    package var isOptional: Bool { properties.allSatisfy(\.isOptional) }
}

/// A parameter of a function, or a property with its place in a request.
package struct ParameterPlan: Sendable {
    /// The label and a space, or empty if the name is the label.
    package var label: String
    package var name: String
    package var type: String
    /// The default value; nil if there is none.
    package var standard: String?
    /// Its name in the request, as a literal.
    package var key = ""
    /// The expression of the value.
    package var value = ""
    /// How several values are encoded; nil if each is sent separately.
    package var style: String?
    /// The transformer that converts it to a string.
    package var transformer: String?
    /// Whether it is hidden in logs and errors.
    package var isSensitive = false
    /// Whether it is constant, so that the caller does not pass it.
    package var isConstant = false
    /// Whether it has structure, so that each of its values is sent separately.
    package var isDeep = false
    /// Whether it has members, which ModelDeepParameters writes.
    package var hasMembers = false
    /// Whether it is sent as JSON.
    package var isJSON = false
    /// Whether each of its values is a part in JSON.
    package var isJSONValues = false
    /// Whether it is a file, or several files, of a type in ModelTransfers.
    package var isFile = false
    /// The headers of a part: `["X-Sum": "1"]`
    package var headers: String?

    package var isOptional: Bool { standard != nil }
    /// How it is passed on: `_`, or the label.
    package var argument: String
    /// The lines of its documentation, without slashes.
    package var documentation: [String] = []

    /// The name without backticks.
    var unescapedName: String { name.filter { $0 != "`" } }
}

extension [ParameterPlan] {
    /// What is known about them, as the end of a function's documentation.
    var documentation: [String] {
        let documented = filter { !$0.documentation.isEmpty }
        guard let first = documented.first else { return [] }
        if documented.count == 1 {
            return [""] + first.documentation.listed(after: "- Parameter \(first.unescapedName): ")
        }
        return ["", "- Parameters:"]
            + documented.flatMap { $0.documentation.listed(after: "- \($0.unescapedName): ").indented }
    }
}

/// One operation as a function of the model.
package struct EndpointPlan: Sendable {
    package var access: String
    package var documentation: [String]
    package var name: String
    package var parameters: [ParameterPlan]
    /// The parameter for the resource, in the form that the runtime's protocols require: `resource`.
    package var place: String?
    /// `Item`
    package var result: String
    /// The operation that this one forwards to.
    package var alias: [Alias]
    /// The types that it declares: its result if that depends on the status, and its failure.
    package var outcomes: [OutcomePlan] = []
    /// The request and the response, unless it is an alias.
    package var request: [RequestPlan]

    /// Its documentation and that of its parameters.
    package var fullDocumentation: [String] { documentation + parameters.documentation }

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

/// The results or failures of an operation, by status.
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
        /// `404`, `400...499`; nil for all others.
        package var status: String?
        /// Whether it is for a single status.
        package var isSingle: Bool
        /// `notFound`
        package var name: String
        /// `Problem`; nil if the body is ignored.
        package var type: String?
        /// `object`
        package var shape: String
        /// `GetFailure`
        package var outcome: String
        /// Where the response holds the value: `["data", "person"]`
        package var root: String?
        /// The place that fills a model with the values in its path.
        package var filler: String?
        /// Whether several statuses lead here, so that the case needs to hold it.
        package var tellsStatus: Bool { !isSingle }
    }
}

/// The request and the response.
package struct RequestPlan: Sendable {
    /// `"posts.publish"`
    package var operation: String
    /// `post`
    package var method: String
    /// `"posts/\(id)/publish"`
    package var path: String
    /// The whole query, if it is a single value.
    package var queryValue: String?
    /// `json`
    package var bodyFormat: String?
    /// `draft`
    package var bodyValue: String?
    /// Where the body holds the value: `["post"]`
    package var bodyRoot: String?
    /// `object`
    package var shape: String
    /// The place that fills a model with the values in its path: `resource`
    package var filler: String?
    /// Where the response holds the value: `["data", "person"]`
    package var root: String?
    /// The sent value, which is the result if the response has no body: `post`
    package var echo: String?
    package var query: [ParameterPlan]
    package var headers: [ParameterPlan]
    package var form: [ParameterPlan]
    package var parts: [ParameterPlan]
    /// How a list is paginated, if not as the API says.
    package var pagination: [APIPlan.PaginationPlan] = []
    /// In seconds: `5`
    package var timeout: String?
    /// The only statuses of success: `201`
    package var expected: [String]
    /// Whether it may be sent again even though its method does not allow it.
    package var isIdempotent: Bool
    /// `"Idempotency-Key"`
    package var idempotencyHeader: String?
    /// Whether it is sent with these credentials instead of the usual one.
    package var isAuthenticatedApart: Bool
    /// `"key"`
    package var credentials: [String]
    /// `5`
    package var attempts: String?
    /// The results by status, if they differ.
    package var successes: [OutcomePlan.CasePlan] = []
    /// Statuses of success outside of the 200s.
    package var accepted: [String] = []
    package var failures: [OutcomePlan.CasePlan] = []
}
