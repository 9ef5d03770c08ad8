import Foundation
import ModelCredentials
import ModelDefaultParameters
import ModelOutcomes
import ModelPagination
import ModelREST
import ModelRuntime
import ModelTesting
import Testing

@Suite("Pages")
struct PaginationTests {
    static func list(_ ids: Range<Int>, more: String = "") -> Answer {
        let items = ids.map { #"{"id":\#($0),"userId":7,"title":"t","body":""}"# }
        return .json(#"{"objects":[\#(items.joined(separator: ","))]\#(more)}"#)
    }

    static func number(_ name: String, in asked: Asked) -> Int? {
        asked.query.split(separator: "&").first { $0.hasPrefix(name + "=") }.flatMap {
            Int($0.dropFirst(name.count + 1))
        }
    }

    static func api(_ server: LoopbackServer, _ pagination: Pagination) -> Operations<Post> {
        BlogAPI(client: APIClient(BlogAPI.defaults.paginating(pagination), baseURL: { server.url })).posts
    }

    static func ids(_ items: PagedItems<Post>) async throws -> [Int64] {
        var ids: [Int64] = []
        for try await post in items { ids.append(post.id) }
        return ids
    }

    /// A server with 25 posts that returns at most `cap` per page.
    static func answer(_ asked: Asked, cap: Int = .max) -> Answer {
        let start = number("_start", in: asked) ?? 0
        let limit = min(cap, number("_limit", in: asked) ?? 10)
        return list(min(start, 25)..<min(start + limit, 25))
    }

    @Test("R16: by offset: every item once, and the query's own parameters on each page")
    func offset() async throws {
        try await LoopbackServer.run({ Self.answer($0) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            try await expectEqual(Self.ids(api.posts.all(.init(userId: 7, limit: 10))), Array(0..<25))
            #expect(
                server.asked.value.map(\.query) == [
                    "userId=7&_limit=10&_start=0", "userId=7&_limit=10&_start=10", "userId=7&_limit=10&_start=20",
                ]
            )
            try await expectEqual(Self.ids(api.posts.all(.init(start: 5, limit: 10))), Array(5..<25))
        }
    }

    @Test("R16: a page is only requested when its first item is")
    func lazily() async throws {
        try await LoopbackServer.run({ Self.answer($0) }) { server in
            let api = BlogAPI(baseURL: { server.url })
            var items = api.posts.all(.init(limit: 10)).makeAsyncIterator()
            #expect(server.asked.value.isEmpty)
            for _ in 0..<10 { _ = try await items.next() }
            #expect(server.asked.value.count == 1)
            _ = try await items.next()
            #expect(server.asked.value.count == 2)
        }
    }

    @Test("R16: a server that limits the size of its pages loses no item")
    func capped() async throws {
        try await LoopbackServer.run({ Self.answer($0, cap: 7) }) { server in
            try await expectEqual(
                Self.ids(BlogAPI(baseURL: { server.url }).posts.all(.init(limit: 100))), Array(0..<25))
        }
    }

    @Test("pages that begin with the same bytes and are equally long are different pages")
    func similarPages() async throws {
        try await LoopbackServer.run({ asked in
            let start = Self.number("_start", in: asked) ?? 0
            let items = (start..<min(start + 2, 8)).map { #"{"id":\#($0),"userId":7,"title":"t","body":""}"# }
            let about = String(repeating: "-", count: 100)
            return .json(#"{"about":"\#(about)","objects":[\#(items.joined(separator: ","))]}"#)
        }) { server in
            let posts = BlogAPI(baseURL: { server.url }).posts
            try await expectEqual(Self.ids(posts.all(.init(limit: 2))), Array(0..<8))
        }
    }

    @Test("an error about a page that is repeated does not show the query of its link, which may hold a credential")
    func repeatedLink() async throws {
        let link = #"<https://127.0.0.1/posts?page=2&key=s3cret>; rel="next""#
        try await LoopbackServer.run({ asked in
            var answer = Self.list(0..<2)
            answer.headers["Link"] = link.replacingOccurrences(of: "https://127.0.0.1", with: "")
            return answer
        }) { server in
            let error = await #expect(throws: APIError.self) { try await Self.ids(Self.api(server, .link).all()) }
            #expect(error?.description.contains("at link(\"/posts\");") == true)
            #expect(error?.description.contains("s3cret") == false)
            #expect(error?.request.operation == "posts.list")
        }
    }

    @Test("a server that ignores the parameters is an error, not an endless list")
    func ignoring() async throws {
        try await LoopbackServer.run({ _ in Self.list(0..<5) }) { server in
            await #expect(throws: APIError.self) {
                try await Self.ids(BlogAPI(baseURL: { server.url }).posts.all(.init(limit: 5)))
            }
            #expect(server.asked.value.count == 2)
        }
    }

    @Test("R16: by page number")
    func pageNumber() async throws {
        try await LoopbackServer.run({ asked in
            let page = Self.number("page", in: asked) ?? 1
            return Self.list(min(25, page * 10 - 10)..<min(25, page * 10))
        }) { server in
            let posts = Self.api(server, .page(number: "page", size: "per_page", count: 10))
            try await expectEqual(Self.ids(posts.all()), Array(0..<25))
            #expect(server.asked.value.map(\.query) == (1...3).map { "page=\($0)&per_page=10" })
        }
    }

    @Test(
        "R16: a total ends a list where it should, whatever the size of the server's pages",
        arguments: [5, 10, 25, 100])
    func total(cap: Int) async throws {
        try await LoopbackServer.run({ asked in
            let page = Self.number("page", in: asked) ?? 1
            let size = min(cap, Self.number("per_page", in: asked) ?? 10)
            guard (page - 1) * size < 25 else { return .json("{}", status: 404) }
            return Self.list((page - 1) * size..<min(25, page * size), more: #","count":25"#)
        }) { server in
            let posts = Self.api(server, .page(number: "page", size: "per_page", count: 10, end: .total(["count"])))
            try await expectEqual(Self.ids(posts.all()), Array(0..<25))
            #expect(server.asked.value.count == (25 + min(cap, 10) - 1) / min(cap, 10))
        }
    }

    @Test("a total that is less than the page itself says nothing", arguments: ["-1", "0", "1"])
    func unknownTotal(total: String) async throws {
        try await LoopbackServer.run({ asked in
            let start = Self.number("s", in: asked) ?? 0
            return Self.list(start..<min(start + 2, 5), more: #","total":\#(total)"#)
        }) { server in
            let posts = Self.api(server, .offset(start: "s", limit: "l", size: 2, end: .total(["total"])))
            try await expectEqual(Self.ids(posts.all()), Array(0..<5))
        }
    }

    @Test("404 after the last page ends a list, even if the operation declares a failure for it")
    func missingPage() async throws {
        struct NoSuchPage: Error {}
        try await LoopbackServer.run({ asked in
            (Self.number("page", in: asked) ?? 1) < 3 ? Self.list(0..<1) : .json("{}", status: 404)
        }) { server in
            let defaults = APIDefaults(baseURL: server.url, envelope: Envelope(list: "objects"))
            let client = APIClient(defaults)
            let list = Endpoint<[Post]>("posts.list", .get, "posts", returns: .list).failing(404) { _ in NoSuchPage() }
                .paginated(.page(number: "page", size: nil))
            let count = Box(0)
            let pages = PagedItems { position in
                count.change { $0 += 1 }
                let page = try await client.page(list, at: position)
                // Each page is another one.
                return Page(items: page.items, next: page.next)
            }
            try await expectEqual(pages.collected().count, 2)
            #expect(count.value == 3)
            let beyond = list.query("page", 9)
            await #expect(throws: NoSuchPage.self) { _ = try await client.send(beyond) }
        }
    }

    @Test(
        "a next page that is neither a string nor a number is an error, not the end",
        arguments: [#"{"href":"/posts"}"#, "[1]", "true"])
    func unreadableNext(next: String) async throws {
        try await LoopbackServer.run({ _ in Self.list(0..<5, more: #","next":\#(next)"#) }) { server in
            for pagination in [Pagination.cursor(parameter: "after", next: ["next"]), .url(next: ["next"])] {
                let error = await #expect(throws: APIError.self) {
                    try await Self.ids(Self.api(server, pagination).all())
                }
                guard case .pagination(let message)? = error?.reason, message.contains("next") else {
                    Issue.record("\(String(describing: error))")
                    return
                }
            }
        }
    }

    @Test("R16: by cursor, until there is none")
    func cursor() async throws {
        try await LoopbackServer.run({ asked in
            let start = Self.number("after", in: asked) ?? 0
            return Self.list(start..<min(start + 10, 25), more: start < 20 ? #","meta":{"next":"\#(start + 10)"}"# : "")
        }) { server in
            let posts = Self.api(server, .cursor(parameter: "after", next: ["meta", "next"]))
            try await expectEqual(Self.ids(posts.all(.init(userId: 7))), Array(0..<25))
            #expect(server.asked.value.map(\.query) == ["userId=7", "userId=7&after=10", "userId=7&after=20"])
        }
    }

    @Test("R16: by a value of the last object, until the server says that it was the last page")
    func last() async throws {
        try await LoopbackServer.run({ asked in
            let start = Self.number("after", in: asked).map { $0 + 1 } ?? 0
            return Self.list(start..<min(start + 10, 20), more: #","has_more":\#(start < 10)"#)
        }) { server in
            let posts = Self.api(server, .last(parameter: "after", key: ["id"], more: ["has_more"]))
            try await expectEqual(Self.ids(posts.all(.init(userId: 7))), Array(0..<20))
            #expect(server.asked.value.map(\.query) == ["userId=7", "userId=7&after=9"])
            let patient = Self.api(server, .last(parameter: "after", key: ["id"]))
            try await expectEqual(Self.ids(patient.all()), Array(0..<20))
            #expect(server.asked.value.suffix(3).map(\.query) == ["", "after=9", "after=19"])
            let wrong = Self.api(server, .last(parameter: "after", key: ["name"], more: ["has_more"]))
            await #expect(throws: APIError.self) { try await Self.ids(wrong.all()) }
        }
    }

    @Test("R16: by Link header, with the server's own query, and never to another host")
    func link() async throws {
        try await LoopbackServer.run({ asked in
            switch asked.query {
            case "":
                var answer = Self.list(0..<10)
                answer.headers["Link"] =
                    #"</x>; rel="prev"; title="a, <b>", </api/v1/posts?c=%2F&d=a%20b>; rel="last next""#
                return answer
            case "c=%2F&d=a%20b":
                var answer = Self.list(10..<20)
                answer.headers["Link"] = "<http://example.invalid/posts?page=3>; rel=next"
                return answer
            default: return Self.list(20..<25)
            }
        }) { server in
            var items = Self.api(server, .link).all().makeAsyncIterator()
            for id in 0..<20 { try await expectEqual(items.next()?.id, Int64(id)) }
            let error = await #expect(throws: APIError.self) { try await items.next() }
            guard case .pagination = error?.reason else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
    }

    @Test("R16: a list that returns to an earlier page is an error, not an endless list; an empty cursor ends it")
    func leadingBack() async throws {
        try await LoopbackServer.run({ asked in
            let page = Self.number("after", in: asked) ?? 1
            return Self.list(page * 10..<page * 10 + 10, more: #","meta":{"next":"\#(page % 3 + 1)"}"#)
        }) { server in
            let posts = Self.api(server, .cursor(parameter: "after", next: ["meta", "next"]))
            let error = await #expect(throws: APIError.self) { try await Self.ids(posts.all()) }
            #expect(error?.description.contains("returned the same page again at cursor(\"2\")") == true)
            #expect(server.asked.value.count == 4)
        }
        for next in ["null", #""""#, "false", "{}", "[]"] {
            try await LoopbackServer.run({ _ in Self.list(0..<2, more: #","meta":{"next":\#(next)}"#) }) { server in
                let posts = Self.api(server, .cursor(parameter: "after", next: ["meta", "next"]))
                try await expectEqual(Self.ids(posts.all()), [0, 1])
                #expect(server.asked.value.count == 1)
            }
        }
    }

    @Test("R16: if pages are counted, a list ends at 404 after the first page, at a short page, or at its count")
    func ends() async throws {
        // Django's own paginator: 25 items, 10 per page, 404 after the last.
        let django: @Sendable (Asked) -> Answer = { asked in
            let page = Self.number("page", in: asked) ?? 1
            return page <= 3
                ? Self.list((page - 1) * 10..<min(page * 10, 25), more: #","count":25"#) : Answer(status: 404)
        }
        let endings: [(Pagination, asked: Int)] = [
            (.page(number: "page", size: "size", count: 10), 3),
            (.page(number: "page", size: "size", count: 10, end: .short), 3),
            (.page(number: "page", size: "size", count: 10, end: .total("count")), 3),
        ]
        for (pagination, asked) in endings {
            try await LoopbackServer.run(django) { server in
                try await expectEqual(Self.ids(Self.api(server, pagination).all()), Array(0..<25))
                #expect(server.asked.value.count == asked)
            }
        }
        // All pages are full: only the count saves the last request, and without it 404 ends the list.
        let full: @Sendable (Asked) -> Answer = { asked in
            let page = Self.number("page", in: asked) ?? 1
            return page <= 2 ? Self.list((page - 1) * 10..<page * 10, more: #","count":20"#) : Answer(status: 404)
        }
        for (end, asked) in [(PageEnd.empty, 3), (.short, 3), (.total("count"), 2)] {
            try await LoopbackServer.run(full) { server in
                let pagination = Pagination.page(number: "page", size: "size", count: 10, end: end)
                try await expectEqual(Self.ids(Self.api(server, pagination).all()), Array(0..<20))
                #expect(server.asked.value.count == asked)
            }
        }
        // A server that limits its pages to 5 has more than a short page.
        for (end, count) in [(PageEnd.empty, 12), (.short, 5), (.total("count"), 12)] {
            try await LoopbackServer.run({ asked in
                let start = Self.number("_start", in: asked) ?? 0
                return Self.list(start..<min(start + 5, 12), more: #","count":12"#)
            }) { server in
                let pagination = Pagination.offset(start: "_start", limit: "_limit", size: 10, end: end)
                try await expectEqual(Self.ids(Self.api(server, pagination).all()).count, count)
            }
        }
        // On the first page 404 is an error.
        try await LoopbackServer.run({ _ in Answer(status: 404) }) { server in
            let posts = Self.api(server, .page(number: "page", size: nil))
            await #expect(throws: APIError.self) { try await Self.ids(posts.all()) }
        }
    }

    @Test("R16: a list that begins at the largest number ends")
    func lastNumber() async throws {
        try await LoopbackServer.run({ _ in Self.list(0..<2) }) { server in
            try await expectEqual(Self.ids(BlogAPI(baseURL: { server.url }).posts.all(.init(start: .max))), [0, 1])
            let posts = Self.api(server, .page(number: "page", size: nil, first: .max))
            try await expectEqual(Self.ids(posts.all()), [0, 1])
        }
    }

    @Test("R16: a relative link refers to the URL of the page that contains it")
    func relativeLink() async throws {
        try await LoopbackServer.run({ asked in
            let page = Self.number("page", in: asked) ?? 1
            var answer = Self.list(asked.path.hasSuffix("/found/7") ? page..<page + 1 : page + 10..<page + 11)
            let next = ["", "</api/v1/found/7?page=2>; rel=next", "<?page=3>; rel=next", ""][page]
            if !next.isEmpty { answer.headers["Link"] = next }
            return answer
        }) { server in
            try await expectEqual(Self.ids(Self.api(server, .link).all()), [11, 2, 3])
        }
    }

    @Test("R7, R16: a Link's pages get what every request gets unless the link has it, and always what middleware sets")
    func linkWithKey() async throws {
        try await LoopbackServer.run({ asked in
            let page = Self.number("page", in: asked) ?? 1
            var answer = Self.list(page..<page + 1)
            let next = ["", "</api/v1/posts?page=2>; rel=next", "</api/v1/posts?page=3&v=9&api%5Fkey=x>; rel=next", ""]
            if !next[page].isEmpty { answer.headers["Link"] = next[page] }
            return answer
        }) { server in
            let defaults = BlogAPI.defaults.paginating(.link).filling(["v": "3"])
            let key = Authentication(.query("api_key")) { "k" }
            let client = APIClient(defaults, baseURL: { server.url }, middleware: [key])
            try await expectEqual(Self.ids(BlogAPI(client: client).posts.all(.init(userId: 7))), [1, 2, 3])
            #expect(
                server.asked.value.map(\.query) == [
                    "userId=7&v=3&api_key=k", "page=2&v=3&api_key=k", "page=3&v=9&api_key=k",
                ]
            )
        }
    }

    @Test("R16, S2: a fake of a model's operations has pages, too, and refuses what it was not given")
    func fake() async throws {
        let posts = Operations<Post>(
            page: { _, position in
                let post = Post(id: position == .start ? 1 : 2, userId: 1, title: "t")
                return Page(items: [post], next: position == .start ? .cursor("x") : nil)
            },
            get: { id in Post(id: id, userId: 1, title: "fake") }
        )
        try await expectEqual(Self.ids(posts.all(.init(userId: 7))), [1, 2])
        try await expectEqual(posts.get(3).title, "fake")
        let whole = Operations<Post>(list: { query in [Post(id: 1, userId: query.userId ?? 0, title: "t")] })
        try await expectEqual(Self.ids(whole.all()), [1])
        for refused in [
            { _ = try await whole.get(3) }, { _ = try await posts.list() },
            { _ = try await whole.send(Post.comments(of: 3)) },
        ] as [@Sendable () async throws -> Void] {
            let error = await #expect(throws: APIError.self) { try await refused() }
            guard case .unimplemented = error?.reason else {
                Issue.record("\(String(describing: error))")
                continue
            }
            #expect(error?.request.operation.hasPrefix("posts.") == true, "\(String(describing: error))")
            #expect(error?.request.url.contains("/posts") == true, "\(String(describing: error))")
        }
    }
}
