import Foundation
import HTTPTypes
import ModelOutcomes
import ModelPagination
import ModelREST
import ModelRuntime
import Testing

/// Responds to the next request with a status, a body and its type, and records the request.
actor Store: Transport {
    private(set) var lines: [String] = []
    private(set) var bodies: [String] = []
    private(set) var kinds: [String?] = []
    private(set) var accepted: [String?] = []
    private let answers: [(status: Int, body: String, type: String)]

    init(_ answers: (status: Int, body: String, type: String)...) { self.answers = answers }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let answer = answers[min(lines.count, answers.count - 1)]
        lines.append("\(request.method) \(request.path ?? "")")
        accepted.append(request.headerFields[.accept])
        kinds.append(HTTPField.Name("X-Kind").flatMap { request.headerFields[$0] })
        if let data = body?.data { bodies.append(String(decoding: data, as: UTF8.self)) }
        let head = HTTPResponse(
            status: .init(code: answer.status), headerFields: [.contentType: answer.type, .location: "/orders/7"])
        return TransportResponse(head, body: .data(Data(answer.body.utf8)))
    }
}

private let order = #"{"id": 7, "title": "Lamp"}"#
private let json = "application/json"

@Suite("Responses by status")
struct ResponseTests {
    @Test("several successes are one of several values")
    func results() async throws {
        let store = Store((201, order, json), (202, #"{"url": "https://a.b/c"}"#, json), (204, "", json))
        let api = StoreAPI(transport: store)
        let draft = Order.Draft(title: "Lamp")
        guard case .created(let made) = try await api.send(Order.create(draft)),
            case .accepted(let job) = try await api.send(Order.create(draft)),
            case .noContent = try await api.send(Order.create(draft))
        else {
            Issue.record("another status")
            return
        }
        #expect(made.id == 7)
        #expect(job.url.host() == "a.b")
        #expect(await store.bodies.last == #"{"title":"Lamp","locale":"de","v":2}"#)
        #expect(await store.lines.last == "POST /orders?key=k")
        let answer = try await StoreAPI(transport: Store((201, order, json))).response(for: Order.create(draft))
        #expect(answer.location == "/orders/7")
        await #expect(throws: APIError.self) {
            try await StoreAPI(transport: Store((200, order, json))).send(Order.create(draft))
        }
    }

    @Test("failures are thrown as the operation's, by status; an unreadable one is an APIError")
    func failures() async throws {
        let problem = #"{"title": "gone", "code": 3}"#
        func failure(_ status: Int, _ body: String) async -> (any Error)? {
            do {
                _ = try await StoreAPI(transport: Store((status, body, json))).orders.get(7)
                return nil
            } catch {
                return error
            }
        }
        guard case .notFound(let missing)? = await failure(404, problem) as? Order.GetFailure,
            case .gone? = await failure(410, "") as? Order.GetFailure,
            case .clientError(let refused, status: 418)? = await failure(418, problem) as? Order.GetFailure,
            case .other(_, status: 503)? = await failure(503, problem) as? Order.GetFailure,
            case .other(_, status: 999)? = await failure(999, problem) as? Order.GetFailure
        else {
            Issue.record("another failure")
            return
        }
        #expect(missing == Problem(title: "gone", code: 3) && refused.code == 3)
        let text = try #require(await failure(404, problem)?.localizedDescription)
        #expect(text.hasPrefix("Order.GetFailure.notFound(") && text.contains("\"gone\""), "\(text)")
        let unread = try #require(await failure(404, #"{"error": {"text": "no order"}}"#) as? APIError)
        #expect(unread.failure?.message == "no order")
        #expect(try await StoreAPI(transport: Store((200, order, json))).orders.get(7).id == 7)
        do {
            try await StoreAPI(transport: Store((409, problem, json))).orders.delete(7)
            Issue.record("it was deleted")
        } catch let failure as Order.DeleteFailure {
            guard case .conflict(let problem) = failure else { throw failure }
            #expect(problem.code == 3)
        }
    }

    @Test("each result by status is at the operation's root; `none` is the document itself, for bodies as well")
    func roots() async throws {
        let parcel = #"{"number": 3, "weight": 5}"#
        let store = Store(
            (200, #"{"now": {"parcel": \#(parcel)}}"#, json), (202, #"{"now": {"parcel": {"days": 2}}}"#, json),
            (304, "", json), (200, "[\(parcel)]", json), (202, #"{"days": 4}"#, json), (200, parcel, json),
            (200, #"{"data": \#(parcel)}"#, json))
        let api = ParcelAPI(transport: store)
        let expected = Parcel(number: 3, weight: 5)
        guard case .ok(expected) = try await api.send(Parcel.track(number: 3)),
            case .accepted(Delay(days: 2)) = try await api.send(Parcel.track(number: 3)),
            case .notModified = try await api.send(Parcel.track(number: 3)),
            case .ok([expected]) = try await api.send(Parcel.weigh()),
            case .accepted(Delay(days: 4)) = try await api.send(Parcel.weigh())
        else {
            Issue.record("another result")
            return
        }
        #expect(try await api.send(Parcel.send(expected)) == expected)
        #expect(try await api.send(Parcel.hold(expected)) == expected)
        #expect(await store.bodies == [#"{"number":3,"weight":5}"#, #"{"data":{"number":3,"weight":5}}"#])
    }

    @Test("without a code for success, only the status is a failure, and the code describes it")
    func codes() async throws {
        let body = #"{"data": {"number": 3, "weight": 5}, "error": {"code": "late", "text": "Too late"}}"#
        let api = ParcelAPI(transport: Store((200, body, json), (409, body, json)))
        #expect(try await api.send(Parcel.hold(Parcel(number: 3, weight: 5))).number == 3)
        let error = await #expect(throws: APIError.self) {
            try await api.send(Parcel.hold(Parcel(number: 3, weight: 5)))
        }
        #expect(error?.failure?.code == "late" && error?.failure?.message == "Too late")
    }

    @Test("no result, text and raw bytes, 304, HEAD")
    func plain() async throws {
        try await StoreAPI(transport: Store((200, "what?", "text/html"))).send(Order.update(Order(id: 7, title: "a")))
        let texts = Store((200, "grüß", "text/plain; charset=utf-8"), (200, #""json""#, json))
        let text = StoreAPI(transport: texts)
        #expect(try await text.send(Order.text(7)) == "grüß")
        #expect(try await text.send(Order.text(7)) == "json")
        let bytes = StoreAPI(transport: Store((200, "%PDF", "application/pdf")))
        #expect(try await bytes.send(Order.bytes(7)) == Data("%PDF".utf8))
        let missing = StoreAPI(transport: Store((404, "no such order", "text/plain"), (415, #""cXVvdGVk""#, json)))
        for _ in 0..<2 {
            do {
                _ = try await missing.send(Order.bytes(7))
                Issue.record("there is one")
            } catch Order.BytesFailure.notFound(let text) {
                #expect(text == "no such order")
            } catch Order.BytesFailure.unsupportedMediaType(let data) {
                #expect(data == Data("quoted".utf8))
            }
        }
        // Any response is accepted, so a server that respects `Accept` may send it.
        #expect(await texts.accepted == ["application/json, */*;q=0.8", "application/json, */*;q=0.8"])
        try await bytes.send(Order.head(7))
        let totals = StoreAPI(transport: Store((200, "3", json), (304, "", json)))
        guard case .ok(3) = try await totals.send(Order.total(of: 7)),
            case .notModified = try await totals.send(Order.total(of: 7))
        else {
            Issue.record("another status")
            return
        }
    }

    @Test("RFC 9457: a problem says what happened, wherever the API expects messages")
    func problems() async throws {
        let body = #"{"type": "https://a.b/stock", "title": "Out of stock", "detail": "none left", "left": 0}"#
        let api = StoreAPI(transport: Store((503, body, "application/problem+json")))
        let error = await #expect(throws: APIError.self) { try await api.send(Order.text(7)) }
        let problem = try #require(error?.failure?.problem)
        #expect(problem.type == "https://a.b/stock" && problem.detail == "none left" && problem.members["left"] == 0)
        #expect(error?.failure?.message == "none left")
    }

    @Test("R5: parameters of every style, constants, defaults and transformers")
    func parameters() async throws {
        let store = Store((200, #"{"orders": []}"#, json))
        let orders = StoreAPI(transport: store).orders
        _ = try await orders.list()
        _ = try await orders.list(
            .init(
                ids: [1, 2], labels: ["a b", "c|d"], words: ["x", "y"], day: Date(timeIntervalSince1970: 86400),
                filter: ["b": "2", "a": "&"], where: Problem(title: "a&b", code: 3), size: 5))
        try await orders.send(Order.rate(7))
        try await orders.send(Order.rate(7, day: Date(timeIntervalSince1970: 60)))
        #expect(
            await store.lines == [
                "GET /orders?size=20&view=full&locale=de&v=2&key=k",
                "GET /orders?ids%5B%5D=1&ids%5B%5D=2&labels=a%20b%7Cc%7Cd&words=x,y&day=1970-01-02&filter%5Ba%5D=%26"
                    + "&filter%5Bb%5D=2&where=%7B%22title%22%3A%22a%26b%22%2C%22code%22%3A3%7D&size=5&view=full"
                    + "&locale=de&v=2&key=k",
                "POST /orders/7/rates?key=k", "POST /orders/7/rates?key=k",
            ])
        #expect(
            await store.bodies == ["stars=5&kind=quick&locale=de&v=2", "stars=5&day=60&kind=quick&locale=de&v=2"])
    }

    @Test("R5: lists and dictionaries through transformers, in queries, forms and parts; defaults of headers and parts")
    func transformed() async throws {
        let store = Store((200, #"{"orders": []}"#, json))
        let api = StoreAPI(transport: store)
        let (one, two) = (Date(timeIntervalSince1970: 1), Date(timeIntervalSince1970: 2))
        _ = try await api.orders.list(.init(since: ["a": one, "b": two]))
        try await api.send(
            Order.mark(7, days: [one, two], sizes: ["b": 2, "a": 1], extras: .array([.integer(1)]), since: ["a": one]))
        try await api.send(Order.mark(7, days: [one], xKind: "slow"))
        try await api.send(Order.scan(7, pages: [.data(Data("p".utf8))], days: [one, two]))
        try await api.send(Order.scan(7, pages: [], copies: 3, mark: .text("a")))
        #expect(await store.lines[0].hasPrefix("GET /orders?since%5Ba%5D=1&since%5Bb%5D=2&size=20"))
        #expect(await store.kinds == [nil, "quick", "slow", nil, nil])
        let bodies = await store.bodies
        #expect(bodies[0] == "days=1,2&sizes%5Ba%5D=1&sizes%5Bb%5D=2&extras=%5B1%5D&since%5Ba%5D=1&locale=de&v=2")
        #expect(bodies[1] == "days=1&locale=de&v=2")
        func parts(_ body: String) -> [String] {
            body.components(separatedBy: "form-data; name=\"").dropFirst().map { part in
                "\(part.prefix { $0 != "\"" })=\(part.components(separatedBy: "\r\n\r\n")[1].prefix { $0 != "\r\n" })"
            }
        }
        #expect(parts(bodies[2]) == ["pages=p", "days=1", "days=2", "kind=scan", "copies=1"])
        #expect(parts(bodies[3]) == ["kind=scan", "copies=3", "mark=a"])
    }

    @Test("R16: a cursor that is a URL")
    func pages() async throws {
        func page(_ id: Int, _ next: String) -> (status: Int, body: String, type: String) {
            (200, #"{"orders": [{"id": \#(id), "title": "a"}], "links": {"next": \#(next)}}"#, json)
        }
        let store = Store(page(1, #""https://store.example.com/orders?cursor=a%2Fb""#), page(2, "null"))
        let ids = try await StoreAPI(transport: store).orders.all().collected().map(\.id)
        #expect(ids == [1, 2])
        #expect(await store.lines.last == "GET /orders?cursor=a%2Fb&locale=de&v=2&key=k")
        let stranger = Store(page(1, #""https://elsewhere.example.com/orders""#))
        await #expect(throws: APIError.self) { try await StoreAPI(transport: stranger).orders.all().collected() }
    }
}
