import Foundation
import ModelREST
import ModelRepository
import ModelRepositorySQLite
import ModelRuntime
import ModelSQLite
import ModelTransformers
import Testing

@Suite("A cache of rows whose key has a transformer")
struct StoredKeyTests {
    private struct Event: KeyedRecord, Identifiable, Hashable {
        var id: Date
        var title: String

        static let table = Table<Event>("events", [TableColumn("id"), TableColumn("title")], primaryKey: ["id"])

        struct Columns: TableColumns {
            var id: Column<Event, Date> { Column("id", using: UnixMilliseconds()) }
            var title: Column<Event, String> { Column("title") }
        }

        init(_ second: Double, _ title: String) {
            id = Date(timeIntervalSince1970: second)
            self.title = title
        }

        init(fields reader: inout RowReader) throws {
            id = try reader.field(using: UnixMilliseconds())
            title = try reader.field()
        }

        func write(fields statement: inout RecordStatement) {
            statement.field(id, using: UnixMilliseconds())
            statement.field(title)
        }

        static func bind(_ key: Date, to statement: inout RecordStatement) {
            statement.field(key, using: UnixMilliseconds())
        }
    }

    private typealias Asked = Question<WholeList, Date>

    private let cache: DatabaseCache<Event, WholeList>
    private let pool: DatabasePool

    init() async throws {
        pool = try DatabasePool(.memory, DatabaseConfiguration())
        try await pool.write { db in
            _ = try db.run("CREATE TABLE events (id INTEGER PRIMARY KEY, title TEXT NOT NULL)")
        }
        cache = DatabaseCache(pool) { _ in Event.all }
    }

    private func keep(_ events: Event...) async throws -> [Event]? {
        let question = Asked.list(WholeList())
        let reply = Reply<Event>.list(events, .whole, AnswerFacts(validators: Validators(eTag: "1", lastModified: nil)))
        return try await cache.keep(reply, to: question, cache.ask(question))?.models
    }

    @Test("a list keeps its rows, shows them, and only deletes those that it lacks")
    func lists() async throws {
        let (one, two, three) = (Event(1.5, "one"), Event(2, "two"), Event(3, "three"))
        #expect(try await keep(one, two) == [one, two])
        #expect(try await cache.answer(to: .list(WholeList()))?.models == [one, two])
        #expect(try await keep(two, three) == [two, three])
        #expect(try await pool.read { db in try Event.all(db) } == [two, three])
        let question = Asked.list(WholeList())
        let confirmed = try await cache.keep(.unchanged(AnswerFacts()), to: question, cache.ask(question))
        #expect(confirmed?.models == [two, three])
    }

    @Test("a model has the date of its answer")
    func age() async throws {
        let one = Event(1.5, "one")
        _ = try await keep(one)
        let answer = try #require(await cache.answer(to: .model(one.id)))
        #expect(answer.models == [one])
        #expect(answer.date != nil)
    }

    @Test("an answer that was asked for before a write does not change the written row")
    func writes() async throws {
        let (old, new) = (Event(1.5, "old"), Event(1.5, "new"))
        _ = try await keep(old)
        let question = Asked.list(WholeList())
        let open = try await cache.ask(question)
        _ = try await cache.keep(.changed(new, AnswerFacts()), cache.ask(nil))
        #expect(try await cache.keep(.list([old], .whole, AnswerFacts()), to: question, open)?.models == [new])
        _ = try await cache.keep(.gone(new.id), cache.ask(nil))
        #expect(try await cache.answer(to: question)?.models == [])
    }
}
