import Foundation
import ModelGeometry
import ModelLeniency
import ModelRuntime
import SeededNumbers
import Testing

/// A value that has a place in a document.
private struct Rooted: JSONValue, Hashable {
    var n: Int

    static let jsonRoot: JSONPath = "data"

    init(n: Int) { self.n = n }
    init(reading source: inout JSONSource) throws { n = try source.read() }
    func write(to sink: inout JSONSink) throws { try sink.write(n) }
}

@Suite("Collections, JSON and geometry")
struct CollectionTests {
    @Test("dictionaries have String, Int and enum keys, and are written sorted")
    func dictionaries() throws {
        #expect(
            try [Int: Bool](json: #"{"10":true,"-2":false,"9":true}"#).jsonString()
                == #"{"-2":false,"9":true,"10":true}"#
        )
        #expect(try [Status: Int](json: #"{"draft":1,"PUBLISHED":2}"#) == [.draft: 1, .published: 2])
        #expect(try ["b": 1, "a": 2, "ä": 3].jsonString() == #"{"a":2,"b":1,"ä":3}"#)
        #expect(try [String: [Int?]](json: #"{"a\"":[1,null]}"#) == ["a\"": [1, nil]])
        for text in [#"{"01":true}"#, #"{"+1":true}"#, #"{"x":true}"#, #"{" 1":true}"#] {
            let error = #expect(throws: JSONError.self) { try [Int: Bool](json: text) }
            #expect(error?.kind == .invalidValue)
        }
        #expect(throws: JSONError.self) { try [Status: Int](json: #"{"other":1}"#) }
        #expect(try [String: Int](json: #"{"a":1,"a":2}"#) == ["a": 1])
    }

    @Test("keys whose letters are composed differently are different keys")
    func composedKeys() throws {
        let (one, two) = ("\u{e9}", "e\u{301}")
        let text = #"{"\#(one)":1,"\#(two)":2}"#
        var json = try JSON(json: text)
        #expect(try Array(json.jsonString().utf8) == Array(text.utf8))
        #expect(json[one] == 1 && json[two] == 2)
        #expect(try Int(json: text, at: [.key(two)]) == 2)
        #expect(Set([json, [two: 2, one: 1]]).count == 1)
        #expect(json != [one: 2, two: 1])
        guard case .object(var members) = json else { return }
        members[one] = nil
        json = .object(members)
        #expect(json[one] == nil && json[two] == 2 && members.count == 1)
    }

    @Test("a document is not written at an index that no array can have, nor after millions of nulls")
    func indexes() throws {
        #expect(try 1.jsonString(at: ["a", 2]) == #"{"a":[null,null,1]}"#)
        for index in [-1, Int.min, 1 << 16, .max] {
            let error = #expect(throws: JSONError.self) { try 1.jsonData(at: ["a", .index(index)]) }
            #expect(error?.kind == .notRepresentable)
        }
    }

    @Test("of two keys that are one for Swift, a dictionary has the first, as with JSONDecoder, and `JSON` has both")
    func canonicallyEqualKeys() throws {
        for keys in [["e\u{301}", "é"], ["é", "e\u{301}"]] {
            let json = "{\"\(keys[0])\": 1, \"\(keys[1])\": 2}"
            let read = try [String: Int](json: json, at: [])
            #expect(read == ["é": 1])
            #expect(try read == JSONDecoder().decode([String: Int].self, from: Data(json.utf8)))
            #expect(try JSON(json: json, at: []).object?.count == 2)
        }
    }

