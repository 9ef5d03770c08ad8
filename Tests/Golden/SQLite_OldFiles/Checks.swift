import Foundation
import ModelMigrationRows
import ModelMigrations
import ModelRuntime
import ModelSQLite
import ModelTesting
import Testing

/// What happens while old files are opened, in order.
final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [String] = []
    var all: [String] { lock.withLock { list } }
    func add(_ call: String) { lock.withLock { list.append(call) } }
}

struct Steps: WalletMigrations {
    var calls = Calls()
    var newer = NewerDatabase.refuse
    var failure: Int?

    struct Stop: Error {}

    func markOld(_ db: Database) throws {
        calls.add("markOld")
        try Version5.EntriesRow.updateEach(db) { entry in entry.name += "!" }
    }

    func willMigrate(_ db: Database, from: Int, to: Int) throws {
        // The file still has the previous version, and its rows can be read and written.
        calls.add("will \(from)-\(to), version \(try db.value(Int.self, "PRAGMA user_version") ?? -1)")
        try db.run("UPDATE owners SET name = name || \("\(to)")")
    }

    func didMigrate(_ db: Database, from: Int, to: Int) throws {
        calls.add("did \(from)-\(to), \(try db.value(Int.self, "SELECT count(*) FROM entries") ?? -1) entries")
        if to == failure { throw Stop() }
    }

    func foundNewer(version: Int, known: Int) throws -> NewerDatabase {
        calls.add("newer \(version), known \(known)")
        return newer
    }
}

