import Testing

/// What a form contains besides the names and types of its fields.
@Suite("Fields of forms imported from OpenAPI")
struct FormFieldTests {
    private static func sending(
        _ content: String, method: String = "post", parameters: String = "[]"
    ) -> ImportedDocument {
        ImportedDocument(
            paths: """
                  /uploads:
                    \(method):
                      operationId: send
                      parameters: \(parameters)
                      requestBody: { content: { \(content) } }
                      responses: { "204": { description: Done. } }
                """)
    }

    private static func form(_ properties: String, required: String = "[]", method: String = "post") -> ImportedDocument
    {
        sending(
            "application/x-www-form-urlencoded: { schema: { type: object, required: \(required), "
                + "properties: { \(properties) } } }", method: method)
    }

    private static func parts(_ properties: String, encoding: String = "{}") -> ImportedDocument {
        sending(
            "multipart/form-data: { schema: { type: object, required: [id, file], properties: { \(properties) } }, "
                + "encoding: \(encoding) }")
    }

    @Test("a request does not contain what is only read")
    func readOnly() throws {
        let id = "id: { type: integer, readOnly: true }"
        try Self.form("\(id), name: { type: string }", required: "[id, name]").expect(["form: { name: String }"])
        try Self.parts("\(id), file: { type: string, format: binary }").expect(["upload: { file: Data }"])
        try Self.sending(
            "application/json: {}",
            parameters:
                "[{ name: filter, in: query, required: true, schema: { type: object, required: [id, name], properties: "
                + "{ \(id), name: { type: string } } } }]"
        ).expect(["query: { name: String }"])
    }

    @Test("a value that is always sent is a constant, and defaults are the server's")
    func values() throws {
        try Self.form(
            "grant: { type: string, enum: [password] }, size: { type: integer, default: 20 }, kind: { enum: [only] }, "
                + "depth: { type: integer, default: 2 }", required: "[grant, depth]"
        ).expect(["form: { grant: { const: password }, size: Int?, kind: UploadSendKind?, depth: Int }"])
        try ImportedDocument(
            paths: """
                  /factors:
                    post:
                      operationId: send
                      requestBody: { content: { application/x-www-form-urlencoded: { schema: { type: object, required: [kind], properties: { kind: { $ref: '#/components/schemas/Kind' } } } } } }
                      responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/Kind' } } } } }
                """, schemas: "    Kind: { type: string, enum: [push] }"
        ).expect(["form: { kind: { const: push } }", "returns: Kind"])
        try Self.parts("file: { type: string, format: binary }, id: { const: 7 }")
            .expect(["file: Data, objectId: { key: id, const: \"7\" }"])
    }

    @Test("a part has the headers that always have the same value; others are reported")
    func headers() throws {
        let file = "file: { type: string, format: binary }"
        func encoding(_ schema: String) -> String {
            "{ file: { headers: { X-Sum: { required: true, schema: \(schema) }, Content-Type: { schema: { const: a/b } } } } }"
        }
        try Self.parts(file, encoding: encoding("{ type: string, const: a }"))
            .expect(["file: { type: Data, headers: { X-Sum: a } }"])
        let imported = Self.parts(file, encoding: encoding("{ type: string }"))
        #expect(imported.messages == ["the header `X-Sum` of a part is not constant"])
        #expect(imported.yaml.contains("upload: { file: Data }"), "\(imported.yaml)")
    }

    @Test("parts are only sent as `multipart/form-data`", arguments: ["related", "mixed; boundary=x"])
    func otherParts(_ subtype: String) {
        let imported = Self.sending(
            "'multipart/\(subtype)': { schema: { properties: { file: { type: string, format: binary } } } }")
        #expect(imported.messages == ["the parts of this body are sent as `multipart/form-data`"])
        #expect(imported.yaml.contains("# The document sends the parts as multipart/\(subtype)."), "\(imported.yaml)")
        #expect(imported.proof?.operations.different.map(\.reason) == [.body])
    }

    @Test("server-sent events are read while they arrive")
    func events() throws {
        try ImportedDocument(
            paths: """
                  /events:
                    post:
                      operationId: listen
                      requestBody: { content: { application/json: { schema: { type: object } } } }
                      responses: { "200": { content: { text/event-stream: { schema: { type: string } } } } }
                """
        ).expect(["listen: { path: events, body: \"[String: JSON]\", download: true }"])
    }

    @Test("bytes are a file, even if the document calls them JSON", arguments: ["application/json", "'*/*'"])
    func files(_ type: String) throws {
        try ImportedDocument(
            paths: """
                  /scans:
                    get:
                      operationId: fetch
                      responses: { "200": { content: { \(type): { schema: { type: string, format: binary } } } } }
                """
        ).expect(["fetch: { path: scans, download: true }"])
    }

    @Test("a body of any type is the bytes of a file if its format says so")
    func anyBody() throws {
        try Self.sending("'*/*': { schema: { type: string, format: binary } }").expect([
            "send: { path: uploads, upload: Data }"
        ])
    }

    @Test("a property of an object in a query may have the name of another parameter")
    func repetition() throws {
        let page = "{ type: object, properties: { page: { type: integer }, sort: { type: string } } }"
        try Self.sending(
            "application/json: {}",
            parameters:
                "[{ name: pageable, in: query, schema: \(page) }, { name: page, in: query, schema: { type: integer } }]"
        ).expect(["query: { page: Int?, sort: String? }"])
    }
}
