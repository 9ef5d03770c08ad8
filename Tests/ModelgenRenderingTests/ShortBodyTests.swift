import Testing

@testable import ModelgenRendering

@Suite("Bodies of one line")
struct ShortBodyTests {
    private func laidOut(_ text: String) -> String { String(decoding: Array(text.utf8).withShortBodies, as: UTF8.self) }

    @Test(
        "a function, initializer or property with a body of one line is on one line",
        arguments: ["static func f() -> Int", "init(id: Int)", "public var all: [Int]", "package mutating func f()"])
    func joined(head: String) {
        #expect(
            laidOut("struct S {\n    \(head) {\n        body()\n    }\n\n    var x: Int\n}\n")
                == "struct S {\n    \(head) { body() }\n\n    var x: Int\n}\n")
    }

    @Test("the rest is processed, too")
    func several() {
        let function = "func f() {\n    body()\n}\n"
        #expect(laidOut(function + function) == "func f() { body() }\nfunc f() { body() }\n")
    }

    @Test(
        "everything else stays as it is",
        arguments: [
            "struct S {\n    var x: Int\n}",
            "enum E {\n    case a\n}",
            "if x {\n    body()\n}",
            "func f() {\n    one()\n    two()\n}",
            "func f() {\n    // why\n}",
            "func f() {\n    #if DEBUG\n}",
            "let text = \"\"\"\nfunc f() {\n    body()\n}\n\"\"\"",
            "/// func f() {\n///     body()\n/// }",
            "func f() {\n    \(String(repeating: "x", count: 108))\n}",
            "", "}", "\n}\n",
        ])
    func untouched(text: String) {
        #expect(laidOut(text) == text)
    }

    @Test("a line of 120 columns is not too long, whatever the number of its bytes", arguments: ["x", "é"])
    func width(letter: String) {
        let body = String(repeating: letter, count: 107)
        #expect(laidOut("func f() {\n    \(body)\n}") == "func f() { \(body) }")
    }
}
