import Testing

/// What a document says to its readers.
@Suite("Documentation imported from OpenAPI")
struct DocumentationTests {
    private static let document = """
        openapi: 3.1.0
        info: { title: Cards, version: "1" }
        paths:
          /cards:
            get:
              operationId: listCards
              summary: Lists cards.
              description: Lists cards. The newest come first.
              parameters:
                - { name: colour, in: query, description: That of the frame., schema: { $ref: "#/components/schemas/Colour" } }
                - { name: side, in: query, deprecated: true, schema: { type: string, description: Front or back. } }
                - { name: X-Trace, in: header, description: "A number\\n\\nfor logs.", schema: { type: string } }
              responses: { "200": { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Card" } } } } } }
          /cards/{id}:
            get:
              operationId: getCard
              summary: One card.
              description: With its frame.
              deprecated: true
              parameters: [{ name: id, in: path, required: true, description: Its number., schema: { type: integer } }]
              responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } } }
          /cards/{id}/frames/{frame}:
            post:
              operationId: frameCard
              parameters:
                - { name: id, in: path, required: true, schema: { type: integer } }
                - { name: frame, in: path, required: true, description: Which frame., schema: { type: string } }
              requestBody:
                content:
                  multipart/form-data:
                    schema: { properties: { picture: { type: string, format: binary, description: A photograph. }, colour: { $ref: "#/components/schemas/Colour" } } }
              responses: { "204": { description: Done. } }
        components:
          schemas:
            Colour: { type: string, enum: [red, blue], description: A colour. }
            Card: { type: object, required: [id], properties: { id: { type: integer }, title: { type: string } } }
        """

    @Test("operations and parameters keep their documentation, and what is deprecated is marked")
    func documentation() throws {
        let imported = ImportedDocument(Self.document)
        #expect(imported.problems.isEmpty)
        for line in [
            "doc: Lists cards. The newest come first.",
            "colour: { type: Colour?, doc: That of the frame. }",
            "side: { type: String?, doc: Front or back., deprecated: The service advises against it. }",
            "One card.\n\n          With its frame.\n        deprecated: The service advises against it.",
            "params: { frame: { type: String, doc: Which frame. } }",
            "upload: { picture: { type: Data?, doc: A photograph. }, colour: Colour? }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
        let again = ImportedDocument(try RoundTrip.exported(imported), path: "api.json")
        #expect(try RoundTrip.declarations(again) == RoundTrip.declarations(imported))
    }
}
