import Foundation
import HTTPTypes
import ModelCredentials
import ModelMiddleware
import ModelPagination
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

/// The server's message if it rejected the request, or a failure of the test.
private func refusal(_ work: () async throws -> Void) async -> ServerFailure? {
    let error = await #expect(throws: APIError.self) { try await work() }
    return error?.failure
}

@Suite("Generated clients with servers that only know the document", .enabled(if: DocumentServer.isAvailable))
struct DocumentTests {
    private func depot<Result>(_ body: (DepotAPI) async throws -> Result) async throws -> Result {
        try await DocumentServer.run("DepotAPI") { address in
            try await body(DepotAPI(baseURL: { address }, credential: { "key" }))
        }
    }

    @Test("R2, R9, R16: operations in envelopes, page after page by cursor, with metadata")
    func operations() async throws {
        try await depot { api in
            var all: [Ware] = []
            for try await ware in api.wares.all() { all.append(ware) }
            #expect(all.map(\.wareNo) == [1, 2, 3, 4, 5])
            #expect(Set(all.compactMap(\.shape)).count == all.compactMap(\.shape).count && all[0].shape != nil)
            let answer = try await api.response(for: Ware.list(.init(colors: nil)))
            #expect(answer.value == Array(all.prefix(2)))
            #expect(answer.metadata?["total"] == 5)
            #expect(answer.metadata?["next"] != nil)

            var draft = Ware.Draft(title: "Lämp/..\r\n", color: .red)
            draft.mood = .unknown("odd")
            draft.price = Decimal(string: "1234.125") ?? 0
            draft.weight = 0.25
            draft.tags = ["a", "b"]
            draft.stock = [.red: 2]
            draft.link = URL(string: "https://example.org/a?b=c")
            draft.blob = Data([0, 255])
            draft.packedAt = Date(timeIntervalSince1970: 1.5)
            draft.shape = .square(Square(side: 2))
            draft.secret = "not to be seen"
            let made = try await api.wares.create(draft)
            #expect(made.wareNo == 6)
            #expect((made.title, made.mood, made.price) == (draft.title, draft.mood, draft.price))
            #expect((made.tags, made.stock, made.link, made.blob) == (draft.tags, draft.stock, draft.link, draft.blob))
            #expect((made.weight, made.packedAt, made.shape) == (draft.weight, draft.packedAt, draft.shape))
            #expect(made.secret == nil)

            var changed = made
            changed.title = "changed"
            try await expectEqual(api.wares.update(changed).title, "changed")
            var patch = Ware.Patch()
            patch.weight = .null
            try await expectEqual(api.wares.patch(6, patch).weight, nil)
            try await expectEqual(api.wares.get(6).title, "changed")
            try await api.wares.delete(6)
            #expect(await refusal { _ = try await api.wares.get(6) }?.code == "404")
            try await expectEqual(
                api.wares.list(.init(colors: [.red], since: Date(timeIntervalSince1970: 0))).isEmpty, true)
            try await expectEqual(api.wares.list(.init(colors: [.red, .green])).count, 2)
        }
    }

