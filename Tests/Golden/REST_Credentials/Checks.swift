import Foundation
import HTTPTypes
import ModelCredentials
import ModelMiddleware
import ModelREST
import ModelRetries
import ModelRuntime
import Testing

/// Answers requests with one status after another, and records their headers.
actor Desk: Transport {
    private(set) var asked: [HTTPRequest] = []
    private let statuses: [Int]

    init(_ statuses: Int...) { self.statuses = statuses }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        let status = statuses[min(asked.count, statuses.count - 1)]
        asked.append(request)
        let fields: HTTPFields = [.contentType: "application/json", .retryAfter: "0"]
        let isList = request.method == .get && request.path?.hasPrefix("/payments?") ?? false
        let body = isList || request.path == "/payments" && request.method == .get ? "[]" : #"{"id": 7, "amount": 3}"#
        return TransportResponse(
            HTTPResponse(status: .init(code: status), headerFields: fields), body: .data(Data(body.utf8)))
    }

    func header(_ name: String) -> [String?] {
        asked.map { request in HTTPField.Name(name).flatMap { request.headerFields[$0] } }
    }
}

@Suite("Credentials and attempts")
struct CredentialTests {
    private func api(_ desk: Desk) -> PayAPI {
        PayAPI(
            credentials: { name in
                switch name {
                case .user: "token"
                case .key: "secret"
                case .partner: "p1"
                }
            }, transport: desk)
    }

    @Test("each operation is sent with the credentials that it names, and no other")
    func credentials() async throws {
        let desk = Desk(200)
        let api = api(desk)
        _ = try await api.payments.list()
        _ = try await api.payments.get(7)
        await #expect(throws: APIError.self) { try await api.payments.create(Payment.Draft(amount: 3)) }
        try await api.send(Payment.login())
        #expect(await desk.header("Authorization") == ["Bearer token", "Bearer token", nil, nil])
        #expect(await desk.header("X-Api-Key") == [nil, nil, "secret", nil])
        #expect(await desk.asked.map { $0.path?.contains("partner=p1") } == [false, true, false, false])
    }

    @Test("errors show no secret, wherever in the URL it is")
    func secrets() async throws {
        let api = api(Desk(400))
        func url(_ operation: () async throws -> Void) async throws -> String {
            let error = await #expect(throws: APIError.self) { try await operation() }
            #expect(!"\(try #require(error))".contains("s3cret"))
            return try #require(error).request.url.replacing("https://pay.example.com", with: "")
        }
        #expect(try await url { _ = try await api.devices.get("s3cret") } == "/devices/***")
        #expect(try await url { _ = try await api.devices.list(.init(pin: "s3cret")) } == "/devices?pin=***")
        let device = Device(serial: "s3cret", name: "a")
        #expect(
            try await url { _ = try await api.devices.list(.init(serial: "s3cret", alike: device)) }
                == "/devices?serial=***&alike=***")
        #expect(
            try await url { _ = try await api.send(Device.join(code: "s3cret", pin: "s3cret")) }
                == "/invitations/***?pin=***"
        )
        #expect(try await url { _ = try await api.send(Device.reset(resetToken: "s3cret")) } == "/resets/***/confirm")
    }

    @Test("a program that has only one of the credentials sends it where it is used, and nowhere else")
    func single() async throws {
        let desk = Desk(201)
        let api = PayAPI(credentials: { $0 == .user ? "token" : nil }, transport: desk)
        _ = try await api.payments.create(Payment.Draft(amount: 3))
        #expect(await desk.header("X-Api-Key") == [nil])
        let bearer = Desk(200)
        let other = PayAPI(transport: bearer, middleware: [BearerAuth("t", as: "user")])
        _ = try await other.payments.list()
        try await other.send(Payment.login())
        #expect(await bearer.header("Authorization") == ["Bearer t", nil])
    }

    @Test("requests that may be retried are, with the same key; others are not")
    func attempts() async throws {
        let desk = Desk(503, 503, 201)
        _ = try await api(desk).payments.create(Payment.Draft(amount: 3))
        let keys = await desk.header("Idempotency-Key")
        #expect(keys.count == 3 && Set(keys).count == 1 && keys[0].flatMap { UUID(uuidString: $0) } != nil)
        for (statuses, count) in [(Desk(503), 3), (Desk(503, 503, 200), 3)] {
            _ = try? await api(statuses).payments.list()
            #expect(await statuses.asked.count == count)
        }
        let never = Desk(503)
        await #expect(throws: APIError.self) { try await api(never).payments.get(7) }
        #expect(await never.asked.count == 1)
        let login = Desk(503)
        await #expect(throws: APIError.self) { try await api(login).send(Payment.login()) }
        #expect(await login.asked.count == 1)
        let often = Desk(503)
        await #expect(throws: APIError.self) {
            try await api(often).payments.update(Payment(id: 7, amount: 3))
        }
        #expect(await often.asked.count == 5)
        let own = Desk(503)
        let key = Payment.touch(7).header("Idempotency-Key", "mine").attempts(2)
        await #expect(throws: APIError.self) { try await api(own).send(key) }
        #expect(await own.header("Idempotency-Key") == ["mine", "mine"])
    }

    @Test("a Retry in the program replaces the schema's, and an operation's number replaces both")
    func ownRetry() async throws {
        let desk = Desk(503)
        let retry = Retry(attempts: 2, first: .milliseconds(1))
        let api = PayAPI(transport: desk, middleware: [retry])
        await #expect(throws: APIError.self) { try await api.payments.get(7) }
        #expect(await desk.asked.count == 1)
    }

    @Test("only the statuses that an operation expects mean success")
    func expected() async throws {
        let draft = Payment.Draft(amount: 3)
        await #expect(throws: APIError.self) { try await api(Desk(200)).payments.create(draft) }
        #expect(try await api(Desk(201)).payments.create(draft).id == 7)
        try await api(Desk(404)).payments.delete(7)
        await #expect(throws: APIError.self) { try await api(Desk(200)).payments.delete(7) }
    }

    @Test("a header that the caller passes is sent with every kind of operation")
    func preconditions() async throws {
        let desk = Desk(200, 200, 204)
        let api = api(desk)
        _ = try await api.send(Payment.list(.init(limit: 3), ifNoneMatch: "\"a\""))
        _ = try await api.send(Payment.update(Payment(id: 7, amount: 3), ifMatch: "\"b\""))
        try await api.send(Payment.delete(7, ifMatch: "\"c\""))
        #expect(await desk.header("If-None-Match") == ["\"a\"", nil, nil])
        #expect(await desk.header("If-Match") == [nil, "\"b\"", "\"c\""])
    }
}
