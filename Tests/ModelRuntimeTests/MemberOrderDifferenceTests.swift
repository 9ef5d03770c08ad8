import Foundation
import ModelRuntime
import ModelStreams
import ModelTransformers
import Testing

/// Random lists of objects in random orders: each object is read like one alone at the same place, and like one whose
/// members have the declared order.
@Suite("Objects in lists and alone agree, in any order of their members")
struct MemberOrderDifferenceTests {
    @Test("values, errors and problems, with at most one invalid member in an object", arguments: 0..<8)
    func objects(seed: Int) throws {
        var documents = Documents(seed: 1000 + seed)
        for _ in 0..<40 {
            let objects = documents.objects(invalid: [0, 0, 10, 50][seed % 4], of: 1)
            try compare(objects)
            for object in objects { compareWithDeclared(object) }
        }
    }

    @Test("the same with several invalid members: the error is that of one of them", arguments: 0..<4)
    func severalErrors(seed: Int) throws {
        var documents = Documents(seed: 2000 + seed)
        for _ in 0..<30 {
            let objects = documents.objects(invalid: 60, of: 3)
            for object in objects {
                var report = JSONReport()
                guard let error = error({ try Varied(json: object.text, reporting: report) }) else { continue }
                let single = object.withSingleErrors.compactMap { alone in
                    self.error { try Varied(json: alone.inDeclaredOrder) }.map(Fact.init)
                }
                #expect(single.contains(Fact(error)), "\(object.text)")
                report = JSONReport()
                let text = "{\"items\":[\(Array(repeating: object.text, count: 5).joined(separator: ","))]}"
                #expect(try Items(json: text, reporting: report).items.isEmpty)
                let places = report.problems.map { "\($0.offset ?? -1) \($0.path)" }
                #expect(Set(places).count == places.count, "twice: \(places)")
                for index in 0..<5 {
                    let problems = report.problems.filter { $0.path.hasPrefix("items[\(index)]") }
                    let known = problems.filter { problem in
                        single.contains { $0.isSame(as: problem, below: "items[\(index)]") }
                    }
                    #expect(known.count == 1, "\(problems) \(object.text)")
                }
            }
        }
    }

    @Test("models of a stream, and an error at one of them")
    func streams() async throws {
        var documents = Documents(seed: 3000)
        for _ in 0..<40 {
            let objects = documents.objects(invalid: 5, of: 1)
            let expected = objects.map { object in Result { try Varied(json: object.text) } }
            let text = "[" + objects.map(\.text).joined(separator: ",") + "]"
            let parts = AsyncStream { continuation in
                var rest = Array(text.utf8)[...]
                while !rest.isEmpty {
                    continuation.yield(Array(rest.prefix(97)))
                    rest = rest.dropFirst(97)
                }
                continuation.finish()
            }
            var index = 0
            do {
                for try await model in Varied.stream(json: parts) {
                    while (try? expected[index].get()) == nil, isDropped(expected[index]) { index += 1 }
                    #expect(try model == expected[index].get())
                    index += 1
                }
                #expect(expected[index...].allSatisfy(isDropped))
            } catch let error as JSONError {
                while isDropped(expected[index]) { index += 1 }
                let alone = try #require(throws: JSONError.self) { try expected[index].get() }
                #expect(Fact(alone).isSame(as: error, below: "[\(index)]"), "\(error) instead of \(alone)")
            }
        }
    }

