import ModelgenDiagnostics
import ModelgenImporting
import ModelgenOpenAPI
import ModelgenParsing
import Testing

@Suite("OpenAPI documents are read")
struct OpenAPIDocumentTests {
    private static let head = "openapi: 3.0.3\ninfo: { title: T, version: '1' }\npaths:\n"

    @Test(
        "anything but an OpenAPI document is refused",
        arguments: ["name: x\n", "openapi: 4.0.0\n", "[1]\n", "", "just text\n"])
    func refusesOther(_ text: String) {
        let imported = ImportedDocument(text)
        #expect(imported.diagnostics.containsErrors)
        #expect(imported.texts.isEmpty)
    }

    @Test("an invisible character in a description is a warning")
    func invisibleCharacter() {
        let imported = ImportedDocument(
            Self.head + "  /pets: { get: { description: All.\u{A0}, responses: { '204': {} } } }\n")
        #expect(imported.diagnostics.map(\.severity) == [.warning])
        #expect(imported.yaml.contains("path: pets"), "\(imported.yaml)")
    }

    @Test("JSON is read like YAML, with surrogate pairs and escaped slashes")
    func readsJSON() {
        let imported = ImportedDocument(
            #"""
            {"openapi": "3.0.0", "info": {"title": "Pets"}, "paths": {"\/pets": {"get": {"tags": ["pets"], "description": "\ud83d\ude00",
            "responses": {"200": {"content": {"application\/json": {"schema": {"type": "integer"}}}}}}}}}
            """#, path: "api.json")
        #expect(imported.diagnostics.isEmpty)
        #expect(imported.yaml.contains("returns: Int"))
        #expect(imported.problems.isEmpty)
    }

    @Test(
        "of a key that occurs twice, the first value counts, in JSON as in YAML", arguments: ["api.json", "api.yaml"])
    func keysTwice(path: String) {
        let imported = ImportedDocument(
            #"""
            {"openapi": "3.0.0", "info": {"title": "Pets"}, "paths": {"/pets": {"get": {"operationId": "list", "tags": ["pets"],
            "responses": {"200": {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Pet"}}}}}}}},
            "components": {"schemas": {"Pet": {"type": "object", "properties": {
            "name": {"type": "string"}, "name": {"type": "integer"}, "some_key": {"type": "string"}, "some_key": {"type": "string"}}}}}}
            """#, path: path)
        #expect(imported.diagnostics.map(\.rule) == ["duplicate-key", "duplicate-key"], "\(imported.messages)")
        #expect(imported.diagnostics.map(\.severity) == [.warning, .warning])
        #expect(imported.yaml.contains("      name: String?\n      someKey: String?\n"), "\(imported.yaml)")
    }

    @Test("an unresolved reference is an error at its place, with what was probably meant")
    func brokenReference() {
        let imported = ImportedDocument(
            Self.head + """
                  /a: { get: { responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Pte" } } } } } } }
                components: { schemas: { Pet: { type: string } } }
                """)
        #expect(imported.messages == ["`#/components/schemas/Pte` cannot be resolved: `Pte` does not exist"])
        #expect(imported.diagnostics.first?.suggestion == "did you mean `Pet`?")
        #expect(imported.diagnostics.first?.range?.location.line == 4)
    }

    @Test("references that only refer to each other are an error")
    func circularReference() {
        let imported = ImportedDocument(
            Self.head + """
                  /a: { get: { responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/A" } } } } } } }
                components: { schemas: { A: { $ref: "#/components/schemas/B" }, B: { $ref: "#/components/schemas/A" } } }
                """)
        #expect(imported.diagnostics.containsErrors)
        #expect(imported.messages.allSatisfy { $0.hasSuffix("refers to itself") })
    }

    @Test("references may be to other files, and from there to more")
    func otherFiles() {
        let imported = ImportedDocument(
            Self.head
                + "  /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'sub/pet.yaml#/Pet' } } } } } } }\n",
            beside: [
                "sub/pet.yaml": "Pet: { type: object, properties: { owner: { $ref: '../owner.yaml' } } }\n",
                "owner.yaml": "type: object\nproperties: { name: { type: string } }\n",
            ])
        #expect(imported.diagnostics.isEmpty)
        #expect(imported.yaml.contains("name: String?"))
        let missing = ImportedDocument(
            Self.head
                + "  /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'pet.yaml' } } } } } } }\n"
        )
        #expect(missing.messages == ["the file `pet.yaml` does not exist"])
        let remote = ImportedDocument(
            Self.head
                + "  /a: { get: { responses: { '200': { content: { application/json: { schema: { $ref: 'https://a.example/pet.yaml' } } } } } } }\n"
        )
        #expect(remote.diagnostics.containsErrors)
    }
}

@Suite("Models imported from OpenAPI pass the check")
struct OpenAPITranslationTests {
    static func document(_ schema: String, components: String = "{}") -> String {
        """
        openapi: 3.1.0
        info: { title: Things API, version: "1" }
        paths:
          /things:
            get: { tags: [things], responses: { "200": { content: { application/json: { schema: \(schema) } } } } }
        components: { schemas: \(components) }
        """
    }

    @Test("an object becomes a model with the types, presence and names that people would choose")
    func objects() {
        let imported = ImportedDocument(
            Self.document(
                "{ $ref: '#/components/schemas/thing' }",
                components: """
                    { thing: { type: object, required: [id, user_name], properties: { id: { type: integer, format: int64 }, \
                    user_name: { type: string }, made: { type: string, format: date }, size: { type: object, \
                    properties: { w: { type: number } } }, color: { type: [string, "null"], enum: [red, blue, null] } } } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.proof?.schemas.share == 100)
        #expect(imported.proof?.operations.share == 100)
        for line in [
            "json: { keys: snake_case }", "id: Int64", "userName: String", "size: ThingSize?", "color: ThingColor?",
            "made: { type: Date?, transformer: 'dateFormat(\"yyyy-MM-dd\")' }",
            "ThingColor: { cases: [red, blue], unknown: keep }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
    }

    @Test("a format without a type says what a value is")
    func formatsAlone() {
        let imported = ImportedDocument(
            Self.document(
                "{ $ref: '#/components/schemas/Thing' }",
                components: """
                    { Thing: { properties: { id: { format: int64 }, size: { format: double }, day: { format: date }, \
                    big: { allOf: [{ type: string }, { format: int64 }] } } } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.proof?.schemas.share == 100)
        for line in ["id: Int64?", "size: Double?", "day: { type: Date?", "big: String?"] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
    }

    @Test("a string in base64 is bytes, as each version of OpenAPI says it")
    func bytes() throws {
        try ImportedDocument(
            paths: """
                  /scans:
                    get:
                      operationId: readScan
                      responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Scan" } } } } }
                """,
            schemas: """
                    Scan:
                      type: object
                      properties:
                        old: { type: string, format: byte }
                        new: { type: string, contentEncoding: base64 }
                        image: { type: string, contentEncoding: base64, contentMediaType: image/png }
                        mail: { type: string, contentEncoding: quoted-printable }
                """
        ).expect(["old: Data?", "new: Data?", "image: Data?", "mail: String?"])
    }

    @Test("objects with a discriminator become a union with that key")
    func unions() {
        let told = ImportedDocument(
            Self.document(
                """
                { oneOf: [{ type: object, required: [kind, a], properties: { kind: { const: x }, a: { type: integer } } }, \
                { type: object, required: [kind, b], properties: { kind: { const: y }, b: { type: integer } } }] }
                """))
        #expect(told.problems.isEmpty)
        #expect(told.diagnostics.isEmpty)
        #expect(told.yaml.contains("discriminator: kind"))
    }

    @Test(
        "a union without a discriminator becomes a union of types, and means the same when it is exported again",
        arguments: [
            ("{ oneOf: [{ type: integer }, { type: string }] }", "oneOf: { integer: Int, text: String }"),
            ("{ anyOf: [{ type: string }, { $ref: '#/components/schemas/pet' }] }", "oneOf: { id: String, pet: Pet }"),
            (
                "{ anyOf: [{ type: array, items: { type: string } }, { type: boolean }, { type: object, title: pen name, "
                    + "properties: { a: { type: number } } }] }",
                "oneOf: { texts: \"[String]\", flag: Bool, penName: "
            ),
            (
                "{ anyOf: [{ type: string, enum: [now] }, { type: integer, format: unix-time }] }",
                "date: { type: Date, transformer: unixSeconds }"
            ),
            (
                "{ anyOf: [{ $ref: '#/components/schemas/pet' }, { $ref: '#/components/schemas/dead' }] }",
                "pet: Pet, dead: Dead"
            ),
            (
                "{ anyOf: [{ type: string, enum: [now] }, { type: integer, format: unixtime }] }",
                "date: { type: Date, transformer: unixSeconds }"
            ),
            ("{ type: integer, format: u-int64 }", "returns: UInt64"),
            (
                "{ anyOf: [{ type: object, additionalProperties: { type: string } }, { type: string, enum: [''] }] }",
                "DictionaryOrText:\n    oneOf: { dictionary: \"[String: String]\", text: EmptyText }"
            ),
            ("{ anyOf: [{ type: string }, { type: string, enum: [''] }] }", "returns: String"),
            ("{ anyOf: [{ type: integer }, { type: number }] }", "returns: Double"),
            ("{ type: [string, integer, 'null'] }", "oneOf: { text: String, integer: Int }"),
            (
                "{ type: [boolean, array], items: { type: integer } }",
                "oneOf: { flag: Bool, integers: \"[Int]\" }"
            ),
        ])
    func alternatives(_ schema: String, _ line: String) {
        let imported = ImportedDocument(
            Self.document(
                schema,
                components: """
                    { pet: { type: object, required: [id, name], properties: { id: { type: string }, name: { type: string } } },
                    dead: { type: object, required: [id], properties: { id: { type: string }, died: { type: boolean } } } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.diagnostics.isEmpty)
        #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
        #expect(imported.proof?.schemas.share == 100)
    }

    @Test("a model in a union keeps the discriminator if it also occurs elsewhere")
    func keptKey() {
        let imported = ImportedDocument(
            Self.document(
                "{ type: object, properties: { any: { oneOf: [{ $ref: '#/components/schemas/card' }, "
                    + "{ $ref: '#/components/schemas/bank' }] }, card: { $ref: '#/components/schemas/card' } } }",
                components: """
                    { card: { type: object, required: [object], properties: { object: { type: string, enum: [card] }, \
                    last: { type: string } } }, bank: { type: object, required: [object], properties: { \
                    object: { type: string, enum: [bank] }, iban: { type: string } } } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("oneOf: { card: Card, bank: Bank }"))
        #expect(imported.yaml.contains("object: CardObject"))
        #expect(imported.proof?.schemas.share == 100)
    }

    @Test("a recursive value is a model, which is optional where it is required endlessly")
    func recursion() {
        let imported = ImportedDocument(
            Self.document(
                "{ $ref: '#/components/schemas/node' }",
                components: """
                    { node: { type: object, required: [mate], properties: { next: { $ref: "#/components/schemas/node" }, \
                    all: { type: array, items: { $ref: "#/components/schemas/node" } }, mate: { $ref: "#/components/schemas/mate" } } }, \
                    mate: { type: object, required: [node], properties: { node: { $ref: "#/components/schemas/node" } } } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("next: Node?"))
        #expect(imported.yaml.contains("all: \"[Node]?\""))
        #expect(imported.yaml.contains("mate: Mate\n"))
        #expect(imported.yaml.contains("node: Node?  # In the document it is required"))
        #expect(imported.messages == ["each `Node` would contain another one here, so none would ever be complete"])
    }

    @Test("a union that is an alternative of itself, directly or through others, loses that alternative")
    func recursiveAlternatives() {
        let imported = ImportedDocument(
            Self.document(
                "{ $ref: '#/components/schemas/a' }",
                components: """
                    { a: { anyOf: [{ type: string }, { $ref: "#/components/schemas/a" }, { $ref: "#/components/schemas/b" }] }, \
                    b: { anyOf: [{ type: integer }, { $ref: "#/components/schemas/a" }, { type: boolean }] } }
                    """))
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("A:\n    oneOf: { text: String, b: B }"))
        #expect(imported.yaml.contains("B:\n    oneOf: { integer: Int, flag: Bool }"))
        #expect(imported.messages == Array(repeating: "`A` would be an alternative of itself here", count: 2))
    }

    @Test(
        "hostile names become Swift names",
        arguments: [
            "self", "Type", "init", "hashValue", "a.b", "tags[0]", "9lives", "", " ", "💥", "ünï", "class", "String",
            "\\\"quoted\\\"", "a\\nb", "__proto__", "$ref2", "-", "id", "Draft", "true", "null", "~", "rowID",
        ])
    func hostileNames(_ name: String) {
        let quoted = "\"\(name)\""
        let imported = ImportedDocument(
            """
            openapi: 3.0.0
            info: { title: \(quoted), version: "1" }
            paths:
              /x:
                post:
                  operationId: \(quoted)
                  tags: [\(quoted)]
                  parameters: [{ name: \(quoted), in: query, schema: { type: string, enum: [\(quoted), other] } }]
                  requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/M" } } } }
                  responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/M" } } } } }
            components:
              schemas:
                M: { type: object, properties: { \(quoted): { type: string, description: \(quoted) }, b: { $ref: "#/components/schemas/N" } } }
                N: { type: object, properties: { \(quoted): { type: object, properties: { \(quoted): { enum: [\(quoted), x] } } } } }
            """)
        #expect(imported.problems.map(\.message) == [], "\(imported.yaml)")
        #expect(imported.proof?.operations.all == 1)
    }
}
