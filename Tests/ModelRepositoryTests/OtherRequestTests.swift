import Foundation
import HTTPTypes
import ModelPagination
import ModelREST
import ModelRepository
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A request may need others first: to find the server, or to get a token.
@Suite("Failures of the requests that a request needs")
struct OtherRequestTests {
    private static let login = RequestSummary(
        operation: "login.refresh", method: "POST", url: "https://login.test/token")

    /// An error of the login with a status.
    private static func refusal(_ status: Int) async throws -> any Error {
        try await LoopbackServer.run({ _ in .json("{}", status: status) }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url))
            do {
                _ = try await client.send(Endpoint<Void>("login.refresh", .post, "token", returns: .nothing))
                return APIError(.unimplemented, login)
            } catch { return error }
        }
    }

    /// What is left after an operation that fails like this, and what it throws.
    private static func outcome(
        _ failure: any Error, inBaseURL: Bool = false,
        _ operation: @Sendable (ResourceRepository<Item>) async throws -> Void
    ) async throws -> (kept: Item?, thrown: (any Error)?) {
        let fails = Box<(any Error)?>(nil)
        let folder = try TemporaryFolder()
        return try await LoopbackServer.run({ _ in .json(#"{"id":1,"kind":0,"version":5}"#) }) { server in
            let client = APIClient(
                APIDefaults(baseURL: ""),
                baseURL: {
                    if inBaseURL, let failure = fails.value { throw failure }
                    return server.url
                }, middleware: inBaseURL ? [] : [Before { if let failure = fails.value { throw failure } }])
            let cache = try await Keeping.allCases[0].cache(in: folder.url)
            let store = ResourceRepository(api: Operations(client: client), cache: cache)
            _ = try await store.get(1, policy: .networkOnly).value
            fails.change { $0 = failure }
            var thrown: (any Error)?
            do { try await operation(store) } catch { thrown = error }
            return (try await cache.answer(to: .model(1))?.models.first, thrown)
        }
    }

    @Test("404 of a login does not delete a model, nor mean that nothing has changed", arguments: [304, 404, 410])
    func otherStatus(_ status: Int) async throws {
        let refusal = try await Self.refusal(status)
        let operations: [@Sendable (ResourceRepository<Item>) async throws -> Void] = [
            { _ = try await $0.get(1, policy: .networkOnly).value },
            { _ = try await $0.update(Item(id: 1, kind: 0, version: 9)) },
            { try await $0.delete(1) },
        ]
        for operation in operations {
            let (kept, thrown) = try await Self.outcome(refusal, operation)
            #expect(kept?.version == 5)
            let error = try #require(thrown as? APIError)
            guard case .local(let cause as APIError) = error.reason else { throw error }
            #expect(cause.failure?.status == status)
            #expect(cause.request.operation == "login.refresh")
            #expect(error.request.operation != "login.refresh")
        }
    }

    @Test("nor does 404 of another request of the same operation", arguments: [304, 404, 410])
    func sameOperation(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        let isNeeded = Box(false)
        try await LoopbackServer.run { asked in
            .json(#"{"id":1,"kind":0,"version":5}"#, status: asked.path.hasSuffix("/2") ? status : 200)
        } _: { server in
            let plain = Operations<Item>(client: APIClient(APIDefaults(baseURL: server.url)))
            let client = plain.client.adding(
                Before {
                    if isNeeded.value { _ = try await plain.get(2) }
                })
            let cache = try await Keeping.database.cache(in: folder.url)
            let store = ResourceRepository(api: Operations(client: client), cache: cache)
            _ = try await store.get(1, policy: .networkOnly).value
            isNeeded.change { $0 = true }
            let error = await #expect(throws: APIError.self) { try await store.get(1, policy: .networkOnly).value }
            guard case .local(let cause as APIError)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(cause.failure?.status == status && cause.request.url.hasSuffix("/items/2"))
            expectEqual(try await cache.answer(to: .model(1))?.models.map(\.version), [5])
        }
    }

    @Test("a cancelled request of a credential or of the server's URL is a cancellation", arguments: [true, false])
    func cancelled(inBaseURL: Bool) async throws {
        for failure in [APIError(.cancelled, Self.login), CancellationError()] as [any Error] {
            let (kept, thrown) = try await Self.outcome(failure, inBaseURL: inBaseURL) { store in
                _ = try await store.get(1, policy: .networkElseCache).value
            }
            let error = try #require(thrown as? APIError)
            #expect(error.isCancellation)
            #expect(error.request.operation == "items.get")
            #expect(kept?.version == 5)
        }
    }

    @Test("the cached value is used if the server's URL or a token cannot be obtained now", arguments: [true, false])
    func unavailable(inBaseURL: Bool) async throws {
        let passing: [any Error] = [
            URLError(.notConnectedToInternet), URLError(.cannotFindHost), URLError(.timedOut),
            TransportError(.connectionLost), APIError(.timeout(.seconds(1)), Self.login), try await Self.refusal(503),
        ]
        for failure in passing {
            let value = Box<Item?>(nil)
            let (_, thrown) = try await Self.outcome(failure, inBaseURL: inBaseURL) { store in
                let item = try await store.get(1, policy: .networkElseCache).value
                value.change { $0 = item }
            }
            #expect(thrown == nil, "\(failure)")
            #expect(value.value?.version == 5, "\(failure)")
        }
        struct Broken: Error {}
        let lasting: [any Error] = [
            Broken(), URLError(.badURL), URLError(.cancelled), CancellationError(), try await Self.refusal(401),
        ]
        for failure in lasting {
            let (kept, thrown) = try await Self.outcome(failure, inBaseURL: inBaseURL) { store in
                _ = try await store.get(1, policy: .networkElseCache).value
            }
            #expect(thrown != nil, "\(failure)")
            #expect(kept?.version == 5)
        }
    }
}
