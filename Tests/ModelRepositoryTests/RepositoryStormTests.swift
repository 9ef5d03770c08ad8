import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

/// Repositories of several processes, which share a file and a real server; their calls fail, are refused, and are
/// cancelled at any moment.
@Suite("A storm of calls on repositories")
struct RepositoryStormTests {
    private static let count = Int(ProcessInfo.processInfo.environment["REPOSITORY_CALLS"] ?? "") ?? 150

    @Test(
        "afterwards every repository shows what the server has, and no question is left open",
        arguments: Keeping.allCases
    )
    func storm(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let items = Box<[Int64: Item]>(
            Dictionary(uniqueKeysWithValues: (1...6).map { ($0, Item(id: $0, kind: $0 % 2, version: 1)) }))
        let isCalm = Box(false)
        try await LoopbackServer.run({ await Self.answer($0, items, isCalm) }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            var stores: [ResourceRepository<Item>] = []
            for _ in 0..<3 {
                stores.append(try await keeping.store(of: client, in: folder))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<Self.count {
                    if number >= 8 { try await group.next() }
                    let store = stores[number % stores.count]
                    group.addTask { try await Self.call(store) }
                }
                try await group.waitForAll()
            }
            isCalm.change { $0 = true }
            let known = items.value.values.sorted { $0.id < $1.id }
            for store in stores {
                try await expectEqual(store.list(ItemsQuery(), policy: .networkOnly).value, known)
                try await expectEqual(
                    store.list(ItemsQuery(), policy: .cacheElseNetwork(maxAge: .seconds(3600))).value, known)
                for id in Int64(1)...40 {
                    let shown = try? await store.get(id, policy: .networkOnly).value
                    #expect(shown == items.value[id])
                    try await expectEqual(store.cache.answer(to: .model(id))?.models.first, items.value[id])
                }
            }
            guard keeping == .database else { return }
            let pool = try DatabasePool(.file(folder.url.appending(path: "items.sqlite")), DatabaseConfiguration())
            try await pool.read { db in
                try expectEqual(Set(Item.all(db)), Set(known))
                try expectEqual(db.value(Int.self, "SELECT count(*) FROM modelgen_cache_questions"), 0)
                try expectEqual(db.value(Int.self, "SELECT count(*) FROM modelgen_cache_landings"), 0)
            }
        }
    }

    /// One call, which is often cancelled.
    private static func call(_ store: ResourceRepository<Item>) async throws {
        let id = Int64.random(in: 1...9)
        let task = Task<Void, any Error> {
            switch Int.random(in: 0..<8) {
            case 0, 1: for try await _ in store.list(ItemsQuery(), policy: .cacheThenNetwork) {}
            case 2: _ = try await store.list(ItemsQuery(kind: id % 2), policy: .networkElseCache).value
            case 3, 4: _ = try await store.get(id, policy: .cacheThenNetwork).value
            case 5: _ = try await store.create(Item(id: 0, kind: id % 2, version: 1))
            case 6: _ = try await store.update(Item(id: id, kind: id % 2, version: 0))
            default: try await store.delete(id)
            }
        }
        if Int.random(in: 0..<3) == 0 {
            try await Task.sleep(for: .microseconds(Int.random(in: 0...10_000)))
            task.cancel()
        }
        do {
            try await task.value
        } catch let error as APIError {
            let isExpected =
                error.isCancellation || error.failure.map { [404, 409, 412, 428, 503].contains($0.status) } ?? false
            #expect(isExpected, "\(error)")
        } catch is CancellationError {
        } catch is ModelIsGone {
        }
    }

    /// The server performs a write that it answers with 503, or not.
    private static func answer(_ asked: Asked, _ items: Box<[Int64: Item]>, _ isCalm: Box<Bool>) async -> Answer {
        let isCalm = isCalm.value
        if !isCalm { try? await Task.sleep(for: .microseconds(Int.random(in: 0...4000))) }
        let refusal = isCalm ? nil : [409, 412, 428, 503, nil, nil, nil, nil, nil, nil].randomElement() ?? nil
        if let refusal, refusal != 503 || Bool.random() { return .json("{}", status: refusal) }
        let id = asked.path.split(separator: "/").dropFirst().last.flatMap { Int64($0) }
        let answer = items.change { items -> Answer in
            switch asked.method {
            case "POST":
                let next = (items.keys.max() ?? 0) + 1
                let sent = try? Item(json: asked.body)
                items[next] = Item(id: next, kind: sent?.kind ?? 0, version: 1)
                return sending(items[next], status: 201)
            case "PUT":
                guard let id, items[id] != nil else { return .json("{}", status: 404) }
                items[id]?.version += 1
                return sending(items[id])
            case "DELETE":
                guard let id, items.removeValue(forKey: id) != nil else { return .json("{}", status: 404) }
                return Answer(status: 204)
            default:
                if let id { return sending(items[id]) }
                let kind = asked.query.contains("kind=") ? Int64(asked.query.suffix(1)) : nil
                let list = items.values.filter { kind == nil || $0.kind == kind }.sorted { $0.id < $1.id }
                return .json((try? list.jsonString()) ?? "")
            }
        }
        if !isCalm { try? await Task.sleep(for: .microseconds(Int.random(in: 0...4000))) }
        return refusal == nil ? answer : .json("{}", status: 503)
    }

    private static func sending(_ item: Item?, status: Int = 200) -> Answer {
        guard let item, let text = try? item.jsonString() else { return .json("{}", status: 404) }
        return .json(text, status: status)
    }
}
