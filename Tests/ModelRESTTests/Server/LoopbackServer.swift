import FlyingFox
import FlyingSocks
import Foundation

/// A request that a server received.
struct Asked: Sendable {
    var method: String
    /// Path and query as received.
    var target: String
    var headers: [String: String]
    var body: Data

    var path: String { String(target.prefix { $0 != "?" }) }
    var query: String { target.contains("?") ? String(target.drop { $0 != "?" }.dropFirst()) : "" }
    var text: String { String(decoding: body, as: UTF8.self) }
    subscript(header: String) -> String? { headers[header.lowercased()] }
}

/// A server's response.
struct Answer: Sendable {
    var status = 200
    var headers: [String: String] = [:]
    var body = Data()

    static func json(_ text: String, status: Int = 200, headers: [String: String] = [:]) -> Answer {
        let headers = headers.merging(["Content-Type": "application/json"]) { old, _ in old }
        return Answer(status: status, headers: headers, body: Data(text.utf8))
    }
}

/// A real HTTP server on a free port of the loopback interface.
struct LoopbackServer: Sendable {
    let url: String
    /// Every request, in the order of arrival.
    let asked: Box<[Asked]>

    /// Runs `body` with a server that responds with `answer`.
    static func run<Result: Sendable>(
        _ answer: @escaping @Sendable (Asked) async -> Answer,
        _ body: @Sendable (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        try await ServerPlaces.shared.occupied { try await running(answer, body) }
    }

    private static func running<Result: Sendable>(
        _ answer: @escaping @Sendable (Asked) async -> Answer,
        _ body: @Sendable (LoopbackServer) async throws -> Result
    ) async throws -> Result {
        let asked = Box<[Asked]>([])
        let server = HTTPServer(
            // On a busy machine, a body of megabytes may take seconds; after the timeout, the status is 500.
            config: .init(address: try .inet(ip4: "127.0.0.1", port: 0), timeout: 60, logger: .disabled),
            handler: ClosureHTTPHandler { request in
                let question = Asked(
                    method: request.method.rawValue,
                    target: request.target.rawValue,
                    headers: Dictionary(
                        request.headers.map { ($0.key.rawValue.lowercased(), $0.value) },
                        uniquingKeysWith: { $0 + ", " + $1 }
                    ),
                    body: try await request.bodyData
                )
                asked.change { $0.append(question) }
                let answer = await answer(question)
                var headers = HTTPHeaders()
                for (name, value) in answer.headers { headers[HTTPHeader(name)] = value }
                return HTTPResponse(
                    statusCode: HTTPStatusCode(answer.status, phrase: "Status"),
                    headers: headers,
                    // Bytes after the head would be taken for the next response on the connection (RFC 9110 section
                    // 9.3.2).
                    body: request.method == .HEAD ? Data() : answer.body
                )
            }
        )
        let running = Task { try await server.run() }
        defer { running.cancel() }
        try await server.waitUntilListening(timeout: 60)
        guard case .ip4(_, let port)? = await server.listeningAddress else { throw CancellationError() }
        return try await body(LoopbackServer(url: "http://127.0.0.1:\(port)", asked: asked))
    }
}

/// Limits the servers that run at once. Each blocks a thread of Dispatch, which has 255: with all tests at once, none
/// would be left for the clients.
private actor ServerPlaces {
    static let shared = ServerPlaces()
    /// A test with several servers occupies one place: it would otherwise wait for itself.
    @TaskLocal private static var isOccupied = false

    private var free = 64
    private var waiting: [CheckedContinuation<Void, Never>] = []

    nonisolated func occupied<Result: Sendable>(_ body: @Sendable () async throws -> Result) async throws -> Result {
        if Self.isOccupied { return try await body() }
        await occupy()
        do {
            let result = try await Self.$isOccupied.withValue(true) { try await body() }
            await leave()
            return result
        } catch {
            await leave()
            throw error
        }
    }

    private func occupy() async {
        if free > 0 { free -= 1 } else { await withCheckedContinuation { waiting.append($0) } }
    }

    private func leave() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
