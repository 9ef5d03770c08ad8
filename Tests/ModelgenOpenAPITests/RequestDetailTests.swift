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

    // MARK: Files

    @Test(
        "parts of a form are files if their media type says so",
        arguments: [
            ("{ type: string, format: binary }", "{}", "scan: Data"),
            ("{ type: string, contentMediaType: image/png }", "{}", "scan: Data"),
            ("{ type: string, contentMediaType: application/pdf }", "{}", "scan: Data"),
            ("{ type: array, items: { type: string, contentMediaType: image/png } }", "{}", "scan: \"[Data]\""),
            ("{}", "{ contentType: 'image/png, image/jpeg' }", "scan: Data"),
            ("{ type: array, items: {} }", "{ contentType: audio/ogg }", "scan: \"[Data]\""),
            ("{ type: string, contentMediaType: image/png, contentEncoding: base64 }", "{}", "scan: String"),
            ("{ type: string, contentMediaType: text/html }", "{}", "scan: String"),
            ("{ type: string }", "{ contentType: application/xml }", "scan: String"),
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

    @Test("callbacks are reported, like webhooks")
    func callbacks() {
        let imported = Self.cards(
            "get: { operationId: read, responses: \(Self.answer), callbacks: { done: { '{$request.query.url}': { post: "
                + "{ responses: { '200': { description: ok } } } } } } }")
        #expect(imported.messages == ["callbacks are sent by the server; they are left out"])
    }
}
