import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import Testing

/// Each kind of misbehaviour ends in a typed error, in bounded time and memory.
@Suite("A server that misbehaves", .serialized)
struct MisbehavingServerTests {
    enum Outcome: Hashable {
        case value
        case transport(TransportError.Reason)
        case decoding, timeout, tooLarge, cancelled
        case status(Int)
        case other(String)
    }

    struct Case: Sendable, CustomTestStringConvertible {
        let name: String
        let steps: [MisbehavingServer.Step]
        let expected: [Outcome]
        var testDescription: String { name }
    }

    static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    static let post = #"{"data":{"id":1,"userId":7,"title":"a","body":""}}"#

    static let cases: [Case] = [
        Case(
            name: "an answer as it should be",
            steps: [.text(head + "Content-Length: \(post.utf8.count)\r\n\r\n" + post)],
            expected: [.value]
        ),
        Case(
            name: "chunks as they should be",
            steps: [
                .text(
                    head + "Transfer-Encoding: chunked\r\n\r\n"
                        + "\(String(post.utf8.count, radix: 16))\r\n\(post)\r\n0\r\n\r\n"
                )
            ],
            expected: [.value]
        ),
        Case(name: "slow head", steps: [.trickle(head, milliseconds: 50)], expected: [.timeout]),
        Case(
            name: "slow body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n"), .trickle(post, milliseconds: 50)],
            expected: [.timeout]
        ),
        Case(name: "silence", steps: [.wait(milliseconds: 1500)], expected: [.timeout]),
        Case(
            name: "closed at once",
            steps: [],
            expected: [.transport(.connectionLost), .transport(.malformedResponse)]
        ),
        Case(name: "reset at once", steps: [.reset], expected: [.transport(.connectionLost)]),
        Case(
            name: cutInTheHead,
            steps: [.text("HTTP/1.1 200 OK\r\nContent-Le")],
            expected: [.transport(.connectionLost), .transport(.malformedResponse), .decoding]
        ),
        Case(
            name: "cut in the body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n" + post)],
            expected: [.transport(.connectionLost)]
        ),
        Case(
            name: "reset in the body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n" + post), .wait(milliseconds: 50), .reset],
            expected: [.transport(.connectionLost)]
        ),
        Case(
            name: "a length that is too short",
            steps: [.text(head + "Content-Length: 12\r\n\r\n" + post)],
            expected: [.decoding]
        ),
        Case(
            name: "a length that is no number",
            steps: [.text(head + "Content-Length: many\r\n\r\n" + post)],
            expected: [.transport(.malformedResponse), .transport(.other), .value]
        ),
        Case(
            name: "a negative length",
            steps: [.text(head + "Content-Length: -5\r\n\r\n" + post)],
            expected: [.transport(.malformedResponse), .transport(.other), .value]
        ),
        Case(
            name: "chunked garbage",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n!!!!\r\n")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other)]
        ),
        Case(
            name: "chunks cut off",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nFF\r\n{\"data\":")],
            expected: [.transport(.connectionLost)]
        ),
        Case(
            name: "a chunk of an absurd size",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n{}")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other)]
        ),
        Case(
            name: "not HTTP",
            steps: [.text("SSH-2.0-OpenSSH_9.2\r\n\r\n")],
            expected: [.transport(.malformedResponse), .transport(.other), .transport(.connectionLost)]
        ),
        Case(
            name: "huge headers",
            steps: [.text("HTTP/1.1 200 OK\r\nX-Huge: "), .flood(bytes: 8 << 20), .text("\r\n\r\n{}")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other), .tooLarge]
        ),
        Case(
            name: "headers without end",
            steps: [.text("HTTP/1.1 200 OK\r\n")]
                + (0..<20000).map { .text("X-\($0): \(String(repeating: "x", count: 80))\r\n") },
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other), .tooLarge]
        ),
        Case(
            name: "a huge body that says so",
            steps: [.text(head + "Content-Length: 999999999999\r\n\r\n"), .flood(bytes: 64 << 20)],
            expected: [.tooLarge]
        ),
        Case(
            name: "a huge body that does not say so",
            steps: [.text(head + "Connection: close\r\n\r\n"), .flood(bytes: 64 << 20)],
            expected: [.tooLarge]
        ),
        Case(name: "a compressed bomb", steps: [.send(GzipBomb.response)], expected: [.tooLarge]),
        Case(
            name: "compressed garbage",
            steps: [.text(head + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope")],
            expected: [.transport(.malformedResponse), .transport(.other), .decoding, .transport(.connectionLost)]
        ),
        Case(
            name: "invalid UTF-8",
            steps: [
                .text(head + "Connection: close\r\n\r\n{\"data\":{\"id\":1,\"userId\":7,\"title\":\""),
                .send(Data([0xC3, 0x28, 0xFF])), .text("\",\"body\":\"\"}}"),
            ],
            expected: [.decoding]
        ),
        Case(
            name: "an informational status that never ends",
            steps: (0..<40).flatMap { _ in [.text("HTTP/1.1 100 Continue\r\n\r\n"), .wait(milliseconds: 30)] },
            expected: [.timeout, .transport(.connectionLost), .transport(.malformedResponse), .transport(.other)]
        ),
        Case(
            name: "a status of no class",
            steps: [.text("HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n")],
            expected: [.status(999)]
        ),
    ]

    static let cutInTheHead = "cut in the head"

    #if canImport(FoundationNetworking)
        /// `URLSession` for Linux ends the process when the connection is closed within the head of a response
        /// (swift-corelibs-foundation issue 5285); nothing above it can prevent that.
        static let survivableCases = cases.filter { $0.name != cutInTheHead }

        @Test("known defect: Foundation for Linux does not survive a head that is cut; when it does, this test says so")
        func knownDefect() async {
            await #expect(processExitsWith: .failure) {
                try await MisbehavingServer.run({ _ in [.text("HTTP/1.1 200 OK\r\nContent-Le")] }) { server in
                    _ = await MisbehavingServerTests.outcome(server.url)
                }
            }
        }
    #else
        static let survivableCases = cases
    #endif

    static func outcome(_ url: String, timeout: Duration = .milliseconds(400)) async -> Outcome {
        var defaults = BlogAPI.defaults
        defaults.timeout = timeout
        defaults.responseLimit = 1 << 20
        let client = APIClient(defaults, baseURL: { url }, transport: URLSessionTransport())
        do {
            _ = try await PostsAPI.get(client)
            return .value
        } catch let error as APIError {
            switch error.reason {
            case .transport(let error): return .transport(error.reason)
            case .decoding: return .decoding
            case .timeout: return .timeout
            case .tooLarge: return .tooLarge
            case .cancelled: return .cancelled
            case .status(let failure): return .status(failure.status)
            default: return .other("\(error)")
            }
        } catch {
            return .other("\(error)")
        }
    }

    @Test("ends in a typed error, soon", arguments: survivableCases)
    func misbehaviour(_ misbehaviour: Case) async throws {
        try await MisbehavingServer.run({ _ in misbehaviour.steps }) { server in
            let start = ContinuousClock.now
            let mayTimeOut = misbehaviour.expected.contains(.timeout)
            let outcome = await Self.outcome(server.url, timeout: mayTimeOut ? .milliseconds(300) : .seconds(10))
            #expect(misbehaviour.expected.contains(outcome), "was \(outcome)")
            #expect(ContinuousClock.now - start < .seconds(8))
        }
    }

    @Test("a cancelled task ends the connection, and the error says so")
    func cancellation() async throws {
        try await MisbehavingServer.run({ _ in [.trickle(Self.head + Self.head, milliseconds: 20)] }) { server in
            let start = ContinuousClock.now
            let task = Task { await Self.outcome(server.url, timeout: .seconds(30)) }
            try await Task.sleep(for: .milliseconds(150))
            task.cancel()
            #expect(await task.value == .cancelled)
            #expect(ContinuousClock.now - start < .seconds(5))
            for _ in 0..<200 where server.deserted.value == 0 { try await Task.sleep(for: .milliseconds(20)) }
            #expect(server.deserted.value == 1)
        }
    }

    @Test("a certificate that is none is an error of its own kind")
    func noTLS() async throws {
        try await MisbehavingServer.run({ _ in [.text("HTTP/1.1 200 OK\r\n\r\n")] }) { server in
            let outcome = await Self.outcome(server.url.replacingOccurrences(of: "http:", with: "https:"))
            let expected: [Outcome] = [
                .transport(.insecure), .transport(.connectionLost), .timeout, .transport(.other),
            ]
            #expect(expected.contains(outcome), "was \(outcome)")
        }
    }
}

extension PostsAPI {
    fileprivate static func get(_ client: APIClient) async throws -> Post {
        try await client.send(Endpoints.get(1))
    }
}

/// Some 64 MiB of zeros in 64 KiB.
enum GzipBomb {
    /// As `head -c 67108864 /dev/zero | gzip -9` begins: in its code of one bit a symbol, more zeros are more zeros.
    static var response: Data {
        var body = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3])
        body.append(Data([0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A]))
        body.append(Data(count: 64 << 10))
        var head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        head += "Content-Length: \(body.count)\r\n\r\n"
        return Data(head.utf8) + body
    }
}
