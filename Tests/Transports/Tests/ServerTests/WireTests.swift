import Foundation
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("What is on the wire", .enabled(if: Server.httpbin.isRunning && Server.fastAPI.isRunning), .serialized)
struct WireTests {
    /// What each transport says about itself and the connection. Some also say that they accept anything, and send an
    /// explicit length of 0.
    private static let own: Set<String> = [
        "host", "user-agent", "accept-encoding", "accept-language", "connection",
    ]

    /// The requests of a transport, without its own headers, and without the boundary of forms, which is random.
    private static func sent(
        over carrier: Carrier, to server: Server, _ body: @Sendable (String, any Transport) async throws -> Void
    ) async throws -> [RecordingProxy.Recorded] {
        let requests = Box<[RecordingProxy.Recorded]>([])
        try await RecordingProxy.run(server) { proxy in
            try await body(proxy.url, carrier.transport)
            requests.change { $0 = proxy.requests }
        }
        return requests.value.map { request in
            let type = request.headers["content-type"] ?? ""
            let boundary = type.firstRange(of: "boundary=").map { String(type[$0.upperBound...]) }
            func plain(_ text: String) -> String {
                boundary.map { text.replacingOccurrences(of: $0, with: "BOUNDARY") } ?? text
            }
            let headers = request.headers.filter { name, value in
                !own.contains(name) && (name, value) != ("accept", "*/*") && (name, value) != ("content-length", "0")
            }.mapValues(plain)
            return RecordingProxy.Recorded(line: request.line, headers: headers, body: plain(request.body))
        }
    }

    private static func expectSame(
        _ server: Server, count: Int, _ body: @Sendable (String, any Transport) async throws -> Void
    ) async throws {
        let urlSession = try await sent(over: .urlSession, to: server, body)
        let asyncHTTPClient = try await sent(over: .asyncHTTPClient, to: server, body)
        #expect(urlSession.count == count)
        for (left, right) in zip(urlSession, asyncHTTPClient) { #expect(left == right) }
        #expect(urlSession.count == asyncHTTPClient.count)
    }

    @Test("both transports send the same: documents, patches, forms with files, headers, queries")
    func documents() async throws {
        try await Self.expectSame(.fastAPI, count: 5) { url, transport in
            let api = TeamAPI(baseURL: { url }, transport: transport)
            _ = try await api.tasks(team: "red").list(.init(labels: ["&", "ü"], day: Date(timeIntervalSince1970: 0)))
            _ = try await api.send(Chore.create(Chore.Draft(title: "Dry"), team: "red", prefer: "respond-async"))
            var patch = Chore.Patch()
            patch.note = .value("now")
            _ = try? await api.send(Chore.patch(999, patch, ifMatch: "\"v0\"", in: Chore.resource(team: "a b")))
            let files: [UploadSource] = [.data(Data("abc".utf8)), .data(Data([0, 255]), name: "b\".bin")]
            let about = Ticket(job: 1, title: "Bill")
            _ = try await api.upload(Chore.attach(1, files: files, about: about, caption: "grüß", team: "red")).value
            try? await api.tasks(team: "a b/c").delete(998)
        }
    }

    @Test("both transports send the same: credentials, bytes, redirects, forms, nothing")
    func echoes() async throws {
        try await Self.expectSame(.httpbin, count: 7) { url, transport in
            let credentials: @Sendable (BinAPI.Credential) async throws -> String? = { "\($0.rawValue):x" }
            let api = BinAPI(baseURL: { url }, credentials: credentials, transport: transport)
            _ = try await api.send(Echo.keyed())
            _ = try await api.upload(Echo.send(.data(Data("grüß".utf8), type: "text/plain"))).value
            _ = try await api.send(Echo.turned(url: "/anything", a: "1 & 2"))
            try await api.send(Endpoint<Void>("none", .post, "anything", returns: .nothing))
            try await api.send(Endpoint<Void>("none", .delete, "anything/x%2Fy", returns: .nothing))
            try await api.send(Endpoint<Void>("none", .options, "anything", returns: .nothing))
        }
    }
}
