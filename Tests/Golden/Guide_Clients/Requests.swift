import Foundation
import HTTPTypes
import ModelMiddleware
import ModelREST
import ModelRetries
import ModelRuntime
import Testing

/// Distinguishes an exceeded limit from a refusal, if the service returns 403 for both.
struct RateLimit: Middleware {
    func intercept(_ request: APIRequest, next: Next) async throws -> APIRawResponse {
        var response = try await next(request)
        guard response.status == 403, let remaining = HTTPField.Name("X-RateLimit-Remaining"),
            let reset = HTTPField.Name("X-RateLimit-Reset")
        else { return response }
        if response.headers[.retryAfter] != nil {
            response.status = 429
        } else if response.headers[remaining] == "0" {
            response.status = 429
            let wait = (response.headers[reset].flatMap(Double.init) ?? 0) - Date().timeIntervalSince1970
            response.headers[.retryAfter] = String(Int(exactly: max(0, wait.rounded(.up))) ?? 0)
        }
        return response
    }
}

/// The program's server and language, and its log.
private actor Settings {
    var server = "https://one.example.com"
    var language = "de"
    var notes: [String] = []
    func move(to server: String) { self.server = server }
    func note(_ text: String) { notes.append(text) }
}

/// Answers from a list of responses, and records the requests.
private actor Desk: Transport {
    private(set) var requests: [HTTPRequest] = []
    private var answers: [(status: Int, headers: HTTPFields, body: String)]

    init(_ answers: [(status: Int, headers: HTTPFields, body: String)] = []) { self.answers = answers }

    var urls: [String] { requests.map { "\($0.scheme ?? "")://\($0.authority ?? "")\($0.path ?? "")" } }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        requests.append(request)
        let usual = #"{"status": "0000", "data": {"id": 7, "title": "Lamp"}}"#
        let answer = answers.isEmpty ? (status: 200, headers: [:], body: usual) : answers.removeFirst()
        return TransportResponse(
            HTTPResponse(status: .init(code: answer.status), headerFields: answer.headers),
            body: .data(Data(answer.body.utf8)))
    }
}

@Suite("The guide to changing requests")
struct RequestGuideTests {
    private let settings = Settings()
    private let transport = Desk()

