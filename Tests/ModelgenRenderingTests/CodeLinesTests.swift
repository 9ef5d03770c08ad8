import Testing

@testable import ModelgenRendering

@Suite("Literals in laid out code")
struct CodeLinesTests {
    private func laidOut(_ text: String) -> String { String(decoding: Array(text.utf8).laidOut, as: UTF8.self) }

    /// Everything that layout looks for.
    private let lines = [
        "", "    ", "\t", "text ", "}", "    func f() {", "        body()", "// comment", "///", #""a" "\" b""#,
        "VALUES ('greeting', 'Hello, (dear) friend', \(Array(repeating: "f(a, b)", count: 15).joined(separator: ", ")))",
    ]

    @Test("the lines of a literal stay as they are, whatever is around them", arguments: 0..<500)
    func literals(seed: Int) {
        var number = UInt64(seed) &* 0x9E37_79B9_7F4A_7C15 | 1
        func pick(_ some: [String]) -> String {
            number = number &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return some[Int(number >> 33) % some.count]
        }
        var code: [String] = []
        var literals: [[String]] = []
        for _ in 0..<4 {
            code.append(
                pick([
                    "/// Texts in \"\"\" quotes", "    // \"\"\"", "let x = #\"a \"\"\" b\"#",
                    "func f() {\n    g(x)\n}", "   ",
                ]))
            let literal = (0..<3).map { _ in pick(lines) }
            literals.append(literal)
            code += ["let text = \"\"\""] + literal + ["\"\"\""]
        }
        let result = laidOut((code + ["let end = 1"]).joined(separator: "\n")).split(
            separator: "\n", omittingEmptySubsequences: false
        ).map(String.init)
        var found: [[String]] = []
        for (index, line) in result.enumerated() where line == "let text = \"\"\"" {
            found.append(Array(result[(index + 1)...].prefix { $0 != "\"\"\"" }))
        }
        #expect(found == literals)
    }

    @Test("between literals, blank lines have no blanks, and short bodies are on one line")
    func code() {
        #expect(
            laidOut("/// \"\"\"\nfunc f() {\n    g(x)\n}\n   \nlet text = \"\"\"\n  \n\"\"\"\n  \n")
                == "/// \"\"\"\nfunc f() { g(x) }\n\nlet text = \"\"\"\n  \n\"\"\"")
    }
}
