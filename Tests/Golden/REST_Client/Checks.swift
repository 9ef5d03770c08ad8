import Foundation
import HTTPTypes
import ModelCredentials
import ModelPagination
import ModelREST
import ModelRuntime
import ModelTesting
import ModelTransfers
import Testing

private let item = Item(id: 7, title: "Lamp", price: 12, ownerId: 3)

@Suite("The client")
struct ClientTests {
    private func last(_ shop: Answering) async throws -> (line: String, body: String) {
        let request = try #require(await shop.requests.last)
        return ("\(request.method) \(request.path ?? "")", try #require(await shop.bodies.last))
    }

    @Test("R2, R5, R16: list with typed parameters, page after page")
    func list() async throws {
        let shop = Answering("[]")
        let api = ShopAPI(credential: { "key" }, transport: shop)
        _ = try await api.items.list(
            .init(
                sort: .cheapest, sizes: [.small, .unknown(9)], q: "a b&c", since: Date(timeIntervalSince1970: 0),
                page: 2))
        #expect(
            try await last(shop).line
                == "GET /v1/shops/items?sort=cheapest&size=1&size=9&q=a%20b%26c&since=1970-01-01T00%3A00%3A00Z&page=2")
        let headers = try #require(await shop.requests.last).headerFields
        #expect(headers[.acceptLanguage] == "en")
        #expect(headers[try #require(HTTPField.Name("X-Api-Key"))] == "key")
        var count = 0
        for try await _ in api.items.all(.init(perPage: 5)) { count += 1 }
        #expect(count == 0)
    }

