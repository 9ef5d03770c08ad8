import Foundation
import HTTPTypes
import ModelFiles
import ModelObservation
import ModelREST
import ModelRepository
import ModelRuntime
import ModelSQLite
import Testing

private let list = "GET /posts?userId=7"
private let old = #"[{"id": 1, "userId": 7, "title": "old"}, {"id": 2, "userId": 7, "title": "b"}]"#

/// One repository with rows and one with files, for the same service.
private func withRepositories(_ body: (Server, Post.Repository) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "RightAnswers-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    for index in 0..<2 {
        let server = Server([list: .json(old)])
        let api = BlogAPI(baseURL: { await server.baseURL() }, transport: server).posts
        let store =
            index == 0
            ? Post.Repository(api: api, database: try BlogDatabase.inMemory())
            : Post.Repository(api: api, storage: ModelStorage(directory: folder))
        try await body(server, store)
    }
}

@Suite("Responses that are late, repeated or unchanged")
struct RightAnswerTests {
    @Test("C1: what was patched or deleted while a list was loading stays so when it arrives")
    func lateList() async throws {
        try await withRepositories { server, store in
            await server.hold(list)
            async let late = store.list(.init(userId: 7), policy: .networkOnly).value
            await server.waitForHeld(list)
            await server.set("PATCH /posts/1", .json(#"{"id": 1, "userId": 7, "title": "new"}"#))
            await server.set("DELETE /posts/2", .status(204, ""))
            var patch = Post.Patch()
            patch.title = .value("new")
            _ = try await store.patch(1, patch)
            try await store.delete(2)
            await server.release(list)
            try await expectEqual(late.map(\.title), ["new"])
            let kept = store.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .seconds(60)))
            try await expectEqual(kept.value.map(\.title), ["new"])
        }
    }

