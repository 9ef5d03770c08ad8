import Foundation
import ModelChanges
import ModelEditing
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

private let document = #"""
    {"id":1,"text":"a","parent":{"id":2,"text":"b","answers":[]},"answers":[{"id":3,"text":"c","answers":[]}],"author":
    {"name":"Ada","home":{"number":1,"owner":{"name":"Bo","home":{"number":2,"near":"sea"},"relations":{"partner":null}},
    "near":{"number":3,"near":"lake"}},"relations":{"partner":null}}}
    """#.replacingOccurrences(of: "\n", with: "")

/// A comment with others above it.
private func chain(_ count: Int) -> Comment {
    (1..<count).reduce(Comment(id: 0, text: "")) { Comment(id: Int64($1), text: "", parent: $0) }
}

/// A document with comments in comments.
private func text(_ count: Int) -> String {
    String(repeating: #"{"id":1,"text":"","parent":"#, count: count - 1) + #"{"id":1,"text":""}"#
        + String(repeating: "}", count: count - 1)
}

@Suite("Models that contain themselves")
struct RecursiveTests {
    @Test("they are read and written like any other, by both mappings")
    func roundTrip() throws {
        let comment = try Comment(json: document)
        #expect(comment.parent?.text == "b" && comment.parent?.parent == nil)
        #expect(comment.author?.home.owner?.home.number == 2)
        #expect(try comment.jsonString() == document)
        #expect(try JSONDecoder().decode(Comment.self, from: Data(document.utf8)) == comment)
        #expect(try Comment(json: JSONEncoder().encode(comment)) == comment)
    }

    @Test("an error has its path through all levels")
    func errors() throws {
        let error = #expect(throws: JSONError.self) {
            try Comment(json: #"{"id":1,"text":"","parent":{"id":1,"text":"","parent":{"id":1}}}"#)
        }
        #expect(error?.path == "parent.parent.text")
    }

    @Test("other places, other kinds of values and invalid ones are as in any model")
    func leniency() throws {
        let place = try Place(json: #"{"number":"1","near":"sea","near_by":{"number":"2","near":"x","nearby":7}}"#)
        #expect(place.nearby == Place(number: 2, near: .name("x")))
        #expect(place.nearby?.nearby == nil)
    }

    @Test("they are values: changing a copy leaves the original as it was")
    func copies() throws {
        let comment = try Comment(json: document)
        var copy = comment
        copy.parent?.text = "c"
        copy[keyPath: \.parent]?.id = 7
        #expect(comment.parent?.text == "b" && copy.parent == Comment(id: 7, text: "c"))
        #expect(copy != comment && Set([comment, copy, comment]).count == 2)
        copy.parent = comment.parent
        #expect(copy == comment && copy.hashValue == comment.hashValue)
        #expect(Comment(id: 1, text: "") == Comment(id: 1, text: "", parent: nil, author: nil))
    }

    @Test("a column holds them as JSON; drafts, patches and queries work")
    func columns() throws {
        let database = try ForumDatabase.inMemory()
        var comment = try Comment(json: document)
        try database.write { db in try comment.insert(db) }
        #expect(try database.read { db in try Comment.find(1, db) } == comment)

        let draft = Comment.Draft(text: "d", parent: comment)
        #expect(try draft.jsonString().hasPrefix(#"{"text":"d","parent":{"id":1,"text":"a","parent":{"id":2"#))

        var patch = Comment.Patch()
        patch.parent = .value(comment)
        #expect(try patch.jsonString() == #"{"parent":\#(comment.jsonString())}"#)
        comment.apply(patch)
        #expect(comment.parent?.parent?.id == 2)
        patch.parent = .null
        comment.apply(patch)
        #expect(comment.parent == nil)

        try database.write { db in
            try Comment.update(db, where: { $0.id == 1 }) { $0.parent = nil }
            try Folder(name: "a", outer: Folder(name: "b")).insert(db)
        }
        let none = try database.read { db in try Comment.where { $0.parent == nil }.all(db) }
        #expect(none.map(\.id) == [1])
        #expect(try database.read { db in try Folder.all(db) }.map(\.outer?.name) == ["b"])
    }

    @Test("a document that is too deep is an error")
    func depth() throws {
        let deepest = try Comment(json: text(511))
        #expect(try Comment(json: deepest.jsonString()) == deepest)
        for count in [513, 100_000] {
            let error = #expect(throws: JSONError.self) { try Comment(json: text(count)) }
            #expect(error?.kind == .tooDeep)
        }
        #expect(throws: DecodingError.self) { try JSONDecoder().decode(Comment.self, from: Data(text(100_000).utf8)) }
    }

    @Test(
        "a chain of any length is destroyed, on threads with a small stack, too", arguments: [1, 100, 1_001, 100_000])
    func chains(count: Int) async {
        await withCheckedContinuation { continuation in
            let thread = Thread {
                var comments = [chain(count)]
                comments.append(comments[0])
                comments[0].parent = nil
                comments = []
                continuation.resume()
            }
            thread.stackSize = 512 << 10
            thread.start()
        }
    }

    @Test("values are shown, and samples are made")
    func samples() throws {
        #expect("\(chain(2))".contains("parent: ") && "\(chain(2))".contains("id: 0"))
        #expect(!"\(chain(1))".contains("Box"))
        let person = Person(
            name: "a", secret: "b", home: Place(number: 1, near: .name("c")),
            partner: Person(name: "d", secret: "e", home: Place(number: 1, near: .name("c"))))
        #expect(!"\(person)".contains("\"b\"") && !"\(person)".contains("\"e\""))
        #expect(try Comment.sample(1).parent == nil)
        #expect(try Comment.sample(1, ["parent": ["id": 7, "text": "a"]]).parent?.id == 7)
    }

    @Test("what is stored elsewhere is copied like any property, also next to a sensitive one")
    func copying() throws {
        let comment = try Comment(json: document)
        var draft = Comment.Draft(text: "")
        #expect(try draft.copy(from: comment).sorted() == ["answers", "author", "parent", "text"])
        #expect(draft == Comment.Draft(comment))
        var other = Comment(id: 7, text: "")
        try other.copy(from: draft)
        #expect(other.parent == comment.parent && other.id == 7)
        try other.copy(from: Comment(id: 8, text: "n"))
        #expect(other == Comment(id: 8, text: "n"))

        var knot = Knot(_next: 1)
        try knot.copy(from: Knot(_next: 2, next: Knot(_next: 3), _default: 4))
        #expect(knot == Knot(_next: 2, next: Knot(_next: 3), _default: 4))

        let person = try #require(comment.author)
        var copy = Person(name: "", home: Place(number: 0, near: .name("")))
        try copy.copy(from: person)
        #expect(copy == person)
        copy.partner = person
        var again = person
        try again.copy(from: copy)
        #expect(again.partner == person)
        #expect("\(copy)".contains("partner: Optional(Person(name: Ada") && "\(person)".contains("partner: nil"))
        let renamed = try person.jsonData(transforming: .init { $0.name { $0.uppercased() } })
        #expect(try JSON(json: renamed)["name"] == "ADA")
    }

    @Test("generated names do not collide with those of fields")
    func names() {
        var knot = Knot(_next: 1, next: Knot(_next: 2), _default: 3)
        knot.default = knot
        #expect(knot.default?.next?._next == 2 && knot._default == 3)
    }
}
