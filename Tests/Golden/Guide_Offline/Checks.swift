import Foundation
import HTTPTypes
import ModelObservation
import ModelPatches
import ModelREST
import ModelRepository
import ModelRuntime
import ModelSQLite
import ModelTransfers
import Synchronization
import Testing

/// A service that may be out of reach.
private actor Service: Transport {
    private var isAway = false
    private var isLosing = false
    private(set) var patches: [String] = []
    private var notes: [Int64: Note] = [
        1: Note(id: 1, text: "tea", isPinned: false), 2: Note(id: 2, text: "milk", isPinned: false),
    ]
    private var deleted: [Int64] = []

    func leave(_ isAway: Bool) { self.isAway = isAway }
    func change(_ id: Int64, _ text: String) { notes[id]?.text = text }
    func delete(_ id: Int64) {
        notes[id] = nil
        deleted.append(id)
    }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        if isAway { throw TransportError(.cannotConnect) }
        let path = request.path ?? ""
        if path == "/events" {
            let text = "data: {\"id\": 1, \"text\": \"an event\", \"isPinned\": true}\n\n"
            return response(isLosing ? 204 : 200, text, type: "text/event-stream")
        }
        if path.hasPrefix("/changes") {
            let changes = NoteChanges(notes: notes.values.sorted { $0.id < $1.id }, deleted: deleted, mark: 7)
            return response(200, try changes.jsonString())
        }
        let id = path.split(separator: "/").last.flatMap { Int64($0) } ?? 0
        guard var note = notes[id] else { return response(404, "") }
        if let data = body?.data {
            patches.append(String(decoding: data, as: UTF8.self))
            try note.merge(json: data)
            notes[id] = note
        }
        return response(200, try note.jsonString())
    }

    private func response(_ status: Int, _ text: String, type: String = "application/json") -> TransportResponse {
        isLosing = type != "application/json"
        let head = HTTPResponse(status: .init(code: status), headerFields: [.contentType: type])
        return TransportResponse(head, body: .data(Data(text.utf8)))
    }
}

@Suite("The guide to working offline")
struct OfflineGuideTests {
    @Test("edits are shown at once, survive a refresh, and are sent later") func edits() async throws {
        let service = Service()
        let api = NotesAPI(transport: service)
        let db = try NotesDatabase.inMemory()
        let store = Note.Repository(api: api.notes, database: db)
        let reported = Reported()
        func report(_ error: APIError) { reported.count += 1 }

        func edit(_ id: Int64, _ patch: Note.Patch) async throws {
            let change = try JSON(encoding: patch)
            try await db.write { db in try Edit.Draft(noteId: id, change: change).insert(db) }
        }
        /// The notes as the user left them.
        @Sendable func edited(_ db: Database) throws -> [Note] {
            let edits = Dictionary(grouping: try Edit.all.order { [$0.id] }.all(db), by: \.noteId)
            return try Note.all.order { [$0.id] }.all(db).map { note in
                var note = note
                for edit in edits[note.id] ?? [] { try note.merge(edit.change) }
                return note
            }
        }
        /// The statuses by which the server rejects an edit for good.
        let rejections: [Int?] = [400, 403, 404, 409, 410, 412, 413, 422]
        func push() async throws {
            while let edit = try await db.read({ db in try Edit.all.order { [$0.id] }.first(db) }) {
                do {
                    _ = try await store.patch(edit.noteId, Note.Patch(json: edit.change.jsonData()))
                } catch let error as APIError where rejections.contains(error.failure?.status) {
                    report(error)  // the note is shown as the server has it
                }
                try await db.write { db in try edit.delete(db) }
            }
        }
        func pull() async throws {
            let mark = try await db.read { db in try SyncMark.find("notes", db)?.value }
            let changes = try await store.merge(\.notes, gone: \.deleted) {
                try await api.send(Note.changes(since: mark))
            }
            try await db.write { db in try SyncMark(name: "notes", value: changes.mark).save(db) }
        }
        func shown() async throws -> [String] { try await db.read { db in try edited(db).map(\.text) } }

        try await pull()
        #expect(try await shown() == ["tea", "milk"])
        await service.leave(true)
        var patch = Note.Patch()
        patch.text = .value("green tea")
        try await edit(1, patch)
        patch.text = .value("oat milk")
        try await edit(2, patch)
        #expect(try await shown() == ["green tea", "oat milk"])
        await #expect(throws: APIError.self) { try await push() }

        await service.leave(false)
        await service.change(1, "black tea")
        await service.delete(2)
        try await pull()
        #expect(try await shown() == ["green tea"])
        try await push()
        #expect(try await shown() == ["green tea"] && reported.count == 1)
        #expect(await service.patches == [#"{"text":"green tea"}"#])
        #expect(try await db.read { db in try Edit.count(db) } == 0)
    }

    @Test("events are stored, and shown") func events() async throws {
        let api = NotesAPI(transport: Service())
        let db = try NotesDatabase.inMemory()
        let store = Note.Repository(api: api.notes, database: db)
        _ = try await store.get(1, policy: .networkOnly).value
        let shown = Shown()
        let edited: @Sendable (Database) throws -> [Note] = { db in try Note.all.all(db) }
        @Sendable func show(_ notes: [Note]) { shown.notes.withLock { $0 = notes } }
        let watching = Task {
            for try await notes in db.observe(edited) { show(notes) }
        }
        for try await event in api.events(of: Note.events(), reconnecting: .always) {
            let note: Note = try event.decoded()
            do {
                try await store.merge([note])
            } catch is ChangesNotKept {
                // The event cannot be requested again, but its note can, unless it has been deleted since.
                do {
                    _ = try await store.get(note.id, policy: .networkOnly).value
                } catch let error as APIError {
                    guard [404, 410].contains(error.failure?.status) else { throw error }
                } catch is ModelIsGone {}
            }
        }
        let event = Note(id: 1, text: "an event", isPinned: true)
        while shown.notes.withLock({ $0 }) != [event] { try await Task.sleep(for: .milliseconds(10)) }
        watching.cancel()
    }
}

private final class Shown: Sendable { let notes = Mutex<[Note]>([]) }
private final class Reported: @unchecked Sendable { var count = 0 }
