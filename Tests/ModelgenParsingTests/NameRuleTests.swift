import ModelgenDiagnostics
import ModelgenSchema
import Testing
@testable import ModelgenParsing

@Suite("Rules about names")
struct NameRuleTests {
    @Test(
        "raw values that Swift takes for equal are refused",
        arguments: [
            ("{ a: \u{e9}, b: e\u{301} }", false), ("{ \u{e9}: \u{e9}, b: e\u{301} }", false),
            ("{ a: e, b: e\u{301} }", true),
            ("{ a: x, b: x }", false),
        ])
    func equalRawValues(_ cases: String, isRight: Bool) {
        let text = "enums: { Kind: { cases: \(cases) } }\n"
        #expect(
            parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule)
                == (isRight ? [] : ["duplicate-raw-value"]))
    }

    @Test("a transformer cannot have the name of a built-in one", arguments: UnknownTransformer.names.keys.sorted())
    func builtInTransformers(_ name: String) {
        expect(
            "transformers: { ⟦1:\(name)⟧: { from: String, to: Data } }\n",
            [1: "`\(name)` is a built-in transformer; choose a different name [reserved-type-name]"])
    }

    @Test(
        "models whose cases would have one name cannot be in one union",
        arguments: [
            ("URL", "Url", "url"), ("ID", "Id", "id"), ("HTMLPage", "HtmlPage", "htmlPage"),
            ("foo", "FooValue", "fooValue"), ("Places", "Place", nil),
            ("Circle", "Square", nil),
        ] as [(String, String, String?)])
    func alikeCases(_ first: String, _ second: String, _ name: String?) {
        let input = """
            models:
              Shape: { json: { discriminator: kind }, oneOf: { a: \(first), b: ⟦1:\(second)⟧ } }
              \(first): { fields: { x: Int } }
              \(second): { fields: { x: Int } }
            """
        let message = name.map {
            "`\(first)` and `\(second)` would both be the case `\($0)`; rename one of the models [one-of-discriminator]"
        }
        expect(input, message.map { [1: $0] } ?? [:])
    }

    @Test("a union has no case with a reserved name, whatever names it", arguments: ["HashValue", "Circle"])
    func reservedCases(_ model: String) {
        let isReserved = model == "HashValue"
        expect(
            """
            models:
              Shape: { json: { discriminator: kind }, oneOf: { a: ⟦1:\(model)⟧ } }
              \(model): { fields: { x: Int } }
            """,
            isReserved
                ? [
                    1:
                        "a case cannot be named `hashValue`; rename the model `HashValue` [reserved-member-name]"
                ] : [:])
    }

    /// Swift's compiler distinguishes the normal forms of a name, which Swift's strings do not.
    @Test("a name is used in the form in which it is declared", arguments: ["\u{e9}", "e\u{301}"])
    func normalForms(_ letter: String) throws {
        let other = letter == "\u{e9}" ? "e\u{301}" : "\u{e9}"
        let parsed = try schema(
            """
            database: { name: Map }
            enums: { Size: { cases: { \(letter): a, b: b }, unknown: \(other) } }
            models:
              City:
                primaryKey: x\(other)
                fields:
                  x\(letter): Int64
                  size: { type: Size, default: \(other) }
                  sizes: { type: "[Size: Int]", default: { \(other): 1 } }
                  list: { type: "[Size]", default: [\(other)] }
            """)
        func bytes(_ name: SwiftName) -> [UInt8] { Array(name.text.utf8) }
        let declared = bytes(SwiftName(letter))
        let fields = parsed.schema.models[0].fields
        guard case .fallback(let unknown) = parsed.schema.enumerations[0].unknown,
            case .literal(.enumCase(let value)) = fields[1].defaultValue,
            case .literal(.dictionary(let entries)) = fields[2].defaultValue,
            case .literal(.list(let elements)) = fields[3].defaultValue, case .enumCase(let element) = elements[0]
        else {
            Issue.record("the defaults are missing")
            return
        }
        #expect(bytes(unknown) == declared)
        #expect(bytes(value) == declared)
        #expect(bytes(SwiftName(entries[0].key)) == declared)
        #expect(bytes(element) == declared)
        #expect(parsed.schema.models[0].table?.primaryKey.map(bytes) == [bytes(SwiftName("x\(letter)"))])
    }

    @Test(
        "reserved names are refused even if nobody wrote them",
        arguments: [
            ("ModelgenSchema: { table: true, fields: { a: Int } }", ["invalid-sql-name"]),
            ("ModelgenNewPosts: { primaryKey: a, fields: { a: Int } }", ["invalid-sql-name"]),
            ("SqliteThing: { primaryKey: a, fields: { a: Int } }", ["invalid-sql-name"]),
            ("A: { table: Modelgen_A, fields: { a: Int } }", ["invalid-sql-name"]),
            ("A: { table: sqlite, fields: { a: { type: Int, index: true } } }", ["invalid-sql-name"]),
            ("A: { table: modelgen, fields: { a: Int }, indexes: [[a]] }", ["invalid-sql-name"]),
            ("A: { table: sqlite, fields: { a: Int }, indexes: [{ fields: [a], name: i }] }", []),
            ("ModelgenSchema: { table: schema, fields: { a: Int } }", []),
            ("ModelgenSchema: { fields: { a: Int } }", []),
            ("A: { table: t, fields: { sqliteVersion: Int } }", []),
            (
                "P: { table: p, primaryKey: a, fields: { a: Int, t: String }, fullText: [t] }, Q: { table: P_fts, fields: { a: Int } }",
                ["table-twice"]
            ),
            (
                "P: { table: p, primaryKey: a, fields: { a: Int, t: String }, fullText: [t] }, Q: { table: p_fts_config, fields: { a: Int } }",
                ["table-twice"]
            ),
            (
                "P: { table: p, primaryKey: a, fields: { a: Int, t: String }, fullText: [t] }, Q: { table: p_fts_x, fields: { a: Int } }",
                []
            ),
        ])
    func derivedNames(_ models: String, _ rules: [String]) {
        let text = "database: { name: Map }\nmodels: { \(models) }\n"
        #expect(parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule) == rules)
    }

    @Test("a name that is declared twice shows both places, across files") func duplicates() {
        let first = SourceFile(path: "a.model.yaml", text: "models:\n  City: { fields: { id: Int64 } }\n")
        let second = SourceFile(path: "b.model.yaml", text: "enums:\n  City: [small]\n")
        let (schema, diagnostics) = parse([first, second], imports: [])
        #expect(schema == nil)
        #expect(
            DiagnosticRenderer().render(diagnostics) == """
                b.model.yaml:2:3: error: the name `City` is declared twice; rename one of them [duplicate-name]
                  City: [small]
                  ^~~~
                a.model.yaml:2:3: note: the model `City` is declared here
                  City: { fields: { id: Int64 } }
                  ^~~~

                """
        )
    }

    @Test("equal file names are an error, even if they only differ in case") func fileNames() {
        let text = "models:\n  A: { fields: { id: Int64 } }\n"
        let (_, diagnostics) = parse(
            [
                SourceFile(path: "x/post.model.yaml", text: text),
                SourceFile(path: "y/Post.model.yaml", text: text.replacing("A", with: "B")),
            ],
            imports: []
        )
        #expect(diagnostics.map(\.rule) == ["duplicate-file-name"])
        #expect(diagnostics.first?.notes.first?.range.file.path == "x/post.model.yaml")
    }

    @Test(
        "the advice for an invalid name gives a valid one",
        arguments: [
            "zip-code", "a b", "ZIP code!", "é-ü", "2nd", "2-nd", "_", "-", "😀", String(repeating: "n", count: 201),
        ])
    func adviceForNames(_ name: String) throws {
        func found(_ name: String) -> [Diagnostic] {
            parse(
                [SourceFile(path: "a.model.yaml", text: "models: { M: { fields: { \"\(name)\": Int } } }\n")],
                imports: []
            ).1
        }
        let advice = try #require(found(name).first?.suggestion)
        let better =
            switch advice {
            case "shorten it to 200 bytes": String(name.prefix(200))
            case "use letters, digits and underscores, and start with a letter":
                "n" + name.filter { $0.isLetter || $0.isNumber }
            default: String(try #require(advice.split(separator: "`").last))
            }
        #expect(found(better) == [], "\(advice)")
    }

    @Test(
        "a misspelt transformer is answered with the right one, which keeps its format",
        arguments: [
            ("unixSecnods", "unixSeconds"), ("iso8061", "iso8601"), ("dateFomrat(\"yyyy\")", "dateFormat(\"yyyy\")"),
            ("daetFormat('dd.MM.yyyy')", "dateFormat('dd.MM.yyyy')"), ("Moeny", "Money"),
        ])
    func transformers(_ name: String, _ meant: String) {
        let text = """
            transformers: { Money: { from: Double, to: Date } }
            models:
              M:
                fields:
                  at: { type: Date, transformer: NAME }

            """
        func found(_ name: String) -> [Diagnostic] {
            parse([SourceFile(path: "a.model.yaml", text: text.replacing("NAME", with: name))], imports: []).1
        }
        #expect(found(name).map(\.suggestion) == ["did you mean `\(meant)`?"])
        #expect(found(meant) == [])
    }

    @Test(
        "keywords and names of Swift types are allowed as names",
        arguments: ["default", "class", "func", "is", "repeat", "protocol", "naïve", "字"]
    )
    func keywords(_ name: String) throws {
        _ = try schema("models:\n  Task:\n    fields:\n      \(name): String\n  Data: { fields: { task: Task } }\n")
    }

    @Test("a model with the name of a built-in type takes precedence") func shadowing() throws {
        let parsed = try schema(
            "models:\n  Data: { fields: { id: Int64 } }\n  A: { fields: { d: Data, e: \"[Data]?\" } }\n"
        )
        #expect(parsed.schema.models.last?.field("d")?.type == .model("Data"))
        #expect(parsed.schema.models.last?.field("e")?.type == .optional(.list(.model("Data"))))
    }

    @Test("a message tells a model from a built-in type of the same name") func modelsLikeBuiltInTypes() {
        let text = """
            api: { name: DeskAPI }
            models:
              Data: { fields: { id: Int64 } }
              Note:
                fields: { id: Int64, text: { type: "Data?", transformer: hex } }
                rest: { actions: { attach: { path: files, upload: Data } } }
            """
        #expect(
            parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.message) == [
                "`hex` returns `Data`, but the field is `Data?`, where `Data` is a model",
                "a raw upload must have the type `Data`, not `Data`, where `Data` is a model",
            ])
    }

    @Test("keys follow the naming strategy of the model") func naming() throws {
        let model = try #require(
            try schema(
                "models:\n  A:\n    json: { keys: snake_case }\n    fields: { avatarURL: URL, URLString: String }\n"
            ).schema.models.first
        )
        #expect(
            model.fields.map { $0.json?.paths } == [[JSONPath([.key("avatar_url")])], [JSONPath([.key("url_string")])]]
        )
    }

    @Test(
        "hostile names and paths are refused where they could do harm",
        arguments: [
            ("models: { \"../x\": { fields: { id: Int64 } } }", "invalid-identifier"),
            ("models: { A: { fields: { \"x: Int; func y() {}\": Int } } }", "invalid-identifier"),
            ("api: { name: A, basePath: ../.. }", "unsafe-path"),
            ("api: { name: A, baseURL: \"javascript:alert(1)\" }", "invalid-url"),
            ("api: { name: A, headers: { X: \"a\\r\\nSet-Cookie: b\" } }", "invalid-header"),
            ("imports: [\"Foundation; import Darwin\"]", "invalid-identifier"),
            ("types: { M: { json: String, sqlite: TEXT, import: \"a\\nb\" } }", "invalid-identifier"),
            ("enums: { E: [\"a = 1; case b\"] }", "invalid-identifier"),
            (
                "database: { name: D }\nmodels: { A: { table: sqlite_master, fields: { id: Int64 } } }",
                "invalid-sql-name"
            ),
        ]
    )
    func hostile(_ text: String, _ rule: String) {
        let (schema, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(schema == nil)
        #expect(diagnostics.contains { $0.rule == rule })
    }

    @Test(
        "each of two indexes of one name is found where it is declared",
        arguments: [
            "code: { type: String, ⟦2:index⟧: true } }, indexes: [⟦1:code desc⟧]",
            "code: { type: String, index: false } }, indexes: [⟦2:code⟧, ⟦1:code desc⟧]",
            "code: { type: String, ⟦2:unique⟧: true, index: true } }, unique: [[code, size], ⟦1:code⟧]",
            "code: { type: String, ⟦2:unique⟧: { name: a }, ⟦1:index⟧: { name: a } } }",
        ])
    func indexes(_ rest: String) throws {
        let input = MarkedInput(
            "database: { name: Shop }\nmodels:\n  Item: { table: items, fields: { size: Int, \(rest) }\n")
        let found = parse([SourceFile(path: "a.model.yaml", text: input.text)], imports: []).1
        #expect(found.map(\.rule) == ["table-twice"])
        let ranges = [found.first?.range, found.first?.notes.first?.range].map { $0.map { $0.start..<$0.end } }
        #expect(ranges == [input.marks[1], input.marks[2]])
    }
}
