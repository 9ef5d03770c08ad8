import Foundation
import ModelEditing
import ModelRuntime
import Testing

struct Sealed: Transformer {
    /// Only opens what was sealed; otherwise its error contains the whole text, as in careless code.
    func decode(_ source: String) throws -> String {
        guard source.hasPrefix("sealed:") else {
            throw JSONError(.invalidValue, found: source, reason: "not: \(source)")
        }
        if source == "sealed:json" { return try Note(json: #"{"text": ["hunter2"]}"#).text }
        return String(source.dropFirst(7))
    }

    func encode(_ value: String) throws -> String {
        if value == "hunter2 NaN" { _ = try ["hunter2": Double.nan].jsonData() }
        return "sealed:\(value)"
    }
}

/// A token that contains another document.
struct Token: Hashable, JSONRepresentable {
    var parts: [String: Double]

    init(parts: [String: Double]) { self.parts = parts }
    init(jsonForm text: String) throws { parts = try [String: Double](json: text) }
    var jsonForm: String { get throws { try parts.jsonString() } }
}

extension Stamp {
    /// Older documents say `when`.
    static func willDecode(_ json: JSON) throws -> JSON? {
        guard case .object(var object) = json, let when = object["when"] else { return json }
        object["at"] = when
        object["when"] = nil
        return .object(object)
    }
}

/// The results for a document with and without Codable: the same value, or errors about the same place.
@discardableResult
func both<Model: JSONModel & Equatable>(_ type: Model.Type, _ text: String) throws -> Model {
    let coded = Result { try JSONDecoder().decode(type, from: Data(text.utf8)) }
    do {
        let direct = try Model(json: text)
        #expect(try coded.get() == direct)
        #expect(try Model(json: direct.jsonData()) == direct)
        #expect(try Model(json: JSONEncoder().encode(direct)) == direct)
        return direct
    } catch let error as JSONError {
        let other = try #require(throws: DecodingError.self) { try coded.get() }
        #expect(other.cause?.path == error.path)
        #expect(other.cause?.field == error.field)
        #expect(other.cause?.model == error.model)
        throw error
    }
}

extension DecodingError {
    fileprivate var cause: JSONError? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context.underlyingError as? JSONError
        @unknown default: nil
        }
    }
}

