import Testing

@testable import ModelgenDiagnostics

@Suite("Diagnostics")
struct DiagnosticTests {
    private func shown(_ text: String, _ start: Int, _ end: Int, style: DiagnosticRenderer.Style = .plain) -> String {
        let file = SourceFile(path: "a.yaml", text: text)
        return DiagnosticRenderer(style: style).render([
            Diagnostic(rule: "r-1", "it is wrong", suggestion: "make it right", at: file.range(start, end))
        ])
    }

    @Test("a range is underlined") func underline() {
        #expect(
            shown("one\n  two: x\nthree\n", 6, 9) == """
                a.yaml:2:3: error: it is wrong; make it right [r-1]
                  two: x
                  ^~~

                """
        )
    }

    @Test("a tab before the range stays a tab") func tabs() {
        #expect(shown("\ta\tbc\n", 3, 5) == "a.yaml:1:4: error: it is wrong; make it right [r-1]\n\ta\tbc\n\t \t^~\n")
    }

    @Test("wide characters take two columns, combining marks none") func wide() {
        #expect(shown("日本 x\n", 7, 8) == "a.yaml:1:4: error: it is wrong; make it right [r-1]\n日本 x\n     ^\n")
        #expect(shown("e\u{301}x\n", 3, 4) == "a.yaml:1:3: error: it is wrong; make it right [r-1]\ne\u{301}x\n ^\n")
        #expect(shown("日本\n", 0, 6) == "a.yaml:1:1: error: it is wrong; make it right [r-1]\n日本\n^~~~\n")
    }

    @Test("a range over several lines is underlined to the end of its first line") func lines() {
        #expect(shown("ab\ncd\n", 1, 5) == "a.yaml:1:2: error: it is wrong; make it right [r-1]\nab\n ^\n")
    }

    @Test("an empty file and the end of a file have a position") func ends() {
        #expect(shown("", 0, 0) == "a.yaml:1:1: error: it is wrong; make it right [r-1]\n")
        #expect(shown("a\n", 9, 12) == "a.yaml:2:1: error: it is wrong; make it right [r-1]\n")
    }

    @Test("escape sequences in a file or a message do not reach the terminal") func hostile() {
        #expect(
            shown("\u{1B}[2Jx\n", 4, 5)
                == "a.yaml:1:5: error: it is wrong; make it right [r-1]\n\u{FFFD}[2Jx\n    ^\n"
                .replacing("    ^", with: "    ^")
        )
        let text = DiagnosticRenderer().render([Diagnostic(rule: "r", "a\u{1B}[0m\nb", at: nil)])
        #expect(text == "error: a\u{FFFD}[0m\u{23CE}b [r]\n")
    }

    @Test(
        "what a terminal would not show, or would act on, is visible in a name and in a path",
        arguments: [
            "\u{200B}", "\u{200E}", "\u{200F}", "\u{61C}", "\u{202E}", "\u{2066}", "\u{2060}", "\u{AD}", "\u{FEFF}",
            "\u{3164}", "\u{85}", "\u{E0041}",
        ])
    func invisible(mark: String) {
        let file = SourceFile(path: "a\(mark).yaml", text: "Int\(mark)\n")
        let text = DiagnosticRenderer().render([Diagnostic(rule: "r", "`Int\(mark)`", at: file.range(0, 3))])
        #expect(!text.unicodeScalars.contains { mark.unicodeScalars.contains($0) })
        #expect(text.hasPrefix("a\u{FFFD}.yaml:1:1: error: `Int\u{FFFD}` [r]\nInt\u{FFFD}\n"))
    }

    @Test(
        "marks that belong to a letter or an emoji remain",
        arguments: ["e\u{301}", "\u{2764}\u{FE0F}", "👩\u{200D}👧", "می\u{200C}خواهم"])
    func joined(name: String) {
        #expect(DiagnosticRenderer().render([Diagnostic(rule: "r", name, at: nil)]) == "error: \(name) [r]\n")
    }

    @Test("diagnostics on one long line take no longer if their notes are far away") func notes() {
        let file = SourceFile(path: "a", text: "ä" + String(repeating: "x", count: 300_000))
        let ranges = (0..<6000).map { file.range(2 + $0 * 50, 3 + $0 * 50) }
        func duration(_ note: (Int) -> SourceRange?) -> Duration {
            let all = ranges.indices.map { index in
                var diagnostic = Diagnostic(rule: "r", "m", at: ranges[index])
                diagnostic.notes = note(index).map { [Diagnostic.Note("n", at: $0)] } ?? []
                return diagnostic
            }
            return ContinuousClock().measure { #expect(DiagnosticRenderer().render(all).contains("a:1:299952: error")) }
        }
        let alone = duration { _ in nil }
        #expect(duration { ranges[$0 / 2] } < alone * 8)
        #expect(duration { _ in ranges[0] } < alone * 8)
    }

    @Test("a line of a megabyte is cut around the range") func longLine() {
        let text = shown(
            String(repeating: "x", count: 500_000) + "HERE" + String(repeating: "y", count: 500_000),
            500_000,
            500_004
        )
        #expect(text.utf8.count < 600)
        #expect(text.contains("xHEREy"))
    }

    @Test("colours are only for terminals") func colours() {
        #expect(shown("ab\n", 0, 2, style: .coloured).contains("\u{1B}[1;31merror:\u{1B}[0m"))
        #expect(!shown("ab\n", 0, 2).contains("\u{1B}"))
    }

    @Test("all three line endings count") func lineEnds() {
        let table = LineTable(Array("a\r\nb\rc\nd".utf8))
        #expect(table.range(ofLine: 4) == 7..<8)
        #expect(table.range(ofLine: 5) == nil)
        #expect(table.location(at: 7) == SourceLocation(offset: 7, line: 4, column: 1))
    }

    @Test("diagnostics are sorted by file, line, column, rule") func sorting() {
        let first = SourceFile(path: "a", text: "abc")
        let second = SourceFile(path: "b", text: "abc")
        let sorted = [
            Diagnostic(rule: "x", "5", at: second.range(0, 1)), Diagnostic(rule: "z", "4", at: first.range(2, 3)),
            Diagnostic(rule: "y", "3", at: first.range(1, 2)), Diagnostic(rule: "x", "2", at: first.range(1, 2)),
            Diagnostic(rule: "x", "1", at: nil),
        ].sorted()
        #expect(sorted.map(\.message) == ["1", "2", "3", "4", "5"])
    }

    @Test(
        "the nearest name is suggested, and none that is too different",
        arguments: [
            ("Strng", "String"), ("string", "String"), ("Itn", "Int"), ("Dtae", "Date"), ("Banana", nil), ("", nil),
        ] as [(String, String?)]
    )
    func nearest(_ name: String, _ expected: String?) {
        #expect(nearestName(to: name, among: ["Int", "Int8", "String", "Date", "Data"]) == expected)
    }

    @Test("a rule is found by its id, and a similar one is suggested") func book() {
        let book = RuleBook([
            RuleEntry(id: "b-rule", summary: "", explanation: ""),
            RuleEntry(id: "a-rule", summary: "", explanation: ""),
        ])
        #expect(book.entries.map(\.id) == ["a-rule", "b-rule"])
        #expect(book.entry("b-rule") != nil)
        #expect(book.suggestion(for: "b-ruel") == "b-rule")
    }
}
