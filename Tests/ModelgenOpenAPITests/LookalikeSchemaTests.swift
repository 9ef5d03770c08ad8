import Testing

/// A document whose operations return each schema, and replace it.
private func document(_ schemas: String, returning names: [String]) -> ImportedDocument {
    let paths = names.map { name in
        let content = "{ application/json: { schema: { $ref: '#/components/schemas/\(name)' } } }"
        return """
              /\(name.lowercased())s/{id}:
                parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
                get: { operationId: get\(name), responses: { '200': { description: '', content: \(content) } } }
                put:
                  operationId: set\(name)
                  requestBody: { content: \(content) }
                  responses: { '204': { description: '' } }

            """
    }
    return ImportedDocument(
        """
        openapi: 3.1.0
        info: { title: T, version: '1' }
        paths:
        \(paths.joined())components:
          schemas:
        \(schemas)
        """)
}

@Suite("Schemas that only look alike")
struct LookalikeSchemaTests {
    @Test("numbers and texts are different enums")
    func enumerations() {
        let imported = document(
            """
                A: { type: object, required: [status], properties: { status: { type: integer, enum: [0, 1] } } }
                B: { type: object, required: [status], properties: { status: { type: string, enum: ["0", "1"] } } }
                C: { type: object, required: [status], properties: { status: { type: string, enum: ["0", "1"] } } }
            """, returning: ["A", "B", "C"])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.ranges(of: "raw: Int").count == 1, "\(imported.yaml)")
        #expect(imported.yaml.contains("      status: AStatus\n"), "\(imported.yaml)")
        // Those that are the same remain one.
        #expect(imported.yaml.ranges(of: "      status: CStatus\n").count == 2, "\(imported.yaml)")
        #expect(imported.proof?.schemas.different.map(\.name) == [])
    }

    @Test("dates in different forms are different cases")
    func alternatives() {
        let imported = document(
            """
                A: { type: object, properties: { day: { oneOf: [{ type: integer }, { type: string, format: date }] } } }
                B: { type: object, properties: { at: { oneOf: [{ type: integer }, { type: string, format: date-time }] } } }
            """, returning: ["A", "B"])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.ranges(of: "oneOf:").count == 2, "\(imported.yaml)")
        #expect(imported.yaml.ranges(of: "dateFormat(\"yyyy-MM-dd\")").count == 1, "\(imported.yaml)")
        #expect(imported.proof?.schemas.different.map(\.name) == [])
    }

    @Test("lists of dates in different forms are different cases")
    func listsOfDates() {
        let imported = document(
            """
                A:
                  type: object
                  properties:
                    days:
                      oneOf:
                        - { type: array, items: { type: string, format: date } }
                        - { type: array, items: { type: string, format: date-time } }
            """, returning: ["A"])
        #expect(imported.problems.isEmpty)
        #expect(
            imported.yaml.contains("dates: { type: \"[Date]\", transformer: 'dateFormat(\"yyyy-MM-dd\")' }"),
            "\(imported.yaml)")
        #expect(imported.yaml.contains("dates2: \"[Date]\""), "\(imported.yaml)")
        #expect(imported.proof?.schemas.different.map(\.name) == [])
    }

    @Test(
        "alternatives that are all Booleans are one",
        arguments: [
            ("anyOf: [{ type: boolean, const: true }, { type: boolean, const: false }]", "Bool?"),
            ("oneOf: [{ type: boolean }, { type: boolean, description: old servers }]", "Bool?"),
            ("oneOf: [{ anyOf: [{ const: true }, { const: false }] }, { type: boolean }]", "Bool?"),
            ("oneOf: [{ type: boolean }, { type: boolean, description: old }, { type: integer }]", "FlagOrInteger?"),
        ])
    func flags(alternatives: String, type: String) {
        let imported = document("    A: { type: object, properties: { done: { \(alternatives) } } }", returning: ["A"])
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("      done: \(type)\n"), "\(imported.yaml)")
        #expect(imported.proof?.schemas.different.map(\.name) == [])
    }

    @Test("one number twice among the alternatives is one case")
    func repeatedNumbers() {
        let imported = document(
            "    A: { type: object, properties: { n: { oneOf: [{ type: integer, const: 1 }, { type: integer, const: 1 }, { type: integer, const: 2 }] } } }",
            returning: ["A"])
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("cases: { value1: 1, value2: 2 }"), "\(imported.yaml)")
    }

    @Test("a discriminator may map to a name with a dot, and one that leads nowhere is reported")
    func mappings() {
        func zoo(_ mapping: String) -> ImportedDocument {
            document(
                """
                    Animal:
                      oneOf: [{ $ref: '#/components/schemas/Zoo.Cat' }, { $ref: '#/components/schemas/Zoo.Dog' }]
                      discriminator: { propertyName: kind, mapping: \(mapping) }
                    Zoo.Cat: { type: object, required: [kind], properties: { kind: { type: string }, lives: { type: integer } } }
                    Zoo.Dog: { type: object, required: [kind], properties: { kind: { type: string }, tricks: { type: integer } } }
                """, returning: ["Animal"])
        }
        let imported = zoo("{ cat: Zoo.Cat, dog: Zoo.Dog }")
        #expect(imported.messages == [])
        #expect(imported.yaml.contains("oneOf: { cat: ZooCat, dog: ZooDog }"), "\(imported.yaml)")
        for target in ["Zoo.Bird", "Bird", "#/components/schemas/Bird"] {
            let wrong = zoo("{ cat: Zoo.Cat, dog: '\(target)' }")
            #expect(wrong.diagnostics.map(\.rule) == ["openapi-reference"], "\(wrong.messages)")
            #expect(wrong.diagnostics.map(\.severity) == [.warning])
            #expect(wrong.yaml.contains("oneOf: { cat: ZooCat, Zoo.Dog: ZooDog }"), "\(wrong.yaml)")
        }
    }

    @Test("a schema whose name no case can have is another model", arguments: ["Init", "self", "HashValue"])
    func reservedCases(name: String) {
        let imported = document(
            """
                Event:
                  oneOf: [{ $ref: '#/components/schemas/\(name)' }, { $ref: '#/components/schemas/Note' }]
                  discriminator: { propertyName: type }
                \(name): { type: object, required: [type], properties: { type: { const: a }, n: { type: integer } } }
                Note: { type: object, required: [type], properties: { type: { const: note }, n: { type: integer } } }
            """, returning: ["Event"])
        #expect(imported.messages == [])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("Model, note: Note }"), "\(imported.yaml)")
    }

    @Test("an object without fields is a model, also as a case with a discriminator")
    func emptyObjects() {
        let imported = document(
            """
                Event:
                  oneOf: [{ $ref: '#/components/schemas/Ping' }, { $ref: '#/components/schemas/Note' }]
                  discriminator: { propertyName: type }
                Ping: { type: object, required: [type], properties: { type: { const: ping } } }
                Note: { type: object, required: [type, text], properties: { type: { const: note }, text: { type: string } } }
            """, returning: ["Event"])
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("oneOf: { ping: Ping, note: Note }"), "\(imported.yaml)")
        #expect(imported.yaml.contains("  Ping:\n    fields: {}\n"), "\(imported.yaml)")
        #expect(imported.proof?.schemas.different.map(\.name) == [])
    }

    @Test("a discriminator stays in a model that is also sent alone, which is reported")
    func discriminators() {
        let imported = document(
            """
                Pet:
                  oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]
                  discriminator: { propertyName: petType, mapping: { cat: '#/components/schemas/Cat', dog: '#/components/schemas/Dog' } }
                Cat: { type: object, required: [petType], properties: { petType: { type: string }, lives: { type: integer } } }
                Dog: { type: object, required: [petType], properties: { petType: { type: string }, tricks: { type: integer } } }
            """, returning: ["Pet", "Cat"])
        #expect(imported.problems.isEmpty)
        let yaml = imported.yaml
        #expect(yaml.contains("      petType: { type: String, json: { path: petType, encode: false } }\n"), "\(yaml)")
        #expect(yaml.ranges(of: "petType:").count == 1, "\(yaml)")
        #expect(imported.messages.contains { $0.hasPrefix("`petType` of `Cat` is read, but only written in a union") })
    }

    @Test("thousands of values with the same name take no time for each pair", .timeLimit(.minutes(2)))
    func manyValues() {
        let values = (0..<20_000).map {
            "\"\(String(UnicodeScalar(0x1F300 + $0 / 100)!))\(String(UnicodeScalar(0x1F300 + $0 % 100)!))\""
        }
        let imported = document(
            "    A: { type: string, enum: [\(values.joined(separator: ", "))] }\n", returning: ["A"])
        #expect(imported.yaml.contains("other20000"), "\(imported.yaml.prefix(500))")
    }

    @Test(
        "a reference that leads nowhere is reported below every keyword, whatever its property is called",
        arguments: [
            "properties", "patternProperties", "dependentSchemas", "$defs", "definitions",
        ], ["default", "enum", "x-id", "const", "example"])
    func references(keyword: String, name: String) {
        let imported = document(
            "    A: { type: object, \(keyword): { \(name): { $ref: '#/components/schemas/Nowhere' } } }\n",
            returning: ["A"])
        #expect(imported.diagnostics.contains { $0.rule == "openapi-reference" }, "\(imported.messages)")
    }

    @Test("names that are not ASCII are the same in the proof")
    func letters() {
        let imported = document(
            """
                Größe: { type: object, required: [wert], properties: { wert: { type: integer }, art: { $ref: '#/components/schemas/Maß' } } }
                Maß: { type: string, enum: [kg, t] }
            """, returning: ["Größe"])
        #expect(imported.problems.isEmpty)
        #expect(imported.proof?.unused == 0)
        #expect(imported.proof?.schemas.equal == 2)
        #expect(imported.proof?.operations.different.map(\.name) == [])
    }

    @Test(
        "a schema is only renamed to a name that a model can have and no other has",
        arguments: [
            (["A": "my-pet"], "`my-pet`, the name for `A`, cannot be the name of a model"),
            (["A": "String"], "`String`, the name for `A`, cannot be the name of a model"),
            (["A": ""], "``, the name for `A`, cannot be the name of a model"),
            (["A": "B"], "`A` and `B` would both be called `B`"),
            (["A": "X", "B": "X"], "`A` and `B` would both be called `X`"),
            (["Aa": "X"], "there is no schema `Aa` to rename"), (["A": "B", "B": "A"], nil), (["A": "Ä"], nil),
        ] as [([String: String], String?)])
    func renames(names: [String: String], message: String?) {
        let schemas =
            "{ A: { type: object, properties: { a: { type: string } } }, B: { type: object, properties: { b: { type: string } } } }"
        let imported = ImportedDocument(
            "openapi: 3.1.0\ninfo: { title: T, version: '1' }\npaths: {}\ncomponents: { schemas: \(schemas) }\n",
            renames: names)
        #expect(imported.messages.first == message)
        #expect(imported.texts.isEmpty == (message != nil))
        #expect(imported.problems.isEmpty)
    }

    @Test("a transformer converts the values of a dictionary or a list, except those that may be null")
    func transformedElements() throws {
        let imported = ImportedDocument(
            paths: """
                  /days:
                    get: { operationId: read, responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Days" } } } } } }
                """,
            schemas: """
                    Days:
                      type: object
                      required: [byName, dates]
                      properties:
                        byName: { type: object, additionalProperties: { type: string, format: date } }
                        seen: { type: object, additionalProperties: { type: integer, format: unix-time } }
                        known: { type: object, additionalProperties: { type: [string, "null"], format: date } }
                        dates: { type: array, items: { type: [string, "null"], format: date } }
                """)
        #expect(imported.messages.isEmpty)
        try imported.expect([
            "byName: { type: \"[String: Date]\", transformer: 'dateFormat(\"yyyy-MM-dd\")' }",
            "seen: { type: \"[String: Date]?\", transformer: unixSeconds }",
            "known: \"[String: String?]?\"", "dates: \"[String?]\"",
        ])
    }
}
