import Foundation
import ModelRuntime
import Testing

@Suite("Combined attributes in patches and merged responses")
struct CombinedPatchTests {
    @Test("M19: a response is merged at paths: null clears, an absent value stays")
    func merging() throws {
        let full = Profile(
            id: 1, name: "n", city: "c", street: "s", second: "t", age: 3, secret: "x",
            seenAt: Date(timeIntervalSince1970: 1))
        for (text, change) in [
            (
                #"{"user": {"name": null, "address": {"street": "new"}}, "seen": {}}"#,
                {
                    $0.name = nil; $0.street = "new"
                }
            ),
            (
                #"{"user": null, "seen": null}"#,
                { model in
                    (model.name, model.city, model.street) = (nil, nil, nil)
                    (model.second, model.secret, model.seenAt) = (nil, nil, nil)
                }
            ), (#"{"user": {"address": [], "tags": ["a"]}}"#, { _ in }),
            (
                #"{"user": {"tags": ["a", null, "b"], "age": null}, "seen": {"at": 7.5}}"#,
                {
                    $0.second = nil
                    $0.seenAt = Date(timeIntervalSince1970: 7.5)
                }
            ),
        ] as [(String, (inout Profile) -> Void)] {
            var merged = full
            var expected = full
            try merged.merge(json: Data(text.utf8))
            change(&expected)
            #expect(merged == expected, "\(text)")
        }
        var untouched = full
        #expect(throws: JSONError.self) {
            try untouched.merge(json: Data(#"{"user": {"name": "new", "age": "x"}}"#.utf8))
        }
        #expect(untouched == full)
    }

    @Test("M2, M15: a patch with null, values and nothing at paths with common prefixes")
    func patches() throws {
        var patch = Profile.Patch()
        #expect(try patch.jsonString() == "{}")
        patch.city = .null
        patch.street = .value("s")
        patch.age = .null
        patch.second = .value("t")
        patch.seenAt = .value(Date(timeIntervalSince1970: 5))
        patch.secret = .value("hunter2")
        let text = try patch.jsonString()
        #expect(
            try JSON(json: text) == [
                "user": [
                    "address": ["city": nil, "street": "s"], "tags": [nil, "t"], "age": nil, "secret": "sealed:hunter2",
                ],
                "seen": ["at": 5],
            ])
        #expect(!"\(patch)".contains("hunter2"))
        #expect(!String(reflecting: patch).contains("hunter2"))
        for read in [
            try Profile.Patch(json: text), try JSONDecoder().decode(Profile.Patch.self, from: Data(text.utf8)),
        ] {
            #expect(try read.jsonString() == text)
            var profile = Profile(id: 1, name: "n", city: "c", street: "old", second: "x", age: 30, secret: nil)
            profile.apply(read)
            #expect(
                profile
                    == Profile(
                        id: 1, name: "n", city: nil, street: "s", second: "t", age: 30, secret: "hunter2",
                        seenAt: Date(timeIntervalSince1970: 5)))
        }
        var shown = Shown(id: 1, name: "n", city: "c")
        shown.apply(try Shown.Patch(json: #"{"user": {"name": null}, "at": null, "inner": null, "id": 7}"#))
        #expect(shown == Shown(id: 1, city: "c"))
    }

    @Test("M15, M19: if the field says so, an invalid value leaves the present one, and is reported as always")
    func invalidInPatches() throws {
        let full = Setting(
            id: 1, name: "n", level: 4, stern: .hard, day: Date(timeIntervalSince1970: 86400), sterns: [.mild],
            counts: [1: 1], unique: [.low], dates: [Date(timeIntervalSince1970: 9)], items: [], code: 1234)
        for (text, paths, change) in [
            ("{}", [], { _ in }),
            (#"{"level": "x", "name": 5}"#, ["level"], { $0.name = "5" }),
            (
                #"{"level": null, "old": {"level": []}, "all": [0, {"stern": 7}]}"#, ["old.level", "all[1].stern"],
                { _ in }
            ),
            (
                #"{"level": null, "all": [0, {"stern": null}], "day": null, "code": null}"#, [],
                {
                    $0.stern = nil
                    $0.day = nil
                    $0.code = nil
                }
            ),
            (#"{"day": "tomorrow", "code": {}}"#, ["day", "code"], { _ in }),
            (
                #"{"day": "1970-01-03", "level": "7", "all": [null, {"stern": "mild"}]}"#, [],
                {
                    $0.day = Date(timeIntervalSince1970: 172_800)
                    $0.level = 7
                    $0.stern = .mild
                }
            ),
            (
                #"{"sterns": ["hard", "none", 1], "unique": [1, "x", 1, {}]}"#,
                ["sterns[1]", "sterns[2]", "unique[1]", "unique[3]"],
                {
                    $0.sterns = [.hard]
                    $0.unique = [.high]
                }
            ),
            (
                #"{"deep": {"counts": {"1": "x", "y": 2, "3": 4}, "dates": [1, "x"]}, "unique": null}"#,
                ["deep.counts.1", "deep.counts.y", "deep.dates[1]"],
                {
                    $0.counts = [3: 4]
                    $0.dates = [Date(timeIntervalSince1970: 1)]
                    $0.unique = nil
                }
            ),
            (
                #"{"items": [{"type": "none"}, {"type": "text", "text": "t"}, {"type": "text"}]}"#,
                ["items[0]", "items[2].text"],
                {
                    $0.items = [.note(Note(text: "t"))]
                }
            ),
        ] as [(String, [String], (inout Setting) -> Void)] {
            var expected = full
            change(&expected)
            let report = JSONReport()
            var merged = full
            try merged.merge(json: text, reporting: report)
            #expect(merged == expected, "\(text)")
            // The value of an alternative is only examined when the object ends.
            #expect(Set(report.problems.map(\.path)) == Set(paths), "\(text)")
            #expect(report.problems.allSatisfy { $0.model == "Setting" || $0.path.hasPrefix("items") }, "\(text)")

            let decoder = JSONDecoder()
            let other = JSONReport()
            decoder.userInfo[try #require(JSONReport.key)] = other
            merged = full
            merged.apply(try decoder.decode(Setting.Patch.self, from: Data(text.utf8)))
            #expect(merged == expected, "\(text)")
            #expect(Set(other.problems.map(\.path)) == Set(paths), "\(text)")
        }
        // Values without the field, and invalid JSON, are still errors.
        for text in [#"{"name": {}}"#, #"{"level": 1x}"#, #"{"sterns": 5}"#] {
            var merged = full
            #expect(throws: JSONError.self, "\(text)") { try merged.merge(json: text) }
            #expect(merged == full)
        }
    }
}
