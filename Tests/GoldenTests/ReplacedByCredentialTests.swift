import ModelgenCore
import ModelgenDiagnostics
import Testing

/// Values that a request declares under the name of its credential.
@Suite("Values that a credential replaces")
struct ReplacedByCredentialTests {
    private func warnings(auth: String, _ request: String, api: String = "") throws -> [String] {
        let text = """
            api: { name: A, baseURL: "https://example.org", auth: \(auth)\(api) }
            models:
              Item:
                fields: { id: Int }
                rest: { operations: [list], actions: { find: { path: find, \(request) } } }

            """
        let found = try Pipeline.plain().generate([SourceFile(path: "m.model.yaml", text: text)]).diagnostics
        #expect(found.allSatisfy { $0.severity == .warning && $0.rule == "replaced-by-credential" }, "\(found)")
        return found.map { diagnostic in
            let place = diagnostic.range.map { $0.file.text.utf8.dropFirst($0.start).prefix($0.end - $0.start) }
            return "\(place.map { String(decoding: Array($0), as: UTF8.self) } ?? ""): \(diagnostic.message)"
        }
    }

    private static let advice = "remove it, or write `auth: none` for this operation"

    @Test(
        "are reported where they are declared",
        arguments: [
            ("{ query: key }", "query: { key: String }", "key: the credential replaces `key`"),
            ("{ query: key }", "query: { mine: { type: String, key: key } }", "mine: the credential replaces `key`"),
            ("{ query: key }", "query: { key: { const: a } }", "key: the credential replaces `key`"),
            ("{ header: X-Key }", "headers: { x-key: { type: String } }", "x-key: the credential replaces `x-key`"),
            ("{ header: X-Key }", "headers: { X-KEY: a }", "X-KEY: the credential replaces `X-KEY`"),
            (
                "bearer", "headers: { Authorization: { type: String } }",
                "Authorization: the credential replaces `Authorization`"
            ),
            ("basic", "headers: { authorization: Basic }", "authorization: the credential replaces `authorization`"),
            (
                "[{ name: a, bearer: true }, { name: b, query: key }]", "auth: b, query: { key: String }",
                "key: the credential replaces `key`"
            ),
        ])
    func replaced(auth: String, request: String, message: String) throws {
        #expect(try warnings(auth: auth, request) == ["\(message); \(Self.advice)"])
    }

    @Test(
        "are none if the credential is elsewhere, or not sent",
        arguments: [
            ("{ query: key }", "auth: none, query: { key: String }"), ("{ query: key }", "query: { Key: String }"),
            ("{ query: key }", "headers: { key: { type: String } }"), ("{ header: X-Key }", "query: { X_Key: String }"),
            ("{ query: key }", "query: { key: { type: String, key: other } }"),
            ("[{ name: a, bearer: true }, { name: b, query: key }]", "query: { key: String }"),
            ("none", "headers: { Authorization: { type: String } }"),
            ("[{ name: a, bearer: true }, { name: b, basic: true }]", "auth: b"),
        ])
    func kept(auth: String, request: String) throws {
        #expect(try warnings(auth: auth, request) == [])
    }

    @Test("parameters of all requests are reported once, where the API declares them")
    func shared() throws {
        let warnings = try warnings(
            auth: "{ query: key }", "headers: { X-A: a }",
            api: ", parameters: { key: a, v: 1 }, pagination: { page: { number: key } }")
        let message = "the credential replaces `key` here; correct one of the two names"
        #expect(warnings.map { String($0.drop { $0 != ":" }.dropFirst(2)) } == [message, message])
        let other = ", parameters: { Key: a }, pagination: { cursor: { parameter: next, next: key } }"
        #expect(try self.warnings(auth: "{ query: key }", "headers: { X-A: a }", api: other) == [])
    }

    @Test(
        "the header of idempotency keys is reported where the API declares it",
        arguments: [("bearer", "authorization", 1), ("{ header: X-Key }", "x-key", 1), ("bearer", "X-Key", 0)])
    func idempotency(auth: String, header: String, count: Int) throws {
        let warnings = try warnings(auth: auth, "headers: { X-A: a }", api: ", idempotency: { header: \(header) }")
        #expect(warnings.count == count)
        #expect(warnings.allSatisfy { $0.hasSuffix(" here; correct one of the two names") }, "\(warnings)")
    }

    @Test("a request with two credentials under one name is reported")
    func twice() throws {
        let warnings = try warnings(auth: "[{ name: a, bearer: true }, { name: b, basic: true }]", "auth: [a, b]")
        #expect(warnings.count == 1)
        #expect(warnings[0].hasSuffix("two credentials would be sent as `Authorization`; name one of them"))
    }
}