    @Test("the base URL is read for each request") func baseURL() async throws {
        let api = ShopAPI(baseURL: { await settings.server }, transport: transport)
        _ = try await api.items.get(7)
        await settings.move(to: "http://127.0.0.1:8080/test")
        _ = try await api.items.get(7)
        #expect(
            await transport.urls == ["https://one.example.com/v1/items/7", "http://127.0.0.1:8080/test/v1/items/7"])
    }

    @Test("headers") func headers() async throws {
        let api = ShopAPI(transport: transport)
        try api.client.headers.set("X-Till", "till 4")
        let item = try await api.send(Item.get(7).header("Accept-Language", "de"))
        api.client.headers.remove("X-Till")  // one from the YAML can be removed, too
        _ = try await api.items.get(item.id)
        let till = try #require(HTTPField.Name("X-Till"))
        #expect(await transport.requests.map { $0.headerFields[till] } == ["till 4", nil])
        #expect(await transport.requests.map { $0.headerFields[.acceptLanguage] } == ["de", nil])
    }

    @Test("parameters of every request, and a signature of all") func parameters() async throws {
        let secret = "s3cret"
        @Sendable func checksum(_ text: String) -> Int { text.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 9973 } }
        let locale = ExtraParameters { ["locale": await settings.language] }
        let signing = ParameterEncoding { parameters in
            parameters.set("time", 1_700_000_000)
            parameters.remove("sign")  // a link to the next page may repeat it
            parameters.set("sign", checksum(parameters.encoded + secret), privacy: .sensitive)
        }
        let api = ShopAPI(transport: transport, middleware: [locale, signing])
        _ = try await api.items.get(7)
        let sign = checksum("locale=de&time=1700000000" + secret)
        #expect(
            await transport.urls == [
                "https://shop.example.com/v1/items/7?locale=de&time=1700000000&sign=\(sign)"
            ])
    }

    @Test("hooks, for some operations, and for a part of an API") func hooks() async throws {
        let diary = settings
        let hooks = Hooks(
            before: { request in
                if request.operation == "items.list" { request.timeout = .seconds(5) }
                request.headers[.userAgent] = "Shop/2"
            },
            after: { request, result in
                if case .failure(let error) = result { await diary.note("\(request.summary): \(error)") }
            })
        let desk = Desk([(503, [:], ""), (200, [:], #"{"status": "0000", "data": {"id": 7, "title": "Lamp"}}"#)])
        let api = ShopAPI(transport: desk, middleware: [hooks])
        let patient = api.adding(Retry(attempts: 10).only(for: "items.get", "items.list"))
        #expect(try await patient.items.get(7).title == "Lamp")
        #expect(await desk.requests.map { $0.headerFields[.userAgent] } == ["Shop/2", "Shop/2"])

        let broken = ShopAPI(baseURL: { throw CocoaError(.fileNoSuchFile) }, transport: desk, middleware: [hooks])
        await #expect(throws: APIError.self) { try await broken.items.get(7) }
        let refusing = api.adding(Hooks(before: { _ in throw CocoaError(.userCancelled) }))
        await #expect(throws: APIError.self) { try await refusing.items.get(7) }
        #expect(await diary.notes.count == 1)
    }

    @Test("responses that are wrapped") func decoding() async throws {
        let decoding = ResponseDecoding(text: { text in
            guard let data = Data(base64Encoded: text) else { throw CocoaError(.coderReadCorrupt) }
            return String(decoding: data, as: UTF8.self)
        })
        let text = Data(#"{"status": "0000", "data": {"id": 7, "title": "Lamp"}}"#.utf8).base64EncodedString()
        let desk = Desk([(200, [:], text), (200, [:], "?")])
        let api = ShopAPI(transport: desk, middleware: [decoding])
        #expect(try await api.items.get(7).title == "Lamp")
        let error = await #expect(throws: APIError.self) { try await api.items.get(7) }
        guard case .decoding? = error?.reason else { throw try #require(error) }
    }

    @Test("retrying, by status, and with 403 as a rate limit") func trying() async throws {
        let retry = Retry(attempts: 5, first: .milliseconds(500), statuses: [408, 423, 429, 500, 502, 503, 504])
        let locked = Desk([(423, [.retryAfter: "0"], "")])
        #expect(try await ShopAPI(transport: locked, middleware: [retry]).items.get(7).id == 7)

        // In the past: there is nothing to wait for.
        let limit = fields(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1700000000"])
        let transport = Desk([(403, limit, "slow down"), (403, [.retryAfter: "0"], "slow down")])
        let careful = ShopAPI(transport: transport, middleware: [Retry(patience: .seconds(120)), RateLimit()])
        #expect(try await careful.items.get(7).id == 7)
        #expect(await transport.requests.count == 3)

        let refusing = Desk([(403, fields(["X-RateLimit-Remaining": "17"]), "not yours")])
        let refused = ShopAPI(transport: refusing, middleware: [Retry(), RateLimit()])
        let error = await #expect(throws: APIError.self) { try await refused.items.get(7) }
        #expect(error?.failure?.status == 403)
        #expect(await refusing.requests.count == 1)

        let late = String(Int(Date().timeIntervalSince1970) + 3600)
        let exhausted = Desk([(403, fields(["X-RateLimit-Remaining": "0", "X-RateLimit-Reset": late]), "")])
        let waiting = ShopAPI(transport: exhausted, middleware: [Retry(patience: .seconds(120)), RateLimit()])
        let final = await #expect(throws: APIError.self) { try await waiting.items.get(7) }
        #expect(final?.failure?.status == 429)
        #expect(await exhausted.requests.count == 1)
    }
}

private func fields(_ elements: KeyValuePairs<String, String>) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in elements {
        if let name = HTTPField.Name(name) { fields[name] = value }
    }
    return fields
}
