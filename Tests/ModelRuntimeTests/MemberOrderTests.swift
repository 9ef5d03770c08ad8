import Foundation
import ModelLeniency
import ModelRuntime
import ModelTransformers
import Testing

/// A model is the same, whatever the order of its object's members.
@Suite("Members in any order")
struct MemberOrderTests {
    private static let members = [
        #""id": 7"#, #""small": 300"#, #""large": 18446744073709551615"#, #""ratio": 1.5"#, #""mood": "wild""#,
        #""level": 9"#, #""levels": [1, 2, 3, 1]"#, #""counts": {"calm": 1, "wild": "x"}"#,
        #""rows": {"1": ["a", null]}"#, #""day": "2020-02-30""#, #""link": "https://example.org""#, #""nick": "n""#,
        #""who": {"deep": {"text": "d", "other": [{}]}, "name": "w"}"#, #""list": [0, {"n": 5}, 3]"#,
        #""loose": {"text": 5, "count": "3", "is_on": 1}"#, #""shape": {"size": {"r": 2}, "kind": "circle"}"#,
        #""shapes": [{"count": 1, "kind": 7}, {"kind": "circle"}, 5]"#, #""secret": "s\u00e9""#, #""stamp": 12"#,
        #""stamps": [1, "x", 2]"#, #""any": {"b": [1], "a": null}"#, #""unknown": {"id": 8, "mood": "calm"}"#,
        #""id": 9"#,
    ]

    private static func object(_ members: [String]) -> String { "{" + members.joined(separator: ", ") + "}" }

