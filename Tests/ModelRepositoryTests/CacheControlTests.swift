import HTTPTypes
import ModelREST
import Testing

@testable import ModelRepository

/// RFC 9111 and RFC 5861.
@Suite("What a response says about its use")
struct CacheControlTests {
    @Test(
        "max-age minus Age, and stale-while-revalidate",
        arguments: [
            ("max-age=60", nil, 60, 0),
            ("private, MAX-AGE = \"60\" , Stale-While-Revalidate=300", nil, 60, 300),
            ("max-age=60, stale-while-revalidate=300", "45", 15, 300),
            ("max-age=60, stale-while-revalidate=300", "100", -40, 300),
            // The first one counts; a sign, a fraction and a word are not numbers; anything too large is 68 years.
            ("max-age=60, max-age=9", "soon", 60, 0), ("max-age=60", "-5", 60, 0),
            ("max-age=99999999999999999999", nil, 2_147_483_648, 0),
            // Of several ages, the first one (RFC 9111, section 5.1).
            ("max-age=60", "45, 5", 15, 0),
            // In quotes, nothing is a directive.
            ("ext=\"a, max-age=9\", max-age=60", nil, 60, 0), ("ext=\"\\\", no-store\", max-age=60", nil, 60, 0),
            ("private=\"X-A, no-cache\",max-age=60", nil, 60, 0),
            // Never without asking.
            ("max-age=60, no-cache", nil, 0, 0), ("no-store, max-age=60", nil, 0, 0), ("max-age=0", nil, 0, 0),
            ("no-cache=\"Set-Cookie\", max-age=60", nil, 0, 0),
            ("must-revalidate, max-age=60, stale-while-revalidate=300", nil, 60, 0),
            ("max-age=60, stale-while-revalidate=300, must-revalidate", nil, 60, 0),
        ] as [(String, String?, Double, Double)])
    func lifetime(_ cacheControl: String, _ age: String?, _ fresh: Double, _ stale: Double) throws {
        let lifetime = try #require(Lifetime(cacheControl: cacheControl, age: age))
        #expect(lifetime == Lifetime(fresh: fresh, stale: stale))
    }

    @Test(
        "responses without caching headers",
        arguments: [
            "", ",", "=", " = ,=, =60", "public", "max-age", "max-age=", "max-age=-1", "max-age=1.5", "s-maxage=60",
            "ext=\"max-age=60\"", "ext=\"a, max-age=60, b\"", "ext=\"a\\\", max-age=60\"",
        ])
    func unsaid(_ cacheControl: String) {
        #expect(Lifetime(cacheControl: cacheControl, age: nil) == nil)
    }

    @Test("a response that varies is only valid for the same request headers; credentials are not stored")
    func vary() {
        let german: RequestHeaders = ["Accept-Language": "de", "Authorization": "Bearer secret"]
        let headers: HTTPFields = [.vary: "Authorization ,accept-language", .eTag: "\"1\""]
        let facts = AnswerFacts(headers, to: german)
        #expect(facts.isAnswer(to: german))
        #expect(facts.isAnswer(to: ["accept-language": "de", "authorization": "Bearer secret", "X-Other": "1"]))
        #expect(!facts.isAnswer(to: ["Accept-Language": "en", "Authorization": "Bearer secret"]))
        #expect(!facts.isAnswer(to: [:]))
        #expect(facts.variant?.contains("secret") == false)
        #expect(AnswerFacts(headers, to: [:]).isAnswer(to: [:]))
        #expect(!AnswerFacts(headers, to: [:]).isAnswer(to: german))
        #expect(!AnswerFacts([.vary: "*"], to: [:]).isAnswer(to: [:]))
        #expect(AnswerFacts([.vary: "Origin, Accept-Encoding"], to: german).isAnswer(to: [:]))
    }

    @Test("a validator that cannot be sent leaves the request unconditional, instead of making it fail")
    func unsendable() {
        let facts = AnswerFacts([.eTag: "\"ü\"", .lastModified: "yesterday"], to: [:])
        let headers: RequestHeaders = ["X-Id": "1"]
        #expect(headers.asking(facts.validators) == headers)
    }

    @Test("a call with its own conditions gets no others")
    func conditions() {
        let facts = AnswerFacts([.eTag: "\"1\""], to: [:])
        #expect(facts.validators(for: [:])?.eTag == "\"1\"")
        #expect(facts.validators(for: ["If-None-Match": "\"mine\""]) == nil)
        #expect(facts.validators(for: ["If-Modified-Since": "Sun, 06 Nov 1994 08:49:37 GMT"]) == nil)
    }

    @Test(
        "one value within stale-while-revalidate is the stored one, and the server's is stored in the background",
        .timeLimit(.minutes(5)), arguments: Keeping.allCases)
    func background(_ keeping: Keeping) async throws {
        let folder = try TemporaryFolder()
        let version = Box(5)
        try await LoopbackServer.run { _ in
            .json(
                #"[{"id":1,"kind":0,"version":\#(version.value)}]"#,
                headers: ["Cache-Control": "max-age=0, stale-while-revalidate=300"])
        } _: { server in
            let store = try await keeping.store(of: server, in: folder)
            _ = try await store.list(ItemsQuery(), policy: .networkOnly).value
            version.change { $0 = 6 }
            expectEqual(try await store.list(ItemsQuery(), policy: .cacheControl).value.map(\.version), [5])
            let stored = CachePolicy.cacheElseNetwork(maxAge: .seconds(60))
            while try await store.list(ItemsQuery(), policy: stored).value.map(\.version) != [6] {
                try await Task.sleep(for: .milliseconds(10))
            }
            expectEqual(server.asked.value.count, 2)
        }
    }
}
