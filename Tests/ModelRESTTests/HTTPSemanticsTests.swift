import Foundation
import HTTPTypes
import Logging
import ModelMiddleware
import ModelREST
import ModelRuntime
import ModelTransfers
import Testing

@Suite("HTTP semantics")
struct HTTPSemanticsTests {
    static func client(_ server: LoopbackServer, _ middleware: any Middleware...) -> APIClient {
        APIClient(APIDefaults(baseURL: server.url), middleware: middleware)
    }

    @Test(
        "Priority (000, code): a global title reaches an empty model's request, a property beats it, an argument both")
    func priority() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            let client = Self.client(server, ExtraParameters { ["title": "X"] })
            for (property, explicit) in [(nil, nil), ("property", nil), ("property", "explicit"), (nil, "explicit")] {
                var properties = Parameters()
                properties.set("title", property)
                var query = Parameters()
                query.set("title", explicit)
                query.fill(from: properties)
                try await client.send(Endpoint<Void>("a", .get, "a", query: query, returns: .nothing))
            }
            #expect(
                server.asked.value.map(\.query) == ["title=X", "title=property", "title=explicit", "title=explicit"]
            )
        }
    }

    @Test("R5: a list in a query is repeated or separated by commas, and an empty one is not sent")
    func lists() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            var query = Parameters()
            query.set("a", ["x", "y,z"])
            query.set("b[]", ["x", "ü&"])
            query.set("c", [1, 2], style: .commaSeparated)
            query.set("d", [Int]())
            query.set("e", true)
            query.set("f", 1.5)
            query.set("g", "")
            try await Self.client(server).send(Endpoint<Void>("a", .get, "a", query: query, returns: .nothing))
            #expect(
                server.asked.value.first?.query
                    == "a=x&a=y%2Cz&b%5B%5D=x&b%5B%5D=%C3%BC%26&c=1,2&e=true&f=1.5&g="
            )
        }
    }

    @Test(
        "R2: an operation without a result accepts 200 with a body, 202 and 204; a model needs a body",
        arguments: [200, 202, 204])
    func emptyBodies(status: Int) async throws {
        try await LoopbackServer.run({ _ in Answer(status: status, body: status == 200 ? Data("OK".utf8) : Data()) }) {
            server in
            let client = Self.client(server)
            try await client.send(Endpoint<Void>("a", .delete, "a", returns: .nothing))
            let error = await #expect(throws: APIError.self) {
                try await client.send(Endpoint<Post>("a", .get, "a", returns: .object))
            }
            guard case .decoding? = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("R12: a conditional request gives 304 with its entity tag, as an error or as an expected response")
    func conditional() async throws {
        try await LoopbackServer.run({ asked in
            let isKnown = asked["If-None-Match"] == "\"v1\""
            return isKnown
                ? Answer(status: 304, headers: ["ETag": "\"v1\""])
                : .json(#"{"id":1,"userId":7,"title":"a"}"#, headers: ["ETag": "\"v1\""])
        }) { server in
            let client = Self.client(server)
            let endpoint = Endpoint<Post>("a", .get, "a", returns: .object)
            let first = try await client.response(for: endpoint)
            let tag = try #require(first.headers[.eTag])
            let again = endpoint.with { $0.headers.set("If-None-Match", tag) }
            let error = await #expect(throws: APIError.self) { try await client.send(again) }
            #expect(error?.failure?.status == 304)
            #expect(error?.failure?.headers[.eTag] == "\"v1\"")
            let data = Endpoint<Data>("a", .get, "a", headers: ["If-None-Match": tag], returns: .data)
                .with { $0.expected = [200...304] }
            let second = try await client.response(for: data)
            #expect(second.status == 304)
            #expect(second.value.isEmpty)
        }
    }

    @Test(
        "R2: a body is sent with POST, PUT, PATCH and DELETE, and a POST without one says so",
        arguments: ["POST", "PUT", "PATCH", "DELETE"])
    func bodies(method: String) async throws {
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            let method = try #require(HTTPMethod(rawValue: method))
            let client = Self.client(server)
            try await client.send(Endpoint<Void>("a", method, "a", body: .json(["k": 1]), returns: .nothing))
            try await client.send(Endpoint<Void>("a", method, "a", returns: .nothing))
            let asked = server.asked.value
            #expect(asked.map(\.text) == [#"{"k":1}"#, ""])
            #expect(asked[0]["Content-Type"] == "application/json")
            #expect(asked[1]["Content-Type"] == nil)
        }
    }

    @Test("R14, S0: an upload reports its progress to the end")
    func uploadProgress() async throws {
        try await LoopbackServer.run({ _ in Answer(status: 204) }) { server in
            let bytes = Data(count: 2 << 20)
            let endpoint = Endpoint<Void>("a", .put, "a", body: .raw(.data(bytes)), returns: .nothing)
            let transfer = Self.client(server).upload(endpoint)
            var steps: [TransferProgress] = []
            for await step in transfer.progress { steps.append(step) }
            try await transfer.value
            #expect(steps.last?.completed == Int64(bytes.count))
            #expect(steps.last?.fraction == 1)
            #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed })
            #expect(server.asked.value.first?.body.count == bytes.count)
        }
    }

    @Test("R13: a log of every level shows neither headers nor bodies nor sensitive parameters")
    func secrets() async throws {
        try await LoopbackServer.run({ _ in .json(#"{"token":"s3cret"}"#, status: 400, headers: ["X-Token": "s3cret"]) }
        ) {
            server in
            var query = Parameters()
            query.set("pin", "s3cret", privacy: .sensitive)
            query.set("access_token", "s3cret")
            let endpoint = Endpoint<Void>(
                "a",
                .post,
                "a",
                query: query,
                headers: ["X-Odd": "s3cret"],
                body: .json(["password": "s3cret"]),
                returns: .nothing
            )
            let log = Box<[String]>([])
            var logger = Logger(label: "test") { _ in ListingLogHandler(lines: log) }
            logger.logLevel = .trace
            await #expect(throws: APIError.self) {
                try await Self.client(server, RequestLog(logger), BearerAuth("s3cret")).send(endpoint)
            }
            #expect(log.value.count == 1)
            #expect(!log.value.joined().contains("s3cret"))
            #expect(log.value.joined().contains("pin=***"))
            #expect(server.asked.value.first?.query == "pin=s3cret&access_token=s3cret")
        }
    }

    @Test("R12: a length without a body is not a limit: HEAD, and 304")
    func lengthWithoutBody() async throws {
        for (method, status) in [(HTTPMethod.head, "200 OK"), (.get, "304 Not Modified")] {
            let head = "HTTP/1.1 \(status)\r\nContent-Length: 999999999999\r\n\r\n"
            try await MisbehavingServer.run({ _ in [.text(head)] }) { server in
                let endpoint = Endpoint<Void>("x", method, "x", returns: .nothing).with { $0.expected = [200...399] }
                let response = try await APIClient(APIDefaults(baseURL: server.url)).response(for: endpoint)
                #expect(status.hasPrefix("\(response.status)"))
                #expect(response.body.isEmpty)
            }
        }
    }
}
