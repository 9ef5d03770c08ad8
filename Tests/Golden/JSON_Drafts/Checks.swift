import Foundation
import ModelEditing
import ModelFiles
import ModelRuntime
import ModelStreams
import ModelXML
import Testing

struct TicketID: Hashable, JSONRepresentable {
    var text: String

    init(jsonForm text: String) { self.text = text }
    var jsonForm: String { text }
}

extension Page {
    static func willDecode(_ json: JSON) throws -> JSON? { json }
    func willEncode() throws -> Page? { self }
}

@Suite("Drafts")
struct DraftChecks {
    let first = UUID(literal: "11111111-1111-1111-1111-111111111111")

    @Test("a draft is read without the assigned fields, with and without Codable")
    func reading() throws {
        let text = #"{"data": {"order": {"meta": {"title": "Chair"}, "price": 3, "total": 4}}}"#
        let draft = Order.Draft(title: "Chair", price: 3, total: 4)
        #expect(try Order.Draft(json: text) == draft)
        #expect(try JSONDecoder().decode(Order.Draft.self, from: Data(text.utf8)) == draft)
        #expect(try [Node.Draft](json: #"[{"name": 1}, {"name": "b"}]"#).map(\.name) == ["1", "b"])
    }

    @Test("a draft is written without the assigned fields, with and without Codable")
    func writing() throws {
        let draft = Order.Draft(title: "Chair", secret: "s", total: 9, coupon: "c")
        let text = #"{"data":{"order":{"meta":{"title":"Chair"},"price":1.5,"secret":"s","coupon":"c"}}}"#
        #expect(try draft.jsonString() == text)
        #expect(try JSON(json: JSONEncoder().encode(draft)) == JSON(json: text))
        #expect(try Node.Draft(name: "a").jsonString() == #"{"name":"a","children":[]}"#)
    }

    @Test("the value of an assigned field in a document is skipped, even if invalid, unless unknown keys are refused")
    func assigned() throws {
        for id in ["7", #""x""#, "null", "[]"] {
            let text = #"{"id": \#(id), "number": {}, "name": "a"}"#
            #expect(try Node.Draft(json: text) == Node.Draft(name: "a"))
            #expect(try JSONDecoder().decode(Node.Draft.self, from: Data(text.utf8)) == Node.Draft(name: "a"))
        }
        let strict = #"{"data": {"order": {"meta": {"title": "Chair"}, "id": 1}}}"#
        #expect(throws: JSONError.self) { try Order.Draft(json: strict) }
    }

    @Test("other fields than a key are left to the server")
    func leftToServer() throws {
        let draft = Note.Draft(text: "a")
        #expect(try draft.jsonString() == #"{"text":"a","count":1}"#)
        #expect(try Note.Draft(json: #"{"text": "a", "author": 7, "seen": []}"#) == draft)
        #expect(Note(draft, author: "Bo", seen: nil) == Note(text: "a", author: "Bo"))
        #expect(Note.Draft(Note(text: "a", author: "Bo", seen: true)) == draft)
        #expect(throws: JSONError.self) { try Note(json: #"{"text": "a"}"#) }
    }

