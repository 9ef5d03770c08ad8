import Testing

/// Details of requests that decide whether a strict server accepts them.
@Suite("Requests imported from OpenAPI")
struct RequestDetailTests {
    /// A service that takes and returns a card.
    private static func cards(
        _ operation: String, card: String = "{ title: { type: string } }", required: String = "[]",
        others: String = ""
    ) -> ImportedDocument {
        ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Cards, version: "1" }
            paths:
              /cards:
                \(operation)
            components:
              schemas:
                Card: { type: object, required: \(required), properties: \(card) }
            \(others)
            """)
    }

    private static let answer =
        "{ \"200\": { content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } } }"

    /// An operation whose body is a card.
    private static func sending(_ method: String = "post") -> String {
        "\(method): { operationId: send, requestBody: { content: { application/json: { schema: "
            + "{ $ref: '#/components/schemas/Card' } } } }, responses: \(answer) }"
    }

    @Test("a parameter that occurs twice in a path is passed once") func pathParameterTwice() throws {
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Cards, version: "1" }
            paths:
              /boards/{board}/cards/{card}/copies/{board}:
                put:
                  operationId: copy
                  parameters:
                    - { name: board, in: path, required: true, schema: { type: string } }
                    - { name: card, in: path, required: true, schema: { type: integer } }
                  responses: { "204": {} }
            """)
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("path: \"boards/{board}/cards/{card}/copies/{board}\""), "\(imported.yaml)")
        #expect(imported.yaml.contains("params: { board: String, card: Int }"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    // MARK: Null

    private static let nullable = """
        { title: { type: string }, owner_name: { type: [string, "null"] }, place: { anyOf: [{ $ref: '#/components/schemas/Place' }, \
        { type: "null" }] }, note: { type: [string, "null"] }, seen: { type: [string, "null"], readOnly: true } }
        """
    private static let place =
        "    Place: { type: object, required: [city], properties: { city: { type: [string, \"null\"] } } }"

    @Test("a required property that may be null is sent as null, also inside another object")
    func requiredNull() throws {
        let imported = Self.cards(
            Self.sending(), card: Self.nullable, required: "[title, owner_name, place, seen]", others: Self.place)
        #expect(imported.problems.isEmpty)
        for line in [
            "ownerName: { type: String?, json: { path: owner_name, omitNil: false } }",
            "place: { type: Place?, json: { path: place, omitNil: false } }",
            "city: { type: String?, json: { path: city, omitNil: false } }",
            "note: String?", "seen: { type: String?, readOnly: true }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
        #expect(imported.proof?.schemas.share == 100)
        let exported = try RoundTrip.exported(imported)
        let again = ImportedDocument(exported, path: "api.json")
        #expect(try RoundTrip.declarations(again) == RoundTrip.declarations(imported))
    }

    @Test("where nothing is sent, or nil leaves a property unchanged, nil has no form of its own")
    func otherNulls() {
        let received = Self.cards(
            "get: { operationId: read, responses: \(Self.answer) }", card: Self.nullable,
            required: "[title, owner_name, place, seen]", others: Self.place)
        let changed = Self.cards(
            Self.sending("patch"), card: Self.nullable, required: "[title, owner_name, place, seen]",
            others: Self.place)
        for imported in [received, changed] {
            #expect(imported.problems.isEmpty)
            #expect(!imported.yaml.contains("omitNil"), "\(imported.yaml)")
        }
    }

    // MARK: Headers

    @Test("a header has its default, and the caller need not pass it")
    func headerDefaults() throws {
        let imported = Self.cards(
            "get: { operationId: read, parameters: [{ name: X-Tenant, in: header, required: true, schema: { type: string, "
                + "default: acme } }, { name: X-Depth, in: header, schema: { type: integer, default: 2 } }], "
                + "responses: \(Self.answer) }")
        #expect(imported.problems.isEmpty)
        for line in [
            "X-Tenant: { type: String, name: xTenant, default: acme }",
            "X-Depth: { type: Int, name: xDepth, default: 2 }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
        #expect(imported.proof?.operations.share == 100)
        let again = ImportedDocument(try RoundTrip.exported(imported), path: "api.json")
        #expect(try RoundTrip.declarations(again) == RoundTrip.declarations(imported))
    }

    @Test("an empty default is not sent")
    func emptyDefaults() throws {
        try Self.cards(
            "get: { operationId: read, parameters: [{ name: target, in: query, schema: { type: string, default: '' } }, "
                + "{ name: X-Level, in: header, schema: { type: string, default: '' } }], responses: \(Self.answer) }"
        ).expect(["query: { target: String? }", "X-Level: { type: String?, name: xLevel }"])
    }

    @Test("JSON of another media type is asked for by its name")
    func acceptedTypes() throws {
        func content(_ types: String...) -> ImportedDocument {
            let content = types.map { "\($0): { schema: { $ref: '#/components/schemas/Card' } }" }
            return Self.cards(
                "get: { operationId: read, responses: { \"200\": { content: { \(content.joined(separator: ", ")) } } } }"
            )
        }
        try content("application/vnd.api+json").expect(["headers: { Accept: application/vnd.api+json }"])
        func statuses(_ first: String, _ second: String) -> ImportedDocument {
            let card = "{ schema: { $ref: '#/components/schemas/Card' } }"
            return Self.cards(
                "get: { operationId: read, responses: { \"200\": { content: { \(first): \(card) } }, "
                    + "\"202\": { content: { \(second): \(card) } } } }")
        }
        #expect(!statuses("application/json", "application/vnd.job+json").yaml.contains("Accept"))
        let both = statuses("application/vnd.card+json", "application/vnd.job+json")
        #expect(both.problems.isEmpty)
        #expect(
            both.yaml.contains("headers: { Accept: \"application/vnd.card+json, application/vnd.job+json\" }"),
            "\(both.yaml)")
        for imported in [content("application/hal+json", "application/json; charset=utf-8"), content("'*/*'")] {
            #expect(!imported.yaml.contains("Accept"), "\(imported.yaml)")
        }
    }

    // MARK: Names

    @Test("a parameter and a field of a form with the name of a property are sent under their own names")
    func namesOfFields() throws {
        let title = "title: { type: string }"
        let forms = ["application/x-www-form-urlencoded", "multipart/form-data"].map { type in
            "requestBody: { content: { \(type): { schema: { type: object, properties: { \(title) } } } } }"
        }
        let query = "parameters: [{ name: title, in: query, required: true, schema: { type: string } }]"
        for (request, line) in zip([query] + forms, ["query: ", "form: ", "upload: "]) {
            try Self.cards(
                "post: { operationId: send, \(request), responses: \(Self.answer) }",
                card: "{ Title: { type: string } }"
            ).expect(
                ["\(line){ title: { type: String\(line == "query: " ? "" : "?"), key: title } }"])
        }
    }

    @Test("a parameter with the name of a property that is left out is sent under its own name")
    func namesOfMissingFields() {
        let list = String(repeating: "{ type: array, items: ", count: 60) + "{}" + String(repeating: " }", count: 60)
        let imported = Self.cards(
            "get: { operationId: read, parameters: [{ name: foo_bar, in: query, schema: { type: string } }], "
                + "responses: \(Self.answer) }",
            card: "{ title: { type: string }, foo_bar: \(list) }")
        #expect(imported.messages == ["the field `Card.fooBar` is left out: the type is nested too deeply"])
        #expect(imported.yaml.contains("query: { fooBar: { type: String?, key: foo_bar } }"), "\(imported.yaml)")
    }

    @Test("a create does not send a property as the parameter of the same name")
    func optionalNamesOfFields() throws {
        try Self.cards(
            "post: { operationId: add, tags: [cards], parameters: [{ name: title, in: query, schema: { type: string } }], "
                + "requestBody: { content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }, "
                + "responses: \(Self.answer) }\n  /cards/{id}:\n    get: { operationId: read, tags: [cards], "
                + "parameters: [{ name: id, in: path, required: true, schema: { type: string } }], responses: \(Self.answer) }",
            card: "{ id: { type: string }, title: { type: string } }", required: "[id]"
        ).expect(
            ["create: { query: { queryTitle: { type: String?, key: title } } }"])
    }

    // MARK: Several kinds of body

    private static let json = "application/json: { schema: { $ref: '#/components/schemas/Card' } }"
    private static let files =
        "multipart/form-data: { schema: { type: object, properties: { scan: { type: string, format: binary } } } }"
    private static let fields =
        "application/x-www-form-urlencoded: { schema: { type: object, properties: { title: { type: string } } } }"

    private static func taking(_ content: String...) -> ImportedDocument {
        cards(
            "post: { operationId: send, requestBody: { content: { \(content.joined(separator: ", ")) } }, "
                + "responses: \(answer) }")
    }

    @Test("an operation that takes JSON or a form with files becomes two")
    func jsonOrFiles() throws {
        for imported in [Self.taking(Self.json, Self.files), Self.taking(Self.files, Self.json)] {
            try imported.expect(
                ["send: { path: cards, body: Card,", "sendWithFiles: { path: cards, upload: { scan: Data? },"])
            #expect(!imported.yaml.contains("may also be"), "\(imported.yaml)")
        }
    }

    @Test("a GET sends no body, so it does not become two operations")
    func noBody() {
        let imported = Self.cards(
            "get: { operationId: read, requestBody: { content: { \(Self.json), \(Self.files) } }, "
                + "responses: \(Self.answer) }")
        #expect(imported.messages == ["the body of a GET is left out"])
        #expect(!imported.yaml.contains("WithFiles"), "\(imported.yaml)")
    }

    @Test("of several kinds of body, the one that can contain the others' values is sent")
    func mostGeneralBody() throws {
        let patch = "application/json-patch+json: { schema: { type: array, items: {} } }"
        for (imported, line) in [
            (Self.taking(Self.fields, Self.files), "upload: { scan: Data? }"),
            (Self.taking(patch, Self.json), "body: Card"),
            (
                Self.taking(patch, "application/merge-patch+json: { schema: { $ref: '#/components/schemas/Card' } }"),
                "body: { patch: Card }"
            ),
        ] {
            #expect(imported.problems.isEmpty)
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
            #expect(imported.yaml.contains("# The body may also be"), "\(imported.yaml)")
        }
    }

    @Test("a part is sent as the media type that the document demands")
    func partTypes() throws {
        try Self.cards(
            "post: { operationId: send, requestBody: { content: { multipart/form-data: { schema: { type: object, "
                + "properties: { sdp: { type: string }, scan: { type: string, format: binary }, note: { type: string } } }, "
                + "encoding: { sdp: { contentType: application/sdp }, scan: { contentType: image/png }, "
                + "note: { contentType: text/plain } } } } }, responses: \(Self.answer) }"
        ).expect(
            [
                "sdp: { type: String?, headers: { Content-Type: application/sdp } }",
                "scan: { type: Data?, headers: { Content-Type: image/png } }", "note: String?",
            ])
    }

    @Test("an object in a form without a style, and a parameter whose content is JSON, are sent as JSON")
    func jsonTexts() throws {
        let place = "{ type: object, properties: { city: { type: string } } }"
        try Self.cards(
            "post: { operationId: send, requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, "
                + "properties: { place: \(place), spots: { type: array, items: \(place) }, words: { type: array, items: "
                + "{ type: string } }, any: {} } }, encoding: { words: { contentType: application/json }, any: { "
                + "contentType: application/json } } } } }, responses: \(Self.answer) }"
        ).expect([
            "place: { type: CardSendPlace?, style: json }", "spots: { type: \"[CardSendSpot]?\", style: json }",
            "words: { type: \"[String]?\", style: json }", "any: { type: JSON?, style: json }",
        ])
        try Self.cards(
            "get: { operationId: find, parameters: [{ name: where, in: query, required: true, content: { application/json: { "
                + "schema: \(place) } } }], responses: \(Self.answer) }"
        ).expect(["query: { where: { type: CardWhere, style: json } }"])
    }

    @Test("objects of several kinds are a part in JSON")
    func unionParts() throws {
        let card = "{ $ref: '#/components/schemas/Card' }"
        let box = "{ type: object, required: [size], properties: { size: { type: integer } } }"
        try Self.cards(
            "post: { operationId: send, requestBody: { content: { multipart/form-data: { schema: { type: object, "
                + "properties: { thing: { oneOf: [\(card), \(box)] }, things: { type: array, items: { oneOf: [\(card), \(box)] } } } } } } }, responses: \(Self.answer) }",
            required: "[title]"
        ).expect(["thing: CardSendThing?", "things: \"["])
    }

    // MARK: Files

    @Test(
        "parts of a form are files if their media type says so",
        arguments: [
            ("{ type: string, format: binary }", "{}", "scan: Data"),
            ("{ type: string, contentMediaType: image/png }", "{}", "scan: Data"),
            ("{ type: string, contentMediaType: application/pdf }", "{}", "scan: Data"),
            ("{ type: array, items: { type: string, contentMediaType: image/png } }", "{}", "scan: \"[Data]\""),
            ("{}", "{ contentType: 'image/png, image/jpeg' }", "scan: Data"),
            ("{ type: array, items: {} }", "{ contentType: 'audio/ogg, audio/opus' }", "scan: \"[Data]\""),
            (
                "{ type: string, contentMediaType: image/png, contentEncoding: base64 }", "{}",
                "scan: { type: Data, transformer: base64 }"
            ),
            ("{ type: string, contentMediaType: text/html }", "{}", "scan: String"),
            ("{ type: string }", "{ contentType: 'text/html, text/*' }", "scan: String"),
            ("{}", "{ contentType: application/json }", "scan: JSON"),
        ])
    func files(_ schema: String, _ encoding: String, _ expected: String) {
        let imported = Self.cards(
            "post: { operationId: scan, requestBody: { content: { multipart/form-data: { schema: { type: object, "
                + "required: [scan], properties: { scan: \(schema) } }, encoding: { scan: \(encoding) } } } }, "
                + "responses: \(Self.answer) }")
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains(expected + " }") || imported.yaml.contains(expected + "\n"), "\(imported.yaml)")
    }

    // MARK: Forms

    @Test("the fields of a form with alternatives are those of all, required if each of them requires them")
    func formOfAlternatives() {
        let imported = Self.cards(
            "post: { operationId: token, requestBody: { content: { application/x-www-form-urlencoded: { schema: "
                + "{ oneOf: [{ $ref: '#/components/schemas/Code' }, { $ref: '#/components/schemas/Refresh' }] } } } }, "
                + "responses: \(Self.answer) }",
            others: """
                    Code: { type: object, required: [grant_type, code], properties: { grant_type: { type: string, const: code }, code: { type: string } } }
                    Refresh: { type: object, required: [grant_type, token], properties: { grant_type: { type: string, const: refresh }, token: { type: string } } }
                """)
        #expect(imported.problems.isEmpty)
        for part in ["grantType: { type: CardTokenGrantType, key: grant_type }", "code: String?", "token: String?"] {
            #expect(imported.yaml.contains(part), "\(part) in \(imported.yaml)")
        }
        #expect(imported.yaml.contains("# The document has several forms of this body"), "\(imported.yaml)")
        #expect(imported.proof?.operations.different.count == 1)
    }

    @Test(
        "a form whose fields the document does not name is reported",
        arguments: [
            "multipart/form-data: {}", "multipart/form-data: { schema: {} }",
            "application/x-www-form-urlencoded: { schema: { type: object, additionalProperties: { type: string } } }",
            "application/x-www-form-urlencoded: { schema: { type: string } }",
        ])
    func formWithoutFields(_ content: String) {
        let imported = Self.cards(
            "post: { operationId: send, requestBody: { content: { \(content) } }, responses: \(Self.answer) }")
        #expect(imported.problems.isEmpty)
        #expect(imported.messages == ["the fields of this form have no names"])
        #expect(
            imported.yaml.contains("# The document also has a form whose fields have no names."), "\(imported.yaml)")
        #expect(imported.proof?.operations.different.map(\.place) == ["body"])
    }

    @Test("a form that has no fields is none")
    func emptyForm() {
        let imported = Self.cards(
            "post: { operationId: send, requestBody: { content: { application/x-www-form-urlencoded: { schema: "
                + "{ type: object, properties: {} } } } }, responses: \(Self.answer) }")
        #expect(imported.messages == [])
        #expect(imported.proof?.operations.share == 100)
    }

    // MARK: Responses

    @Test("the answer to HEAD has no body, nor has one with a status that excludes it, whatever the document says")
    func bodilessAnswers() {
        let imported = Self.cards(
            "head: { operationId: probe, responses: \(Self.answer) }\n"
                + "    delete: { operationId: remove, responses: { \"204\": { content: { application/json: { schema: {} } } } } }\n"
                + "    put: { operationId: reset, responses: { \"205\": { content: { text/plain: {} } } } }")
        #expect(imported.problems.isEmpty)
        #expect(!imported.yaml.contains("returns") && !imported.yaml.contains("responses"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    // MARK: Callbacks

    @Test("webhooks are reported")
    func webhooks() {
        let imported = Self.cards(
            "get: { operationId: read, responses: \(Self.answer) }",
            others: "webhooks: { done: { post: { responses: { '200': { description: ok } } } } }")
        #expect(imported.messages == ["webhooks are sent by the server; they are left out"])
    }

    @Test("callbacks are reported")
    func callbacks() {
        let imported = Self.cards(
            "get: { operationId: read, responses: \(Self.answer), callbacks: { done: { '{$request.query.url}': { post: "
                + "{ responses: { '200': { description: ok } } } } } } }")
        #expect(imported.messages == ["callbacks are sent by the server; they are left out"])
    }
}
