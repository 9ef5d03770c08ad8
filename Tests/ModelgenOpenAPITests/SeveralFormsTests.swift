import Testing

/// Objects that a document describes in several forms, of which none may be lost.
@Suite("Objects of several forms imported from OpenAPI")
struct SeveralFormsTests {
    /// A service that takes and returns a pet.
    private static func pets(_ schemas: String, version: String = "3.0.3") -> ImportedDocument {
        ImportedDocument(
            version: version,
            paths: """
                  /pets:
                    post:
                      operationId: addPet
                      requestBody: { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } }
                      responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } } } }
                """, schemas: schemas)
    }

    @Test("an alternative that only says `nullable` is null")
    func nullableAlternative() throws {
        let imported = Self.pets(
            """
                Owner: { type: object, properties: { name: { type: string } } }
                Pet: { type: object, properties: { owner: { anyOf: [{ $ref: "#/components/schemas/Owner" }, { nullable: true }] } } }
            """)
        try imported.expect(["owner: Owner?"])
        #expect(imported.proof?.schemas.share == 100)
    }

    @Test("properties of alternatives are added to those beside them")
    func propertiesBesideAlternatives() throws {
        let imported = Self.pets(
            """
                Pet:
                  type: object
                  required: [name, kind]
                  properties: { name: { type: string } }
                  oneOf:
                    - { required: [lives], properties: { kind: { enum: [cat] }, lives: { type: integer } } }
                    - { properties: { kind: { enum: [dog, wolf] }, bark: { type: string } } }
            """)
        #expect(imported.messages.isEmpty)
        try imported.expect([
            "name: String", "kind: PetKind", "lives: Int?", "bark: String?", "cases: [cat, dog, wolf]",
        ])
    }

    @Test("and so are those of alternatives among the parts of an `allOf`")
    func alternativesAmongParts() throws {
        let imported = Self.pets(
            """
                Pet:
                  allOf:
                    - oneOf:
                        - { type: object, required: [page], properties: { page: { type: integer } } }
                        - { type: object, required: [offset], properties: { offset: { type: integer } } }
                    - { type: object, required: [name], properties: { name: { type: string } } }
            """)
        #expect(imported.messages.isEmpty)
        try imported.expect(["name: String", "page: Int?", "offset: Int?"])
    }

    @Test(
        "a value that is one of several and one of several others has the properties of all",
        arguments: [
            "{ allOf: [{ oneOf: [A, B] }, { oneOf: [C, D] }] }", "{ oneOf: [A, B], anyOf: [C, D] }",
            "{ allOf: [{ oneOf: [A, B] }], oneOf: [C, D] }",
        ])
    func severalGroups(_ schema: String) throws {
        var schema = schema
        for name in ["a", "b", "c", "d"] {
            let object =
                "{ type: object, required: [\(name), all], properties: { \(name): { type: string }, all: { type: string } } }"
            schema = schema.replacing(name.uppercased(), with: object)
        }
        let imported = Self.pets("    Pet: \(schema)")
        #expect(imported.messages == [])
        try imported.expect(["a: String?", "b: String?", "c: String?", "d: String?", "all: String\n"])
    }

    @Test("objects that only a Boolean distinguishes are one, unless a key that only one requires or a text does")
    func alternativesToldByFlag() throws {
        func pets(_ required: String, kind: (String, String) = ("a", "a"), flag: String = "false") -> ImportedDocument {
            Self.pets(
                """
                    Fed: { type: object, required: [ok, kind], properties: { ok: { type: boolean, enum: [true] }, kind: { type: string, enum: [\(kind.0), b] }, food: { type: string } } }
                    Hungry: { type: object, required: \(required), properties: { ok: { type: boolean, enum: [\(flag)] }, kind: { type: string, enum: [\(kind.1)] }, reason: { type: string } } }
                    Pet: { oneOf: [{ $ref: "#/components/schemas/Fed" }, { $ref: "#/components/schemas/Hungry" }] }
                """)
        }
        try pets("[ok, kind]").expect(["ok: Bool\n", "food: String?", "reason: String?"])
        for union in [
            pets("[ok, kind, reason]"), pets("[ok, kind]", kind: ("a", "c")), pets("[ok, kind]", flag: "true"),
        ] {
            try union.expect(["oneOf: { fed: Fed, hungry: Hungry }"])
        }
    }

