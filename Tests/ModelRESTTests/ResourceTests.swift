import Foundation
import ModelPagination
import ModelREST
import ModelRuntime
import Testing

/// Notes with nothing special in their schema.
private struct Note: JSONModel, Hashable, Identifiable {
    var id: Int64

    static let jsonFields = JSONFields(Note.self, [JSONField("id")])

    init(id: Int64) { self.id = id }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(id: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(id) }
}

extension Note: Located, Paged, Gettable, Creatable, Updatable, Deletable, Savable {
    static let resource = Resource<Note>("notes", at: "shelves/notes")
    typealias PathKey = Int64
}

/// Three notes, two on a page.
private let fake = Operations<Note>(
    list: { _ in (1...3).map(Note.init) },
    page: { _, position in
        position == .start
            ? Page(items: (1...2).map(Note.init), next: .number(2)) : Page(items: [Note(id: 3)], next: nil)
    },
    get: Note.init
)

@Suite("Operations in the usual form")
struct ResourceTests {
    @Test("R2: each has its method, its path below the resource's, and a name")
    func endpoints() throws {
        #expect(Note.list().operation == "notes.list")
        #expect(Note.list().path.encoded == "shelves/notes")
        #expect(Note.get(7).method == .get)
        #expect(Note.get(7).path.encoded == "shelves/notes/7")
        #expect(Note.create(Note(id: 1)).method == .post)
        #expect(Note.create(Note(id: 1)).path.encoded == "shelves/notes")
        #expect(Note.update(Note(id: 8)).method == .put)
        #expect(Note.update(Note(id: 8)).path.encoded == "shelves/notes/8")
        #expect(Note.delete(9).method == .delete)
        #expect(Note.delete(9).operation == "notes.delete")
        #expect(Note.coverage == .page)
    }

    @Test("R1: a resource whose path ends with a slash has models whose paths do, below any base")
    func trailingSlash() async throws {
        let resource = Resource<Note>("notes", at: "api/notes/")
        #expect(Note.list(WholeList(), in: resource).path.encoded == "api/notes/")
        #expect(Note.get(7, in: resource).path.encoded == "api/notes/7/")
        try await LoopbackServer.run({ _ in .json(#"{"id":7}"#) }) { server in
            for base in ["", "/", "/shop", "/shop/"] {
                let client = APIClient(APIDefaults(baseURL: server.url + base))
                let notes = Operations<Note>(client: client, resource: resource)
                _ = try await notes.create(Note(id: 7))
                _ = try await notes.get(7)
            }
            let own = ["api/notes/", "api/notes/7/"]
            expectEqual(
                server.asked.value.map(\.path), (own + own).map { "/" + $0 } + (own + own).map { "/shop/" + $0 })
        }
    }

    @Test("R9: a list without parameters is requested at once, or page by page")
    func wholeList() async throws {
        #expect(try await fake.list().map(\.id) == [1, 2, 3])
        #expect(try await fake.all().collected().map(\.id) == [1, 2, 3])
    }
}
