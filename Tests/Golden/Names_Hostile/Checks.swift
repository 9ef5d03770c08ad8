import Foundation
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Hostile strings")
struct HostileTests {
    private let text = Text(id: 1)

    @Test("defaults are the strings that were written, in Swift, in JSON and in SQL")
    func defaults() throws {
        #expect(text.quoted == "\"; exit(1) //")
        #expect(text.interpolated == #"\(exit(1))\"#)
        #expect(text.sql == "'); DROP TABLE x; --")
        #expect(text.lines == "a\nb\r\nc\t\u{7}\u{202E}\u{2028}")
        #expect(text.triple == "\"\"\"\n\\u{41}\n\"\"\"")
        #expect(text.map == [#""k\(1)""#: ["'", [#"\"#: nil]]])
        #expect(try Text(json: #"{"id": 1}"#) == text)
        let texts = try TextsDatabase.inMemory()
        try texts.write { try $0.run(script: #"INSERT INTO "te""xt'); DROP TABLE x; --" (id) VALUES (1)"#) }
        #expect(try texts.read { try Text.find(1, $0) } == text)
    }

    @Test("keys, columns and cases are the strings that were written")
    func names() throws {
        var text = text
        text.key = "k"
        text.secret = "s"
        let json = try JSON(json: text.jsonData())
        #expect(json[#"\(exit)"#] == .string(text.interpolated))
        #expect(json[#"a.b[0]"c"#] == "k")
        #expect(json[#"se"cret"#] == "s")
        #expect(json["quote"] == "'; DROP TABLE texts; --")
        #expect(Quote.allCases.map(\.rawValue) == ["\"", #"\(""#, "a\nb", "\"\"\"", "'; DROP TABLE texts; --"])
        let texts = try TextsDatabase.inMemory()
        try texts.write { [text] in try text.insert($0) }
        #expect(try texts.read { try Text.where { $0.sql == "'); DROP TABLE x; --" }.all($0) } == [text])
    }
}
