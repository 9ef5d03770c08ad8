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
}
