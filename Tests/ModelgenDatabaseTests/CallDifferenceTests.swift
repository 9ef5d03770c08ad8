import ModelgenSchema
import Testing

@testable import ModelgenDatabase

/// A change of one property of a client, and the reason if it is harmless.
private struct PropertyChange<Value>: @unchecked Sendable {
    var property: String
    var harmless: String?
    var change: (inout Value) -> Void

    init(_ property: String, harmless: String? = nil, _ change: @escaping (inout Value) -> Void) {
        (self.property, self.harmless, self.change) = (property, harmless, change)
    }
}

@Suite("Every property of a client is compared, or harmless for a reason")
struct CallDifferenceTests {
    private static let path = JSONPath([.key("paper")])
    private static let header = HeaderField(name: "X-A", value: "b")
    private static func parameter(_ name: String) -> RequestParameter {
        RequestParameter(name: SwiftName(name), key: name, type: .optional(.scalar(.string)))
    }

    private static let requests: [PropertyChange<RequestOptions>] = [
        PropertyChange("documentation", harmless: "only people read it") { $0.documentation = "d" },
        PropertyChange("deprecated", harmless: "it can still be called") { $0.deprecated = "d" },
        PropertyChange("method") { $0.method = .put },
        PropertyChange("path") { $0.path = "others" },
        PropertyChange("headers") { $0.headers = [header] },
        PropertyChange("query") { $0.query = [parameter("q")] },
        PropertyChange("headerParameters") { $0.headerParameters = [parameter("h")] },
        PropertyChange("form") { $0.form = [parameter("f")] },
        PropertyChange("root") { $0.root = path },
        PropertyChange("body") { $0.body = .model("Other") },
        PropertyChange("bodyForm") { ($0.body, $0.bodyForm) = (.model("Post"), .patch) },
        PropertyChange("bodyRoot") { $0.bodyRoot = path },
        PropertyChange("timeout", harmless: "the server does not notice it") { $0.timeout = 7 },
        PropertyChange("isComplete") { $0.isComplete = true },
        PropertyChange("pagination") { $0.pagination = .whole },
        PropertyChange("keysParameter", harmless: "it is one of the query's") { $0.keysParameter = "q" },
        PropertyChange("responses") { $0.responses = [StatusResponse(status: .code(404), type: .model("Other"))] },
        PropertyChange("expected") { $0.expected = [200, 404] },
        PropertyChange("credentials") { $0.credentials = [] },
        PropertyChange("isIdempotent") { $0.isIdempotent = true },
        PropertyChange("attempts", harmless: "each is the same request") { $0.attempts = 7 },
    ]

    private static let apis: [PropertyChange<API>] = [
        PropertyChange("name", harmless: "it is what the facts are called") { _ in },
        PropertyChange("file", harmless: "code may move") { $0.file = "other" },
        PropertyChange("baseURL", harmless: "a program can pass another one") { $0.baseURL = "https://example.org" },
        PropertyChange("basePath") { $0.basePath = "v2" },
        PropertyChange("format") { $0.format = .xml },
        PropertyChange("headers") { $0.headers = [header] },
        PropertyChange("parameters") { $0.parameters = [GlobalParameter(key: "k", value: .string("v"))] },
        PropertyChange("methods") { $0.methods = [OperationMethod(operation: .create, method: .put)] },
        PropertyChange("envelope") { $0.envelope = Envelope(body: path) },
        PropertyChange("failure") { $0.failure = BusinessFailure(code: path, success: "0") },
        PropertyChange("pagination") { $0.pagination = .link },
        PropertyChange("credentials") { $0.credentials = [Credential(scheme: .basic)] },
        PropertyChange("idempotencyHeader") { $0.idempotencyHeader = "Idempotency-Key" },
        PropertyChange("attempts", harmless: "each is the same request") { $0.attempts = 7 },
        PropertyChange("redirects") { $0.redirects = .changingMethod },
        PropertyChange("hasRepositories", harmless: "each repository is a difference") { $0.hasRepositories = true },
    ]

    private static let parameters: [PropertyChange<RequestParameter>] = [
        PropertyChange("name") { $0.name = "other" },
        PropertyChange("key") { $0.key = "other" },
        PropertyChange("type") { $0.type = .scalar(.int) },
        PropertyChange("style") { $0.style = .commaSeparated },
        PropertyChange("transformer") { $0.transformer = .builtIn(.hex) },
        PropertyChange("constant") { $0.constant = .string("c") },
        PropertyChange("standard") { $0.standard = .string("s") },
        PropertyChange("headers") { $0.headers = [header] },
        PropertyChange("isSensitive", harmless: "it is only hidden in logs") { $0.isSensitive = true },
        PropertyChange("documentation", harmless: "only people read it") { $0.documentation = "d" },
        PropertyChange("deprecated", harmless: "it can still be passed") { $0.deprecated = "d" },
    ]

    private func facts(
        _ api: API = API(name: "A", file: "a"), _ create: RequestOptions = RequestOptions(),
        part: RequestParameter = parameter("part")
    ) -> ReleasedFacts {
        var upload = Action(name: "upload", method: .post, path: "posts/x")
        upload.transfer = .upload([part])
        var client = Client(api: api.name, path: "posts")
        client.operations = [Operation(kind: .create, request: create)]
        client.actions = [upload]
        var models = ["Post", "Other"].map {
            Model(name: SwiftName($0), file: "a", fields: [Field(name: "n", type: .scalar(.int))])
        }
        models[0].client = client
        var schema = Schema(models: models)
        schema.apis = [api]
        return ReleasedFacts(schema, databases: [])
    }

    /// - Parameter value: what is changed; its properties are those of the list, so that a new one must be in it.
    private func expect<Value>(_ changes: [PropertyChange<Value>], of value: Value, _ facts: (Value) -> ReleasedFacts) {
        #expect(Mirror(reflecting: value).children.compactMap(\.label) == changes.map(\.property))
        for change in changes {
            var changed = value
            change.change(&changed)
            // A list that is no longer complete deletes nothing more.
            let directions = [(value, changed), (changed, value)].prefix(change.property == "isComplete" ? 1 : 2)
            for (old, new) in directions {
                let differences = facts(new).differences(since: facts(old), [])
                #expect(differences.isEmpty == (change.harmless != nil), "\(change.property): \(differences)")
            }
        }
    }

    @Test("of a request") func requests() {
        expect(Self.requests, of: RequestOptions()) { facts(API(name: "A", file: "a"), $0) }
    }

    @Test("of a service") func services() { expect(Self.apis, of: API(name: "A", file: "a")) { facts($0) } }

    @Test("of a parameter") func parameters() {
        expect(Self.parameters, of: Self.parameter("part")) { facts(part: $0) }
    }
}
