import Foundation
import HTTPTypes
import ModelPagination
import ModelREST
import ModelRuntime
import Testing

/// Answers every request with one text, and records the requests.
actor Desk: Transport {
    private(set) var lines: [String] = []
    private let text: String

    init(_ text: String) { self.text = text }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        lines.append("\(request.method) \(request.path ?? "")")
        return TransportResponse(HTTPResponse(status: .ok), body: .data(Data(text.utf8)))
    }
}

@Suite("Paths")
struct PathTests {
    @Test("R1: parameters in the path of a whole client, with a slash at its end, objects by their number")
    func manyPlaces() async throws {
        let desk = Desk(#"{"id": 7, "number": 12, "title": "a"}"#)
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
        let desk = Desk(#"{"id": "2024-05-06", "people": 2}"#)
        let api = DeskAPI(transport: desk)
        let shift = try await api.shifts.get(Date(timeIntervalSince1970: 1_714_953_600))
        try await api.shifts.delete(shift.id)
        try await api.send(Shift.close(shift.id))
        _ = try? await api.send(Shift.notes(of: shift.id))
        let path = "/shifts/2024-05-06"
        #expect(await desk.lines == ["GET \(path)", "DELETE \(path)", "POST \(path)/close", "GET \(path)/notes"])
    }

    @Test("R1, R4, R16: lists, pages, nested resources and actions of one of many places")
    func lists() async throws {
        let desk = Desk(#"[{"id": 7, "number": 12, "title": "a"}]"#)
        let issues = DeskAPI(transport: desk).issues(owner: "apple", repo: "b")
        #expect(try await issues.list(.init(state: "open")).map(\.owner) == ["apple"])
        #expect(try await issues.page(.init(), at: .start).items.map(\.owner) == ["apple"])
        let labels = Desk(#"["a"]"#)
        #expect(
            try await DeskAPI(transport: labels).send(Issue.labels(of: 12, owner: "apple", repo: "b")) == ["a"])
        #expect(await labels.lines == ["GET /repos/apple/b/issues/12/labels/"])
        let count = Desk(#"{"count": 3}"#)
        #expect(try await DeskAPI(transport: count).send(Issue.count(owner: "apple")) == 3)
        #expect(await count.lines == ["GET /repos/apple/count/"])
        #expect(await desk.lines.first == "GET /repos/apple/b/issues/?state=open")
    }

    @Test("R1: a slash at the end of every path, or of none")
    func slashes() async throws {
        let desk = Desk(#"{"id": "x y", "color": "red"}"#)
        let labels = DeskAPI(transport: desk).labels
        let label = try await labels.get("x y")
        _ = try await labels.update(label)
        try await labels.delete("x y")
        #expect(await desk.lines == ["GET /labels/x%20y/", "PUT /labels/x%20y/", "DELETE /labels/x%20y/"])
        let stickers = Desk(#"{"id": 1, "text": "Hot"}"#)
        #expect(try await ShelfAPI(transport: stickers).labels.get(1).text == "Hot")
        #expect(await stickers.lines == ["GET /labels/1/"])
        let tags = Desk(#"{"id": 1, "slug": "a b"}"#)
        let tag = try await DeskAPI(transport: tags).tags.get("a b")
        _ = try await DeskAPI(transport: tags).tags.update(tag)
        #expect(await tags.lines == ["GET /tags/a%20b", "PUT /tags/a%20b"])
        let uses = Desk("3")
        #expect(try await DeskAPI(transport: uses).send(Tag.uses(of: "a b")) == 3)
        #expect(await uses.lines == ["GET /tags/a%20b/uses"])
    }
}
