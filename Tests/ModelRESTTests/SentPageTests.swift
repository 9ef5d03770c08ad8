import ModelPagination
import ModelREST
import ModelRuntime
import Testing

@Suite("Pages as the server sends them")
struct SentPageTests {
    /// A note that a hook drops if it was deleted.
    private struct Note: JSONValue {
        var id: Int64

        init(reading source: inout JSONSource) throws {
            let dropped = JSONDropped(level: source.depth)
            let json = try source.read(JSON.self)
            if json["deleted"] == .bool(true) { throw dropped }
            guard case .integer(let id)? = json["id"] else { throw JSONError(.missing, expected: "an id") }
            self.id = id
        }

        func write(to sink: inout JSONSink) throws { try id.write(to: &sink) }
    }

    private static func pages<Item: JSONValue>(
        of item: Item.Type, _ pagination: Pagination, _ server: LoopbackServer
    ) -> PagedItems<Item> {
        let client = APIClient(APIDefaults(baseURL: server.url, envelope: Envelope(list: "items")))
        let list = Endpoint<[Item]>("items.list", .get, "items", returns: .list).paginated(pagination)
        return PagedItems { position in try await client.page(list, at: position) }
    }

    private static func answer(_ items: some Sequence<String>, more: String = "") -> Answer {
        .json(#"{"items":[\#(items.joined(separator: ","))]\#(more)}"#)
    }

    @Test(
        "what a hook drops from a page ends no list and moves no offset",
        arguments: [PageEnd.empty, .short, .total("count")], [[2], [0, 1, 2, 3], [4], [5, 6, 7], [0, 7, 11]])
    func dropped(_ end: PageEnd, _ deleted: [Int]) async throws {
        let byOffset = Pagination.offset(start: "start", limit: "limit", size: 4, end: end)
        let byNumber = Pagination.page(number: "page", size: "limit", count: 4, end: end)
        try await LoopbackServer.run { asked in
            let start =
                PaginationTests.number("start", in: asked)
                ?? (PaginationTests.number("page", in: asked).map { ($0 - 1) * 4 } ?? 0)
            let notes = (start..<max(start, min(start + 4, 14))).map {
                #"{"id":\#($0),"deleted":\#(deleted.contains($0))}"#
            }
            return Self.answer(notes, more: #","count":14"#)
        } _: { server in
            for pagination in [byOffset, byNumber] {
                let notes = try await Self.pages(of: Note.self, pagination, server).collected()
                #expect(notes.map(\.id) == (0..<14).filter { !deleted.contains($0) }.map(Int64.init))
            }
        }
    }

    @Test(
        "a server that returns the same page again is noticed whatever it puts around the list",
        .timeLimit(.minutes(5)))
    func surroundings() async throws {
        let count = Box(0)
        try await LoopbackServer.run { _ in
            let number = count.change { count in
                count += 1
                return count
            }
            guard number < 20 else { return Answer(status: 404) }
            return Self.answer([#"{"id":1}"#, #"{"id":2}"#], more: #","requested_at":\#(number)"#)
        } _: { server in
            await #expect(throws: APIError.self) {
                try await Self.pages(of: Note.self, .page(number: "page", size: nil), server).collected()
            }
            #expect(count.value == 2)
        }
    }

    @Test("two pages of numbers may be equal")
    func numbers() async throws {
        try await LoopbackServer.run { asked in
            let page = PaginationTests.number("page", in: asked) ?? 1
            return Self.answer(page < 4 ? ["0", "0"] : [])
        } _: { server in
            let items = Self.pages(of: Int.self, .page(number: "page", size: nil), server)
            try await expectEqual(items.collected(), [0, 0, 0, 0, 0, 0])
        }
    }

    @Test("two pages of the same length that begin with the same object are not the same page")
    func sameBeginning() async throws {
        try await LoopbackServer.run { asked in
            let page = PaginationTests.number("page", in: asked) ?? 1
            return Self.answer(page < 4 ? [#"{"id":0}"#, #"{"id":\#(page)}"#] : [])
        } _: { server in
            let notes = try await Self.pages(of: Note.self, .page(number: "page", size: nil), server).collected()
            #expect(notes.map(\.id) == [0, 1, 0, 2, 0, 3])
        }
    }

    @Test("an empty page that leads to itself is the end of a list")
    func ownCursor() async throws {
        try await LoopbackServer.run { asked in
            switch PaginationTests.number("after", in: asked) {
            case nil: Self.answer(["1", "2"], more: #","next":"2""#)
            default: Self.answer([], more: #","next":"2""#)
            }
        } _: { server in
            let items = Self.pages(of: Int.self, .cursor(parameter: "after", next: "next"), server)
            try await expectEqual(items.collected(), [1, 2])
        }
    }

    @Test(
        "a cursor that is a number of any size is sent as it was written", arguments: ["18446744073709551610", "1.5e9"])
    func largeCursor(_ cursor: String) async throws {
        try await LoopbackServer.run { asked in
            asked.query.isEmpty ? Self.answer(["1"], more: #","next":\#(cursor)"#) : Self.answer(["2"])
        } _: { server in
            let items = Self.pages(of: Int.self, .cursor(parameter: "after", next: "next"), server)
            try await expectEqual(items.collected(), [1, 2])
            #expect(server.asked.value.map(\.query) == ["", "after=\(cursor)"])
        }
    }
}
