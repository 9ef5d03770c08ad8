import Foundation
import HTTPTypes
import ModelFiles
import ModelREST
import ModelRepository
import ModelRuntime
import Testing

/// Notes, for as long as the program runs.
actor MemoryCache: ModelCache {
    typealias Asked = Question<Note.ListQuery, Int64>

    /// A note, or nil if it was deleted; the time from which that counts, and when its last write was sent.
    private struct Row {
        var note: Note?
        var stamp: Int64
        var written: Int64 = 0
    }

    private var clock: Int64 = 0
    private var rows: [Int64: Row] = [:]
    private var lists: [Asked: (ids: [Int64], asked: OpenQuestion)] = [:]
    /// Answers to earlier questions are outdated.
    private var oldest = Date.distantPast
    /// What was asked before is not stored.
    private var emptied: Int64 = 0

    func answer(to question: Asked) -> Answer<Note>? {
        guard let (ids, asked) = lists[question] else { return nil }
        return Answer(ids.compactMap { rows[$0]?.note }, date: asked.date > oldest ? asked.date : nil)
    }

    func ask(_ question: Asked?) -> OpenQuestion {
        clock += 1
        return OpenQuestion(number: clock, date: Date())
    }

    func keep(_ reply: Reply<Note>, to question: Asked, _ open: OpenQuestion) -> Answer<Note>? {
        switch reply {
        case .list(let notes, _, _):
            if open.number <= emptied { return Answer(notes, date: open.date) }
            for note in notes { put(note, note.id, open) }
            keep(notes.map(\.id), for: question, open)
        case .model(let note, _):
            if open.number <= emptied { return Answer([note], date: open.date) }
            put(note, note.id, open)
            keep([note.id], for: question, open)
        case .gone(let id):
            put(nil, id, open)
            return nil
        case .unchanged:
            return nil
        case .changes(let notes, let gone):
            if open.number <= emptied || isNewer(notes.map(\.id) + gone, than: open) { return nil }
            for id in gone { put(nil, id, open) }
            for note in notes { put(note, note.id, open) }
            return Answer(notes, date: open.date)
        }
        return answer(to: question)
    }

    func keep(_ reply: WriteReply<Note>, _ open: OpenQuestion) -> Note? {
        let note: Note?
        let id: Int64
        switch reply {
        case .created(let new, _), .changed(let new, _): (note, id) = (new, new.id)
        case .gone(let gone): (note, id) = (nil, gone)
        }
        if open.number <= emptied { return note }
        clock += 1
        var row = Row(note: note, stamp: clock, written: open.number)
        // A later write has completed, perhaps a deletion.
        if let later = rows[id], later.written > open.number { (row.note, row.written) = (later.note, later.written) }
        rows[id] = row
        if case .created = reply { oldest = Date() }
        return rows[id]?.note
    }

    func close(_ open: OpenQuestion, _ failure: Failure) {
        if failure == .outcomeUnknown { oldest = Date() }
    }

    func removeAll() {
        (rows, lists, emptied) = ([:], [:], clock)
    }

    private func isNewer(_ ids: [Int64], than open: OpenQuestion) -> Bool {
        ids.contains { id in rows[id].map { $0.stamp >= open.number } ?? false }
    }

    private func put(_ note: Note?, _ id: Int64, _ open: OpenQuestion) {
        let row = rows[id]
        guard row.map({ $0.stamp < open.number }) ?? true else { return }
        rows[id] = Row(note: note, stamp: open.number, written: row?.written ?? 0)
    }

    private func keep(_ ids: [Int64], for question: Asked, _ open: OpenQuestion) {
        guard lists[question].map({ $0.asked.number < open.number }) ?? true else { return }
        lists[question] = (ids, open)
    }
}

/// A place for bytes.
private final class Vault: StorageBackend, @unchecked Sendable {
    private let lock = NSLock()
    private var entries: [StorageEntry: Data] = [:]

    func read(_ entry: StorageEntry) -> Data? { lock.withLock { entries[entry] } }
    func write(_ data: Data, to entry: StorageEntry) { lock.withLock { entries[entry] = data } }
    func remove(_ entry: StorageEntry) { _ = lock.withLock { entries.removeValue(forKey: entry) } }
    func keys(of kind: String) -> [String] { lock.withLock { entries.keys.filter { $0.kind == kind }.map(\.key) } }
}

