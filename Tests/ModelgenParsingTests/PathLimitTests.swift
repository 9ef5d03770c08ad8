import ModelgenDiagnostics
import ModelgenSchema
import Testing

@testable import ModelgenParsing

@Suite("What paths and parameters cannot be is refused at its line")
struct PathLimitTests {
    @Test(
        "a parameter of a path cannot have a name that means the key in a path of the same model",
        arguments: [
            ("id", "operations: [list]", true), ("id", "operations: [list, create]", true),
            ("id", "operations: [list, get]", false), ("code", "by: code, operations: [list, get]", false),
            ("code", "by: code, operations: [list]", true), ("code", "operations: [list, get]", true),
            ("id", "operations: [list], nested: { notes: \"[String]\" }", false),
            ("id", "operations: [list], actions: { purge: { path: \"a/{id}/purge\" } }", false),
            ("id", "operations: [list], actions: { purge: { path: \"a/purge\" } }", true),
            ("code", "by: code, operations: [list], actions: { purge: { path: \"a/{code}\" } }", false),
        ])
    func keyNames(_ name: String, _ operations: String, isRight: Bool) {
        let text = """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, code: Int64 }
                rest: { path: "a/{\(name)}", params: { \(name): Int64 }, \(operations) }

            """
        #expect(
            parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule)
                == (isRight ? [] : ["reserved-member-name"]))
    }

    @Test(
        "a parameter of a path is a single value",
        arguments: [
            ("String", nil), ("Int", nil), ("Kind", nil), ("{ type: Date, transformer: unixSeconds }", nil),
            ("{ type: Money, transformer: Cents }", nil), ("String?", "path-parameter"), ("[String]", "path-parameter"),
            ("\"[String: String]\"", "path-parameter"), ("Kept", "path-parameter"), ("JSON", "path-parameter"),
            ("{ type: \"[String: String]\", style: deepObject }", "parameter-form"),
            ("{ type: \"[String: Date]\", style: deepObject, transformer: unixSeconds }", "parameter-form"),
        ])
    func pathValues(_ type: String, rule: String?) {
        let text = """
            api: { name: MapAPI }
            enums: { Kind: [a, b] }
            types: { Money: { json: String, sqlite: TEXT } }
            transformers: { Cents: { from: Int, to: Money } }
            models:
              Kept: { fields: { a: Int } }
              City:
                fields: { id: Int64 }
                rest: { operations: [list], actions: { near: { path: "near/{f}", params: { f: \(type) } } } }

            """
        let rules: [String] = parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule)
        #expect(rules == (rule.map { [$0] } ?? []))
    }

    @Test("the base path of an API has no parameters") func basePath() {
        expect(
            "api: { name: MapAPI, basePath: \"⟦1:{tenant}⟧/api\" }\n",
            [1: "undeclared path parameter `{tenant}`; remove it [path-parameter]"])
    }

    /// The rest of a model with a path in one place, and where a parameter of the path is declared.
    private static let paths: [(String, String)] = [
        ("path: \"⟦1:{x}⟧/cities\", operations: [get]", "params"),
        ("operations: [{ create: { path: \"near/⟦1:{x}⟧\" } }]", "query"),
        ("operations: [get], get: { path: \"near/⟦1:{x}⟧\" }", "query"),
        ("nested: { all: { path: \"near/⟦1:{x}⟧\", returns: String } }", "query"),
        ("actions: { all: { path: \"near/⟦1:{x}⟧\" } }", "params"),
    ]

    @Test("the key that declares a parameter of a path is one that its owner has, and works", arguments: paths)
    func declaredParameters(_ rest: String, _ key: String) throws {
        func input(_ rest: String) -> String {
            "api: { name: MapAPI }\nmodels:\n  City: { fields: { id: Int64 }, rest: { \(rest) } }\n"
        }
        expect(
            input(rest), [1: "undeclared path parameter `{x}`; add `\(key): { x: String }` [path-parameter]"])
        let plain = rest.replacing("⟦1:", with: "").replacing("⟧", with: "")
        let path = try #require(plain.firstRange(of: /path: "[^"]*"/))
        _ = try schema(input(plain.replacing(plain[path], with: "\(plain[path]), \(key): { x: String }")))
    }

    @Test("the path of a list can declare no parameter, so none is proposed") func listPath() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City: { fields: { id: Int64 }, rest: { operations: [{ list: { path: "near/⟦1:{x}⟧" } }] } }
            """,
            [
                1:
                    "undeclared path parameter `{x}`; remove it, or make the call one of the `actions` [path-parameter]"
            ])
    }

    @Test("a parameter whose value cannot be written in YAML has no default") func parameterDefaults() {
        func input(_ type: String) -> String {
            """
            api: { name: MapAPI }
            types: { Money: { json: String, sqlite: TEXT } }
            transformers: { Cents: { from: Int, to: Money } }
            models:
              City:
                fields: { id: Int64 }
                rest:
                  operations: [get]
                  actions:
                    near: { path: near, query: { p: { type: \(type), default: ⟦1:0⟧ } } }
                    far: { path: far, headers: { X-P: { type: \(type), default: ⟦2:0⟧ } } }
            """
        }
        let message = "a parameter of type `Money` cannot have a default; remove it; the caller passes the value"
        expect(
            input("Money, transformer: Cents"),
            [1: "\(message) [default-needs-code]", 2: "\(message) [default-needs-code]"])
        expect(
            "types: { Money: { json: String, sqlite: TEXT } }\nmodels: { A: { fields: { x: { type: Money, default: ⟦1:0⟧ } } } }\n",
            [
                1:
                    "a default of type `Money` must be written as code; write it as `{ swift: …, sql: … }` [default-needs-code]"
            ])
    }

    @Test(
        "a colon in a path is a character like others",
        arguments: [
            ("projects_v1:search", true), ("projects:search", true), ("\"{id}:cancel\"", true),
            ("\"things/{id}:cancel\"", true), ("1:a", true), ("\":a\"", true), ("a/b:c", true), ("/a:b", true),
            ("\"a:b c\"", false), ("a:%zz", false), ("http://other.org/a", false), ("//other:80/a", false),
        ])
    func colons(_ path: String, isRight: Bool) {
        let text = """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest: { operations: [list], actions: { near: { path: \(path) } } }
            """
        let rules = parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule)
        #expect(rules == (isRight ? [] : ["unsafe-path"]))
    }

    @Test(
        "what is sent with every request is a string, a number or a Boolean, as it is written",
        arguments: [
            ("2", Literal.integer("2")), ("-3", .integer("-3")), ("1.5", .number("1.5")), ("-0.25", .number("-0.25")),
            ("2.0", .number("2.0")), ("true", .boolean(true)), ("\"1.5\"", .string("1.5")), ("'2'", .string("2")),
            ("de", .string("de")), ("1.2.3", .string("1.2.3")), ("007", .string("007")), ("0x10", .string("0x10")),
            (".5", .string(".5")), ("infinity", .string("infinity")), ("nan", .string("nan")),
        ])
    func parameters(_ written: String, _ value: Literal) throws {
        for text in [written, "{ value: \(written), in: query }"] {
            let parsed = try schema("api: { name: MapAPI, parameters: { v: \(text) } }\n")
            #expect(parsed.schema.apis.first?.parameters.map(\.value) == [value])
        }
    }

    @Test(
        "a number that would be sent in another form is reported",
        arguments: [
            ("1.10", "write `1.1`, or "), ("1e3", "write `1000.0`, or "), ("9223372036854775808", nil), ("1e400", nil),
            // Another number.
            ("0.12345678901234567890", nil),
        ])
    func rounded(_ written: String, _ advice: String?) {
        let found = parse(
            [SourceFile(path: "a.model.yaml", text: "api: { name: MapAPI, parameters: { v: \(written) } }\n")],
            imports: []
        ).1
        #expect(found.map(\.message) == ["the number `\(written)` would be sent in another form"])
        #expect(found.first?.suggestion == (advice ?? "") + "put it in quotes to send it as a string")
    }

    @Test("a field named by `by` is the key of paths, whatever the key of the model is") func pathFields() {
        expect(
            """
            api: { name: MapAPI }
            database: { name: Map }
            models:
              City: { fields: { slug: String }, rest: { by: slug, operations: [get, delete] } }
              Seat:
                primaryKey: [row, number]
                fields: { row: Int64, number: Int64, code: String }
                rest: { by: code, operations: [get, update] }
            """, [:])
    }

    @Test("a key that identifies objects can be written in a path") func keyInPath() {
        expect(
            """
            api: { name: BankAPI }
            types: { IBAN: { json: String, sqlite: TEXT } }
            models:
              Account:
                fields: { id: IBAN, number: Int64 }
                rest: { ⟦1:operations⟧: [list, get] }
              Cell:
                fields: { id: DatabaseValue }
                rest: { operations: [list], nested: { ⟦2:notes⟧: String } }
              Loan:
                fields: { id: IBAN }
                rest: { operations: [list], actions: { ⟦3:close⟧: { path: "loans/{id}/close" } } }
              Card:
                fields: { id: IBAN, number: Int64, owner: IBAN }
                rest: { by: number, operations: [get] }
              Pass:
                fields: { id: IBAN, owner: IBAN }
                rest: { by: ⟦4:owner⟧, operations: [get] }
              Transfer:
                fields: { id: IBAN, amount: Int64 }
                rest: { operations: [list, create] }
              Wall:
                fields: { name: String }
                rest: { operations: [list], nested: { ⟦5:bricks⟧: { returns: Int, path: walls/bricks } } }
              Photo:
                fields: { id: Int64, hash: Data, code: Code, moment: { type: Date, transformer: unixSeconds } }
                rest: { by: hash, operations: [get] }
              Code:
                oneOf: { number: Int, text: String }
            """,
            [
                1:
                    "the operation `get` requires a key that a path can contain, but `id` is `IBAN`; name a field that is a string, a number, a UUID or an enum with `by` [operation-needs-key]",
                2:
                    "the nested resource `notes` requires a key that a path can contain, but `id` is `DatabaseValue`; name a field that is a string, a number, a UUID or an enum with `by` [operation-needs-key]",
                3:
                    "the action `close` requires a key that a path can contain, but `id` is `IBAN`; name a field that is a string, a number, a UUID or an enum with `by` [operation-needs-key]",
                4:
                    "`owner` is `IBAN`, which cannot be written in a path; name a field that is a string, a number, a UUID or an enum [path-field]",
                5:
                    "the nested resource `bricks` requires a key, but `Wall` has none; add `primaryKey: …` and `table: false` to the model [operation-needs-key]",
            ]
        )
    }

    @Test("a parameter is a string, and one in a path is a single value") func parameterTypes() {
        expect(
            """
            api: { name: MapAPI }
            enums: { Size: [small, large] }
            models:
              City:
                fields: { id: Int64, name: String }
                rest:
                  operations:
                    - list: { path: "cities/⟦1:{area}⟧", query: { area: String, sizes: "[Size]", near: ⟦2:City?⟧ } }
                    - create: { path: "cities/⟦3:{id}⟧" }
                    - get: { path: "cities/{area}/{id}", query: { area: String } }
                  actions:
                    near: { path: "cities/⟦4:{place}⟧", params: { place: String? } }
                    draw: { path: "cities/{id}/map", upload: { map: Data, notes: ⟦5:"Set<String>"⟧, colors: "[Int]?" } }
            """,
            [
                1:
                    "the path of `list` cannot contain `{area}`; remove it, or make the call one of the `actions` [path-parameter]",
                2:
                    "the parameter `near` is `City?`, which cannot be written in a query or a form; add `style: deepObject` or `style: json` [parameter-type]",
                3:
                    "the path of `create` cannot contain `{id}`, because the object has no key yet; remove it [path-parameter]",
                4:
                    "`{place}` must be a single value, but the parameter is `String?`; use a type such as `String` or `Int`, which is neither optional nor a list [path-parameter]",
                5:
                    "the parameter `notes` is `Set<String>`, which cannot be written in a query or a form; use a single value or a list of single values [parameter-type]",
            ]
        )
    }

    @Test("a parameter of a path has neither a key nor a style, and a type that no path can contain is one mistake")
    func parametersOfPaths() {
        expect(
            """
            api: { name: MapAPI }
            models:
              Zone: { fields: { width: Int } }
              City:
                fields: { id: Int64 }
                rest:
                  path: "cities/⟦1:{zone}⟧"
                  params: { zone: Zone }
                  operations:
                    - list
                    - get: { path: "cities/{id}/⟦2:{sizes}⟧", query: { sizes: "Set<Int>", ids: { type: "[Int]", key: id } } }
                  actions:
                    near: { path: "near/{place}", params: { place: { type: String, ⟦3:key⟧: at } } }
                    draw: { path: "map/{size}", params: { size: { type: "[Int]", ⟦4:style⟧: form } } }
            """,
            [
                1:
                    "`{zone}` must be a single value, but the parameter is `Zone`; use a type such as `String` or `Int`, which is neither optional nor a list [path-parameter]",
                2:
                    "`{sizes}` must be a single value, but the parameter is `Set<Int>`; use a type such as `String` or `Int`, which is neither optional nor a list [path-parameter]",
                3: "a parameter in a path cannot have `key`; remove it [parameter-form]",
                4: "a parameter in a path cannot have `style`; remove it [parameter-form]",
            ]
        )
    }

    @Test("a misspelled parameter is one mistake, and the advice is what belongs into the path") func misspelled() {
        expect(
            """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64 }
                rest:
                  operations: [list]
                  actions: { near: { path: "near/⟦1:{plcae}⟧", params: { place: String } } }
            """,
            [1: "undeclared path parameter `{plcae}`; did you mean `{place}`? [path-parameter]"])
    }
}
