import Testing

/// Swagger 2.0 is read as the OpenAPI 3.0 document that says the same.
@Suite("Swagger 2.0")
struct SwaggerTests {
    private static func schemas(nullable: String) -> String {
        "{ Failure: { type: object, required: [code], properties: { code: { type: integer } } }, Card: { type: object, "
            + "required: [id, title], properties: { id: { type: integer, format: int64, readOnly: true }, "
            + "title: { type: string }, note: { type: string, \(nullable): true }, schema: { type: string }, "
            + "in: { type: string }, name: { type: string }, responses: { type: array, items: { type: string } } } } }"
    }

    private static let swagger = """
        swagger: "2.0"
        info: { title: Cards, version: "1" }
        schemes: [http, https]
        host: cards.example.com
        basePath: /v1
        consumes: [application/json]
        produces: [application/json]
        securityDefinitions:
          login: { type: basic }
          key: { type: apiKey, in: header, name: X-Key }
        security: [{ login: [] }]
        parameters:
          Trace: { name: X-Trace, in: header, type: string, description: For logs. }
          Card: { name: card, in: body, required: true, schema: { $ref: "#/definitions/Card" } }
        responses:
          Failure: { description: It failed., schema: { $ref: "#/definitions/Failure" } }
        paths:
          /cards:
            parameters: [{ $ref: "#/parameters/Trace" }]
            get:
              operationId: listCards
              parameters:
                - { name: ids, in: query, type: array, items: { type: integer, format: int64 } }
                - { name: tags, in: query, type: array, collectionFormat: multi, items: { type: string } }
                - { name: words, in: query, type: array, collectionFormat: pipes, items: { type: string } }
                - { name: limit, in: query, type: integer, default: 20, description: How many. }
                - { name: colour, in: query, type: string, enum: [red, blue] }
              responses:
                200: { description: Cards., schema: { type: array, items: { $ref: "#/definitions/Card" } } }
                default: { $ref: "#/responses/Failure" }
            post:
              operationId: addCard
              parameters: [{ $ref: "#/parameters/Card" }]
              responses: { 201: { description: Added., schema: { $ref: "#/definitions/Card" } } }
          /cards/{id}:
            parameters: [{ name: id, in: path, required: true, type: integer, format: int64 }]
            get:
              operationId: getCard
              security: [{ key: [] }]
              produces: [application/xml, application/json]
              responses: { 200: { description: A card., schema: { $ref: "#/definitions/Card" } } }
            put:
              operationId: paintCard
              consumes: [application/x-www-form-urlencoded]
              parameters:
                - { name: colours, in: formData, required: true, type: array, items: { type: string } }
                - { name: gloss, in: formData, type: boolean, description: Whether it shines. }
              responses: { 204: { description: Painted. } }
          /cards/{id}/picture:
            parameters: [{ name: id, in: path, required: true, type: integer, format: int64 }]
            get:
              operationId: getPicture
              produces: [image/png]
              responses: { 200: { description: A picture., schema: { type: file } } }
            post:
              operationId: setPicture
              consumes: [multipart/form-data]
              parameters:
                - { name: file, in: formData, required: true, type: file }
                - { name: title, in: formData, type: string }
              responses: { 204: { description: Set. } }
        definitions: \(schemas(nullable: "x-nullable"))
        """

    private static let openAPI = """
        openapi: 3.0.3
        info: { title: Cards, version: "1" }
        servers: [{ url: "https://cards.example.com/v1" }]
        security: [{ login: [] }]
        paths:
          /cards:
            parameters: [{ $ref: "#/components/parameters/Trace" }]
            get:
              operationId: listCards
              parameters:
                - { name: ids, in: query, explode: false, schema: { type: array, items: { type: integer, format: int64 } } }
                - { name: tags, in: query, schema: { type: array, items: { type: string } } }
                - { name: words, in: query, style: pipeDelimited, explode: false, schema: { type: array, items: { type: string } } }
                - { name: limit, in: query, description: How many., schema: { type: integer, default: 20 } }
                - { name: colour, in: query, schema: { type: string, enum: [red, blue] } }
              responses:
                200: { description: Cards., content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/Card" } } } } }
                default: { $ref: "#/components/responses/Failure" }
            post:
              operationId: addCard
              requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } }
              responses: { 201: { description: Added., content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } } }
          /cards/{id}:
            parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
            get:
              operationId: getCard
              security: [{ key: [] }]
              responses: { 200: { description: A card., content: { application/json: { schema: { $ref: "#/components/schemas/Card" } } } } }
            put:
              operationId: paintCard
              requestBody:
                content:
                  application/x-www-form-urlencoded:
                    schema:
                      type: object
                      required: [colours]
                      properties: { colours: { type: array, items: { type: string } }, gloss: { type: boolean, description: Whether it shines. } }
                    encoding: { colours: { explode: false } }
              responses: { 204: { description: Painted. } }
          /cards/{id}/picture:
            parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
            get:
              operationId: getPicture
              responses: { 200: { description: A picture., content: { image/png: { schema: { type: string, format: binary } } } } }
            post:
              operationId: setPicture
              requestBody:
                content:
                  multipart/form-data:
                    schema: { type: object, required: [file], properties: { file: { type: string, format: binary }, title: { type: string } } }
              responses: { 204: { description: Set. } }
        components:
          securitySchemes:
            login: { type: http, scheme: basic }
            key: { type: apiKey, in: header, name: X-Key }
          parameters:
            Trace: { name: X-Trace, in: header, description: For logs., schema: { type: string } }
          responses:
            Failure: { description: It failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
          schemas: \(schemas(nullable: "nullable"))
        """

    @Test("a document becomes the same models as its equivalent in OpenAPI 3.0")
    func equivalent() {
        let (old, new) = (ImportedDocument(Self.swagger), ImportedDocument(Self.openAPI))
        #expect(old.messages.isEmpty)
        #expect(old.yaml == new.yaml)
        #expect(!old.yaml.isEmpty)
        #expect(old.proof?.operations.share == 100)
        #expect(old.proof?.schemas.share == 100)
    }

    @Test("a mistake is reported where it is written")
    func positions() {
        let imported = ImportedDocument(
            Self.swagger.replacing(
                "items: { $ref: \"#/definitions/Card\" }", with: "items: { $ref: \"#/definitions/Cart\" }"))
        #expect(imported.messages == ["`#/definitions/Cart` cannot be resolved: `Cart` does not exist"])
        #expect(imported.diagnostics.first?.range?.location.line == 29)
    }

    @Test("parameters and responses may be in another file, under the names of others")
    func otherFile() {
        let imported = ImportedDocument(
            """
            swagger: "2.0"
            info: { title: Cards, version: "1" }
            parameters: { limit: { name: body, in: body, schema: { type: string } } }
            paths:
              /cards:
                get:
                  operationId: countCards
                  parameters: [{ $ref: "common.yaml#/parameters/limit" }]
                  responses: { 200: { $ref: "common.yaml#/responses/Count" } }
            """,
            beside: [
                "common.yaml": """
                parameters: { limit: { name: limit, in: query, type: integer } }
                responses: { Count: { description: A number., schema: { type: integer } } }
                """
            ])
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("limit: Int?"), "\(imported.yaml)")
        #expect(imported.yaml.contains("returns: Int"), "\(imported.yaml)")
    }

    @Test("what has no counterpart is reported")
    func unsupported() {
        let imported = ImportedDocument(
            Self.swagger.replacing("collectionFormat: pipes", with: "collectionFormat: tsv"))
        #expect(imported.messages == ["the style `tsv` is not supported"])
    }
}
