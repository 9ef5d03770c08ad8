import Testing

/// What a PATCH sends: absent, null and a value are three things.
@Suite("Bodies of PATCH requests imported from OpenAPI")
struct PatchBodyTests {
    private static func imported(
        _ properties: String, required: String = "[]", method: String = "patch", media: String = "application/json",
        schema: String = "{ $ref: '#/components/schemas/CardChange' }", path: String = "/cards/{id}"
    ) -> ImportedDocument {
        let id = "{ name: id, in: path, required: true, schema: { type: integer } }"
        let card = "{ content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } }"
        let change = """
                \(method):
                  tags: [cards]
                  operationId: change
                  requestBody: { content: { \(media): { schema: \(schema) } } }
                  responses: { "200": \(card) }
            """
        return ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Cards, version: "1" }
            paths:
              /cards/{id}:
                parameters: [\(id)]
                get: { tags: [cards], operationId: getCard, responses: { "200": \(card) } }
            \(path == "/cards/{id}" ? change : "  \(path):\n    parameters: [\(id)]\n\(change)")
            components:
              schemas:
                Card:
                  type: object
                  required: [id, title]
                  properties:
                    id: { type: integer }
                    title: { type: string }
                    note: { type: [string, "null"] }
                    size: { type: integer, default: 3 }
                CardChange: { type: object, required: \(required), properties: \(properties) }
            """)
    }

    @Test(
        "a property that may be absent or null can be sent as null",
        arguments: [
            #"{ note: { type: [string, "null"] } }"#,
            #"{ title: { type: string }, note: { oneOf: [{ type: string }, { type: "null" }] } }"#,
            #"{ note: { anyOf: [{ $ref: '#/components/schemas/Card' }, { type: "null" }] } }"#,
            "{ note: { type: string, nullable: true } }",
        ],
        ["/cards/{id}", "/cards/{id}/note"]
    )
    func nullable(_ properties: String, _ path: String) {
        let imported = Self.imported(properties, path: path)
        #expect(imported.yaml.contains("body: { patch: CardChange }"))
        #expect(imported.problems.isEmpty)
        #expect(imported.proof?.operations.different.isEmpty == true)
    }

    @Test("without such a property, or where the whole object is replaced, it is a value")
    func values() {
        for imported in [
            Self.imported("{ title: { type: string } }"),
            Self.imported("{ note: { type: [string, 'null'] } }", method: "put"),
            Self.imported("{ note: { type: [string, 'null'] } }", required: "[note]"),
        ] {
            #expect(imported.yaml.contains("body: CardChange"))
            #expect(imported.problems.isEmpty)
        }
    }

    @Test("a JSON merge patch is a patch with its media type, whatever the method and the properties")
    func mergePatches() {
        for method in ["patch", "put", "post"] {
            let imported = Self.imported(
                "{ title: { type: string } }", method: method, media: "application/merge-patch+json")
            #expect(imported.yaml.contains("body: { patch: CardChange }"))
            #expect(imported.yaml.contains("Content-Type: application/merge-patch+json"))
            #expect(imported.problems.isEmpty)
        }
    }

    @Test(
        "changes to exactly the fields of the object are its own patch",
        arguments: [
            ("{ $ref: '#/components/schemas/Card' }", "application/merge-patch+json"),
            ("{ $ref: '#/components/schemas/CardChange' }", "application/json"),
        ])
    func own(_ schema: String, _ media: String) {
        let imported = Self.imported(
            "{ title: { type: string }, note: { type: [string, 'null'] }, size: { type: integer } }", media: media,
            schema: schema)
        #expect(imported.yaml.contains("operations: [get, patch]"))
        #expect(!imported.yaml.contains("body:"))
        #expect(!imported.yaml.contains("CardChange"))
        #expect(imported.yaml.contains("size: { type: Int, default: 3 }"))
        #expect(imported.problems.isEmpty)
    }

    @Test("a change that contains the key, or requires a field, is not the object's own patch")
    func others() {
        for (properties, required) in [
            (
                "{ id: { type: integer }, title: { type: string }, note: { type: [string, 'null'] }, size: { type: integer } }",
                "[]"
            ),
            ("{ title: { type: string }, note: { type: [string, 'null'] }, size: { type: integer } }", "[title]"),
        ] {
            let imported = Self.imported(properties, required: required)
            #expect(imported.yaml.contains("CardChange:"))
            #expect(imported.problems.isEmpty)
        }
    }
}
