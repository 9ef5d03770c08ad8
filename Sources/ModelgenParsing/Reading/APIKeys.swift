import ModelgenSchema

/// The keys of a REST service.
package enum APIKey: String, SchemaKey {
    case name, baseURL, basePath, format, headers, parameters, redirects, methods, envelope, failure, pagination, auth,
        idempotency, retry, repository

    package static let title = "an API"
    package static let keyTable = makeTable()
    package static let required: [APIKey] = [.name]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("Its name, and that of its Swift type.", .text("an API's name"))
        case .baseURL: ("Its base URL: `https://example.com`.", .text("a URL"))
        case .basePath: ("The prefix of every path: `api/v1`.", .text("a path"))
        case .format: ("The format of bodies.", .choice(WireFormat.allCases.map(\.rawValue)))
        case .headers: ("Headers of every request.", .map(keys: "a header's name", .text("a string")))
        case .parameters:
            (
                "Parameters of every request: in the query of GET, HEAD and DELETE, otherwise in the body.",
                .map(
                    keys: "a name in the request",
                    .either([.object(GlobalParameterKey.keyTable), .text("a string, a number or a Boolean")])
                )
            )
        case .redirects:
            ("Whether a redirect may turn a POST into a GET.", .choice(Redirects.allCases.map(\.rawValue)))
        case .methods:
            (
                "The HTTP methods of operations.",
                .map(keys: "an operation", .choice(HTTPMethod.allCases.map(\.rawValue)))
            )
        case .envelope:
            (
                "The key paths of the object, the list and the metadata in a response, and of the value in a request body.",
                .object(EnvelopeKey.keyTable)
            )
        case .failure: ("How a response with a success status reports a failure.", .object(FailureKey.keyTable))
        case .pagination:
            ("How lists are paginated.", .either([.object(PaginationKey.keyTable), .choice(["link"])]))
        case .auth:
            (
                "How requests are authenticated; or several credentials, each with a `name`, the first of which is the default.",
                .either([
                    .object(AuthenticationKey.keyTable), .list(.object(AuthenticationKey.keyTable)),
                    .choice(["none", "bearer", "basic"]),
                ])
            )
        case .idempotency:
            ("How the server recognizes repeated requests with `idempotent: true`.", .object(IdempotencyKey.keyTable))
        case .retry: ("The maximum number of attempts, if a request may be repeated.", .integer(minimum: 1))
        case .repository: ("Whether its models have repositories, which cache the server's answers.", .boolean)
        }
    }
}

/// The keys of a parameter of every request.
package enum GlobalParameterKey: String, SchemaKey {
    case value, `in`

    package static let title = "a parameter of every request"
    package static let keyTable = makeTable()
    package static let required: [GlobalParameterKey] = [.value]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .value: ("Its value.", .text("a string, a number or a Boolean"))
        case .in:
            (
                "Where it is sent with methods other than GET, HEAD and DELETE.",
                .choice(GlobalParameter.Place.allCases.map(\.rawValue))
            )
        }
    }
}

/// The keys of an envelope.
package enum EnvelopeKey: String, SchemaKey {
    case object, list, meta, body

    package static let title = "an envelope"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .object: ("The key path of a single object.", .text("a key path"))
        case .list: ("The key path of a list.", .text("a key path"))
        case .meta: ("The key path of the metadata.", .text("a key path"))
        case .body: ("The key path of the value in a request body.", .text("a key path"))
        }
    }
}

/// The keys of a business failure.
package enum FailureKey: String, SchemaKey {
    case code, success, message

    package static let title = "a failure"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .code: ("The key path of the code; without it, only the status counts.", .text("a key path"))
        case .success: ("The code that means success.", .text("a string"))
        case .message: ("The key path of the message.", .text("a key path"))
        }
    }
}

/// The keys of pagination.
package enum PaginationKey: String, SchemaKey {
    case offset, page, cursor

    package static let title = "the pagination options"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .offset: ("Pages by the index of the first object.", .object(OffsetKey.keyTable))
        case .page: ("Pages by number.", .object(PageKey.keyTable))
        case .cursor: ("Pages by a cursor that each page returns for the next.", .object(CursorKey.keyTable))
        }
    }
}

/// The keys of pagination by offset.
package enum OffsetKey: String, SchemaKey {
    case start, limit, end, total

    package static let title = "the options of pagination by offset"
    package static let keyTable = makeTable()
    package static let required: [OffsetKey] = [.start, .limit]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .start: ("The parameter for the index of the first object.", .text("a name in the request"))
        case .limit: ("The parameter for the number of objects.", .text("a name in the request"))
        case .end: PageKey.end.declaration
        case .total: PageKey.total.declaration
        }
    }
}

/// The keys of pagination by page.
package enum PageKey: String, SchemaKey {
    case number, size, end, total

    package static let title = "the options of pagination by page"
    package static let keyTable = makeTable()
    package static let required: [PageKey] = [.number]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .number: ("The parameter for the page number.", .text("a name in the request"))
        case .size: ("The parameter for the page size.", .text("a name in the request"))
        case .end: ("`short` if a page shorter than requested is the last one.", .choice(["empty", "short"]))
        case .total: ("The key path of the total number of objects.", .text("a key path"))
        }
    }
}

/// The keys of pagination by cursor.
package enum CursorKey: String, SchemaKey {
    case parameter, next, last, more, url

    package static let title = "the options of pagination by cursor"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .parameter:
            ("The parameter for the cursor; not for a cursor that is a URL.", .text("a name in the request"))
        case .url: ("Whether the cursor is the URL of the next page.", .boolean)
        case .next: ("The key path of the next cursor.", .text("a key path"))
        case .last: ("The key path of the cursor in the last object of a page.", .text("a key path"))
        case .more:
            ("With `last`, the key path of a Boolean that is false on the last page.", .text("a key path"))
        }
    }
}

/// The keys of idempotency.
package enum IdempotencyKey: String, SchemaKey {
    case header

    package static let title = "the idempotency options"
    package static let keyTable = makeTable()
    package static let required: [IdempotencyKey] = [.header]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .header: ("The header for the key of each call, the same in every attempt.", .text("a header's name"))
        }
    }
}

/// The keys of a credential: one way to authenticate requests.
package enum AuthenticationKey: String, SchemaKey {
    case name, header, query, bearer, basic

    /// Exactly one of them is required.
    static let places: [AuthenticationKey] = [.header, .query, .bearer, .basic]

    package static let title = "a credential"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("The name by which operations refer to it.", .text("a credential's name"))
        case .header: ("The header for the key.", .text("a header's name"))
        case .query: ("The parameter for the key.", .text("a name in the request"))
        case .bearer: ("`Authorization: Bearer …` (RFC 6750).", .choice(["true"]))
        case .basic: ("`Authorization: Basic …` (RFC 7617).", .choice(["true"]))
        }
    }
}
