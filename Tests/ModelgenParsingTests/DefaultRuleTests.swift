import Foundation
import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("Rules about defaults")
struct DefaultRuleTests {
    @Test(
        "a number with a leading zero is no default: JSON does not have it", arguments: ["Double", "Decimal", "Float"],
        ["01.50", "007.5", "-00.1", "00e1"])
    func leadingZeros(type: String, number: String) {
        let text = "models:\n  A:\n    fields: { a: { type: \(type), default: \(number) } }\n"
        let (_, problems) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(problems.map(\.rule) == ["default-mismatch"])
        let valid = text.replacing(number, with: "0.5")
        #expect(parse([SourceFile(path: "a.model.yaml", text: valid)], imports: []).1.isEmpty)
    }

    @Test(
        "the default of a date can be read back: from the years 1 to 9999 in UTC",
        arguments: [
            ("0000-01-01T00:00:00Z", false), ("0000-12-31", false), ("0001-01-01T00:00:00Z", true),
            ("0001-01-01T00:00:00+00:01", false), ("9999-12-31T23:59:59Z", true), ("9999-12-31T23:59:59-00:01", false),
            ("9999-12-31T23:58:59-00:01", true),
            // A leap second is no Date.
            ("2016-12-31T23:59:60Z", false), ("2016-12-31T23:59:59Z", true),
        ])
    func dateDefaults(text: String, isRight: Bool) {
        let input = "models:\n  City:\n    fields: { at: { type: Date, default: \"\(text)\" } }\n"
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: input)], imports: [])
        #expect(diagnostics.map(\.rule) == (isRight ? [] : ["default-mismatch"]))
    }

    @Test(
        "Swift code that is not closed, or ends what it stands in, is no default",
        arguments: [
            "f(", "f)", "[1", "{ 1", "(1]", "\"a", "\"a\\\"", "#\"a\"", "\"a\\(b\"", "\"a\" /* b", "\"a\" /* /* */",
            "\"a\" // b",
            "1; f()", "`a", "\"\"\"\na\n\"\"", "\"a\nb\"", "/*/",
        ])
    func openCode(_ code: String) {
        #expect(!SwiftExpression.isClosed(code))
    }

    @Test(
        "Swift code with strings, comments and closures of every kind is a default",
        arguments: [
            "f(1)", "\"(\"", "\"\\\"\"", "#\"\\\"#", "\"\\([\"a\": 1][\"a\"]!)\"", "#\"\\#(f(\")\"))\"#", "1 /* ( */",
            "1 /* /* */ */ + 2",
            "1 // (\n+ 2", "{ f(); return 1 }()", "`init`(1)", "\"\"\"\n\"(\n\"\"\"", "6 / 2", "6/2", "#file", "\\.a",
            "a < b",
            "\"a\".replacing(/\\(/, with: \"\")", "#/(/#", "#selector(a)", "\"日(\u{301}\"", "[:]", "\"\"",
            "##\"\"#\"##",
        ])
    func closedCode(_ code: String) {
        #expect(SwiftExpression.isClosed(code))
    }

    @Test("Swift code that is not closed is reported where it is written, except in an earlier definition")
    func openDefaults() {
        expect(
            """
            database: { name: Map, version: 2 }
            models:
              City:
                primaryKey: id
                fields:
                  id: Int64
                  name: { type: String, default: { swift: ⟦1:"f(1"⟧, sql: "'a'" } }
                  size: Int
                migrations:
                  2: [{ change: { size: { from: { type: Int, default: { swift: "f(1", sql: "1" } } } } }]
            """,
            [
                1:
                    "`f(1` is not a Swift expression; close its strings, comments and brackets, and remove `;` [unclosed-swift]"
            ])
    }

    @Test("the default of a set contains each value once: the column's DEFAULT would contain both") func setsTwice() {
        expect(
            """
            enums: { Color: [red, green] }
            models:
              City:
                fields:
                  a: { type: Set<Int>, default: [3, 1, ⟦1:3⟧] }
                  b: { type: Set<Double>, default: [1, 1.5, ⟦2:1.0⟧] }
                  c: { type: Set<String>, default: ["caf\u{e9}", ⟦3:"cafe\u{301}"⟧] }
                  d: { type: Set<Color>, default: [red, ⟦4:red⟧] }
                  e: { type: "Set<[Int]>", default: [[1], [2], ⟦5:[1]⟧] }
                  f: { type: "[Int]", default: [1, 1] }
            """,
            [
                1:
                    "a set that contains `3` twice is not a valid `Set<Int>`; remove one of the elements [default-mismatch]",
                2:
                    "a set that contains `1.0` twice is not a valid `Set<Double>`; remove one of the elements [default-mismatch]",
                3:
                    "a set that contains `cafe\u{301}` twice is not a valid `Set<String>`; remove one of the elements [default-mismatch]",
                4:
                    "a set that contains `red` twice is not a valid `Set<Color>`; remove one of the elements [default-mismatch]",
                5:
                    "a set that contains a list twice is not a valid `Set<[Int]>`; remove one of the elements [default-mismatch]",
            ])
    }

    @Test("a default is what its transformer keeps: the value in Swift would not be the one in the column")
    func keptTexts() {
        expect(
            """
            transformers: { Size: { from: Int, to: String } }
            models:
              City:
                fields:
                  a: { type: String, default: ⟦1:" A"⟧, transformer: trimmed }
                  b: { type: "[String]?", default: [a, ⟦2:B⟧], transformer: lowercased }
                  c: { type: "[String: String]", default: { A: a, b: ⟦3:"b "⟧ }, transformer: { json: trimmed } }
                  d: { type: "[String]", default: [a, ⟦4:"b,c"⟧], transformer: commaSeparated }
                  e: { type: "[String]", default: [⟦5:" a"⟧], transformer: { sqlite: commaSeparated } }
                  f: { type: "[String]", default: [⟦6:""⟧], transformer: commaSeparated }
                  g: { type: "[String]", default: ["", a], transformer: commaSeparated }
                  h: { type: "[String]", default: [], transformer: commaSeparated }
                  i: { type: String, default: ⟦7:A⟧, transformer: { json: { string: lowercased, number: Size } } }
                  j: { type: String, default: A, transformer: { json: { number: Size, string: lowercased } } }
            """,
            [
                1: "` A`, which `trimmed` does not keep, is not a valid `String`; write `A` [default-mismatch]",
                2: "`B`, which `lowercased` does not keep, is not a valid `[String]?`; write `b` [default-mismatch]",
                3:
                    "`b `, which `trimmed` does not keep, is not a valid `[String: String]`; write `b` [default-mismatch]",
                4:
                    "`b,c`, which `commaSeparated` does not keep, is not a valid `[String]`; write elements without commas and without white space at their ends [default-mismatch]",
                5:
                    "` a`, which `commaSeparated` does not keep, is not a valid `[String]`; write elements without commas and without white space at their ends [default-mismatch]",
                6:
                    "``, which `commaSeparated` does not keep, is not a valid `[String]`; write elements without commas and without white space at their ends [default-mismatch]",
                7: "`A`, which `lowercased` does not keep, is not a valid `String`; write `a` [default-mismatch]",
            ])
    }

    @Test("a wrong element of a collection is reported with the type of the element") func elements() {
        expect(
            """
            enums: { Color: [red] }
            models:
              City:
                fields:
                  a: { type: "[Int]", default: [1, ⟦1:x⟧] }
                  b: { type: "[String: [Bool]]", default: { k: [⟦2:x⟧] } }
                  c: { type: "[Int: Int]", default: { ⟦3:x⟧: 1 } }
                  d: { type: "Set<Color>?", default: [⟦4:rde⟧] }
            """,
            [
                1: "`x` is not a valid `Int`; write a whole number in the range of the type [default-mismatch]",
                2: "`x` is not a valid `Bool`; write `true` or `false` [default-mismatch]",
                3: "`x` is not a valid `Int`; write a whole number in the range of the type [default-mismatch]",
                4: "`rde` is not a valid `Color`; did you mean `red`? [default-mismatch]",
            ])
    }

    @Test(
        "a mapping is a value of a type that has mappings, and code if it has both keys",
        arguments: [
            ("\"[String: String]\"", "{ swift: \"5.9\" }", false), ("JSON", "{ swift: \"5.9\" }", false),
            ("JSON?", "{ swift: \"5.9\" }", false), ("\"[String: String]\"", "{ sql: \"3\" }", false),
            ("\"[String: String]\"", "{ swift: \"[:]\", sql: \"'{}'\" }", true),
            ("JSON", "{ swift: .null, sql: \"'null'\" }", true), ("String", "{ swift: name }", true),
        ])
    func mappings(_ type: String, _ value: String, isCode: Bool) throws {
        let parsed = try schema("models: { A: { fields: { x: { type: \(type), default: \(value) } } } }\n")
        let standard = try #require(parsed.schema.models.first?.fields.first?.defaultValue)
        if case .code = standard { #expect(isCode) } else { #expect(!isCode) }
    }

    @Test(
        "values are checked against the ranges and forms of their types",
        arguments: [
            ("Int8", "128"), ("UInt", "-1"), ("Int64", "9223372036854775808"), ("Int", "1.0"), ("Int", "0x10"),
            ("Double", "nan"),
            ("Double", "1e999"), ("Double", ".5"), ("Bool", "yes"), ("UUID", "123"), ("URL", "\"a b\""),
            ("Data", "\"a\""),
            ("Date", "2021-02-29"), ("Date", "yesterday"),
            // A Date keeps microseconds, and its stored form what the transformer keeps.
            ("Date", "\"2021-02-28T01:02:03.1234567Z\""),
            ("Date, transformer: unixMilliseconds", "\"2021-02-28T01:02:03.1234Z\""),
            ("String", "null"), ("\"[Int]\"", "3"), ("\"[Int]\"", "[a]"),
            ("\"[String: Int]\"", "[1]"), ("\"[Int: Int]\"", "{ a: 1 }"), ("Gender", "femal"), ("Int?", "x"),
            ("Decimal", "\"1,5\""), ("Decimal", "1e200"), ("URL", "\"http://[\""), ("URL", "\"1a:b\""),
            ("URL", "http://h:x"),
            ("URL", "\"a%zz\""), ("URL", "\"a[b]\""), ("URL", "\"a#b#c\""), ("URL", "\"http://[::g]/\""),
            ("Set<Int>", "[x]"), ("Int", "{ swift: [a] }"),
            ("JSON", "1e999"), ("JSON", "{ a: [1, -1e400] }"),
            // Zero in Swift, and other digits in the column; the compiler warns about such a literal.
            ("Double", "1e-400"), ("Double", "-0.1e-330"), ("Float", "1e-46"), ("Float", "-1e-60"), ("Date", "1e-400"),
            ("JSON", "1e-400"), ("JSON", "5e-324"),
            // A digit with a combining mark is one character, but no digit.
            ("Decimal", "1\u{301}"), ("Decimal", "1.5\u{301}"), ("Double", "1\u{301}"), ("Decimal", "1e5\u{301}"),
            ("Date", "1.5\u{301}"),
        ]
    )
    func badDefaults(_ type: String, _ value: String) {
        let text =
            "enums: { Gender: [female, male] }\nmodels: { A: { fields: { x: { type: \(type), default: \(value) } } } }\n"
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        #expect(diagnostics.map(\.rule) == ["default-mismatch"])
    }

    @Test(
        "values of every type are read",
        arguments: [
            ("Double", "0"), ("Double", "-0.0"), ("Double", "0e-400"), ("Float", "0.000"), ("Double", "5e-324"),
            ("Float", "1e-45"), ("JSON", "0.0"), ("Date", "0.0"),
            ("Int8", "-128"), ("UInt64", "18446744073709551615"), ("Double", "-1.5e3"), ("Double", "1"),
            ("Bool", "true"),
            ("String", "no"), ("String", "\"\""), ("String?", "null"), ("UUID", "123e4567-e89b-12d3-a456-426614174000"),
            ("URL", "https://example.com/a?b=c"), ("URL", "\"//u:p@[::1]:80/%20?a=b#c\""), ("URL", "\"mailto:a@b\""),
            ("URL", "\"a/b:c\""), ("URL", "\"?q\""), ("Data", "aGk="), ("Date", "2020-02-29T23:59:59.5+01:00"),
            ("Date", "\"2021-02-28T01:02:03.123456000Z\""),
            ("Date, transformer: unixMilliseconds", "\"2021-02-28T01:02:03.1230Z\""),
            ("Date", "0"),
            ("\"[Int]?\"", "[1, 2]"), ("\"[String: Int]\"", "{ swift: 1 }"), ("\"[Gender: Int]\"", "{ male: 1 }"),
            ("Gender?", "male"),
            ("JSON", "{ a: [1, null, x] }"), ("Set<String>", "[a]"), ("Decimal", "0.10"),
            ("Decimal", "-12345678901234567890123456789012345678"),
            ("CGPoint", "{ swift: .zero }"),
        ]
    )
    func goodDefaults(_ type: String, _ value: String) throws {
        let text =
            "enums: { Gender: [female, male] }\nmodels: { A: { fields: { x: { type: \(type), default: \(value) } } } }\n"
        #expect(try schema(text).schema.models.first?.fields.first?.defaultValue != nil)
    }

    @Test(
        "a number is a date of the years 1 to 9999, as fine as a date of the field, whatever it is stored as",
        arguments: [
            "-9223372036854775808", "-9223372036854775808.5", "9223372036854775807", "253402300800000",
            "-62135596800001",
            "1e400", "-1e400", "1e99999999999999999999", "1e-99999999999999999999", "1e-400", "0.00000001",
        ],
        [
            "", ", transformer: unixSeconds", ", transformer: unixMilliseconds", ", transformer: { json: unixSeconds }",
            ", transformer: { json: unixMilliseconds }", ", transformer: rfc3339",
            ", transformer: { json: unixMilliseconds, sqlite: unixSeconds }", ", json: false",
        ])
    func dateNumbers(_ number: String, _ more: String) {
        for (type, value) in [("Date", number), ("\"[Date]\"", "[0, \(number)]"), ("Set<Date?>", "[\(number)]")]
        where !type.hasPrefix("Set") || !more.contains("transformer") {
            for table in ["", "primaryKey: id, "] {
                let text = """
                    database: { name: D }
                    models: { A: { \(table)fields: { id: Int64, x: { type: \(type), default: \(value)\(more) } } } }

                    """
                let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
                #expect(diagnostics.map(\.rule) == ["default-mismatch"], "\(text)")
            }
        }
    }

    @Test(
        "advice about a number that is no date says whether it has too many digits or is too far away",
        arguments: [
            ("1577836800.0000000001", "", true), ("1577836800.0000000001", "unixMilliseconds", true),
            ("0.00000001", "", true), ("1e-9", "unixMilliseconds", true),
            ("253402300800000", "", false), ("253402300800000", "unixMilliseconds", false),
            ("253402300799000.00000001", "unixMilliseconds", true), ("-9223372036854775808.5", "", false),
        ])
    func dateAdvice(_ number: String, _ transformer: String, isTooFine: Bool) {
        let more = transformer.isEmpty ? "" : ", transformer: \(transformer)"
        let text = "models: { A: { fields: { x: { type: Date, default: \(number)\(more) } } } }\n"
        let (_, diagnostics) = parse([SourceFile(path: "a.model.yaml", text: text)], imports: [])
        let advice = diagnostics.first.map { $0.suggestion ?? $0.message } ?? ""
        #expect(advice.contains("remove digits") == isTooFine, "\(diagnostics)")
        #expect(advice.contains("within the years 1 to 9999") == !isTooFine, "\(diagnostics)")
    }

    @Test("a string accepted as a URL is one for Foundation, whatever it consists of") func urls() {
        var random = SystemRandomNumberGenerator()
        let parts = [
            "http", ":", "/", "//", "a", "1", "[", "]", "::1", "%", "20", "?", "#", "@", "=", "-", ".", "&", ";",
        ]
        var taken = 0
        for _ in 0..<20_000 {
            let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in parts.randomElement(using: &random) ?? ""
            }
            .joined()
            guard LiteralReader.isURL(text) else { continue }
            taken += 1
            #expect(URL(string: text) != nil, "\(text)")
        }
        #expect(taken > 1000)
    }
}
