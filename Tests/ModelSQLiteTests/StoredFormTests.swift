import Foundation
import ModelChanges
import ModelExpressions
import ModelRelations
import ModelRuntime
import ModelSQLite
import ModelTransformers
import Testing

/// A row with dates in several stored forms.
private struct Visit: KeyedRecord, Identifiable, Hashable {
    var id: Int64
    var start: Date
    var end: Date
    var left: Date?
    var size: UInt
    var big: UInt64

    static let table = Table<Visit>("visits", "id", "start", "end", "left", "size", "big", primaryKey: ["id"])

    struct Columns: TableColumns {
        let id = Column<Visit, Int64>("id")
        let start = Column<Visit, Date>("start", using: UnixMilliseconds())
        let end = Column<Visit, Date>("end", using: UnixSeconds())
        let left = Column<Visit, Date?>("left", using: UnixSeconds())
        let size = Column<Visit, UInt>("size")
        let big = Column<Visit, UInt64>("big")
        /// A column whose values are stored differently each time.
        let secret = OpaqueColumn<Visit, Date?>("left", using: UnixSeconds())
    }

    struct Relations: Sendable {
        let same = Relation<Visit, Visit?>.belongsTo({ $0.id }, column: "id", Visit.columns.id)
    }
    static let relations = Relations()

    init(_ id: Int64, start: Double, end: Double, left: Double? = nil) {
        self.id = id
        self.start = Date(timeIntervalSince1970: start)
        self.end = Date(timeIntervalSince1970: end)
        self.left = left.map { Date(timeIntervalSince1970: $0) }
        (size, big) = (UInt(id), UInt64(id))
    }

    init(fields columns: inout RowReader) throws {
        id = try columns.field()
        start = try columns.field(using: UnixMilliseconds())
        end = try columns.field(using: UnixSeconds())
        left = try columns.fieldIfPresent(using: UnixSeconds())
        (size, big) = try (columns.field(), columns.field())
    }

    func write(fields statement: inout RecordStatement) {
        statement.field(id)
        statement.field(start, using: UnixMilliseconds())
        statement.field(end, using: UnixSeconds())
        statement.fieldIfPresent(left, using: UnixSeconds())
        statement.field(size)
        statement.field(big)
    }
}

@Suite("Stored forms in conditions and assignments")
struct StoredFormTests {
    let pool: DatabasePool