    @Test("R4, R14: nested lists, actions with bodies, forms with files, downloads")
    func actions() async throws {
        try await depot { api in
            try await expectEqual(api.send(Ware.parts(of: 1)).map(\.count), [1, 1, 1, 1, 1])
            try await expectEqual(api.send(Ware.publish(2)).wareNo, 2)
            try await expectEqual(api.send(Ware.count()), 1)
            try await api.send(Ware.forget(2))
            try await expectEqual(api.send(Ware.pack(1, Part(name: "lid", count: 3), box: "a/b c")).name, "name 1")
            let folder = FileManager.default.temporaryDirectory.appending(path: "REST_Document-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let file = folder.appending(path: "photo")
            try Data([0, 13, 10, 45, 45, 255]).write(to: file)
            let parts = [Part(name: "lid", count: 3), Part(name: "box")]
            let upload = api.upload(
                Ware.attach(
                    1, file: .file(file), caption: "é\"", color: .red, words: ["x", "y"], parts: parts, whole: parts))
            try await expectEqual(upload.value.wareNo, 1)
            try await expectEqual(api.upload(Ware.attach(2, file: .data(Data()), color: .green)).value.wareNo, 2)
            try await api.upload(Ware.cover(1, .file(file), ifMatch: "\"1\"")).value
            try await api.upload(Ware.cover(1, .data(Data()))).value
            let day = Date(timeIntervalSince1970: 0)
            try await expectEqual(api.send(Ware.rate(1, stars: 5, color: .red, words: ["a&b", "c d"], day: day)), 1)
            let sheet = try await api.download(Ware.sheet(3), to: folder.appending(path: "sheet")).value
            try expectEqual(String(contentsOf: sheet, encoding: .utf8), "GET /api/v1/depot/wares/3/sheet")
        }
    }

    @Test("R11: a business failure in a 200, a refused credential, a request that the document does not allow")
    func failures() async throws {
        try await DocumentServer.run("DepotAPI") { address in
            let api = DepotAPI(baseURL: { address }, credential: { "key" })
            let missing = await refusal { _ = try await api.send(Ware.publish(99)) }
            #expect((missing?.status, missing?.code) == (200, "404"))
            #expect(missing?.message == "ware_no 99 is not there")
            let nowhere = FileManager.default.temporaryDirectory.appending(path: "REST_Document-\(UUID().uuidString)")
            let noFile = await refusal { _ = try await api.download(Ware.sheet(99), to: nowhere).value }
            #expect((noFile?.status, noFile?.code) == (200, "404"))
            #expect(!FileManager.default.fileExists(atPath: nowhere.path))
            for credential in [nil, "expired"] {
                let refused = await refusal {
                    _ = try await DepotAPI(baseURL: { address }, credential: { credential }).wares.get(1)
                }
                #expect((refused?.status, refused?.code) == (401, "401"))
            }
            // That the server does check: a parameter, a header, a body and a path that the document does not have.
            let stray = Endpoint<Ware>("stray", .get, "depot/wares/1", query: ["stray": "1"], returns: .object)
            #expect(await refusal { _ = try await api.client.send(stray) }?.message?.contains("stray") == true)
            let anonymous = stray.with {
                $0.query = Parameters()
                $0.headers.remove("X-Client")
            }
            #expect(await refusal { _ = try await api.client.send(anonymous) }?.message == "X-Client is missing")
            let dayless = Endpoint<Int>(
                "dayless", .post, "depot/wares/1/rates", body: .form(["stars": "5"]),
                returns: .object(at: ["data", "stars"]))
            #expect(await refusal { _ = try await api.client.send(dayless) }?.message == "X-Day is missing")
            let starless = dayless.with {
                $0.headers.set("X-Day", "1970-01-01T00:00:00Z")
                $0.body = .form(["stars": "many"])
            }
            let typeless = await refusal { _ = try await api.client.send(starless) }
            #expect(typeless?.message == "stars is not of type integer")
            let wrong = Endpoint<Ware>(
                "wrong", .post, "depot/wares", body: .json(["title": 1, "color": 7] as JSON), returns: .object)
            #expect(await refusal { _ = try await api.client.send(wrong) }?.status == 400)
            let unknown = Endpoint<Ware>("unknown", .get, "depots", returns: .object)
            #expect(await refusal { _ = try await api.client.send(unknown) }?.status == 404)
        }
    }

    @Test("R2, R3, R16: no envelope, user and password, pages by offset")
    func ledger() async throws {
        try await DocumentServer.run("LedgerAPI") { address in
            let api = LedgerAPI(baseURL: { address }, credential: { "ann:s3cret" })
            var all: [Entry] = []
            for try await entry in api.entries.all(.init(take: 2)) { all.append(entry) }
            #expect(all.count == 5)
            try await expectEqual(api.entries.list(.init(skip: 1, take: 3)), Array(all[1...3]))
            try await expectEqual(api.entries.list(.init(account: all[2].account)), [all[2]])
            let entry = Entry(id: UUID(), account: "cash", amount: .max)
            try await expectEqual(api.entries.create(entry), entry)
            var saved = entry
            saved.amount = .min
            try await expectEqual(api.entries.save(saved), saved)
            try await expectEqual(api.entries.get(entry.id), saved)
            try await api.entries.delete(entry.id)
            #expect(await refusal { try await api.entries.delete(entry.id) }?.status == 404)
            try await expectEqual(api.send(Entry.search(text: "a&b", days: [Date(timeIntervalSince1970: 0)])).count, 5)
            let bearer = LedgerAPI(baseURL: { address }, middleware: [BearerAuth("token")])
            #expect(await refusal { _ = try await bearer.entries.list() }?.status == 401)
            #expect(await refusal { _ = try await api.entries.list(.init(skip: -1)) }?.status == 400)
        }
    }

    @Test("R9, R16: a model with its own root, pages by number, a token that is renewed")
    func library() async throws {
        try await DocumentServer.run("LibraryAPI") { address in
            let tokens = RefreshingTokens(token: "expired") { _ in "fresh" }
            let api = LibraryAPI(baseURL: { address }, middleware: [BearerAuth(tokens)])
            var all: [Book] = []
            for try await book in api.books.all(.init(perPage: 2)) { all.append(book) }
            #expect(all.map(\.isbn) == (1...5).map { "isbn13 \($0)" })
            try await expectEqual(api.books.list(.init(page: 2, perPage: 3)), Array(all[3...]))
            try await expectEqual(api.send(Book.author(of: all[0].isbn)).name, "name 1")
            let book = Book(isbn: "978-3/16", title: "Emma", author: Author(name: "Jane"))
            try await expectEqual(api.books.create(book), book)
            try await expectEqual(api.books.get(book.isbn), book)
            var patch = Book.Patch()
            patch.author = .value(Author(name: "Jane", born: 1775))
            try await expectEqual(api.books.patch(book.isbn, patch).author.born, 1775)
            try await expectEqual(api.books.update(book).author.born, nil)
        }
    }

    @Test("R16: pages by the Link header, a key in the query")
    func feed() async throws {
        try await DocumentServer.run("FeedAPI") { address in
            let api = FeedAPI(baseURL: { address }, credential: { "k&y" })
            var all: [Story] = []
            for try await story in api.stories.all() { all.append(story) }
            #expect(all.map(\.id) == [1, 2, 3, 4, 5])
            try await expectEqual(api.stories.list(), Array(all.prefix(2)))
            try await expectEqual(api.stories.list(.init(isHot: true)).isEmpty, true)
            try await expectEqual(api.stories.get(4), all[3])
            #expect(await refusal { _ = try await FeedAPI(baseURL: { address }).stories.get(4) }?.status == 401)
        }
    }
}