    @Test("C1: what was created while a complete list was loading stays, also in the table")
    func createdMeanwhile() async throws {
        let database = try BlogDatabase.inMemory()
        let server = Server([list: .json(old), "POST /posts": .json(#"{"id": 3, "userId": 7, "title": "c"}"#)])
        let store = Post.Repository(api: BlogAPI(transport: server).posts, database: database)
        await server.hold(list)
        async let late = store.list(.init(userId: 7), policy: .networkOnly).value
        await server.waitForHeld(list)
        _ = try await store.create(Post.Draft(userId: 7, title: "c"))
        await server.release(list)
        _ = try await late
        try await expectEqual(database.read { try Post.count($0) }, 3)
    }

    @Test("C4: 404 and 410 for get and delete remove the cached value", arguments: [404, 410])
    func gone(_ status: Int) async throws {
        try await withRepositories { server, store in
            _ = try await store.list(.init(userId: 7)).value
            await server.set("GET /posts/1", .json(#"{"id": 1, "userId": 7, "title": "a"}"#))
            _ = try await store.get(1).value
            await server.set("GET /posts/1", .status(status, ""))
            await server.set("DELETE /posts/2", .status(status, ""))
            #expect(await store.get(1, policy: .networkOnly).outcome().error is APIError)
            #expect(await store.get(1).outcome().values.isEmpty)
            await #expect(throws: APIError.self) { try await store.delete(2) }
            await server.set(list, .unreachable)
            #expect(await store.list(.init(userId: 7)).outcome().values == [[]])
        }
    }

    @Test("C5: an equal response does not notify observers")
    func equalAnswers() async throws {
        let database = try BlogDatabase.inMemory()
        let server = Server([list: .json(old)])
        let store = Post.Repository(api: BlogAPI(transport: server).posts, database: database)
        var seen = database.observe(Post.all).makeAsyncIterator()
        _ = try await seen.next()
        for _ in 0..<3 { _ = try await store.list(.init(userId: 7), policy: .networkOnly).value }
        try await expectEqual(seen.next()?.map(\.title), ["old", "b"])
        for _ in 0..<3 { _ = try await store.list(.init(userId: 7), policy: .networkOnly).value }
        await server.set(list, .json(old.replacing("old", with: "newer")))
        _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
        // The next value is the changed one: there was none in between.
        try await expectEqual(seen.next()?.map(\.title), ["newer", "b"])
    }

    @Test("the same question asked twice at once is one request, and cancelling one does not end it for others")
    func once() async throws {
        try await withRepositories { server, store in
            await server.hold(list)
            async let first = store.list(.init(userId: 7), policy: .networkOnly).value
            await server.waitForHeld(list)
            // Whoever asks looks up the server, and joins at once.
            let before = await server.lookups
            async let second = store.list(.init(userId: 7), policy: .networkOnly).value
            let third = Task { try await store.list(.init(userId: 7), policy: .networkOnly).value }
            while await server.lookups < before + 2 { await Task.yield() }
            third.cancel()
            let error = await #expect(throws: APIError.self) { try await third.value }
            #expect(error?.isCancellation == true)
            await server.release(list)
            let counts = try await [first.count, second.count]
            #expect(counts == [2, 2])
            #expect(await server.paths.count == 1)
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            #expect(await server.paths.count == 2)
        }
    }

    @Test("304 is a response, as fresh as a full one, unless its rows have changed since")
    func revalidation() async throws {
        try await withRepositories { server, store in
            await server.set(list, .tagged(old, [.eTag: "\"1\"", .cacheControl: "max-age=60"]))
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            try await expectEqual(store.list(.init(userId: 7), policy: .networkOnly).value.map(\.title), ["old", "b"])
            #expect(await server.headers.last?[.ifNoneMatch] == "\"1\"")
            try await expectEqual(store.list(.init(userId: 7), policy: .cacheControl).value.map(\.title), ["old", "b"])
            #expect(await server.paths.count == 2)
            await server.set("PUT /posts/1", .json(#"{"id": 1, "userId": 7, "title": "put"}"#))
            _ = try await store.update(Post(id: 1, userId: 7, title: "put"), headers: ["If-Match": "\"7\""])
            #expect(await server.headers.last?[.ifMatch] == "\"7\"")
            // The server says that the list is unchanged, so the row is, too.
            try await expectEqual(store.list(.init(userId: 7), policy: .networkOnly).value.map(\.title), ["old", "b"])
        }
    }

    @Test("stale-while-revalidate returns the cached value, and then the server's")
    func staleWhileRevalidate() async throws {
        try await withRepositories { server, store in
            await server.set(list, .tagged(old, [.cacheControl: "max-age=0, stale-while-revalidate=60"]))
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            #expect(await store.list(.init(userId: 7), policy: .cacheControl).outcome().values.count == 2)
            await server.set(list, .tagged(old, [.cacheControl: "no-store"]))
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            #expect(await store.list(.init(userId: 7), policy: .cacheControl).outcome().values.count == 1)
        }
    }

    @Test("304 without caching headers leaves the lifetime unchanged; a response that varies counts for its own calls")
    func facts() async throws {
        try await withRepositories { server, store in
            func asks(_ headers: RequestHeaders = [:], _ policy: CachePolicy = .cacheControl) async throws -> Bool {
                let before = await server.paths.count
                _ = try await store.list(.init(userId: 7), headers: headers, policy: policy).value
                return await server.paths.count > before
            }
            await server.set(
                list, .tagged(old, [.eTag: "\"1\"", .cacheControl: "max-age=60", .vary: "Accept-Language"]))
            try await expectEqual(asks(), true)
            try await expectEqual(asks(), false)
            await server.set(list, .tagged(old, [.eTag: "\"1\""]))
            try await expectEqual(asks([:], .networkOnly), true)
            try await expectEqual(asks(), false)
            try await expectEqual(asks(["X-Request-ID": "7"]), false)
            // Another language: neither fresh nor compared.
            try await expectEqual(asks(["Accept-Language": "de"]), true)
            #expect(await server.headers.last?[.ifNoneMatch] == nil)
        }
    }

    @Test("304 for an unconditional request is an error that says so, and keeps the cache")
    func unasked() async throws {
        try await withRepositories { server, store in
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            await server.set(list, .status(304, ""))
            let error = await store.list(.init(userId: 7), policy: .networkOnly).outcome().error as? APIError
            #expect(error?.failure?.status == 304)
            try await expectEqual(
                store.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .seconds(60))).value.map(\.title),
                ["old", "b"])
        }
    }

    @Test("two endpoints for the same id at once are two requests")
    func endpoints() async throws {
        try await withRepositories { server, store in
            let one = #"{"id": 1, "userId": 7, "title": "a"}"#
            for path in ["GET /posts/1", "GET /posts/1?full=true"] { await server.set(path, .json(one)) }
            await server.hold("GET /posts/1")
            async let plain = store.get(1, policy: .networkOnly).value
            await server.waitForHeld("GET /posts/1")
            let full = Post.get(1).query("full", true)
            _ = try await store.get(1, by: full, policy: .networkOnly).value
            await server.release("GET /posts/1")
            _ = try await plain
            #expect(await server.paths == ["GET /posts/1", "GET /posts/1?full=true"])
        }
    }

    @Test("a write that the server refuses leaves the cache unchanged; a conflict and a lost response make it stale")
    func refused() async throws {
        try await withRepositories { server, store in
            _ = try await store.list(.init(userId: 7), policy: .networkOnly).value
            let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            // How often the list was requested after each answer to a write.
            let counts: [(Server.Answer, Int)] = [
                (.status(400, ""), 1), (.status(403, ""), 1), (.status(422, ""), 1), (.status(428, ""), 1),
                (.unreachable, 1), (.status(409, ""), 2), (.status(412, ""), 3), (.lost, 4), (.unreachable, 4),
            ]
            for (answer, count) in counts {
                await server.set("PATCH /posts/1", answer)
                await #expect(throws: APIError.self) {
                    try await store.patch(1, .init(), headers: ["If-Match": "\"0\""])
                }
                try await expectEqual(store.list(.init(userId: 7), policy: fresh).value.map(\.title), ["old", "b"])
                #expect(await server.paths.filter { $0 == list }.count == count)
            }
        }
    }
}