    init() throws {
        pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                "CREATE TABLE visits (id INTEGER PRIMARY KEY, start INTEGER, \"end\" INTEGER, left INTEGER, size INTEGER, big INTEGER)"
            )
            try Visit.insert([Visit(1, start: 10, end: 20, left: 20), Visit(2, start: 20, end: 30)], db)
        }
    }

    private func ids(_ condition: (Visit.Columns) -> Condition<Visit>) throws -> [Int64] {
        try pool.read { (db: Database) throws in try Visit.where(condition).order { [$0.id] }.all(db).map(\.id) }
    }

    @Test("expressions of different stored forms are not compared, however they are made")
    func comparisons() throws {
        let date = Date(timeIntervalSince1970: 20)
        let refused: [(Visit.Columns) -> Condition<Visit>] = [
            { $0.start.in(Visit.select { $0.end }) },
            { $0.start.optional.in(Visit.select { $0.left }) },
            { $0.start.optional > Visit.select { $0.end.max }.value() },
            { visit in Visit.where { $0.end < visit.start.outer() }.exists() },
            { $0.start == $0.left.coalesce(date) },
            { $0.start.optional == Visit.select { $0.end.min }.value() },
            { $0.start == .value(date) },
            { $0.end < SQLCase(when: $0.id > 1, then: date).otherwise(date) },
        ]
        for (place, condition) in refused.enumerated() {
            let error = #expect(throws: SQLiteError.self, "\(place)") { try ids(condition) }
            #expect(error?.kind == .misuse, "\(place)")
            #expect(error?.message.contains("`.sql(\"…\")`") == true, "\(error?.message ?? "")")
        }
        #expect(throws: SQLiteError.self) {
            try pool.read { (db: Database) throws in
                try Visit.select { $0.id }.group { $0.id }.having { $0.start.max == $0.end.max }.all(db)
            }
        }
    }

    @Test("those of one form are, and so is SQL of your own, which is in the stored form")
    func accepted() throws {
        let date = Date(timeIntervalSince1970: 20)
        #expect(try ids { $0.end.in(Visit.select { $0.end }) } == [1, 2])
        #expect(try ids { $0.end.optional.in(Visit.select { $0.left }) } == [1])
        #expect(try ids { $0.end.optional == Visit.select { $0.left.max }.value() } == [1])
        #expect(try ids { visit in Visit.where { $0.end < visit.end.outer() }.exists() } == [2])
        #expect(try ids { $0.end == $0.left.coalesce(date) } == [1])
        #expect(try ids { $0.start == .sql("\($0.end) * 1000 - 10000") } == [1, 2])
        #expect(try ids { $0.start.optional == .sql("20000") } == [2])
        let left = SQLExpression<Visit, Date?>.sql("\(Visit.columns.left)")
        #expect(try ids { $0.start == left.coalesce(Date(timeIntervalSince1970: 20000)) } == [2])
        #expect(try ids { _ in .sql("\(date.timeIntervalSince1970)") == Visit.columns.end } == [1])
        #expect(try ids { $0.start.in(Visit.select { .sql("\($0.left) * 1000") }) } == [2])
        #expect(try ids { $0.start == Visit.select { .sql("max(\($0.left)) * 1000") }.value() } == [2])
    }

    @Test("a column is not set to an expression of another stored form")
    func assignments() throws {
        let before = try pool.read { db in try Visit.all(db) }
        let date = Date(timeIntervalSince1970: 20)
        let refused: [(inout Assignments<Visit>) -> Void] = [
            { $0.set(\.end) { _ in Visit.columns.start } }, { $0.set(\.start) { _ in Visit.columns.end } },
            { $0.set(\.start) { _ in .value(date) } },
            { $0.set(\.start) { _ in SQLCase(when: Visit.columns.id > 1, then: date).otherwise(date) } },
            { $0.set(\.start) { _ in Visit.columns.left.coalesce(date) } },
            { $0.set(\.left) { _ in Visit.columns.start.optional } },
        ]
        for (place, assign) in refused.enumerated() {
            let error = #expect(throws: SQLiteError.self, "\(place)") {
                try pool.write { (db: Database) throws in try Visit.update(db, where: { _ in .all }, assign) }
            }
            #expect(error?.kind == .misuse, "\(place)")
        }
        #expect(try pool.read { db in try Visit.all(db) } == before)
        try pool.write { (db: Database) throws in
            try Visit.update(db, where: { _ in .all }) {
                $0.set(\.left) { _ in Visit.columns.end.optional }
                $0.set(\.start) { _ in .sql("\(Visit.columns.end) * 1000") }
                $0.set(\.size) { $0 + 1 }
                $0.set(\.big) { $0 * 2 }
            }
        }
        let after = try pool.read { db in try Visit.all(db) }
        #expect(after.map(\.left) == before.map(\.end) && after.map(\.start) == before.map(\.end))
        #expect(after.map(\.size) == [2, 3] && after.map(\.big) == [2, 4])
        #expect(try pool.read { (db: Database) throws in try Visit.select { $0.big.sum }.first(db) } == 6)
    }

    @Test("nil in the results of a subquery is a value like any other, as in a list")
    func nilInSubqueries() throws {
        try pool.write { (db: Database) throws in
            try Visit.insert([Visit(3, start: 0, end: 40, left: 40), Visit(4, start: 0, end: 50)], db)
        }
        let visits = try pool.read { db in try Visit.all(db) }
        let subqueries: [(Query<Visit>, [Date?])] = [
            (Visit.all, visits.map(\.left)), (Visit.where { $0.id > 99 }, []),
            (Visit.where { $0.left == nil }, [nil]),
            (Visit.where { $0.left != nil }, visits.compactMap(\.left)),
            (Visit.order { [$0.id.desc] }.limit(1), [nil]), (Visit.order { [$0.id] }.limit(1), [visits[0].left]),
        ]
        for (query, values) in subqueries {
            let subquery = query.select { $0.left }
            #expect(
                try ids { $0.left.in(subquery) } == visits.filter { values.contains($0.left) }.map(\.id), "\(values)")
            #expect(
                try ids { !$0.left.in(subquery) } == visits.filter { !values.contains($0.left) }.map(\.id), "\(values)")
            #expect(try ids { $0.end.optional.in(subquery) } == visits.filter { values.contains($0.end) }.map(\.id))
            #expect(try ids { !$0.end.optional.in(subquery) } == visits.filter { !values.contains($0.end) }.map(\.id))
        }
        // A subquery that refers to the row outside.
        #expect(
            try ids { visit in
                visit.left.in(Visit.select { $0.left }.where { $0.id < visit.id.outer() })
            } == [4])
    }

    @Test("an index on an optional column is used for the values of a subquery")
    func indexedSubquery() throws {
        try pool.write { db in try db.run(script: "CREATE INDEX visits_on_left ON visits (left)") }
        let plan = try pool.read { (db: Database) throws in
            let query = Visit.where { $0.left.in(Visit.select { $0.end.optional }.where { $0.id == 1 }) }
            let sql = try #require(try recorded { try query.all($0) })
            return try db.rows(SQL(trusted: "EXPLAIN QUERY PLAN " + sql)) { try $0.read(String.self, 3) }
        }
        #expect(!plan.contains("SCAN visits"), "\(plan)")
    }

    /// The SQL of the last statement that a closure runs.
    private func recorded(_ body: (Database) throws -> [Visit]) throws -> String? {
        let statements = Collected<String>()
        var configuration = DatabaseConfiguration()
        configuration.onStatement = { statements.add($0.sql) }
        let other = try DatabasePool(.memory, configuration)
        try other.write { (db: Database) throws in
            try db.run(
                "CREATE TABLE visits (id INTEGER PRIMARY KEY, start INTEGER, \"end\" INTEGER, left INTEGER, size INTEGER, big INTEGER)"
            )
            _ = try body(db)
        }
        return statements.values.last { $0.hasPrefix("SELECT") }?.replacing("?1", with: "1").replacing("?2", with: "1")
    }

    @Test("an opaque column of a joined row can be compared with NULL")
    func opaqueInJoin() throws {
        let found = try pool.read { (db: Database) throws in
            try Visit.all.joining(\.same).where { _, same in !same.secret.isNull }.all(db).map(\.0.id)
        }
        #expect(found == [1])
    }
}
