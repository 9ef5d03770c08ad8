import Foundation
import ModelObservation
import ModelPagination
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import Testing

private let first = """
    {"id": 1, "title": "t", "author": {"id": 7, "name": "Ann", "team": {"id": 3, "name": "Core"}},
      "labels": [{"id": 2, "name": "bug"}, {"id": 4, "name": "new"}]}
    """
private let fresh = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))

private func items(_ items: String...) -> Server.Answer { .json(#"{"items": [\#(items.joined(separator: ","))]}"#) }

/// A desk's server, database and repository of tickets.
private struct Desk {
    let server = Server(["GET /tickets": items(first)])
    let database: DeskDatabase
    let store: Ticket.Repository

    init() throws {
        database = try DeskDatabase.inMemory()
        store = Ticket.Repository(api: DeskAPI(transport: server).tickets, database: database)
    }

    func person(_ id: Int64 = 7) async throws -> Person? { try await database.read { try Person.find(id, $0) } }
}

@Suite("Nested objects that have their own tables")
struct NestedTests {
    @Test(
        "they are stored there, in whatever order they refer to each other, and the cached object equals the response")
    func stored() async throws {
        let desk = try Desk()
        let came = try await desk.store.list(policy: .networkOnly).value
        try await expectEqual(desk.person()?.name, "Ann")
        try await expectEqual(desk.database.read { try Team.find(3, $0)?.name }, "Core")
        try await expectEqual(desk.database.read { try Label.all.all($0).map(\.name) }, ["bug", "new"])
        try await expectEqual(desk.store.list(policy: fresh).value, came)
        #expect(came.map(\.authorId) == [7])
    }

    @Test("a later response updates them and keeps what the server does not know; an equal one notifies nobody")
    func updated() async throws {
        let desk = try Desk()
        try await desk.database.write { db in try Person(id: 7, name: "A.", isFollowed: true).insert(db) }
        var seen = desk.database.observe(Person.all).makeAsyncIterator()
        try await expectEqual(seen.next()?.map(\.name), ["A."])
        for _ in 0..<3 { _ = try await desk.store.list(policy: .networkOnly).value }
        try await expectEqual(seen.next()?.map(\.name), ["Ann"])
        for _ in 0..<3 { _ = try await desk.store.list(policy: .networkOnly).value }
        await desk.server.set(
            "PATCH /tickets/1", .json(first.replacing("Ann", with: "Anna").replacing("bug", with: "defect")))
        _ = try await desk.store.patch(1, Ticket.Patch())
        try await expectEqual(seen.next()?.map(\.name), ["Anna"])
        try await expectEqual(desk.person()?.isFollowed, true)
        try await expectEqual(desk.database.read { try Label.find(2, $0)?.name }, "defect")
    }

    @Test("nil and missing fields of an object, which is often partial, stay unchanged; nothing is deleted")
    func partial() async throws {
        let desk = try Desk()
        _ = try await desk.store.list(policy: .networkOnly).value
        try await desk.database.write { db in try Person(id: 7, name: "Ann", city: "Oslo").upsert(db) }
        for author in [#"{"id": 7, "name": "An"}"#, #"{"id": 7, "name": "An", "city": null, "team": null}"#] {
            await desk.server.set("GET /tickets", items(#"{"id": 1, "title": "t", "author": \#(author)}"#))
            _ = try await desk.store.list(policy: .networkOnly).value
            try await expectEqual(desk.person()?.name, "An")
            try await expectEqual(desk.person()?.city, "Oslo")
        }
        try await expectEqual(desk.database.read { try Label.count($0) }, 2)
        try await expectEqual(desk.database.read { try Team.count($0) }, 1)
    }

    @Test("a response does not overwrite what a later one contained")
    func late() async throws {
        let desk = try Desk()
        await desk.server.hold("GET /tickets")
        async let late = desk.store.list(policy: .networkOnly).value
        await desk.server.waitForHeld("GET /tickets")
        await desk.server.set(
            "GET /tickets/9", .json(#"{"id": 9, "title": "u", "author": {"id": 7, "name": "Newer"}}"#))
        _ = try await desk.store.get(9, policy: .networkOnly).value
        await desk.server.release("GET /tickets")
        _ = try await late
        try await expectEqual(desk.person()?.name, "Newer")
    }

    @Test("objects nested in their own type are stored to any depth")
    func tree() async throws {
        let database = try DeskDatabase.inMemory()
        func comment(_ id: Int) -> String {
            #"{"id": \#(id), "text": "c", "replies": [\#(id < 20 ? comment(id + 1) : "")]}"#
        }
        let server = Server(["GET /comments": items(comment(1))])
        let store = Comment.Repository(api: DeskAPI(transport: server).comments, database: database)
        _ = try await store.list(policy: .networkOnly).value
        try await expectEqual(database.read { try Comment.count($0) }, 20)
        try await expectEqual(store.list(policy: fresh).value.map(\.id), [1])
    }

    @Test("a reference to a missing row is named by table, column and key, and existing rows stay")
    func missing() async throws {
        let desk = try Desk()
        let cache = DatabaseCache<Ticket, Ticket.ListQuery>(desk.database.pool)
        let plain = Ticket.Repository(api: DeskAPI(transport: desk.server).tickets, cache: cache)
        let error = try #require(await plain.list(policy: .networkOnly).outcome().error as? SQLiteError)
        #expect("\(error)" == "tickets.author_id refers to 7 of people, which does not exist (Ticket.authorId) [787]")
        try await expectEqual(desk.database.read { try Ticket.count($0) }, 0)
        _ = try await desk.store.list(policy: .networkOnly).value
        let other = first.replacing(#""id": 7"#, with: #""id": 8"#).replacing(#""title": "t""#, with: #""title": "u""#)
        await desk.server.set("GET /tickets", items(other))
        #expect(await plain.list(policy: .networkOnly).outcome().error is SQLiteError)
        try await expectEqual(desk.store.list(policy: fresh).value.map(\.title), ["t"])
    }
}

@Suite("What no page of a list contains")
struct MissingTests {
    private static func ticket(_ id: Int64, _ state: String = "open") -> String {
        #"{"id": \#(id), "title": "t\#(id)", "state": "\#(state)", "author": {"id": 7, "name": "Ann"}}"#
    }

    @Test("a server that omits closed objects by default loses nothing: it is asked by keys, and then individually")
    func filtered() async throws {
        let desk = try Desk()
        await desk.server.set("GET /tickets", items(Self.ticket(1), Self.ticket(2), Self.ticket(3)))
        try await expectEqual(desk.store.all(policy: .networkOnly).value.map(\.id), [1, 2, 3])
        // 2 is closed now, 3 has moved to a page that was fetched already.
        await desk.server.set("GET /tickets", items(Self.ticket(1)))
        await desk.server.set("GET /tickets?ids=2&ids=3", items(Self.ticket(3)))
        await desk.server.set("GET /tickets/2", .json(Self.ticket(2, "closed")))
        try await expectEqual(desk.store.all(policy: .networkOnly).value.map(\.id), [1])
        #expect(await desk.server.paths.suffix(3) == ["GET /tickets", "GET /tickets?ids=2&ids=3", "GET /tickets/2"])
        let rows = try await desk.database.read { try Ticket.order { [$0.id] }.all($0) }
        #expect(rows.map(\.state) == [.open, .closed, .open])
        // The list itself is what was received.
        try await expectEqual(desk.store.all(policy: fresh).value.map(\.id), [1])
    }

    @Test("an object that moves to the next page is received twice, and cached once, in its last form")
    func twice() async throws {
        let desk = try Desk()
        let page = #"{"items": [\#(Self.ticket(1)), \#(Self.ticket(2))], "next": "b"}"#
        await desk.server.set("GET /tickets", .json(page))
        await desk.server.set("GET /tickets?cursor=b", items(Self.ticket(2, "closed"), Self.ticket(3)))
        let came = try await desk.store.all(policy: .networkOnly).value
        #expect(came.map(\.id) == [1, 2, 3] && came[1].state == .closed)
        try await expectEqual(desk.store.all(policy: fresh).value, came)
    }

    @Test("nothing is deleted unless the server says so: neither after a failed lookup, nor because of a list")
    func unknown() async throws {
        let desk = try Desk()
        await desk.server.set("GET /tickets", items(Self.ticket(1), Self.ticket(2)))
        _ = try await desk.store.all(policy: .networkOnly).value
        await desk.server.set("GET /tickets", items())
        await desk.server.set("GET /tickets?ids=1&ids=2", .unreachable)
        await desk.server.set("GET /tickets/1", .status(500, ""))
        _ = try await desk.store.all(policy: .networkOnly).value
        _ = try await desk.store.list(policy: .networkOnly).value
        // For 2, the server returns 404.
        try await expectEqual(desk.database.read { try Ticket.all.all($0).map(\.id) }, [1])
    }

    @Test("in a complete list, what a response by keys lacks is deleted; rows that its constants exclude stay")
    func complete() async throws {
        let database = try DeskDatabase.inMemory()
        let server = Server()
        func label(_ id: Int) -> String { #"{"id": \#(id), "name": "l\#(id)"}"# }
        let store = Label.Repository(api: DeskAPI(transport: server).labels, database: database)
        try await database.write { db in try Label(id: 9, name: "l9", kind: "special").insert(db) }
        let all = "GET /labels?kind=plain&view=full"
        await server.set(all, .json(#"{"items": [\#(label(1)), \#(label(2))], "next": "b"}"#))
        await server.set("\(all)&cursor=b", items(label(3)))
        _ = try await store.all(policy: .networkOnly).value
        // Two pages prove nothing about 2 and 3. When asked by their keys, 3 is gone.
        await server.set(all, .json(#"{"items": [\#(label(1))], "next": "b"}"#))
        await server.set("\(all)&cursor=b", items())
        await server.set("GET /labels?ids=2&ids=3&kind=plain&view=full", items(label(2)))
        _ = try await store.all(policy: .networkOnly).value
        try await expectEqual(database.read { try Label.all.all($0).map(\.id) }, [1, 2, 9])
        #expect(await !server.paths.contains("GET /labels/3"))
        // All of it in one response.
        await server.set(all, items(label(1)))
        _ = try await store.all(policy: .networkOnly).value
        try await expectEqual(database.read { try Label.all.all($0).map(\.id) }, [1, 9])
    }
}
