import Foundation
import ModelMiddleware
import ModelPagination
import ModelREST
import Testing

@Suite("Middleware and the pages that a server links to")
struct LinkedPageTests {
    /// Requests two pages of a list, of which the second one has a query, and returns the queries that were sent.
    private static func queries(
        _ query: String, _ middleware: any Middleware, _ pagination: Pagination = .link
    ) async throws -> [String] {
        try await LoopbackServer.run({ asked in
            guard !asked.query.contains("page=2") else { return PaginationTests.list(1..<2) }
            var answer = PaginationTests.list(0..<1, more: #","next":"/api/v1/posts?\#(query)""#)
            answer.headers["Link"] = "</api/v1/posts?\(query)>; rel=next"
            return answer
        }) { server in
            let defaults = BlogAPI.defaults.paginating(pagination)
            let api = BlogAPI(client: APIClient(defaults, baseURL: { server.url }, middleware: [middleware]))
            try await expectEqual(PaginationTests.ids(api.posts.all(.init(userId: 7))), [0, 1])
            return server.asked.value.map(\.query)
        }
    }

    @Test("a signature covers the query of each page", arguments: [Pagination.link, .url(next: ["next"])])
    func signature(_ pagination: Pagination) async throws {
        let signing = ParameterEncoding { parameters in
            parameters.set("sign", parameters.encoded.utf8.count, privacy: .sensitive)
        }
        let query = "user=7&page=2&a%5b%5D=x&a%5B%5D=y+z&b=%c3%a4&a%5B%5D=z&flag"
        try await expectEqual(
            Self.queries(query, signing, pagination), ["userId=7&sign=8", "\(query)&sign=\(query.utf8.count)"])
    }

    @Test("parameters with the lowest priority do not replace those of the link")
    func priority() async throws {
        let extra = ExtraParameters { ["lang": "de", "b": "1"] }
        try await expectEqual(
            Self.queries("page=2&l%61ng=en&c=%2f", extra), ["userId=7&lang=de&b=1", "page=2&l%61ng=en&c=%2f&b=1"])
    }

    @Test("a hook reads, replaces and removes parameters of the link")
    func hook() async throws {
        let read = Box<[String]>([])
        let hook = Hooks(before: { request in
            read.change { $0 += request.query["a"] }
            if request.query["page"] == ["2"] { request.query.set("a", 9) }
            request.query.remove("b")
        })
        let queries = try await Self.queries("a=1&b=2&page=2&c=+&a=%32+3&b=3&d", hook)
        #expect(queries == ["userId=7", "a=9&page=2&c=+&d"])
        #expect(read.value == ["1", "2 3"])
    }

    @Test("an error shows none of the link's values")
    func errors() async throws {
        try await LoopbackServer.run({ asked in
            guard !asked.query.contains("page=2") else { return .json("{}", status: 500) }
            var answer = PaginationTests.list(0..<1)
            answer.headers["Link"] = "</api/v1/posts?page=2&s=s3cret>; rel=next"
            return answer
        }) { server in
            let client = APIClient(BlogAPI.defaults.paginating(.link), baseURL: { server.url })
            let error = await #expect(throws: APIError.self) {
                try await PaginationTests.ids(BlogAPI(client: client).posts.all())
            }
            #expect(error?.description.contains("s3cret") == false)
            #expect(error?.request.url.hasSuffix("/posts?page=***&s=***") == true)
        }
    }

    @Test("an error about a page that is repeated does not show the secret segments of its link")
    func secretSegments() async throws {
        try await LoopbackServer.run({ asked in
            var answer = PaginationTests.list(0..<1)
            answer.headers["Link"] = "<\(asked.path)?page=2>; rel=next"
            return answer
        }) { server in
            let api = BlogAPI(client: APIClient(BlogAPI.defaults.paginating(.link), baseURL: { server.url }))
            let posts = Endpoint<[Post]>("posts.of", .get, "users/\(secret: "s3 cret")/posts", returns: .list)
            let error = await #expect(throws: APIError.self) { try await api.all(posts).collected() }
            #expect(error?.description.contains("at link(\"/api/v1/users/***/posts\");") == true)
            #expect(error?.description.contains("cret") == false)
        }
    }
}
