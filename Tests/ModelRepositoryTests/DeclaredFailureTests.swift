import Foundation
import ModelOutcomes
import ModelREST
import ModelRepository
import Testing

@Suite("Failures that an operation declares")
struct DeclaredFailureTests {
    struct Declared: Error {
        var status: Int
    }

    enum Operation: CaseIterable {
        case get, change, delete
    }

    /// What is left in the cache, and how the operation ended.
    struct Outcome: Equatable {
        var isKept: Bool
        var hasAge: Bool
        var value: Int64?
    }

    private static func outcome(
        of operation: Operation, _ status: Int, _ keeping: Keeping, isDeclared: Bool
    ) async throws -> (Outcome, (any Error)?) {
        let folder = try TemporaryFolder()
        let fails = Box(false)
        return try await LoopbackServer.run({ _ in
            fails.value
                ? .json("{}", status: status)
                : .json(#"{"id":1,"kind":0,"version":5}"#, headers: ["ETag": "\"5\""])
        }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            let cache = try await keeping.cache(in: folder.url)
            let store = ResourceRepository(api: Operations(client: client), cache: cache)
            _ = try await store.get(1, policy: .networkOnly).value
            fails.change { $0 = true }
            func declaring<Value>(_ endpoint: Endpoint<Value>) -> Endpoint<Value> {
                isDeclared ? endpoint.failing { Declared(status: $0.status) } : endpoint
            }
            var thrown: (any Error)?
            var value: Item?
            do {
                switch operation {
                case .get:
                    let endpoint = declaring(Item.get(1))
                    value = try await store.get(1, by: endpoint, policy: .networkElseCache).value
                case .change:
                    let endpoint = declaring(Item.update(Item(id: 1, kind: 0, version: 9)))
                    value = try await store.change(1, by: endpoint)
                case .delete: try await store.delete(1, by: declaring(Item.delete(1)))
                }
            } catch {
                thrown = error
            }
            let kept = try await cache.answer(to: .model(1))
            return (Outcome(isKept: kept != nil, hasAge: kept?.date != nil, value: value?.version), thrown)
        }
    }

    @Test(
        "a declared failure has the same consequences as any other: only the error that is thrown is different",
        arguments: [304, 404, 409, 410, 412, 428, 500, 503], Keeping.allCases)
    func sameConsequences(_ status: Int, _ keeping: Keeping) async throws {
        for operation in Operation.allCases {
            let (usual, error) = try await Self.outcome(of: operation, status, keeping, isDeclared: false)
            let (declared, thrown) = try await Self.outcome(of: operation, status, keeping, isDeclared: true)
            #expect(declared == usual, "\(operation)")
            #expect(usual.isKept == ![404, 410].contains(status), "\(operation)")
            // After a write, what is stored is fresh only if nothing has changed on the server.
            #expect(usual.hasAge == (usual.isKept && (operation == .get || status == 428)), "\(operation)")
            #expect((error as? APIError)?.failure?.status == (thrown as? Declared)?.status, "\(operation)")
            #expect((error == nil) == (thrown == nil), "\(operation)")
        }
    }

    @Test("an operation that expects 304 is answered with what is stored", arguments: Keeping.allCases)
    func expected304(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        try await LoopbackServer.run { asked in
            asked["If-None-Match"] == "\"5\""
                ? ModelRepositoryTests.Answer(status: 304)
                : .json(#"{"id":1,"kind":0,"version":5}"#, headers: ["ETag": "\"5\""])
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            for _ in 0..<3 {
                let endpoint = Item.get(1).expecting(200, 304)
                expectEqual(try await store.get(1, by: endpoint, policy: .networkOnly).value.version, 5)
            }
            expectEqual(server.asked.value.map { $0["If-None-Match"] }, [nil, "\"5\"", "\"5\""])
        }
    }
}
