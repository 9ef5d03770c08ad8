import Foundation
import ModelLeniency
import ModelRuntime
import Testing

/// One thing wrong or changed at each place of a document in turn: the direct reader and Codable give the same result.
@Suite("The direct reader and Codable agree on every kind of field")
struct FeatureDifferenceTests {
    /// A document with every kind of field.
    static let base = #"""
        {"id": 1, "small": -7, "large": 18, "ratio": 1.5, "mood": "calm", "level": 2, "levels": [1, 2],
        "counts": {"calm": 3, "x": 4}, "rows": {"1": ["a", null], "-2": []}, "date": "2011-01-21T09:35:06.25+01:00",
        "day": "2011-01-21", "link": "https://a.b/c", "key": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "bytes": "AAH/",
        "name": "n", "nick": "m", "who": {"name": "o", "deep": {"text": "d"}}, "list": [0, {"n": 5}, 7],
        "loose": {"count": "35", "is_on": "yes", "text": 1.5, "price": "2.50", "ratio": true},
        "shape": {"kind": "circle", "size": {"r": 1}},
        "shapes": [{"kind": "circle", "size": {"r": 2}}, {"kind": "circle", "size": {"r": 3.5}}],
        "secret": "hunter2", "note": "p", "stamp": 86400, "stamps": [86400, 0], "any": {"a": [1, "b"], "c": true}}
        """#

    static let direct = #"""
        {"id": 1, "small": -7, "large": 18446744073709551615, "ratio": 1.5, "short": 0.1, "price": 12.50, "is_on": true,
        "name": "n", "date": "2011-01-21T09:35:06.25+01:00", "link": "https://a.b/c",
        "key": "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "bytes": "AAH/", "level": 2, "levels": [1, 2], "numbers": [3],
        "rings": [[0.5, 2], []], "counts": {"a": 1}, "rows": {"1": ["a"], "-2": []}, "inner": {"count": 1, "note": "x"},
        "parts": [{"count": 2}, {"count": 3, "note": null}], "byName": {"p": {"count": 4}},
        "stamp": 86400, "any": {"a": [1, "b", null]}, "places": {"first": "e", "a": {"b": 8}, "secret": [4142434]}}
        """#

    /// The replacements for each value; nil removes it.
    private static let replacements: [String?] = [
        nil, "null", "true", "false", "0", "1", "-1", "2.5", "300", "9223372036854775807", "18446744073709551615",
        "1e30",
        "\"\"", #""x""#, #""35""#, #""-2""#, #""yes""#, #""calm""#, #""circle""#, #""2011-01-21""#,
        #""2011-01-21T09:35:60Z""#, #""https://a.b""#, "[]", "[1]", #"["x"]"#, "{}", #"{"kind": "circle"}"#,
        #"{"count": "2", "kind": "7"}"#, #"{"kind": "none"}"#, #"{"n": 1}"#, #"{"count": 1, "extra": 2}"#,
    ]

    /// Each place in `json`, with its value replaced by each of the replacements.
    private func variants(_ json: JSON, _ replacement: JSON?) -> [JSON?] {
        var all: [JSON?] = [replacement]
        switch json {
        case .object(let object):
            for (key, member) in object {
                for variant in variants(member, replacement) {
                    var changed = object
                    changed[key] = variant
                    all.append(.object(changed))
                }
            }
        case .array(let elements):
            for index in elements.indices {
                for variant in variants(elements[index], replacement) {
                    var changed = elements
                    if let variant { changed[index] = variant } else { changed.remove(at: index) }
                    all.append(.array(changed))
                }
            }
        default: break
        }
        return all
    }

    private struct Outcome<Value> {
        var value: Value?
        var error: JSONError?
        var problems: [JSONError]
    }

    private func direct<Value: JSONModel>(_ type: Value.Type, _ text: String) -> Outcome<Value> {
        let report = JSONReport()
        do {
            return Outcome(value: try Value(json: text, reporting: report), problems: report.problems)
        } catch {
            return Outcome(error: error as? JSONError, problems: report.problems)
        }
    }

    private func codable<Value: JSONModel>(_ type: Value.Type, _ text: String) throws -> Outcome<Value> {
        let report = JSONReport()
        let decoder = JSONDecoder()
        decoder.userInfo[try #require(JSONReport.key)] = report
        do {
            return Outcome(value: try decoder.decode(type, from: Data(text.utf8)), problems: report.problems)
        } catch let error as DecodingError {
            switch error {
            case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context):
                return Outcome(error: context.underlyingError as? JSONError, problems: report.problems)
            @unknown default: return Outcome(problems: report.problems)
            }
        }
    }

    /// What both must report about an error: all but its position in the document and how a number is written, which a
    /// Decoder does not know.
    private func report(_ error: JSONError) -> JSONError {
        var error = error
        (error.offset, error.line, error.column) = (nil, nil, nil)
        if error.found?.hasPrefix("the number") == true { error.found = "a number" }
        error.reason = error.reason?.replacingOccurrences(of: "1\(String(repeating: "0", count: 30))", with: "1e30")
            .replacingOccurrences(of: "1e+30", with: "1e30")
        return error
    }

    /// Where an error is.
    private func place(_ error: JSONError) -> String {
        let isMissing = error.kind == .missing ? " (missing)" : ""
        return "\(error.model ?? "-").\(error.field ?? "-") at \(error.path)\(isMissing)"
    }

    private func places(_ errors: [JSONError]) -> Set<String> { Set(errors.map(place)) }

    /// Calls `check` with each document that has one thing changed.
    private func forEachDocument(_ base: String = base, _ check: (String) throws -> Void) throws {
        let base = try JSON(json: base)
        for text in Self.replacements {
            let replacement = try text.map { try JSON(json: $0) }
            for case let variant? in variants(base, replacement) { try check(try variant.jsonString(at: [])) }
        }
    }

    @Test("value, error's place and report, with one change at each place (points 3 and 5)")
    func oneChange() throws {
        var (succeeded, failed, reported) = (0, 0, 0)
        try forEachDocument { text in
            let (a, b) = (direct(Features.self, text), try codable(Features.self, text))
            if let value = a.value {
                succeeded += 1
                #expect(value == b.value, "\(text)\n\(String(describing: b.error))")
                #expect(places(a.problems) == places(b.problems), "\(text)")
                reported += a.problems.count
                #expect(try Features(json: value.jsonData()) == value, "\(text)")
                #expect(try Features(json: JSONEncoder().encode(value)) == value, "\(text)")
            } else {
                failed += 1
                let (direct, codable) = (try #require(a.error), try #require(b.error, "\(text)"))
                #expect(report(direct) == report(codable), "\(text)\n\(direct)\n\(codable)")
                #expect(direct.offset != nil && direct.line == 1 && direct.column == (direct.offset ?? 0) + 1)
                let isPlain = direct.kind == .unknownKey || direct.kind == .missing
                #expect(direct.expected != nil || direct.reason != nil || isPlain)
            }
            for error in [a.error, b.error] + a.problems + b.problems {
                #expect(error.map { !$0.description.contains("hunter2") } ?? true)
            }
        }
        #expect(succeeded > 500 && failed > 300 && reported > 100, "\(succeeded) \(failed) \(reported)")
    }

    @Test("values that Codable's containers hold: the same, with one change at each place")
    func directlyCoded() throws {
        #expect(Direct.jsonFields.isCodedDirectly && !DirectPlaces.jsonFields.isCodedDirectly)
        var (succeeded, failed) = (0, 0)
        try forEachDocument(Self.direct) { text in
            let (a, b) = (direct(Direct.self, text), try codable(Direct.self, text))
            if let value = a.value {
                succeeded += 1
                #expect(value == b.value, "\(text)\n\(String(describing: b.error))")
                #expect(try Direct(json: value.jsonData()) == value, "\(text)")
                #expect(try Direct(json: JSONEncoder().encode(value)) == value, "\(text)")
            } else {
                failed += 1
                let (direct, codable) = (try #require(a.error), try #require(b.error, "\(text)"))
                #expect(report(direct) == report(codable), "\(text)\n\(direct)\n\(codable)")
            }
            for error in [a.error, b.error] { #expect(error.map { !$0.description.contains("4142434") } ?? true) }
        }
        #expect(succeeded > 300 && failed > 500, "\(succeeded) \(failed)")
    }

    @Test("an error of a value that cannot be written: the same, with and without Codable")
    func unwritable() throws {
        let value = try Direct(json: Self.direct)
        func errors(_ change: (inout Direct) -> Void) throws -> (JSONError, JSONError) {
            var value = value
            change(&value)
            let direct = try #require(throws: JSONError.self) { try [value, value].jsonData() }
            let codable = try #require(throws: EncodingError.self) { try JSONEncoder().encode([value, value]) }
            guard case .invalidValue(_, let context) = codable else { throw codable }
            return (direct, try #require(context.underlyingError as? JSONError))
        }
        let changes: [(inout Direct) -> Void] = [
            { $0.ratio = .nan }, { $0.short = -.infinity }, { $0.price = .nan }, { $0.rings = [[0], [1, .infinity]] },
            { $0.date = .distantFuture.addingTimeInterval(1e12) },
        ]
        for change in changes {
            let (direct, codable) = try errors(change)
            #expect(direct == codable)
            #expect(direct.kind == .notRepresentable && direct.path.hasPrefix("[0]."))
        }
        #expect(try errors { $0.rings = [[0], [1, .infinity]] }.0.path == "[0].rings[1][1]")
    }

    @Test("a number that an Encoder cannot represent: the place, but nothing of a sensitive field")
    func unrepresentable() throws {
        let number: JSON = ["in": try JSON(json: "[1, 1e400]")]
        func failure(_ value: some JSONModel) throws -> JSONError {
            let error = try #require(throws: EncodingError.self) { try JSONEncoder().encode(value) }
            guard case .invalidValue(_, let context) = error else { throw error }
            return try #require(context.underlyingError as? JSONError)
        }
        let shown = try failure(Guarded(open: number))
        #expect((shown.model, shown.field, shown.path) == ("Guarded", "open", "open.in[1]"))
        #expect(shown.reason == "an Encoder cannot represent the number 1e400")
        let hidden = try failure(Guarded(closed: number))
        #expect((hidden.model, hidden.field, hidden.path) == ("Guarded", "closed", "closed"))
        #expect(hidden.reason == nil && hidden.kind == .notRepresentable)
    }

    @Test("a problem anywhere inside a sensitive field does not show the value")
    func problemsOfSensitiveFields() throws {
        let text = #"{"lax": {"level": "hunter2", "inner": [{"level": "hunter2"}]}, "list": [{"level": "hunter2"}]}"#
        for outcome in [direct(Guarded.self, text), try codable(Guarded.self, text)] {
            #expect(outcome.value?.lax?.level == 1)
            #expect(Set(outcome.problems.map(\.path)) == ["lax", "list"])
            #expect(outcome.problems.count == 3)
            #expect(outcome.problems.allSatisfy { !$0.description.contains("hunter2") }, "\(outcome.problems)")
        }
    }

    @Test(
        "a nested model that is not an object: both errors say what was expected and found",
        arguments: ["inner", "parts", "byName"])
    func notAnObject(_ key: String) throws {
        for value: JSON in [5, "x", true, [1]] {
            var object = try #require(JSON(json: Self.direct).object)
            object[key] = key == "parts" ? [value] : key == "byName" ? ["p": value] : value
            let text = try JSON.object(object).jsonString(at: [])
            let direct = try #require(direct(Direct.self, text).error)
            let codable = try #require(try codable(Direct.self, text).error)
            #expect(direct.kind == .mismatch && direct.expected == "an object", "\(direct)")
            #expect(codable.kind == direct.kind && codable.expected == direct.expected, "\(codable)")
            #expect(codable.found == direct.found && codable.path == direct.path, "\(codable)")
        }
    }

    @Test("M15, M19: a patch of a model with defaults only gives the same model as the document")
    func patches() throws {
        var (succeeded, failed, reported) = (0, 0, 0)
        try forEachDocument { text in
            let whole = direct(Features.self, text)
            let (a, b) = (direct(Features.Patch.self, text), try codable(Features.Patch.self, text))
            if let patch = a.value {
                succeeded += 1
                let other = try #require(b.value, "\(text)\n\(String(describing: b.error))")
                // Compared as values: only the direct reader knows how a number was written.
                #expect(try JSON(json: patch.jsonData()) == JSON(json: other.jsonData()), "\(text)")
                #expect(places(a.problems) == places(b.problems), "\(text)")
                reported += a.problems.count
                #expect(try Features.Patch(json: patch.jsonData()).jsonString() == patch.jsonString(), "\(text)")
                // A patch does not require the key and the required fields, but nothing else differs.
                guard let model = whole.value else { return }
                #expect(places(a.problems) == places(whole.problems), "\(text)")
                var merged = try Features(json: #"{"id": \#(model.id), "mood": "none"}"#)
                merged.apply(patch)
                #expect(merged == model, "\(text)")
            } else {
                failed += 1
                let (direct, codable) = (try #require(a.error), try #require(b.error, "\(text)"))
                #expect(report(direct) == report(codable), "\(text)\n\(direct)\n\(codable)")
                #expect(whole.error.map(place) == place(direct), "\(text)")
            }
            for error in [a.error, b.error] + a.problems + b.problems {
                #expect(error.map { !$0.description.contains("hunter2") } ?? true)
            }
        }
        #expect(succeeded > 500 && failed > 300 && reported > 100, "\(succeeded) \(failed) \(reported)")
    }

    @Test("an invalid value leaves the present one, and invalid elements are skipped")
    func untouched() throws {
        let full = try Features(json: Self.base)
        let report = JSONReport()
        var merged = full
        let text = #"""
            {"small": 300, "level": "x", "day": [], "levels": [1, "x"], "stamps": [1, {}], "counts": {"a": null, "b": 1},
             "shapes": [{"kind": "none"}]}
            """#
        try merged.merge(json: text, reporting: report)
        var expected = full
        expected.levels = [.low]
        expected.stamps = [Date(timeIntervalSince1970: 1)]
        expected.counts = [.unknown("b"): 1]
        expected.shapes = []
        #expect(merged == expected)
        #expect(
            report.problems.map(\.path) == [
                "small", "level", "day", "levels[1]", "stamps[1]", "counts.a", "shapes[0]",
            ])
        // Invalid JSON, and a collection of the wrong kind, are errors nevertheless.
        for text in [#"{"small": tru}"#, #"{"stamps": 5}"#, #"{"level": "\ud800"}"#] {
            #expect(throws: JSONError.self, "\(text)") { try merged.merge(json: text) }
        }
        #expect(merged == expected)
    }
}

/// A model with sensitive fields that hold models with fields of their own.
private struct Guarded: Equatable, JSONModel {
    struct Lax: Equatable, JSONModel {
        var level: Int
        var inner: [Lax]

        static let jsonFields = JSONFields(Lax.self, ["level", "inner"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            level = try source.validField(or: 1)
            inner = try source.field(or: [])
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(level)
            sink.field(inner)
        }
    }

    var open: JSON?
    var closed: JSON?
    var lax: Lax?
    var list: [Lax]?

    static let jsonFields = JSONFields(
        Guarded.self,
        [
            "open", JSONField("closed", traits: .sensitive), JSONField("lax", traits: .sensitive),
            JSONField("list", traits: .sensitive),
        ])

    init(open: JSON? = nil, closed: JSON? = nil) {
        self.open = open
        self.closed = closed
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        open = try source.fieldIfPresent()
        closed = try source.fieldIfPresent()
        lax = try source.fieldIfPresent()
        list = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(open)
        sink.fieldIfPresent(closed)
        sink.fieldIfPresent(lax)
        sink.fieldIfPresent(list)
    }
}
