import Testing

@testable import ModelgenRendering

@Suite("Wrapped lines")
struct LineWrappingTests {
    @Test("calls are wrapped up to the edge of the page, however deeply they are nested")
    func nested() {
        let (open, close) = (String(repeating: "f(", count: 5_000), String(repeating: ")", count: 5_000))
        let lines = String(decoding: Array((open + "x" + close).utf8).wrapped, as: UTF8.self).split(separator: "\n")
        #expect(lines.first == "f(" && lines.last == ")")
        #expect(lines.count == 61)
        #expect(lines.map { $0.trimmingPrefix { $0 == " " } }.joined() == open + "x" + close)
    }

    @Test(
        "a string is never broken, nor the code in it",
        arguments: [
            #""cities/\(id)/on/\(day, using: DateFormat("EEE, dd MMM (yyyy"))/summary""#,
            #""a\(f("b\(g("c, (d", e), h)", i), j)k, \"l, m\" (""#, ##"#"a "b, (c" \#(f("d, )", e)) \(g, "#"##,
            ###"##"a"#, b "c, (" \##(d, "e, f")"##"###, #""\\", "(""#,
        ])
    func strings(_ literal: String) {
        let padding = String(repeating: "x", count: 100)
        let line = "Endpoint(\"\(padding)\", \(literal), returns: .object)"
        let lines = String(decoding: Array(line.utf8).wrapped, as: UTF8.self).split(separator: "\n")
        let elements = literal == #""\\", "(""# ? [#""\\","#, #""(","#] : ["\(literal),"]
        #expect(
            lines.map { String($0.trimmingPrefix { $0 == " " }) }
                == ["Endpoint(", "\"\(padding)\","] + elements + ["returns: .object,", ")"])
    }

    @Test(
        "arguments, parameters and array literals end with a comma; nothing else does",
        arguments: [
            ("f(a: 1, @)", "f(|a: 1,|@,|)"), ("[1, @]", "[|1,|@,|]"),
            ("func f<T>(a: A, @: B) {", "func f<T>(|a: A,|@: B,|) {"), ("let x: A<(B, @)>", "let x: A<(|B,|@|)>"),
            ("let x: (A, @)", "let x: (|A,|@|)"), ("f(@)", "f(|@|)"), ("x[1, @]", "x[|1,|@|]"),
        ])
    func commas(_ line: String, _ wrapped: String) {
        let word = String(repeating: "x", count: 118)
        let lines = String(decoding: Array(line.replacing("@", with: word).utf8).wrapped, as: UTF8.self)
            .split(separator: "\n").map { String($0.trimmingPrefix { $0 == " " }) }
        #expect(lines == wrapped.replacing("@", with: word).split(separator: "|").map(String.init))
    }
}
