import Foundation
import ModelRuntime
import Testing

@Suite("Objects without fields")
struct EmptyTests {
    @Test("an empty object is read and written on its own, in a list, and where it may be missing")
    func roundTrip() throws {
        let document = #"{"id":7,"nothing":{},"several":[{},{}],"maybe":{}}"#
        let ping = try Ping(json: document)
        #expect(ping == Ping(id: 7, nothing: Nothing(), several: [Nothing(), Nothing()], maybe: Nothing()))
        #expect(try ping.jsonString() == document)
        #expect(try JSONDecoder().decode(Ping.self, from: Data(document.utf8)) == ping)
        let encoded = try JSONEncoder().encode(ping)
        #expect(try Ping(json: encoded) == ping)
        #expect(try Nothing().jsonString() == "{}")
        #expect(try String(decoding: JSONEncoder().encode(Nothing()), as: UTF8.self) == "{}")
        #expect(try Ping(json: #"{"id":7,"nothing":{},"several":[]}"#).maybe == nil)
    }

    @Test("unknown keys are skipped or refused, and anything but an object is refused")
    func otherKeys() throws {
        #expect(try Ping(json: #"{"id":1,"nothing":{"a":[1,{"b":2}]},"several":[{"c":null}]}"#).several.count == 1)
        #expect(try Nothing(json: #"{"a": {}}"#) == Nothing())
        #expect(throws: JSONError.self) { try Strict(json: #"{"a": 1}"#) }
        #expect(try Strict(json: "{}") == Strict())
        for wrong in ["[]", "1", "null", "\"\"", "{", "{]"] {
            #expect(throws: JSONError.self, "\(wrong)") { try Nothing(json: wrong) }
        }
    }
}
