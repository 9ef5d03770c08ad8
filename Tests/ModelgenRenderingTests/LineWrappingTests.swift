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
}
