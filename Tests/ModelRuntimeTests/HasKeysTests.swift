import Foundation
import ModelLeniency
import ModelRuntime
import Testing

/// Whether an object has the keys `a` and `b`.
private struct HasBoth: JSONCodable, Equatable {
    var value: Bool

    init(reading source: inout JSONSource) throws {
        value = try source.hasKeys("a", "b")
        _ = try JSON(reading: &source)
    }

    func write(to sink: inout JSONSink) throws {}
}

@Suite("hasKeys") struct HasKeysTests {
    @Test(
        "a key whose value is null does not count: servers write nil as null",
        arguments: [
            (#"{"a": 1, "b": 2}"#, true), (#"{"b": [null], "c": null, "a": {"b": null}}"#, true), (#"{"a": 1}"#, false),
            (#"{"a": 1, "b": null}"#, false), (#"{"b":null,"a":null}"#, false), ("{}", false),
            (#"{"b": null, "a": 1, "b": ""}"#, false), (#"{"b": "", "a": 1, "b": null}"#, true),
        ])
    func null(_ document: String, hasBoth: Bool) throws {
        #expect(try HasBoth(json: document).value == hasBoth)
        // A Decoder only has the first of several members with the same key.
        #expect(try JSONDecoder().decode(HasBoth.self, from: Data(document.utf8)).value == hasBoth)
        // Nothing was read.
        #expect(try [HasBoth](json: "[\(document), \(document)]").map(\.value) == [hasBoth, hasBoth])
    }
}