    @Test("many threads read the same documents")
    func threads() async throws {
        var documents = Documents(seed: 4000)
        let texts = (0..<10).map { _ in
            "{\"items\":[\(documents.objects(invalid: 20, of: 1).map(\.text).joined(separator: ","))]}"
        }
        @Sendable func outcomes() throws -> [Outcome] {
            try texts.map {
                let report = JSONReport()
                return Outcome(items: try Items(json: $0, reporting: report).items, problems: report.problems)
            }
        }
        let expected = try outcomes()
        try await withThrowingTaskGroup(of: [Outcome].self) { group in
            for _ in 0..<8 { group.addTask { try outcomes() } }
            for try await found in group { #expect(found == expected) }
        }
    }

    @Test("a list that was read as other models, up to an error, is read again as the right ones")
    func again() throws {
        var documents = Documents(seed: 5000)
        for _ in 0..<30 {
            let objects = documents.objects(invalid: 0, of: 1)
            let text = "[" + objects.map(\.text).joined(separator: ",") + ",{\"id\":\"last\"}]"
            let report = JSONReport()
            guard case .items(let items) = try Retried(json: text, reporting: report) else {
                Issue.record("read as something else")
                continue
            }
            let direct = JSONReport()
            let expected = try Items(json: "{\"items\":\(text)}", reporting: direct).items
            #expect(items == expected)
            let problems = report.problems.map { "items\($0.path) \($0.message)" }
            #expect(difference(problems, direct.problems.map { "\($0.path) \($0.message)" }) == [], "\(text)")
        }
    }

    private struct Outcome: Equatable {
        var items: [Varied]
        var problems: [JSONError]
    }

    // MARK: Comparing

    /// Reads the objects in a list, and each of them alone at the same place.
    private func compare(_ objects: [RandomObject]) throws {
        let open = "{\"items\":["
        let text = open + objects.map(\.text).joined(separator: ",") + "]}"
        let report = JSONReport()
        let items = Result { try Items(json: text, reporting: report).items }
        var expected: [Varied] = []
        var problems: [JSONError] = []
        var strict: JSONError?
        var before = 0
        for (index, object) in objects.enumerated() {
            let padding = text.dropFirst(open.count).utf8.prefix(before).map { $0 == 0x0a ? "\n" : " " }.joined()
            let alone = open + padding + object.text + "]}"
            let aloneReport = JSONReport()
            expected += try Items(json: alone, reporting: aloneReport).items
            problems += aloneReport.problems.map { $0.moved(to: index) }
            if strict == nil { strict = error { try Strict(json: alone) }?.moved(to: index) }
            before += object.text.utf8.count + 1
        }
        #expect(try items.get() == expected, "\(text)")
        #expect(difference(report.problems.map(\.description), problems.map(\.description)) == [], "\(text)")
        let found = error { try Strict(json: text) }
        #expect(found?.description == strict?.description, "\(text)")
        if strict == nil { #expect(try Strict(json: text).items == expected) }
    }

    /// What is more often in one list than in the other.
    private func difference(_ found: [String], _ expected: [String]) -> [String] {
        found.sorted().difference(from: expected.sorted()).map { change in
            switch change {
            case .insert(_, let text, _): "found \(text)"
            case .remove(_, let text, _): "missing \(text)"
            }
        }
    }

    /// Reads the object, and the same members in the order of the list.
    private func compareWithDeclared(_ object: RandomObject) {
        let (report, declared) = (JSONReport(), JSONReport())
        let found = Result { try Varied(json: object.text, reporting: report) }
        let expected = Result { try Varied(json: object.inDeclaredOrder, reporting: declared) }
        switch (found, expected) {
        case (.success(let found), .success(let expected)): #expect(found == expected, "\(object.text)")
        case (.failure(let found as JSONError), .failure(let expected as JSONError)):
            #expect(Fact(found) == Fact(expected), "\(object.text)")
        default: Issue.record("\(found) instead of \(expected) for \(object.text)")
        }
        if case .success = found {
            #expect(Set(report.problems.map(Fact.init)) == Set(declared.problems.map(Fact.init)), "\(object.text)")
        }
        #expect(Set(report.problems.map(Fact.init)).count == report.problems.count)
    }

    private func error<Value>(_ body: () throws -> Value) -> JSONError? {
        do {
            _ = try body()
            return nil
        } catch {
            return error as? JSONError
        }
    }

    private func isDropped(_ result: Result<Varied, any Error>) -> Bool {
        guard case .failure(let error as JSONError) = result else { return false }
        return error.kind == .dropped && error.path.isEmpty
    }

    /// What an error says, except for its position in the bytes.
    private struct Fact: Hashable {
        var kind: JSONError.Kind
        var path: String
        var model: String?
        var field: String?
        var message: String

        init(_ error: JSONError) {
            (kind, path, model, field) = (error.kind, error.path, error.model, error.field)
            message = error.message
        }

        func isSame(as error: JSONError, below prefix: String) -> Bool {
            var moved = self
            moved.path = prefix + (path.isEmpty || path.hasPrefix("[") ? path : ".\(path)")
            return Fact(error) == moved
        }
    }
}

extension JSONError {
    /// The error in a list's first element, as it is at another one.
    fileprivate func moved(to index: Int) -> JSONError {
        var error = self
        if error.path.hasPrefix("items[0]") { error.path = "items[\(index)]" + error.path.dropFirst(8) }
        return error
    }
}

// MARK: Documents

/// The members of an object of ``Varied``, in the order of a document.
private struct RandomObject {
    struct Member {
        /// The position of its field in the list; that of the last field for unknown keys and duplicates.
        var rank: Int
        var text: String
        /// The text of a valid value, or of an absent one, if this is not valid.
        var valid: String?
    }

    var members: [Member]

    var text: String { Self.text(members) }

    /// The same members in the order of the list. Members with the same rank stay in their order.
    var inDeclaredOrder: String {
        Self.text(
            members.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element))
    }

    /// One object for each invalid member, in which the others are valid.
    var withSingleErrors: [RandomObject] {
        members.indices.filter { members[$0].valid != nil }.map { wrong in
            var object = self
            for index in members.indices where index != wrong {
                if let valid = members[index].valid { object.members[index].text = valid }
            }
            return object
        }
    }

    private static func text(_ members: [Member]) -> String {
        "{" + members.map(\.text).filter { !$0.isEmpty }.joined(separator: ",") + "}"
    }
}

private struct Documents {
    var random: SeededGenerator

