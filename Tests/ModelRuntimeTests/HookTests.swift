import Foundation
import ModelHooks
import ModelLeniency
import ModelRuntime
import Testing

/// A model with every hook (M8, M9).
struct Hooked: JSONModel, Equatable, JSONWillDecoding, JSONDidDecoding, JSONWillEncoding, JSONDidEncoding {
    var n: Int
    var children: [Hooked] = []

    static let jsonFields = JSONFields(Hooked.self, [JSONField("n"), JSONField("children", "c")])

    init(_ n: Int, _ children: [Hooked] = []) {
        self.n = n
        self.children = children
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        n = try source.field()
        children = try source.field(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(n)
        if !children.isEmpty { sink.field(children) }
    }

    static func willDecode(_ json: JSON) throws -> JSON? {
        if json["drop"] == true { return nil }
        guard case .object(var object) = json else { return json }
        if let renamed = object["number"] { object["n"] = renamed }
        return .object(object)
    }

    mutating func didDecode() throws -> JSONVerdict {
        if n == 13 { return .drop }
        if n < 0 { throw JSONError(.invalidValue, reason: "n must not be negative") }
        n += 100
        return .keep
    }

    func willEncode() throws -> Hooked? {
        if n == 1013 { return nil }
        var copy = self
        copy.n -= 100
        return copy
    }

    func didEncode(_ json: JSON) throws -> JSON? {
        if n == 1014 - 100 { return nil }
        guard case .object(var object) = json else { return json }
        object["seal"] = true
        return .object(object)
    }
}

private struct Holder: JSONModel, Equatable {
    var one: Hooked?
    var many: [Hooked] = []

    static let jsonFields = JSONFields(Holder.self, [JSONField("one"), JSONField("many")])

    init(one: Hooked? = nil, many: [Hooked] = []) {
        self.one = one
        self.many = many
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        one = try source.fieldIfPresent()
        many = try source.field(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(one)
        sink.field(many)
    }
}

/// Counts how often its hook is called.
private struct Counted: JSONModel, Equatable, JSONDidDecoding {
    final class Calls: @unchecked Sendable {
        private let lock = NSLock()
        private var calls: [Int] = []
        func add(_ n: Int) { lock.withLock { calls.append(n) } }
        var sorted: [Int] { lock.withLock { calls.sorted() } }
    }

    @TaskLocal static var calls = Calls()

    var n: Int

    static let jsonFields = JSONFields(Counted.self, ["n"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws { n = try source.field() }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(n) }

    mutating func didDecode() throws -> JSONVerdict {
        Self.calls.add(n)
        return .keep
    }
}

/// Contains models of its type, between its other fields.
private struct Discussion: JSONModel, Equatable, JSONWillDecoding {
    var n: Int
    var note: String?
    var replies: [Discussion]

    static let jsonFields = JSONFields(Discussion.self, ["n", "note", "replies"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        n = try source.field()
        note = try source.fieldIfPresent()
        replies = try source.field(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}

    static func willDecode(_ json: JSON) throws -> JSON? {
        Counted.calls.add(1)
        return json
    }
}

/// A member of a set that may be dropped when it is written, and of whose fields JSON does not have all.
private struct Member: JSONModel, Hashable, JSONWillEncoding {
    var name: String
    var secret: Double

    static let jsonFields = JSONFields(Member.self, ["name", JSONField("secret", traits: .decodeOnly)])

    init(_ name: String, _ secret: Double = 0) { (self.name, self.secret) = (name, secret) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.field()
        secret = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(name)
        sink.field(secret)
    }

    func willEncode() throws -> Member? {
        Counted.calls.add(1)
        return name == "draft" ? nil : self
    }
}

private struct Group: JSONModel {
    var members: Set<Member>

    static let jsonFields = JSONFields(Group.self, ["members"])

    init(_ members: Set<Member>) { self.members = members }
    init(fields source: inout some JSONFieldSource & ~Copyable) throws { members = try source.field() }
    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(members) }
}

/// Has models with hooks before fields that may be invalid.
private struct Counting: JSONModel, Equatable {
    var one: Counted
    var list: [[Counted]]
    var groups: [String: Group]
    var parts: [Group]
    var small: [Int8]
    var last: Int

    struct Group: JSONModel, Equatable {
        var one: Counted
        var size: Int

        static let jsonFields = JSONFields(Group.self, ["one", "size"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            one = try source.field()
            size = try source.field()
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
            sink.field(one)
            sink.field(size)
        }
    }

