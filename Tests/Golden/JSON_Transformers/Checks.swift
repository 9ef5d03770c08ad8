import Foundation
import ModelRuntime
import ModelSQLite
import Testing

struct Shouted: Transformer {
    func decode(_ source: String) -> String { source.lowercased() }
    func encode(_ value: String) -> String { value.uppercased() }
}

struct Pair: Transformer {
    func decode(_ source: String) -> [Int] { source.split(separator: "/").compactMap { Int($0) } }
    func encode(_ value: [Int]) -> String { value.map(String.init).joined(separator: "/") }
}

private let date = Date(timeIntervalSince1970: 1_295_602_506)
private let form = Form(
    id: 1, iso: date, rfc: date, seconds: date, milliseconds: date, day: Date(timeIntervalSince1970: 1_295_568_000),
    base64: Data([1, 2]), hex: Data([10, 255]),
    number: 778_978_553_121, lowercased: "low", dates: [date],
    times: ["a.b": date, "c": Date(timeIntervalSince1970: 0)],
    codes: [7: Data([255])], blobs: [Data([1])], places: date, inColumn: date,
    kinds: date, shouted: "ab", shouts: ["c"], shoutsOf: [.top: "d"], pair: [1, 2])

@Suite("Transformers")
struct FormTests {
    @Test("M5: the form of each in JSON")
    func json() throws {
        #expect(
            try JSON(json: form.jsonData()) == [
                "id": 1, "iso": "2011-01-21T09:35:06Z", "rfc": "2011-01-21T09:35:06Z", "seconds": 1_295_602_506,
                "milliseconds": 1_295_602_506_000, "day": "2011-01-21", "base64": "AQI=", "hex": "0aff",
                "number": "778978553121", "price": "1.5", "amount": "9.9", "flag": 1, "tags": "a,b", "trimmed": "",
                "lowercased": "low", "dates": [1_295_602_506_000], "times": ["a.b": 1_295_602_506, "c": 0],
                "codes": ["7": "ff"], "blobs": ["01"], "places": 1_295_602_506,
                "inColumn": "2011-01-21T09:35:06Z", "kinds": 1_295_602_506, "shouted": "AB", "shouts": ["C"],
                "shoutsOf": ["t": "D"], "pair": "1/2",
            ])
        #expect(try Form(json: form.jsonData()) == form)
        #expect(try JSONDecoder().decode(Form.self, from: JSONEncoder().encode(form)) == form)
    }

    @Test("M6: a date as a number or as a string")
    func kinds() throws {
        var patch = try Form.Patch(json: #"{"kinds": "2011-01-21T09:35:06Z"}"#)
        #expect(patch.kinds == .value(date))
        patch = try Form.Patch(json: #"{"kinds": 1295602506, "trimmed": "  a "}"#)
        #expect(patch.kinds == .value(date))
        #expect(patch.trimmed == .value("a"))
        patch = try Form.Patch(json: #"{"textKinds": 1295602506}"#)
        #expect(try patch.jsonString() == #"{"textKinds":"2011-01-21T09:35:06Z"}"#)
    }

    @Test("M5, D6: the form of each in a column, and reading it back")
    func columns() throws {
        let database = try FormsDatabase.inMemory()
        try database.write { try form.insert($0) }
        #expect(try database.read { try Form.find(1, $0) } == form)
        let row = try database.read { db in
            try db.rows("SELECT places, in_column, shouted, shouts, tags, pair, times, shouts_of FROM forms") { row in
                try (0..<8).map { try row.read(DatabaseValue.self, $0) }
            }
        }
        #expect(
            row == [
                [
                    .text("2011-01-21T09:35:06Z"), .real(1_295_602_506), .text("AB"), .text(#"["C"]"#), .text("a,b"),
                    .text("1/2"), .text(#"{"a.b":1295602506,"c":0}"#), .text(#"{"t":"D"}"#),
                ]
            ])
    }

    @Test("D2, M11: defaults go through the transformer, with the same result in SQL and Swift")
    func defaults() throws {
        let database = try FormsDatabase.inMemory()
        try database.write { db in
            try db.run(
                "INSERT INTO forms (iso, rfc, seconds, base64, number, places) VALUES ('2011-01-21T09:35:06Z', '2011-01-21T09:35:06Z', 1295602506, 'AQI=', '7', '2011-01-21T09:35:06Z')"
            )
        }
        let stored = try #require(try database.read { try Form.first($0) })
        let made = Form(id: 1, iso: date, rfc: date, seconds: date, base64: Data([1, 2]), number: 7, places: date)
        #expect(stored == made)
    }
}
