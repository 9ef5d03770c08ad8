import Foundation
import ModelPagination
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("nginx with TLS of its own certificate authority", .enabled(if: Server.nginx.isRunning), .serialized)
struct NginxTests {
    /// Why there is no secure connection; nil if there is one.
    private func reason(_ base: String, _ transport: any Transport) async throws -> HandshakeFailure? {
        let client = APIClient(APIDefaults(baseURL: base), transport: transport)
        let endpoint = Endpoint<Void>("x", .get, "file.bin", returns: .nothing)
        let error = await failure { try await client.send(endpoint) }
        guard let error else { return nil }
        guard case .transport(let error) = error.reason else { throw error }
        #expect(error.reason == .insecure)
        return error.handshake
    }

    @Test(
        "line 7: an error says which certificate it does not trust, and where there is no TLS",
        arguments: Carrier.allCases)
    func handshakes(_ carrier: Carrier) async throws {
        let (stranger, plain) = (try Server.stranger.port, try Server.plain.port)
        // BoringSSL, which AsyncHTTPClient uses, only reports that a certificate was rejected.
        let refusal: HandshakeFailure = carrier == .urlSession ? .untrusted : .refused
        #expect(try await reason("https://localhost:\(stranger)", carrier.transport) == refusal)
        #expect(try await reason("https://localhost:\(plain)", carrier.transport) == .notTLS)
    }

    @Test("line 7: an error says what is wrong with a trusted certificate", arguments: Carrier.trusting)
    func certificates(_ carrier: Carrier) async throws {
        let (valid, expired) = (try Server.nginx.port, try Server.expired.port)
        let transport = try carrier.trusting
        let refusal: HandshakeFailure = carrier == .urlSession ? .expired : .refused
        #expect(try await reason("https://localhost:\(valid)", transport) == nil)
        #expect(try await reason("https://127.0.0.1:\(valid)", transport) == .otherHost)
        #expect(try await reason("https://localhost:\(expired)", transport) == refusal)
        let (later, mutual) = (try Server.later.port, try Server.mutual.port)
        let early: HandshakeFailure = carrier == .urlSession ? .notYetValid : .refused
        #expect(try await reason("https://localhost:\(later)", transport) == early)
        #expect(try await reason("https://localhost:\(mutual)", transport) == .clientCertificate)
    }

    @Test("Django behind TLS: the links of its pages go through it", arguments: Carrier.trusting)
    func pages(_ carrier: Carrier) async throws {
        let port = try Server.nginx.port
        let transport = try carrier.trusting
        let api = CursorsAPI(baseURL: { "https://localhost:\(port)" }, transport: transport)
        #expect(try await api.cursors.all().collected().count == 7)
    }

    @Test("line 4: an interrupted download continues where it stopped", arguments: Carrier.allCases)
    func ranges(_ carrier: Carrier) async throws {
        try await resume(.plain, carrier.transport, "file.bin")
    }

    @Test(
        "line 9: cancelled uploads leave the server and the client unchanged", arguments: Carrier.allCases)
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
