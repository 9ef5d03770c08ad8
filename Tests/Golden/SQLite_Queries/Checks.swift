import Foundation
import ModelObservation
import ModelSQLite
import Testing

@Suite("Named queries")
struct QueryTests {
    let journal: JournalDatabase
    let moment = Date(timeIntervalSince1970: 1000.5)

    init() throws {
        journal = try JournalDatabase.inMemory()
        let moment = moment
        try journal.write { (db: Database) throws in
            try Writer(id: 7, name: "Ann").insert(db)
            try Writer(id: 8, name: "Bob").insert(db)
            for id: Int64 in 1...5 {
                try Post(
                    id: id, userId: id == 5 ? 8 : 7, title: "T\(id)", kind: id == 2 ? .essay : .note,
                    score: id == 3 ? nil : Double(id), createdAt: moment + Double(id), draft: id > 3
                ).insert(db)
            }
            try Visit(page: "a", count: 1).insert(db)
            try Visit(page: "b", count: 9).insert(db)
        }
    }

    func read<Value>(_ body: (Database) throws -> Value) throws -> Value { try journal.read(body) }

    @Test("D19: a named query returns models, with its parameters bound")
    func models() throws {
        #expect(try read { try Post.recent(userId: 7, limit: 2, $0) }.map(\.id) == [4, 3])
        let first = try #require(try read { try Post.recent(userId: 8, limit: 20, $0) }.first)
        #expect(first == Post(id: 5, userId: 8, title: "T5", score: 5, createdAt: moment + 5, draft: true))
    }

    @Test("columns in another order are found by their names")
    func order() throws {
        #expect(try read { try Post.reordered($0) } == read { try Post.order { [$0.id] }.all($0) })
    }

    @Test("rows of columns have a separate type, and a computed date its transformer")
    func columns() throws {
        let rows: [Post.PerUser] = try read { try Post.perUser($0) }
        #expect(
            rows == [
                Post.PerUser(userId: 7, n: 4, newest: moment + 4), Post.PerUser(userId: 8, n: 1, newest: moment + 5),
            ])
        #expect(try read { try Post.summary($0) } == Post.Summary(posts: 5, writers: 2))
        #expect(try read { try Post.withWriter($0) }.last == Post.WithWriter(id: 5, title: "T5", name: "Bob"))
    }

    @Test("D19: single values; a field's column is read like the field")
    func scalars() throws {
        #expect(try read { try Post.total($0) } == 5)
        #expect(try read { try Post.bestScore(kind: .essay, $0) } == 2)
        #expect(try read { try Post.bestScore(kind: .unknown("x"), $0) } == nil)
        #expect(try read { try Post.titles($0) } == ["T1", "T2", "T3", "T4", "T5"])
        #expect(try read { try Post.scores($0) } == [1, 2, nil, 4, 5])
        #expect(try read { try Post.dates($0) }.first == moment + 1)
    }

    @Test("a row that may be missing is nil, a required one an error")
    func single() throws {
        #expect(try read { try Post.titled(title: "T3", $0) }?.id == 3)
        #expect(try read { try Post.titled(title: "none", $0) } == nil)
        #expect(try read { try Post.only(title: "T3", $0) }.id == 3)
        let error = #expect(throws: SQLiteError.self) { try read { try Post.only(title: "none", $0) } }
        #expect(error?.kind == .notFound("Post"))
        #expect(error?.description.contains("none") == false)
    }

    @Test("a list of any length is matched by IN")
    func lists() throws {
        #expect(try read { try Post.within(ids: [3, 2, 99], kinds: [.note, .essay], $0) }.map(\.id) == [2, 3])
        #expect(try read { try Post.within(ids: Array(0...5000), kinds: [.essay], $0) }.map(\.id) == [2])
        #expect(try read { try Post.within(ids: [], kinds: [.note], $0) }.isEmpty)
        #expect(try read { try Post.at(moments: [moment + 2, moment + 4, moment + 9], $0) } == [2, 4])
        #expect(try read { try Post.within(ids: [1], kinds: [.unknown("\"],\\")], $0) }.isEmpty)
    }

    @Test("optional parameters may be omitted, and are NULL then")
    func optionals() throws {
        #expect(try read { try Post.search($0) }.count == 5)
        #expect(try read { try Post.search(userId: 8, $0) }.map(\.id) == [5])
        #expect(try read { try Post.search(since: moment + 4, $0) }.map(\.id) == [4, 5])
        #expect(try read { try Post.named(db: "T1", row: "T2", statement: "", in: "T4", $0) } == ["T1", "T2", "T4"])
    }

    @Test("statements that write return how many rows they changed, and RETURNING returns them")
    func writes() throws {
        #expect(try journal.write { try Post.publish(userId: 7, $0) } == 1)
        #expect(try journal.write { try Post.rename(id: 2, title: "New", $0) }?.title == "New")
        #expect(try journal.write { try Post.rename(id: 99, title: "New", $0) } == nil)
        #expect(try read { try Post.titles($0) }[1] == "New")
        try journal.write { try Post.clear($0) }
        #expect(try read { try Post.total($0) } == 0)
        let error = #expect(throws: SQLiteError.self) { try read { try Post.clear($0) } }
        #expect(error?.kind == .readOnly)
    }

    @Test("rows keyed by rowid have it if the query selects it, and a model without a table is made from columns")
    func rowID() throws {
        let popular = try #require(try read { try Visit.popular(atLeast: 5, $0) }.first)
        #expect(popular.page == "b" && popular.rowID == 2)
        #expect(try read { try Visit.pages($0) }.map(\.rowID) == [nil, nil])
        #expect(
            try read { try Visit.numbered($0) }.map { [$0.page, "\($0.rowID ?? 0)"] } == [["a", "1"], ["b", "2"]])
        #expect(try read { try Visit.cards($0) } == [Card(title: "a", visits: 1), Card(title: "b", visits: 9)])
    }

    @Test("a named query is observed like any other read")
    func observed() async throws {
        var seen: [Int] = []
        let observation = journal.observe { db in try Post.total(db) }
        for try await total in observation {
            seen.append(total)
            if seen.count == 2 { break }
            try await journal.write { db in _ = try Post.clear(db) }
        }
        #expect(seen == [5, 0])
    }
}
