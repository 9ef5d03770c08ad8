import Foundation
import ModelPatches
import ModelRuntime
import Testing

/// A model whose paths overlap in every way.
private struct Tangled: JSONModel, Equatable {
    var user: JSON?
    var userName: String?
    var second: Int?
    var third: Int?
    var dotted: String?
    var again: JSON?
    var deep: Int?

    static let jsonFields = JSONFields(
        Tangled.self,
        [
            JSONField("user"),
            JSONField("userName", ["user", "name"]),
            JSONField("second", ["list", 1, "n"]),
            JSONField("third", ["list", 2]),
            JSONField("dotted", "a.b \"x\""),
            JSONField("again", "user"),
            JSONField("deep", ["grid", 0, 1]),
        ]
    )

    init() {}

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        user = try source.fieldIfPresent()
        userName = try source.fieldIfPresent()
        second = try source.fieldIfPresent()
        third = try source.fieldIfPresent()
        dotted = try source.fieldIfPresent()
        again = try source.fieldIfPresent()
        deep = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(user)
        sink.fieldIfPresent(userName)
        sink.fieldIfPresent(second)
        sink.fieldIfPresent(third)
        sink.fieldIfPresent(dotted)
        sink.fieldIfPresent(JSON?.none)
        sink.fieldIfPresent(deep)
    }
}

/// Two keys that are equal as strings.
private struct Accents: JSONModel, Equatable {
    var composed: Int?
    var decomposed: Int?

    static let jsonFields = JSONFields(
        Accents.self, [JSONField("composed", "caf\u{e9}"), JSONField("decomposed", "cafe\u{301}")])

    init(composed: Int?, decomposed: Int?) {
        self.composed = composed
        self.decomposed = decomposed
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(composed: source.fieldIfPresent(), decomposed: source.fieldIfPresent())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(composed)
        sink.fieldIfPresent(decomposed)
    }
}

/// Alternatives: keys and paths.
private struct Choice: JSONModel, Equatable {
    var name: String
    var count: Int?

    static let jsonFields = JSONFields(Choice.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            JSONField("name", "first", or: ["nested", "second"], "third"): nil,
            JSONField("count", "p", or: "q"): \.count,
        ]
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.field()
        count = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(name)
        sink.fieldIfPresent(count)
    }
}

extension Choice: JSONPatchable {
    struct PatchFields: Sendable {
        var count: PatchField<Choice, Int> { PatchField(\.count) }
    }

    static let patchFields = PatchFieldList<Choice>(PatchFields(), fieldList)
}

/// Fields of which null is a value.
private struct Anything: JSONModel, JSONPatchable, Equatable {
    var any: JSON
    var maybe: JSON?
    var size: Int

    static let jsonFields = JSONFields(Anything.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        ["any": \.any, "maybe": \.maybe, "size": \.size]
    }

    init(any: JSON, maybe: JSON?, size: Int) { (self.any, self.maybe, self.size) = (any, maybe, size) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        any = try source.field()
        maybe = try source.fieldIfPresent()
        size = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(any)
        sink.fieldIfPresent(maybe)
        sink.field(size)
    }

    struct PatchFields: Sendable {
        var any: PatchField<Anything, JSON> { PatchField(\.any).ifValid() }
        var maybe: PatchField<Anything, JSON> { PatchField(\.maybe) }
        var size: PatchField<Anything, Int> { PatchField(\.size) }
    }

    static let patchFields = PatchFieldList<Anything>(PatchFields(), fieldList)
}

/// Fields at several depths, all of which can be cleared.
private struct Placed: JSONModel, JSONPatchable, Equatable {
    var top: Int?
    var inner: Int?
    var deep: Int?
    var other: Int?
    var first: Int?

    static let jsonFields = JSONFields(Placed.self, fieldList)

    private static var fieldList: KeyValuePairs<JSONField, PartialKeyPath<PatchFields>?> {
        [
            JSONField("deep", ["a", "b", "deep"]): \.deep,
            "top": \.top,
            JSONField("inner", ["a", "inner"]): \.inner,
            JSONField("other", ["a", "b", "other"]): \.other,
            JSONField("first", ["list", 0]): \.first,
        ]
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        deep = try source.fieldIfPresent()
        top = try source.fieldIfPresent()
        inner = try source.fieldIfPresent()
        other = try source.fieldIfPresent()
        first = try source.fieldIfPresent()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        for value in [deep, top, inner, other, first] { sink.fieldIfPresent(value) }
    }

