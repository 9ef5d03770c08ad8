import Foundation
import ModelHooks
import ModelLeniency
import ModelRuntime
import ModelTransformers

/// A model with every way in which a field is read.
struct Varied: Equatable, JSONModel {
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

extension Varied {
    /// A model with children, whose code throws an error of its own.
    struct Inner: Hashable, JSONModel {
        var a: Int
        var b: String?
        var tags: [Int]
        var children: [Inner]

        static let jsonFields = JSONFields(Inner.self, ["a", "b", "tags", "children"])

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            a = try source.field()
            if a == 13 { throw JSONError(.invalidValue, reason: "13") }
            b = try source.fieldIfPresent()
            tags = try source.validElements(or: [])
            children = try source.validElements(or: [])
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
    }

    struct Loose: Hashable, JSONModel {
        var count: Int
        var on: Bool?

        static let jsonFields = JSONFields(Loose.self, ["count", "on"], reading: .lenient.strict)

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            count = try source.field()
            on = try source.fieldIfPresent()
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
    }

    /// Models distinguished by a key.
    enum InnerOrLoose: Hashable, Sendable, JSONValue {
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
    enum Tried: Hashable, Sendable, JSONValue {
        case number(Int), loose(Loose), inner(Inner)

        init(reading source: inout JSONSource) throws {
            self = try source.readFirst(
                { .number(try $0.read()) }, { .loose(try $0.read()) }, { .inner(try $0.read()) })
        }

        func write(to sink: inout JSONSink) throws {}
    }

    /// A model with hooks.
    struct Checked: Hashable, JSONModel, JSONWillDecoding, JSONDidDecoding {
        var n: Int
        var more: Int?
        var tags: [Int]

        static let jsonFields = JSONFields(Checked.self, ["n", "more", "tags"])

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
    struct Careful: Hashable, JSONValue {
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
}