    @Test("models inside a draft are complete: one without its key is an error at its path")
    func nested() throws {
        let text = #"{"name": "a", "children": [{"id": 1, "name": "b"}, {"name": "c"}]}"#
        let direct = try #require(throws: JSONError.self) { try Node.Draft(json: text) }
        #expect(direct.path == "children[1].id" && direct.model == "Node")
        let coded = try #require(throws: DecodingError.self) {
            try JSONDecoder().decode(Node.Draft.self, from: Data(text.utf8))
        }
        #expect("\(coded)".contains("children[1].id"))
        // A draft that is read after a model, and a model after a draft.
        #expect(throws: JSONError.self) { try Node(json: #"{"children": [], "name": "a"}"#) }
        let order = try #require(throws: JSONError.self) {
            try Node.Draft(json: #"{"name": "a", "order": {"meta": {"title": "t"}}}"#)
        }
        #expect(order.path == "order.meta.id")
    }

    @Test("missing fields of a draft are reported without the assigned ones")
    func missing() throws {
        let error = try #require(throws: JSONError.self) { try Node.Draft(json: "{}") }
        #expect(error.path == "name" && error.field == "name")
        let both = try #require(throws: JSONError.self) { try Node(json: "{}") }
        #expect(both.path == "id")
    }

    @Test("a draft becomes a model by adding a key, and a model a draft by removing it")
    func conversions() throws {
        let draft = Order.Draft(title: "Chair", price: 3, secret: "s", total: 4, coupon: "c")
        let order = Order(draft, id: first)
        #expect(order == Order(id: first, title: "Chair", price: 3, secret: "s", total: 4, coupon: "c"))
        #expect(Order.Draft(order) == draft)
        #expect(Page(Page.Draft(model: "m"), draft: 3) == Page(draft: 3, model: "m"))
        #expect(Ticket.Draft(Ticket(Ticket.Draft(subject: "s"), id: TicketID(jsonForm: "t"))) == .init(subject: "s"))
    }

    @Test("drafts are equal if all of their properties are")
    func equality() {
        let draft = Order.Draft(title: "Chair")
        #expect(draft == Order.Draft(title: "Chair"))
        #expect(draft != Order.Draft(title: "Chair", price: 2))
        #expect(draft != Order.Draft(title: "Chair", coupon: ""))
        #expect(Ticket.Draft(subject: "s") != Ticket.Draft(subject: "s", note: "n"))
    }

    @Test("a storage keeps all of a draft, including one-way fields")
    func keeping() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("drafts-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = ModelStorage(directory: folder)
        let draft = Order.Draft(title: "Chair", secret: "s", total: 4, coupon: "c")
        try storage.save(draft, as: "draft")
        #expect(try storage.fetch(Order.Draft.self, as: "draft") == draft)
        try storage.save([Page.Draft(model: "m")], as: "pages")
        #expect(try storage.fetch([Page.Draft].self, as: "pages") == [Page.Draft(model: "m")])
    }

    @Test("a draft's description has no sensitive values and no placeholders")
    func describing() {
        let text = "\(Order.Draft(title: "Chair", secret: "hunter2"))"
        #expect(text.contains("title: Chair") && !text.contains("hunter2") && !text.contains("id:"))
    }

    @Test("a draft with hooks, and one whose key has no placeholder, are read and written")
    func others() throws {
        let page = try Page.Draft(json: #"{"draft": 1, "model": "m"}"#)
        #expect(try page == Page.Draft(model: "m") && page.jsonString() == #"{"model":"m"}"#)
        let ticket = try Ticket.Draft(json: #"{"id": [], "subject": "s"}"#)
        #expect(try ticket == Ticket.Draft(subject: "s") && ticket.jsonString() == #"{"subject":"s"}"#)
        #expect(throws: JSONError.self) { try Ticket.Draft(json: "{}") }
    }

    @Test("a draft without several fields, or without a date or a transformed number, is read and written, too")
    func severalAssigned() throws {
        let parcel = try Parcel.Draft(json: #"{"id": null, "code": 1, "weight": 2.5}"#)
        #expect(try parcel == Parcel.Draft(weight: 2.5) && parcel.jsonString() == #"{"weight":2.5}"#)
        #expect(try JSONDecoder().decode(Parcel.Draft.self, from: Data(#"{"weight": 2.5}"#.utf8)) == parcel)
        #expect(Parcel(parcel, id: 1, code: "c") == Parcel(id: 1, code: "c", weight: 2.5))
        let missing = try #require(throws: JSONError.self) { try Parcel(json: #"{"id": 1, "weight": 2.5}"#) }
        #expect(missing.path == "code")
        let stamp = try Stamp.Draft(json: #"{"text": "a"}"#)
        #expect(try stamp == Stamp.Draft(text: "a") && stamp.jsonString() == #"{"text":"a"}"#)
        #expect(try Stamp(json: #"{"at": "2011-01-21T09:35:06Z", "number": "7", "text": "a"}"#).number == 7)
    }

    @Test("properties are copied from a model to its draft")
    func copying() throws {
        var draft = Node.Draft(name: "")
        #expect(
            try draft.copy(from: Node(id: 3, name: "a", children: [Node(id: 4, name: "b")])).sorted() == [
                "children", "name", "proposal",
            ])
        #expect(draft == Node.Draft(name: "a", children: [Node(id: 4, name: "b")]))
    }

    @Test("drafts are read and written in lists, dictionaries, optionals, streams and XML, and inside other types")
    func elsewhere() async throws {
        struct Form: Codable, Equatable {
            var node: Node.Draft
            var maybe: Page.Draft?
            var named: [String: [Ticket.Draft]]
        }
        let text =
            #"{"node": {"id": 4, "name": "a", "children": [{"id": 1, "name": "b"}]}, "named": {"x": [{"subject": "s"}]}}"#
        let form = try JSONDecoder().decode(Form.self, from: Data(text.utf8))
        let node = Node.Draft(name: "a", children: [Node(id: 1, name: "b")])
        #expect(form == Form(node: node, named: ["x": [Ticket.Draft(subject: "s")]]))
        #expect(try JSONDecoder().decode(Form.self, from: JSONEncoder().encode(form)) == form)
        #expect(
            try [String: Page.Draft?](json: #"{"a": null, "b": {"model": "m"}}"#) == [
                "a": nil, "b": Page.Draft(model: "m"),
            ])

        for text in [
            "{\"name\": \"a\"}\n{\"id\": [], \"name\": \"b\"}", #"[{"name": "a"}, {"number": {}, "name": "b"}]"#,
        ] {
            var names: [String] = []
            let bytes = AsyncStream<[UInt8]> { stream in
                for byte in text.utf8 { stream.yield([byte]) }
                stream.finish()
            }
            for try await draft in Node.Draft.stream(json: bytes) { names.append(draft.name) }
            #expect(names == ["a", "b"])
        }
        let document = try node.xmlData()
        #expect(try Node.Draft(xml: document) == node && !String(decoding: document, as: UTF8.self).contains("<id>0"))
    }
}
