import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import Testing

/// Each kind of misbehavior ends in a typed error, in bounded time and memory.
@Suite("A server that misbehaves", .serialized)
struct MisbehavingServerTests {
    #if canImport(FoundationNetworking)
        static let cases = Misbehaviour.cases

        static func visit(_ misbehaviour: Misbehaviour) async throws {
            try await MisbehavingServer.run({ _ in misbehaviour.steps }) {
                _ = await outcome($0.url, timeout: .seconds(9))
            }
        }

        @Test("known defect: Foundation on Linux accepts no IPv6 address as a host; when it does, this test reports it")
        func numericHost() async {
            #expect(await Self.outcome("http://[::1]:9") == .transport(.other))
        }

        @Test("known defect: Foundation on Linux does not survive a truncated head; when it does, this test reports it")
        func headThatIsCut() async {
            await #expect(processExitsWith: .failure) {
                try await MisbehavingServerTests.visit(Misbehaviour.fatalToFoundationForLinux[0])
            }
        }

        @Test("known defect: Foundation on Linux does not survive trailers; when it does, this test reports it")
        func trailers() async {
            await #expect(processExitsWith: .failure) {
                try await MisbehavingServerTests.visit(Misbehaviour.fatalToFoundationForLinux[2])
            }
        }
    #else
        static let cases = Misbehaviour.cases + Misbehaviour.fatalToFoundationForLinux
    #endif

    static func outcome(_ url: String, timeout: Duration = .milliseconds(400)) async -> Outcome {
        await Outcome.of(url, URLSessionTransport(), timeout: timeout)
    }

    @Test("ends in a typed error, soon", arguments: cases)
    func misbehaviour(_ misbehaviour: Misbehaviour) async throws {
        try await MisbehavingServer.run({ _ in misbehaviour.steps }) { server in
            let start = ContinuousClock.now
            let mayTimeOut = misbehaviour.expected.contains(.timeout)
            let outcome = await Self.outcome(server.url, timeout: mayTimeOut ? .milliseconds(300) : .seconds(10))
            #expect(misbehaviour.expected.contains(outcome), "was \(outcome)")
            #expect(ContinuousClock.now - start < .seconds(8))
        }
    }

    @Test("a cancelled task ends the connection, and the error says so", .timeLimit(.minutes(20)))
    func cancellation() async throws {
        try await MisbehavingServer.run({ _ in [.trickle(Misbehaviour.head + Misbehaviour.head, milliseconds: 20)] }) {
            server in
            let start = ContinuousClock.now
            let task = Task { await Self.outcome(server.url, timeout: .seconds(30)) }
            while server.connections.value == 0 { try await Task.sleep(for: .milliseconds(10)) }
            task.cancel()
            #expect(await task.value == .cancelled)
            #expect(ContinuousClock.now - start < .seconds(5))
            for _ in 0..<200 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(server.deserted.value == 1)
        }
    }

    @Test("a body that announces too large a size is not awaited: the connection ends")
    func announcedTooLarge() async throws {
        let head = Misbehaviour.head + "Content-Length: 999999999999\r\n\r\n"
        // With pauses, as in any network: data without a pause prevents Foundation on Linux from ending a task.
        let body = (0..<5000).flatMap { _ in [MisbehavingServer.Step.flood(bytes: 64 << 10), .wait(milliseconds: 2)] }
        try await MisbehavingServer.run({ _ in [.text(head)] + body }) { server in
            #expect(await Self.outcome(server.url, timeout: .seconds(10)) == .tooLarge)
            for _ in 0..<200 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(server.deserted.value == 1)
        }
    }

    @Test("truncated chunks are an error at whatever byte, even if the whole value is there")
    func cutChunks() async throws {
        let post = Misbehaviour.post
        let size = String(post.utf8.count - 5, radix: 16)
        let chunks = Data("5\r\n\(post.prefix(5))\r\n\(size)\r\n\(post.dropFirst(5))\r\n0\r\n\r\n".utf8)
        let head = Data((Misbehaviour.head + "Transfer-Encoding: chunked\r\n\r\n").utf8)
        // Some read it as complete without its last byte.
        for cut in [Int](0..<chunks.count - 1) + [chunks.count] {
            try await MisbehavingServer.run({ _ in [.send(head + chunks.prefix(cut))] }) { server in
                let outcome = await Self.outcome(server.url, timeout: .seconds(5))
                #expect(outcome == (cut == chunks.count ? .value : .transport(.connectionLost)), "cut at \(cut)")
            }
        }
    }

    @Test(
        "R17: a certificate that nobody has signed is a separate kind of error",
        .enabled(if: SelfSignedServer.isAvailable))
    func selfSigned() async throws {
        try await SelfSignedServer.run { url in
            #expect(await Self.outcome(url, timeout: .seconds(30)) == .transport(.insecure))
        }
    }
}
