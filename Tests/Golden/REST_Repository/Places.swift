import Foundation
import ModelFiles
import ModelPagination
import ModelREST
import ModelRepository
import ModelRuntime
import ModelSQLite
import Testing

private let page = "?page=1&per_page=100"

private func bug(_ id: Int, _ number: Int, _ title: String) -> String {
    #"{"id": \#(id), "number": \#(number), "title": "\#(title)"}"#
}

/// A tracker with two places, whose rows are in one table.
private struct Fixture {
    let server = Server([
        "GET /repos/a/bugs/\(page)": .json("[\(bug(71, 1, "one")), \(bug(72, 2, "two"))]"),
        "GET /repos/b/bugs/\(page)": .json("[\(bug(81, 1, "eins"))]"),
        "GET /repos/a/bugs/1/": .json(bug(71, 1, "One")),
        "GET /repos/b/bugs/1/": .json(bug(81, 1, "Eins")),
    ])
    let api: TrackerAPI
    let database: TrackerDatabase
    let a: Bug.Repository
    let b: Bug.Repository

    init() throws {
        api = TrackerAPI(transport: server)
        database = try TrackerDatabase.inMemory()
        a = Bug.Repository(api: api.bugs(repo: "a"), database: database)
        b = Bug.Repository(api: api.bugs(repo: "b"), database: database)
    }

    var rows: [String] {
        get async throws {
            try await database.read { try Bug.all.all($0) }.map { "\($0.repo) \($0.number ?? 0) \($0.title)" }.sorted()
        }
    }
}

private let cached = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

