import Foundation
import ModelRuntime
import Testing

@Suite("Hostile documents for generated models")
struct HostileDocumentTests {
    private static let document = #"""
        {"items": [[{"type": 7, "of": [{"type": "text", "text": "né\u00e9\ud83d\ude00", "place": {"at": "p"}}], "total": "-3e0"}], []],
         "named": {"x": [null, {"text": "n", "type": "text"}]}, "others": {"items": [{"type": "none"}, true]}}
        """#

    @Test("a truncated document is an error with its place, with and without Codable, and as a stream")
    func cut() async throws {
        let bytes = Array(Self.document.utf8)
        let whole = try Sheet(json: bytes)
        #expect(whole.rest.isEmpty)
        for count in 0..<bytes.count {
            let part = Array(bytes.prefix(count))
            let error = try #require(throws: JSONError.self, "\(count)") { try Sheet(json: part) }
            #expect(error.kind == .truncated || error.kind == .invalidUnicode, "\(count) \(error)")
            #expect(error.offset.map { $0 <= count } == true)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sheet.self, from: Data(part)) }
        }
    }

    @Test("a changed, removed or repeated byte gives an error, or the same value with and without Codable")
    func mutated() throws {
        let bytes = Array(Self.document.utf8)
        for position in bytes.indices {
            for byte in [UInt8](#"{}[]",:\0-.eE tn"#.utf8) + [0, 0x1f, 0x7f, 0x80, 0xc0, 0xed, 0xff] {
                var changed = bytes
                changed[position] = byte
                if let direct = try? Sheet(json: changed) {
                    #expect(try JSONDecoder().decode(Sheet.self, from: Data(changed)) == direct)
                }
            }
            var shorter = bytes
            shorter.remove(at: position)
            var longer = bytes
            longer.insert(bytes[position], at: position)
            for changed in [shorter, longer] {
                if let direct = try? Sheet(json: changed) {
                    #expect(try JSONDecoder().decode(Sheet.self, from: Data(changed)) == direct)
                }
            }
        }
    }

    @Test("10,000 levels are an error with and without Codable, whether they are read or skipped")
    func deep() throws {
        let levels = 10_000
        let sums = String(repeating: #"{"type":7,"of":["#, count: levels) + String(repeating: "]}", count: levels)
        let lists = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
        let objects = String(repeating: #"{"a":"#, count: levels) + "1" + String(repeating: "}", count: levels)
        for text in [
            #"{"items": [[\#(sums)]]}"#, #"{"items": [], "other": \#(lists)}"#, #"{"items": \#(lists)}"#,
            #"{"items": [], "named": \#(objects)}"#, #"{"items": [], "first": {"item": \#(objects)}}"#,
        ] {
            let error = try #require(throws: JSONError.self) { try Sheet(json: text) }
            #expect(error.kind == .tooDeep || error.kind == .mismatch || error.kind == .missing)
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(Sheet.self, from: Data(text.utf8)) }
            #expect(throws: JSONError.self) { try JSON(json: text) }
            #expect(throws: DecodingError.self) { try JSONDecoder().decode(JSON.self, from: Data(text.utf8)) }
        }
    }
}
