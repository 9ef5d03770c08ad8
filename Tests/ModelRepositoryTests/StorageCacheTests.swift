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
}
