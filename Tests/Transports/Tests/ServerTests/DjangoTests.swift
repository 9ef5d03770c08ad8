import Foundation
import ModelCredentials
import ModelPagination
import ModelREST
import ModelRuntime
import Testing

@Suite("Django REST framework", .enabled(if: Server.django.isRunning), .serialized)
struct DjangoTests {
    @Test("R2: the trailing slash is sent, so a POST creates at once", arguments: Carrier.allCases)
    func slashes(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.django) { proxy in
            let api = PagesAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let day = Date(timeIntervalSince1970: 1_772_323_200)
            let made = try await api.pages.create(PageNote.Draft(title: "New", day: day))
            #expect(made.title == "New" && made.day == day)
            var patch = PageNote.Patch()
            patch.done = .value(true)
            let changed = try await api.pages.patch(made.id, patch)
            #expect(changed.done && changed.title == "New")
            try await api.pages.delete(made.id)
            let lines = ["POST /api/pages/", "PATCH /api/pages/\(made.id)/", "DELETE /api/pages/\(made.id)/"]
            #expect(proxy.lines == lines)
            #expect(proxy.requests.first?.body == #"{"title":"New","done":false,"day":"2026-03-01"}"#)
            let gone = await failure { _ = try await api.pages.get(made.id) }
            #expect(gone?.failure?.status == 404 && gone?.failure?.message?.isEmpty == false)
        }
    }

    @Test("R2: a missing slash is an error that names the redirect", arguments: Carrier.allCases)
    func missingSlash(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.django) { proxy in
            let api = PagesAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let wrong = Endpoint<Void>("x", .post, "pages", body: .json(["title": "a"]), returns: .nothing)
            let error = await failure { try await api.send(wrong) }
            guard case .redirect(let message)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(message.contains("/api/pages/") && message.contains("slash"))
            #expect(proxy.lines == ["POST /api/pages"])
        }
    }

    @Test("R3, R4: all items by pages, by offsets and by cursors that are URLs", arguments: Carrier.allCases)
    func pages(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.django) { proxy in
            let transport = carrier.transport
            let titles = (1...7).map { "Note \($0)" }
            let pages = PagesAPI(baseURL: { proxy.url }, transport: transport)
            try await expectEqual(pages.pages.all(.init(pageSize: 3)).collected().map(\.title), titles)
            // All seven were received: there is no request for a fourth page, which is a 404.
            #expect(proxy.lines.count == 3 && proxy.lines.last == "GET /api/pages/?page_size=3&page=3")
            // The server returns at most five, whatever is requested.
            try await expectEqual(pages.pages.all().collected().map(\.title), titles)
            let defaults = PagesAPI.defaults.paginating(.page(number: "page", size: nil))
            let uncounted = PagesAPI(client: APIClient(defaults, baseURL: { proxy.url }, transport: transport))
            try await expectEqual(uncounted.pages.all().collected().map(\.title), titles)
            // Two full pages: only the 404 of the third one shows that they were all.
            let six: [Int64] = [1, 2, 3, 4, 5, 6]
            try await expectEqual(uncounted.pages.all(.init(ids: six)).collected().map(\.id), six)
            #expect(proxy.lines.last?.contains("page=3") == true)
            let offsets = OffsetsAPI(baseURL: { proxy.url }, transport: transport)
            try await expectEqual(offsets.offsets.all(.init(limit: 2)).collected().map(\.title), titles)
            let before = proxy.lines.count
            let cursors = CursorsAPI(baseURL: { proxy.url }, transport: transport)
            try await expectEqual(cursors.cursors.all().collected().map(\.title), titles)
            let asked = proxy.lines.dropFirst(before)
            #expect(asked.count == 3 && asked.dropFirst().allSatisfy { $0.hasPrefix("GET /api/cursors/?cursor=c") })
            try await expectEqual(pages.pages.list(.init(ids: [2, 5])).map(\.id), [2, 5])
            #expect(proxy.lines.last == "GET /api/pages/?ids%5B%5D=2&ids%5B%5D=5")
        }
    }

    @Test("line 8: a token is sent where it should be, and no error shows it", arguments: Carrier.allCases)
    func credentials(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.django) { proxy in
            let api = PrivateAPI(baseURL: { proxy.url }, credential: { "token" }, transport: carrier.transport)
            try await expectEqual(api.private.list().count, 7)
            let refused = await failure { _ = try await api.private.get(1) }
            #expect(refused?.failure?.status == 401)
            #expect(proxy.requests.map { $0.headers["authorization"] } == ["Bearer token", nil])
            let wrong = PrivateAPI(baseURL: { proxy.url }, credential: { "s3cret" }, transport: carrier.transport)
            let error = await failure { _ = try await wrong.private.list() }
            #expect(error?.failure?.message == "no token" && "\(String(describing: error))".contains("s3cret") == false)
        }
    }

    @Test("line 4: JSON:API, with its media type and its envelope", arguments: Carrier.allCases)
    func documents(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.django) { proxy in
            let api = DocumentsAPI(baseURL: { proxy.url }, transport: carrier.transport)
            let all = try await api.documents.all().collected()
            #expect(all.map(\.title) == (1...7).map { "Note \($0)" } && all.first?.type == "notes")
            var made = try await api.documents.create(Document.Draft(title: "New"))
            made.done = true
            try await expectEqual(api.documents.update(made).done, true)
            try await api.documents.delete(made.id)
            let create = try #require(proxy.requests.first { $0.line.hasPrefix("POST") })
            #expect(create.headers["content-type"] == "application/vnd.api+json")
            #expect(create.headers["accept"] == "application/vnd.api+json")
            #expect(create.body == #"{"data":{"type":"notes","attributes":{"title":"New","done":false}}}"#)
            let list = try #require(proxy.requests.first { $0.line.hasPrefix("GET") })
            #expect(list.headers["content-type"] == nil)
            let missing = await failure { _ = try await api.documents.get("99") }
            #expect(missing?.failure?.json?["errors"]?[0]?["status"]?.string == "404")
        }
    }
}
