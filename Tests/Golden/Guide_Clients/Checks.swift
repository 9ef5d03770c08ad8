import Foundation
import HTTPTypes
import Logging
import ModelCredentials
import ModelMiddleware
import ModelPagination
import ModelREST
import ModelRetries
import ModelRuntime
import ModelStreams
import ModelTesting
import ModelTransfers
import Testing

private let lamp = #"{"id": 7, "title": "Lamp", "price": 12}"#

/// A server of a few answers, in the program itself.
struct Counter: Transport {
    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let path = request.path ?? ""
        let text =
            switch (request.method, path) {
            case (.get, "/v1/items?title=Sold%20out"): #"{"status": "4004", "message": "sold out"}"#
            case (.get, "/v1/items?_start=0&_limit=2"): #"{"status": "0000", "data": [\#(lamp), \#(lamp)]}"#
            case (.get, "/v1/items?_start=2&_limit=2"): #"{"status": "0000", "data": [\#(lamp)]}"#
            case (.get, "/v1/items/7/reviews"): #"{"status": "0000", "data": [{"text": "good"}]}"#
            case (.get, _) where path.hasPrefix("/v1/items?"): #"{"status": "0000", "data": []}"#
            case (.get, "/v1/items/7.pdf"): "%PDF"
            case (.get, "/v1/items/7/prices") where request.headerFields[.accept] == "text/event-stream":
                !request.headerFields.contains { $0.name.canonicalName == "last-event-id" }
                    ? "retry: 1\nid: 1\ndata: \(lamp)\n\n" : ""
            case (.get, "/v1/items/7/prices"): "\(lamp)\n\(lamp)\n"
            default: #"{"status": "0000", "data": \#(lamp), "meta": {"cost": 3}}"#
            }
        let isOver = text.isEmpty
        let type = request.headerFields[.accept] == "text/event-stream" ? "text/event-stream" : "application/json"
        return TransportResponse(
            HTTPResponse(status: isOver ? .noContent : .ok, headerFields: [.contentType: type]),
            body: .data(Data(text.utf8)))
    }
}

/// A parameter that the shop requires.
struct Stamp: Middleware {
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var request = request
        request.query.set("time", "noon")
        return try await next(request)
    }
}

/// Prints how long each exchange takes.
struct Timing: Transport {
    let transport: any Transport
    var capabilities: TransportCapabilities { transport.capabilities }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let start = ContinuousClock.now
        defer { print(request.path ?? "", ContinuousClock.now - start) }
        return try await transport.send(request, body: body, options: options)
    }
}

@Suite("The guide to clients")
struct ClientGuideTests {
    let transport = Counter()

    @Test("creating one") func making() async throws {
        let logger = Logger(label: "shop")
        let tokens = RefreshingTokens(token: "stored") { old in "fresh" }
        let api = ShopAPI(transport: transport, middleware: [RequestLog(logger), Retry(), BearerAuth(tokens), Stamp()])
        #expect(try await api.items.get(7).title == "Lamp")
    }

    @Test("a transport around another") func timing() async throws {
        let timed = ShopAPI(transport: Timing(transport: transport))
        #expect(try await timed.items.get(7).title == "Lamp")
    }

    @Test("operations") func operations() async throws {
        let api = ShopAPI(credential: { "token" }, transport: transport)

        let found = try await api.items.list(.init(title: "Lamp"))
        let item = try await api.items.get(7)
        let created = try await api.items.create(Item.Draft(title: "Chair"))
        let saved = try await api.items.save(item)  // PUT; a draft would be POSTed
        try await api.items.delete(created.id)

        let reviews = try await api.send(Item.reviews(of: item.id))
        #expect(found.isEmpty && saved == item && reviews == [Review(text: "good")])

        for try await item in api.items.all(.init(limit: 2)) { print(item.title) }

        let answer = try await api.response(for: Item.publish(7))
        print(answer.status, answer.headers.count, answer.value.title)
        let cost = answer.metadata?["cost"]
        #expect(cost == 3)
    }

    @Test("failures") func failures() async throws {
        let api = ShopAPI(transport: transport)
        do {
            _ = try await api.items.list(.init(title: "Sold out"))
            Issue.record("it was sold")
        } catch let error as APIError {
            if let failure = error.failure { print(failure.code ?? "", failure.message ?? "") }
            #expect(error.failure?.code == "4004")
        }
    }

    @Test("files") func files() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let api = ShopAPI(transport: transport)

        let upload = api.upload(Item.attach(7, file: .data(Data("picture".utf8)), caption: "From above"))
        for await step in upload.progress { print(step.fraction ?? 0) }
        let item = try await upload.value

        let file = folder.appending(path: "lamp.pdf")
        let saved = try await api.download(Item.export(item.id), to: file).value
        #expect(try String(contentsOf: saved, encoding: .utf8) == "%PDF")
    }

    @Test("what arrives") func arriving() async throws {
        let api = ShopAPI(transport: transport)
        for try await item in Item.stream(json: api.chunks(of: Item.prices(7))) { print(item.price) }
        for try await event in api.events(of: Item.prices(7), reconnecting: .always) {
            print(event.name, try event.decoded(as: Item.self).price)
        }
    }

    @Test("tests without a server") func testing() async throws {
        let items = Operations<Item>(list: { _ in [] }, get: { id in Item(id: id, title: "Nothing") })
        #expect(try await items.list(.init(title: "Lamp")).isEmpty)

        let publish = RequestSummary(operation: "items.publish", method: "POST", url: "https://shop.example.com")
        let fake = ShopAPI.answering(
            .to(Item.get(7)) { Item(id: 7, title: "Lamp") },
            .to(Item.reviews(of: 7)) { [] },
            .to(Item.publish(7)) { throw APIError(.timeout(.seconds(1)), publish) })
        #expect(try await fake.items.get(7).title == "Lamp")
        #expect(try await fake.send(Item.reviews(of: 7)).isEmpty)
        let late = await #expect(throws: APIError.self) { try await fake.send(Item.publish(7)) }
        guard case .timeout? = late?.reason else {
            Issue.record("\(String(describing: late))")
            return
        }
        let unknown = await #expect(throws: APIError.self) { try await fake.items.get(8) }
        guard case .unimplemented? = unknown?.reason else {
            Issue.record("\(String(describing: unknown))")
            return
        }

        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let recording = ShopAPI(transport: try RecordingTransport(to: folder, over: transport))
        _ = try await recording.items.get(7)

        let replayed = ShopAPI(transport: .replaying(folder))
        #expect(try await replayed.items.get(7).title == "Lamp")
    }
}
