import Foundation
import ModelRuntime
import Testing

private let document = #"""
    {"data": {"items": [{"url_string": "s", "user": {"avatar_image": {"url": "https://a.b/c"}, "nick": "third"},
      "related": {"tags": ["x", "y"]}, "nick_name": null, "nickname": "second", "a.b": 4, "token": "read",
      "created_at": "2011-01-21T09:35:06Z", "password": "p", "hidden": 9}]}}
    """#

@Suite("Places in JSON")
struct PlaceTests {
    private let place = try? Place(json: document)

    @Test("M1, M2, M3, M4, M16, M17: names, paths, alternatives and the root")
    func reads() throws {
        let place = try #require(place)
        #expect(place.URLString == "s")
        #expect(place.avatarURL == URL(string: "https://a.b/c"))
        #expect(place.firstTag == "x")
        #expect(place.secondTag == "y")
        #expect(place.nickname == "second")
        #expect(place.dotted == 4)
        #expect(place.readToken == "read")
        #expect(place.writeToken == nil)
        #expect(place.createdAt == Date(timeIntervalSince1970: 1_295_602_506))
        #expect(place.password == nil)
        #expect(place.hidden == 3)
        #expect(
            try Place(json: #"{"data":{"items":[{"url_string":"s","user":{"nick":"third"}}]}}"#).nickname == "third")
    }

    @Test("M2, M4, M12: a path is written nested, the first alternative is written, one-way fields go one way")
    func writes() throws {
        var place = try #require(place)
        place.writeToken = "write"
        place.password = "p"
        #expect(
            try JSON(json: place.jsonData(at: [])) == [
                "url_string": "s", "user": ["avatar_image": ["url": "https://a.b/c"]],
                "related": ["tags": ["x", "y"]], "nick_name": "second", "a.b": 4, "token": "write", "password": "p",
            ])
        #expect(try JSON(json: place.jsonData())["data"]?["items"]?[0]?["a.b"] == 4)
    }

    @Test("a sensitive value is in no description or error")
    func sensitive() throws {
        #expect(!"\(Place(URLString: "s", password: "hunter2"))".contains("hunter2"))
        let error = try #require(throws: JSONError.self) {
            try Secret(json: #"{"code": "hunter2", "list": [1], "key": 1}"#)
        }
        #expect(!"\(error)".contains("hunter2"))
        #expect(error.field == "code")
    }

    @Test("M12: nil is written as null if omitNil is false, and unknown keys are refused")
    func camelCase() throws {
        let camel = Camel(user_name: "u")
        #expect(try camel.jsonString() == #"{"userName":"u","age":null,"status":null}"#)
        #expect(try Camel(json: camel.jsonData()) == camel)
        let error = try #require(throws: JSONError.self) { try Camel(json: #"{"userName": "u", "other": 1}"#) }
        #expect(error.kind == .unknownKey)
    }
}
