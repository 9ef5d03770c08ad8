import Foundation
import HTTPTypes
import ModelPagination
import ModelREST
import ModelRuntime
import Testing

@Suite("Paths")
struct PathTests {
    @Test("R1: parameters in the path of a whole client, with a slash at its end, objects by their number")
    func manyPlaces() async throws {
        let desk = Answering(#"{"id": 7, "number": 12, "title": "a"}"#)
        let issues = DeskAPI(transport: desk).issues(owner: "apple", repo: "a/b")
        let issue = try await issues.get(12)
        #expect(issue == Issue(id: 7, owner: "apple", number: 12, title: "a"))
        #expect(try await issues.create(Issue.Draft(owner: "apple", number: nil, title: "a")).owner == "apple")
        _ = try await issues.update(issue)
        _ = try await issues.patch(12, Issue.Patch())
        _ = try await issues.send(Issue.create(Issue.Draft(title: "b"), quiet: true, in: issues.resource))
        _ = try await issues.send(Issue.delete(12, owner: "apple", repo: "b", xWhy: "old"))
        _ = try await issues.send(Issue.close(12, owner: "apple", repo: "b"))
        let base = "/repos/apple/a%2Fb/issues/"
        #expect(
            await desk.lines == [
                "GET \(base)12/", "POST \(base)", "PUT \(base)12/", "PATCH \(base)12/", "POST \(base)?quiet=true",
                "DELETE /repos/apple/b/issues/12/", "POST /repos/apple/b/issues/12/close",
            ])
        var new = issue
        new.number = nil
        let unsent = await #expect(throws: APIError.self) { try await issues.update(new) }
        guard case .invalidRequest? = unsent?.reason else {
            Testing.Issue.record("\(String(describing: unsent))")
            return
        }
    }

