import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelSQLite
import Testing

@Suite("Unique values of rows that a server changes")
struct UniqueValueTests {
    enum Rule: String, CaseIterable {
        case column = "UNIQUE (version)"
        case columns = "UNIQUE (kind, version)"
        case twice = "UNIQUE (version), UNIQUE (kind, version)"
        case nothing = "CHECK (version IS NOT NULL)"
        /// No value that nobody has can be made up.
        case checked = "UNIQUE (version), CHECK (version < 1000)"
    }

    private static func cache(_ rule: Rule) async throws -> (DatabaseCache<Item, ItemsQuery>, DatabasePool) {
        let pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            try db.run(
                script: """
                    CREATE TABLE items (id INTEGER PRIMARY KEY, kind INTEGER NOT NULL, version INTEGER NOT NULL, \(rule.rawValue));
                    CREATE TABLE notes (item INTEGER REFERENCES items (id) ON DELETE CASCADE);
                    """)
        }
        return (DatabaseCache(pool, completeLists: ItemsQuery.complete), pool)
    }

    private static func items(_ versions: [Int64]) -> [Item] {
        versions.enumerated().map { Item(id: Int64($0.offset) + 1, kind: 0, version: $0.element) }
    }

    private static func permutations(_ values: [Int64]) -> [[Int64]] {
        guard values.count > 1 else { return [values] }
        return values.indices.flatMap { index in
            var rest = values
            let first = rest.remove(at: index)
            return permutations(rest).map { [first] + $0 }
        }
    }

    @Test(
        "the rows of one answer may exchange their unique values in any way, and take those of deleted rows",
        arguments: Rule.allCases.filter { $0 != .checked })
    func exchanged(_ rule: Rule) async throws {
        let (cache, pool) = try await Self.cache(rule)
        let list = ItemQuestion.list(ItemsQuery())
        let page = ItemQuestion.list(ItemsQuery(start: 0))
        func keep(_ items: [Item], to question: ItemQuestion, _ coverage: ListCoverage) async throws {
            let answer = try await cache.keep(.list(items, coverage, AnswerFacts()), to: question, cache.ask(question))
            #expect(answer?.models == items)
            let rows = try await pool.read { db in try Item.all(db) }
            #expect(rows.sorted { $0.id < $1.id } == items.sorted { $0.id < $1.id })
        }
        try await keep(Self.items([1, 2, 3, 4]), to: list, .whole)
        try await pool.write { db in _ = try db.run("INSERT INTO notes VALUES (1), (2), (3), (4)") }
        for order in Self.permutations([1, 2, 3, 4]) {
            try await keep(Self.items(order), to: page, .page)
            try await keep(Self.items(order).reversed(), to: list, .whole)
        }
        for order in Self.permutations([2, 3, 4, 5]) { try await keep(Self.items(order), to: page, .page) }
        // Nothing was deleted on the way.
        #expect(
            try await pool.read { db in try db.rows("SELECT item FROM notes") { try $0.read(Int.self, 0) } }.count == 4)
        try await keep(Self.items([9, 3, 2]), to: list, .whole)
    }

    @Test(
        "a value that a row outside the answer still has prevents no answer",
        arguments: [Rule.column, .columns, .checked])
    func taken(_ rule: Rule) async throws {
        let (cache, _) = try await Self.cache(rule)
        let list = ItemQuestion.list(ItemsQuery())
        let second = ItemQuestion.model(2)
        _ = try await cache.keep(.list(Self.items([1, 2]), .whole, AnswerFacts()), to: list, cache.ask(list))
        let renamed = Item(id: 2, kind: 0, version: 1)
        for _ in 0..<2 {
            let answer = try await cache.keep(.model(renamed, AnswerFacts()), to: second, cache.ask(second))
            #expect(answer?.models == [renamed])
        }
        #expect(try await cache.answer(to: second)?.date != nil)
        #expect(try await cache.keep(.changed(renamed, AnswerFacts()), cache.ask(nil)) == renamed)
        let answer = try await cache.answer(to: second)
        #expect(answer?.models == [Item(id: 2, kind: 0, version: 2)] && answer?.date == nil)
        // As soon as it is known that the other row has another value, everything can be stored.
        let first = ItemQuestion.model(1)
        _ = try await cache.keep(.model(Item(id: 1, kind: 0, version: 7), AnswerFacts()), to: first, cache.ask(first))
        _ = try await cache.keep(.model(renamed, AnswerFacts()), to: second, cache.ask(second))
        #expect(try await cache.answer(to: second)?.models == [renamed])
    }
}
