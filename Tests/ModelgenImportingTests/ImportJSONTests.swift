import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema
import SeededNumbers
import Testing

/// The imported text, with its warnings; it is read again, and must be valid.
private func imported(_ samples: [String], options: ParsingOptions = ParsingOptions()) -> (text: String, said: [String])
{
    let files = samples.map {
        SampleFile(file: SourceFile(path: "thing.json", text: $0), model: .file("thing"))
    }
    let (result, diagnostics) = importJSON(files, options: options)
    let text = result?.text ?? ""
    if result != nil {
        let (schema, problems) = parse(
            [SourceFile(path: "thing.model.yaml", text: text)], imports: [], options: options)
        #expect(schema != nil, "\(DiagnosticRenderer().render(problems))\n\(text)")
        if let schema {
            let planned = plan(
                schema.schema, databases: [], queries: [], options: GenerationOptions(), printing: { _, _ in [] })
            #expect(planned.findings.errors.isEmpty, "\(planned.findings)\n\(text)")
        }
    }
    return (text, diagnostics.map(\.message))
}

/// The import of one model, as the lines of its fields.
private func fields(_ samples: String...) -> [String] {
    imported(samples).text.split(separator: "\n").map(String.init).filter { $0.hasPrefix("      ") }
        .map { String($0.dropFirst(6)) }
}

@Suite("Models from JSON samples")
struct ImportJSONTests {
    @Test("a key that is absent or null in one of the samples is optional")
    func optionals() {
        #expect(
            fields(#"{"a": 1, "b": "x", "c": null}"#, #"[{"a": 2, "c": true}, {"a": 3, "b": "y", "c": false}]"#)
                == ["a: Int", "b: String?", "c: { type: Bool?, json: { omitNil: false } }"])
    }

    @Test("in a list, empty objects are samples, too, and null is not")
    func emptyElements() {
        #expect(fields(#"[{"a": 1}, {}]"#) == ["a: Int?"])
        #expect(fields(#"[{"a": 1}, null, {"a": 2}]"#) == ["a: Int"])
        #expect(fields(#"[{}, null]"#) == [])
        #expect(fields(#"[{"a": 1}, 2]"#) == [])
    }

    @Test("every line with an object is a sample: JSON Lines, with any line breaks, or a byte order mark")
    func lines() {
        #expect(fields("{\"a\": 1, \"b\": 2}\n{\"a\": 3}\n") == ["a: Int", "b: Int?"])
        #expect(fields("\u{FEFF}{\"a\": 1}\r\n\r\n{\"a\": null}\r\n") == ["a: Int?"])
        #expect(fields("{\n  \"a\": 1\n}\n{\n  \"a\": \"x\"\n}") == ["a: JSON  # a number or a string"])
        #expect(imported(["{\"a\": 1}\n2"]).said == ["unexpected text after the document"])
        #expect(imported(["[{\"a\": 1}]\n{\"a\": 1}"]).said == ["unexpected text after the document"])
    }

    @Test("a list of posts and a single post are samples of one model; a single object is named after its file")
    func listAndObject() throws {
        func models(_ files: [(stem: String, text: String)]) -> [String] {
            let samples = files.map {
                SampleFile(file: SourceFile(path: "\($0.stem).json", text: $0.text), model: .file($0.stem))
            }
            let lines = importJSON(samples, options: ParsingOptions()).0?.text.split(separator: "\n") ?? []
            return lines.filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.map {
                $0.trimmingPrefix("  ").description
            }
        }
        #expect(models([("posts-1", #"[{"a": 1}]"#), ("posts-2", #"{"a": 2}"#)]) == ["Post:"])
        #expect(models([("posts-2", #"{"a": 2}"#), ("posts", #"[{"a": 1}]"#)]) == ["Post:"])
        #expect(models([("settings", #"{"a": 2}"#)]) == ["Settings:"])
    }