    @Test("a discriminator as the only property beside alternatives is that of a union")
    func discriminatorAsProperty() throws {
        let imported = Self.pets(
            """
                Cat: { type: object, required: [lives], properties: { lives: { type: integer } } }
                Dog: { type: object, required: [bark], properties: { bark: { type: string } } }
                Pet:
                  type: object
                  required: [kind]
                  properties: { kind: { type: string } }
                  discriminator: { propertyName: kind }
                  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
            """)
        try imported.expect(["json: { discriminator: kind, unknown: keep }", "oneOf: { Cat: Cat, Dog: Dog }"])
    }

    @Test("an alternative that extends the whole has its properties, and none of the other alternatives")
    func alternativesThatExtend() throws {
        let parts = """
                Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [lives], properties: { lives: { type: integer } } }] }
                Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { prey: { $ref: "#/components/schemas/Cat" } } }] }
            """
        let whole = """
                Pet:
                  type: object
                  required: [kind]
                  properties: { kind: { type: string }PROPERTIES }
                  discriminator: { propertyName: kind }
                  oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }]
            """
        func text(_ properties: String) -> String { whole.replacing("PROPERTIES", with: properties) }
        for schemas in [
            parts + "\n" + text(", name: { type: string }"), text(", name: { type: string }") + "\n" + parts,
        ] {
            let imported = Self.pets(schemas)
            #expect(imported.messages == [])
            try imported.expect(
                ["kind: String", "name: String?", "lives: Int?", "lives: Int\n", "prey: Cat?"])
            #expect(imported.yaml.split(separator: "prey").count == 2, "\(imported.yaml)")
        }
        for schemas in [parts + "\n" + text(""), text("") + "\n" + parts] {
            let imported = Self.pets(schemas)
            let message =
                "`kind` of `Cat` is read, but only written in a union: a request with this model alone lacks it"
            #expect(imported.messages == [message])
            #expect(imported.problems.isEmpty)
            #expect(imported.yaml.contains("oneOf: { Cat: Cat, Dog: Dog }"), "\(imported.yaml)")
            #expect(imported.yaml.contains("kind: { type: String, json: { path: kind, encode: false } }"))
        }
    }

    @Test("more properties of extensions than a struct can have are reported, and left out")
    func manyExtensions() throws {
        let subtypes = (0..<700).map {
            "    Pet\($0): { allOf: [{ $ref: '#/components/schemas/Pet' }, { properties: { p\($0): { type: string } } }] }"
        }
        let imported = Self.pets(
            """
                Pet: { type: object, discriminator: { propertyName: kind }, properties: { kind: { type: string } } }
            \(subtypes.joined(separator: "\n"))
            """)
        #expect(
            imported.messages == ["`Pet` has alternatives that have more than 600 properties, besides its properties"])
        #expect(imported.yaml.contains("kind: String?"))
        #expect(imported.problems.isEmpty)
    }

    @Test("a schema that others extend has their properties, too")
    func inheritance() throws {
        let imported = Self.pets(
            """
                Pet:
                  type: object
                  required: [kind]
                  discriminator: { propertyName: kind }
                  properties: { kind: { type: string } }
                Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, required: [lives], properties: { lives: { type: integer, default: 9 } } }] }
                Lion: { allOf: [{ $ref: "#/components/schemas/Cat" }, { type: object, properties: { mane: { type: boolean } } }] }
                Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { type: object, properties: { bark: { type: string } } }] }
            """)
        #expect(imported.messages.isEmpty)
        try imported.expect(["kind: String", "lives: Int?", "mane: Bool?", "bark: String?"])
    }

    @Test("a case with nothing but its discriminator is there after an export, too")
    func emptyCases() throws {
        let imported = Self.pets(
            """
                Cat: { type: object, required: [kind], properties: { kind: { enum: [cat] } } }
                Dog: { type: object, required: [kind], properties: { kind: { enum: [dog] } } }
                Pet: { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }] }
            """)
        #expect(imported.yaml.contains("oneOf: { cat: Cat, dog: Dog }"), "\(imported.yaml)")
        let again = ImportedDocument(try RoundTrip.exported(imported), path: "api.json")
        #expect(again.messages.isEmpty)
        #expect(again.yaml.contains("oneOf: { cat: "), "\(again.yaml)")
    }

    @Test("alternatives that are not objects are reported")
    func otherAlternatives() {
        let imported = Self.pets(
            """
                Pet: { properties: { name: { type: string } }, oneOf: [{ type: string }, { type: integer }] }
            """)
        #expect(imported.messages == ["`Pet` has alternatives that are not objects, besides its properties"])
    }
}
