import Foundation
import ModelREST
import ModelRuntime
import Testing

@Suite("nginx with TLS of an own authority", .enabled(if: Server.nginx.isRunning), .serialized)
struct NginxTests {
    private static let authority = ProcessInfo.processInfo.environment["AUTHORITY"] ?? ""

    @Test("line 7: an error says why there is no secure connection", arguments: Carrier.allCases)
    func handshakes(_ carrier: Carrier) async throws {
        func reason(_ scheme: String, _ server: Server) async throws -> TransportError? {
            let client = APIClient(
                APIDefaults(baseURL: "\(scheme)://localhost:\(try server.port)"), transport: carrier.transport)
            let endpoint = Endpoint<Void>("x", .get, "file.bin", returns: .nothing)
            guard case .transport(let error)? = await failure({ try await client.send(endpoint) })?.reason else {
                return nil
            }
            return error
        }
        let untrusted = try #require(try await reason("https", .nginx))
        #expect(untrusted.reason == .insecure && untrusted.handshake == .untrusted)
        let expired = try #require(try await reason("https", .expired))
        // BoringSSL tells only that the certificate was refused.
        #expect(expired.handshake == (carrier == .urlSession ? .expired : .untrusted))
        let plain = try #require(try await reason("https", .plain))
        #expect(plain.reason == .insecure && plain.handshake == .notTLS)
    }

    @Test("Django behind TLS: the links of its pages lead through it")
    func pages() async throws {
        let transport = try AsyncHTTPClientTransport.trusting(Self.authority)
        let port = try Server.nginx.port
        let api = CursorsAPI(baseURL: { "https://localhost:\(port)" }, transport: transport)
        #expect(try await api.cursorNotes.all().collected().count == 7)
    }

    @Test("line 4: a download that is cut goes on where it stopped", arguments: Carrier.allCases)
    func ranges(_ carrier: Carrier) async throws {
        try await resume(.plain, carrier.transport, "file.bin")
    }

    @Test(
        "line 9: uploads that are cancelled leave the server and the client as they were", arguments: Carrier.allCases)
    func cancellations(_ carrier: Carrier) async throws {
        let file = ProcessInfo.processInfo.environment["SERVED_FILE"] ?? ""
        let port = try Server.plain.port
        let client = APIClient(APIDefaults(baseURL: "http://localhost:\(port)"), transport: carrier.transport)
        let body = RequestContent.raw(.file(URL(fileURLWithPath: file)))
        let endpoint = Endpoint<Void>("x", .put, "anything", body: body, returns: .nothing)
        for number in 0..<100 {
            let transfer = client.upload(endpoint)
            try await Task.sleep(for: .microseconds(number * 50))
            transfer.cancel()
            _ = try? await transfer.value
        }
        try await client.upload(endpoint).value
    }
}