@Suite("Old files")
final class OldFileTests {
    let folder: URL
    let file: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "wallet.sqlite")
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// A file as an earlier version of the program left it.
    private func makeFile(_ version: Int) throws {
        let script = try String(
            contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "version\(version).txt"),
            encoding: .utf8)
        let pool = try DatabasePool(.file(file))
        try pool.writeWithoutTransaction { db in try db.run(script: script) }
        pool.closeAndWait()
    }

    private func version() throws -> Int? {
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        return try pool.read { try $0.value(Int.self, "PRAGMA user_version") }
    }

    @Test(
        "G1, G2, G5: a file of every earlier version is migrated to the newest, with everything in it",
        arguments: [1, 2, 3])
    func old(_ version: Int) throws {
        try makeFile(version)
        let calls = Calls()
        let wallet = try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: calls))
        defer { wallet.pool.closeAndWait() }
        let entries = try wallet.read { try Entry.all($0) }
        // Rows from before version 2 have 100, and no name; from then on each has its own.
        let older = Entry(keyId: 1, age: 30, amount: 100, name: "!", owner: 1, size: 12)
        let newer = Entry(keyId: 1, age: 30, amount: 2.5, name: "Lunch!", owner: 1, size: 12)
        #expect(entries.first == (version == 1 ? older : newer))
        #expect(entries.map(\.keyId) == [1, 2, 9])
        #expect(entries.map(\.size) == [12, 0, -7])
        // G5: a new object has 6.
        let added = try wallet.write { try Entry.Draft(owner: 2).insert($0) }
        #expect(added.amount == 6)
        // The counter of the key continues, even though the highest key was deleted.
        #expect(try wallet.write { try Owner.Draft(name: "new").insert($0) }.id == 8)
        #expect(
            try wallet.read { try $0.value(Int.self, "SELECT count(*) FROM owners_fts WHERE name MATCH 'ann*'") } == 1)
        #expect(try wallet.read { try $0.value(String.self, "PRAGMA integrity_check") } == "ok")
        #expect(try wallet.read { try $0.value(Int.self, "SELECT count(*) FROM pragma_foreign_key_check") } == 0)
        // G1: the version is in the file, and opening it again does nothing.
        #expect(try wallet.read { try $0.value(Int.self, "PRAGMA user_version") } == 5)
        let steps = calls.all
        try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: calls)).pool.closeAndWait()
        #expect(calls.all == steps)
    }

    @Test("G3: will and did are called around each version, in its transaction; an error in one undoes its version")
    func hooks() throws {
        try makeFile(1)
        let calls = Calls()
        #expect(throws: Steps.Stop.self) {
            try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: calls, failure: 3))
        }
        #expect(
            calls.all == [
                "will 1-2, version 1", "did 1-2, 3 entries", "will 2-3, version 2", "did 2-3, 3 entries",
            ])
        #expect(try version() == 2)
        let again = Calls()
        let wallet = try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: again))
        defer { wallet.pool.closeAndWait() }
        #expect(
            again.all == [
                "will 2-3, version 2", "did 2-3, 3 entries", "will 3-4, version 3", "did 3-4, 3 entries",
                "will 4-5, version 4", "markOld", "did 4-5, 3 entries",
            ])
        #expect(try wallet.read { try Owner.find(1, $0)?.name } == "Ann2345")
    }

    @Test("G6: a new file is created with the newest version, without any steps")
    func fresh() throws {
        let calls = Calls()
        let wallet = try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: calls))
        wallet.pool.closeAndWait()
        #expect(calls.all == [])
        #expect(try version() == 5)
    }

    @Test("G6: a file of a newer program is refused, or handled by a hook")
    func newer() throws {
        try makeFile(3)
        let pool = try DatabasePool(.file(file))
        try pool.write { try $0.run(script: "PRAGMA user_version = 9") }
        pool.closeAndWait()
        let error = #expect(throws: SQLiteError.self) { try WalletDatabase.openAndWait(at: file, migrating: Steps()) }
        #expect(error?.kind == .migration(.newer(found: 9, known: 5)))
        #expect(try version() == 9)
        let opened = try WalletDatabase.openAndWait(at: file, migrating: Steps(newer: .open))
        #expect(try opened.read { try $0.value(Int.self, "SELECT count(*) FROM entries") } == 3)
        opened.pool.closeAndWait()
        let calls = Calls()
        let wallet = try WalletDatabase.openAndWait(at: file, migrating: Steps(calls: calls, newer: .recreate))
        #expect(calls.all == ["newer 9, known 5"])
        #expect(try wallet.read { try Entry.count($0) } == 0)
        wallet.pool.closeAndWait()
        #expect(try version() == 5)
    }

    @Test("G7: a database that must not be migrated is opened as it is, with its own version")
    func none() throws {
        let pool = try DatabasePool(.file(file))
        try pool.write { db in
            try db.run(script: "CREATE TABLE members (id INTEGER PRIMARY KEY, name TEXT, more TEXT)")
            try db.run(script: "INSERT INTO members VALUES (1, 'Ann', 'x'); PRAGMA user_version = 77")
        }
        pool.closeAndWait()
        let shared = try SharedDatabase.openAndWait(at: file)
        #expect(try shared.read { try Member.all($0) } == [Member(id: 1, name: "Ann")])
        shared.pool.closeAndWait()
        #expect(try version() == 77)
    }

    @Test("G4: an automatic database in generated code adds what an older file lacks")
    func automatic() throws {
        let pool = try DatabasePool(.file(file))
        try pool.write { db in
            try db.run(script: "CREATE TABLE pages (url TEXT PRIMARY KEY NOT NULL, old BLOB)")
            try db.run(script: "INSERT INTO pages VALUES ('a', x'01')")
            try db.run(
                script: "PRAGMA application_id = \(CacheDatabase.schema.applicationID); PRAGMA user_version = 1")
        }
        pool.closeAndWait()
        let cache = try CacheDatabase.openAndWait(at: file)
        #expect(try cache.read { try Page.all($0) } == [Page(url: "a", body: "")])
        #expect(try cache.read { try $0.value(Data.self, "SELECT old FROM pages") } == Data([1]))
        cache.pool.closeAndWait()
    }

    @Test("an old file survives a failure after every statement of its migration", arguments: [1, 2, 3])
    func faults(_ version: Int) throws {
        var statement = 0
        while true {
            try makeFile(version)
            let pool = try DatabasePool(.file(file))
            do {
                try pool.migrate(WalletDatabase.schema, migrating: Steps(), fault: .stop(afterStatement: statement))
                pool.closeAndWait()
                break
            } catch is InjectedFault {
                pool.closeAndWait()
                #expect((version..<5).contains(try #require(try self.version())))
            }
            let wallet = try WalletDatabase.openAndWait(at: file, migrating: Steps())
            #expect(try wallet.read { try Entry.all($0) }.map(\.size) == [12, 0, -7])
            wallet.pool.closeAndWait()
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
            statement += 1
        }
        #expect(statement > 4)
    }
}
