import BenchmarkReport
import CModelSQLite
import Foundation
import ModelMigrations
import ModelSQLite

/// A table that is rebuilt by a migration: a column becomes required, the index and the foreign key are kept.
struct ItemsDatabase: SQLiteDatabase {
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }

    static let newTable = """
        CREATE TABLE modelgen_new_items (id INTEGER PRIMARY KEY NOT NULL, box INTEGER NOT NULL REFERENCES boxes (id), \
        title TEXT NOT NULL, amount INTEGER NOT NULL DEFAULT 0)
        """
    static let copy = """
        INSERT INTO modelgen_new_items (id, box, title, amount) SELECT id, box, title, ifnull(amount, 0) FROM items
        """
    static let index = "CREATE INDEX items_on_box ON items (box)"

    static let initial = [
        "CREATE TABLE boxes (id INTEGER PRIMARY KEY NOT NULL)",
        """
        CREATE TABLE items (id INTEGER PRIMARY KEY NOT NULL, box INTEGER NOT NULL REFERENCES boxes (id), \
        title TEXT NOT NULL, amount INTEGER)
        """,
        index,
    ]

    static let schema = DatabaseSchema(
        "Items",
        version: 2,
        applicationID: 0x4d47_2001,
        create: [],
        migrations: [
            DatabaseMigration(
                to: 2,
                [.rebuild(TableRebuild(table: "items", create: newTable, copy: copy)), .sql(index)])
        ]
    )
}

/// Rebuilding a table of a million rows, compared with the same statements by C calls; each round has its own copy of
/// the file.
func rebuilding(in folder: URL) throws -> (ours: Double, theirs: Double) {
    let old = folder.appendingPathComponent("items.sqlite")
    do {
        let database = try ByHand(old.path)
        for statement in ItemsDatabase.initial { database.run(statement) }
        database.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 100)
            INSERT INTO boxes SELECT i FROM n
            """)
        database.run(
            """
            WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000000)
            INSERT INTO items SELECT i, 1 + i % 100, 'The title of item number ' || i, nullif(i % 7, 0) FROM n
            """)
        database.run("PRAGMA user_version = 1; PRAGMA application_id = \(ItemsDatabase.schema.applicationID)")
        database.run("PRAGMA wal_checkpoint(TRUNCATE)")
    }
    func inCopy(_ work: (URL) throws -> Double) throws -> Double {
        let file = folder.appendingPathComponent("copy.sqlite")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        try FileManager.default.copyItem(at: old, to: file)
        return try work(file)
    }
    func hand(_ file: URL) throws -> Double {
        let database = try ByHand(file.path)
        let time = milliseconds {
            for statement in [
                "PRAGMA foreign_keys = OFF", "BEGIN IMMEDIATE", ItemsDatabase.newTable, ItemsDatabase.copy,
                "DROP TABLE items", "PRAGMA legacy_alter_table = ON", "ALTER TABLE modelgen_new_items RENAME TO items",
                "PRAGMA legacy_alter_table = OFF", ItemsDatabase.index, "PRAGMA foreign_key_check(items)",
                "PRAGMA user_version = 2", "COMMIT", "PRAGMA foreign_keys = ON",
            ] { database.run(statement) }
        }
        let statement = try database.prepare("SELECT count(*) FROM items WHERE amount >= 0")
        defer { sqlite3_finalize(statement) }
        guard sqlite3_step(statement) == SQLITE_ROW, sqlite3_column_int64(statement, 0) == 1_000_000 else {
            throw ByHand.Failure()
        }
        return time
    }
    func ours(_ file: URL) throws -> Double {
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        let time = try milliseconds { try pool.migrate(ItemsDatabase.schema) }
        let count = try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM items WHERE amount >= 0") }
        guard count == 1_000_000 else { throw ByHand.Failure() }
        return time
    }
    _ = try inCopy(hand)
    var (first, second): ([Double], [Double]) = ([], [])
    for round in 0..<6 {
        if round.isMultiple(of: 2) {
            first.append(try inCopy(ours))
            second.append(try inCopy(hand))
        } else {
            second.append(try inCopy(hand))
            first.append(try inCopy(ours))
        }
    }
    return (median(first), median(second))
}