    struct PatchFields: Sendable {
        var deep: PatchField<Placed, Int> { PatchField(\.deep) }
        var top: PatchField<Placed, Int> { PatchField(\.top) }
        var inner: PatchField<Placed, Int> { PatchField(\.inner) }
        var other: PatchField<Placed, Int> { PatchField(\.other) }
        var first: PatchField<Placed, Int> { PatchField(\.first) }
    }

    static let patchFields = PatchFieldList<Placed>(PatchFields(), fieldList)
}

/// A document after a patch (RFC 7396, section 2).
private func merged(_ target: JSON?, _ patch: JSON) -> JSON {
    guard let changes = patch.object else { return patch }
    var result = target?.object ?? [:]
    for (key, value) in changes { result[key] = value.isNull ? nil : merged(result[key], value) }
    return .object(result)
}

/// A model of 200 fields, as a generator would write it.
private struct Wide: JSONModel, Equatable {
    static let count = 200
    var values = [Int](repeating: -1, count: Wide.count)

    static let jsonFields = JSONFields(Wide.self, (0..<count).map { JSONField("measurement_\($0)_value_of_a_sensor") })

    init() {}

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        for field in values.indices { values[field] = try source.field(or: -1) }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        for value in values { sink.field(value) }
    }
}

@Suite("Key paths")
struct KeyPathTests {
    private func both<Model: JSONModel & Equatable>(_ type: Model.Type, _ text: String) throws -> Model {
        let direct = try Model(json: text)
        #expect(try JSONDecoder().decode(Model.self, from: Data(text.utf8)) == direct)
        return direct
    }

    @Test("null is a value of a JSON property, clears an optional one, and leaves others unchanged")
    func nullAsValue() throws {
        let text = #"{"any":null,"maybe":null,"size":null}"#
        for patch in [
            try Anything.Patch(json: text), try JSONDecoder().decode(Anything.Patch.self, from: Data(text.utf8)),
        ] {
            #expect(patch.any == .value(.null) && patch.maybe == .null && patch.size == .null)
            #expect(try patch.jsonString() == text)
            var model = Anything(any: [1], maybe: [2], size: 3)
            model.apply(patch)
            #expect(model == Anything(any: nil, maybe: nil, size: 3))
        }
        var patch = Anything.Patch()
        patch.any = .value(.null)
        #expect(try Anything.Patch(json: patch.jsonData()).any == .value(.null))
    }

    @Test("a key may be a field, another field and the beginning of a third field's path")
    func leafAndPrefix() throws {
        let model = try both(
            Tangled.self,
            #"{"list":[{"n":1},{"n":2,"m":[]},3,4],"user":{"name":"N","x":[1]},"a.b \"x\"":"d","grid":[[5,6],[7]]}"#
        )
        #expect(model.user == ["name": "N", "x": [1]])
        #expect(model.again == model.user)
        #expect(model.userName == "N")
        #expect(model.second == 2)
        #expect(model.third == 3)
        #expect(model.dotted == "d")
        #expect(model.deep == 6)
    }

    @Test("keys are found however they are escaped")
    func escapedKeys() throws {
        #expect(try both(Tangled.self, #"{"\u0061.b \u0022x\"":"d","us\u0065r":{"n\u0061me":"N"}}"#).userName == "N")
    }

    @Test("keys are compared by their bytes: two that only differ in how letters are composed are two")
    func composedKeys() throws {
        let text = "{\"caf\u{e9}\":1,\"cafe\u{301}\":2}"
        let accents = try Accents(json: text)
        #expect(accents == Accents(composed: 1, decomposed: 2))
        #expect(try accents.jsonString().utf8.elementsEqual(text.utf8))
    }

