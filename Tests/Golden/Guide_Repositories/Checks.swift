import Foundation
import HTTPTypes
import ModelREST
import ModelRepository
import ModelSQLite
import Testing

/// Notes that are there until somebody takes the server away.
private actor Notes: Transport {
    private var isAway = false

    func leave() { isAway = true }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        if isAway { throw TransportError(.cannotConnect) }
        let note = #"{"id": 4, "text": "d", "author": {"id": 1, "name": "Ann"}}"#
        let text = request.path == "/notes" ? #"[{"id": 9, "text": "i"}, \#(note)]"# : note
        return TransportResponse(HTTPResponse(status: .ok), body: .data(Data(text.utf8)))
    }
}

@Suite("The guide to repositories")
struct RepositoryGuideTests {
    @Test("asking") func asking() async throws {
        let transport = Notes()
        let api = NotebookAPI(transport: transport)
        let db = try NotebookDatabase.inMemory()
        var shown: [[Note]] = []
        func show(_ notes: [Note]) { shown.append(notes) }

        let store = Note.Repository(api: api.notes, database: db)
        for try await notes in store.list() { show(notes) }  // the cached list, then the server's
        let note = try await store.get(4, policy: .cacheElseNetwork(maxAge: .seconds(60))).value
        var change = Note.Patch()
        change.text = .value("D")
        _ = try await store.patch(note.id, change, headers: ["If-Match": "\"7\""])

        await transport.leave()
        let offline = try await store.list(policy: .networkElseCache).value
        #expect(shown.map { $0.map(\.id) } == [[9, 4]] && offline == shown[0])
        let authors = try await db.read { db in try Person.all.all(db) }
        #expect(authors.map(\.name) == ["Ann"])
    }
}