@Suite("Combined attributes")
struct CombinationTests {
    @Test("M3, M4, M10: alternatives, array indexes and lenient values in one field")
    func alternatives() throws {
        let first = try both(
            Reading.self,
            #"{"id": 9, "scores": [{"value": "1.5"}, 2], "score": 3, "meta": {"ids": [0, "7"], "scores": [4, 5]}}"#)
        #expect(first.id == 7)
        #expect(first.firstScore == 1.5)
        let second = try both(
            Reading.self,
            #"{"score": "3", "scores": [{"value": null}], "meta": {"scores": [4, 5], "ids": []}, "id": "9"}"#)
        #expect(second.id == 9)
        #expect(second.firstScore == 3)
        let third = try both(
            Reading.self, #"{"meta": {"scores": [4, "5"]}, "scores": [], "score": null, "id": true}"#)
        #expect(third.id == 1)
        #expect(third.firstScore == 5)
        // A place with a value of another kind does not count.
        let fourth = try both(Reading.self, #"{"meta": [1], "scores": {"0": 1}, "score": 2, "id": 1}"#)
        #expect(fourth.firstScore == 2)
        #expect(fourth.isGood)
        for (text, isGood) in [
            (#""good": "no""#, false), (#""good": null, "flags": [1, 1, 0]"#, false), (#""flags": [1, 1, "x"]"#, true),
            (#""good": [], "flags": [1, 1, 0]"#, true), (#""flags": [0, 0]"#, true),
        ] {
            #expect(try both(Reading.self, #"{"id": 1, \#(text)}"#).isGood == isGood, "\(text)")
        }
        let error = try #require(throws: JSONError.self) {
            try both(Reading.self, #"{"id": 1, "scores": [{"value": "x"}], "score": 3}"#)
        }
        #expect(error.path == "scores[0].value")
        #expect(error.field == "firstScore")
    }

    @Test("M4, M6: a transformer by kind at alternative places; skipElement after an index")
    func kinds() throws {
        let date = Date(timeIntervalSince1970: 86400)
        for text in [
            #""at": 86400"#, #""at": "1970-01-02""#, #""dates": ["1970-01-02T00:00:00Z"]"#,
            #""at": null, "dates": [86400]"#,
            #""dates": [86400], "at": null"#,
        ] {
            #expect(try both(Reading.self, #"{"id": 1, \#(text)}"#).takenAt == date, "\(text)")
        }
        let report = JSONReport()
        let reading = try Reading(json: #"{"id": 1, "labels": ["no"], "tags": [["a", [], 5, {}]]}"#, reporting: report)
        #expect(reading.tags == ["a", "5"])
        #expect(report.problems.map(\.path) == ["tags[0][1]", "tags[0][3]"])
        #expect(try JSON(json: reading.jsonData())["tags"] == [["a", "5"]])
    }

    @Test("M13: dictionaries with enum and Int keys in optionals, unknown keys and values kept and written back")
    func dictionaries() throws {
        let text = #"""
            {"id": 1, "maps": {"by_level": {"0": ["calm", null, "odd"], "7": []},
             "by_number": {"-3": {"a": "first", "b": "else"}}, "unique": [0, {"5": [1, 0, 1, 9]}]},
             "counts": {"wild": null, "odd": 2}, "groups": [[0, 5], []]}
            """#
        let reading = try both(Reading.self, text)
        #expect(reading.byLevel == [.low: [.calm, nil, .unknown("odd")], .unknown(7): []])
        #expect(reading.byNumber == [-3: ["a": .first, "b": .last]])
        #expect(reading.counts == [.wild: nil, .unknown("odd"): 2])
        #expect(reading.groups == [[.low, .unknown(5)], []])
        #expect(reading.unique == [5: [.low, .high, .unknown(9)]])
        #expect(
            try JSON(json: reading.jsonData()) == [
                "meta": ["ids": [nil, 1]], "good": true, "tags": [[]],
                "maps": [
                    "by_level": ["0": ["calm", nil, "odd"], "7": []], "by_number": ["-3": ["a": "first", "b": "last"]],
                    "unique": [nil, ["5": [0, 1, 9]]],
                ],
                "counts": ["odd": 2, "wild": nil], "groups": [[0, 5], []],
            ])
        for (text, path) in [
            (#"{"maps": {"by_number": {"1.5": {}}}, "id": 1}"#, "maps.by_number[\"1.5\"]"),
            (#"{"maps": {"by_level": {"low": []}}, "id": 1}"#, "maps.by_level.low"),
            (#"{"maps": {"by_number": {"1": {"a": {}}}}, "id": 1}"#, "maps.by_number.1.a"),
        ] {
            #expect(try #require(throws: JSONError.self) { try both(Reading.self, text) }.path == path)
        }
    }

    @Test("M13: a union in lists of lists, dictionaries, at an index, and skipped if invalid")
    func oneOf() throws {
        let note = Item.note(Note(text: "n", at: "p"))
        let sheet = try both(
            Sheet.self,
            #"""
            {"items": [[{"type": 7, "of": [{"type": "text", "text": "n", "place": {"at": "p"}}], "total": "3"}], []],
             "named": {"x": [null, {"text": "n", "type": "text", "place": {"at": "p"}}]},
             "others": {"items": [{"text": "n", "type": "text", "place": {"at": "p"}}, {"type": "none"}, 5,
              {"type": "text", "text": "n", "extra": 1}]}}
            """#)
        #expect(sheet.items == [[.sum(Sum(of: [note], total: 3))], []])
        #expect(sheet.first == sheet.items[0][0])
        #expect(sheet.named == ["x": [nil, note]])
        #expect(sheet.rest == [note])
        for (text, path) in [
            (#"{"items": [[], [{"type": "text", "text": "n"}, {"type": "oval"}]]}"#, "items[1][1]"),
            (#"{"items": [[{"type": 7, "of": [{"type": "text"}]}]]}"#, "items[0][0].of[0].text"),
            (#"{"items": [[{"total": 1}]]}"#, "items[0][0]"),
            (#"{"items": [], "named": {"x": [{"type": "text", "text": 1}]}}"#, "named.x[0].text"),
        ] {
            #expect(try #require(throws: JSONError.self) { try both(Sheet.self, text) }.path == path, "\(text)")
        }
    }

    @Test("M8, M13: a model that refuses unknown keys accepts its discriminator, even after a hook")
    func knownDiscriminator() throws {
        let date = "2011-01-21T09:35:06Z"
        let sheet = try both(
            Sheet.self,
            #"""
            {"items": [[{"type": "stamp", "when": "\#(date)", "by": [{"text": "b"}, {"text": "a"}, {"text": "b"}]},
             {"type": "text", "text": "n"}, {"at": "\#(date)", "type": "stamp"}]]}
            """#)
        let at = Date(timeIntervalSince1970: 1_295_602_506)
        #expect(
            sheet.items == [
                [
                    .stamp(Stamp(at: at, by: [Note(text: "a"), Note(text: "b")])), .note(Note(text: "n")),
                    .stamp(Stamp(at: at)),
                ]
            ])
        for text in [
            #"{"type": "stamp", "at": "\#(date)", "Type": 1}"#,
            #"{"type": "stamp", "at": "\#(date)", "by": [{"type": "text"}]}"#,
            #"{"type": "text", "text": "n", "place": {"at": "p"}, "kind": 1}"#,
        ] {
            let error = try #require(throws: JSONError.self) { try both(Sheet.self, #"{"items": [[\#(text)]]}"#) }
            #expect(error.kind == .unknownKey, "\(text)")
        }
        // On its own, it is not a discriminator.
        #expect(throws: JSONError.self) { try both(Note.self, #"{"text": "n", "type": "text"}"#) }
    }

    @Test("M7, M18: for one call, at paths with common prefixes, in lists, and with the names of properties")
    func otherwise() throws {
        let profiles = [Profile(id: 1, name: "n", city: "c", age: 3), Profile(id: 2, street: "s", second: "t")]
        let data = try profiles.jsonData(
            transforming: .init {
                $0.city { $0.map { ["was": $0] } }
                $0.age { "\($0)" }
                $0.seenAt { _ in 5 }
            })
        #expect(
            try JSON(json: data) == [
                [
                    "id": 1, "user": ["name": "n", "address": ["city": ["was": "c"]], "age": "3"], "seen": ["at": 5],
                ],
                [
                    "id": 2, "user": ["address": ["street": "s", "city": nil], "tags": [nil, "t"], "age": "18"],
                    "seen": ["at": 5],
                ],
            ])
        #expect(try profiles[1].jsonProperties() == ["id": 2, "street": "s", "second": "t", "age": 18])
        let sheet = Sheet(items: [[.note(Note(text: "n", at: "p"))]], named: ["x": [nil]])
        #expect(
            try sheet.jsonProperties() == [
                "items": [[["type": "text", "text": "n", "at": "p"]]], "named": ["x": [nil]], "rest": [],
            ])
    }

    @Test("M11: an optional gets its default if the value is missing, null clears it, and onInvalid gives the default")
    func defaults() throws {
        let untouched = Defaults()
        #expect(
            untouched.number == 5 && untouched.stern == .hard && untouched.list == [1] && untouched.some == ["a": .mild]
        )
        #expect(try both(Defaults.self, "{}") == untouched)
        let cleared = try both(
            Defaults.self,
            #"""
            {"number": null, "plain": null, "date": null, "list": null, "dates": null, "stern": null, "sterns": [null],
             "whole": null, "some": null}
            """#)
        #expect(cleared.number == nil && cleared.date == nil && cleared.stern == nil && cleared.whole == nil)
        #expect(cleared.plain == nil && cleared.list == nil && cleared.dates == nil && cleared.some == ["a": .mild])
        let invalid = try both(
            Defaults.self,
            #"""
            {"number": "x", "date": [], "list": ["x", 4], "dates": ["x", 4], "sterns": ["none"], "whole": [3, "x"],
             "some": {"b": "hard", "c": "none"}}
            """#)
        var expected = untouched
        expected.list = [4]
        expected.dates = [Date(timeIntervalSince1970: 4)]
        expected.some = ["b": .hard]
        #expect(invalid == expected)
    }

    @Test("a missing value is named with and without Codable, wherever it is")
    func missing() throws {
        let members = [
            ("meta.id", #""meta": {"id": 1}"#), ("user.name", #""user": {"name": "n"}"#), ("any", #""any": null"#),
            ("at", #""at": 5"#), ("b", #""c": [null, "7"]"#),
        ]
        #expect(try both(Entry.self, "{\(members.map(\.1).joined(separator: ", "))}").second == 7)
        for (path, member) in members {
            let text = "{\(members.map(\.1).filter { $0 != member }.joined(separator: ", "))}"
            let error = try #require(throws: JSONError.self) { try both(Entry.self, text) }
            #expect(error.kind == .missing && error.path == path)
            // A draft lacks the first one.
            guard path != "meta.id" else {
                #expect(try both(Entry.Draft.self, text).name == "n")
                continue
            }
            #expect(try #require(throws: JSONError.self) { try both(Entry.Draft.self, text) }.path == path)
        }
        let hidden = #"{"hidden": {"total": 1, "of": [{"type": "text"}]}, "#
        let text = hidden + members.map(\.1).joined(separator: ", ") + "}"
        let error = try #require(throws: JSONError.self) { try both(Entry.self, text) }
        #expect(error.path == "hidden" && error.field == "hidden" && error.model == "Entry")
    }

    @Test("M13: a Boolean discriminator is read where values are converted")
    func discriminators() throws {
        let rest = #""meta": {"id": 1}, "user": {"name": "n"}, "any": 0, "at": 5, "b": 1"#
        for (given, answer) in [
            ("true", Answer.note(Note(text: "t"))), (#""true""#, .note(Note(text: "t"))), ("0", .sum(Sum())),
        ] {
            let text = #"{"answer": {"given": \#(given)\#(given == "0" ? "" : #", "text": "t""#)}, \#(rest)}"#
            #expect(try both(Entry.self, text).answer == answer)
        }
        for (given, path) in [("false", "answer"), ("[]", "answer.given"), ("1.5", "answer")] {
            let text = #"{"answer": {"given": \#(given), "text": "t"}, \#(rest)}"#
            #expect(try #require(throws: JSONError.self) { try both(Entry.self, text) }.path == path, "\(given)")
        }
    }

    @Test("M12: nil is written as null at paths and alternatives, too, for this model but not for those inside it")
    func nulls() throws {
        let shown = Shown(id: 1, inner: Hidden())
        #expect(
            try JSON(json: shown.jsonData()) == [
                "id": 1, "user": ["name": nil, "address": ["city": nil]], "nick": nil, "mood": nil, "at": nil,
                "sent": nil,
                "inner": [:],
            ])
        #expect(try JSON(json: JSONEncoder().encode(shown)) == JSON(json: shown.jsonData()))
        let read = try Shown(json: #"{"id": 1, "sent": 4, "got": 5, "inner": {}}"#)
        #expect(read == Shown(id: 1, got: 5, inner: Hidden()))
    }

    @Test("of two members with the same key the first one counts, at every level, in the reader and in JSONDecoder")
    func duplicates() throws {
        let read = try both(
            Profile.self,
            #"{"id": 1, "user": {"name": "a", "name": "b", "address": {"city": "c", "city": []}}, "user": {"age": 3}, "id": []}"#
        )
        #expect(read == Profile(id: 1, name: "a", city: "c"))
        #expect(try both(Reading.self, #"{"id": 1, "counts": {"wild": 1, "wild": 2}}"#).counts == [.wild: 1])
    }
}
