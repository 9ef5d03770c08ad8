import Foundation
import ModelCredentials
import ModelREST
import ModelRuntime
import Testing

@Suite("Values that try to break out of a request")
struct HostileValueTests {
    @Test(
        "a value stays within its path segment",
        arguments: [
            ("a/b", "a%2Fb"), ("a\r\nX: y", "a%0D%0AX%3A%20y"), ("ä", "%C3%A4"), ("..;", "..%3B"),
            ("a?b#c", "a%3Fb%23c"),
            ("%2e%2e", "%252e%252e"), ("\u{0}", "%00"), ("🙂", "%F0%9F%99%82"), ("a..b", "a..b"), ("a b+c", "a%20b%2Bc"),
        ]
    )
    func pathValues(value: String, encoded: String) async throws {
        try await LoopbackServer.run({ _ in .json("[]") }) { server in
            let api = BlogAPI(baseURL: { server.url })
            _ = try await api.client.send(Endpoint("x", .get, "users/\(value)/posts", returns: .nothing))
            #expect(server.asked.value.first?.target == "/api/v1/users/\(encoded)/posts")
            #expect(server.asked.value.first?["X"] == nil)
        }
    }

    private struct DeskAPI: MultiCredentialAPI {
        enum Credential: String { case user, key }

        static let defaults = APIDefaults(baseURL: "https://desk.example.com")
        static let auth: [AuthenticationScheme] = [.bearer.named("user"), .header("X-Api-Key").named("key")]
        let client: APIClient
    }

    @Test("an API with several credentials has no initializer for one, which would send some operations without any")
    func oneOfSeveral() {
        let api: Any.Type = DeskAPI.self
        #expect(!(api is any AuthenticatedAPI.Type))
    }

    @Test(
        "an operation whose idempotency key cannot be sent is not sent either", arguments: ["Idempotency Key", "", "ü"])
    func idempotencyHeaders(name: String) async throws {
        try await LoopbackServer.run({ _ in Answer() }) { server in
            let api = BlogAPI(baseURL: { server.url })
            let endpoint = Endpoint<Void>("pay", .post, "payments", returns: .nothing)
            try await api.client.send(endpoint.idempotent(key: "Idempotency-Key"))
            let error = await #expect(throws: APIError.self) {
                try await api.client.send(endpoint.idempotent(key: name))
            }
            guard case .invalidRequest = error?.reason else { throw try #require(error) }
            #expect(server.asked.value.count == 1)
        }
    }

    @Test("a value that would address another resource is refused", arguments: ["", ".", ".."])
    func climbingValues(value: String) async throws {
        let api = BlogAPI(baseURL: { "http://127.0.0.1:1" })
        let endpoint = Endpoint("users.delete", .delete, "users/\(value)", returns: .nothing)
        let error = await #expect(throws: APIError.self) { try await api.client.send(endpoint) }
        guard case .invalidRequest = error?.reason else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
    }

    @Test(
        "a header value with a line break, or non-ASCII characters, is refused, never altered",
        arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b", "Jörg", "🙂", "a\u{2028}b"]
    )
    func headerValues(value: String) async throws {
        var headers = RequestHeaders()
        headers.set("X-Name", value)
        let api = BlogAPI(baseURL: { "http://127.0.0.1:1" })
        let endpoint = Endpoint("x", .get, "x", headers: headers, returns: .nothing)
        let error = await #expect(throws: APIError.self) { try await api.client.send(endpoint) }
        guard case .invalidRequest(let problem) = error?.reason else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(!problem.contains("Evil"))
        #expect(throws: APIError.Reason.self) { try api.client.headers.set("X-Name", value) }
        #expect(throws: APIError.Reason.self) { try api.client.headers.set("X Name", "a") }
    }

    @Test("slashes, dots, quotes and percent signs in a header value arrive unchanged")
    func plainHeaderValues() async throws {
        let value = "/../a%2F.b; c=\"d\", e\t~"
        try await LoopbackServer.run({ _ in .json("[]") }) { server in
            var headers = RequestHeaders()
            headers.set("X-Name", value)
            let endpoint = Endpoint("x", .get, "x", headers: headers, returns: .nothing)
            try await BlogAPI(baseURL: { server.url }).client.send(endpoint)
            #expect(server.asked.value.first?["X-Name"] == value)
        }
    }

    @Test("a credential with a line break is refused and not shown")
    func credentials() async throws {
        let api = BlogAPI(baseURL: { "http://127.0.0.1:1" }, credential: { "s3cret\r\nX: y" })
        let error = await #expect(throws: APIError.self) { try await api.posts.get(1) }
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("query keys and values cannot end the query")
    func query() {
        var parameters = Parameters()
        parameters.set("a&b=c", "d&e=f#g")
        parameters.set("list", [1, 2], style: .commaSeparated)
        parameters.set("tags[]", ["x", "y"])
        parameters.set("none", [Int]?.none)
        parameters.set("a&b=c", "second")
        #expect(parameters.encoded == "a%26b%3Dc=second&list=1,2&tags%5B%5D=x&tags%5B%5D=y")
    }

    private struct Amount: JSONCodable, ParameterValue {
        var json: JSON

        init(reading source: inout JSONSource) throws { json = try JSON(reading: &source) }

        func write(to sink: inout JSONSink) throws { try json.write(to: &sink) }
    }

    @Test(
        "a type of your own is sent as in JSON, with all digits",
        arguments: [
            ("9007199254740993", "9007199254740993"), ("123456789012345678.25", "123456789012345678.25"),
            ("0.5", "0.5"), ("\"a b\"", "a%20b"), ("true", "true"),
        ])
    func ownTypes(json: String, encoded: String) throws {
        var parameters = Parameters()
        parameters.set("x", try Amount(json: json))
        #expect(parameters.encoded == "x=\(encoded)")
    }

    @Test(
        "a base URL that is invalid, or contains what would be lost or leaked, is refused",
        arguments: [
            "", "example.com", "ftp://example.com", "https://", "https://user:s3cret@example.com",
            "https://a?key=s3cret",
            "https://a#b", "https://exa mple.com", "https://\r\nX: y",
        ]
    )
    func baseURLs(text: String) async throws {
        let api = BlogAPI(baseURL: { text })
        let error = await #expect(throws: APIError.self) { try await api.posts.get(1) }
        guard case .invalidRequest(let problem) = error?.reason else {
            Issue.record("not refused: \(String(describing: error))")
            return
        }
        #expect(!problem.contains("s3cret"))
    }
}