    @Test("a list is paginated as it says itself")
    func ownPages() async throws {
        let shop = Answering(#"{"data": [{"id": "a", "label": "Left"}], "paging": {"next": "b"}}"#)
        var pages = ShopAPI(transport: shop).shelves.all().makeAsyncIterator()
        #expect(try await pages.next() == Shelf(id: "a", label: "Left"))
        // This server has the same page under each cursor.
        await #expect(throws: APIError.self) { while try await pages.next() != nil {} }
        #expect(await shop.requests.map(\.path) == ["/v1/shelves", "/v1/shelves?after=b"])
    }

    @Test("a page begins after the key of the last object")
    func pagesAfterLast() async throws {
        let remark = #"{"id": 3, "text": "Fine", "author": "Bo", "at": "1970-01-01T00:00:00Z"}"#
        let shop = Answering(#"{"data": [\#(remark)], "has_more": true}"#)
        var pages = ShopAPI(transport: shop).remarks.all().makeAsyncIterator()
        #expect(try await pages.next()?.id == 3)
        // This server always has the same page.
        await #expect(throws: APIError.self) { while try await pages.next() != nil {} }
        #expect(await shop.requests.map(\.path) == ["/v1/remarks", "/v1/remarks?after=3"])
    }

    @Test("a body that is a patch tells absent, null and a value apart")
    func patchBodies() async throws {
        let shop = Answering(#"{"id": "a", "label": "Left"}"#)
        let shelves = ShopAPI(transport: shop).shelves
        var change = ShelfChange.Patch()
        change.label = .null
        change.changedAt = .value(Date(timeIntervalSince1970: 7))
        _ = try await shelves.send(Shelf.patch("a", change))
        #expect(try await last(shop).line == "PATCH /v1/shelves/a")
        #expect(try await JSON(json: last(shop).body) == ["label": .null, "changed_at": 7])
        change.label = .untouched
        change.width = .value(2)
        _ = try await shelves.send(Shelf.relabel("a", change))
        #expect(try await last(shop).line == "PATCH /v1/shelves/a/labels")
        #expect(try await JSON(json: last(shop).body) == ["width": 2, "changed_at": 7])
    }

    @Test("a draft lacks everything that the server assigns, and is sent wherever an operation says so")
    func draftBodies() async throws {
        let shop = Answering(#"{"id": 3, "text": "Fine", "author": "Bo", "at": "1970-01-01T00:00:00Z"}"#)
        let api = ShopAPI(transport: shop)
        let draft = Remark.Draft(text: "Fine")
        func sent() async throws -> [String] {
            let last = try await last(shop)
            return [last.line, last.body]
        }
        let remark = Remark(draft, id: 3, author: "Bo", at: Date(timeIntervalSince1970: 0))
        #expect(try await api.remarks.create(draft) == remark)
        #expect(try await sent() == ["POST /v1/remarks", #"{"text":"Fine"}"#])
        #expect(try await api.send(Remark.update(3, draft)) == remark)
        #expect(try await sent() == ["PATCH /v1/remarks/3", #"{"text":"Fine"}"#])
        #expect(try await api.send(Remark.reply(3, draft)) == remark)
        #expect(try await sent() == ["POST /v1/remarks/3/replies", #"{"text":"Fine"}"#])
    }

    @Test("R1, R2, R3, R5: get, create, update, save and delete")
    func operations() async throws {
        let shop = Answering(#"{"id": 7, "title": "Lamp", "created_at": "1970-01-01T00:00:00Z", "owner_id": 9}"#)
        let items = ShopAPI(transport: shop).items
        let got = try await items.get(7)
        #expect(got == Item(id: 7, title: "Lamp", createdAt: Date(timeIntervalSince1970: 0)))
        #expect(try await last(shop).line == "GET /v1/shops/items/7")
        _ = try await items.send(Item.create(Item.Draft(title: "Lamp"), notify: true))
        #expect(try await last(shop).line == "POST /v1/shops/items?notify=true")
        #expect(try await JSON(json: last(shop).body) == ["title": "Lamp", "price": 0])
        _ = try await items.update(item)
        #expect(try await last(shop).line == "PATCH /v1/shops/items/7?owner=3")
        #expect(try await JSON(json: last(shop).body) == ["id": 7, "title": "Lamp", "price": 12, "owner_id": 3])
        _ = try await items.send(Item.update(item, ownerId: 4))
        #expect(try await last(shop).line == "PATCH /v1/shops/items/7?owner=4")
        _ = try await items.save(Item.Draft(title: "Lamp"))
        #expect(try await last(shop).line == "POST /v1/shops/items")
        _ = try await items.save(item)
        #expect(try await last(shop).line == "PATCH /v1/shops/items/7?owner=3")
        try await items.delete(7)
        #expect(try await last(shop).line == "DELETE /v1/shops/items/7")
    }

    @Test("R3: the options of save belong to the create and the update that it adds")
    func save() async throws {
        let shop = Answering(#"{"basket": {"id": 3, "note": "Monday"}}"#)
        let baskets = ShopAPI(transport: shop).baskets
        let monday = try await baskets.send(Basket.save(Basket.Draft(note: "Monday"), etag: "a"))
        #expect(monday == Basket(id: 3, note: "Monday"))
        #expect(try await last(shop) == ("POST /v1/baskets/save?note=Monday", #"{"note":"Monday"}"#))
        #expect(try await baskets.send(Basket.save(monday, note: "Tuesday", etag: "b")) == monday)
        #expect(try await last(shop) == ("POST /v1/baskets/save?note=Tuesday", #"{"id":3,"note":"Monday"}"#))
        let fields = await shop.requests.map { $0.headerFields[.ifMatch] }
        #expect(fields == ["a", "b"])
        #expect(try await baskets.send(Basket.update(monday, etag: "c")) == monday)
    }

    @Test("R2, R5: an operation sends the body that it declares instead of the model")
    func bodies() async throws {
        let shop = Answering(#"{"id": "a/b", "total": 3, "itemId": 7}"#)
        let orders = ShopAPI(transport: shop).orders
        #expect(try await orders.send(Order.create(NewOrder(itemId: 7))).total == 3)
        #expect(try await last(shop) == ("POST /v1/orders?itemId=7", #"{"item":7,"count":1}"#))
        _ = try await orders.send(Order.create(NewOrder(itemId: 7), itemId: 8))
        #expect(try await last(shop).line == "POST /v1/orders?itemId=8")
        let change = Change(reason: "late")
        _ = try await orders.send(Order.update("a/b", change))
        #expect(try await last(shop) == ("PATCH /v1/orders/a%2Fb", #"{"change":{"reason":"late"}}"#))
        _ = try await ShopAPI(transport: shop).response(for: Order.patch("a", [change, change]))
        #expect(
            try await last(shop) == ("POST /v1/orders/a/changes", #"{"change":[{"reason":"late"},{"reason":"late"}]}"#))
        try await orders.send(Order.delete("a", change))
        #expect(try await last(shop) == ("DELETE /v1/orders/a", #"{"change":{"reason":"late"}}"#))
        let many = Answering("[]")
        #expect(try await ShopAPI(transport: many).send(Order.matches(of: "a", change)).isEmpty)
        #expect(try await last(many) == ("POST /v1/orders/a/matches", #"{"change":{"reason":"late"}}"#))
    }

    @Test("R4: nested resources, with their own path and root")
    func nested() async throws {
        let reviews = Answering(#"[{"text": "good"}]"#)
        #expect(try await ShopAPI(transport: reviews).send(Item.reviews(of: 7)) == [Review(text: "good")])
        #expect(try await last(reviews).line == "GET /v1/shops/items/7/reviews")
        let owner = Answering(#"{"data": {"person": {"name": "Ann"}}}"#)
        #expect(try await ShopAPI(transport: owner).send(Item.owner(of: 7, deep: false)) == Person(name: "Ann"))
        #expect(try await last(owner).line == "GET /v1/shops/items/7/owner?deep=false")
    }

    @Test("actions with bodies, parameters in the path, and results under a root")
    func actions() async throws {
        let count = Answering(#"{"count": 3}"#)
        #expect(try await ShopAPI(transport: count).send(Item.count()) == 3)
        let move = Answering("")
        try await ShopAPI(transport: move).send(Item.move(7, Move(to: "there"), shelf: "a/b"))
        #expect(try await last(move) == ("PUT /v1/shops/items/7/shelves/a%2Fb", #"{"to":"there"}"#))
        let search = Answering("[]")
        _ = try await ShopAPI(transport: search).send(Item.search(text: "x"))
        #expect(try await last(search).line == "GET /v1/shops/items/search?text=x")
    }

    @Test("R14: an upload as a form, a download to a file")
    func transfers() async throws {
        let upload = Answering(#"{"id": 7, "title": "Lamp"}"#)
        let transfer = ShopAPI(transport: upload).upload(
            Item.attach(7, file: .data(Data("bytes".utf8)), size: .large))
        #expect(try await transfer.value.id == 7)
        let body = try await last(upload).body
        #expect(body.contains("name=\"file\"") && body.contains("bytes") && body.contains("name=\"size\""))
        #expect(!body.contains("caption"))
        let download = Answering("pdf")
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        let saved = try await ShopAPI(transport: download).download(Item.export(7), to: file).value
        #expect(try String(contentsOf: saved, encoding: .utf8) == "pdf")
        #expect(try await last(download).line == "GET /v1/shops/items/7.pdf")
    }

    @Test("R12: a whole response; R2: PATCH sends only what changes")
    func responses() async throws {
        let shop = Answering(#"{"id": "w", "text": "new"}"#)
        let api = ShopAPI(transport: shop)
        var patch = Word.Patch()
        patch.text = .value("new")
        let response = try await api.response(for: Word.patch("w", patch))
        #expect(response.status == 200)
        #expect(response.value == Word(id: "w", text: "new"))
        #expect(try await last(shop) == ("PATCH /v1/words/w", #"{"text":"new"}"#))
    }

    @Test("S2: a fake consists of closures, for just the operations that a test needs")
    func fake() async throws {
        let words = Operations<Word>(
            list: { _ in [Word(id: "a", text: "b")] }, get: { id in Word(id: id, text: "fake") })
        #expect(try await words.get("x").text == "fake")
        #expect(try await words.all().collected().map(\.text) == ["b"])
        await #expect(throws: APIError.self) { try await words.patch("x", Word.Patch()) }
    }
}
