import Foundation
import ModelLeniency
import ModelRuntime
import Testing

/// Errors and problems are the same, whatever the order of an object's members.
@Suite("Errors and problems of members in any order")
struct MemberOrderErrorTests {
    private static func object(_ members: [String]) -> String { "{" + members.joined(separator: ", ") + "}" }

    @Test("a missing or invalid field is reported in any order, with its place")
    func errors() throws {
        for members in [[#""mood": "wild""#, #""level": 1"#], [#""level": 1"#, #""mood": "wild""#]] {
            let error = try #require(throws: JSONError.self) { try Features(json: Self.object(members)) }
            #expect(error.kind == .missing)
            #expect(error.field == "id")
            #expect(error.path == "id")
        }
        for members in [
            [#""id": 1"#, #""mood": "wild""#, #""who": {"deep": {"text": []}}"#],
            [#""who": {"deep": {"text": []}}"#, #""mood": "wild""#, #""id": 1"#],
        ] {
            let error = try #require(throws: JSONError.self) { try Features(json: Self.object(members)) }
            #expect(error.kind == .mismatch)
            #expect(error.field == "deep")
            #expect(error.path == "who.deep.text")
        }
        for text in [
            #"{"mood": "wild", "level": 1, "id": 1"#, #"{"mood": "wild", "id": 1, "level": 1,}"#,
            #"{"level": 1, "mood": "wild" "id": 1}"#,
        ] {
            #expect(throws: JSONError.self, "\(text)") { try Features(json: text) }
        }
    }

    @Test("an object with an error after many without: the same error as on its own, and the next ones are read")
    func lateErrors() throws {
        let objects = (0..<8).map { index in
            let level = index == 5 ? #""x""# : "\(index)"
            return #"{"old": 1, "in": {"a": "x", "b": [0, {"deep": \#(level)}]}, "at": 1000, "name": "n"}"#
        }
        let alone = try #require(throws: JSONError.self) { try Gathered(json: objects[5]) }
        let inList = try #require(throws: JSONError.self) {
            try [Gathered](json: "[" + objects.joined(separator: ",") + "]")
        }
        #expect(inList.path == "[5]." + alone.path)
        #expect((inList.kind, inList.field) == (alone.kind, alone.field))
        #expect(inList.path == "[5].in.b[1].deep")
        let report = JSONReport()
        let tolerant = try KeptList(json: #"{"items": [\#(objects.joined(separator: ","))]}"#, reporting: report)
        #expect(tolerant.items.map(\.deep) == [0, 1, 2, 3, 4, 6, 7])
        #expect(report.problems.map(\.path) == ["items[5].in.b[1].deep"])
    }

    @Test("the same for an error in an object inside the object")
    func lateErrorsInside() throws {
        let objects = (0..<8).map { index in
            #"{"value": \#(index), "inner": {"name": \#(index == 5 ? "7" : #""n""#), "children": []}}"#
        }
        let error = try #require(throws: JSONError.self) {
            try [Outer](json: "[" + objects.joined(separator: ",") + "]")
        }
        #expect(error.path == "[5].inner.name")
        #expect((error.model, error.kind) == ("Branch", .mismatch))
    }

    @Test("an error deep inside objects in another order is found in a time that does not double with each level")
    func deepError() throws {
        let leaf = #"{"children": [], "name": "x"}"#
        var tree = #"{"children": [], "name": 7}"#
        for _ in 0..<40 { tree = #"{"children": [\#(leaf), \#(leaf), \#(tree)], "name": "x"}"# }
        let error = try #require(throws: JSONError.self) { try Branch(json: tree) }
        #expect(error.path.hasSuffix("children[2].name"))
        #expect(error.kind == .mismatch)
    }

    @Test("a list with invalid objects in varying orders: each problem is reported once, in order")
    func reports() throws {
        var objects: [String] = []
        for index in 0..<60 {
            let members = [
                #""id": \#(index)"#, #""mood": "wild""#, #""level": \#(index % 3 == 0 ? "[]" : "1")"#,
                #""levels": [1, "\#(index)", 2]"#,
            ]
            objects.append(Self.object(index % 2 == 0 ? members.reversed() : members.shuffled()))
        }
        let report = JSONReport()
        let text = "[" + objects.joined(separator: ",") + "]"
        let models = try [Features](json: text, reporting: report)
        #expect(models.map(\.id) == Array(0..<60))
        let inOrder = JSONReport()
        for object in objects { _ = try Features(json: object, reporting: inOrder) }
        #expect(report.problems.count == inOrder.problems.count)
        #expect(Set(report.problems.compactMap(\.offset)).count == report.problems.count)
        #expect(report.problems.compactMap(\.offset) == report.problems.compactMap(\.offset).sorted())
    }

    @Test("problems inside objects that are invalid themselves are in the order of the document")
    func problemsOfInvalidObjects() throws {
        let object = #"{"value": "x", "last": ["x", 1], "first": [2, "x"]}"#
        let report = JSONReport()
        let text = #"{"items": [\#(Array(repeating: object, count: 5).joined(separator: ","))]}"#
        #expect(try Parts(json: text, reporting: report).items.isEmpty)
        #expect(
            report.problems.map(\.path)
                == (0..<5).flatMap {
                    ["items[\($0)].value", "items[\($0)].last[0]", "items[\($0)].first[1]"]
                })
    }

    @Test("the line and column of an error are also right if it is before the previous one")
    func places() throws {
        let object = #"{"last": ["x", 1],\#n "first":\#n  [2, "x"]}"#
        let text = #"{"items": [\#(Array(repeating: object, count: 3).joined(separator: ","))]}"#
        let report = JSONReport()
        _ = try Parts(json: text, reporting: report)
        #expect(report.problems.count == 9)
        let lines = text.split(separator: "\n")
        for problem in report.problems {
            let (line, column) = (try #require(problem.line), try #require(problem.column))
            let before = lines.prefix(line - 1).map(\.utf8.count).reduce(line - 1, +)
            #expect(problem.offset == before + column - 1)
            #expect(column <= lines[line - 1].utf8.count)
        }
    }

    @Test("the second member of a key is not attributed to the field before it", arguments: [1, 5])
    func duplicates(count: Int) throws {
        let valid = #"{"value": 1, "last": [], "value": 2, "first": []}"#
        let invalid = #"{"value": 1, "last": [], "value": 01, "first": []}"#
        let objects = Array(repeating: valid, count: count) + [invalid]
        let error = try #require(throws: JSONError.self) { try [Part](json: "[\(objects.joined(separator: ","))]") }
        #expect(error.kind == .syntax)
        #expect(error.path == "[\(count)].value")
        #expect(error.field == "value")
    }

    @Test("of several errors, that of the first field in the list is thrown, also before the order is known")
    func firstOfSeveral() throws {
        let object = #"{"value": "x", "more": 1, "note": 5}"#
        let report = JSONReport()
        let list = "[\(Array(repeating: object, count: 5).joined(separator: ","))]"
        #expect(try Notes(json: #"{"items": \#(list)}"#, reporting: report).items.isEmpty)
        #expect(report.problems.map(\.path) == (0..<5).map { "items[\($0)].note" })
        #expect(try #require(throws: JSONError.self) { try Note(json: object) }.path == "note")
    }

    @Test("a model's own code that refuses an object has seen all of its fields, in any order")
    func ownErrors() throws {
        for members in [[#""value": -1"#, #""note": "n""#], [#""note": "n""#, #""value": -1"#]] {
            #expect(try Note(json: Self.object(members)).value == -1)
        }
        let error = try #require(throws: JSONError.self) { try Note(json: #"{"value": -1}"#) }
        #expect((error.kind, error.reason) == (.invalidValue, "without a note"))
    }

    @Test("the error of a transformer in a list is at the element, whatever was read at the same depth before")
    func elements() throws {
        let text = #"{"id": 1, "created_at": 1000, "inner": {"a": 1}, "level": 1, "stamps": [1000, 1e300]}"#
        let report = JSONReport()
        _ = try Varied(json: text, reporting: report)
        let place = try #require(text.range(of: "1e300")).lowerBound
        #expect(report.problems.map(\.offset) == [text.utf8.distance(from: text.startIndex, to: place)])
    }

    @Test("a syntax error in a value that is not read has the whole path, in any order")
    func skipped() throws {
        for text in [
            #"{"value": 1, "more": {"a": [1, {"b": tru}]}}"#, #"{"more": {"a": [1, {"b": tru}]}, "value": 1}"#,
        ] {
            let error = try #require(throws: JSONError.self) { try Part(json: text) }
            #expect((error.kind, error.path) == (.syntax, "more.a[1].b"))
        }
    }

    @Test("a problem from a document inside a string has the place of the string, and is in order")
    func embeddedDocuments() throws {
        let texts = [#"{\"name\": 5}"#, #" {\"name\": 5}"#, #"\n{"#].map { "\"\($0)\"" }
        let object = #"{"last": ["x", 1], "texts": [\#(texts.joined(separator: ", ")), 7], "first": [2, "x"]}"#
        let report = JSONReport()
        let text = #"{"items": [\#(Array(repeating: object, count: 4).joined(separator: ",\n"))]}"#
        let list = try EmbeddingList(json: text, reporting: report).items
        #expect(list.count == 4)
        #expect(
            report.problems.map(\.path)
                == (0..<4).flatMap { index in
                    ["last[0]", "texts[0]", "texts[1]", "texts[2]", "texts[3]", "first[1]"].map {
                        "items[\(index)].\($0)"
                    }
                })
        #expect(report.problems.map(\.line) == (0..<4).flatMap { Array(repeating: $0 + 1, count: 6) })
        let offsets = report.problems.map { $0.offset ?? -1 }
        #expect(offsets == offsets.sorted())
        let inside = try #require(report.problems.dropFirst().first)
        #expect((inside.kind, inside.model, inside.field) == (.invalidValue, "Embedding", "texts"))
        #expect(inside.reason?.hasPrefix("Branch.name at name (line 1, column 10") == true)
    }
}

/// A model in a string, read with and without Codable.
private struct Embedded: JSONValue {
    init(reading source: inout JSONSource) throws {
        let text = try source.readString()
        if text.hasPrefix(" ") {
            _ = try JSONDecoder().decode(Branch.self, from: Data(text.utf8))
        } else {
            _ = try Branch(json: text)
        }
    }

    func write(to sink: inout JSONSink) throws {}
}

private struct Embedding: JSONModel {
    static let jsonFields = JSONFields(Embedding.self, ["first", "texts", "last"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let _: [Int] = try source.validElements()
        let _: [Embedded] = try source.validElements()
        let _: [Int] = try source.validElements()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A model whose code refuses some objects without their optional field, which it may find last.
private struct Note: JSONModel {
    var note: String?
    var value: Int

    static let jsonFields = JSONFields(Note.self, ["note", "value"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        note = try source.fieldIfPresent()
        value = try source.field()
        if value < 0, note == nil { throw JSONError(.invalidValue, reason: "without a note") }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

private struct Parts: ItemList {
    var items: [Part]

    static let jsonFields = JSONFields(Parts.self, ["items"])
}

private struct KeptList: ItemList {
    var items: [Gathered]

    static let jsonFields = JSONFields(KeptList.self, ["items"])
}

private struct EmbeddingList: ItemList {
    var items: [Embedding]

    static let jsonFields = JSONFields(EmbeddingList.self, ["items"])
}

private struct Notes: ItemList {
    var items: [Note]

    static let jsonFields = JSONFields(Notes.self, ["items"])
}