    @Test("if a key occurs twice, only the first member counts, even if it is invalid and left out")
    func repeatedKeys() throws {
        struct Lax: JSONModel {
            var byName: [String: Int]
            var byStatus: [Status: Int]

            static let jsonFields = JSONFields(Lax.self, ["byName", "byStatus"])

            init(fields source: inout some JSONFieldSource & ~Copyable) throws {
                byName = try source.validElements(or: [:])
                byStatus = try source.validElements(or: [:])
            }

            func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
        }
        let text = #"""
            {"byName": {"a": 1, "a": "x", "b": "x", "b": 2, "\u0062": [], "c": 3, "c": 4},
            "byStatus": {"gone": 1, "draft": 5, "gone": 2, "draft": null}}
            """#
        let report = JSONReport()
        let lax = try Lax(json: text, reporting: report)
        #expect(lax.byName == ["a": 1, "c": 3] && lax.byStatus == [.draft: 5])
        #expect(report.problems.map(\.path) == ["byName.b", "byStatus.gone"])
        let decoder = JSONDecoder()
        let other = JSONReport()
        decoder.userInfo[try #require(JSONReport.key)] = other
        let decoded = try decoder.decode(Lax.self, from: Data(text.utf8))
        #expect(decoded.byName == lax.byName && decoded.byStatus == lax.byStatus)
        #expect(other.problems.map(\.path) == report.problems.map(\.path))
    }

    @Test("the members of dictionaries are sorted like strings, whatever their letters")
    func orderOfMembers() throws {
        let parts = [
            "a", "b", "e", "z", "A", "\u{0}", "\u{7f}", "é", "e\u{301}", "\u{301}", "ä", "名", "👩‍👩‍👧", "\"", "abcdefgh",
        ]
        var random = SeededNumbers(seed: 1)
        for _ in 0..<2000 {
            let keys = (0..<12).map { _ in
                (0..<random.next() % 11).map { _ in parts[Int(random.next() % UInt64(parts.count))] }.joined()
            }
            let members = Dictionary(keys.map { ($0, true) }) { first, _ in first }
            let written = try JSON(json: members.jsonString()).object?.keys
            #expect(written == members.keys.sorted())
        }
        let numbers = [Int.min, -10, -9, -1, 0, 1, 9, 10, .max]
        let members = Dictionary(uniqueKeysWithValues: numbers.map { ($0, true) })
        #expect(try JSON(json: members.jsonString()).object?.keys == numbers.map(String.init))
    }

    @Test("sets are written sorted")
    func sets() throws {
        #expect(try Set([10, 9, -1]).jsonString() == "[-1,9,10]")
        #expect(try Set(["b", "a"]).jsonString() == #"["a","b"]"#)
        #expect(try Set([Gender.unknown(7), .male, .female]).jsonString() == "[0,1,7]")
        #expect(try Set<Int>(json: "[1,1,2]") == [1, 2])
        #expect(try Set<Rooted>(json: #"{"data":[1,2]}"#) == [Rooted(n: 1), Rooted(n: 2)])
        #expect(try Set([Rooted(n: 2), Rooted(n: 1)]).jsonString() == #"{"data":[1,2]}"#)
    }

    @Test("enums keep unknown values, or refuse them")
    func enums() throws {
        #expect(try [Gender](json: "[0,1,9]") == [.female, .male, .unknown(9)])
        #expect(try [Gender.unknown(9), .male].jsonString() == "[9,1]")
        let error = #expect(throws: JSONError.self) { try Status(json: "\"gone\"") }
        #expect(error?.kind == .invalidValue)
        #expect(error?.expected?.contains("Status") == true)
        #expect(try Status.published.jsonString() == "\"PUBLISHED\"")
    }

    @Test("the forms of Foundation's values")
    func foundation() throws {
        let id = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(try UUID(json: "\"e621e1f8-c36c-495a-93fc-0c247a3e6e5f\"") == id)
        #expect(try id.jsonString() == "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"")
        #expect(try Data([0, 255]).jsonString() == "\"AP8=\"")
        #expect(try Data(json: "\"AP8=\"") == Data([0, 255]))
        #expect(try URL(json: "\"https:\\/\\/a.b\\/c?d=e\"").absoluteString == "https://a.b/c?d=e")
        for text in ["\"\"", "5", "\"A\""] {
            #expect(throws: JSONError.self) { try Data(json: text == "\"\"" ? "{}" : text) }
        }
        #expect(throws: JSONError.self) { try UUID(json: "\"x\"") }
        #expect(throws: JSONError.self) { try UUID(json: "\"\(id)\\u0000x\"") }
        #expect(throws: JSONError.self) { try URL(json: "\"\"") }
    }

    @Test("JSON keeps the order and exact numbers")
    func json() throws {
        let text = #"{"z":1,"a":[1.50,123456789012345678901234567890,1e400,-0,true,null,"x"],"":{}}"#
        let json = try JSON(json: text)
        #expect(try json.jsonString() == text)
        #expect(json["a"]?[0] == 1.5)
        #expect(json["a"]?[0]?.double == 1.5)
        #expect(json == ["": [:], "a": json["a"] ?? nil, "z": .number(try #require(JSONNumber("1.0")))])
        #expect(JSON.integer(1).hashValue == JSON.number(try #require(JSONNumber("1.0"))).hashValue)
        #expect(JSONNumber("01") == nil)
        let small = #"{"z":1,"a":[1.5,12345678901234567890,true,null,"x",-7,0.1],"":{}}"#
        #expect(try JSONDecoder().decode(JSON.self, from: Data(small.utf8)) == JSON(json: small))
        #expect(try JSON(json: JSONEncoder().encode(JSON(json: small))) == JSON(json: small))
        var object = try #require(json.object)
        object["z"] = nil
        object["n"] = 1
        #expect(object.keys == ["a", "", "n"])
    }

    @Test("geometry has the same form as with Foundation's Codable")
    func geometry() throws {
        func check<Value: JSONValue & Equatable>(_ value: Value, _ text: String) throws {
            #expect(try value.jsonString() == text)
            #expect(try Value(json: text) == value)
        }
        try check(CGPoint(x: 1, y: 2.5), "[1,2.5]")
        try check(CGSize(width: 1, height: 2), "[1,2]")
        try check(CGRect(x: 1, y: 2, width: 3, height: 4), "[[1,2],[3,4]]")
        try check(CGVector(dx: 1, dy: 2), "[1,2]")
        try check(CGAffineTransform(a: 1, b: 2, c: 3, d: 4, tx: 5, ty: 6), "[1,2,3,4,5,6]")
        try check(UIEdgeInsets(top: 1, left: 2, bottom: 3, right: 4), "[1,2,3,4]")
        try check(UIOffset(horizontal: 1, vertical: 2), "[1,2]")
        try check(NSRange(location: 1, length: 2), "[1,2]")
        #expect(try JSON(json: JSONEncoder().encode(CGRect(x: 1, y: 2, width: 3, height: 4))) == [[1, 2], [3, 4]])
        func problem<Value: JSONValue>(_ type: Value.Type, _ text: String) -> String? {
            (#expect(throws: JSONError.self) { try type.init(json: text) })?.description
        }
        let place = "at line 1, column 2, byte 1: the value is not valid, expected"
        #expect(problem(CGPoint.self, " [1]") == "\(place) 2 numbers, found an array")
        #expect(problem(CGRect.self, " [[1,2],[3]]") == "\(place) two pairs of numbers, found an array")
        #expect(problem(NSRange.self, " [1,2,3]") == "\(place) two integers, found an array")
    }
}