    @Test("a path contains a key with a transformer in the same form as JSON")
    func transformedKey() async throws {
        let desk = Answering(#"{"id": "2024-05-06", "people": 2}"#)
        let api = DeskAPI(transport: desk)
        let shift = try await api.shifts.get(Date(timeIntervalSince1970: 1_714_953_600))
        try await api.shifts.delete(shift.id)
        try await api.send(Shift.close(shift.id))
        _ = try? await api.send(Shift.notes(of: shift.id))
        let path = "/shifts/2024-05-06"
        #expect(await desk.lines == ["GET \(path)", "DELETE \(path)", "POST \(path)/close", "GET \(path)/notes"])
    }

    @Test("a path contains a key with a transformer for each kind of JSON as it is written")
    func keyByKind() async throws {
        let desk = Answering(#"{"id": "1970-01-01T00:01:00Z", "people": 2}"#)
        let day = try await ShelfAPI(transport: desk).days.get(Date(timeIntervalSince1970: 60))
        #expect(day.id == Date(timeIntervalSince1970: 60))
        #expect(try day.jsonString().contains(#""id":60"#))
        #expect(await desk.lines == ["GET /days/60"])
    }

    @Test("R1, R4, R16: lists, pages, nested resources and actions of one of many places")
    func lists() async throws {
        let desk = Answering(#"[{"id": 7, "number": 12, "title": "a"}]"#)
        let issues = DeskAPI(transport: desk).issues(owner: "apple", repo: "b")
        #expect(try await issues.list(.init(state: "open")).map(\.owner) == ["apple"])
        #expect(try await issues.page(.init(), at: .start).items.map(\.owner) == ["apple"])
        let labels = Answering(#"["a"]"#)
        #expect(
            try await DeskAPI(transport: labels).send(Issue.labels(of: 12, owner: "apple", repo: "b")) == ["a"])
        #expect(await labels.lines == ["GET /repos/apple/b/issues/12/labels/"])
        let count = Answering(#"{"count": 3}"#)
        #expect(try await DeskAPI(transport: count).send(Issue.count(owner: "apple")) == 3)
        #expect(await count.lines == ["GET /repos/apple/count/"])
        #expect(await desk.lines.first == "GET /repos/apple/b/issues/?state=open")
    }

    @Test("R1: a slash at the end of every path, or of none")
    func slashes() async throws {
        let desk = Answering(#"{"id": "x y", "color": "red"}"#)
        let labels = DeskAPI(transport: desk).labels
        let label = try await labels.get("x y")
        _ = try await labels.update(label)
        try await labels.delete("x y")
        #expect(await desk.lines == ["GET /labels/x%20y/", "PUT /labels/x%20y/", "DELETE /labels/x%20y/"])
        let stickers = Answering(#"{"id": 1, "text": "Hot"}"#)
        #expect(try await ShelfAPI(transport: stickers).labels.get(1).text == "Hot")
        #expect(await stickers.lines == ["GET /labels/1/"])
        let tags = Answering(#"{"id": 1, "slug": "a b"}"#)
        let tag = try await DeskAPI(transport: tags).tags.get("a b")
        _ = try await DeskAPI(transport: tags).tags.update(tag)
        #expect(await tags.lines == ["GET /tags/a%20b", "PUT /tags/a%20b"])
        let uses = Answering("3")
        #expect(try await DeskAPI(transport: uses).send(Tag.uses(of: "a b")) == 3)
        #expect(await uses.lines == ["GET /tags/a%20b/uses"])
    }

    @Test("a field that the server sends keeps its value, whatever the path says")
    func sentFields() async throws {
        let desk = Answering(
            #"[{"id": 3, "owner": "pear", "title": "a"}, {"id": 4, "owner": "apple", "title": "b"}]"#)
        let books = ShelfAPI(transport: desk).books(id: 7, owner: "apple")
        let found = try await books.list()
        #expect(found.map(\.id) == [3, 4])
        #expect(found.map(\.owner) == ["pear", "apple"])
        #expect(found.map(books.resource.contains) == [false, true])
        let new = Answering(#"{"id": 5, "owner": "Apple", "title": "c"}"#)
        let created = try await ShelfAPI(transport: new).books(id: 7, owner: "apple")
            .create(Book.Draft(owner: "apple", title: "c"))
        #expect(created == Book(id: 5, owner: "Apple", title: "c"))
        #expect(await new.lines == ["POST /users/7/shelves/apple/books"])
    }

    @Test("an optional field that the server leaves out gets its value from the path")
    func missingFields() async throws {
        let desk = Answering(
            #"[{"id": 1, "size": 2}, {"id": 3, "shelf": null, "size": 2}, {"id": 4, "shelf": "b", "size": 2}]"#)
        let trays = ShelfAPI(transport: desk).trays(shelf: "a")
        let found = try await trays.list()
        #expect(found.map(\.shelf) == ["a", "a", "b"])
        #expect(found.map(trays.resource.contains) == [true, true, false])
        let one = ShelfAPI(transport: Answering(#"{"id": 1, "size": 2}"#)).trays(shelf: "a")
        let tray = Tray(id: 1, shelf: "a", size: 2)
        #expect(try await one.get(1) == tray)
        #expect(try await one.create(Tray.Draft(size: 2)) == tray)
        #expect(try await one.send(Tray.create(Tray.Draft(size: 2), quiet: true, in: one.resource)) == tray)
        #expect(try await one.update(Tray(id: 1, size: 2)) == tray)
        #expect(try await one.send(Tray.wash(1, shelf: "a")) == tray)
        guard case .ok(tray) = try await one.send(Tray.twin(of: 1, shelf: "a")) else {
            Testing.Issue.record("a result by status is filled, too")
            return
        }
    }

    @Test("a list with a path of its own takes its parameters, and those of the caller may have any name")
    func anyName() async throws {
        let desk = Answering("[]")
        let api = ShelfAPI(transport: desk)
        _ = try await api.send(Report.list(.init(open: true), org: "a b", query: "q"))
        _ = try await api.send(Leaf.list(.init(), query: "q", resource: "r"))
        _ = try? await api.send(Report.get(7, resource: "r", in: Report.resource(org: "a", team: "b")))
        _ = try? await api.sketches(draft: "d").create(Sketch.Draft(title: "x"))
        #expect(
            await desk.lines == [
                "GET /orgs/a%20b/reports?open=true", "GET /leaves", "GET /orgs/a/b/reports/7?resource=r",
                "POST /boards/d/sketches",
            ])
    }

    @Test(
        "an operation with options of its own gives the same result as one without",
        arguments: [(200, #"{"id": 7, "isWarm": true}"#), (200, "[]"), (204, ""), (404, "")])
    func bothForms(_ status: Int, _ body: String) async throws {
        let api = ShelfAPI(transport: Answering(body, status: .init(code: status)))
        func outcome<Value>(_ call: () async throws -> Value) async throws -> String {
            do { return "\(try await call())" } catch let error as APIError {
                return error.failure.map { "failure \($0.status)" } ?? "another error"
            }
        }
        let usual = [
            try await outcome { try await api.coats.list().map(\.isWarm) },
            try await outcome { try await api.coats.get(7).isWarm },
            try await outcome { try await api.coats.create(Coat.Draft(isWarm: false)).isWarm },
            try await outcome { try await api.coats.update(Coat(id: 7, isWarm: false)).isWarm },
            try await outcome { try await api.coats.patch(7, Coat.Patch()).isWarm },
            try await outcome { try await api.coats.delete(7) },
        ]
        let own = [
            try await outcome { try await api.hats.list().map(\.isWarm) },
            try await outcome { try await api.hats.get(7).isWarm },
            try await outcome { try await api.hats.create(Hat.Draft(isWarm: false)).isWarm },
            try await outcome { try await api.hats.update(Hat(id: 7, isWarm: false)).isWarm },
            try await outcome { try await api.hats.patch(7, Hat.Patch()).isWarm },
            try await outcome { try await api.hats.delete(7) },
        ]
        #expect(own == usual)
        #expect(usual[3] == [200: body == "[]" ? "another error" : "true", 204: "false", 404: "failure 404"][status])
    }

    @Test("a parameter with a default of its own is not replaced by a property")
    func ownDefault() async throws {
        let desk = Answering(#"{"id": 7, "isWarm": false}"#)
        _ = try await ShelfAPI(transport: desk).hats.update(Hat(id: 7, isWarm: false))
        #expect(await desk.lines == ["PUT /hats/7?isWarm=true"])
    }
}