    init(seed: Int) {
        random = SeededGenerator(seed: UInt64(seed))
    }

    /// The order of the objects in one document.
    private enum Order: CaseIterable {
        case declared, reversed, shuffledOnce, shuffled, alternating, changing
    }

    /// The objects of a list. `percent` of them have up to `most` invalid members.
    mutating func objects(invalid percent: Int, of most: Int) -> [RandomObject] {
        let count = number(1...9)
        let order = pick(Order.allCases)
        let first = Array(0..<24).shuffled(using: &random)
        let second = order == .alternating ? Array(0..<24) : Array(0..<24).shuffled(using: &random)
        return (0..<count).map { index in
            var members = self.members(invalid: chance(percent) ? number(1...most) : 0)
            func sort(by order: [Int]) {
                members.sort { (order[$0.rank], $0.rank) < (order[$1.rank], $1.rank) }
            }
            switch order {
            case .declared: break
            case .reversed: members.reverse()
            case .shuffledOnce: sort(by: first)
            case .shuffled: members.shuffle(using: &random)
            case .alternating: sort(by: index % 2 == 0 ? first : second)
            case .changing: sort(by: index < count / 2 ? first : second)
            }
            for _ in 0..<number(0...2) {
                // Later members with the same key count for nothing.
                guard chance(40), let member = members.randomElement(using: &random), member.valid == nil,
                    let colon = member.text.firstIndex(of: ":"), !member.text.hasPrefix("\"a\"")
                else { continue }
                members.append(
                    RandomObject.Member(rank: Varied.jsonFields.fields.count, text: member.text[...colon] + "[{}]"))
            }
            return RandomObject(members: members)
        }
    }

