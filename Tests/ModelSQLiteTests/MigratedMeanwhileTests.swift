import Foundation
import ModelAdoption
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

/// Version 1 stores seconds.
private struct SecondsDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 1, applicationID: 0x4d47_3002,
        create: ["CREATE TABLE moments (id INTEGER PRIMARY KEY, time INTEGER NOT NULL, note TEXT)"])
}

/// Version 2 stores milliseconds, and version 3 adds nothing that older programs would notice.
private struct MillisecondsDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 3, applicationID: 0x4d47_3002, create: SecondsDatabase.schema.create,
        migrations: [
            DatabaseMigration(to: 2, ["UPDATE moments SET time = time * 1000"]),
            DatabaseMigration(to: 3, ["CREATE INDEX by_time ON moments (time)"]),
        ])
}

/// Version 2 changes nothing in the file: a field became required, perhaps.
private struct RenamedDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 2, applicationID: 0x4d47_3002, create: SecondsDatabase.schema.create)
}

/// Version 2 no longer has the table.
private struct DroppingDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 2, applicationID: 0x4d47_3002, create: ["CREATE TABLE other (id INTEGER PRIMARY KEY)"],
        migrations: [
            DatabaseMigration(to: 2, [.sql("CREATE TABLE other (id INTEGER PRIMARY KEY)"), .dropTable("moments")])
        ])
}

/// Files with these tables can be adopted.
private struct AdoptingDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 1, applicationID: 0x4d47_3002, create: SecondsDatabase.schema.create,
        adoptable: [AdoptableVersion(1)])
}

private struct MillisecondsAdoptingDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Clock", version: 3, applicationID: 0x4d47_3002, create: SecondsDatabase.schema.create,
        migrations: MillisecondsDatabase.schema.migrations,
        adoptable: [AdoptableVersion(1, create: SecondsDatabase.schema.create)])
}

/// Opens newer files, and counts how often it is asked.
private final class Tolerating: DatabaseMigrating, @unchecked Sendable {
    private let lock = NSLock()
    private var asked: [Int] = []
    private let answer: NewerDatabase

    init(_ answer: NewerDatabase = .open) { self.answer = answer }

    var versions: [Int] { lock.withLock { asked } }

    func foundNewer(version: Int, known: Int) -> NewerDatabase {
        lock.withLock { asked.append(version) }
        // Long enough for other reads to ask, too.
        Thread.sleep(forTimeInterval: 0.05)
        return answer
    }
}

/// The same with `migration: auto`.
private struct AutomaticSecondsDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Auto", version: 1, applicationID: 0x4d47_3003, mode: .auto,
        create: ["CREATE TABLE moments (id INTEGER PRIMARY KEY, time INTEGER NOT NULL /* seconds */, note TEXT)"])
}

private struct AutomaticNewerDatabase: SQLiteDatabase {
    let pool: DatabasePool
    static let schema = DatabaseSchema(
        "Auto", version: 1, applicationID: 0x4d47_3003, mode: .auto,
        create: AutomaticSecondsDatabase.schema.create + ["CREATE TABLE more (id INTEGER PRIMARY KEY)"])
}