/// A service whose answers can be held back.
private actor Service: Transport {
    var notes: [Int64: String] = [1: "tea", 2: "coffee"]
    private var isHeld = false
    private var held: [CheckedContinuation<Void, Never>] = []
    private(set) var count = 0
    private var isDown = false

    func hold() { isHeld = true }
    func release() {
        isHeld = false
        for waiter in held { waiter.resume() }
        held = []
    }
    func fail() { isDown = true }
    var isWaitedFor: Bool { !held.isEmpty }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        count += 1
        if isDown { throw TransportError(.connectionLost) }
        let answer = try answer(to: request, body)
        if request.method == .get, isHeld { await withCheckedContinuation { held.append($0) } }
        return answer
    }

    private func answer(to request: HTTPRequest, _ body: BodyStream?) throws -> TransportResponse {
        let id = request.path?.split(separator: "/").last.flatMap { Int64($0) }
        if let id, notes[id] == nil { return response(404, "") }
        switch (request.method, id) {
        case (.get, nil): return response(200, try notes.sorted { $0.key < $1.key }.map(Note.init).jsonString())
        case (.delete, let id?):
            notes[id] = nil
            return response(204, "")
        default:
            guard let data = body?.data else { return response(400, "") }
            let note = Note(id: id ?? 9, text: try JSON(json: data)["text"]?.string ?? "")
            notes[note.id] = note.text
            return response(200, try note.jsonString())
        }
    }

    private func response(_ status: Int, _ text: String) -> TransportResponse {
        TransportResponse(HTTPResponse(status: .init(code: status)), body: .data(Data(text.utf8)))
    }
}

@Suite("The guide to caches")
struct CacheGuideTests {
    private let service = Service()

    @Test("an in-memory cache shows what it was given") func memory() async throws {
        let api = NotesAPI(transport: service)
        let store = Note.Repository(api: api.notes, cache: MemoryCache())
        for try await notes in store.list(.init(word: "tea"), policy: .cacheThenNetwork) { print(notes.count) }
        let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
        #expect(try await store.list(.init(word: "tea"), policy: fresh).value.map(\.id) == [1, 2])
        #expect(await service.count == 1)

        _ = try await store.update(Note(id: 1, text: "green tea"))
        #expect(try await store.list(.init(word: "tea"), policy: fresh).value.map(\.text) == ["green tea", "coffee"])
        try await store.delete(2)
        #expect(try await store.list(.init(word: "tea"), policy: fresh).value.map(\.id) == [1])
        _ = try await store.create(Note.Draft(text: "milk"))
        #expect(try await store.list(.init(word: "tea"), policy: fresh).value.map(\.id) == [1, 9])

        await service.fail()
        await #expect(throws: APIError.self) { try await store.update(Note(id: 1, text: "lost")) }
        await #expect(throws: APIError.self) { try await store.list(.init(word: "tea"), policy: fresh).value }
        #expect(
            try await store.list(.init(word: "tea"), policy: .networkElseCache).value.map(\.text) == [
                "green tea", "milk",
            ])
    }

    @Test("an older response changes nothing that was written since", .timeLimit(.minutes(20)))
    func older() async throws {
        let store = Note.Repository(api: NotesAPI(transport: service).notes, cache: MemoryCache())
        await service.hold()
        let list = Task { try await store.list(policy: .networkOnly).value }
        while await !service.isWaitedFor { await Task.yield() }
        _ = try await store.update(Note(id: 1, text: "green tea"))
        try await store.delete(2)
        await service.release()
        #expect(try await list.value.map(\.text) == ["green tea"])
    }

    @Test("a change that completes after a later deletion does not bring the note back") func deleted() async throws {
        let cache = MemoryCache()
        let (change, deletion) = (await cache.ask(nil), await cache.ask(nil))
        _ = await cache.keep(.gone(1), deletion)
        #expect(await cache.keep(.changed(Note(id: 1, text: "late"), AnswerFacts()), change) == nil)
    }

    @Test("responses in a storage of your own are available without a network") func place() async throws {
        let api = NotesAPI(transport: service)
        let vault = Vault()
        let kept = Note.Repository(api: api.notes, storage: ModelStorage(vault))
        _ = try await kept.list().value
        await service.fail()
        #expect(try await kept.list(policy: .networkElseCache).value.map(\.id) == [1, 2])
    }
}
