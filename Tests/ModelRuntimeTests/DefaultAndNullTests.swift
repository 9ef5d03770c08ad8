import Foundation
import ModelLeniency
import ModelRuntime
import Testing

/// What a field with a default is if its value, or an object on its path, is absent or null.
@Suite("Defaults, null and absent values")
struct DefaultAndNullTests {
    private struct Lamp: JSONModel, Equatable {
        var level: Int?
        var watts: Int
        var deepLevel: Int?
        var deepWatts: Int

        static let jsonFields = JSONFields(
            Lamp.self,
            [
                "level", "watts", JSONField("deepLevel", ["deep", "level"]),
                JSONField("deepWatts", ["deep", "watts"]),
            ])

        init(level: Int?, watts: Int, deepLevel: Int?, deepWatts: Int) {
            (self.level, self.watts, self.deepLevel, self.deepWatts) = (level, watts, deepLevel, deepWatts)
        }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            self.init(
                level: try source.fieldIfPresent(or: 5), watts: try source.field(or: 60),
                deepLevel: try source.fieldIfPresent(or: 5), deepWatts: try source.field(or: 60))
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) {
            sink.field(level)
            sink.field(watts)
            sink.field(deepLevel)
            sink.field(deepWatts)
        }
    }

    private static let absent = Lamp(level: 5, watts: 60, deepLevel: 5, deepWatts: 60)

    @Test(
        "absent is the default; null, at the value or above it, is nil for an optional and the default otherwise",
        arguments: [
            ("{}", 5, 5), (#"{"deep": {}}"#, 5, 5), (#"{"level": null, "watts": null}"#, nil, 5),
            (#"{"deep": null}"#, 5, nil), (#"{"deep": {"level": null, "watts": null}}"#, 5, nil),
            (#"{"deep": null, "level": null, "watts": null}"#, nil, nil),
            (#"{"level": 1, "deep": {"level": 1}}"#, 1, 1),
        ] as [(String, Int?, Int?)])
    func reading(_ text: String, _ level: Int?, _ deepLevel: Int?) throws {
        let expected = Lamp(level: level, watts: 60, deepLevel: deepLevel, deepWatts: 60)
        #expect(try Lamp(json: text) == expected)
        #expect(try JSONDecoder().decode(Lamp.self, from: Data(text.utf8)) == expected)
    }

    /// Two fields for which null is a value, and whose default is something else.
    private struct Bag: JSONModel, Equatable {
        var any: JSON
        var valid: JSON

        static let jsonFields = JSONFields(Bag.self, ["any", JSONField("valid", ["deep", "valid"])])

        init(_ any: JSON, _ valid: JSON) { (self.any, self.valid) = (any, valid) }

        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            self.init(try source.field(or: ["a": 1]), try source.validField(or: [2]))
        }

        func write(fields sink: inout some JSONFieldSink & ~Copyable) {
            sink.field(any)
            sink.field(valid)
        }
    }

    @Test(
        "null is a value of a JSON, which its default does not replace",
        arguments: [
            ("{}", Bag(["a": 1], [2])), (#"{"any": null, "deep": {"valid": null}}"#, Bag(.null, .null)),
            (#"{"deep": {}, "any": 5}"#, Bag(5, [2])), (#"{"deep": {"valid": 6}}"#, Bag(["a": 1], 6)),
        ])
    private func nullAsValue(_ text: String, _ expected: Bag) throws {
        #expect(try Bag(json: text) == expected)
        #expect(try Bag(json: expected.jsonString()) == expected)
        #expect(try JSONDecoder().decode(Bag.self, from: Data(text.utf8)) == expected)
        #expect(try [Bag](json: "[\(text), \(text), \(text)]") == [expected, expected, expected])
    }

    @Test("what is written is read back, nil included")
    func writing() throws {
        for lamp in [Self.absent, Lamp(level: nil, watts: 1, deepLevel: nil, deepWatts: 2)] {
            #expect(try Lamp(json: lamp.jsonString()) == lamp)
            #expect(try JSONDecoder().decode(Lamp.self, from: JSONEncoder().encode(lamp)) == lamp)
        }
    }
}
