import ModelgenSchema

/// The keys of a model's REST client.
package enum RestKey: String, SchemaKey {
    case path, params, by, tag, operations, list, get, create, update, patch, delete, save, nested, actions

    package static let title = "a REST client"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .path: ("The path of its collection, exactly as sent, including a trailing slash.", .text("a path"))
        case .params: ("The parameters of that path: `repos/{owner}/issues`.", RequestKey.parameters)
        case .by: ("The field that identifies an object in paths, if not the key.", .text("a field's name"))
        case .tag: ("The tag of its operations in OpenAPI documents, if not its name in code.", .text("a tag"))
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
                "Resources of an object, by name.",
                .map(keys: "a resource's name", .either([.object(NestedKey.keyTable), .type]))
            )
        case .actions: ("Other calls, by name.", .map(keys: "an action's name", .object(ActionKey.keyTable)))
        }
    }
}

/// The keys of an operation.
package enum RequestKey: String, SchemaKey {
    case method, path, headers, query, root, body, bodyRoot, timeout, returns, responses, expect, auth, idempotent,
        retry, complete, pagination, keys, doc, deprecated

    package static let title = "an operation"
    package static let keyTable = makeTable()
    /// The keys of `list` alone.
    static let ofLists: [RequestKey] = [.complete, .pagination, .keys]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .method: ("Its HTTP method.", .choice(HTTPMethod.allCases.map(\.rawValue)))
        case .path: ("Its path, with `{id}` for the key.", .text("a path"))
        case .headers:
            (
                "Its headers: a string that is always sent, or the type of a value passed by the caller.",
                .map(keys: "a header's name", .either([.object(HeaderKey.keyTable), .text("a string")]))
            )
        case .query: ("Its parameters.", Self.parameters)
        case .root:
            ("The key path of the result; `none` for the whole response.", ValueKind.text("a key path").orNone())
        case .body:
            (
                "The type of its body, or the model of which it is a draft or a patch.",
                .either([.object(BodyKey.keyTable), .type])
            )
        case .bodyRoot:
            ("The key path under which its body is sent; `none` for none.", ValueKind.text("a key path").orNone())
        case .timeout: ("The timeout in seconds.", .number)
        case .complete:
            (
                "Whether a list contains everything that matches its query, so that missing objects no longer exist.",
                .boolean
            )
        case .pagination:
            (
                "How a list is paginated, if not as the API says; `none` for one that is not.",
                .either([.object(PaginationKey.keyTable), .choice(["link", "none"])])
            )
        case .keys: ("The parameter of a list that requests objects by their keys.", .text("a parameter's name"))
        case .returns: ("The type it returns; `none` for nothing.", ValueKind.type.orNone())
        case .responses:
            (
                "The result for each status: `200`, `4XX` or `default`, each a type or `none`.",
                .map(keys: "a status", ValueKind.type.orNone())
            )
        case .expect:
            (
                "The only statuses that count as success: `[200, 404]`.",
                .either([.set(.integer(minimum: 200)), .integer(minimum: 200)])
            )
        case .auth:
            (
                "The name of the credential to send, from the API's `auth`, or several; `none` for none.",
                ValueKind.either([.set(.text("a credential's name")), .text("a credential's name")]).orNone()
            )
        case .idempotent:
            ("Whether it may be repeated even though its method is not idempotent.", .boolean)
        case .retry:
            ("The maximum number of attempts, if it may be repeated; 1 disables retries.", .integer(minimum: 1))
        case .doc: ("Documentation.", .text("a string"))
        case .deprecated: ("Why it should no longer be used.", .text("a string"))
        }
    }

    static let parameters: ValueKind = .map(
        keys: "a parameter's name",
        .either([.object(ParameterKey.keyTable), .type])
    )
}

/// The keys of a body in its long form.
package enum BodyKey: String, SchemaKey {
    case draft, patch

    package static let title = "a body"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .draft: ("The model without the fields that others assign.", .type)
        case .patch: ("The model whose changes it contains: fields that are absent, null or have a value.", .type)
        }
    }
}

/// The keys of a parameter in its long form.
package enum ParameterKey: String, SchemaKey {
    case type, key, style, explode, transformer, const, headers, `default`, sensitive, doc, deprecated

    package static let title = "a parameter"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .key: ("Its name in the request.", .text("a name in the request"))
        case .style:
            (
                "How a list, a dictionary or a model is written.",
                .choice(["form", "spaceDelimited", "pipeDelimited", "deepObject", "json"])
            )
        case .explode: ("Whether each value of a list is sent separately: `a=1&a=2`.", .boolean)
        case .transformer: ("The transformer that converts its value to a string.", .text("a transformer"))
        case .const: ("A value that is always sent; the caller passes nothing.", .text("a string"))
        case .headers:
            ("The headers of a part of an upload, by name.", .map(keys: "a header's name", .text("a string")))
        case .default: ("The value sent if the caller passes none.", .literal)
        case .sensitive: ("Whether logs and errors show `***` instead of its value.", .boolean)
        case .doc: RequestKey.doc.declaration
        case .deprecated: RequestKey.deprecated.declaration
        }
    }
}

/// The keys of a header whose value the caller passes.
package enum HeaderKey: String, SchemaKey {
    case type, name, transformer, `default`, doc, deprecated

    package static let title = "a header"
    package static let keyTable = makeTable()
    package static let required: [HeaderKey] = [.type]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .name: ("Its name in Swift.", .text("a parameter's name"))
        case .transformer: ParameterKey.transformer.declaration
        case .default: ParameterKey.default.declaration
        case .doc: RequestKey.doc.declaration
        case .deprecated: RequestKey.deprecated.declaration
        }
    }
}

/// The keys of a nested resource in its long form.
package enum NestedKey: String, SchemaKey {
    case returns, responses, method, path, headers, query, root, body, bodyRoot, timeout, expect, auth, idempotent,
        retry, doc, deprecated

    package static let title = "a nested resource"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        RequestKey(rawValue: rawValue)?.declaration ?? ("", .literal)
    }
}

/// The keys of an action.
package enum ActionKey: String, SchemaKey {
    case method, path, params, headers, query, root, body, bodyRoot, form, timeout, returns, responses, expect, auth,
        idempotent,
        retry, upload, download, doc, deprecated

    package static let title = "an action"
    package static let keyTable = makeTable()
    package static let required: [ActionKey] = [.path]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .params: ("The parameters of its path, other than `{id}`.", RequestKey.parameters)
        case .form: ("The fields of a form, which is its body.", RequestKey.parameters)
        case .upload:
            (
                "The parts of a multipart body, or `Data` for raw bytes.",
                .either([RequestKey.parameters, .type])
            )
        case .download: ("Whether it returns a file.", .boolean)
        case .method, .path, .headers, .query, .root, .body, .bodyRoot, .timeout, .returns, .responses, .expect, .auth,
            .idempotent,
            .retry, .doc, .deprecated:
            RequestKey(rawValue: rawValue)?.declaration ?? ("", .literal)
        }
    }
}
