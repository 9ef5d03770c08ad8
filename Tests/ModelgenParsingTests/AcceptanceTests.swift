import ModelgenDiagnostics
import ModelgenSchema
import SeededNumbers
import Testing
@testable import ModelgenParsing

@Suite("What is accepted")
struct AcceptanceTests {
    @Test(
        "a path may contain parameters, colons and escapes",
        arguments: ["/a/b/", "a/{id}:publish", "a%20b", "{id}", "v1.0/a_b-c~d"])
    func paths(_ path: String) throws {
        _ = try schema(
            "api: { name: A }\nmodels: { M: { fields: { id: Int64 }, rest: { operations: [{ get: { path: \"\(path)\" } }] } } }\n"
        )
    }

    @Test(
        "transformers are read in every form",
        arguments: [
            ("Date", "iso8601"), ("Date?", "dateFormat(\"yyyy-MM-dd\")"), ("Data", "{ json: base64, sqlite: hex }"),
            ("Date", "{ json: { number: unixSeconds, string: iso8601 } }"), ("\"[String]\"", "commaSeparated"),
            ("String", "Own"), ("Int", "{ json: stringNumber }"), ("Bool", "intBool"), ("String?", "trimmed"),
        ])
    func transformers(_ type: String, _ transformer: String) throws {
        let parsed = try schema(
            """
            transformers: { Own: { from: Data, to: String, keepsOrder: true } }
            models: { M: { fields: { x: { type: \(type), transformer: \(transformer) } } } }
            """
        )
        #expect(parsed.schema.models.first?.fields.first?.transformer != nil)
    }

    @Test(
        "key paths are read with their escapes",
        arguments: [
            ("a\\.b", [JSONPathComponent.key("a.b")]), ("a.b[0].c", [.key("a"), .key("b"), .index(0), .key("c")]),
            ("a[1][2]", [.key("a"), .index(1), .index(2)]), ("$ref", [.key("$ref")]),
            ("[0].a", [.index(0), .key("a")]),
            ("a\\[0\\]", [.key("a[0]")]), ("ä ö", [.key("ä ö")]),
        ])
    func keyPaths(_ text: String, _ components: [JSONPathComponent]) {
        #expect(parseKeyPath(text) == .success(JSONPath(components)))
    }

    @Test("a key path is read again from its text, whatever its keys contain", arguments: 0..<300)
    func writtenKeyPath(seed: Int) {
        var random = SeededNumbers(seed: UInt64(seed))
        let characters = [".", "[", "]", "\\", "0", "a", "{", "\u{301}", "\u{e9}", " "]
        let path = JSONPath(
            (0...random.below(3)).map { _ in
                if random.below(3) == 0 { return .index(random.below(12)) }
                return .key((0...random.below(3)).compactMap { _ in random.element(of: characters) }.joined())
            })
        #expect(parseKeyPath(path.text) == .success(path), "\(path.text)")
    }

    @Test(
        "invalid key paths are refused",
        arguments: ["", ".", "a.", ".a", "a..b", "a[", "a[x]", "a[-1]", "a[0]b", "a]", "a\\x", "a\\"])
    func badKeyPaths(_ text: String) {
        guard case .failure = parseKeyPath(text) else {
            Issue.record("\(text) was read")
            return
        }
    }

    @Test("a union of models is read with its discriminator") func oneOf() throws {
        let model = try #require(
            try schema(
                """
                models:
                  Shape: { json: { discriminator: kind }, oneOf: { circle: Circle, square: Square } }
                  Circle: { fields: { radius: Double } }
                  Square: { fields: { side: Double, inner: "[Shape]" } }
                """
            ).schema.models.first
        )
        #expect(model.json.discriminator == "kind")
        #expect(
            model.oneOf == [OneOfCase(value: "circle", model: "Circle"), OneOfCase(value: "square", model: "Square")])
    }

    @Test("a union of types is read with its names, types and transformers") func alternatives() throws {
        let model = try #require(
            try schema(
                """
                models:
                  When: { oneOf: { at: { type: Date, transformer: unixSeconds }, days: [Int], text: String } }
                """
            ).schema.models.first
        )
        #expect(model.json.discriminator == nil)
        #expect(
            model.oneOf == [
                OneOfCase(.name("at"), .scalar(.date), .builtIn(.unixSeconds)),
                OneOfCase(.name("days"), .list(.scalar(.int))), OneOfCase(.name("text"), .scalar(.string)),
            ])
    }

    @Test("enums are read in every form") func enums() throws {
        let enums = try schema(
            """
            enums:
              A: [x, y]
              B: { cases: [x, default], unknown: fail }
              C: { raw: Int64, cases: { x: { value: -1, doc: The first. }, y: 2 }, unknown: x }
              D: { cases: { NO: "no", yes: "yes" }, unknown: keep }
            """
        ).schema.enumerations
        #expect(enums[0].cases.map(\.rawValue) == [.string("x"), .string("y")])
        #expect(enums[2].cases.map(\.rawValue) == [.integer("-1"), .integer("2")])
        #expect(enums[2].cases.first?.documentation == "The first.")
        #expect(enums.map(\.unknown) == [.fail, .fail, .fallback("x"), .keep])
    }

    @Test("indexes are read in every form") func indexes() throws {
        let table = try #require(
            try schema(
                """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: city
                    fields:
                      name: { type: String, unique: { name: own, where: "size > 0" } }
                      size: { type: Int?, since: 2, index: true }
                    indexes: [name, [size desc, name], [{ expression: "lower(name)" }], { fields: size, name: other, since: 2 }]
                    checks: ["size > 0", { sql: "length(name) > 0", name: named, since: 2 }]
                """
            ).schema.models.first?.table
        )
        #expect(
            table.indexes.map(\.name.text) == [
                "own", "city_on_size", "city_on_name", "city_on_size_name", "city_on_expression", "other",
            ])
        #expect(table.indexes.map(\.since) == [1, 2, 1, 2, 1, 2])
        #expect(table.indexes[3].terms == [.field("size", .descending), .field("name", .ascending)])
        #expect(table.indexes[4].terms == [.expression("lower(name)")])
        #expect(table.checks.map(\.since) == [1, 2])
        #expect(table.primaryKey == [])
    }
}
