import ModelgenSchema
import Testing

@Suite("Words in documentation")
struct WordingTests {
    @Test(
        "an article depends on the sound of what follows",
        arguments: [
            "a post", "an article", "a user", "a userGroup", "an hour", "an honest answer", "a house", "a unit",
            "a one-off",
            "an only child", "a European", "an event", "an unknown", "an uncle", "a URL", "an SMS", "an HTTP request",
            "a UUID", "an id", "an RSS feed", "a JSON value", "an Item", "a usage", "a urlBook", "an umbrella",
        ])
    func articles(_ phrase: String) {
        let words = phrase.split(separator: " ", maxSplits: 1)
        #expect(String(words[1]).withArticle == phrase)
    }
}
