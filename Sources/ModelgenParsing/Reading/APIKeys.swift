import ModelgenSchema

/// The keys of a REST service.
package enum APIKey: String, SchemaKey {
    case name, baseURL, basePath, format, headers, methods, envelope, failure, pagination, auth, repository

    package static let title = "an API"
    package static let keyTable = makeTable()
    package static let required: [APIKey] = [.name]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("Its name, and that of its Swift type.", .text("a name"))
        case .baseURL: ("Where it is: `https://example.com`.", .text("a URL"))
        case .basePath: ("What stands before every path: `api/v1`.", .text("a path"))
        case .format: ("The format of bodies.", .choice(WireFormat.allCases.map(\.rawValue)))
        case .headers: ("Headers of every request.", .map(keys: "a header's name", .text("a text")))
        case .methods:
            (
                "The HTTP methods of operations.",
                .map(keys: "an operation", .choice(HTTPMethod.allCases.map(\.rawValue)))
            )
        case .envelope: ("Where a response holds its object, its list and its metadata.", .object(EnvelopeKey.keyTable))
        case .failure: ("How a response of status 200 tells that it failed.", .object(FailureKey.keyTable))
        case .pagination:
            ("How lists are cut into pages.", .either([.object(PaginationKey.keyTable), .choice(["link"])]))
        case .auth:
            (
                "How requests are authenticated.",
                .either([.object(AuthenticationKey.keyTable), .choice(["none", "bearer", "basic"])])
            )
        case .repository: ("Whether its models have repositories, which keep the server's answers.", .boolean)
        }
    }
}

/// The keys of an envelope.
package enum EnvelopeKey: String, SchemaKey {
    case object, list, meta

    package static let title = "an envelope"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .object: ("The key path of a single object.", .text("a key path"))
        case .list: ("The key path of a list.", .text("a key path"))
        case .meta: ("The key path of the metadata.", .text("a key path"))
        }
    }
}

/// The keys of a business failure.
package enum FailureKey: String, SchemaKey {
    case code, success, message

    package static let title = "a failure"
    package static let keyTable = makeTable()
    package static let required: [FailureKey] = [.code, .success]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .code: ("The key path of the code.", .text("a key path"))
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
    case start, limit

    package static let title = "a pagination by offset"
    package static let keyTable = makeTable()
    package static let required: [OffsetKey] = [.start, .limit]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .start: ("The parameter for the first object.", .text("a parameter's name"))
        case .limit: ("The parameter for the number of objects.", .text("a parameter's name"))
        }
    }
}

/// The keys of pagination by page.
package enum PageKey: String, SchemaKey {
    case number, size

    package static let title = "a pagination by page"
    package static let keyTable = makeTable()
    package static let required: [PageKey] = [.number]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .number: ("The parameter for the page.", .text("a parameter's name"))
        case .size: ("The parameter for its size.", .text("a parameter's name"))
        }
    }
}

/// The keys of pagination by cursor.
package enum CursorKey: String, SchemaKey {
    case parameter, next

    package static let title = "a pagination by cursor"
    package static let keyTable = makeTable()
    package static let required: [CursorKey] = [.parameter, .next]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .parameter: ("The parameter for the cursor.", .text("a parameter's name"))
        case .next: ("The key path of the next cursor.", .text("a key path"))
        }
    }
}

/// The keys of authentication by a key of its own.
package enum AuthenticationKey: String, SchemaKey {
    case header, query

    package static let title = "an authentication"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .header: ("The header that holds the key.", .text("a header's name"))
        case .query: ("The parameter that holds the key.", .text("a parameter's name"))
        }
    }
}
