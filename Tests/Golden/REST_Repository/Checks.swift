import Foundation
import ModelFiles
import ModelObservation
import ModelPagination
import ModelREST
import ModelRepository
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

private let two = #"[{"id": 1, "userId": 7, "title": "a"}, {"id": 2, "userId": 7, "title": "b"}]"#
private let three = #"[{"id": 1, "userId": 7, "title": "A"}, {"id": 3, "userId": 7, "title": "c"}]"#

/// A blog's server, database and repository.
private struct Fixture {
    let server = Server()
    let database: BlogDatabase
    let store: Post.Repository

    init() throws {
        database = try BlogDatabase.inMemory()
        store = Post.Repository(api: BlogAPI(transport: server).posts, database: database)
    }

    var titles: [String] { get async throws { try await database.read { try Post.all.all($0) }.map(\.title) } }
}

@Suite("A repository over a database")
struct RepositoryTests {
    @Test("R15: cacheThenNetwork returns the cached value, then the fresh one, and updates the cache")
    func cacheThenNetwork() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        let first = await blog.store.list(.init(userId: 7), policy: .cacheThenNetwork).outcome()
        #expect(first.error == nil)
        // Nothing is cached yet: an empty list would be wrong.
        #expect(first.values.map { $0.map(\.title) } == [["a", "b"]])

