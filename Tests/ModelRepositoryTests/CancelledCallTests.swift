import Foundation
import ModelREST
import ModelRepository
import Testing

@Suite("Calls of a repository that are cancelled")
struct CancelledCallTests {
    typealias Call = @Sendable (ResourceRepository<Item>) async throws -> Void

    private static let item = Item(id: 1, kind: 0, version: 5)
    private static let calls: [(String, Call)] = [
        ("items.list", { _ = try await $0.list(ItemsQuery(), policy: .networkOnly).value }),
        ("items.list", { _ = try await $0.list(ItemsQuery(), policy: .cacheThenNetwork).value }),
        ("items.list", { for try await _ in $0.list(ItemsQuery()) {} }),
        ("items.get", { _ = try await $0.get(1, policy: .networkElseCache).value }),
        ("items.create", { _ = try await $0.create(item) }), ("items.update", { _ = try await $0.update(item) }),
        ("items.delete", { try await $0.delete(1) }),
    ]

    @Test(
        "they throw what the client throws, before the request and during it",
        arguments: Keeping.allCases, [false, true])
    func cancelled(_ keeping: Keeping, _ isSent: Bool) async throws {
        for (operation, call) in Self.calls {
            let folder = try TemporaryFolder()
            let isUsed = Box(true)
            try await LoopbackServer.run { _ in
                try? await Task.sleep(for: .seconds(20))
                return .json("{}")
            } _: { server in
                let store = try await Self.store(Address(server.url, isUsed), keeping, folder)
                let task = Task {
                    if !isSent { withUnsafeCurrentTask { $0?.cancel() } }
                    try await call(store)
                }
                if isSent {
                    while server.asked.value.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                    task.cancel()
                }
                let error = await #expect(throws: APIError.self) { try await task.value }
                #expect(error?.isCancellation == true)
                expectEqual(error?.request.operation, operation)
            }
            // The request that nobody waits for any more closes its question, for which it may create the folder.
            for _ in 0..<2000 where isUsed.value { try await Task.sleep(for: .milliseconds(5)) }
            #expect(!isUsed.value)
        }
    }

    /// The server's address, which exists as long as something uses the repository.
    private final class Address: Sendable {
        let url: String
        private let isUsed: Box<Bool>

        init(_ url: String, _ isUsed: Box<Bool>) { (self.url, self.isUsed) = (url, isUsed) }

        deinit { isUsed.change { $0 = false } }
    }

    private static func store(
        _ address: Address, _ keeping: Keeping, _ folder: TemporaryFolder
    ) async throws -> ResourceRepository<Item> {
        try await keeping.store(of: APIClient(APIDefaults(baseURL: ""), baseURL: { address.url }), in: folder)
    }
}
