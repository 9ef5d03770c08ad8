import Foundation
import ModelFiles
import ModelQueries
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Values")
struct ValueTests {
    @Test("M11, D2: defaults of every type, the same from JSON, Swift and SQL")
    func defaults() throws {
        let made = Value(id: 1)
        #expect(try Value(json: #"{"id": 1}"#) == made)
        let database = try ValuesDatabase.inMemory()
        try database.write { try $0.run("INSERT INTO vals DEFAULT VALUES") }
        #expect(try database.read { try Value.find(1, $0) } == made)
        #expect(made.uint64 == 9_223_372_036_854_775_807)
        #expect(made.date == Date(timeIntervalSince1970: 1_295_602_506))
        #expect(made.data == Data([1, 2]))
        #expect(made.json == ["a": [1, true, nil, "s", 1.5]])
    }

    @Test("M13, D4, D7: round trips of every type, in JSON and in its column")
    func roundTrip() throws {
        var value = Value(
            id: 1, string: "a\u{0}b\u{1F600}", shape: .unknown("hexagon"), ints: [-1: "minus"],
            enums: [.unknown("x"): false, .round: true], nested: Inner(blob: Data([0, 255])),
            inners: [Inner(), Inner(text: "")], maybe: [1, nil])
        value.double = .pi
        value.decimal = Decimal(string: "123456789012345678.25") ?? 0
        #expect(try Value(json: value.jsonData()) == value)
        #expect(try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value)) == value)
        let database = try ValuesDatabase.inMemory()
        try database.write { [value] in try value.insert($0) }
        #expect(try database.read { try Value.find(1, $0) } == value)
    }

    @Test("an unknown raw value is kept, fails, or becomes a case")
    func unknownCases() throws {
        #expect(try Value(json: #"{"id": 1, "shape": "hexagon"}"#).shape == .unknown("hexagon"))
        #expect(try Value(json: #"{"id": 1, "color": "blue"}"#).color == .other)
        let error = try #require(throws: JSONError.self) { try Value(json: #"{"id": 1, "gender": 7}"#) }
        #expect(error.path == "gender")
        #expect(Shape.allCases == [.round, .square])
        #expect(Gender(rawValue: 7) == nil)
    }

