import ModelgenDiagnostics
import Testing

@testable import ModelgenParsing

@Suite("Fields that are written to one place in JSON")
struct JSONPlaceTests {
    /// The rules that two fields with these paths break, in both orders.
    private func rules(_ first: String, _ second: String) -> [[String]] {
        [(first, second), (second, first)].map { a, b in
            let text = "models: { A: { fields: { a: { type: Int?, json: \(a) }, b: { type: Int?, json: \(b) } } } }\n"
            return parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).1.map(\.rule)
        }
    }

    @Test(
        "a place is a value, an object or a list, and only one of them",
        arguments: [
            ("x", "x"), ("x.y", "x"), ("x[0]", "x"), ("x[0].y", "x[0]"), ("x.y", "x[0]"), ("x[0]", "x.y[1]"),
            ("'[0]'", "x"), ("'[0].x'", "x.y"), ("x.y[0].z", "x.y.z"), ("x[1][0]", "x[1].y"),
        ])
    func clashes(_ first: String, _ second: String) {
        #expect(
            rules("'\(first.filter { $0 != "'" })'", "'\(second.filter { $0 != "'" })'") == [
                ["json-key-twice"], ["json-key-twice"],
            ])
    }

    @Test(
        "places next to each other, and those that are only read, do not clash",
        arguments: [
            ("x.y", "x.z"), ("'x[0]'", "'x[1]'"), ("'x[0].y'", "'x[0].z'"), ("'x[0].y'", "'x[1][0]'"),
            ("'x[0]'", "{ path: x.y, encode: false }"), ("x", "y.x"), ("[x.a, y]", "['z', 'x[0]']"),
        ])
    func neighbours(_ first: String, _ second: String) { #expect(rules(first, second) == [[], []]) }

    @Test("a field lists each of its places once") func twice() {
        expect(
            """
            models:
              A:
                fields:
                  a: { type: Int, json: [b, c.d, ⟦1:b⟧] }
                  e: { type: Int, json: { path: ["x[0].y", "x[1].y", ⟦2:'x[0].y'⟧] } }
                  f: { type: Int, json: [f, F, "f.g"] }
            """,
            [
                1: "the field lists the key `b` twice; remove one of them [json-key-twice]",
                2: "the field lists the key `x[0].y` twice; remove one of them [json-key-twice]",
            ])
    }

    @Test("a path that cannot be read is not taken for another one") func unreadable() {
        expect(
            "models: { A: { fields: { a: { type: Int, json: b }, b: { type: Int, json: 'o⟦1:]⟧' } } } }\n",
            [1: "this bracket was never opened; write it like `a.b[0].c` [invalid-key-path]"]
        )
    }

    @Test("an index is written as a list of that length, so it is small") func largeIndex() {
        expect("models: { A: { fields: { a: { type: Int, json: 'x[999]' } } } }\n", [:])
        expect(
            "models: { A: { fields: { a: { type: Int, json: 'x[⟦1:1000⟧]' } } } }\n",
            [1: "an index is at most 999; write it like `a.b[0].c` [invalid-key-path]"])
        expect(
            "models: { A: { fields: { a: { type: Int, json: 'x[⟦1:2147483647⟧]' } } } }\n",
            [1: "an index is at most 999; write it like `a.b[0].c` [invalid-key-path]"])
    }

    @Test("a key after an index needs a dot, even if it begins with an escaped character") func escapedKey() {
        expect(
            #"models: { A: { fields: { a: { type: Int, json: 'x[0]⟦1:\⟧.y' } } } }"#,
            [1: "missing dot before this key; write it like `a.b[0].c` [invalid-key-path]"])
        expect(#"models: { A: { fields: { a: { type: Int, json: 'x[0].\.y' } } } }"#, [:])
    }
}
