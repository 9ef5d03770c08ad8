import ModelStoredForms
import Testing

@Suite("The text of a stored form")
struct StoredFormTextTests {
    @Test(
        "is read as the same form, whatever the keys are",
        arguments: [
            "a,b", "[", "]", "a(", ">,<", "\"", "\"a\"", "a\"b", ",", " a", "a ", "", "\\", "a\\,", "or x", "{", "é",
        ])
    func roundTrip(_ key: String) {
        for other in ["", "b", "x,y", "["] {
            let form = StoredForm(
                type: "object",
                parts: [
                    "first": .init(type: "String", isRequired: true, otherPlaces: [key, "full_name", other]),
                    ExactText("a" + key): .init(type: "Int", isRequired: false, otherPlaces: [other, key]),
                ])
            #expect(StoredForm(text: form.text) == form, "\(form.text)")
        }
    }

    @Test("has the keys whose letters are composed differently")
    func composed() {
        let form = StoredForm(
            type: "object",
            parts: [
                "\u{e9}": .init(type: "String", isRequired: true), "e\u{301}": .init(type: "Int", isRequired: false),
            ])
        #expect(form.parts.count == 2)
        #expect(StoredForm(text: form.text) == form)
        #expect(!StoredForm(type: "object", parts: ["\u{e9}": .init(type: "String", isRequired: true)]).reads(form))
    }

    @Test("is as before for keys that need no quotes")
    func plain() {
        let part = StoredForm.Part(type: "String", isRequired: true, otherPlaces: ["full name", "a[0].b", "{}"])
        #expect(part.text == "String, required, or full name, or a[0].b, or {}")
        #expect(FactParts.quoted("a[]") == "a[]")
        #expect(FactParts([FactParts.quoted("["), FactParts.quoted("b")].joined(separator: ", ")).parts.count == 2)
    }
}
