import ModelgenDatabase
import Testing

@testable import ModelgenPlanning

@Suite("Swift literals")
struct SwiftLiteralTests {
    @Test("three quotes before a combining mark do not close a multiline literal")
    func combiningMark() {
        let literal = SwiftLiteral.block("a\n\"\"\"\u{301} + exit(0)")
        let expected = "\"\"\"\na\n\\\"\\\"\\\"\u{301} + exit(0)\n\"\"\""
        #expect(Array(literal.unicodeScalars) == Array(expected.unicodeScalars))
    }

    @Test("quotes that cannot close the literal are not escaped")
    func quotes() {
        #expect(SwiftLiteral.block("a\n\"b\" \"\"") == "\"\"\"\na\n\"b\" \"\"\n\"\"\"")
    }

    @Test("backslashes and invisible characters are escaped, on one line and on several")
    func escapes() {
        #expect(SwiftLiteral.string("\\(x)\u{202E}\"") == "\"\\\\(x)\\u{202E}\\\"\"")
        #expect(SwiftLiteral.block("\\(x)\n\r") == "\"\"\"\n\\\\(x)\n\\r\n\"\"\"")
    }
}