/// A program has a file open that another one migrates. SQLite treats the connections of one process like those of
/// several.
@Suite("A file that is migrated while it is open")
struct MigratedMeanwhileTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("clock.sqlite")
    }

    private func insert(_ id: Int, _ db: Database) throws { try db.run("INSERT INTO moments VALUES (\(id), 5, NULL)") }

    private func count(_ db: Database) throws -> Int? { try db.value(Int.self, "SELECT count(*) FROM moments") }

    /// What the program did before: a statement that is compiled already could go on writing the old form.
    @Test("the program of the older version can neither write nor read", arguments: ["", "write", "read"])
    func newer(before: String) throws {
        let old = try SecondsDatabase.openAndWait(at: file)
        if before == "write" { try old.write { db in try insert(1, db) } }
        if before == "read" { _ = try old.read { db in try count(db) } }
        let new = try MillisecondsDatabase.openAndWait(at: file)
        let newer = SQLiteError.Kind.migration(.newer(found: 3, known: 1))
        for _ in 0..<2 {
            let written = #expect(throws: SQLiteError.self) { try old.write { db in try insert(2, db) } }
            #expect(written?.kind == newer)
            let read = #expect(throws: SQLiteError.self) { try old.read { db in try count(db) } }
            #expect(read?.kind == newer)
            // The reason is more helpful than what follows from it.
            let failed = #expect(throws: SQLiteError.self) { try old.write { db in try db.run("DELETE FROM gone") } }
            #expect(failed?.kind == newer)
        }
        #expect(try new.read { db in try count(db) } == (before == "write" ? 1 : 0))
        try new.write { db in try insert(3, db) }
        old.pool.closeAndWait()
        new.pool.closeAndWait()
    }

    @Test("a version that only converts rows is noticed, too")
    func onlyRows() throws {
        let old = try SecondsDatabase.openAndWait(at: file)
        try old.write { db in try insert(1, db) }
        let new = try DatabasePool(.file(file))
        try new.migrate(MillisecondsDatabase.schema, to: 2)
        let error = #expect(throws: SQLiteError.self) { try old.write { db in try insert(2, db) } }
        #expect(error?.kind == .migration(.newer(found: 2, known: 1)))
        #expect(try new.read { db in try db.value(Int.self, "SELECT sum(time) FROM moments") } == 5000)
        old.pool.closeAndWait()
        new.closeAndWait()
    }

    @Test("a version that changes nothing in the file is noticed, too")
    func nothing() throws {
        let old = try SecondsDatabase.openAndWait(at: file)
        try old.write { db in try insert(1, db) }
        let new = try RenamedDatabase.openAndWait(at: file)
        let error = #expect(throws: SQLiteError.self) { try old.write { db in try insert(2, db) } }
        #expect(error?.kind == .migration(.newer(found: 2, known: 1)))
        #expect(try new.read { db in try count(db) } == 1)
        old.pool.closeAndWait()
        new.pool.closeAndWait()
    }

    @Test("a version that drops the table is named as the reason", arguments: ["", "compiled"])
    func dropped(before: String) throws {
        let statements: [SQL] = [
            "INSERT INTO moments VALUES (1, 5, NULL)", "UPDATE moments SET time = 2", "DELETE FROM moments",
        ]
        for statement in statements {
            let file = folder.file("\(UUID()).sqlite")
            let old = try SecondsDatabase.openAndWait(at: file)
            try old.write { _ in }
            if before == "compiled" { try old.write { db in _ = try db.run(statement) } }
            let new = try DroppingDatabase.openAndWait(at: file)
            for _ in 0..<2 {
                let error = #expect(throws: SQLiteError.self) { try old.write { db in _ = try db.run(statement) } }
                #expect(error?.kind == .migration(.newer(found: 2, known: 1)))
            }
            old.pool.closeAndWait()
            new.pool.closeAndWait()
        }
    }

    @Test("a program that opens newer files goes on, and is asked once for each version")
    func tolerated() throws {
        let steps = Tolerating()
        let old = try SecondsDatabase.openAndWait(at: file, migrating: steps)
        try old.write { db in try insert(1, db) }
        let new = try MillisecondsDatabase.openAndWait(at: file)
        DispatchQueue.concurrentPerform(iterations: 8) { _ in _ = try? old.read { db in try count(db) } }
        try old.write { db in try insert(2, db) }
        #expect(try old.read { db in try count(db) } == 2)
        #expect(steps.versions == [3])
        old.pool.closeAndWait()
        new.pool.closeAndWait()
        let later = Tolerating()
        let again = try SecondsDatabase.openAndWait(at: file, migrating: later)
        #expect(try again.read { db in try count(db) } == 2)
        try again.write { db in try insert(3, db) }
        #expect(later.versions == [3])
        again.pool.closeAndWait()
    }

    @Test("a program that rejects newer files is asked once, too, and cannot empty one that is open")
    func refused() throws {
        for answer in [NewerDatabase.refuse, .recreate] {
            let file = folder.file("\(answer).sqlite")
            let steps = Tolerating(answer)
            let old = try SecondsDatabase.openAndWait(at: file, migrating: steps)
            let new = try MillisecondsDatabase.openAndWait(at: file)
            try new.write { db in try insert(1, db) }
            for _ in 0..<2 {
                let error = #expect(throws: SQLiteError.self) { try old.read { db in try count(db) } }
                #expect(error?.kind == .migration(.newer(found: 3, known: 1)))
            }
            #expect(try new.read { db in try count(db) } == 1)
            #expect(steps.versions == [3])
            old.pool.closeAndWait()
            new.pool.closeAndWait()
        }
    }

    @Test("a pool that was opened first and migrated then is like any other")
    func byHand() throws {
        let old = try DatabasePool(.file(file))
        try old.migrate(SecondsDatabase.schema)
        try old.write { db in try insert(1, db) }
        _ = try old.read { db in try count(db) }
        let new = try MillisecondsDatabase.openAndWait(at: file)
        let newer = SQLiteError.Kind.migration(.newer(found: 3, known: 1))
        let written = #expect(throws: SQLiteError.self) { try old.write { db in try insert(2, db) } }
        #expect(written?.kind == newer)
        let read = #expect(throws: SQLiteError.self) { try old.read { db in try count(db) } }
        #expect(read?.kind == newer)
        old.closeAndWait()
        new.pool.closeAndWait()
    }

    @Test("nobody else migrates a database in memory, so a test can make it an earlier one")
    func inMemory() throws {
        let pool = try DatabasePool(.memory)
        try pool.migrate(SecondsDatabase.schema)
        try pool.write { db in try db.run(script: "PRAGMA user_version = 0; PRAGMA application_id = 0") }
        #expect(try pool.read { db in try count(db) } == 0)
        pool.closeAndWait()
    }

    @Test("a pool that could not be migrated stays usable, to rescue its rows")
    func notMigrated() throws {
        let new = try MillisecondsDatabase.openAndWait(at: file)
        try new.write { db in try insert(1, db) }
        let old = try DatabasePool(.file(file))
        #expect(throws: SQLiteError.self) { try old.migrate(SecondsDatabase.schema) }
        #expect(try old.read { db in try count(db) } == 1)
        old.closeAndWait()
        new.pool.closeAndWait()
    }

    @Test("a file that is adopted read-only may be changed by its owner, but not migrated", arguments: ["", "read"])
    func adopted(before: String) throws {
        let owner = try DatabasePool(.file(file))
        try owner.write { db in
            try db.run(script: SecondsDatabase.schema.create[0])
            try insert(1, db)
        }
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let reader = try AdoptingDatabase.openAndWait(at: file, configuration, adopting: 1)
        if before == "read" { #expect(try reader.read { db in try count(db) } == 1) }
        try owner.write { db in try db.run("CREATE INDEX own ON moments (note)") }
        #expect(try reader.read { db in try count(db) } == 1)
        let new = try MillisecondsAdoptingDatabase.openAndWait(at: file, adopting: .version(1).tolerating(.indexes))
        let error = #expect(throws: SQLiteError.self) { try reader.read { db in try count(db) } }
        #expect(error?.kind == .migration(.newer(found: 3, known: 1)))
        for pool in [owner, reader.pool, new.pool] { pool.closeAndWait() }
    }

    @Test("an access waits only once for a locked file")
    func locked() throws {
        var configuration = DatabaseConfiguration()
        configuration.journal = .rollback
        configuration.busyTimeout = 0.4
        let pool = try SecondsDatabase.openAndWait(at: file, configuration)
        let other = try DatabasePool(.file(file), configuration)
        try other.writeWithoutTransaction { db in
            try db.run(script: "BEGIN EXCLUSIVE")
            let start = Date()
            let error = #expect(throws: SQLiteError.self) { try pool.read { db in try count(db) } }
            #expect(error?.kind == .busy)
            let seconds = Date().timeIntervalSince(start)
            #expect(seconds > 0.35 && seconds < 0.7)
            try db.run(script: "ROLLBACK")
        }
        #expect(try pool.read { db in try count(db) } == 0)
        pool.pool.closeAndWait()
        other.closeAndWait()
    }

    @Test("without versions, the schema is compared")
    func automatic() throws {
        let old = try AutomaticSecondsDatabase.openAndWait(at: file)
        try old.write { db in try insert(1, db) }
        let new = try AutomaticNewerDatabase.openAndWait(at: file)
        let error = #expect(throws: SQLiteError.self) { try old.write { db in try insert(2, db) } }
        #expect(error?.kind == .migration(.older(found: 1, known: 1)))
        #expect(error?.message.contains("open it again for writing") == true)
        #expect(try new.read { db in try count(db) } == 1)
        old.pool.closeAndWait()
        let again = try AutomaticSecondsDatabase.openAndWait(at: file)
        try again.write { db in try insert(2, db) }
        #expect(throws: SQLiteError.self) { try new.write { db in try insert(3, db) } }
        again.pool.closeAndWait()
        new.pool.closeAndWait()
    }

    @Test("changes of the schema that no program migrates are not rejected")
    func otherChanges() throws {
        let first = try SecondsDatabase.openAndWait(at: file)
        let second = try SecondsDatabase.openAndWait(at: file)
        try first.write { db in try insert(1, db) }
        _ = try second.read { db in try count(db) }
        try second.write { db in try db.run("CREATE INDEX own ON moments (note)") }
        try first.write { db in try insert(2, db) }
        #expect(try second.read { db in try count(db) } == 2)
        first.pool.closeAndWait()
        second.pool.closeAndWait()
    }
}