@Suite("Repositories in many places")
struct PlaceTests {
    @Test(
        "R15: the list of one place is not the list of another, in a database and in files", arguments: [false, true])
    func lists(inFiles: Bool) async throws {
        let tracker = try Fixture()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("places-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = ModelStorage(directory: folder)
        func store(_ repo: String) -> Bug.Repository {
            let api = tracker.api.bugs(repo: repo)
            return inFiles
                ? Bug.Repository(api: api, storage: storage) : Bug.Repository(api: api, database: tracker.database)
        }
        for (repo, titles) in [("a", ["one", "two"]), ("b", ["eins"]), ("a", ["one", "two"])] {
            #expect(try await store(repo).all(policy: cached).value.map(\.title) == titles)
            #expect(try await store(repo).all(policy: cached).value.allSatisfy { $0.repo == repo })
        }
        let asked = await tracker.server.paths.filter { $0.hasSuffix(page) }
        #expect(asked == ["GET /repos/a/bugs/\(page)", "GET /repos/b/bugs/\(page)"])
    }

    @Test("R15: a number is another object in another place, in a database and in files", arguments: [false, true])
    func numbers(inFiles: Bool) async throws {
        let tracker = try Fixture()
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("places-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let storage = ModelStorage(directory: folder)
        func store(_ repo: String) -> Bug.Repository {
            let api = tracker.api.bugs(repo: repo)
            return inFiles
                ? Bug.Repository(api: api, storage: storage) : Bug.Repository(api: api, database: tracker.database)
        }
        for (repo, title) in [("a", "One"), ("b", "Eins"), ("a", "One"), ("b", "Eins")] {
            #expect(try await store(repo).get(1, policy: cached).value.title == title)
        }
        #expect(await tracker.server.paths == ["GET /repos/a/bugs/1/", "GET /repos/b/bugs/1/"])
        // Deleted in one place, it still exists in the other.
        await tracker.server.set("GET /repos/a/bugs/1/", .status(404, ""))
        await #expect(throws: APIError.self) { try await store("a").get(1, policy: .networkOnly).value }
        let shown = await store("a").get(1, policy: .cacheThenNetwork).outcome()
        #expect(shown.values.isEmpty)
        #expect(try await store("b").get(1, policy: cached).value.title == "Eins")
    }

    @Test("written objects are cached under their id, wherever they were read: update, patch, actions, delete")
    func writes() async throws {
        let tracker = try Fixture()
        _ = try await tracker.a.all(policy: .networkOnly).value
        var one = try await tracker.a.get(1, policy: .networkOnly).value
        one.title = "changed"
        await tracker.server.set("PUT /repos/a/bugs/1/", .json(bug(71, 1, "changed")))
        #expect(try await tracker.a.update(one).title == "changed")
        #expect(try await tracker.a.get(1, policy: cached).value.title == "changed")
        await tracker.server.set("PATCH /repos/a/bugs/1/", .json(bug(71, 1, "patched")))
        var patch = Bug.Patch()
        patch.title = .value("patched")
        #expect(try await tracker.a.patch(one, patch).title == "patched")
        await tracker.server.set("POST /repos/a/bugs/1/close", .json(bug(71, 1, "closed")))
        #expect(try await tracker.a.change(one.id, by: Bug.close(1, repo: "a")).title == "closed")
        #expect(try await tracker.a.all(policy: cached).value.map(\.title) == ["closed", "two"])
        await tracker.server.set("DELETE /repos/a/bugs/1/", .status(204, ""))
        try await tracker.a.delete(one)
        #expect(try await tracker.rows == ["a 2 two"])
        await tracker.server.set("POST /repos/b/bugs/", .json(bug(82, 2, "zwei")))
        #expect(try await tracker.b.create(Bug.Draft(number: nil, title: "zwei")).repo == "b")
        #expect(try await tracker.rows == ["a 2 two", "b 2 zwei"])
        // Without its number it has no path, so nothing is sent.
        let count = await tracker.server.paths.count
        one.number = nil
        let unnumbered = one
        let error = await #expect(throws: APIError.self) { try await tracker.a.delete(unnumbered) }
        guard case .invalidRequest? = error?.reason else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(await tracker.server.paths.count == count)
    }

    @Test("a complete list only deletes rows of its own place, and leaves the program's own columns")
    func complete() async throws {
        let tracker = try Fixture()
        _ = try await tracker.a.all(policy: .networkOnly).value
        _ = try await tracker.b.all(policy: .networkOnly).value
        try await tracker.database.write { db in
            guard var one = try Bug.find(71, db) else { return }
            one.isRead = true
            try one.update(db)
        }
        await tracker.server.set("GET /repos/a/bugs/\(page)", .json("[\(bug(71, 1, "one"))]"))
        #expect(try await tracker.a.all(policy: .networkOnly).value.map(\.isRead) == [true])
        #expect(try await tracker.rows == ["a 1 one", "b 1 eins"])
        await tracker.server.set("GET /repos/a/bugs/\(page)", .json("[]"))
        _ = try await tracker.a.all(policy: .networkOnly).value
        #expect(try await tracker.rows == ["b 1 eins"])
        // An object that moves belongs to the place where it was last seen.
        await tracker.server.set("GET /repos/a/bugs/\(page)", .json("[\(bug(81, 9, "eins"))]"))
        _ = try await tracker.a.all(policy: .networkOnly).value
        await tracker.server.set("GET /repos/b/bugs/\(page)", .json("[]"))
        _ = try await tracker.b.all(policy: .networkOnly).value
        #expect(try await tracker.rows == ["a 9 eins"])
    }

    @Test("rows without a place are not missing in any list")
    func unknownPlaces() async throws {
        let tracker = try Fixture()
        let store = Flag.Repository(api: tracker.api.flags(repo: "a"), database: tracker.database)
        await tracker.server.set("GET /repos/a/flags\(page)", .json(#"[{"id": 1, "name": "x"}]"#))
        _ = try await store.all(policy: .networkOnly).value
        await tracker.server.set("GET /repos/a/flags\(page)", .json("[]"))
        #expect(try await store.all(policy: .networkOnly).value.isEmpty)
        #expect(try await tracker.database.read { try Flag.all.all($0) }.count == 1)
    }

    @Test("a place that the server leaves out is stored, and a row without one belongs to no place")
    func missingPlaces() async throws {
        let tracker = try Fixture()
        let store = Edition.Repository(api: tracker.api.editions(repo: "a"), database: tracker.database)
        try await tracker.database.write {
            try Edition(id: 2, repo: nil, tag: "y").insert($0)
            try Edition(id: 3, repo: "b", tag: "z").insert($0)
        }
        await tracker.server.set("GET /repos/a/editions\(page)", .json(#"[{"id": 1, "tag": "x"}]"#))
        #expect(try await store.all(policy: .networkOnly).value == [Edition(id: 1, repo: "a", tag: "x")])
        #expect(try await tracker.database.read { try Edition.all.all($0).map(\.id) } == [1, 2, 3])
        await tracker.server.set("GET /repos/a/editions\(page)", .json("[]"))
        _ = try await store.all(policy: .networkOnly).value
        #expect(try await tracker.database.read { try Edition.all.all($0).map(\.id) } == [2, 3])
    }

    @Test("404 in one place says nothing about a row of another")
    func elsewhere() async throws {
        let tracker = try Fixture()
        func store(_ repo: String) -> Milestone.Repository {
            Milestone.Repository(api: tracker.api.milestones(repo: repo), database: tracker.database)
        }
        await tracker.server.set("GET /repos/a/milestones/5", .json(#"{"id": 5, "name": "1.0"}"#))
        #expect(try await store("a").get(5, policy: .networkOnly).value.repo == "a")
        await #expect(throws: APIError.self) { try await store("b").get(5, policy: .networkOnly).value }
        await #expect(throws: APIError.self) { try await store("b").delete(5) }
        #expect(try await store("a").get(5, policy: cached).value.name == "1.0")
        await #expect(throws: APIError.self) { try await store("a").delete(5) }
        #expect(try await tracker.database.read { try Milestone.all.all($0) }.isEmpty)
    }
}
