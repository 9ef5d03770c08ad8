import Foundation
import ModelREST
import ModelRuntime
import Testing

/// Notes that no schema says anything special about.
private enum NotesEndpoints: PagedListEndpoint, GetEndpoint, CreateEndpoint, UpdateEndpoint, DeleteEndpoint {
    typealias ResourceModel = Comment
    typealias ResourceSource = any Sendable
    static let resource = Resource("notes", at: "shelves/notes")
}

/// Three notes, two on a page.
private struct FakeNotes: PagingClient, GettingClient {
    func list(_ query: WholeList) async throws -> [Comment] { try (1...3).map(comment) }

    func page(_ query: WholeList, at position: PagePosition) async throws -> Page<Comment> {
        position == .start
            ? Page(items: try (1...2).map(comment), next: .number(2)) : Page(items: [try comment(3)], next: nil)
    }

    func get(_ id: Comment.ID) async throws -> Comment { try comment(Int(id)) }
}

private func comment(_ id: Int) throws -> Comment {
    try Comment(json: #"{"id": \#(id), "postId": 1, "text": "c\#(id)", "body": "c\#(id)"}"#)
}

@Suite("Operations of the usual form")
struct ResourceTests {
    @Test("R2: each has its method, its path below the resource's, and a name")
    func endpoints() throws {
        #expect(NotesEndpoints.list(WholeList()).operation == "notes.list")
        #expect(NotesEndpoints.list(WholeList()).path.encoded == "shelves/notes")
        #expect(NotesEndpoints.get(7).method == .get)
        #expect(NotesEndpoints.get(7).path.encoded == "shelves/notes/7")
        #expect(NotesEndpoints.create(try comment(1)).method == .post)
        #expect(NotesEndpoints.create(try comment(1)).path.encoded == "shelves/notes")
        #expect(NotesEndpoints.update(try comment(8)).method == .put)
        #expect(NotesEndpoints.update(try comment(8)).path.encoded == "shelves/notes/8")
        #expect(NotesEndpoints.delete(9).method == .delete)
        #expect(NotesEndpoints.delete(9).operation == "notes.delete")
        #expect(NotesEndpoints.coverage == .page)
    }

    @Test("R9: a list without parameters is asked for whole, or page after page")
    func wholeList() async throws {
        let fake = FakeNotes()
        #expect(try await fake.list().map(\.id) == [1, 2, 3])
        #expect(try await fake.all().collected().map(\.id) == [1, 2, 3])
    }
}
