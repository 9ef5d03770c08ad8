import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import ModelRuntime
import Testing

@Suite("A cache in a storage")
struct StorageCacheTests {
    private struct Word: JSONValue, Identifiable, Hashable {
        var id: Int64

        init(_ id: Int64) { self.id = id }
        init(reading source: inout JSONSource) throws { id = try source.read(Int64.self) }
        func write(to sink: inout JSONSink) throws { try id.write(to: &sink) }
    }

    /// Files, and something that happens once, before the models of a list are read.
    private struct Interrupted: StorageBackend {
        let files: FileStorage
        let event: Event

        final class Event: @unchecked Sendable {
            private let lock = NSLock()
            private var body: (() throws -> Void)?

            func set(_ body: @escaping () throws -> Void) { lock.withLock { self.body = body } }
            func take() -> (() throws -> Void)? {
                lock.withLock {
                    defer { body = nil }
                    return body
                }
            }
        }

        func read(_ entry: StorageEntry) throws(StorageError) -> Data? {
            if entry.kind.hasPrefix("KeptList") { try? event.take()?() }
            return try files.read(entry)
        }
        func write(_ data: Data, to entry: StorageEntry) throws(StorageError) { try files.write(data, to: entry) }
        func remove(_ entry: StorageEntry) throws(StorageError) { try files.remove(entry) }
        func keys(of kind: String) throws(StorageError) -> [String] { try files.keys(of: kind) }
        func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try files.exclusively(body) }
    }

    @Test("an answer that is replaced while it is read is not missing")
    func replaced() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StorageCache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let event = Interrupted.Event()
        let files = FileStorage(directory: folder)
        let cache = StorageCache<Word, WholeList>(ModelStorage(Interrupted(files: files, event: event)))
        let other = StorageCache<Word, WholeList>(ModelStorage(files))
        let question = Question<WholeList, Int64>.list(WholeList())
        func answer(_ ids: Int64...) throws {
            _ = try other.keep(.list(ids.map { Word($0) }, .whole, AnswerFacts()), to: question, other.ask(question))
        }
        try answer(1)
        #expect(try cache.answer(to: question)?.models.map(\.id) == [1])
        event.set { try answer(1, 2) }
        #expect(try cache.answer(to: question)?.models.map(\.id) == [1, 2])
    }

    @Test(
        "a clock that cannot be read is one that was lost: it begins again",
        arguments: ["", "[", "\0\0", "9223372036854775807"])
    func unreadableClock(_ text: String) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StorageCache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let cache = StorageCache<Word, WholeList>(ModelStorage(directory: folder))
        let question = Question<WholeList, Int64>.list(WholeList())
        func answer(_ id: Int64) throws -> [Int64]? {
            _ = try cache.keep(.list([Word(id)], .whole, AnswerFacts()), to: question, cache.ask(question))
            return try cache.answer(to: question)?.models.map(\.id)
        }
        try cache.removeAll()
        _ = try cache.keep(.created(Word(7), AnswerFacts()), cache.ask(nil))
        #expect(try answer(1) == [1])
        for path in try FileManager.default.subpathsOfDirectory(atPath: folder.path) where path.hasSuffix(".json") {
            try Data(text.utf8).write(to: folder.appendingPathComponent(path))
        }
        #expect(try cache.answer(to: question) == nil)
        #expect(try answer(2) == [2])
        try cache.removeAll()
        #expect(try cache.answer(to: question) == nil)
        #expect(try answer(3) == [3])
    }

    enum Loss: CaseIterable {
        case purged, unreadable
    }

    @Test(
        "a list whose models are lost is requested again after 304", .timeLimit(.minutes(20)), arguments: Loss.allCases)
    func lost(_ loss: Loss) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked["If-None-Match"] == nil
                ? .json(#"[{"id":1,"kind":0,"version":5}]"#, headers: ["ETag": "\"5\""]) : Answer(status: 304)
        } _: { server in
            let store = try await Keeping.files.store(of: server, in: folder)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            for file in folder.files where try String(contentsOf: file, encoding: .utf8).hasPrefix("[{") {
                switch loss {
                case .purged: try FileManager.default.removeItem(at: file)
                case .unreadable: try Data(#"[{"id":"one"}]"#.utf8).write(to: file)
                }
            }
            expectEqual(try await store.list(ItemsQuery(), policy: .networkOnly).value.map(\.version), [5])
            expectEqual(server.asked.value.map { $0["If-None-Match"] }, [nil, "\"5\"", nil])
        }
    }

    @Test("a write under way while another cache of the storage is emptied makes what is stored old")
    func emptiedBeside() throws {
        let folder = try TemporaryFolder()
        let storage = ModelStorage(directory: folder.url)
        let words = StorageCache<Word, WholeList>(storage)
        let question = Question<WholeList, Int64>.list(WholeList())
        _ = try words.keep(.list([Word(1)], .whole, AnswerFacts()), to: question, words.ask(question))
        let open = try words.ask(nil)
        try StorageCache<Item, ItemsQuery>(storage).removeAll()
        #expect(try words.keep(.changed(Word(1), AnswerFacts()), open) == Word(1))
        let answer = try #require(try words.answer(to: question))
        #expect(answer.models.map(\.id) == [1])
        #expect(answer.date == nil)
    }

    private static let facts = AnswerFacts(
        validators: Validators(eTag: "\"1\"", lastModified: nil), lifetime: Lifetime(fresh: 60))
    private static let questions = [Question<WholeList, Int64>.list(WholeList()), .model(1)]

    /// What is stored by a release of a program whose notes have one field.
    private func firstRelease(_ storage: ModelStorage) throws {
        struct Note: JSONModel, Identifiable, Sendable {
            var id: Int64
            static let jsonFields = JSONFields(Note.self, ["id"])
            init(id: Int64) { self.id = id }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { id = try source.field() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) throws { sink.field(id) }
        }
        let cache = StorageCache<Note, WholeList>(storage)
        for question in Self.questions {
            let reply: Reply<Note> =
                question.text == nil ? .model(Note(id: 1), Self.facts) : .list([Note(id: 1)], .whole, Self.facts)
            let answer = try #require(try cache.keep(reply, to: question, cache.ask(question)))
            #expect(answer.date != nil)
            #expect(try cache.ask(question).facts == Self.facts)
        }
    }

    /// What a release finds whose notes have another field.
    private func secondRelease(_ storage: ModelStorage) throws {
        struct Note: JSONModel, Identifiable, Sendable {
            var id: Int64
            var text: String?
            static let jsonFields = JSONFields(Note.self, ["id", "text"])
            init(fields source: inout some JSONFieldSource & ~Copyable) throws {
                id = try source.field()
                text = try source.fieldIfPresent()
            }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
                sink.field(id)
                sink.fieldIfPresent(text)
            }
        }
        let cache = StorageCache<Note, WholeList>(storage)
        for question in Self.questions {
            let answer = try #require(try cache.answer(to: question))
            #expect(answer.models.map(\.id) == [1])
            #expect(answer.date == nil)
            #expect(try cache.ask(question).facts == AnswerFacts())
        }
    }

    @Test("after a release with another field, what is stored is shown, but not fresh, and 304 does not confirm it")
    func updated() throws {
        let folder = try TemporaryFolder()
        let storage = ModelStorage(directory: folder.url)
        try firstRelease(storage)
        try firstRelease(storage)
        try secondRelease(storage)
    }

    @Test("what was stored with a clock that was lost does not count as newer")
    func lostClock() throws {
        let folder = try TemporaryFolder()
        let cache = StorageCache<Word, WholeList>(ModelStorage(directory: folder.url))
        let question = Question<WholeList, Int64>.list(WholeList())
        func answer(_ ids: Int64...) throws -> [Int64]? {
            try cache.keep(.list(ids.map { Word($0) }, .whole, AnswerFacts()), to: question, cache.ask(question))?
                .models.map(\.id)
        }
        #expect(try answer(1) == [1])
        #expect(try answer(1, 2) == [1, 2])
        for file in folder.files where file.lastPathComponent == "clock.json" {
            try FileManager.default.removeItem(at: file)
        }
        #expect(try answer(3) == [3])
    }

    /// Files of which only some can be deleted.
    private struct Undeletable: StorageBackend {
        struct Interrupted: Error {}
        let files: FileStorage
        /// How many deletions succeed; nil means all.
        let left: Box<Int?>

        func read(_ entry: StorageEntry) throws(StorageError) -> Data? { try files.read(entry) }
        func write(_ data: Data, to entry: StorageEntry) throws(StorageError) { try files.write(data, to: entry) }
        func remove(_ entry: StorageEntry) throws(StorageError) {
            let isLeft = left.change { left in
                guard let count = left else { return true }
                left = count - 1
                return count > 0
            }
            guard isLeft else { throw StorageError(.place(Interrupted()), entry) }
            try files.remove(entry)
        }
        func keys(of kind: String) throws(StorageError) -> [String] { try files.keys(of: kind) }
        func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try files.exclusively(body) }
    }

    @Test("nothing is shown after everything was removed, even if the files could not be deleted", arguments: 0..<8)
    func interruptedRemoval(_ count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StorageCache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let left = Box<Int?>(nil)
        let cache = StorageCache<Word, WholeList>(
            ModelStorage(Undeletable(files: FileStorage(directory: folder), left: left)))
        let lists = (0..<3).map { Question<WholeList, Int64>.list(WholeList(), at: "\($0)") }
        let singles = (0..<3).map { Question<WholeList, Int64>.model($0) }
        let facts = AnswerFacts(validators: Validators(eTag: "1", lastModified: nil))
        for list in lists { _ = try cache.keep(.list([Word(1), Word(2)], .page, facts), to: list, cache.ask(list)) }
        for single in singles { _ = try cache.keep(.model(Word(1), AnswerFacts()), to: single, cache.ask(single)) }
        _ = try cache.keep(.changed(Word(2), AnswerFacts()), cache.ask(nil))
        left.change { $0 = count }
        #expect(throws: StorageError.self) { try cache.removeAll() }
        left.change { $0 = nil }
        for question in lists + singles { #expect(try cache.answer(to: question) == nil) }
        for list in lists {
            let open = try cache.ask(list)
            #expect(open.facts == AnswerFacts())
            #expect(try cache.keep(.list([Word(3)], .page, AnswerFacts()), to: list, open)?.models.map(\.id) == [3])
            #expect(try cache.answer(to: list)?.models.map(\.id) == [3])
        }
    }

    @Test("kinds of any length are stored, and stay apart", arguments: [10, 85, 86, 300])
    func longKinds(_ count: Int) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("StorageCache-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let files = FileStorage(directory: folder)
        let kinds =
            (0..<3).map { String(repeating: "語", count: count) + "\($0)" } + [String(repeating: "語", count: count)]
        for kind in kinds {
            let entry = StorageEntry(kind: kind, key: "k")
            try files.write(Data(kind.utf8), to: entry)
            #expect(try files.keys(of: kind) == ["k"])
        }
        for kind in kinds { #expect(try files.read(StorageEntry(kind: kind, key: "k")) == Data(kind.utf8)) }
        try files.remove(StorageEntry(kind: kinds[0], key: "k"))
        #expect(try kinds.map { try files.keys(of: $0).count } == [0, 1, 1, 1])
    }
}
