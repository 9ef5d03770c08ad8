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

    @Test(
        "a type's name is written as words, with acronyms as they are",
        arguments: [
            ("Post", "a post"), ("OrderItem", "an order item"), ("URLEntry", "a URL entry"), ("HTTPLog", "an HTTP log"),
            ("XRay", "an X ray"), ("EUser", "an E user"), ("URL", "a URL"), ("city_tag", "a city tag"), ("_", "a _"),
        ])
    func nouns(_ name: String, _ phrase: String) { #expect(name.asWords.withArticle == phrase) }
}
