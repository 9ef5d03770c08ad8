import ModelgenSchema

/// The keys of a model's REST client.
package enum RestKey: String, SchemaKey {
    case path, operations, list, get, create, update, patch, delete, save, nested, actions

    package static let title = "a REST client"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .path: ("The path of its collection.", .text("a path"))
        case .operations:
            (
                "Its operations, each a name or `{ name: options }`.",
                .either([
                    .list(.either([.map(keys: "an operation", .object(RequestKey.keyTable)), .text("an operation")])),
                    .map(keys: "an operation", .object(RequestKey.keyTable)),
                ])
            )
        case .list, .get, .create, .update, .patch, .delete, .save:
            ("What `\(rawValue)` does differently.", .object(RequestKey.keyTable))
        case .nested:
            (
                "Resources below an object, by name.",
                .map(keys: "a resource's name", .either([.object(NestedKey.keyTable), .type]))
            )
        case .actions: ("Other calls, by name.", .map(keys: "an action's name", .object(ActionKey.keyTable)))
        }
    }
}

/// The keys of an operation.
package enum RequestKey: String, SchemaKey {
    case method, path, headers, query, root, body, timeout, complete

    package static let title = "an operation"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .method: ("Its HTTP method.", .choice(HTTPMethod.allCases.map(\.rawValue)))
        case .path: ("Its path, with `{id}` for the key.", .text("a path"))
        case .headers:
            (
                "Its headers: a text that is always sent, or the type of a value that the caller gives.",
                .map(keys: "a header's name", .either([.object(HeaderKey.keyTable), .text("a text")]))
            )
        case .query: ("Its parameters.", Self.parameters)
        case .root: ("The key path of the result.", .text("a key path"))
        case .body: ("The type of its body.", .type)
        case .timeout: ("How many seconds it may take.", .number)
        case .complete:
            ("Whether a list holds everything that its query is about, so that what it lacks is gone.", .boolean)
        }
    }

    static let parameters: ValueKind = .map(
        keys: "a parameter's name",
        .either([.object(ParameterKey.keyTable), .type])
    )
}

/// The keys of a parameter in its long form.
package enum ParameterKey: String, SchemaKey {
    case type, key

    package static let title = "a parameter"
    package static let keyTable = makeTable()
    package static let required: [ParameterKey] = [.type]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .key: ("Its name in the request.", .text("a name"))
        }
    }
}

/// The keys of a header whose value the caller gives.
package enum HeaderKey: String, SchemaKey {
    case type, name

    package static let title = "a header"
    package static let keyTable = makeTable()
    package static let required: [HeaderKey] = [.type]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .name: ("What it is called in Swift.", .text("a name"))
        }
    }
}

/// The keys of a nested resource in its long form.
package enum NestedKey: String, SchemaKey {
    case returns, method, path, headers, query, root, body, timeout

    package static let title = "a nested resource"
    package static let keyTable = makeTable()
    package static let required: [NestedKey] = [.returns]

    package var declaration: (doc: String, kind: ValueKind) {
        guard let key = RequestKey(rawValue: rawValue) else { return ("What it gives.", .type) }
        return key.declaration
    }
}

/// The keys of an action.
package enum ActionKey: String, SchemaKey {
    case method, path, params, headers, query, root, body, form, timeout, returns, upload, download, doc

    package static let title = "an action"
    package static let keyTable = makeTable()
    package static let required: [ActionKey] = [.path]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .params: ("The parameters of its path, other than `{id}`.", RequestKey.parameters)
        case .returns: ("What it gives.", .type)
        case .form: ("The fields of a form, which is its body.", RequestKey.parameters)
        case .upload:
            (
                "The parts of a multipart body, or `Data` for bytes as they are.",
                .either([RequestKey.parameters, .type])
            )
        case .download: ("Whether it gives a file.", .boolean)
        case .doc: ("Documentation.", .text("a text"))
        case .method, .path, .headers, .query, .root, .body, .timeout:
            RequestKey(rawValue: rawValue)?.declaration ?? ("", .literal)
        }
    }
}
