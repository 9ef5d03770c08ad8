import Foundation
import ModelREST
import ModelTransfers
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Connections")
struct ConnectionTests {
    private static func transport(_ connections: Int) -> URLSessionTransport {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = connections
        return URLSessionTransport(configuration: configuration)
    }

    @Test("a transport does not change the configuration that it is given")
    func configuration() {
        let configuration = URLSessionConfiguration.default
        configuration.httpShouldSetCookies = true
        configuration.urlCache = URLCache.shared
        _ = URLSessionTransport(configuration: configuration)
        #expect(configuration.httpShouldSetCookies)
        #expect(configuration.urlCache != nil)
        #expect(configuration.requestCachePolicy == .useProtocolCachePolicy)
    }

    @Test("a request's timeout begins when it has a connection, of which there are as many as configured")
    func waiting() async throws {
        let running = Box((now: 0, most: 0))
        try await LoopbackServer.run({ asked in
            running.change { ($0.now, $0.most) = ($0.now + 1, max($0.most, $0.now + 1)) }
            if asked.path == "/slow" { try? await Task.sleep(for: .seconds(4)) }
            running.change { $0.now -= 1 }
            return Answer()
        }) { server in
            let transport = Self.transport(1)
            @Sendable func send(_ path: APIPath, within timeout: Duration) async throws {
                let client = APIClient(APIDefaults(baseURL: server.url, timeout: timeout), transport: transport)
                try await client.send(Endpoint("x", .get, path, returns: .nothing))
            }
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await send("slow", within: .seconds(60)) }
                while server.asked.value.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
                for _ in 0..<60 { group.addTask { try await send("x", within: .seconds(3)) } }
                try await group.waitForAll()
            }
            #expect(running.value.most == 1)
        }
    }

    @Test(
        "a request that is cancelled while it waits for a connection ends at once, and uses none",
        .timeLimit(.minutes(20)))
    func cancelled() async throws {
        let isOpen = Box(false)
        try await LoopbackServer.run({ _ in
            while !isOpen.value { try? await Task.sleep(for: .milliseconds(5)) }
            return Answer()
        }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url), transport: Self.transport(1))
            @Sendable func send() async throws { try await client.send(Endpoint("x", .get, "x", returns: .nothing)) }
            let first = Task { try await send() }
            while server.asked.value.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
            let waiting = (0..<50).map { _ in Task { try await send() } }
            try await Task.sleep(for: .milliseconds(20))
            for task in waiting { task.cancel() }
            for task in waiting {
                let error = await #expect(throws: APIError.self) { try await task.value }
                #expect(error?.isCancellation == true)
            }
            isOpen.change { $0 = true }
            try await first.value
            try await send()
            #expect(server.asked.value.count == 2)
        }
    }

    /// What a program binds around its requests.
    @TaskLocal private static var bound: Bound?

    private final class Bound: Sendable {
        private let released: Box<Int>

        init(_ released: Box<Int>) { self.released = released }

        deinit { released.change { $0 += 1 } }
    }

    @Test(
        "what is bound around a request is released after it, and not when its time would end",
        .timeLimit(.minutes(20)))
    func boundValues() async throws {
        let released = Box(0)
        try await LoopbackServer.run({ _ in Answer() }) { server in
            for _ in 0..<2 {
                let client = APIClient(APIDefaults(baseURL: server.url, timeout: .seconds(3600)))
                try await Self.$bound.withValue(Bound(released)) {
                    try await client.send(Endpoint("x", .get, "x", returns: .nothing))
                }
            }
        }
        while released.value < 2 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test("an error says that a port does not speak TLS")
    func plainPort() async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url.replacing("http:", with: "https:")))
            let error = await #expect(throws: APIError.self) {
                try await client.send(Endpoint<Void>("x", .get, "x", returns: .nothing))
            }
            guard case .transport(let failure)? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(failure.reason == .insecure)
            // A server may hang up on requests that it does not understand, or say so.
            #expect([.cutOff, .notTLS].contains(failure.handshake), "\(failure)")
            #expect("\(failure)".contains("not speak TLS"))
        }
    }

    @Test(
        "a body is sent again completely, or not at all, when the server closes a kept connection",
        arguments: [false, true])
    func staleConnections(_ isFile: Bool) async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("body")
        let bytes = Data(repeating: 65, count: 10_000)
        try bytes.write(to: file)
        let connections = Box(0)
        let ok = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"
        try await MisbehavingServer.run({ _ in
            let number = connections.change { number in
                number += 1
                return number
            }
            return number == 1 ? [.text(ok), .read(bytes: 20)] : [.read(bytes: 10_000), .text(ok)]
        }) { server in
            let defaults = APIDefaults(baseURL: server.url, timeout: .seconds(5))
            let client = APIClient(defaults, transport: Self.transport(1))
            try await client.send(Endpoint("x", .get, "x", returns: .nothing))
            let body = RequestContent.raw(isFile ? .file(file) : .data(bytes))
            let outcome = await TokenRefreshTests.reason {
                try await client.send(Endpoint("x", .put, "x", body: body, returns: .nothing))
            }
            // If libcurl noticed late, it is an error at once. A part of the body would leave the server waiting for
            // more.
            #expect(outcome == "value" ? server.connections.value == 2 : outcome.contains("lost"), "\(outcome)")
        }
    }

    @Test("a POST is not sent again when the server closes a kept connection: it may have had its effect")
    func postOnStaleConnection() async throws {
        try await MisbehavingServer.run({ _ in
            [.text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), .read(bytes: 150)]
        }) { server in
            let client = APIClient(APIDefaults(baseURL: server.url, timeout: .seconds(5)), transport: Self.transport(1))
            try await client.send(Endpoint("x", .get, "x", returns: .nothing))
            let outcome = await TokenRefreshTests.reason {
                try await client.send(Endpoint("x", .post, "x", body: .json(["k": 1]), returns: .nothing))
            }
            #expect(outcome.contains("lost"), "\(outcome)")
        }
    }

    @Test(
        "an answer within the timeout is received, even if that is a fraction of a second",
        arguments: [Duration.milliseconds(900), .milliseconds(1900)])
    func fractions(_ timeout: Duration) async throws {
        try await LoopbackServer.run { _ in
            try? await Task.sleep(for: timeout > .seconds(1) ? .milliseconds(1200) : .milliseconds(100))
            return Answer()
        } _: { server in
            let client = APIClient(APIDefaults(baseURL: server.url, timeout: timeout))
            try await client.send(Endpoint<Void>("x", .get, "x", returns: .nothing))
        }
    }
}