    @Test("a model and its report are the same in 300 orders, with missing members")
    func shuffled() throws {
        var random = SystemRandomNumberGenerator()
        for round in 0..<300 {
            let kept = Self.members.filter {
                $0.hasPrefix(#""id": 7"#) || $0.contains("mood\": \"wild") || round % 3 == 0 || Bool.random()
            }
            .filter { !$0.hasPrefix(#""id": 9"#) }
            let inOrder = JSONReport()
            let expected = try Features(json: Self.object(kept), reporting: inOrder)
            let shuffled = kept.shuffled(using: &random)
            let report = JSONReport()
            let found = try Features(json: Self.object(shuffled), reporting: report)
            #expect(found == expected, "\(shuffled)")
            #expect(report.problems.map(\.path).sorted() == inOrder.problems.map(\.path).sorted(), "\(shuffled)")
            #expect(report.problems.compactMap(\.offset) == report.problems.compactMap(\.offset).sorted())
            let decoded = try JSONDecoder().decode(Features.self, from: Data(Self.object(shuffled).utf8))
            #expect(decoded == expected)
        }
    }

    @Test("each object in a list may have its own order, and the first of two equal keys counts")
    func lists() throws {
        let orders = (0..<50).map { _ in Self.object(Self.members.dropLast().shuffled() + [#""id": 9"#]) }
        let models = try [Features](json: "[" + orders.joined(separator: ",") + "]")
        #expect(models.allSatisfy { $0 == models[0] })
        #expect(models[0].id == 7)
    }

    @Test("nested objects, each in reverse order, to the deepest level")
    func deep() throws {
        func tree(_ depth: Int, _ isReversed: Bool) -> String {
            var text = ""
            for level in 0..<depth { text += isReversed ? #"{"children":["# : #"{"name":"\#(level)","children":["# }
            for level in (0..<depth).reversed() { text += isReversed ? #"],"name":"\#(level)"}"# : "]}" }
            return text
        }
        let depth = JSONSource.maximumDepth / 2
        #expect(try Branch(json: tree(depth, true)) == Branch(json: tree(depth, false)))
        let error = try #require(throws: JSONError.self) { try Branch(json: tree(depth + 1, true)) }
        #expect(error.kind == .tooDeep)
    }

    @Test("values nested too deeply cannot be written, with or without Codable; whatever can be read can be written")
    func deepWriting() throws {
        func tree(_ depth: Int) -> Branch {
            var tree = Branch(name: "leaf", children: [])
            for level in 1..<depth { tree = Branch(name: "\(level)", children: [tree]) }
            return tree
        }
        let deepest = tree(JSONSource.maximumDepth / 2)
        #expect(try Branch(json: deepest.jsonData()) == deepest)
        // Foundation's own limit is a little lower.
        let deep = tree(250)
        #expect(try Branch(json: JSONEncoder().encode(deep)) == deep)
        for depth in [JSONSource.maximumDepth / 2 + 1, 5_000] {
            let tree = tree(depth)
            #expect(try #require(throws: JSONError.self) { try tree.jsonData() }.kind == .tooDeep)
            #expect(throws: (any Error).self) { try JSONEncoder().encode(tree) }
        }
    }

    @Test(
        "a model with more fields than a word has bits is read in any order, with duplicate and unknown keys")
    func wide() throws {
        for _ in 0..<50 {
            var members = Array(repeating: 0..<Wide.count, count: 2).joined().enumerated().map { place, field in
                #""f\#(field)": \#(place < Wide.count ? field : -7)"#
            }
            let last = members[Wide.count...]
            members = members[..<Wide.count].shuffled() + last.shuffled()
            members.insert(#""unknown": {"f1": [1, {"f2": 3}]}"#, at: .random(in: 0...members.count))
            let model = try Wide(json: Self.object(members))
            #expect(model.values == Array(0..<Wide.count))
        }
        let error = try #require(throws: JSONError.self) {
            try Wide(json: Self.object((1..<Wide.count).reversed().map { #""f\#($0)": 0"# }))
        }
        #expect(error.kind == .missing && error.path == "f0")
    }

    @Test(
        "fields read on arrival and fields read on demand agree: paths, alternatives, transformers, null and defaults")
    func kept() throws {
        func object(_ index: Int, _ order: (([String]) -> [String])) -> String {
            Self.object(
                order([
                    #""name": "n\#(index)""#, #""at": \#(index + 1)000"#,
                    #""maybe": \#(index % 2 == 0 ? "null" : "7")"#,
                    #""in": {"b": [0, {"deep": \#(index)}], "a": "x"}"#, #""old": \#(index)"#,
                    #""new": \#(index % 3 == 0 ? "null" : "-1")"#,
                ]))
        }
        for order: ([String]) -> [String] in [{ $0 }, { $0.reversed() }, { $0.shuffled() }] {
            let list = try [Gathered](json: "[" + (0..<12).map { object($0, order) }.joined(separator: ",") + "]")
            for (index, model) in list.enumerated() {
                #expect(model.name == "n\(index)")
                #expect(model.at == Date(timeIntervalSince1970: Double(index + 1)))
                #expect(model.maybe == (index % 2 == 0 ? nil : 7))
                #expect(model.deep == index)
                #expect(model.a == "x")
                #expect(model.number == (index % 3 == 0 ? index : -1))
                #expect(model.missing == 5)
            }
        }
    }

    @Test("a model whose list of fields is made anew for each object, in varying orders")
    func computedLists() throws {
        let objects = (0..<300).map { index in
            let members = [#""value": \#(index)"#, #""name": "n\#(index)""#, #""long name": "a long text \#(index)""#]
            return Self.object(index % 2 == 0 ? members : members.reversed())
        }
        let models = try [Computed<Int>](json: "[" + objects.joined(separator: ",") + "]")
        #expect(models.map(\.value) == Array(0..<300))
        #expect(models.map(\.name) == (0..<300).map { "n\($0)" })
        #expect(models.map(\.long) == (0..<300).map { "a long text \($0)" })
    }

    @Test("a model that reads a field in several ways reads each object in its own order")
    func ways() throws {
        let objects = (0..<9).map { #"{"value": \#($0 % 2 == 0 ? "\($0)" : "\"t\($0)\""), "isText": \#($0 % 2 == 1)}"# }
        let models = try [Either](json: "[" + objects.joined(separator: ",") + "]")
        #expect(models.map(\.text) == (0..<9).map { $0 % 2 == 0 ? "\($0)" : "t\($0)" })
    }

    @Test("what was learned of a list made for one object is forgotten, also if the next object is of another model")
    func alternating() throws {
        let lists = WeakLists()
        let pairs = (0..<50).map { #"{"value": \#($0), "name": "n"}, {"value": \#($0), "last": [], "first": []}"# }
        let values = try WeakLists.$current.withValue(lists) {
            try [CountedOrPart](json: "[\(pairs.joined(separator: ","))]")
        }
        #expect(values.count == 100)
        #expect(lists.most <= 2)
    }
}

/// The lists of a model that has a new one for each object, and how many of them existed at once.
private final class WeakLists: @unchecked Sendable {
    @TaskLocal static var current: WeakLists?
    private struct Reference { weak var list: JSONFields? }
    private var lists: [Reference] = []
    private(set) var most = 0

    func add(_ list: JSONFields) {
        lists.append(Reference(list: list))
        most = max(most, lists.count { $0.list != nil })
    }
}

private struct Counted: JSONModel {
    var name: String
    var value: Int

    static var jsonFields: JSONFields {
        let list = JSONFields(Counted.self, ["name", "value"])
        WeakLists.current?.add(list)
        return list
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.field()
        value = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

private enum CountedOrPart: JSONValue {
    case counted(Counted), part(Part)

    init(reading source: inout JSONSource) throws {
        self = try source.hasKeys("name") ? .counted(source.read()) : .part(source.read())
    }

    func write(to sink: inout JSONSink) throws {}
}

private struct Wide: JSONModel {
    static let count = 150
    var values: [Int]

    static let jsonFields = JSONFields(Wide.self, (0..<count).map { JSONField("f\($0)") })

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        values = []
        for _ in 0..<Self.count { values.append(try source.field()) }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        for value in values { sink.field(value) }
    }
}

/// A generic model, which cannot have a stored list.
private struct Computed<Value: JSONValue>: JSONModel {
    var name: String
    var long: String
    var value: Value

    static var jsonFields: JSONFields { JSONFields(Computed.self, ["name", JSONField("long", "long name"), "value"]) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.field()
        long = try source.field()
        value = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// The kind of `value` depends on another field.
private struct Either: JSONModel {
    var text: String

    static let jsonFields = JSONFields(Either.self, [JSONField("isText"), JSONField("value")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let isText: Bool = try source.field()
        if isText {
            text = try source.field()
        } else {
            let number: Int = try source.field()
            text = "\(number)"
        }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}
