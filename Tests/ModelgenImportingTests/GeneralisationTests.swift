import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import SeededNumbers
import Testing

/// The import of documents of one model, checked as by `modelgen check`.
private func imported(_ samples: [String]) -> (text: String, rules: [String]) {
    let files = samples.map { SampleFile(file: SourceFile(path: "thing.json", text: $0), model: .file("thing")) }
    let (result, diagnostics) = importJSON(files, options: ParsingOptions())
    guard let text = result?.text else { return ("", diagnostics.map(\.rule)) }
    let (schema, problems) = parse(
        [SourceFile(path: "thing.model.yaml", text: text)], imports: [], options: ParsingOptions())
    #expect(schema != nil, "\(DiagnosticRenderer().render(problems))\n\(text)")
    return (text, diagnostics.map(\.rule))
}

/// The lines of a model's fields.
private func fields(_ model: String, _ samples: String...) -> [String] {
    let lines = imported(samples).text.split(separator: "\n").map(String.init)
    guard let start = lines.firstIndex(of: "  \(model):") else { return [] }
    return lines[(start + 1)...].prefix { $0.hasPrefix("    ") }.filter { $0.hasPrefix("      ") }
        .map { String($0.dropFirst(6)) }
}

@Suite("Samples represent documents that nobody has seen yet")
struct GeneralisationTests {
    @Test(
        "keys that are data make a dictionary",
        arguments: [
            #"{"1.0.0": {"a": 1}, "1.1.0-beta.2": {"a": 2, "b": "x"}}"#,
            #"{"": {"a": 1}, "node_modules/x": {"a": 2, "b": "y"}}"#,
            #"{"2024-01-01": 3, "2024-01-02": 4}"#, #"{"nginx.conf": "a", "default.json": "b"}"#,
            #"{"app": "x", "app.kubernetes.io/name": "y"}"#, #"{"LOG_LEVEL": "x", "HOME": "y"}"#,
            #"{"a@b.c": true}"#, #"{"12": [1], "7": [2]}"#,
            """
            {"issues": "write", "checks": "read", "pages": "read", "metadata": "read", "actions": "write",
             "members": "read", "contents": "write", "statuses": "write"}
            """,
        ])
    func dataKeys(object: String) {
        let line = fields("Thing", #"{"id": 1, "x": \#(object)}"#).last ?? ""
        #expect(line.hasPrefix("x: [") || line.hasPrefix("x: \"["), "\(line)")
        #expect(line.contains("# its keys are data"), "\(line)")
    }

    @Test(
        "a key that only begins or ends with a sign is the name of a property",
        arguments: [
            #"{"@type": "Person", "name": "Ann"}"#, #"{"@id": "o", "@type": "Organization", "url": "https://x.org"}"#,
            #"{"@id": "1", "$text": "x"}"#,
        ])
    func signs(object: String) {
        let line = fields("Thing", #"{"id": 1, "x": \#(object)}"#).last ?? ""
        #expect(line == "x: ThingX" || line == "x: X", "\(line)")
    }

    @Test("an object in itself, some of whose keys are data, is a model")
    func dataInItself() {
        let leaf = #"{"next": null, "a": null, "b": null}"#
        let inner = #""a": \#(leaf), "b": \#(leaf)"#
        let first = #"{"next": null, \#(inner), "2": \#(leaf)}"#
        let other = #"{"next": null, "a": null, "b": null, "c": "x"}"#
        let second = #"{"next": \#(first), "a": \#(other), "b": \#(leaf), "1": \#(leaf)}"#
        #expect(imported([#"{"next": \#(second), \#(inner), "c": 5}"#]).text.contains("  Thing:\n"))
        // Trees with such keys, of all kinds.
        var dice = SeededNumbers(seed: 11)
        func tree(_ depth: Int) -> String {
            if depth == 0 || dice.below(4) == 0 { return dice.below(2) == 0 ? "null" : leaf }
            let keys = ["next", "a", "b", "1", "2", "x"].filter { _ in dice.below(3) > 0 }
            let members = keys.map { key in
                let value = tree(depth - 1)
                return "\"\(key)\": " + (key == "x" ? "[\(value)]" : value)
            }
            return "{\(members.joined(separator: ", "))}"
        }
        for _ in 0..<60 { _ = imported([#"{"next": \#(tree(4)), "a": \#(tree(4)), "id": 1}"#]) }
    }

    @Test(
        "chosen keys stay fields",
        arguments: [
            #"{"name": "x", "email": "y"}"#, #"{"a.b": 1, "c": "x"}"#, #"{"small": {"w": 1}, "large": {"w": 2}}"#,
        ])
    func chosenKeys(object: String) { #expect(fields("Thing", #"{"x": \#(object)}"#) == ["x: X"]) }

    @Test("labels are a dictionary, whichever of them the samples have; in a list, the name proves nothing")
    func named() {
        #expect(
            fields("Thing", #"{"id": 1, "labels": {"app": "x"}}"#).last
                == "labels: [String: String]  # its keys are data: app")
        #expect(fields("Thing", #"{"env": [{"name": "A", "value": "1"}]}"#) == ["env: [Env]"])
    }

    @Test("a string that looks like a number is one if its name says so, or if there are many")
    func numericTexts() {
        #expect(
            fields("Thing", #"{"last4": "4242", "sha": "7", "cvc": "123", "latitude": "1.5", "cpu": "0.5"}"#) == [
                "last4: String", "sha: String", "cvc: String",
                "latitude: { type: Double, transformer: { json: stringNumber } }", "cpu: String",
            ])
        func list(_ numbers: some Sequence<Int>) -> String {
            "[\(numbers.map { #"{"n": "\#($0)"}"# }.joined(separator: ","))]"
        }
        #expect(fields("Thing", list(1...20)) == ["n: { type: Int, transformer: { json: stringNumber } }"])
        #expect(fields("Thing", list(1001...1020)) == ["n: String"])
        #expect(fields("Thing", list([1, 2, 3])) == ["n: String"])
    }

    @Test("null is written if all samples write it, and omitted if they omit it")
    func nulls() {
        #expect(
            imported([#"[{"a": null, "b": null, "c": 1}, {"a": "x", "b": 2}]"#]).text.contains(
                "json: { omitNil: false }"))
        #expect(
            fields("Thing", #"[{"a": null, "b": null, "c": 1}, {"a": "x", "b": 2}]"#)
                == ["a: String?", "b: Int?", "c: { type: Int?, json: { omitNil: true } }"])
        #expect(
            fields("Thing", #"[{"a-b": null, "b": 1, "c": 1}, {"a-b": "x"}]"#)[0]
                == "aB: { type: String?, json: { path: a-b, omitNil: false } }")
        let mixed = imported([#"[{"a": null}, {}, {}, {"a": 1}]"#])
        #expect(mixed.rules == ["null-or-absent"])
        #expect(mixed.text.contains("a: Int?\n") && !mixed.text.contains("omitNil"))
    }

    @Test("a number that some samples quote is read in both forms, and what is lost is reported")
    func quotedNumbers() {
        let mixed = imported([#"[{"id": 1}, {"id": "2"}]"#])
        #expect(mixed.rules == ["number-or-text"])
        #expect(mixed.text.contains("lenient: true") && mixed.text.contains("id: Int64"))
    }

    @Test("a model with several names is one model")
    func lookalikes() {
        let user = #"{"login": "x", "id": 1, "url": "https://a.b/c", "kind": "y", "isAdmin": true}"#
        let text = imported([#"{"id": 1, "sender": \#(user), "issue": {"n": 1, "assignee": \#(user)}}"#]).text
        #expect(text.contains("sender: Sender\n") && text.contains("assignee: Sender\n"))
        let names = ["stat", "move", "area", "item"]
        let links = names.map { #""\#($0)": {"name": "x", "url": "https://a.b/c"}"# }.joined(separator: ", ")
        #expect(fields("Thing", "{\(links)}") == names.map { "\($0): Link" })
    }

    @Test("pages of different things are different models, even though their keys are the same")
    func pages() {
        let text = imported([
            #"""
            {"users": {"data": [{"login": "x", "mail": "y"}], "url": "a", "more": true, "kind": "z", "n": 1},
             "posts": {"data": [{"title": "x", "body": "y"}], "url": "a", "more": true, "kind": "z", "n": 1}}
            """#
        ]).text
        #expect(text.contains("title: String\n") && text.contains("login: String\n"))
    }

    @Test("recursive objects are models that contain themselves")
    func recursion() {
        #expect(
            fields(
                "Thing",
                #"{"text": "a", "n": 1, "properties": {"x": {"text": "b", "n": 2}, "y": {"text": "c", "n": 3}}}"#
            )
            .last == "properties: \"[String: Thing]?\"  # its keys are data: x and 1 more")
        let chain = (0..<6).reduce(#"{"id": 9, "name": "x", "parent": null}"#) { inner, number in
            #"{"id": \#(number), "name": "y", "parent": \#(inner)}"#
        }
        let text = imported([chain]).text
        #expect(
            text.split(separator: "\n").count { $0.hasSuffix(":") } == 3 && text.contains("parent: Thing?"), "\(text)")
        // A status that repeats one that was repeated.
        _ = imported([
            #"[{"id": "1", "reblog": {"id": "2", "reblog": {"id": "3", "reblog": null}}, "account": {"id": "a", "moved": {"id": "b", "moved": null}}}]"#
        ])
    }

    @Test("a model contains itself through another one")
    func recursionByLikeness() {
        let status = { (quote: String) in
            #"{"id": "1", "text": "a", "url": "b", "language": "c", "kind": "d", "quote": \#(quote)}"#
        }
        let text = imported([status(#"{"state": "accepted", "quoted_status": \#(status("null"))}"#)]).text
        #expect(text.contains("      quote: Quote?\n") && text.contains("      quotedStatus: Thing\n"), "\(text)")
    }

    @Test("nested objects never become a value of tens of thousands of fields, which no compiler handles")
    func giants() {
        // Each object has ten of the next kind, under chosen names.
        func object(_ depth: Int) -> String {
            let members = "abcdefghij".map { letter in
                depth == 0 ? "\"\(letter)Leaf\": 1" : "\"\(letter)Part\(depth)\": \(object(depth - 1))"
            }
            return "{\"kind\(depth)\": true, \(members.joined(separator: ", "))}"
        }
        let (text, rules) = imported([object(3)])
        #expect(text.contains("JSON?  # an object with very many parts"), "\(text.prefix(400))")
        #expect(rules.contains("unclear-sample"))
    }

    @Test("an object that only few samples have is optional; a single sample is trusted")
    func fewSamples() {
        let one = #"{"id": 1, "address": {"street": "x", "city": "y"}}"#
        #expect(fields("Thing", one).last == "address: Address")
        #expect(fields("Thing", one, one).last == "address: Address?")
        #expect(fields("Thing", one, one, one, one, one).last == "address: Address")
    }

    @Test("plus and minus give different names")
    func signs() {
        #expect(
            fields("Thing", #"{"url": "x", "+1": 3, "-1": 4}"#)
                == ["url: String", #"plus1: { type: Int, json: "+1" }"#, #"minus1: { type: Int, json: "-1" }"#])
    }

    @Test(
        "an empty file among others is skipped", arguments: ["", " \n", "{}", "[]", "7", "\u{FEFF}"])
    func empty(document: String) {
        let (text, rules) = imported([#"{"a": 1}"#, document])
        #expect(text.contains("      a: Int\n"))
        #expect(rules == [document.contains { "{[7".contains($0) } ? "no-object-in-sample" : "json-syntax"])
        #expect(imported([document]).text == "")
    }

    @Test("imported models pass the check, whatever the documents contain", arguments: 0..<200)
    func check(seed: UInt64) {
        var documents = RandomDocuments(seed: seed)
        _ = imported((0...documents.next(4)).map { _ in documents.document() })
    }
}

/// Random documents: all kinds of values under keys that look like names, data, code and mistakes.
private struct RandomDocuments {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    mutating func next(_ bound: Int) -> Int { random.below(bound) }

    private static let keys = [
        "id", "name", "user", "users", "parent", "children", "properties", "labels", "data", "url", "+1", "-1", "self",
        "Self", "class", "hashValue", "init", "Type", "description", "1.0.0", "a/b", "a.b", "x[0]", "", " ", "\\\\",
        "$ref", "@id",
        "#text", "ÄÖ", "日本", "😀", "e\u{301}", "userId", "user_id", "user-id", "USER_ID", "json", "table", "null",
        "true",
        "yes", "~", "0", "12", "-", ":", "? ", "{", "}", "[", "\\\"", "'", "|", ">", "%", "&", "*", "!", "\\n",
        "\\u0000", "\\u200B", "String",
        "Int", "JSON", "URL", "Date", "Optional", "Any", "protocol", "fields", "models", "enums", "Model", "Thing",
        "thing",
        "createdAt", "updated_at", "price", "de", "en", "fr",
    ]

    private static let texts = [
        "", "x", "open", "closed", "2020-01-01", "2020-01-01T00:00:00Z", "2020-01-01 00:00:00", "https://a.b/c", "0042",
        "12", "1.5", "A1B2C3D4-0000-0000-0000-000000000000", "unknown", "self", "Mon", "\\\"", "\\\\", "\\n",
    ]

    mutating func document() -> String {
        next(3) == 0 ? "[\((0...next(4)).map { _ in object(0) }.joined(separator: ","))]" : object(0)
    }

    private mutating func object(_ depth: Int) -> String {
        var members: [String] = []
        for _ in 0..<next(7) { members.append("\"\(Self.keys[next(Self.keys.count)])\":\(value(depth + 1))") }
        return "{\(members.joined(separator: ","))}"
    }

    private mutating func value(_ depth: Int) -> String {
        switch next(depth > 5 ? 6 : 10) {
        case 0: return "null"
        case 1: return next(2) == 0 ? "true" : "false"
        case 2:
            return [
                "0", "-1", "1.5", "1e400", "18446744073709551615", "1409444955",
                "123456789012345678901234567890123456789012",
            ][next(7)]
        case 3...5: return "\"\(Self.texts[next(Self.texts.count)])\""
        case 6: return "[\((0..<next(4)).map { _ in value(depth + 1) }.joined(separator: ","))]"
        default: return object(depth)
        }
    }
}
