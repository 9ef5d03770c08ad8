import Foundation
import ModelRuntime
import ModelTesting
import Testing

@Suite("Samples of models")
struct SampleTests {
    @Test("a sample is the same for the same seed, and has every required value")
    func seeds() throws {
        let parcel = try Parcel.sample(1)
        #expect(try Parcel.sample(1) == parcel)
        #expect(try Parcel.sample(2) != parcel)
        #expect(Set(try (0..<100).map { try Parcel.sample($0).id }).count > 95)
        #expect(parcel.sender.name.hasPrefix("sample ") && parcel.names.isEmpty && parcel.note == nil)
        #expect(parcel.day.timeIntervalSince1970 > 1_600_000_000)
        #expect(parcel.version.hasPrefix("sample ") && parcel.route.name.hasPrefix("sample "))
        #expect(parcel.first.hasPrefix("sample ") && parcel.last.hasPrefix("sample ") && parcel.first != parcel.last)
        #expect(parcel.place != .zero && parcel.label != .zero && parcel.range.length > 0)
        #expect(try Parcel(json: parcel.jsonData()) == parcel)
    }

    @Test("given members stay; what cannot be made up is an error that names its place")
    func members() throws {
        let parcel = try Parcel.sample(1, ["note": "mine", "from": ["sender": ["name": "Ann"]]])
        #expect(parcel.note == "mine" && parcel.sender.name == "Ann" && parcel.sender.secret.hasPrefix("sample "))
        #expect(try Parcel.sample(1, ["stops": [7, ["by": ["name": "Bo"]]]]).route.name == "Bo")
        for (path, wrong) in [
            ("id", ["id": "one"]), ("from.sender", ["from": ["sender": nil]]), ("names[0]", ["names": [7]]),
            ("from.sender.name", ["from": ["sender": ["name": 7]]]), ("sentAt", ["sentAt": "yesterday"]),
            ("stops[1].by", ["stops": [7, 8]]), ("parts[0].name", ["parts": [nil]]), ("parts[2].name", ["parts": 7]),
            (#"["app.version"]"#, ["app.version": 7]),
        ] as [(String, JSONObject)] {
            #expect(#expect(throws: JSONError.self) { try Parcel.sample(1, wrong) }?.path == path)
        }
        let error = #expect(throws: JSONError.self) { try Box.sample(1) }
        #expect(error?.path == "size" && error?.kind == .invalidValue)
        #expect(try Box.sample(1, ["size": "large"]).size == .large)
    }
}
