import Testing

import ModelgenDatabase
@testable import ModelgenPlanning

@Suite("Swift literals")
struct SwiftLiteralTests {
    @Test("three quotes before a combining mark do not close a multiline literal")
    func combiningMark() {
        let lines = SwiftLiteral.lines("a\n\"\"\"\u{301} + exit(0)")
        #expect(
            lines.map { Array($0.unicodeScalars) }
                == ["\"\"\"", "a", "\\\"\\\"\\\"\u{301} + exit(0)", "\"\"\""].map { Array($0.unicodeScalars) })
    }

    @Test("quotes that cannot close the literal are not escaped")
    func quotes() {
        #expect(SwiftLiteral.lines("a\n\"b\" \"\"") == ["\"\"\"", "a", "\"b\" \"\"", "\"\"\""])
    }

    @Test("backslashes and invisible characters are escaped, on one line and on several")
    func escapes() {
        #expect(SwiftLiteral.string("\\(x)\u{202E}\"") == "\"\\\\(x)\\u{202E}\\\"\"")
        #expect(SwiftLiteral.lines("\\(x)\n\r") == ["\"\"\"", "\\\\(x)", "\\r", "\"\"\""])
    }
}
