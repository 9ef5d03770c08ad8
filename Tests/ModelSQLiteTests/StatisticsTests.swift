import Foundation
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import Testing

@Suite("The statistics of ANALYZE")
struct StatisticsTests {
    private func statistics(_ pool: DatabasePool) throws -> [String] {
        try pool.read { (db: Database) throws -> [String] in
            try db.rows("SELECT tbl || ' ' || coalesce(idx, '') || ' ' || stat FROM sqlite_stat1 ORDER BY 1") {
                try $0.read(String.self, 0)
            }
        }
    }

    private func makeStore(_ db: Database) throws {
        for statement in StoreDatabase.first { try db.run(script: statement) }
        try db.run(script: StoreDatabase.rows)
        try db.run(script: "PRAGMA user_version = 1; PRAGMA application_id = \(StoreDatabase.schema.applicationID)")
    }

    @Test("tables that are rebuilt are analyzed again, and others are not")
    func rebuilt() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try makeStore(db)
            try db.run(script: "CREATE TABLE theirs (a); INSERT INTO theirs VALUES (1)")
            try db.run("ANALYZE")
            try db.run("UPDATE sqlite_stat1 SET stat = '1000' WHERE tbl = 'theirs'")
        }
        #expect(try statistics(pool).count == 4)
        try pool.migrate(StoreDatabase.schema)
        let expected = ["items items_by_price 3 1", "items items_once 3 2 1", "shelves  2", "theirs  1000"]
        #expect(try statistics(pool) == expected)
    }

    @Test("a file that was not analyzed is not analyzed")
    func none() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in try makeStore(db) }
        try pool.migrate(StoreDatabase.schema)
        let count = "SELECT count(*) FROM sqlite_master WHERE name = 'sqlite_stat1'"
        #expect(try pool.read { db in try db.value(Int.self, SQL(trusted: count)) } == 0)
    }

    @Test("so are those that `auto` rebuilds")
    func automatic() throws {
        func schema(_ columns: String) -> DatabaseSchema {
            DatabaseSchema(
                "Auto", version: 1, applicationID: 7, mode: .auto,
                create: ["CREATE TABLE m (id INTEGER PRIMARY KEY, \(columns))", "CREATE INDEX m_by_d ON m (d)"])
        }
        let pool = try DatabasePool(.memory)
        try pool.migrate(schema("d TEXT"))
        try pool.write { (db: Database) throws in
            try db.run("INSERT INTO m (d) VALUES ('a'), ('b')")
            try db.run("ANALYZE")
        }
        try pool.migrate(schema("d TEXT NOT NULL"))
        #expect(try statistics(pool) == ["m m_by_d 2 1"])
    }
}
