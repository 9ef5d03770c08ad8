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
        case .baseURL: ("Where it is: `https://example.com`.", .text("a URL"))
        case .basePath: ("What stands before every path: `api/v1`.", .text("a path"))
        case .format: ("The format of bodies.", .choice(WireFormat.allCases.map(\.rawValue)))
        case .headers: ("Headers of every request.", .map(keys: "a header's name", .text("a text")))
        case .parameters:
            (
                "Parameters of every request: in the query of GET, HEAD and DELETE, else in the body.",
                .map(
                    keys: "a name in the request",
                    .either([.object(GlobalParameterKey.keyTable), .text("a text, a number or a Boolean")])
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
                "Where a response holds its object, its list and its metadata, and where what is sent stands.",
                .object(EnvelopeKey.keyTable)
            )
        case .failure: ("How a response of status 200 tells that it failed.", .object(FailureKey.keyTable))
        case .pagination:
            ("How lists are cut into pages.", .either([.object(PaginationKey.keyTable), .choice(["link"])]))
        case .auth:
            (
                "How requests are authenticated; several credentials each with a `name`, of which the first is the usual one.",
                .either([
                    .object(AuthenticationKey.keyTable), .list(.object(AuthenticationKey.keyTable)),
                    .choice(["none", "bearer", "basic"]),
                ])
            )
        case .idempotency:
            ("How requests with `idempotent: true` are known again.", .object(IdempotencyKey.keyTable))
        case .retry: ("How often a request is sent at most, if it may be sent again.", .integer(minimum: 1))
        case .repository: ("Whether its models have repositories, which keep the server's answers.", .boolean)
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
        case .value: ("Its value.", .text("a text, a number or a Boolean"))
        case .in:
            (
                "Where it goes with methods other than GET, HEAD and DELETE.",
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
        case .body: ("The key path under which what is sent stands.", .text("a key path"))
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
        case .code: ("The key path of the code; without it only the status counts.", .text("a key path"))
        case .success: ("The code of success.", .text("a text"))
        case .message: ("The key path of the message.", .text("a key path"))
        }
    }
}

/// The keys of pagination.
package enum PaginationKey: String, SchemaKey {
    case offset, page, cursor

    package static let title = "a pagination"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .offset: ("By the index of the first object.", .object(OffsetKey.keyTable))
        case .page: ("By the number of the page.", .object(PageKey.keyTable))
        case .cursor: ("By a cursor that each page gives for the next.", .object(CursorKey.keyTable))
        }
    }
}

/// The keys of pagination by offset.
package enum OffsetKey: String, SchemaKey {
    case start, limit, end, total

    package static let title = "a pagination by offset"
    package static let keyTable = makeTable()
    package static let required: [OffsetKey] = [.start, .limit]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .start: ("The parameter for the first object.", .text("a name in the request"))
        case .limit: ("The parameter for the number of objects.", .text("a name in the request"))
        case .end: PageKey.end.declaration
        case .total: PageKey.total.declaration
        }
    }
}

/// The keys of pagination by page.
package enum PageKey: String, SchemaKey {
    case number, size, end, total

    package static let title = "a pagination by page"
    package static let keyTable = makeTable()
    package static let required: [PageKey] = [.number]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .number: ("The parameter for the page.", .text("a name in the request"))
        case .size: ("The parameter for its size.", .text("a name in the request"))
        case .end: ("Whether a page that is shorter than was asked for is the last.", .choice(["empty", "short"]))
        case .total: ("The key path of the number of all objects.", .text("a key path"))
        }
    }
}

/// The keys of pagination by cursor.
package enum CursorKey: String, SchemaKey {
    case parameter, next, url

    package static let title = "a pagination by cursor"
    package static let keyTable = makeTable()
    package static let required: [CursorKey] = [.next]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .parameter: ("The parameter for the cursor; not for one that is a URL.", .text("a name in the request"))
        case .url: ("Whether the cursor is the URL of the next page.", .boolean)
        case .next: ("The key path of the next cursor.", .text("a key path"))
        }
    }
}

/// The keys of idempotency.
package enum IdempotencyKey: String, SchemaKey {
    case header

    package static let title = "an idempotency"
    package static let keyTable = makeTable()
    package static let required: [IdempotencyKey] = [.header]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .header: ("The header that holds a key of each call, the same in every attempt.", .text("a header's name"))
        }
    }
}

/// The keys of one way of authentication.
package enum AuthenticationKey: String, SchemaKey {
    case name, header, query, bearer, basic

    /// Those of which there is one.
    static let places: [AuthenticationKey] = [.header, .query, .bearer, .basic]

    package static let title = "an authentication"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("What operations call it.", .text("a credential's name"))
        case .header: ("The header that holds the key.", .text("a header's name"))
        case .query: ("The parameter that holds the key.", .text("a name in the request"))
        case .bearer: ("`Authorization: Bearer …` (RFC 6750).", .choice(["true"]))
        case .basic: ("`Authorization: Basic …` (RFC 7617).", .choice(["true"]))
        }
    }
}
