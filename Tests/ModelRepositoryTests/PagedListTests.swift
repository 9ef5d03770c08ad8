import Foundation
import ModelPagination
import ModelREST
import ModelRepository
import Testing

extension Item: Paged {
    static var coverage: ListCoverage { .whole }
}

@Suite("Complete lists that are paginated")
struct PagedListTests {
    /// How a list of two items on each page ends.
    enum Ending: CaseIterable {
        case status, empty, shorter, short, total, cursor

        var pagination: Pagination {
            switch self {
            case .status, .empty, .shorter: .page(number: "page", size: "size", count: 2)
            case .short: .page(number: "page", size: "size", count: 2, end: .short)
            case .total: .page(number: "page", size: "size", count: 2, end: .total("total"))
            case .cursor: .cursor(parameter: "page", next: "next")
            }
        }

        /// Whether the first of several pages says that there are others.
        func answer(_ number: Int, _ page: ArraySlice<Int64>, of total: Int) -> Answer {
            let isLast = number * 2 >= total
            switch self {
            case .status where page.isEmpty, .short where page.isEmpty: return .json("{}", status: 404)
            // The page after the last repeats an item.
            case .shorter where page.isEmpty: return Self.items([1])
            case .total: return Self.items(page, #","total":\#(total)"#)
            case .cursor where !isLast: return Self.items(page, #","next":"\#(number + 1)""#)
            case .status, .empty, .shorter, .short, .cursor: return Self.items(page)
            }
        }

        private static func items(_ ids: some Sequence<Int64>, _ more: String = "") -> Answer {
            let items = ids.map { #"{"id":\#($0),"kind":0,"version":1}"# }
            return .json(#"{"items":[\#(items.joined(separator: ","))]\#(more)}"#)
        }
    }

    private static func page(_ asked: Asked) -> Int {
        asked.query.split(separator: "&").first { $0.hasPrefix("page=") }.flatMap { Int($0.dropFirst(5)) } ?? 1
    }

    private static func store(_ server: LoopbackServer, _ ending: Ending, _ folder: TemporaryFolder) async throws
        -> ResourceRepository<Item>
    {
        let defaults = APIDefaults(baseURL: server.url, envelope: Envelope(list: "items"))
        return try await Keeping.database.store(of: APIClient(defaults.paginating(ending.pagination)), in: folder)
    }

    @Test(
        "what moves to a page that was read already is not deleted, however the list ends",
        arguments: Ending.allCases)
    func moved(_ ending: Ending) async throws {
        let folder = try TemporaryFolder()
        let ids = Box<[Int64]>([1, 2, 3])
        let isMoving = Box(false)
        try await LoopbackServer.run { asked in
            if let id = Int64(asked.path.split(separator: "/").last ?? "") {
                return ids.value.contains(id)
                    ? .json(#"{"id":\#(id),"kind":0,"version":1}"#) : .json("{}", status: 404)
            }
            let (number, all) = (Self.page(asked), ids.value)
            // Between two pages, the first item is deleted.
            if isMoving.value { ids.change { $0.removeAll { $0 == 1 } } }
            return ending.answer(number, all.dropFirst((number - 1) * 2).prefix(2), of: all.count)
        } _: { server in
            let store = try await Self.store(server, ending, folder)
            expectEqual(try await store.all(ItemsQuery(), policy: .networkOnly).value.map(\.id), [1, 2, 3])
            isMoving.change { $0 = true }
            _ = try await store.all(ItemsQuery(), policy: .networkOnly).value
            expectEqual(ids.value, [2, 3])
            for id in ids.value {
                expectEqual(try await store.cache.answer(to: .model(id))?.models.map(\.id), [id])
            }
        }
    }

    @Test(
        "what is missing from a single response is deleted",
        arguments: [(Ending.short, [Int64](1...1)), (.total, [1, 2]), (.cursor, [1, 2])])
    func single(_ ending: Ending, _ left: [Int64]) async throws {
        let folder = try TemporaryFolder()
        let ids = Box<[Int64]>([1, 2, 3])
        try await LoopbackServer.run { asked in
            let (number, all) = (Self.page(asked), ids.value)
            return ending.answer(number, all.dropFirst((number - 1) * 2).prefix(2), of: all.count)
        } _: { server in
            let store = try await Self.store(server, ending, folder)
            _ = try await store.all(ItemsQuery(), policy: .networkOnly).value
            ids.change { $0 = left }
            let before = server.asked.value.count
            expectEqual(try await store.all(ItemsQuery(), policy: .networkOnly).value.map(\.id), left)
            expectEqual(server.asked.value.count, before + 1)
        }
    }

    @Test("what is missing is not looked up one by one while the server is unavailable", arguments: [404, 503])
    func unavailable(_ status: Int) async throws {
        let folder = try TemporaryFolder()
        let ids = Box<[Int64]>([Int64](1...12))
        try await LoopbackServer.run { asked in
            if !asked.path.hasSuffix("items") { return .json("{}", status: status) }
            let (number, all) = (Self.page(asked), ids.value)
            return Ending.empty.answer(number, all.dropFirst((number - 1) * 2).prefix(2), of: all.count)
        } _: { server in
            let store = try await Self.store(server, .empty, folder)
            _ = try await store.all(ItemsQuery(), policy: .networkOnly).value
            ids.change { $0 = [1, 2] }
            expectEqual(try await store.all(ItemsQuery(), policy: .networkOnly).value.map(\.id), [1, 2])
            let lookups = server.asked.value.filter { !$0.path.hasSuffix("items") }.count
            #expect(lookups == (status == 404 ? 10 : 1))
            expectEqual(try await store.cache.answer(to: .model(12)) == nil, status == 404)
        }
    }
}
