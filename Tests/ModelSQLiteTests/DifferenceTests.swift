import Testing

@testable import ModelTesting

@Suite("The difference of two contents")
struct DifferenceTests {
    @Test("includes one of two equal rows, and texts whose letters are composed differently")
    func lines() {
        #expect(Difference(["a", "b", "a"], ["b", "a", "a"]).isEmpty)
        #expect(Difference(["a", "a", "b"], ["a", "b"]).description == "- a")
        #expect(Difference(["a"], ["a", "c", "a", "a"]).description == "+ c\n+ a\n+ a")
        #expect(!Difference(["\u{e9}"], ["e\u{301}"]).isEmpty)
        #expect(Difference([], []).isEmpty)
    }
}