    @Test("integers, fractions, both, and numbers that are too large")
    func numbers() {
        #expect(
            fields(
                """
                [{"id": 1, "n": 1, "r": 1.5, "both": 1, "e": 1e3, "u": 18446744073709551615, "d": 99999999999999999999},
                 {"id": 2, "n": -4, "r": 2.0, "both": 1.5, "e": 2, "u": 1, "d": 1}]
                """) == ["id: Int64", "n: Int", "r: Double", "both: Double", "e: Double", "u: UInt64", "d: Decimal"])
    }

    @Test("numbers that no number type can hold")
    func giantNumbers() {
        #expect(
            fields(#"{"n": \#(String(repeating: "9", count: 40)), "r": 1e400, "s": -1e309, "t": 1e308}"#) == [
                "n: JSON  # a number with 40 digits", "r: JSON  # a number too large for `Double`",
                "s: JSON  # a number too large for `Double`", "t: Double",
            ])
    }

    @Test("quoted numbers, unless they are names or would not be written back unchanged")
    func quotedNumbers() {
        #expect(
            fields(
                #"{"lat": "-37.3159", "count": "12", "zip": "01234", "id": "54842887", "price": "1.50", "v": "007"}"#)
                == [
                    "lat: { type: Double, transformer: { json: stringNumber } }",
                    "count: { type: Int, transformer: { json: stringNumber } }", "zip: String", "id: String",
                    "price: String", "v: String",
                ])
        #expect(
            imported([#"[{"n": 1}, {"n": "2"}]"#]).text == """
                # Inferred from thing.json (2 objects).
                models:
                  Thing:
                    json: { lenient: true }
                    fields:
                      n: Int  # a number, sometimes in quotes

                """)
    }

    @Test("dates, by their form, or by the name and size of a number")
    func dates() {
        #expect(
            fields(
                """
                {"a": "2011-01-21T09:35:06Z", "b": "2011-01-21T09:35:06+0200", "c": "2011-01-21",
                 "d": "2011-01-21 09:35:06", "e": "Sun Aug 31 00:29:15 +0000 2014", "f": "2011-02-30",
                 "createdAt": 1409444955, "updatedAt": 1409444955123, "count": 1409444955, "expires": 1409444955.5,
                 "seenAt": 3, "g": "2011-01-21T09:35:06", "h": "31.12.2014"}
                """)
                == [
                    "a: Date", "b: { type: Date, transformer: iso8601 }",
                    "c: { type: Date, transformer: 'dateFormat(\"yyyy-MM-dd\")' }",
                    "d: { type: Date, transformer: 'dateFormat(\"yyyy-MM-dd HH:mm:ss\")' }",
                    "e: { type: Date, transformer: 'dateFormat(\"EEE MMM dd HH:mm:ss Z yyyy\")' }", "f: String",
                    "createdAt: { type: Date, transformer: unixSeconds }  # taken for seconds since 1970",
                    "updatedAt: { type: Date, transformer: unixMilliseconds }  # taken for milliseconds since 1970",
                    "count: Int", "expires: { type: Date, transformer: unixSeconds }  # taken for seconds since 1970",
                    "seenAt: Int",
                    "g: { type: Date, transformer: 'dateFormat(\"yyyy-MM-dd''T''HH:mm:ss\")' }",
                    "h: { type: Date, transformer: 'dateFormat(\"dd.MM.yyyy\")' }",
                ])
        #expect(fields(#"[{"a": "2011-01-21T09:35:06Z"}, {"a": "soon"}]"#) == ["a: String"])
    }

    @Test("UUIDs and URLs, but not in text for people")
    func forms() {
        #expect(
            fields(
                #"{"a": "123e4567-e89b-12d3-a456-426614174000", "b": "https://a.b/c?d=%20", "c": "http://a b", "text": "http://a.b"}"#
            ) == ["a: UUID", "b: URL", "c: String", "text: String"])
    }

    @Test("few different strings in enough samples are an enum that keeps unknown values")
    func enumerations() {
        let states = (0..<12).map { #"{"state": "\#(["open", "in-work", "done"][$0 % 3])", "title": "\#($0 % 2)"}"# }
        #expect(
            imported(["[\(states.joined(separator: ","))]"]).text == """
                # Inferred from thing.json (12 objects).
                enums:
                  # Inferred from 12 strings; any other value is kept as `unknown`.
                  State: { cases: { open: open, inWork: in-work, done: done }, unknown: keep }

                models:
                  Thing:
                    fields:
                      state: State
                      title: String

                """)
        #expect(fields(#"[{"state": "open"}, {"state": "done"}, {"state": "open"}]"#) == ["state: String"])
    }

    @Test("objects whose keys are data are dictionaries")
    func dictionaries() {
        #expect(
            fields(
                #"{"stock": {"12": 1, "7": null}, "names": {"de": "a", "en": "b", "fr": "c"}, "by": {"a@b.c": {"x": 1}, "d@e.f": {"x": 2}}, "geo": {"lat": 1.5, "lng": 2}}"#
            ).prefix(4)
                == [
                    "stock: \"[Int: Int?]\"  # its keys are data: 12 and 1 more",
                    "names: [String: String]  # its keys are data: de and 2 more",
                    "by: [String: By]  # its keys are data: a@b.c and 1 more", "geo: Geo",
                ][...])
    }

    @Test("the same model in several places is one model, and so are neighbours with the same keys")
    func sharedModels() {
        let text = imported([
            #"""
            {"user": {"id": 1, "name": "a", "friends": [{"id": 2, "name": "b", "age": 3}]},
             "reply": {"user": {"id": 3, "name": "c"}},
             "home_address": {"street": "a", "city": "b"}, "work_address": {"street": "c", "city": "d"},
             "sizes": {"small": {"w": 1, "h": 2}, "large": {"w": 3, "h": 4}}}
            """#
        ]).text
        #expect(
            text == """
                # Inferred from thing.json (1 object).
                models:
                  Thing:
                    json: { keys: snake_case }
                    fields:
                      user: User
                      reply: Reply
                      homeAddress: Address
                      workAddress: Address
                      sizes: Sizes

                  User:
                    fields:
                      id: Int64
                      name: String
                      friends: "[Friend]?"

                  Reply:
                    fields:
                      user: User

                  Address:
                    fields:
                      street: String
                      city: String

                  Sizes:
                    fields:
                      small: Size
                      large: Size

                  Friend:
                    fields:
                      id: Int64
                      name: String
                      age: Int

                  Size:
                    fields:
                      w: Int
                      h: Int

                """)
    }

    @Test("a model may contain itself, directly or in a list")
    func recursion() {
        let list = imported([#"{"comments": [{"text": "a", "comments": [{"text": "b", "comments": []}]}]}"#]).text
        #expect(list.contains("      comments: [Comment]\n"))
        #expect(list.ranges(of: "  Comment:").count == 1)
        let direct = imported([#"{"node": {"v": 1, "node": {"v": 2, "node": null}}}"#]).text
        #expect(direct.contains("      v: Int\n      node: Node?"), "\(direct)")
    }

    @Test("the naming strategy covers the keys that it can, and the others are written")
    func naming() {
        #expect(
            imported([#"{"user_id": 1, "avatar_url": "x", "isOn": true, "a.b": 1}"#]).text == """
                # Inferred from thing.json (1 object).
                models:
                  Thing:
                    json: { keys: snake_case }
                    fields:
                      userId: Int64
                      avatarURL: String
                      isOn: { type: Bool, json: isOn }
                      aB: { type: Int, json: 'a\\.b' }

                """)
        let snake = imported([#"{"user_id": 1}"#], options: ParsingOptions(jsonKeys: .snakeCase)).text
        #expect(snake.hasSuffix("  Thing:\n    fields:\n      userId: Int64\n"))
    }

    @Test("hostile keys become Swift names, and none is lost silently")
    func hostile() throws {
        let (text, said) = imported([
            #"""
            {"": 1, "self": 1, "init": 1, "hashValue": 1, "class": 1, "1st": 1, "_": 1, "😀": 1, "a b": 1, "a-b": 1, "aB": 1,
             "\"": 1, "\\": 1, "#": 1, "false": 1, "null": 1, "- x": 1, "a: b": 1, "\u0000\u001b[31m": 1, "\u202eevil": 1,
             "e\u0301": 1, "Type": {"Draft": {"x": 1}}, "URL": {"Date": {"y": 1}}, "models": {"String": {"z": 1}}}
            """#
        ])
        #expect(said == ["`Thing` has an empty key, which is left out"])
        #expect(text.contains("# An empty key is left out, because it has no key path."))
        let schema = try #require(parse([SourceFile(path: "a.model.yaml", text: text)], imports: []).0).schema
        let keys = Set((schema.models.first?.fields ?? []).flatMap { $0.json?.paths ?? [] }.map(\.components))
        for key in [
            "self", "😀", "a b", "a-b", "aB", "\"", "\\", "#", "false", "- x", "a: b", "\0\u{1B}[31m", "\u{202E}evil",
        ] {
            #expect(keys.contains([.key(key)]), "\(key.debugDescription)")
        }
        #expect(keys.count == 23)
        #expect(schema.models.count == 7)
    }

    @Test("keys with the names of modules and of types in them become models all the same", arguments: Library.allCases)
    func modules(_ library: Library) {
        let types = TypeSpelling.templateTypes.filter { $0.library == library }.map(\.name) + ["Error", "Data"]
        let members = ([library.rawValue] + types).map { "\"\($0)\": {\"\($0)Key\": 1}" }.joined(separator: ", ")
        let text = imported(["{\(members)}"]).text
        #expect(!text.contains("\n  \(library.rawValue):\n"))
    }

    @Test("invalid JSON is reported with its place")
    func broken() {
        func said(_ text: String) -> String {
            let sample = SampleFile(file: SourceFile(path: "a.json", text: text), model: .file("a"))
            let (result, diagnostics) = importJSON([sample], options: ParsingOptions())
            #expect(result == nil)
            return diagnostics.map { diagnostic in
                let place = diagnostic.range?.location
                return "\(place?.line ?? 0):\(place?.column ?? 0) \(diagnostic.message) [\(diagnostic.rule)]"
            }.joined(separator: "\n")
        }
        #expect(said("") == "1:1 the file is empty [json-syntax]")
        #expect(said("{\"a\": 1,\n \"b\": tru}") == "2:7 this is not a JSON value [json-syntax]")
        #expect(said("{\"a\": 1,}") == "1:9 missing key [json-syntax]")
        #expect(said("[1, 2") == "1:6 the document ends where `]` is expected [json-syntax]")
        #expect(said("{\"a\": 01}") == "1:7 a number cannot begin with 0 [json-syntax]")
        #expect(said("{'a': 1}") == "1:2 a key must be in double quotes [json-syntax]")
        #expect(said("{\"a\": \"\u{1}\"}") == "1:8 control character in a string [json-syntax]")
        #expect(said("{\"a\": \"\\ud800\"}") == "1:8 half of a surrogate pair is not a character [json-syntax]")
        #expect(said("{\"a\": 1} {}") == "1:10 unexpected text after the document [json-syntax]")
        #expect(said(String(repeating: "[", count: 600)).hasPrefix("1:501 the document is nested deeper than 500"))
        #expect(
            said("[1, 2]") == "1:1 no object with a key, so no model can be inferred [no-object-in-sample]")
        #expect(said("[]").hasSuffix("[no-object-in-sample]"))
        #expect(said("{}").hasSuffix("[no-object-in-sample]"))
        let bytes = SourceFile(path: "a.json", bytes: [0x7B, 0x22, 0xFF, 0x22, 0x3A, 0x31, 0x7D])
        #expect(readSample(bytes).1.map(\.message) == ["this string is not valid UTF-8"])
        let wide = SourceFile(path: "a.json", bytes: [0xFF, 0xFE, 0x7B, 0, 0x7D, 0])
        #expect(readSample(wide).1.map(\.message) == ["the file is encoded as UTF-16"])
    }

    @Test("types that the samples leave open are reported")
    func doubts() {
        let (text, said) = imported([
            #"[{"a": null, "b": [], "c": {}, "d": 1, "d": 2}, {"a": null, "b": [], "c": {}, "d": "x"}]"#
        ])
        #expect(
            said.sorted() == [
                "`Thing.a` is always null in the samples", "`Thing.b` is an empty list in all samples",
                "`Thing.c` is an empty object in all samples", "`Thing.d` is a number or a string",
                "duplicate key `d`",
            ])
        #expect(text.contains("      d: JSON  # a number or a string\n"))
    }

    @Test("whatever the samples are, the resulting models are valid", arguments: 0..<10)
    func random(batch: Int) {
        for seed in 0..<40 {
            var random = RandomJSON(seed: UInt64(batch * 1_000 + seed))
            let samples = (0..<3).map { _ in random.object(depth: 0) }
            let (text, said) = imported(samples)
            #expect(text.hasPrefix("# Inferred from thing.json (3 objects)."), "\(samples)\n\(said)")
        }
    }
}

/// Random documents with repeated keys, and some that nobody would choose.
private struct RandomJSON {
    private var random: SeededNumbers

    init(seed: UInt64) { random = SeededNumbers(seed: seed) }

    private mutating func next(_ bound: Int) -> Int { random.below(bound) }

    private mutating func one(of list: [String]) -> String { list[next(list.count)] }

    private static let keys = [
        "id", "user_id", "users", "user", "URL", "url", "date", "Data", "created_at", "self", "init", "a.b", "a b", "1",
        "2", "de", "en", "fr", "type", "Type", "items", "item", "thing", "things", "status", "\u{1F600}", "#", "- x",
        "null",
        "true", "{", "it's", "models", "String", "unknown", "default", "EUR", "USD", "GBP", "x/y", "a@b.c",
    ]
    private static let texts = [
        "", "a", "open", "done", "12", "1.5", "2011-01-21", "2011-01-21T09:35:06Z", "https://a.b/c", "null", "a: b #c",
        "123e4567-e89b-12d3-a456-426614174000", "unknown",
    ]

    mutating func object(depth: Int) -> String {
        var members: [String] = ["\"k\": 1"]
        for _ in 0..<next(9) { members.append("\"\(one(of: Self.keys))\": \(value(depth: depth + 1))") }
        return "{\(members.joined(separator: ", "))}"
    }

    private mutating func value(depth: Int) -> String {
        switch next(depth > 4 ? 6 : 9) {
        case 0: return "null"
        case 1: return one(of: ["true", "false"])
        case 2: return one(of: ["1", "0", "-7", "1409444955", "1409444955123", "18446744073709551616", "1e400"])
        case 3: return one(of: ["1.5", "1e3", "-0.0"])
        case 4, 5: return "\"\(one(of: Self.texts))\""
        case 6: return "[\((0..<next(4)).map { _ in value(depth: depth + 1) }.joined(separator: ", "))]"
        default: return object(depth: depth)
        }
    }
}