    private mutating func members(invalid count: Int) -> [RandomObject.Member] {
        var members = Varied.kinds.enumerated().compactMap { rank, kind in
            kind.isRequired || chance(75)
                ? RandomObject.Member(rank: rank, text: member(kind.key, pick(kind.valid))) : nil
        }
        for _ in 0..<count {
            guard let index = members.indices.randomElement(using: &random), members[index].valid == nil else {
                continue
            }
            let kind = Varied.kinds[members[index].rank]
            guard !kind.invalid.isEmpty else { continue }
            members[index].valid = members[index].text
            members[index].text =
                kind.isRequired && chance(25) ? "" : member(kind.key, pick(kind.invalid))
        }
        if chance(30) {
            let unknown = member("more", pick(["1", "{\"id\":[{}]}", "[null,{\"a\":{}}]", "\"\\u0041\""]))
            members.append(RandomObject.Member(rank: Varied.kinds.count, text: unknown))
        }
        return members
    }

    private mutating func member(_ key: String, _ value: String) -> String {
        var key = key
        if chance(8), let first = key.unicodeScalars.first, first.isASCII {
            let digits = String(first.value, radix: 16)
            key = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits + key.dropFirst()
        }
        let space = chance(70) ? "" : pick([" ", "\n", "\n\t  "])
        return "\(space)\"\(key)\"\(space):\(space)\(value)\(space)"
    }

    private mutating func pick<Value>(_ values: [Value]) -> Value { values[number(0...values.count - 1)] }

    private mutating func chance(_ percent: Int) -> Bool { number(0...99) < percent }

    private mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }
}

// MARK: Models

/// A model with every way in which a field is read.
private struct Varied: Equatable, JSONModel {
    var id: Int
    var name: String
    var at: Date
    var maybe: Int?
    var deep: Int?
    var element: String?
    var either: Int
    var inner: Inner
    var inners: [Inner]
    var mood: Level?
    var loose: Loose?
    var figure: InnerOrLoose?
    var tried: Tried?
    var checked: [Checked]
    var one: Checked?
    var counts: [String: Int]
    var secret: String?
    var level: Level
    var stamps: [Date]
    var careful: Careful?