        await blog.server.set("GET /posts?userId=7", .json(three))
        let second = await blog.store.list(.init(userId: 7), policy: .cacheThenNetwork).outcome()
        #expect(second.error == nil)
        #expect(second.values.map { $0.map(\.title) } == [["a", "b"], ["A", "c"]])
        // A page of the server: rows outside of it stay.
        #expect(try await blog.titles == ["A", "b", "c"])
    }

    @Test("R15: networkElseCache falls back if the server cannot be reached, not if it refuses")
    func networkElseCache() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        #expect(try await blog.store.list(.init(userId: 7), policy: .networkElseCache).value.count == 2)
        for answer in [Server.Answer.unreachable, .status(503, ""), .status(429, ""), .json("[{]")] {
            await blog.server.set("GET /posts?userId=7", answer)
            let outcome = await blog.store.list(.init(userId: 7), policy: .networkElseCache).outcome()
            #expect(outcome.error == nil)
            #expect(outcome.values.map { $0.map(\.title) } == [["a", "b"]])
        }
        await blog.server.set("GET /posts?userId=7", .status(403, ""))
        let refused = await blog.store.list(.init(userId: 7), policy: .networkElseCache).outcome()
        #expect(refused.values.isEmpty)
        #expect((refused.error as? APIError)?.failure?.status == 403)
        // Nothing is cached for another list: then the failure is the result.
        await blog.server.set("GET /posts?userId=8", .unreachable)
        let unknown = await blog.store.list(.init(userId: 8), policy: .networkElseCache).outcome()
        #expect(unknown.values.isEmpty && unknown.error is APIError)
    }

    @Test("R15: cacheElseNetwork asks the server if the cache is too old, or its age is unknown")
    func cacheElseNetwork() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        try await blog.database.write { db in try Post(id: 1, userId: 7, title: "made here").insert(db) }
        // The row exists, but its age is unknown.
        #expect(
            try await blog.store.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .seconds(60))).value.count
                == 2)
        #expect(await blog.server.paths.count == 1)
        #expect(
            try await blog.store.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .seconds(60))).value.count
                == 2)
        #expect(await blog.server.paths.count == 1)
        try await Task.sleep(for: .milliseconds(20))
        _ = try await blog.store.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .milliseconds(10))).value
        #expect(await blog.server.paths.count == 2)
        // An empty response is a response.
        await blog.server.set("GET /posts?userId=9", .json("[]"))
        for _ in 0..<2 {
            let posts = try await blog.store.list(.init(userId: 9), policy: .cacheElseNetwork(maxAge: .seconds(60)))
                .value
            #expect(posts.isEmpty)
        }
        #expect(await blog.server.paths.count == 3)
    }

    @Test(
        "R15: a failed or invalid response never changes the cache",
        arguments: [
            Server.Answer.unreachable, .status(500, two), .status(404, ""), .json(""), .json("[]x"),
            .json(#"[{"id": 1, "userId": 7, "title": "A"}, {"id": 2, "userId": "seven", "title": "b"}]"#),
            .json(String(two.dropLast())),
        ])
    func failure(_ answer: Server.Answer) async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        _ = try await blog.store.list(.init(userId: 7), policy: .networkOnly).value
        await blog.server.set("GET /posts?userId=7", answer)
        let outcome = await blog.store.list(.init(userId: 7), policy: .cacheThenNetwork).outcome()
        #expect(outcome.values.map { $0.map(\.title) } == [["a", "b"]])
        #expect(outcome.error is APIError)
        let only = await blog.store.list(.init(userId: 7), policy: .networkOnly).outcome()
        #expect(only.values.isEmpty && only.error is APIError)
        #expect(try await blog.titles == ["a", "b"])
    }

    @Test("R15: a response that the database refuses leaves the cache unchanged, and is returned")
    func refusedByTheDatabase() async throws {
        let database = try AtlasDatabase.inMemory()
        let server = Server([
            "GET /countries": .json(
                #"[{"code": "no", "name": "Norway", "continent": "e"}, {"code": "xx", "name": "Norway", "continent": "e"}]"#
            )
        ])
        let store = Country.Repository(api: AtlasAPI(transport: server).countries, database: database)
        try await expectEqual(store.list(policy: .networkOnly).value.map(\.code), ["no", "xx"])
        #expect(try await database.read { try Country.count($0) } == 0)
    }

    @Test("R15: a complete list deletes rows that the server no longer has, but only those that its query matches")
    func wholeList() async throws {
        let database = try AtlasDatabase.inMemory()
        let server = Server([
            "GET /countries?continent=e": .json(
                #"[{"code": "no", "name": "Norway", "continent": "e"}, {"code": "dk", "name": "Denmark", "continent": "e"}]"#
            ),
            "GET /countries?continent=a": .json(#"[{"code": "jp", "name": "Japan", "continent": "a"}]"#),
        ])
        let store = Country.Repository(api: AtlasAPI(transport: server).countries, database: database)
        _ = try await store.list(.init(continent: "e")).value
        _ = try await store.list(.init(continent: "a")).value
        // The name of a deleted row goes to a new one: a unique value moves.
        await server.set(
            "GET /countries?continent=e", .json(#"[{"code": "nk", "name": "Norway", "continent": "e"}]"#))
        #expect(try await store.list(.init(continent: "e"), policy: .networkOnly).value.map(\.code) == ["nk"])
        #expect(try await database.read { try Country.all.all($0) }.map(\.code).sorted() == ["jp", "nk"])
    }

    @Test("R15: rows whose keys the program creates stay, even if the server does not list them")
    func localRows() async throws {
        let database = try AtlasDatabase.inMemory()
        let server = Server(["GET /sketches": .json(#"[{"id": "00000000-0000-0000-0000-000000000001", "text": "a"}]"#)])
        let store = Sketch.Repository(api: AtlasAPI(transport: server).sketches, database: database)
        try await database.write { db in try Sketch(id: UUID(), text: "new here").insert(db) }
        _ = try await store.list(policy: .networkOnly).value
        #expect(try await database.read { try Sketch.count($0) } == 2)
    }

    @Test("R15, R16: all pages are one list; what no page contains is requested, and deleted only if it is gone")
    func pages() async throws {
        let blog = try Fixture()
        try await blog.database.write { db in try Post(id: 9, userId: 7, title: "made here").insert(db) }
        await blog.server.set("GET /posts?userId=7&_start=0&_limit=100", .json(three))
        await blog.server.set("GET /posts?userId=7&_start=2&_limit=100", .json("[]"))
        #expect(try await blog.store.all(.init(userId: 7)).value.count == 2)
        #expect(try await blog.titles == ["A", "c", "made here"])
        // 3 is no longer on any page, but exists: it moved between two requests.
        await blog.server.set("GET /posts?userId=7&_start=0&_limit=100", .json(two))
        await blog.server.set("GET /posts/3", .json(#"{"id": 3, "userId": 7, "title": "moved"}"#))
        #expect(try await blog.store.all(.init(userId: 7)).value.map(\.title) == ["a", "b"])
        #expect(try await blog.titles == ["a", "b", "moved", "made here"])
        // 2 is no longer on any page, and gone: the server returns 404.
        await blog.server.set("GET /posts?userId=7&_start=0&_limit=100", .json(three))
        #expect(try await blog.store.all(.init(userId: 7)).value.map(\.id) == [1, 3])
        #expect(try await blog.titles == ["A", "c", "made here"])
    }

    @Test("C3: a page is what the server returned, and no page is shown that it never returned")
    func numberedPages() async throws {
        let database = try ShopDatabase.inMemory()
        try await database.write { db in
            for id in 1...5 { try Item(id: Int64(id), title: "\(id)").insert(db) }
        }
        let server = Server()
        let store = Item.Repository(api: ShopAPI(transport: server).items, database: database)
        #expect(await store.list(.init(page: 2, perPage: 2)).outcome().values.isEmpty)
        await server.set("GET /items?page=2&per_page=2", .json(#"[{"id": 9, "title": "x"}, {"id": 2, "title": "y"}]"#))
        #expect(try await store.list(.init(page: 2, perPage: 2)).value.map(\.id) == [9, 2])
        await server.set("GET /items?page=2&per_page=2", .unreachable)
        #expect(await store.list(.init(page: 2, perPage: 2)).outcome().values.map { $0.map(\.id) } == [[9, 2]])
        #expect(await store.list(.init(page: 1, perPage: 2)).outcome().values.isEmpty)
        let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
        #expect(try await store.list(.init(page: 2, perPage: 2), policy: fresh).value.map(\.title) == ["x", "y"])
    }

    @Test("R15: a query that no column answers is cached like any other")
    func unansweredQuery() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7&q=a", .json(two))
        #expect(await blog.store.list(.init(userId: 7, q: "a")).outcome().values.count == 1)
        #expect(await blog.store.list(.init(userId: 7, q: "a")).outcome().values.count == 2)
        #expect(try await blog.titles == ["a", "b"])
    }

    @Test("R15: a response is one transaction, which observers see")
    func observers() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        var seen = blog.database.observe(Post.where { $0.userId == 7 }).makeAsyncIterator()
        #expect(try await seen.next()?.isEmpty == true)
        _ = try await blog.store.list(.init(userId: 7), policy: .networkOnly).value
        #expect(try await seen.next()?.map(\.title) == ["a", "b"])
    }

    @Test("R15, M19: columns that the server does not know keep their values")
    func localColumns() async throws {
        let blog = try Fixture()
        try await blog.database.write { db in
            try Post(id: 1, userId: 7, title: "old", isFavourite: true).insert(db)
        }
        await blog.server.set("GET /posts?userId=7", .json(two))
        let posts = try await blog.store.list(.init(userId: 7), policy: .networkOnly).value
        #expect(posts.map(\.isFavourite) == [true, false])
        #expect(posts.map(\.title) == ["a", "b"])
    }

    @Test("R15: one model; create, update, patch and delete reach server and cache")
    func models() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts/1", .json(#"{"id": 1, "userId": 7, "title": "a"}"#))
        #expect(await blog.store.get(1).outcome().values.map(\.title) == ["a"])
        #expect(await blog.store.get(1).outcome().values.map(\.title) == ["a", "a"])
        await blog.server.set("POST /posts", .json(#"{"id": 2, "userId": 7, "title": "new"}"#))
        #expect(try await blog.store.create(Post.Draft(userId: 7, title: "new")).id == 2)
        await blog.server.set("PUT /posts/2", .json(#"{"id": 2, "userId": 7, "title": "newer"}"#))
        _ = try await blog.store.update(Post(id: 2, userId: 7, title: "newer"))
        await blog.server.set("PATCH /posts/2", .json(#"{"id": 2, "userId": 7, "title": "newest"}"#))
        var patch = Post.Patch()
        patch.title = .value("newest")
        _ = try await blog.store.patch(2, patch)
        #expect(try await blog.titles == ["a", "newest"])
        await blog.server.set("DELETE /posts/2", .status(403, ""))
        await #expect(throws: APIError.self) { try await blog.store.delete(2) }
        #expect(try await blog.titles == ["a", "newest"])
        await blog.server.set("DELETE /posts/2", .status(204, ""))
        try await blog.store.delete(2)
        #expect(try await blog.titles == ["a"])
    }

    @Test("R15: a cancelled task gets no cached value and does not change the cache")
    func cancellation() async throws {
        let blog = try Fixture()
        await blog.server.set("GET /posts?userId=7", .json(two))
        _ = try await blog.store.list(.init(userId: 7)).value
        let store = blog.store
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return try await store.list(.init(userId: 7), policy: .networkElseCache).value
        }
        await #expect(throws: (any Error).self) { try await task.value }
    }
}

@Suite("Client, cache and storage are interchangeable")
struct ExchangeTests {
    @Test("R15, S2: from a storage, list by list in the server's order, with models in each")
    func storage() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = Server(["GET /posts?userId=7": .json(two), "GET /posts": .json(three)])
        let api = BlogAPI(transport: server).posts
        let store = Post.Repository(api: api, storage: ModelStorage(directory: folder))
        _ = try await store.list(.init(userId: 7)).value
        _ = try await store.list().value
        await server.set("GET /posts?userId=7", .json("[{]"))
        // Another process finds it, too.
        let later = Post.Repository(api: api, storage: ModelStorage(directory: folder))
        let outcome = await later.list(.init(userId: 7)).outcome()
        #expect(outcome.values.map { $0.map(\.title) } == [["a", "b"]])
        #expect(outcome.error is APIError)
        #expect(
            try await later.list(.init(userId: 7), policy: .cacheElseNetwork(maxAge: .seconds(60))).value.count == 2)

        await server.set("PUT /posts/1", .json(#"{"id": 1, "userId": 7, "title": "changed"}"#))
        _ = try await later.update(Post(id: 1, userId: 7, title: "changed"))
        let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
        #expect(try await later.list(.init(userId: 7), policy: fresh).value.map(\.title) == ["changed", "b"])
        #expect(try await later.list(policy: fresh).value.map(\.title) == ["changed", "c"])
        #expect(try await later.get(1, policy: fresh).value.title == "changed")
        await server.set("DELETE /posts/1", .status(204, ""))
        try await later.delete(1)
        #expect(try await later.list(policy: fresh).value.map(\.title) == ["c"])
    }

    @Test("S2: a fake client, and a custom cache")
    func fakes() async throws {
        actor Memory: ModelCache {
            private var answers: [Question<Item.ListQuery, Int64>: Answer<Item>] = [:]
            private var clock: Int64 = 0
            func answer(to question: Question<Item.ListQuery, Int64>) -> Answer<Item>? { answers[question] }
            func ask(_ question: Question<Item.ListQuery, Int64>?) -> OpenQuestion {
                clock += 1
                return OpenQuestion(number: clock, date: Date())
            }
            func keep(
                _ reply: Reply<Item>, to question: Question<Item.ListQuery, Int64>, _ open: OpenQuestion
            ) -> Answer<Item>? {
                if case .list(let items, _, _) = reply { answers[question] = Answer(items, date: open.date) }
                return answers[question]
            }
            func keep(_ reply: WriteReply<Item>, _ open: OpenQuestion) -> Item? { nil }
            func close(_ open: OpenQuestion, _ failure: Failure) {}
            func removeAll() { answers = [:] }
        }
        let store = Item.Repository(
            api: Operations(list: { _ in [Item(id: 1, title: "fake")] }), cache: Memory())
        #expect(await store.list().outcome().values.count == 1)
        #expect(await store.list().outcome().values.count == 2)
        #expect(try await store.all().value.map(\.title) == ["fake"])
    }
}
