import Testing

/// Which property of an object the parameter of its path is.
@Suite("Keys in paths imported from OpenAPI")
struct ResourceKeyTests {
    private func imported(_ path: String, type: String = "string", properties: String) -> ImportedDocument {
        let name = path.split { "{}".contains($0) }.last ?? ""
        return ImportedDocument(
            """
            openapi: 3.0.3
            info: { title: Sales, version: "1" }
            paths:
              \(path):
                get:
                  operationId: look
                  parameters: [{ name: \(name), in: path, required: true, schema: { type: \(type) } }]
                  responses:
                    "200":
                      content: { application/json: { schema: { $ref: '#/components/schemas/PriceItem' } } }
                delete:
                  operationId: drop
                  parameters: [{ name: \(name), in: path, required: true, schema: { type: \(type) } }]
                  responses: { "204": {} }
            components:
              schemas:
                PriceItem: { type: object, required: [id, sku, item_count], properties: { \(properties) } }
            """)
    }

    private static let properties = """
        id: { type: string }, sku: { type: string }, item_count: { type: integer }
        """

    @Test(
        "a parameter that is named after the model is its id",
        arguments: ["/items/{id}", "/items/{item_id}", "/items/{item}", "/items/{price_item}", "/items/{priceItem}"])
    func named(path: String) {
        let imported = imported(path, properties: Self.properties)
        #expect(imported.yaml.contains("operations: [get, delete]"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test(
        "a parameter that is named after something else, or is of another type, is not",
        arguments: [("/items/{name}", "string"), ("/items/{price}", "string"), ("/items/{item}", "integer")])
    func others(path: String, type: String) {
        let imported = imported(path, type: type, properties: Self.properties)
        #expect(imported.yaml.contains(" look: {"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test("an object that may lack the property of that name has no key")
    func property() {
        let imported = imported("/items/{item}", properties: Self.properties + ", item: { type: string }")
        #expect(imported.yaml.contains(" look: {"), "\(imported.yaml)")
    }
}
