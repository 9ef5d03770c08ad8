import Foundation
import ModelCredentials
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("httpbin", .enabled(if: Server.httpbin.isRunning), .serialized)
struct HttpbinTests {
    private func api(_ url: String, _ carrier: Carrier) -> BinAPI {
        BinAPI(
            baseURL: { url },
            credentials: { name in
                switch name {
                case .user: "t0ken"
                case .login: "ann:secret"
                case .key: "k3y"
                }
            }, transport: carrier.transport)
    }

    @Test("line 8: each operation is sent with the credentials that it names", arguments: Carrier.allCases)
    func credentials(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.httpbin) { proxy in
            let api = api(proxy.url, carrier)
            try await api.send(Echo.bearer())
            try await api.send(Echo.basic())
            try await expectEqual(api.send(Echo.anyone()).headers["Authorization"], nil)
            let both = try await api.send(Echo.keyed()).headers
            #expect(both["Authorization"] == "Bearer t0ken" && both["X-Api-Key"] == "k3y")
        }
    }

    @Test(
        "line 7: redirects are reported, followed as the API allows, and send no credential on",
        arguments: Carrier.allCases)
    func redirects(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.httpbin) { proxy in
            let api = api(proxy.url, carrier)
            let turned = try await api.send(Echo.turned(url: "/anything", a: "1"))
            #expect(turned.method == "GET" && turned.form.isEmpty)
            let error = await failure { _ = try await api.send(Echo.away(url: "/status/418")) }
            #expect(error?.request.redirects == ["GET \(proxy.url)/status/418"])
            try await RecordingProxy.run(.httpbin) { other in
                try await expectEqual(api.send(Echo.away(url: "\(other.url)/anything")).method, "GET")
                #expect(other.requests.first?.headers["authorization"] == nil)
            }
        }
    }

    @Test("line 3: bytes, compressed responses, 304", arguments: Carrier.allCases)
    func bodies(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.httpbin) { proxy in
            let api = api(proxy.url, carrier)
            try await expectEqual(api.send(Echo.bytes(count: 1000)).count, 1000)
            try await expectEqual(api.send(Echo.gzip()).gzipped, true)
            guard case .notModified = try await api.send(Echo.unchanged(ifNoneMatch: "abc")) else {
                Issue.record("it was sent again")
                return
            }
            let sent = try await api.upload(Echo.send(.data(Data("grüß".utf8), type: "text/plain"))).value
            #expect(sent.data == "grüß" && sent.headers["Content-Length"] == "6")
        }
    }

    @Test("line 3: HEAD has the headers of a body that is not sent", arguments: Carrier.allCases)
    func heads(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.httpbin) { proxy in
            let head = Endpoint<Void>("head", .head, "bytes/1000", returns: .nothing)
            let answer = try await api(proxy.url, carrier).response(for: head)
            #expect(answer.headers[.contentLength] == "1000" && answer.body.isEmpty)
            #expect(proxy.lines == ["HEAD /bytes/1000"])
        }
    }

    @Test("line 7: a request that takes too long says so", arguments: Carrier.allCases)
    func timeouts(_ carrier: Carrier) async throws {
        try await RecordingProxy.run(.httpbin) { proxy in
            guard
                case .timeout? = await failure({ _ = try await api(proxy.url, carrier).send(Echo.slow(seconds: 3)) })?
                    .reason
            else {
                Issue.record("no timeout")
                return
            }
        }
    }
}