    @Test("a path through something other than an object is absent")
    func absent() throws {
        for text in ["{}", #"{"user":null,"list":null}"#, #"{"user":"x","list":{"1":1}}"#, #"{"list":[1],"grid":[7]}"#]
        {
            let model = try both(Tangled.self, text)
            #expect(model.userName == nil)
            #expect(model.second == nil)
            #expect(model.deep == nil)
        }
    }

    @Test("null above a path clears what is below it, as in a merge patch, with and without Codable")
    func nullAbove() throws {
        func objects(_ members: [(key: String, values: [String?])]) -> [String] {
            let all = members.reduce([[]] as [[String]]) { rows, member in
                rows.flatMap { row in
                    member.values.map { $0.map { row + ["\"\(member.key)\":\($0)"] } ?? row }
                }
            }
            return all.map { "{\($0.joined(separator: ","))}" }
        }
        let innermost = objects([("deep", [nil, "null", "4"]), ("other", [nil, "null", "5"])])
        let middle = objects([("inner", [nil, "null", "3"]), ("b", [nil, "null"] + innermost)])
        let patches = objects([
            ("a", [nil, "null"] + middle), ("list", [nil, "null", "[6]"]), ("top", [nil, "null", "2"]),
        ])
        #expect(patches.count == 315)
        let before = #"{"top":-1,"a":{"inner":-2,"b":{"deep":-3,"other":-4}},"list":[-5]}"#
        // In one document as well, where the reader has learned the order of the objects before.
        let read = try [ModelPatch<Placed>](json: "[\(patches.joined(separator: ","))]")
        for (text, patch) in zip(patches, read) {
            let expected = try Placed(json: merged(JSON(json: before), JSON(json: text)).jsonData())
            var model = try Placed(json: before)
            try model.merge(json: text)
            #expect(model == expected, "\(text)")
            for patch in [patch, try JSONDecoder().decode(ModelPatch<Placed>.self, from: Data(text.utf8))] {
                var model = try Placed(json: before)
                model.apply(patch)
                #expect(model == expected, "\(text)")
            }
            _ = try both(Placed.self, text)
        }
    }

    @Test("the first of two equal keys counts")
    func duplicates() throws {
        let text = #"{"user":{"name":"A","name":"B"},"list":[0,{"n":1,"n":2}],"user":{"name":"C"}}"#
        #expect(try both(Tangled.self, text).userName == "A")
        #expect(try both(Tangled.self, text).second == 1)
    }

    @Test("paths are written together, with null for an element without a field, with and without Codable")
    func written() throws {
        var model = Tangled()
        model.userName = "N"
        model.third = 3
        model.deep = 6
        let text = #"{"user":{"name":"N"},"list":[null,null,3],"grid":[[null,6]]}"#
        #expect(try model.jsonString() == text)
        #expect(try JSON(json: JSONEncoder().encode(model)) == JSON(json: text))
        model.second = 2
        #expect(try model.jsonString() == #"{"user":{"name":"N"},"list":[null,{"n":2},3],"grid":[[null,6]]}"#)
        model.user = ["whole": true]
        #expect(try JSON(json: model.jsonData())["user"] == ["whole": true])
        #expect(try Tangled().jsonString() == "{}")
        #expect(try both(Tangled.self, text).third == 3)
    }

    @Test("the first alternative that is present and not null is read, in whatever order they come")
    func alternatives() throws {
        let cases: [(String, String)] = [
            (#"{"first":"1","nested":{"second":"2"},"third":"3"}"#, "1"),
            (#"{"third":"3","nested":{"second":"2"},"first":"1"}"#, "1"),
            (#"{"third":"3","nested":{"second":"2"},"first":null}"#, "2"),
            (#"{"first":null,"third":"3","nested":{"second":null}}"#, "3"),
            (#"{"third":{"not":"looked at"},"first":"1"}"#, "1"),
            (#"{"nested":7,"third":"3"}"#, "3"),
        ]
        for (text, name) in cases { #expect(try both(Choice.self, text).name == name) }
        for (text, count) in [
            (#"{"q":null,"first":"1"}"#, .null), (#"{"q":5,"first":"1","p":null}"#, .value(5)),
            (#"{"first":"1"}"#, .untouched), (#"{"q":5,"first":"1","p":6}"#, .value(6)),
        ] as [(String, FieldPatch<Int>)] {
            #expect(try ModelPatch<Choice>(json: text).count == count)
            #expect(try JSONDecoder().decode(ModelPatch<Choice>.self, from: Data(text.utf8)).count == count)
        }
        #expect(try Choice(json: #"{"third":"3"}"#).jsonString() == #"{"first":"3"}"#)
        let error = #expect(throws: JSONError.self) { try Choice(json: #"{"nested":{"second":5}}"#) }
        #expect(error?.path == "nested.second")
        #expect(throws: JSONError.self) { try Choice(json: #"{"first":null}"#) }
        // Postponed values are forgotten with their object.
        #expect(try [Choice](json: #"[{"third":"3"},{"third":"4","first":null}]"#).map(\.name) == ["3", "4"])
    }

    @Test("a model of 200 fields is read in any order")
    func wide() throws {
        var model = Wide()
        for field in 0..<Wide.count { model.values[field] = field }
        let text = try model.jsonString()
        #expect(try Wide(json: text) == model)
        let members = try #require(JSON(json: text).object)
        let reversed =
            "{" + members.reversed().map { "\"\($0.key)\" : \($0.value.int ?? 0)" }.joined(separator: ",") + "}"
        #expect(try Wide(json: reversed) == model)
        let twice = reversed.dropLast() + "," + text.dropFirst().replacingOccurrences(of: ":1", with: ":2")
        #expect(try Wide(json: String(twice)) == model)
        #expect(try [Wide](json: "[\(text),\(reversed),\(twice)]") == [model, model, model])
    }
}
