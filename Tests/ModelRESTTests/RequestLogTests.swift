import Logging
import ModelCredentials
import ModelMiddleware
import ModelREST
import ModelRetries
import Testing

@Suite("The log of requests")
struct RequestLogTests {
    @Test("the log shows operation, URL, status and time, but no secret")
    func log() async throws {
        try await LoopbackServer.run({ asked in
            asked.path.hasSuffix("1") ? .json(OperationTests.post) : .json(#"{"pin":"s3cret"}"#, status: 404)
        }) { server in
            let lines = Box<[String]>([])
            var logger = Logger(label: "test") { _ in ListingLogHandler(lines: lines) }
            logger.logLevel = .trace
            let api = BlogAPI(
                baseURL: { server.url },
                middleware: [BearerAuth("s3cret"), Authentication(.query("key")) { "s3cret" }, RequestLog(logger)]
            )
            _ = try await api.posts.get(1)
            await #expect(throws: APIError.self) { try await api.posts.get(2) }
            #expect(lines.value.count == 2)
            #expect(lines.value[0].contains("debug posts.get 200"))
            #expect(lines.value[0].contains("/api/v1/posts/1?key=***"))
            #expect(lines.value[1].contains("warning posts.get 404"))
            #expect(!lines.value.joined().contains("s3cret"))
        }
    }

    @Test("a call that is cancelled while a middleware waits is not logged as an error")
    func cancelled() async throws {
        try await LoopbackServer.run({ _ in .json("{}", status: 503, headers: ["Retry-After": "50"]) }) { server in
            let lines = Box<[String]>([])
            var logger = Logger(label: "test") { _ in ListingLogHandler(lines: lines) }
            logger.logLevel = .trace
            let api = BlogAPI(baseURL: { server.url }, middleware: [RequestLog(logger), Retry()])
            let call = Task { try await api.posts.get(1) }
            while server.asked.value.isEmpty { try await Task.sleep(for: .milliseconds(1)) }
            try await Task.sleep(for: .milliseconds(50))
            call.cancel()
            let error = await #expect(throws: APIError.self) { try await call.value }
            #expect(error?.isCancellation == true)
            #expect(lines.value.map { String($0.prefix(6)) } == ["debug "])
        }
    }
}

struct ListingLogHandler: LogHandler {
    let lines: Box<[String]>
    var logLevel = Logger.Level.trace
    var metadata = Logger.Metadata()

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        lines.change { $0.append("\(event.level) \(event.message) \(event.metadata ?? [:])") }
    }
}
