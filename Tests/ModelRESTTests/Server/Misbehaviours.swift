import Foundation
import HTTPTypes
import ModelREST
import ModelRuntime
import Testing

/// The result of a request.
enum Outcome: Hashable, Sendable {
    case value
    case transport(TransportError.Reason)
    case decoding, timeout, tooLarge, cancelled
    case status(Int)
    case other(String)

    /// Requests one post, of at most a mebibyte.
    static func of<Carrier: Transport>(_ url: String, _ transport: Carrier, timeout: Duration) async -> Outcome {
        let client = APIClient(
            APIDefaults(baseURL: url, envelope: Envelope(object: ["data"]), timeout: timeout, responseLimit: 1 << 20),
            transport: transport
        )
        do {
            _ = try await client.send(Endpoint<Post>("posts.get", .get, "posts/1", returns: .object))
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
}

/// What a server does, and the allowed results.
struct Misbehaviour: Sendable, CustomTestStringConvertible {
    let name: String
    let steps: [MisbehavingServer.Step]
    let expected: [Outcome]
    var testDescription: String { name }

    static let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
    static let post = #"{"data":{"id":1,"userId":7,"title":"a","body":""}}"#

    static let cases: [Misbehaviour] = [
        Misbehaviour(
            name: "an answer as it should be",
            steps: [.text(head + "Content-Length: \(post.utf8.count)\r\n\r\n" + post)],
            expected: [.value]
        ),
        Misbehaviour(
            name: "chunks as they should be",
            steps: [
                .text(
                    head + "Transfer-Encoding: chunked\r\n\r\n"
                        + "\(String(post.utf8.count, radix: 16))\r\n\(post)\r\n0\r\n\r\n"
                )
            ],
            expected: [.value]
        ),
        Misbehaviour(name: "slow head", steps: [.trickle(head, milliseconds: 50)], expected: [.timeout]),
        Misbehaviour(
            name: "slow body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n"), .trickle(post, milliseconds: 50)],
            expected: [.timeout]
        ),
        Misbehaviour(name: "silence", steps: [.wait(milliseconds: 1500)], expected: [.timeout]),
        Misbehaviour(
            name: "closed at once",
            steps: [],
            expected: [.transport(.connectionLost), .transport(.malformedResponse)]
        ),
        Misbehaviour(name: "reset at once", steps: [.reset], expected: [.transport(.connectionLost)]),
        Misbehaviour(
            name: "cut in the body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n" + post)],
            expected: [.transport(.connectionLost)]
        ),
        Misbehaviour(
            name: "reset in the body",
            steps: [.text(head + "Content-Length: 1000\r\n\r\n" + post), .wait(milliseconds: 50), .reset],
            expected: [.transport(.connectionLost)]
        ),
        Misbehaviour(
            name: "a length that is too short",
            steps: [.text(head + "Content-Length: 12\r\n\r\n" + post)],
            expected: [.decoding]
        ),
        Misbehaviour(
            name: "a length that is no number",
            steps: [.text(head + "Content-Length: many\r\n\r\n" + post)],
            expected: [.transport(.malformedResponse), .transport(.other), .value]
        ),
        Misbehaviour(
            name: "a negative length",
            steps: [.text(head + "Content-Length: -5\r\n\r\n" + post)],
            expected: [.transport(.malformedResponse), .transport(.other), .value]
        ),
        Misbehaviour(
            name: "chunked garbage",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nzz\r\n!!!!\r\n")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other)]
        ),
        Misbehaviour(
            name: "chunks cut off",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nFF\r\n{\"data\":")],
            expected: [.transport(.connectionLost)]
        ),
        Misbehaviour(
            name: "a chunk of an absurd size",
            steps: [.text(head + "Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFFFFFFFF\r\n{}")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other)]
        ),
        Misbehaviour(
            name: "not HTTP",
            steps: [.text("SSH-2.0-OpenSSH_9.2\r\n\r\n")],
            expected: [.transport(.malformedResponse), .transport(.other), .transport(.connectionLost)]
        ),
        Misbehaviour(
            name: "huge headers",
            steps: [.text("HTTP/1.1 200 OK\r\nX-Huge: "), .flood(bytes: 8 << 20), .text("\r\n\r\n{}")],
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other), .tooLarge]
        ),
        Misbehaviour(
            name: "headers without end",
            steps: [.text("HTTP/1.1 200 OK\r\n")]
                + (0..<20000).map { .text("X-\($0): \(String(repeating: "x", count: 80))\r\n") },
            expected: [.transport(.malformedResponse), .transport(.connectionLost), .transport(.other), .tooLarge]
        ),
        Misbehaviour(
            name: "a huge body that says so",
            steps: [.text(head + "Content-Length: 999999999999\r\n\r\n"), .flood(bytes: 64 << 20)],
            expected: [.tooLarge]
        ),
        Misbehaviour(
            name: "a huge body that does not say so",
            steps: [.text(head + "Connection: close\r\n\r\n"), .flood(bytes: 64 << 20)],
            expected: [.tooLarge]
        ),
        Misbehaviour(name: "a compressed bomb", steps: [.send(GzipBomb.response)], expected: [.tooLarge]),
        Misbehaviour(
            name: "compressed garbage",
            steps: [.text(head + "Content-Encoding: gzip\r\nContent-Length: 4\r\n\r\nnope")],
            expected: [.transport(.malformedResponse), .transport(.other), .decoding, .transport(.connectionLost)]
        ),
        Misbehaviour(
            name: "invalid UTF-8",
            steps: [
                .text(head + "Connection: close\r\n\r\n{\"data\":{\"id\":1,\"userId\":7,\"title\":\""),
                .send(Data([0xC3, 0x28, 0xFF])), .text("\",\"body\":\"\"}}"),
            ],
            expected: [.decoding]
        ),
        Misbehaviour(
            name: "an informational status that never ends",
            steps: (0..<40).flatMap { _ in [.text("HTTP/1.1 100 Continue\r\n\r\n"), .wait(milliseconds: 30)] },
            expected: [.timeout, .transport(.connectionLost), .transport(.malformedResponse), .transport(.other)]
        ),
        unusualField("X-A:1\r\n"), unusualField("X-A:  \r\n"), unusualField("X-A: ü\r\n"), unusualField("X-A: 1\n"),
        refusal("Basic realm=\"x\""), refusal("Basic"), refusal("Digest realm=\"x\", nonce=\"y\""), refusal("Bearer"),
        Misbehaviour(
            name: "a status of no class",
            steps: [.text("HTTP/1.1 999 What\r\nContent-Length: 0\r\n\r\n")],
            expected: [.status(999)]
        ),
    ]

    /// A refusal that asks for credentials, as it should be.
    private static func refusal(_ challenge: String) -> Misbehaviour {
        Misbehaviour(
            name: "a refusal that asks for \(challenge)",
            steps: [.text("HTTP/1.1 401 No\r\nWWW-Authenticate: \(challenge)\r\nContent-Length: 2\r\n\r\nno")],
            expected: [.status(401)])
    }

    /// A field that not every transport reads: the response is either read or an error, and never half a response.
    private static func unusualField(_ line: String) -> Misbehaviour {
        Misbehaviour(
            name: "the field \(line.debugDescription)",
            steps: [.text("HTTP/1.1 200 OK\r\n\(line)Content-Length: \(post.utf8.count)\r\n\r\n" + post)],
            expected: [.value, .transport(.malformedResponse), .transport(.other)])
    }

    /// What `URLSession` on Linux does not survive up to Swift 6.3.1: Foundation traps in
    /// `_NativeProtocol.transferCompleted(withError:)` if a transfer that libcurl calls complete has no complete head
    /// (swift-corelibs-foundation issue 5285), and a trailer line makes it forget its head.
    static let fatalToFoundationForLinux: [Misbehaviour] = [
        Misbehaviour(
            name: "cut in the head",
            steps: [.text("HTTP/1.1 200 OK\r\nContent-Le")],
            expected: [.transport(.connectionLost), .transport(.malformedResponse), .decoding]
        ),
        Misbehaviour(
            name: "cut in the head after an informational one",
            steps: [.text("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Le")],
            expected: [.transport(.connectionLost), .transport(.malformedResponse), .decoding]
        ),
        Misbehaviour(
            name: "trailers after the chunks, as they should be",
            steps: [
                .text(
                    head + "Transfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n"
                        + "\(String(post.utf8.count, radix: 16))\r\n\(post)\r\n0\r\nX-Sum: 7\r\n\r\n"
                )
            ],
            expected: [.value]
        ),
    ]
}

/// Some 64 MiB of zeros in 64 KiB.
enum GzipBomb {
    /// The beginning of `head -c 67108864 /dev/zero | gzip -9`: in its one-bit code, more zeros are more zeros.
    static var response: Data {
        var body = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 2, 3])
        body.append(Data([0xEC, 0xC1, 0x01, 0x01, 0x00, 0x00, 0x00, 0x80, 0x90, 0xFE, 0xAF, 0xEE, 0x08, 0x0A]))
        body.append(Data(count: 64 << 10))
        var head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\n"
        head += "Content-Length: \(body.count)\r\n\r\n"
        return Data(head.utf8) + body
    }
}