    @Test("onInvalid: fail, the default, or the element is skipped, each reported with its path")
    func onInvalid() throws {
        let report = JSONReport()
        let text = #"""
            {"gender": 9, "ages": [1, "x", 2], "named": {"a": 1, "b": "x"}, "color": "red", "at": "never",
             "ats": [1, "x"]}
            """#
        let strict = try Strict(json: text, reporting: report)
        #expect(strict.gender == .female)
        #expect(strict.ages == [1, 2])
        #expect(strict.named == ["a": 1])
        #expect(strict.at == nil)
        #expect(strict.free == .null && strict.other == .null)
        #expect(strict.ats == [Date(timeIntervalSince1970: 1)])
        #expect(report.problems.map(\.path) == ["gender", "ages[1]", "named.b", "at", "ats[1]"])
        #expect(throws: JSONError.self) { try Strict(json: #"{"color": 1}"#) }
    }

    @Test("M10: numbers, numeric strings, Booleans and 0 or 1")
    func lenient() throws {
        let read = try Lenient(
            json: #"{"int": "35", "text": 12, "flag": 1, "real": "1.5", "big": "18446744073709551615"}"#)
        #expect(read == Lenient(int: 35, text: "12", flag: true, real: 1.5, big: .max))
        #expect(throws: JSONError.self) { try Lenient(json: #"{"int": 1, "text": "", "flag": 1, "small": "300"}"#) }
    }

    /// A user's struct, whose mapping is synthesized.
    struct Own: Codable, Hashable {
        var gender: Gender
        var color: Color?
        var shapes: [Shape]
        var rank: Rank
        var genders: [Gender: Shape]
        var byShape: [Shape: Color]
        var ranks: [Rank: Set<Grade>]
    }

    @Test("enums are Codable themselves: raw values, unknown ones as the schema says, and keys of dictionaries")
    func codableEnums() throws {
        let own = Own(
            gender: .male, color: .red, shapes: [.round, .unknown("x")], rank: .unknown(7),
            genders: [.female: .square], byShape: [.round: .green, .unknown("y"): .other],
            ranks: [.high: [.pass], .unknown(0): []])
        let text = #"""
            {"gender": 1, "color": "red", "shapes": ["r", "x"], "rank": 7, "genders": {"0": "s"},
             "byShape": {"r": "green", "y": "other"}, "ranks": {"9223372036854775807": [1], "0": []}}
            """#
        #expect(try JSON(json: JSONEncoder().encode(own)) == JSON(json: text))
        #expect(try JSONDecoder().decode(Own.self, from: Data(text.utf8)) == own)
        let list = try PropertyListEncoder().encode(own)
        #expect(try PropertyListDecoder().decode(Own.self, from: list) == own)
        // Replaced, rejected.
        let odd = text.replacingOccurrences(of: #""red""#, with: #""blue""#)
        #expect(try JSONDecoder().decode(Own.self, from: Data(odd.utf8)).color == .other)
        for (valid, invalid) in [
            (#""gender": 1"#, #""gender": 7"#), (#""gender": 1"#, #""gender": "1""#), (#""rank": 7"#, #""rank": 1.5"#),
            (#"{"0": "s"}"#, #"{"7": "s"}"#), (#"{"0": "s"}"#, #"{"x": "s"}"#), (#"[1]"#, #"[3]"#),
            (#""0": []"#, #""+1": []"#),
        ] {
            let wrong = text.replacingOccurrences(of: valid, with: invalid)
            #expect(throws: DecodingError.self, "\(invalid)") {
                try JSONDecoder().decode(Own.self, from: Data(wrong.utf8))
            }
        }
    }

    @Test("raw values of 64 bits: in JSON, in keys and in columns")
    func wideRawValues() throws {
        let text = #"{"id":1,"rank":-1,"ranks":{"-1":2,"12345678901":1}}"#
        let value = try Value(json: text)
        #expect(value.rank == .low && value.ranks == [.low: .fail, .unknown(12_345_678_901): .pass])
        #expect(try JSONDecoder().decode(Value.self, from: Data(text.utf8)) == value)
        #expect(try JSON(json: value.jsonData())["ranks"] == ["-1": 2, "12345678901": 1])
        let database = try ValuesDatabase.inMemory()
        try database.write { try value.insert($0) }
        #expect(try database.read { try Value.find(1, $0) } == value)
        #expect(try database.read { try Value.where { $0.rank == .low }.count($0) } == 1)
        #expect(throws: JSONError.self) { try Value(json: #"{"id": 1, "ranks": {"01": 1}}"#) }
    }

    @Test("a column and a storage keep all of a nested model, including one-way fields")
    func oneWayInColumns() throws {
        let receipt = Receipt(serialNumber: 7, secret: "s", note: "n", twofold: Twofold(got: 1, sent: "x"))
        let order = Order(
            id: 1, receipt: receipt, named: ["a": [receipt, Receipt(serialNumber: 8)]], twofold: Twofold(got: 2),
            tangled: Tangled(whole: [1], name: "t"))
        let database = try ValuesDatabase.inMemory()
        try database.write { try order.insert($0) }
        #expect(try database.read { try Order.find(1, $0) } == order)
        // The keys are those on the wire, by which SQL finds them.
        let sql = """
            SELECT count(*) FROM orders WHERE json_extract(receipt, '$.auth.secret') = 's'
            AND json_extract(receipt, '$.serial_number') = 7 AND json_extract(two, '$.got') = 2
            """
        #expect(
            try database.read {
                try $0.fetch(sql) { _ in
                } _: {
                    try $0.read(Int.self, 0)
                }
            } == [1])
        // Values stored without them, or by another program, are still read.
        try database.write {
            try $0.run(#"UPDATE orders SET receipt = '{"serial_number": 9, "auth": {"note": "x"}}', named = '{}'"#)
        }
        #expect(
            try database.read { try Order.find(1, $0) }?.receipt == Receipt(serialNumber: 9, secret: nil, note: "x"))

        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("values-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = ModelStorage(directory: folder)
        try storage.save([order], as: "orders")
        #expect(try storage.fetch([Order].self, as: "orders") == [order])
        // On the wire nothing has changed.
        #expect(try receipt.jsonString() == #"{"data":{"auth":{"secret":"s","note":"n"},"twofold":{"value":"x"}}}"#)
    }
}
