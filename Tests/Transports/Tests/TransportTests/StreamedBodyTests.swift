import Foundation
import ModelAsyncHTTPClient
import ModelREST
import ModelTransfers
import Testing

@Suite("Bodies and responses that are streamed over AsyncHTTPClient")
struct StreamedBodyTests {
    private struct Sealed: Error {}

    @Test("an error of a body's own stream is that error, not one of the transport, which would be repeated")
    func ownError() async throws {
        let script: [MisbehavingServer.Step] = [.read(bytes: 1 << 20), .text("HTTP/1.1 204 No Content\r\n\r\n")]
        try await MisbehavingServer.run({ _ in script }) { server in
            for transport in [AsyncHTTPClientTransport.shared, URLSessionTransport.shared] as [any Transport] {
                let client = APIClient(APIDefaults(baseURL: server.url), transport: transport)
                let body = RequestContent.stream(type: "a/b", length: 1 << 20) {
                    let count = Box(0)
                    return ByteChunks {
                        if count.change({
                            $0 += 1; return $0
                        }) > 2 {
                            throw Sealed()
                        }
                        return Data(count: 1 << 10)
                    }
                }
                let endpoint = Endpoint<Void>("x", .put, "x", body: body, returns: .nothing)
                let error = await #expect(throws: APIError.self) { try await client.send(endpoint) }
                guard case .local(is Sealed)? = error?.reason else { throw try #require(error) }
            }
        }
    }

    @Test("events arrive one by one, and the connection is closed when nobody reads them any more")
    func events() async throws {
        let script: [MisbehavingServer.Step] = [
            .text("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/event-stream\r\n\r\ndata: 1\n\n"),
            .wait(milliseconds: 100), .text("data: 2\n\n"),
            .trickle(String(repeating: ":\n", count: 9000), milliseconds: 5),
        ]
        try await MisbehavingServer.run({ _ in script }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url), transport: .asyncHTTPClient)
            let follow = Endpoint<Void>("x", .get, "x", returns: .nothing)
            for try await event in client.events(of: follow) where event.data == "2" { break }
            for _ in 0..<300 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(server.deserted.value == 1)
        }
    }

    @Test("a slow reader of a large response gets all of it, in constant memory")
    func slowReader() async throws {
        let size = 256 << 20
        let head = "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n"
        try await MisbehavingServer.run({ _ in [.text(head), .flood(bytes: size)] }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url), transport: .asyncHTTPClient)
            let count = Box(0)
            let growth = try await PeakMemory.growth {
                for try await chunk in client.chunks(of: Endpoint<Void>("x", .get, "x", returns: .nothing)) {
                    count.change { $0 += chunk.count }
                    try await Task.sleep(for: .milliseconds(1))
                }
            }
            #expect(count.value == size)
            #expect(growth < 128)
        }
    }
}
