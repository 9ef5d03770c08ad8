import Foundation
import ModelRuntime
import Testing

@Suite("Errors name the place")
struct ErrorTests {
    private func directError(_ text: String) -> JSONError? {
        do {
            _ = try [Post](json: text)
            return nil
        } catch {
            return error as? JSONError
        }
    }

    private func codableError(_ text: String) -> JSONError? {
        do {
            _ = try JSONDecoder().decode([Post].self, from: Data(text.utf8))
            return nil
        } catch let error as DecodingError {
            switch error {
            case .dataCorrupted(let context), .typeMismatch(_, let context), .valueNotFound(_, let context),
                .keyNotFound(_, let context):
                return context.underlyingError as? JSONError
            @unknown default: return nil
            }
        } catch {
            return nil
        }
    }

    private let start = #"[{"id":1,"user_id":2,"title":"t","created_at":0},"#

    @Test("model, field, path, offset, line, column, expected and found")
    func everything() throws {
        let text = "[\n {\"id\": 1,\n  \"user_id\": \"abc\"}]"
        let error = try #require(directError(text))
        #expect(error.kind == .mismatch)
        #expect(error.model == "Post")
        #expect(error.field == "userId")
        #expect(error.path == "[0].user_id")
        #expect(error.offset == 26)
        #expect(error.line == 3)
        #expect(error.column == 14)
        #expect(error.expected == "an integer")
        #expect(error.found == #"the string "abc""#)
        #expect(
            error.description
                == #"Post.userId at [0].user_id (line 3, column 14, byte 26): the value has the wrong type, expected an integer, found the string "abc""#
        )
    }

    @Test(
        "the path is the same with and without Codable",
        arguments: [
            (#"{"id":1,"user_id":2,"title":"t"}]"#, "[1].created_at", "createdAt"),
            (
                #"{"id":1,"user_id":2,"title":"t","user":{"avatar_image":{"url":5}},"created_at":0}]"#,
                "[1].user.avatar_image.url", "avatarURL"
            ),
            (
                #"{"id":1,"user_id":2,"title":"t","user":{"avatar_image":{"url":""}},"created_at":0}]"#,
                "[1].user.avatar_image.url", "avatarURL"
            ),
            (
                #"{"id":1,"user_id":2,"title":"t","created_at":0,"related":{"tags":[7]}}]"#, "[1].related.tags[0]",
                "firstTag"
            ),
            (#"{"id":1,"user_id":2,"title":"t","created_at":0,"scores":{"1":1,"0":"x"}}]"#, "[1].scores.0", "scores"),
            (#"{"id":1,"user_id":2,"title":"t","created_at":0,"scores":{"x":1}}]"#, "[1].scores.x", "scores"),
            (#"{"id":1,"user_id":2,"title":null,"created_at":0}]"#, "[1].title", "title"),
            (#"{"id":1.5,"user_id":2,"title":"","created_at":0}]"#, "[1].id", "id"),
            (#"{"id":1,"user_id":2,"title":"","created_at":0,"nickname":1}]"#, "[1].nickname", "nickname"),
        ]
    )
    func paths(rest: String, path: String, field: String) throws {
        let direct = try #require(directError(start + rest))
        let codable = try #require(codableError(start + rest))
        // Alternatives: a container does not know which key a value came from until it is asked for one.
        #expect(direct.path == path)
        #expect(codable.path == path)
        #expect(direct.field == field)
        #expect(codable.field == field)
        #expect(codable.model == "Post")
        #expect(direct.kind == codable.kind || codable.kind == .invalidValue)
        #expect(direct.offset != nil)
    }

    @Test("a syntax error names the place, too")
    func grammar() throws {
        let error = try #require(directError("[{\"id\": 1, \"meta\": {\"a\": [1, {\"b\": tru}]}}]"))
        #expect(error.kind == .syntax)
        #expect(error.path == "[0].meta.a[1].b")
        #expect(error.offset == 38)
        #expect(error.found == "the character \"}\"")
    }

    @Test("a value of a sensitive field never appears")
    func sensitive() throws {
        let secrets = [#"{"hunter2":1}"#, "[\"hunter2\"]", "\"hunter2\\ud800\"", "\"hunter2\u{1}\"", "\"hunter2"]
        for secret in secrets {
            let text = start + #"{"id":1,"title":"t","created_at":0,"password":\#(secret),"user_id":2}]"#
            let error = try #require(directError(text))
            #expect(!"\(error)".contains("hunter"), "\(error)")
            #expect(error.path == "[1].password")
            #expect(error.field == "password")
            if let error = codableError(text) { #expect(!"\(error)".contains("hunter"), "\(error)") }
        }
        let number = try #require(
            directError(start + #"{"id":1,"user_id":2,"title":"","created_at":0,"password":4711}]"#))
        #expect(!"\(number)".contains("4711"))
        #expect(number.found == "a number")
        let coded = try #require(
            codableError(start + #"{"id":1,"user_id":2,"title":"","created_at":0,"password":4711}]"#)
        )
        #expect(!"\(coded)".contains("4711"))
    }

    @Test("unknown keys are refused if the model says so")
    func unknownKeys() throws {
        let text = #"{"name":"A","agee":1}"#
        let error = #expect(throws: JSONError.self) { try Author(json: text, at: []) }
        #expect(error?.kind == .unknownKey)
        #expect(error?.path == "agee")
        #expect(error?.model == "Author")
        #expect(throws: DecodingError.self) { try JSONDecoder().decode([Author].self, from: Data("[\(text)]".utf8)) }
    }

    @Test("onInvalid: what was skipped is reported with its path, with and without Codable")
    func reports() throws {
        let text =
            start
            + #"{"id":1,"user_id":2,"title":"t","created_at":0,"author":{"name":{}},"tags":["a",{"x":[]},"b",[]]}]"#
        let report = JSONReport()
        let posts = try [Post](json: text, reporting: report)
        #expect(posts[1].author == nil)
        #expect(posts[1].tags == ["a", "b"])
        let paths = ["[1].author.name", "[1].tags[1]", "[1].tags[3]"]
        #expect(report.problems.map(\.path) == paths)
        #expect(report.problems.allSatisfy { $0.offset != nil })

        let decoder = JSONDecoder()
        let coded = JSONReport()
        decoder.userInfo[try #require(JSONReport.key)] = coded
        #expect(try decoder.decode([Post].self, from: Data(text.utf8)) == posts)
        #expect(coded.problems.map(\.path) == paths)
        // Values that are not JSON are not skipped.
        #expect(throws: JSONError.self) { try [Post](json: start + #"{"id":1,"tags":[tru]}]"#) }
    }

    @Test("errors in writing name the path")
    func writing() throws {
        let error = #expect(throws: JSONError.self) {
            try [Shape.square(Square(side: 1)), .circle(Circle(radius: .nan))].jsonData()
        }
        #expect(error?.kind == .notRepresentable)
        #expect(error?.path == "[1].radius")
        #expect(error?.model == "Circle")
        let dictionary = #expect(throws: JSONError.self) { try ["a": [1.0, .infinity]].jsonData() }
        #expect(dictionary?.path == "a[1]")
        let escaped = #expect(throws: JSONError.self) { try ["b": ["c\n\"é": Double.nan]].jsonData() }
        #expect(escaped?.path == #"b["c\n\"é"]"#)
        #expect(throws: EncodingError.self) { try JSONEncoder().encode(Circle(radius: .infinity)) }
    }

    @Test("keys that are not plain names are quoted in paths")
    func quotedKeys() {
        #expect(JSONPath(["a.b", "c", 2, "", "d e", "é"]).description == #"["a.b"].c[2][""]["d e"].é"#)
    }

    @Test("what was found is cut, however long one of its letters is")
    func excerpts() {
        let long = "e" + String(repeating: "\u{301}", count: 1000)
        let value = #expect(throws: JSONError.self) { try Int(json: "\"\(long)\"") }
        #expect(value?.found?.unicodeScalars.count == "the string \"\"…".count + 40)
        let key = #expect(throws: JSONError.self) { try [Int: Int](json: "{\"\(long)\":1}") }
        #expect(key?.found?.unicodeScalars.count == "the key \"\"…".count + 40)
    }

    @Test("what breaks a line, or changes how a text looks, is escaped in messages: in keys, strings and paths")
    func invisibleCharacters() throws {
        for scalar in [
            "\u{85}", "\u{2028}", "\u{2029}", "\u{202e}", "\u{2066}", "\u{feff}", "\u{200b}", "\u{1b}", "\u{7f}",
        ] {
            let key = "a\(scalar)b"
            let text = try [key: [key]].jsonString()
            for error in [
                try #require(throws: JSONError.self) { try [String: [Int]](json: text) },
                try #require(throws: JSONError.self) { try [Int: Int](json: text) },
            ] {
                #expect(!error.description.unicodeScalars.contains { $0 == scalar.unicodeScalars.first })
                #expect(error.path.hasPrefix(#"["a\u{"#))
            }
        }
        #expect(JSONPath(["👩‍👩‍👧", "é"]).description == "👩‍👩‍👧.é")
    }

    @Test("errors of generic models, which make their list of fields for each object, have their place")
    func genericModels() throws {
        let invalid = #"[{"size":2,"name":"a","value":1},{"size":2,"value":-1,"name":"b"}]"#
        for text in [invalid, #"[{"name":"a","value":1},{"name":"b","value":-1}]"#] {
            let read = #expect(throws: JSONError.self) { try [Labeled<Natural>](json: text) }
            #expect(read?.path == "[1].value" && read?.field == "value" && read?.kind == .invalidValue)
            #expect(read?.model?.hasPrefix("Labeled") == true)
        }
        let deep = String(repeating: "[", count: 600)
        for text in [#"[{"other":\#(deep)"#, #"[{"value":1,"name":"a","other":\#(deep)"#] {
            let read = #expect(throws: JSONError.self) { try [Labeled<Natural>](json: text) }
            #expect(read?.path.hasPrefix("[0].other[0][0]") == true && read?.kind == .tooDeep)
        }
        let nan = #expect(throws: JSONError.self) {
            try [Labeled(name: "a", value: 1.5), Labeled(name: "b", value: .nan)].jsonData()
        }
        #expect(nan?.path == "[1].value" && nan?.field == "value" && nan?.kind == .notRepresentable)
        let refused = #expect(throws: JSONError.self) { try [Labeled(name: "", value: 1)].jsonData() }
        #expect(refused?.path == "[0]" && refused?.reason == "no name")
    }

    @Test("many threads decode by Codable at once, and none gets another's error")
    func threads() {
        let valid = Data(#"{"data":{"name":"Ann","age":35}}"#.utf8)
        let broken = Data(#"{"data":{"name":[],"age":35}}"#.utf8)
        let wrong = Collected()
        DispatchQueue.concurrentPerform(iterations: 8) { thread in
            for round in 0..<300 {
                let isBroken = (round + thread).isMultiple(of: 2)
                let author = try? JSONDecoder().decode(Author.self, from: isBroken ? broken : valid)
                if (author == nil) != isBroken { wrong.add() }
            }
        }
        #expect(wrong.count == 0)
    }

    private final class Collected: @unchecked Sendable {
        private let lock = NSLock()
        private var total = 0
        var count: Int { lock.withLock { total } }
        func add() { lock.withLock { total += 1 } }
    }
}

/// A generic model, which cannot have a stored list.
private struct Labeled<Value: JSONValue>: JSONModel {
    var name: String
    var value: Value

    static var jsonFields: JSONFields { JSONFields(Labeled.self, ["name", "value"]) }

    init(name: String, value: Value) { (self.name, self.value) = (name, value) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(name: source.field(), value: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        if name.isEmpty { throw JSONError(.invalidValue, reason: "no name") }
        sink.field(name)
        sink.field(value)
    }
}

/// Its error has no place; the reader adds it.
private struct Natural: JSONValue {
    init(reading source: inout JSONSource) throws {
        if try source.read(Int.self) < 0 { throw JSONError(.invalidValue, expected: "a natural number") }
    }

    func write(to sink: inout JSONSink) throws {}
}