    static let jsonFields = JSONFields(
        Varied.self,
        [
            "id", "name", JSONField("at", "created_at"), "maybe", JSONField("deep", ["a", "b", "c"]),
            JSONField("element", ["a", "list", 1, "x"]), JSONField("either", "new", or: "old"), "inner", "inners",
            "mood",
            "loose", "figure", "tried", "checked", "one", "counts", JSONField("secret", traits: .sensitive), "level",
            "stamps",
            "careful",
        ])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        id = try source.field()
        name = try source.field(or: "none")
        at = try source.field(using: UnixMilliseconds())
        maybe = try source.fieldIfPresent()
        deep = try source.fieldIfPresent(or: 7)
        element = try source.fieldIfPresent()
        either = try source.field(or: -1)
        inner = try source.field()
        inners = try source.validElements(or: [])
        mood = try source.validFieldIfPresent()
        loose = try source.fieldIfPresent()
        figure = try source.fieldIfPresent()
        tried = try source.fieldIfPresent()
        checked = try source.field(or: [])
        one = try source.fieldIfPresent()
        counts = try source.validElements(or: [:])
        secret = try source.fieldIfPresent()
        level = try source.validField(or: .low)
        stamps = try source.validElements(or: [], using: UnixMilliseconds())
        careful = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}

    /// Values of a member.
    struct Kind {
        var key: String
        var isRequired = false
        var valid: [String]
        /// Those for which the object is invalid.
        var invalid: [String]
    }

    private static let innerTexts = [
        #"{"a":1,"b":"x","tags":[1,2],"children":[]}"#, #"{"children":[{"tags":["x"],"a":2}],"tags":[3],"a":1}"#,
        #"{"tags":[{},4,"y"],"b":null,"a":5}"#,
        #"{"b":"\u00e9","children":[{"b":"z","a":3},{"b":1,"a":4},{"a":5}],"a":6}"#,
        #"{ "a" : 7 }"#,
    ]

    private static let wrongInners = [
        #"{"a":"1","tags":[0]}"#, #"{"tags":[{},5],"a":null}"#, #"{"tags":["x"],"children":[],"b":"x"}"#, "[]", "null",
        #"{"tags":["x"],"b":[],"a":1}"#, #"{"a":13}"#, #"{"b":"thirteen","a":13,"tags":["x"]}"#,
    ]

    static let kinds = [
        Kind(key: "id", isRequired: true, valid: ["1", "2", "1e2"], invalid: ["\"x\"", "null", "1.5", "1e400"]),
        Kind(key: "name", valid: ["\"n\"", "null", "\"\\n\\ud83d\\ude00\""], invalid: ["5", "[]"]),
        Kind(key: "created_at", isRequired: true, valid: ["1000", "1500"], invalid: ["\"today\"", "1e300"]),
        Kind(key: "maybe", valid: ["1", "null"], invalid: ["true"]),
        Kind(
            key: "a",
            valid: [
                #"{"b":{"c":1},"list":[{},{"x":"e"}]}"#, #"{"list":[{"x":1},{"y":1,"x":"e"},3],"b":{"d":1,"c":null}}"#,
                "null", "[]", #"{"list":{"x":1}}"#, #"{"b":[1],"b":{"c":9}}"#,
            ], invalid: [#"{"list":[0,{"x":2}],"b":{"c":3}}"#, #"{"b":{"c":"x"},"list":[0,{"x":"y"}]}"#]),
        Kind(key: "new", valid: ["1", "null"], invalid: ["\"x\""]),
        Kind(key: "old", valid: ["2", "null", "3"], invalid: []),
        Kind(key: "inner", isRequired: true, valid: innerTexts, invalid: wrongInners),
        Kind(
            key: "inners",
            valid: ["[\((innerTexts + wrongInners).joined(separator: ","))]", "[]", "null", "[\(wrongInners[1])]"],
            invalid: ["{}", "5"]),
        Kind(key: "mood", valid: ["1", "2", "3", "{}", "null"], invalid: []),
        Kind(
            key: "loose", valid: [#"{"count":"5","on":1}"#, #"{"on":"no","count":5.0}"#, "null"],
            invalid: [#"{"on":2,"count":1}"#, #"{"count":1,"other":2}"#, #"{"on":true}"#]),
        Kind(
            key: "figure",
            valid: [
                #"{"a":2,"kind":"inner"}"#, #"{"kind":"loose","on":1,"count":2}"#,
                #"{"on":1,"kind":"loose","count":2}"#,
            ],
            invalid: [#"{"kind":"other"}"#, #"{"a":2}"#, #"{"a":"","kind":"inner"}"#]),
        Kind(
            key: "tried",
            valid: ["1", innerTexts[2], innerTexts[3], #"{"on":"1","count":"2"}"#, #"{"tags":["x"],"a":1}"#],
            invalid: ["[]", #"{"tags":["x"],"count":{}}"#]),
        Kind(
            key: "checked",
            valid: [
                #"[{"tags":[1,"x"],"n":1},{"n":2,"tags":[{}]},{"tags":["x"],"n":-1}]"#,
                #"[{"n":1},{"n":-1},{"more":1,"n":2}]"#, "[]", #"[{"more":5,"n":-1}]"#,
            ],
            invalid: [#"[{"n":1},{"n":13}]"#, #"[{"n":-1},{"n":"x"}]"#]),
        Kind(
            key: "one", valid: [#"{"n":1,"tags":[1,"x"]}"#, #"{"tags":["y","z"],"more":2,"n":3}"#, "null"],
            invalid: [#"{"tags":["x"],"n":-1}"#, #"{"tags":[{}],"n":13}"#, #"{"more":5}"#, #"{"tags":["x"],"n":{}}"#]),
        Kind(key: "counts", valid: [#"{"x":1,"y":"2","z":3}"#, "{}", "null"], invalid: ["[]"]),
        Kind(key: "secret", valid: ["\"s\"", "null"], invalid: ["12345", #"{"k":"v"}"#]),
        Kind(key: "level", valid: ["1", "9", "null", "\"x\""], invalid: []),
        Kind(key: "stamps", valid: ["[1000,\"x\",2000]", "[]", "null"], invalid: ["7"]),
        Kind(key: "careful", valid: ["[1,2]", "[]"], invalid: ["[1,-2,3]", "[1,[]]", "{}"]),
    ]
}

/// A model with children, whose code throws an error of its own.
private struct Inner: Hashable, JSONModel {
    var a: Int
    var b: String?
    var tags: [Int]
    var children: [Inner]

    static let jsonFields = JSONFields(Inner.self, "a", "b", "tags", "children")

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        a = try source.field()
        if a == 13 { throw JSONError(.invalidValue, reason: "13") }
        b = try source.fieldIfPresent()
        tags = try source.validElements(or: [])
        children = try source.validElements(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

private struct Loose: Hashable, JSONModel {
    var count: Int
    var on: Bool?

    static let jsonFields = JSONFields(Loose.self, "count", "on", options: [.lenient, .rejectUnknownKeys])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        count = try source.field()
        on = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// Models distinguished by a key.
private enum InnerOrLoose: Hashable, Sendable, JSONValue {
    case inner(Inner), loose(Loose)

    init(reading source: inout JSONSource) throws {
        switch try source.discriminator("kind") {
        case "inner": self = .inner(try source.read())
        case "loose": self = .loose(try source.read())
        default: throw source.unknownDiscriminator("kind", of: "InnerOrLoose", known: ["inner", "loose"])
        }
    }

    func write(to sink: inout JSONSink) throws {}
}

/// The first of several types that fits.
private enum Tried: Hashable, Sendable, JSONValue {
    case number(Int), loose(Loose), inner(Inner)

    init(reading source: inout JSONSource) throws {
        self = try source.readFirst(
            { .number(try $0.read()) }, { .loose(try $0.read()) }, { .inner(try $0.read()) })
    }

    func write(to sink: inout JSONSink) throws {}
}

/// A model with hooks.
private struct Checked: Hashable, JSONModel, JSONWillDecoding, JSONDidDecoding {
    var n: Int
    var more: Int?
    var tags: [Int]

    static let jsonFields = JSONFields(Checked.self, "n", "more", "tags")

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        n = try source.field()
        more = try source.fieldIfPresent()
        tags = try source.validElements(or: [])
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}

    static func willDecode(_ json: JSON) throws -> JSON? { json["more"] == 5 ? JSON?.none : json }

    mutating func didDecode() throws -> JSONVerdict {
        if n == 13 { throw JSONError(.invalidValue, reason: "13") }
        return n < 0 ? .drop : .keep
    }
}

/// A type whose own code throws an error without a position, in the middle of the value.
private struct Careful: Hashable, JSONValue {
    var numbers: [Int]

    init(reading source: inout JSONSource) throws {
        numbers = []
        try source.beginArray()
        while try source.nextElement() {
            let number = try source.read(Int.self)
            if number < 0 { throw JSONError(.invalidValue, expected: "a natural number") }
            numbers.append(number)
        }
    }

    func write(to sink: inout JSONSink) throws {}
}

private struct Items: JSONModel {
    var items: [Varied]

    static let jsonFields = JSONFields(Items.self, "items")

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        items = try source.validElements()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

private struct Strict: JSONModel {
    var items: [Varied]

    static let jsonFields = JSONFields(Strict.self, "items")

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        items = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A list of models, which is first read as other ones.
private enum Retried: JSONValue {
    case strict([Varied]), inners([Inner]), items([Varied])

    init(reading source: inout JSONSource) throws {
        self = try source.readFirst(
            { .strict(try $0.read()) }, { .inners(try $0.read()) }, { .items(try Array(readingValid: &$0)) })
    }

    func write(to sink: inout JSONSink) throws {}
}
