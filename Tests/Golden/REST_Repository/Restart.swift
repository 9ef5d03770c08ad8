import Foundation
import ModelFiles
import ModelREST
import ModelRepository
import ModelRuntime
import ModelSQLite
import Testing

private let posts = #"[{"id": 1, "userId": 7, "title": "a"}, {"id": 2, "userId": 7, "title": "b"}]"#
private let words = #"[{"id": "a", "text": "one"}, {"id": "b", "text": "two"}]"#
private let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

private func withFolder(_ body: (URL) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "REST_Repository-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try await body(folder)
}

@Suite("Cached values survive the process")
struct RestartTests {
    @Test("R15: the age of a response is known after a restart; a migration makes it stale")
    func restart() async throws {
        try await withFolder { folder in
            let file = folder.appending(path: "blog.sqlite")
            let server = Server([
                "GET /posts?userId=7": .json(posts), "GET /posts?userId=8": .json("[]"),
            ])
            /// What a restarted process does: how often it asks the server.
            func visit(_ prepare: (BlogDatabase) async throws -> Void = { _ in }) async throws -> Int {
                let before = await server.paths.count
                let database = try await BlogDatabase.open(at: file)
                try await prepare(database)
                let store = Post.Repository(api: BlogAPI(transport: server).posts, database: database)
                try await expectEqual(store.list(.init(userId: 7), policy: fresh).value.map(\.title), ["a", "b"])
                // An empty response is a response.
                try await expectEqual(store.list(.init(userId: 8), policy: fresh).value.isEmpty, true)
                // It was received with its list.
                try await expectEqual(store.get(1, policy: fresh).value.title, "a")
                await database.close()
                return await server.paths.count - before
            }
            try await expectEqual(visit(), 2)
            try await expectEqual(visit(), 0)
            // Another version of the rows is not what the server returned.
            let migrated = try await visit { database in
                _ = try await database.write { try $0.run("UPDATE modelgen_cache_answers SET version = -1") }
            }
            #expect(migrated == 2)
            try await expectEqual(visit(), 0)
            // Both lists are too old; the row deleted here comes back with the first.
            let again = try await visit { database in
                try await database.write { db in
                    try Post.delete(1, db)
                    _ = try db.run("UPDATE modelgen_cache_answers SET date = date - 61 WHERE question LIKE 'list %'")
                }
            }
            #expect(again == 2)
        }
    }

    @Test("R15: a model in a list is as old as the newest list with it, or as its own response")
    func modelOfList() async throws {
        let database = try AtlasDatabase.inMemory()
        func country(_ code: String) -> String { #"{"code": "\#(code)", "name": "\#(code)", "continent": "e"}"# }
        let codes = ["7", "77", #"a\\"#, #"a\nb"#, ""]
        let server = Server([
            "GET /countries": .json("[\(codes.map(country).joined(separator: ","))]"),
            "GET /countries?continent=e": .json("[\(country("77"))]"), "GET /countries/7": .json(country("7")),
        ])
        let store = Country.Repository(api: AtlasAPI(transport: server).countries, database: database)
        func asked(_ code: String) async -> Bool {
            let before = await server.paths.count
            _ = await store.get(code, policy: fresh).outcome()
            return await server.paths.count > before
        }
        func age(_ condition: SQL) async throws {
            try await database.write { db in
                _ = try db.run("UPDATE modelgen_cache_answers SET date = date - 61 WHERE \(condition)")
            }
        }
        try await expectEqual(store.list(policy: .networkOnly).value.count, 5)
        for code in ["7", "77", "a\\", "a\nb", ""] { #expect(await !asked(code), "\(code)") }
        for code in ["a", "b", "e", "nb", "7\n77"] { #expect(await asked(code), "\(code)") }
        try await age("question LIKE 'list %'")
        #expect(await asked("7"))
        #expect(await !asked("7"))
        #expect(await asked("77"))
        try await expectEqual(store.list(.init(continent: "e"), policy: .networkOnly).value.map(\.code), ["77"])
        #expect(await !asked("77"))
        try await age("question LIKE 'get %'")
        #expect(await asked("7"))
    }

    @Test("R15: a response is stored with its rows or not at all")
    func transaction() async throws {
        let database = try AtlasDatabase.inMemory()
        let twice = #"[{"code": "no", "name": "N", "continent": "e"}, {"code": "xx", "name": "N", "continent": "e"}]"#
        let server = Server(["GET /countries": .json(twice)])
        let store = Country.Repository(api: AtlasAPI(transport: server).countries, database: database)
        // Both rows cannot be stored, since names are unique. The answer is of use nevertheless.
        try await expectEqual(store.list(policy: .networkOnly).value.map(\.code), ["no", "xx"])
        let answers = try await database.read { db in
            try db.value(Int.self, "SELECT count(*) FROM modelgen_cache_answers")
        }
        #expect(answers == 0)
        // Nothing is known: an empty table does not mean an empty list.
        #expect(await store.list(policy: .cacheThenNetwork).outcome().values.count == 1)
    }
}

@Suite("A repository of a model without a table")
struct TablelessTests {
    @Test("R15, S1, S2: it stores responses, with the same policies")
    func storage() async throws {
        try await withFolder { folder in
            let server = Server([
                "GET /words?_start=0&_limit=2": .json(words), "GET /words/a": .json(#"{"id": "a", "text": "one"}"#),
            ])
            let api = BlogAPI(transport: server).words
            let store = Word.Repository(api: api, storage: ModelStorage(directory: folder))
            #expect(await store.list(.init(start: 0, limit: 2)).outcome().values.map(\.count) == [2])
            #expect(await store.list(.init(start: 0, limit: 2)).outcome().values.map(\.count) == [2, 2])
            await server.set("GET /words?_start=0&_limit=2", .unreachable)
            let later = Word.Repository(api: api, storage: ModelStorage(directory: folder))
            try await expectEqual(
                later.list(.init(start: 0, limit: 2), policy: .networkElseCache).value.map(\.text), ["one", "two"])
            try await expectEqual(later.list(.init(start: 0, limit: 2), policy: fresh).value.count, 2)
            try await expectEqual(later.get("a", policy: fresh).value.text, "one")
            #expect(await server.paths.count == 4)
        }
    }
}
