import ModelgenDiagnostics
import ModelgenOpenAPI
import Testing

/// A document with some paths, whose objects are pets.
private func pets(_ paths: String, _ head: String = "", schemes: String = "{}") -> ImportedDocument {
    ImportedDocument(
        """
        openapi: 3.0.3
        info: { title: Pets, version: "1" }
        \(head)
        paths:
        \(paths)
        components:
          securitySchemes: \(schemes)
          schemas:
            Pet: { type: object, required: [id, name], properties: { id: { type: integer }, name: { type: string } } }
        """)
}

@Suite("Servers, credentials and paths from OpenAPI")
struct ServiceTests {
    private static let pet = "{ application/json: { schema: { $ref: '#/components/schemas/Pet' } } }"
    private static let list =
        "{ application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }"

    // MARK: Places of calls

    @Test("calls are placed at the model that they are about, also if its `id` may be absent")
    func optionalKey() {
        let imported = ImportedDocument(
            """
            openapi: 3.0.3
            info: { title: Pets, version: "1" }
            paths:
              /pet: { put: { tags: [pet], operationId: updatePet, requestBody: { content: \(Self.pet) }, responses: { "200": { content: \(Self.pet) } } } }
              /pet/{petId}:
                parameters: [{ name: petId, in: path, required: true, schema: { type: integer } }]
                get: { tags: [pet], operationId: getPet, responses: { "200": { content: \(Self.pet) } } }
                post: { tags: [pet], operationId: callPet, responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Answer" } } } } } }
            components:
              schemas:
                Pet: { type: object, properties: { id: { type: integer }, name: { type: string } } }
                Answer: { type: object, properties: { code: { type: integer } } }
            """)
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("      name: String?\n    rest:\n"), "\(imported.yaml)")
    }

    // MARK: Credentials

    private static let schemes = """
        { cookieAuth: { type: apiKey, in: cookie, name: sessionid }, tokenAuth: { type: http, scheme: bearer }, \
        basicAuth: { type: http, scheme: basic } }
        """

    @Test(
        "of several credentials, the first that a client can send is sent",
        arguments: [
            ("[{ cookieAuth: [] }, { tokenAuth: [] }]", nil), ("[{}, { tokenAuth: [] }]", nil),
            ("[{ cookieAuth: [] }, { basicAuth: [] }, {}]", "auth: basicAuth"),
            ("[{ cookieAuth: [], tokenAuth: [] }, { basicAuth: [] }]", "auth: basicAuth"),
            ("[{ basicAuth: [], tokenAuth: [] }]", "auth: [basicAuth, tokenAuth]"),
            ("[]", "auth: none"), ("[{}]", "auth: none"),
        ])
    func alternatives(security: String, told: String?) {
        let imported = pets(
            "  /pets/count: { get: { operationId: count, security: \(security), responses: { '204': {} } } }",
            schemes: Self.schemes)
        #expect(imported.problems.isEmpty)
        #expect(
            imported.yaml.contains("count: { path: pets/count\(told.map { ", \($0)" } ?? "") }"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test(
        "a parameter that an operation also documents as its credential is only the credential",
        arguments: [
            ("query", "query", "api_key", "[{ key: [] }]", true),
            ("header", "header", "API_Key", "[{ key: [] }]", true),
            ("query", "header", "api_key", "[{ key: [] }]", false), ("query", "query", "key", "[{ key: [] }]", false),
            ("query", "query", "api_key", "[{ token: [] }, { key: [] }]", false),
            ("query", "query", "api_key", "[]", false),
        ])
    func credentialTwice(scheme: String, place: String, name: String, security: String, isCredential: Bool) {
        let parameter = "{ name: \(name), in: \(place), schema: { type: string } }"
        let imported = pets(
            """
              /pets/count:
                get: { operationId: count, security: \(security), parameters: [\(parameter)], responses: { '204': {} } }
            """,
            schemes: "{ key: { type: apiKey, in: \(scheme), name: api_key }, token: { type: http, scheme: bearer } }")
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("String?") == !isCredential, "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test("headers that the transport writes are not parameters")
    func transportHeaders() {
        let parameters = ["Content-Length", "transfer-encoding", "Host"].map {
            "{ name: \($0), in: header, required: true }"
        }
        let imported = pets(
            """
              /pets/count:
                get: { operationId: count, parameters: [\(parameters.joined(separator: ", "))], responses: { '204': {} } }
            """)
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("count: { path: pets/count }"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test("the usual credential is the first of the whole document that a client can send")
    func usual() {
        let imported = pets(
            "  /pets/count: { get: { operationId: count, responses: { '204': {} } } }",
            "security: [{ cookieAuth: [] }, { basicAuth: [] }]", schemes: Self.schemes)
        #expect(imported.yaml.contains("auth: [{ name: basicAuth, basic: true }, "), "\(imported.yaml)")
        #expect(imported.yaml.contains("count: { path: pets/count }"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test(
        "a credential that no request can have is reported, and the rest imported",
        arguments: [
            "{ type: apiKey, in: query, name: '' }", "{ type: apiKey, in: header, name: X Key }",
            "{ type: apiKey, in: cookie, name: sid }", "{ type: mutualTLS }",
        ])
    func unusableCredential(scheme: String) {
        let imported = pets(
            "  /pets/count: { get: { operationId: count, security: [{ key: [] }], responses: { '204': {} } } }",
            schemes: "{ key: \(scheme) }")
        #expect(imported.messages == ["the credential `key` cannot be sent by a client; it is left out"])
        #expect(imported.yaml.contains("count: { path: pets/count }"), "\(imported.yaml)")
    }

    // MARK: Servers

    @Test(
        "a server of a path or an operation is reported, as a comment, and as a difference",
        arguments: [
            "  /a: { post: { operationId: send, servers: [{ url: 'https://up.example.com/' }], responses: { '204': {} } } }",
            "  /a: { servers: [{ url: 'https://{x}.example.com', variables: { x: { default: up } } }], post: { operationId: send, responses: { '204': {} } } }",
        ])
    func otherServers(paths: String) {
        let others = "\n  /b: { get: { responses: { '204': {} } }, put: { responses: { '204': {} } } }"
        let imported = pets(paths + others, "servers: [{ url: 'https://api.example.com' }]")
        #expect(
            imported.messages == ["this is sent to `https://up.example.com`, while a client has one base URL"],
            "\(imported.messages)")
        #expect(imported.yaml.contains("# The document sends this to https://up.example.com.\n"), "\(imported.yaml)")
        #expect(imported.proof?.operations.different.map(\.reason.rawValue) == ["is sent to another server"])
    }

    @Test("a server without a scheme is another host, not a path")
    func serverWithoutScheme() {
        let imported = pets("  /a: { get: { responses: { '204': {} } } }", "servers: [{ url: //api.example.com/v1/ }]")
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("baseURL: \"https://api.example.com/v1\""), "\(imported.yaml)")
    }

    @Test("a service whose name has no capitals is called the same after an export", arguments: ["日本 API", "日本API"])
    func nameWithoutCapitals(title: String) throws {
        let first = ImportedDocument(
            "{ openapi: 3.0.3, info: { title: \(title), version: '1' }, paths: { /a: { get: { responses: { '204': {} } } } } }"
        )
        let second = ImportedDocument(try RoundTrip.exported(first), path: "api.json")
        #expect(second.texts.map(\.name) == first.texts.map(\.name))
        #expect(second.yaml.contains("name: 日本API\n"), "\(second.yaml)")
    }

    @Test("the server of most operations is that of the service")
    func serverOfMost() {
        let own = "servers: [{ url: 'https://up.example.com' }]"
        let imported = pets(
            "  /a: { \(own), post: { operationId: send, responses: { '204': {} } }, get: { responses: { '204': {} } } }\n"
                + "  /b: { post: { operationId: take, responses: { '204': {} } } }",
            "servers: [{ url: 'https://api.example.com' }]")
        #expect(imported.messages == ["this is sent to `https://api.example.com`, while a client has one base URL"])
        #expect(imported.yaml.contains("baseURL: \"https://up.example.com\""), "\(imported.yaml)")
    }

    @Test("of two servers with as many operations, that of the document is the server of the service")
    func serverAtTie() {
        let imported = pets(
            "  /a: { servers: [{ url: 'https://up.example.com' }], post: { operationId: send, responses: { '204': {} } } }\n"
                + "  /b: { post: { operationId: take, responses: { '204': {} } } }",
            "servers: [{ url: 'https://api.example.com' }]")
        #expect(imported.messages == ["this is sent to `https://up.example.com`, while a client has one base URL"])
        #expect(imported.yaml.contains("baseURL: \"https://api.example.com\""), "\(imported.yaml)")
    }

    @Test("servers that only paths name are the server of the service")
    func serversOfPaths() {
        let own = "servers: [{ url: 'https://up.example.com' }]"
        let imported = pets(
            "  /a: { \(own), post: { operationId: send, responses: { '204': {} } } }\n"
                + "  /b: { post: { operationId: take, \(own), responses: { '204': {} } } }")
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("baseURL: \"https://up.example.com\""), "\(imported.yaml)")
    }

    @Test("an operation without a server is not sent to that of most others")
    func operationWithoutServer() {
        let own = "servers: [{ url: 'https://up.example.com' }]"
        let imported = pets(
            "  /a: { \(own), post: { operationId: send, responses: { '204': {} } } }\n"
                + "  /b: { \(own), post: { operationId: take, responses: { '204': {} } } }\n"
                + "  /c: { post: { operationId: keep, responses: { '204': {} } } }")
        #expect(imported.messages == ["this is sent to `/`, while a client has one base URL"])
        #expect(imported.yaml.contains("baseURL: \"https://up.example.com\""), "\(imported.yaml)")
    }

    @Test("the root of the document's own server is where an operation without a server is sent")
    func rootServer() {
        let imported = pets(
            "  /a: { post: { operationId: send, servers: [{ url: / }], responses: { '204': {} } } }\n"
                + "  /b: { post: { operationId: take, responses: { '204': {} } } }")
        #expect(imported.messages == [])
        #expect(imported.proof?.operations.share == 100)
    }

    @Test(
        "a server that cannot be the base URL of a client is reported, and the rest imported",
        arguments: [
            "https://<tenant>.example.com/api", "https://[subdomain].example.com", "https://user@host", "https://",
            "https://{tenant}.example.com", "/api/../v2", "/a//b", "/<tenant>",
        ])
    func unusableServer(url: String) {
        let imported = pets(
            "  /a: { post: { operationId: send, responses: { '204': {} } } }", "servers: [{ url: '\(url)' }]")
        #expect(imported.messages.count == 1)
        #expect(imported.messages[0].hasSuffix("cannot be the base URL of a client; the program has to set one"))
        #expect(imported.diagnostics.first?.range != nil)
        #expect(imported.yaml.contains("path: a"), "\(imported.diagnostics)")
        #expect(imported.problems.isEmpty)
    }

    // MARK: Paths

    @Test("paths that end with a slash are those of a resource, and what is below it has the key")
    func slashes() throws {
        let imported = pets(
            """
              /pets/:
                get: { operationId: pets_list, tags: [pets], responses: { '200': { content: \(Self.list) } } }
                post: { operationId: pets_create, tags: [pets], requestBody: { content: \(Self.pet) }, responses: { '201': { content: \(Self.pet) } } }
              /pets/{id}/:
                parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
                get: { operationId: pets_retrieve, tags: [pets], responses: { '200': { content: \(Self.pet) } } }
                delete: { operationId: pets_destroy, tags: [pets], responses: { '204': {} } }
              /pets/{id}/feed/:
                parameters: [{ name: id, in: path, required: true, schema: { type: integer } }]
                post: { operationId: pets_feed, tags: [pets], responses: { '204': {} } }
              /pets/stray/:
                get: { operationId: pets_stray, tags: [pets], responses: { '200': { content: \(Self.pet) } } }
            """)
        #expect(imported.problems.isEmpty)
        for line in [
            "      path: pets/\n", "      operations: [list, get, create, delete]\n",
            "feed: { path: \"pets/{id}/feed/\", method: POST }", "stray: { path: pets/stray/, returns: Pet }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
        #expect(imported.proof?.operations.equal == 6)
        let again = ImportedDocument(try RoundTrip.exported(imported), path: "api.json")
        #expect(try RoundTrip.declarations(again) == RoundTrip.declarations(imported))
    }
}
