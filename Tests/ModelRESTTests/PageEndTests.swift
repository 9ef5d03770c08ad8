import ModelPagination
import ModelREST
import Testing

@Suite("The end of lists that are counted")
struct PageEndTests {
    /// A server with a number of posts, which rejects pages that it does not have. The client does not choose their size.
    private static func answer(_ asked: Asked, size: Int, of count: Int) -> Answer {
        let start = ((PaginationTests.number("page", in: asked) ?? 1) - 1) * size
        guard start < count else { return .json(#"{"code":"invalid_page_number"}"#, status: 400) }
        return PaginationTests.list(start..<min(count, start + size), more: #","count":\#(count)"#)
    }

    @Test("a total ends a list of pages whose size the server chooses", arguments: [1, 4, 5, 6, 9, 10, 11])
    func total(_ count: Int) async throws {
        try await LoopbackServer.run({ Self.answer($0, size: 5, of: count) }) { server in
            let posts = PaginationTests.api(server, .page(number: "page", size: nil, end: .total(["count"])))
            try await expectEqual(PaginationTests.ids(posts.all()), (0..<count).map(Int64.init))
            #expect(server.asked.value.count == (count + 4) / 5)
        }
    }
}
