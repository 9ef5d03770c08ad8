import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite
import Testing

@Suite("Caches on a disk that is full or out of reach, or in a locked database")
struct UnwritableCacheTests {
    /// A folder on a disk that can be full.
    private struct Disk: StorageBackend {
        let files: FileStorage
        let isFull: Box<Bool>
        var isUnreadable = Box(false)

        func read(_ entry: StorageEntry) throws(StorageError) -> Data? {
            if isUnreadable.value { throw StorageError(.place(CocoaError(.fileReadNoPermission)), entry) }
            return try files.read(entry)
        }

        func write(_ data: Data, to entry: StorageEntry) throws(StorageError) {
            if isFull.value { throw StorageError(.place(CocoaError(.fileWriteOutOfSpace)), entry) }
            try files.write(data, to: entry)
        }

        func remove(_ entry: StorageEntry) throws(StorageError) { try files.remove(entry) }
        func keys(of kind: String) throws(StorageError) -> [String] { try files.keys(of: kind) }
        func exclusively<Result>(_ body: () throws -> Result) throws -> Result { try files.exclusively(body) }
    }

    /// A cache, and what fills its disk.
    private static func cache(
        _ keeping: Keeping, _ folder: TemporaryFolder
    ) async throws -> (cache: any ModelCache<Item, ItemsQuery>, fill: @Sendable (Bool) async throws -> Void) {
        switch keeping {
        case .files:
            let disk = Disk(files: FileStorage(directory: folder.url), isFull: Box(false))
            let cache = StorageCache<Item, ItemsQuery>(ModelStorage(disk))
            return (cache, { isFull in disk.isFull.change { $0 = isFull } })
        case .database:
            let pool = try DatabasePool(.file(folder.file("items.sqlite")), DatabaseConfiguration())
            try await pool.write { db in
                try db.run(
                    "CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL)")
            }
            return (
                DatabaseCache(pool),
                { isFull in try await pool.write { try $0.run(script: "PRAGMA query_only = \(isFull ? 1 : 0)") } }
            )
        }
    }