    static let jsonFields = JSONFields(Counting.self, ["one", "list", "groups", "parts", "small", "last"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        one = try source.field()
        list = try source.field()
        groups = try source.field()
        parts = try source.field()
        small = try source.field()
        last = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(one)
        sink.field(list)
        sink.field(groups)
        sink.field(parts)
        sink.field(small)
        sink.field(last)
    }
}

@Suite("Hooks")
struct HookTests {
    @Test("an error of a hook names its model") func namedErrors() throws {
        let first = #expect(throws: JSONError.self) { try Hooked(json: "{\"n\":-5}") }
        #expect(first?.model == "Hooked")
        #expect(first?.message == "the value is not valid: n must not be negative")
        let second = #expect(throws: JSONError.self) { try Holder(json: "{\"one\":{\"n\":-5}}") }
        #expect(second?.model == "Holder" && second?.path == "one")
        let third = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Hooked.self, from: Data("{\"n\":-5}".utf8))
        }
        #expect("\(third as Any)".contains("Hooked: the value is not valid"))
    }

    @Test(
        "a Decoder's model that is invalid is not read again: each hook is called once, and the error is the reader's",
        arguments: [
            (#""last": 1"#, #""last": 2"#), (#""last": 1"#, #""last": "x""#), (#""last": 1"#, #""last": null"#),
            (#""last": 1"#, #""last": 1.5"#), (#", "last": 1"#, ""), ("[1, 2]", "[1, 300]"), ("[1, 2]", #"[1, "x"]"#),
            (#""size": 6"#, #""size": "x""#), (#"{"one": {"n": 6}, "size": 6}"#, "7"), (#""size": 4"#, #""size": []"#),
            (#"{"n": 3}"#, #"{"n": "x"}"#), (#"{"n": 3}"#, "null"), (#"{"n": 1}"#, "5"),
            (#"[{"n": 3}]"#, "7"),
        ])
    func readOnce(_ old: String, _ new: String) throws {
        let valid = #"""
            {"one": {"n": 1}, "list": [[{"n": 2}], [{"n": 3}]], "groups": {"a": {"one": {"n": 4}, "size": 4}},
             "parts": [{"one": {"n": 5}, "size": 5}, {"one": {"n": 6}, "size": 6}], "small": [1, 2], "last": 1}
            """#
        let text = valid.replacingOccurrences(of: old, with: new)
        #expect(text != valid)
        let calls = Counted.Calls()
        let read = Counted.$calls.withValue(calls) {
            Result { try JSONDecoder().decode([Counting].self, from: Data("[\(text)]".utf8)) }
        }
        #expect(Set(calls.sorted).count == calls.sorted.count, "\(calls.sorted)")
        switch Result(catching: { try [Counting](json: "[\(text)]") }) {
        case .success(let models): #expect(try read.get() == models && calls.sorted == [1, 2, 3, 4, 5, 6])
        case .failure(let failure):
            guard case .failure(let error as DecodingError) = read, case .some(let context) = error.context,
                let known = context.underlyingError as? JSONError, let direct = failure as? JSONError
            else {
                Issue.record("\(read)")
                return
            }
            #expect((known.model, known.field, known.path) == (direct.model, direct.field, direct.path))
            #expect((known.kind, known.expected, known.found) == (direct.kind, direct.expected, direct.found))
        }
    }

    @Test("hooks change, validate and drop decoded models, with and without Codable")
    func decoding() throws {
        let text = #"{"one":{"number":1},"many":[{"n":1,"c":[{"n":13},{"n":2}]},{"n":13},{"drop":true},{"n":3}]}"#
        let expected = Holder(one: Hooked(101), many: [Hooked(101, [Hooked(102)]), Hooked(103)])
        #expect(try Holder(json: text) == expected)
        #expect(try JSONDecoder().decode(Holder.self, from: Data(text.utf8)) == expected)
        #expect(try [Hooked](json: #"[{"n":13}]"#) == [])
    }

    @Test("a list that leaves out invalid elements leaves out dropped ones, too, which are no problems")
    func droppedAndInvalid() throws {
        struct Lax: JSONModel {
            var list: [Hooked]
            static let jsonFields = JSONFields(Lax.self, ["list"])
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { list = try source.validElements() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.field(list) }
        }
        let report = JSONReport()
        let text = #"{"list":[{"n":1},{"n":13},{"n":"x"},{"drop":true},{"n":-1},{"n":2}]}"#
        #expect(try Lax(json: text, reporting: report).list == [Hooked(101), Hooked(102)])
        #expect(report.problems.map(\.path) == ["list[2].n", "list[4]"])
    }

    /// A union without a discriminator.
    private enum Either: JSONCodable, Equatable {
        case hooked(Hooked)
        case any(JSON)
        indirect case several([Either])

        init(reading source: inout JSONSource) throws {
            self = try source.readFirst(
                { .several(try $0.read()) }, { .hooked(try $0.read()) }, { .any(try $0.read()) })
        }

        func write(to sink: inout JSONSink) throws {
            switch self {
            case .hooked(let model): try model.write(to: &sink)
            case .any(let json): try json.write(to: &sink)
            case .several(let list): try list.write(to: &sink)
            }
        }
    }

    @Test("a union whose model a hook drops is dropped, and not read as another case")
    func droppedCase() throws {
        let text = #"[{"n":1},{"n":13},{"drop":true},5,[{"n":13},[{"n":13},{"n":2}]]]"#
        #expect(
            try [Either](json: text) == [
                .hooked(Hooked(101)), .any(5), .several([.several([.hooked(Hooked(102))])]),
            ])
        let error = #expect(throws: JSONError.self) { try Either(json: #"{"n":13}"#) }
        #expect(error?.kind == .dropped)
    }

    @Test(
        "models with hooks inside of each other are read once, whatever the order of their members",
        arguments: [
            #""n":1,"note":"x","replies":[CHILD]"#, #""n":1,"replies":[CHILD],"note":"x""#,
            #""replies":[CHILD],"note":"x","n":1"#, #""other":[],"note":"x","n":1,"replies":[CHILD]"#,
        ])
    func nested(_ members: String) throws {
        var text = ""
        for _ in 0..<12 { text = "{\(members.replacingOccurrences(of: "CHILD", with: text))}" }
        let calls = Counted.Calls()
        var thread = try Counted.$calls.withValue(calls) { try Discussion(json: text) }
        #expect(calls.sorted.count == 12)
        for _ in 0..<11 {
            #expect(thread.n == 1 && thread.note == "x")
            thread = try #require(thread.replies.first)
        }
    }

    @Test("a set leaves out the models that a hook drops, calls each hook once, and is kept in the same order")
    func sets() throws {
        let calls = Counted.Calls()
        let group = Group([Member("b"), Member("draft"), Member("a")])
        let text = try Counted.$calls.withValue(calls) { try group.jsonString() }
        #expect(text == #"{"members":[{"name":"a"},{"name":"b"}]}"#)
        #expect(calls.sorted.count == 3)
        var kept = try Group(Set((0..<9).map { Member("a", Double($0)) })).keptDocument()
        let members = (0..<9).map { #"{"name":"a","secret":\#($0)}"# }.joined(separator: ",")
        #expect(kept.takeString() == #"{"members":[\#(members)]}"#)
        let error = #expect(throws: JSONError.self) { _ = try Group([Member("a", .nan)]).keptDocument() }
        #expect(error?.path == "members[0].secret" && error?.field == "secret")
    }

    @Test("dropping a single model is an error with its place")
    func single() throws {
        let error = #expect(throws: JSONError.self) { try Hooked(json: #"{"n":13}"#) }
        #expect(error?.kind == .dropped)
        let inner = #expect(throws: JSONError.self) { try [Holder](json: #"[{"many":[],"one":{"drop":true}}]"#) }
        #expect(inner?.kind == .dropped)
        #expect(inner?.path == "[0].one")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Hooked.self, from: Data(#"{"n":13}"#.utf8)) }
    }

    @Test("an error in a hook, or after one, names the place in the document")
    func places() throws {
        let error = #expect(throws: JSONError.self) { try Holder(json: #"{"many":[{"n":1},{"n":-1}]}"#) }
        #expect(error?.path == "many[1]")
        #expect(error?.reason == "n must not be negative")
        let inner = #expect(throws: JSONError.self) {
            try Holder(json: "{\"many\":[{\"n\":1},\n{\"n\":1,\"c\":[{\"n\":\"x\"}]}]}")
        }
        #expect(inner?.path == "many[1].c[0].n")
        #expect(inner?.line == 2)
    }

    @Test("hooks change and drop encoded models, with and without Codable")
    func encoding() throws {
        let holder = Holder(one: Hooked(101), many: [Hooked(1013), Hooked(102), Hooked(1014)])
        let text = #"{"one":{"n":1,"seal":true},"many":[{"n":2,"seal":true}]}"#
        #expect(try holder.jsonString() == text)
        #expect(
            try JSON(json: JSONEncoder().encode(Holder(one: Hooked(101), many: [Hooked(102)])))["many"]?[0]?["seal"]
                == true
        )
        #expect(try [Hooked(1013)].jsonString() == "[]")
        let error = #expect(throws: JSONError.self) { try Hooked(1013).jsonData() }
        #expect(error?.kind == .dropped)
    }
}

extension DecodingError {
    fileprivate var context: Context? {
        switch self {
        case .typeMismatch(_, let context), .valueNotFound(_, let context), .keyNotFound(_, let context),
            .dataCorrupted(let context):
            context
        @unknown default: nil
        }
    }
}
