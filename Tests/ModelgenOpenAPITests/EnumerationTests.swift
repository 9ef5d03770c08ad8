import Testing

/// What extensions say about the values of an enum.
@Suite("Enums imported from OpenAPI")
struct EnumerationTests {
    private static func imported(_ schema: String) -> ImportedDocument {
        ImportedDocument(
            """
            openapi: 3.1.0
            info: { title: Cards, version: "1" }
            paths: {}
            components:
              schemas:
                Card:
                  type: object
                  properties:
                    rank: \(schema)
            """)
    }

    @Test(
        "extensions name the cases",
        arguments: [
            "{ type: integer, enum: [0, 1, 10], x-enum-varnames: [LOW, in_between, HighRank] }",
            "{ type: integer, enum: [0, 1, 10], x-enumNames: [Low, InBetween, HighRank] }",
            "{ allOf: [{ type: integer, enum: [0, 1, 10], x-enum-varnames: [low, inBetween, highRank] }] }",
        ])
    func names(_ schema: String) {
        let imported = Self.imported(schema)
        #expect(
            imported.yaml.contains("raw: Int, cases: { low: 0, inBetween: 1, highRank: 10 }, unknown: keep"),
            "\(imported.yaml)")
        #expect(imported.problems.isEmpty)
    }

    @Test("names that are missing, or the same, or no names, do no harm")
    func badNames() {
        let imported = Self.imported(#"{ type: string, enum: [a, b, c, null, d], x-enum-varnames: [x, x, "", n, 7] }"#)
        #expect(imported.problems.isEmpty)
        #expect(imported.yaml.contains("cases: { x: a, x2: b, empty: c, value7: d }"), "\(imported.yaml)")
        let short = Self.imported("{ type: string, enum: [a, b], x-enum-varnames: [first] }")
        #expect(short.yaml.contains("cases: { first: a, b: b }"), "\(short.yaml)")
    }

    @Test(
        "extensions document the cases",
        arguments: [
            "x-enum-descriptions: [Free to take., ~]", "x-enumDescriptions: { open: Free to take. }",
        ])
    func descriptions(_ keyword: String) {
        let imported = Self.imported("{ type: string, enum: [open, done], \(keyword) }")
        #expect(
            imported.yaml.contains("cases: { open: { value: open, doc: Free to take. }, done: done }"),
            "\(imported.yaml)")
        #expect(imported.problems.isEmpty)
    }

    @Test("names and descriptions of cases are there after an export")
    func survival() throws {
        try ImportedDocument(
            paths: """
                  /cards:
                    get: { responses: { "200": { content: { application/json: { schema: { $ref: '#/components/schemas/Card' } } } } } }
                """,
            schemas: """
                    Card: { type: object, properties: { rank: { $ref: '#/components/schemas/Rank' }, level: { $ref: '#/components/schemas/Level' } } }
                    Rank:
                      description: How much it is worth.
                      type: string
                      enum: [a, b, in_between]
                      x-enum-varnames: [ace, b, inBetween]
                      x-enum-descriptions: ["The highest.\n\nThere are four.", Another., ~]
                    Level: { type: integer, enum: [1, 2], x-enum-varnames: [low, high], x-enum-descriptions: [Little., Much.] }
                """
        ).expect([
            "ace:\n", "b: { value: b, doc: Another. }", "inBetween: in_between",
            "high: { value: 2, doc: Much. }",
        ])
    }

    @Test("a list in a description documents cases if all of it is about values, at its end")
    func listedDescriptions() {
        let list = "- `open`: Free to take.\n- `done`: Gone."
        let described = Self.imported(
            "{ type: string, enum: [open, done], description: \"State.\n\n\(list)\" }"
                .replacing("\n", with: "\\n"))
        #expect(described.yaml.contains("doc: State.\n"), "\(described.yaml)")
        #expect(described.yaml.contains("open: { value: open, doc: Free to take. }"), "\(described.yaml)")
        let other = Self.imported(
            "{ type: string, enum: [open, done], description: \"- `open`: Free.\nOr not.\" }"
                .replacing("\n", with: "\\n"))
        #expect(
            other.yaml.contains("cases: { open: open, done: done }") || other.yaml.contains("cases: [open, done]"),
            "\(other.yaml)")
    }

    @Test("the keys of a dictionary have the type that `propertyNames` says")
    func keysOfDictionaries() throws {
        let imported = ImportedDocument(
            paths: """
                  /maps:
                    get:
                      operationId: readMap
                      responses: { "200": { content: { application/json: { schema: { $ref: "#/components/schemas/Map" } } } } }
                """,
            schemas: """
                    Color: { type: string, enum: [red, green] }
                    Size: { type: integer, enum: [1, 2] }
                    Map:
                      type: object
                      required: [colors, days, named, years, sizes, texts, some]
                      properties:
                        colors: { type: object, propertyNames: { $ref: "#/components/schemas/Color" }, additionalProperties: { type: integer } }
                        days: { type: object, propertyNames: { enum: [mon, tue] }, additionalProperties: { type: string, format: date } }
                        named: { type: object, propertyNames: { allOf: [{ $ref: "#/components/schemas/Color" }] } }
                        years: { type: object, propertyNames: { pattern: "^-?[0-9]+$" }, additionalProperties: { type: integer } }
                        sizes: { type: object, propertyNames: { $ref: "#/components/schemas/Size" }, additionalProperties: { type: integer } }
                        texts: { type: object, propertyNames: { maxLength: 3 }, additionalProperties: { type: integer } }
                        some: { type: object, propertyNames: { type: string, format: uuid }, additionalProperties: { type: integer } }
                """)
        try imported.expect([
            "colors: [Color: Int]", "named: [Color: JSON]",
            "days: { type: \"[MapDay: Date]\", transformer: 'dateFormat(\"yyyy-MM-dd\")' }",
            "years: [Int: Int]", "sizes: [String: Int]", "texts: [String: Int]", "some: [String: Int]",
        ])
    }
}