    @Test("return what the server answers, and what was stored before", arguments: Keeping.allCases)
    func reading(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            let item = #"{"id":1,"kind":0,"version":\#(asked["X-Version"] ?? "1")}"#
            return .json(asked.path.hasSuffix("items") ? "[\(item)]" : item)
        } _: { server in
            let (cache, fill) = try await Self.cache(keeping, folder)
            let client = APIClient(APIDefaults(baseURL: server.url))
            let store = ResourceRepository(api: Operations(client: client), cache: cache)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            _ = try await store.get(1, policy: .networkOnly).value
            try await fill(true)
            let two: RequestHeaders = ["X-Version": "2"]
            for policy in [CachePolicy.networkOnly, .cacheThenNetwork, .networkElseCache] {
                let list = try await store.list(ItemsQuery(), headers: two, policy: policy).value
                expectEqual(list.map(\.version), [2])
                expectEqual(try await store.get(1, headers: two, policy: policy).value.version, 2)
            }
            let old = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            expectEqual(try await store.list(ItemsQuery(), policy: old).value.map(\.version), [1])
            // A change that cannot be stored is not requested.
            let count = server.asked.value.count
            await #expect(throws: (any Error).self) { try await store.update(Item(id: 1, kind: 0, version: 3)) }
            await #expect(throws: (any Error).self) { try await store.merge([Item(id: 1, kind: 0, version: 3)]) }
            expectEqual(server.asked.value.count, count)
            // A connection cannot be made writable again.
            guard keeping == .files else { return }
            try await fill(false)
            expectEqual(try await store.get(1, headers: two, policy: .networkOnly).value.version, 2)
            expectEqual(try await store.list(ItemsQuery(), policy: old).value.map(\.version), [2])
        }
    }

    @Test("return an answer that can no longer be stored", arguments: Keeping.allCases)
    func keeping(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let (cache, fill) = try await Self.cache(keeping, folder)
        let list = ItemQuestion.list(ItemsQuery())
        let open = try await cache.ask(list)
        try await fill(true)
        let item = Item(id: 1, kind: 0, version: 1)
        #expect(try await cache.keep(.list([item], .page, AnswerFacts()), to: list, open)?.models == [item])
        // The question is sent again without validators.
        #expect(try await cache.keep(.unchanged(AnswerFacts()), to: list, open)?.models == nil)
        await #expect(throws: (any Error).self) { try await cache.keep(.changes([item], gone: []), to: list, open) }
        #expect(try await cache.answer(to: list) == nil)
    }

    private static func outcome<Value>(
        _ body: () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }

    @Test("return what the server answers while another process keeps the database locked")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let item = Item(id: 1, kind: 0, version: 1)
        try await LoopbackServer.run { _ in
            .json(#"{"id":1,"kind":0,"version":1}"#)
        } _: { server in
            _ = try await Keeping.database.cache(in: folder.url)
            let file = folder.file("items.sqlite")
            var configuration = DatabaseConfiguration()
            configuration.busyTimeout = 0.05
            let cache = DatabaseCache<Item, ItemsQuery>(try DatabasePool(.file(file), configuration))
            let client = APIClient(APIDefaults(baseURL: server.url))
            let store = ResourceRepository<Item>(api: Operations(client: client), cache: cache)
            let open = try await cache.ask(.model(1))
            let other = try DatabasePool(.file(file), DatabaseConfiguration())
            let (isLocked, isOver) = (Box(false), Box(false))
            defer { isOver.change { $0 = true } }
            let lock = Task {
                try await other.write { _ in
                    isLocked.change { $0 = true }
                    while !isOver.value { Thread.sleep(forTimeInterval: 0.01) }
                }
            }
            while !isLocked.value { try await Task.sleep(for: .milliseconds(10)) }
            for policy in [CachePolicy.networkOnly, .networkElseCache] {
                let answer = await Self.outcome { try await store.get(1, policy: policy).value }
                #expect((try? answer.get()) == item, "\(answer)")
            }
            let kept = await Self.outcome { try await cache.keep(.model(item, AnswerFacts()), to: .model(1), open) }
            #expect((try? kept.get())?.models == [item], "\(kept)")
            // A change that cannot be stored is not requested.
            let count = server.asked.value.count
            await #expect(throws: SQLiteError.self) { try await store.update(item) }
            expectEqual(server.asked.value.count, count)
            isOver.change { $0 = true }
            try await lock.value
            _ = try await store.get(1, policy: .networkOnly).value
            expectEqual(try await store.cache.answer(to: .model(1))?.models, [item])
        }
    }

    @Test("that cannot even be read do not keep the server from answering")
    func unreadable() async throws {
        let folder = try TemporaryFolder()
        let isAway = Box(false)
        try await LoopbackServer.run { _ in
            isAway.value ? .json("{}", status: 503) : .json(#"[{"id":1,"kind":0,"version":1}]"#)
        } _: { server in
            let disk = Disk(files: FileStorage(directory: folder.url), isFull: Box(false))
            let client = APIClient(APIDefaults(baseURL: server.url))
            let store = ResourceRepository<Item>(
                api: Operations(client: client), cache: StorageCache<Item, ItemsQuery>(ModelStorage(disk)))
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            disk.isUnreadable.change { $0 = true }
            let policies: [CachePolicy] = [
                .networkOnly, .cacheThenNetwork, .networkElseCache, .cacheControl,
                .cacheElseNetwork(maxAge: .seconds(60)),
            ]
            for policy in policies {
                var seen: [Int] = []
                for try await items in store.list(ItemsQuery(), policy: policy) { seen.append(items.count) }
                #expect(seen == [1], "\(policy)")
            }
            // The error is that of the server.
            isAway.change { $0 = true }
            for policy in policies {
                let error = await #expect(throws: APIError.self, "\(policy)") {
                    try await store.list(ItemsQuery(), policy: policy).value
                }
                #expect(error?.failure?.status == 503)
            }
            // A tag that cannot be read is not one that is missing.
            await #expect(throws: StorageError.self) { try await store.eTag(of: 1) }
        }
    }

    @Test("in files can be emptied")
    func emptied() async throws {
        let folder = try TemporaryFolder()
        let (cache, fill) = try await Self.cache(.files, folder)
        let list = ItemQuestion.list(ItemsQuery())
        let reply = Reply.list([Item(id: 1, kind: 0, version: 1)], .page, AnswerFacts())
        _ = try await cache.keep(reply, to: list, cache.ask(list))
        try await fill(true)
        await #expect(throws: StorageError.self) { try await cache.removeAll() }
        #expect(try await cache.answer(to: list) == nil)
    }
}
