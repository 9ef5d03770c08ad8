import ModelgenDiagnostics
import Testing

@Suite("Selections from OpenAPI")
struct OpenAPISelectionTests {
    private let document = """
        openapi: 3.0.0
        info: { title: Shop, version: "1" }
        paths:
          /items:
            get: { operationId: listItems, tags: [items], responses: { "200": { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/item" } } } } } } }
          /items/{id}:
            get:
              operationId: getItem
              tags: [items]
              parameters: [{ name: id, in: path, required: true, schema: { type: integer, format: int64 } }]
              responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/item" } } } } }
          /users:
            get: { operationId: listUsers, tags: [users], responses: { "200": { content: { application/json: { schema: { type: array, items: { $ref: "#/components/schemas/user" } } } } } } }
        components:
          schemas:
            item: { type: object, required: [id], properties: { id: { type: integer, format: int64 }, owner: { $ref: "#/components/schemas/simple-user" } } }
            simple-user: { type: object, properties: { name: { type: string } } }
            user: { type: object, properties: { id: { type: integer } } }
        """

    @Test("operations at a path of objects are a resource, by the field in the path")
    func resources() {
        let imported = ImportedDocument(document, only: ["items"])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("operations: [list, get]"))
        #expect(imported.yaml.contains("path: items"))
        #expect(!imported.yaml.contains("  User:"))
    }

    @Test(
        "a path selects as the document writes it",
        arguments: ["/days/{day}", "/Größe", "/items#deep"])
    func writtenPaths(path: String) {
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Days, version: "1" }
            paths:
              /days/{day}:
                parameters: [{ name: day, in: path, required: true, style: label, schema: { type: integer } }]
                get: { operationId: one, responses: { "204": {} } }
              /Größe: { get: { operationId: two, responses: { "204": {} } } }
              "/items#deep": { get: { operationId: three, responses: { "204": {} } } }
            """, only: [path])
        #expect(imported.messages == [])
        #expect(imported.proof?.operations.equal == 1)
    }

    @Test("a path selects its operations with any fragment", arguments: [("/queue", 3), ("/queue#purge", 1)])
    func fragments(path: String, count: Int) {
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Jobs, version: "1" }
            paths:
              "/queue#create": { post: { operationId: make, responses: { "204": {} } } }
              "/queue#purge": { delete: { operationId: purge, responses: { "204": {} } } }
              "/queue/jobs#all": { get: { operationId: jobs, responses: { "204": {} } } }
              "/queues#all": { get: { operationId: others, responses: { "204": {} } } }
            """, only: [path])
        #expect(imported.messages == [])
        #expect(imported.proof?.operations.all == count)
        #expect(imported.yaml.contains("purge:"), "\(imported.yaml)")
        #expect(!imported.yaml.contains("others:"), "\(imported.yaml)")
    }

    @Test("a selection that finds nothing has a rule of its own")
    func nothingSelected() {
        #expect(ImportedDocument(document, only: ["/prices"]).diagnostics.map(\.rule) == ["openapi-selection"])
        #expect(ImportedDocument(document, renames: ["X": "Y"]).diagnostics.map(\.rule) == ["openapi-selection"])
    }

    @Test("a schema that only refers to another is renamed with it; two names for one are an error")
    func renamedAliases() {
        let pet = "Pet: { type: object, properties: { name: { type: string } } }"
        let alias = "Animal: { $ref: '#/components/schemas/Pet' }"
        for schemas in ["\(pet), \(alias)", "\(alias), \(pet)"] {
            func imported(_ renames: [String: String]) -> ImportedDocument {
                ImportedDocument(
                    """
                    openapi: 3.0.3
                    info: { title: Pets, version: "1" }
                    paths: { /pet: { get: { responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/Pet' } } } } } } } }
                    components: { schemas: { \(schemas) } }
                    """, renames: renames)
            }
            for name in ["Animal", "Pet"] {
                let renamed = imported([name: "Creature"])
                #expect(renamed.messages == [])
                #expect(renamed.yaml.contains("  Creature:\n"), "\(renamed.yaml)")
            }
            let twice = imported(["Animal": "Creature", "Pet": "Beast"])
            #expect(twice.messages == ["`Animal` and `Pet` are one schema, which cannot have two names"])
        }
    }

    @Test("a status without a body does not make another operation of one on an object")
    func bodilessStatuses() {
        let thing = "{ content: { application/json: { schema: { $ref: '#/components/schemas/Thing' } } } }"
        let id = "{ name: thing_id, in: path, required: true, schema: { type: string } }"
        let body = "requestBody: \(thing)"
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Things, version: "1" }
            paths:
              /things:
                post: { operationId: make, tags: [things], \(body), responses: { "201": \(thing), "202": {} } }
              /things/{thing_id}:
                parameters: [\(id)]
                get:
                  operationId: find
                  tags: [things]
                  parameters: [{ name: If-None-Match, in: header, schema: { type: string } }]
                  responses: { "200": \(thing), "304": {} }
                put: { operationId: set, tags: [things], \(body), responses: { "200": \(thing), "204": {} } }
            components: { schemas: { Thing: { type: object, required: [id], properties: { id: { type: string } } } } }
            """)
        #expect(imported.problems.map(\.message) == [])
        #expect(imported.yaml.contains("operations: [get, create, update]"), "\(imported.yaml)")
        #expect(imported.yaml.contains(#"responses: { "200": Thing, "304": none }"#), "\(imported.yaml)")
        #expect(imported.proof?.operations.equal == 3)
    }

    @Test("a header of an operation replaces that of its path in any case")
    func headersInAnyCase() {
        let header = "in: header, schema: { type: string }"
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Things, version: "1" }
            paths:
              /things:
                parameters: [{ name: X-Request-ID, \(header) }]
                post:
                  operationId: make
                  tags: [things]
                  parameters: [{ name: x-request-id, \(header), required: true }, { name: X-REQUEST-ID, \(header) }]
                  responses: { "204": {} }
            """)
        #expect(imported.problems.map(\.message) == [])
        #expect(imported.yaml.contains("x-request-id: { type: String, name: xRequestId }"), "\(imported.yaml)")
        #expect(!imported.yaml.contains("X-R"), "\(imported.yaml)")
    }

    @Test(
        "dates in a form of their own are what is sent, where models have no place for their transformer",
        arguments: [
            ("{ type: string, format: date }", "String"), ("{ type: integer, format: unix-time }", "Double"),
            ("{ type: string, format: date-time }", "Date"),
        ])
    func nestedDates(_ date: String, _ sent: String) {
        func content(_ schema: String) -> String { "{ content: { application/json: { schema: \(schema) } } }" }
        let list = "{ type: array, items: \(date) }"
        let fields = [
            ("lists", "{ type: array, items: \(list) }", "[[\(sent)]]?"),
            ("mapped", "{ type: object, additionalProperties: \(list) }", "[String: [\(sent)]]?"),
            (
                "gaps", "{ type: object, additionalProperties: { anyOf: [\(date), { type: 'null' }] } }",
                "[String: \(sent)?]?"
            ),
        ]
        let properties = fields.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Days, version: "1" }
            paths:
              /day: { get: { operationId: day, tags: [days], responses: { "200": \(content(date)) } } }
              /days: { post: { operationId: set, tags: [days], requestBody: \(content(list)), responses: { "200": \(content(list)) } } }
              /all: { get: { operationId: all, tags: [days], responses: { "200": \(content("{ type: object, properties: { \(properties) } }")) } } }
            """)
        #expect(imported.messages == [])
        #expect(imported.problems.map(\.message) == [])
        for (name, _, type) in fields { #expect(imported.yaml.contains("\(name): \"\(type)\""), "\(imported.yaml)") }
        #expect(imported.yaml.contains("day: { path: day, returns: \(sent) }"), "\(imported.yaml)")
        #expect(imported.yaml.contains("body: \"[\(sent)]\", returns: \"[\(sent)]\""), "\(imported.yaml)")
    }

    @Test(
        "parameters and parts keep their names, unless that of the body is the same",
        arguments: [
            (type: "multipart/form-data", expected: ["file", "body", "draft", "patch"]),
            ("application/json", ["file", "queryBody", "queryDraft", "queryPatch"]),
            ("application/octet-stream", ["queryFile", "body", "draft", "patch"]),
            ("", ["file", "body", "draft", "patch"]),
        ])
    func keptNames(_ type: String, _ expected: [String]) {
        let names = ["file", "body", "draft", "patch"]
        let parts = names.map { "\($0): { type: string, format: binary }" }.joined(separator: ", ")
        let parameters = names.map { "{ name: \($0), in: query, schema: { type: string } }" }.joined(separator: ", ")
        let isForm = type.hasPrefix("multipart/")
        let body = "requestBody: { content: { \(type): { schema: { type: object, properties: { \(parts) } } } } }, "
        let imported = ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Things, version: "1" }
            paths:
              /things: { post: { operationId: send, tags: [things], \(type.isEmpty ? "" : body)\
            parameters: [\(isForm ? "" : parameters)], responses: { "204": {} } } }
            """)
        #expect(imported.problems.map(\.message) == [])
        for name in expected { #expect(imported.yaml.contains(" \(name): "), "\(imported.yaml)") }
    }

    @Test(
        "only the selection is imported, by operation, tag or path, with what it needs",
        arguments: ["getItem", "items", "/items"])
    func only(_ word: String) {
        let imported = ImportedDocument(document, only: [word])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("  SimpleUser:"))
        #expect(!imported.yaml.contains("listUsers"))
    }

    @Test("a selection only warns about what it imports", arguments: [(only: ["getPet"], count: 1), ([], 3)])
    func selectedWarnings(_ only: [String], _ count: Int) {
        func operation(_ id: String, _ schema: String) -> String {
            """
            get: { operationId: \(id), responses: { "200": { description: "", content: { application/json: { schema: \(schema) } } } } }
            """
        }
        let imported = ImportedDocument(
            """
            openapi: 3.0.3
            info: { title: Pets, version: "1" }
            paths:
              /pet: { \(operation("getPet", "{ $ref: '#/components/schemas/Pet' }")) }
              /toy: { \(operation("getToy", "{ $ref: '#/components/schemas/Toy' }")) }
              /box:
                { \(operation("getBox", "{ type: object, properties: { a: { type: string } }, additionalProperties: { type: string } }")) }
            components:
              schemas:
                Pet: { type: object, properties: { name: { type: string } }, additionalProperties: { type: string } }
                Toy: { type: object, properties: { name: { type: string } }, additionalProperties: { type: string } }
            """,
            only: only)
        #expect(imported.diagnostics.count { $0.rule == "openapi-unsaid" } == count)
    }

    @Test("the path of the service itself, and operations whose paths only differ in a fragment, are calls")
    func rootAndFragments() {
        let imported = ImportedDocument(
            """
            openapi: 3.0.0
            info: { title: Shop, version: "1" }
            paths:
              /: { get: { operationId: root, tags: [items], responses: { "204": { description: None. } } } }
              /links#add: { put: { operationId: addLink, tags: [items], responses: { "204": { description: None. } } } }
              /links#remove: { put: { operationId: removeLink, tags: [items], responses: { "204": { description: None. } } } }
            """)
        #expect(imported.problems.isEmpty)
        #expect(imported.diagnostics.isEmpty)
        for line in [
            "root: { path: / }", "addLink: { path: links, method: PUT }", "removeLink: { path: links, method: PUT }",
        ] {
            #expect(imported.yaml.contains(line), "\(line) in \(imported.yaml)")
        }
    }

    @Test("integers with titles become an enum with those names")
    func titledIntegers() {
        let imported = ImportedDocument(
            OpenAPITranslationTests.document(
                "{ type: integer, oneOf: [{ title: GUILD_TEXT, const: 0 }, { title: DM, const: 1 }], format: int32 }"))
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("raw: Int, cases: { guildText: 0, dm: 1 }"), "\(imported.yaml)")
        #expect(imported.proof?.operations.share == 100)
    }

    @Test("a name that matches nothing is an error")
    func unknown() {
        #expect(ImportedDocument(document, only: ["nothing"]).diagnostics.containsErrors)
    }

    @Test("a model has the requested name, wherever it is used")
    func renames() {
        let imported = ImportedDocument(document, renames: ["simple-user": "Owner"])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("owner: Owner?"))
        #expect(imported.proof?.operations.share == 100)
    }
}
