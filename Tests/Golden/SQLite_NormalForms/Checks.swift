import ModelRuntime
import Testing

@Suite("Raw values in another normal form")
struct NormalFormTests {
    @Test("an unknown raw value is written back byte by byte", arguments: ["\u{e9}", "e\u{301}", "x", "y"])
    func kept(text: String) throws {
        #expect(Array(Word(rawValue: text).rawValue.utf8) == Array(text.utf8))
        // `==` compares raw values as strings, for which both forms are equal.
        let isKnown = if case .e = Word(rawValue: text) { true } else { false }
        #expect(isKnown == (text.utf8.count == 2))
    }
}
