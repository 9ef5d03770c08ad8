import Foundation
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

/// A process is killed by signal 9 at random moments. The tests kill a hundred; `make faults` kills a thousand.
@Suite("Faults", .serialized)
struct Faults {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("faults.sqlite")
    }

    @Test("a process killed while it writes leaves an intact database with exactly the committed transactions")
    func writing() throws {
        var last = 0
        var worked = 0
        for kill in 0..<Child.kills {
            let child = try Child("write", file.path)
            #expect(try child.begin())
            let said = try child.kill(after: .random(in: 0...0.03))
            #expect(child.wasKilled)
            let pool = try DatabasePool(.file(file))
            let state = try pool.read { (db: Database) throws -> (String?, Int, Int, Int) in
                let wrong: SQL = """
                    SELECT count(*) FROM transactions AS t WHERE row_count \
                    <> (SELECT count(*) FROM rows WHERE transaction_number = t.number) \
                    OR row_count <> CASE WHEN number > (SELECT max(number) FROM transactions) - 40 \
                    THEN 1 + number % 13 ELSE 0 END
                    """
                return (
                    try db.value(String.self, "PRAGMA integrity_check"),
                    try db.value(Int.self, "SELECT count(*) FROM transactions") ?? -1,
                    try db.value(Int.self, "SELECT coalesce(max(number), 0) FROM transactions") ?? -1,
                    try db.value(Int.self, wrong) ?? -1
                )
            }
            // Every second file is left for the next process to recover.
            if kill.isMultiple(of: 2) { pool.closeAndWait() }
            #expect(state.0 == "ok")
            #expect(state.1 == state.2, "no transaction is missing")
            #expect(state.3 == 0, "every transaction is whole")
            // A commit that the process could not report may be there.
            let told = last + said.count
            #expect(state.2 == told || state.2 == told + 1, "killed \(kill)")
            if said.count > 0 { worked += 1 }
            last = state.2
        }
        #expect(worked > Child.kills / 4, "most are killed in the middle of their work")
    }

    @Test("a process killed while it migrates leaves exactly the old or a new version, with all rows")
    func migrating() throws {
        let old = folder.file("old.sqlite")
        try Child("old", old.path, "2000").wait()
        var versions: [Snapshot] = []
        for version in 1...3 {
            let copy = folder.file("version\(version).sqlite")
            try FileManager.default.copyItem(at: old, to: copy)
            let child = try Child("migrate", copy.path, "\(version)")
            #expect(try child.wait() == "rd")
            versions.append(try Snapshot(copy))
        }
        #expect(versions.map(\.version) == [1, 2, 3])
        #expect(versions.allSatisfy { $0.contents.first == "ok" })
        #expect(Set(versions.map(\.contents)).count == 3)

        // The time it takes undisturbed, so that the moments are within it.
        try FileManager.default.copyItem(at: old, to: file)
        let whole = try Child("migrate", file.path)
        _ = try whole.begin()
        let start = Date()
        try whole.wait()
        let duration = Date().timeIntervalSince(start)

        var counts = [0, 0, 0]
        for kill in 0..<Child.kills {
            let copy = folder.file("copy\(kill).sqlite")
            try FileManager.default.copyItem(at: old, to: copy)
            let child = try Child("migrate", copy.path)
            #expect(try child.begin())
            let said = try child.kill(after: .random(in: 0...duration))
            let found = try Snapshot(copy)
            let version = min(max(found.version, 1), 3)
            #expect(found == versions[version - 1], "killed \(kill), version \(found.version)")
            counts[version - 1] += 1
            if said == "d" { #expect(version == 3) }
            // The next one completes what was left undone.
            if kill.isMultiple(of: 10) {
                try Child("migrate", copy.path).wait()
                #expect(try Snapshot(copy) == versions[2])
            }
            for suffix in ["", "-wal", "-shm"] {
                try? FileManager.default.removeItem(atPath: copy.path + suffix)
            }
        }
        #expect(counts[0] + counts[1] > Child.kills / 10, "killed in the middle: \(counts)")
    }

    @Test(
        "while a process that migrates is killed, others write the old version, and stop at the new one; no row is lost",
        arguments: ["wal", "rollback"])
    func staying(_ journal: String) throws {
        let old = folder.file("old.sqlite")
        try Child("old", old.path, "500").wait()
        if journal == "rollback" {
            var configuration = DatabaseConfiguration()
            configuration.journal = .rollback
            try DatabasePool(.file(old), configuration).closeAndWait()
        }
        for kill in 0..<max(Child.kills / 10, 1) {
            let copy = folder.file("copy\(kill).sqlite")
            try FileManager.default.copyItem(at: old, to: copy)
            let others = try (0..<3).map { _ in try Child("stay", copy.path, journal) }
            for child in others { #expect(try child.begin()) }
            let child = try Child("migrate", copy.path)
            #expect(try child.begin())
            _ = try child.kill(after: .random(in: 0...0.2))
            let found = try state(copy)
            #expect(found.integrity == "ok", "killed \(kill)")
            #expect(found.oldForm == 0, "killed \(kill), version \(found.version)")
            try Child("migrate", copy.path).wait()
            let said = try others.map { try $0.wait() }
            #expect(said.allSatisfy { $0.drop { $0 == "c" } == "n" }, "\(said.map { $0.drop { $0 == "c" } })")
            let last = try state(copy)
            #expect(last.version == 3 && last.integrity == "ok" && last.oldForm == 0)
            #expect(last.rows == 499 + said.reduce(0) { $0 + $1.count { $0 == "c" } }, "killed \(kill)")
        }
    }

    private func state(_ url: URL) throws -> (version: Int, integrity: String?, rows: Int, oldForm: Int) {
        let pool = try DatabasePool(.file(url))
        defer { pool.closeAndWait() }
        return try pool.read { db in
            let version = try db.value(Int.self, "PRAGMA user_version") ?? -1
            let oldForm: SQL = "SELECT count(*) FROM books WHERE slug IS NOT lower(title) || id"
            return (
                version, try db.value(String.self, "PRAGMA integrity_check"),
                try db.value(Int.self, "SELECT count(*) FROM books") ?? -1,
                version == 1 ? 0 : try db.value(Int.self, oldForm) ?? -1
            )
        }
    }

    /// Ten times, or `OPENINGS`, as set by `make openings`.
    static let openings = ProcessInfo.processInfo.environment["OPENINGS"].flatMap { Int($0) } ?? 10

    @Test("if ten processes open a file at once, it is migrated exactly once, and the others wait")
    func opening() throws {
        let old = folder.file("old.sqlite")
        try Child("old", old.path, "500").wait()
        let expected = folder.file("expected.sqlite")
        try FileManager.default.copyItem(at: old, to: expected)
        try Child("migrate", expected.path).wait()
        let newest = try Snapshot(expected)
        for round in 0..<Self.openings {
            let copy = folder.file("shared\(round).sqlite")
            try FileManager.default.copyItem(at: old, to: copy)
            let children = try (0..<10).map { _ in try Child("open", copy.path) }
            for child in children { #expect(try child.begin()) }
            for child in children { try child.release() }
            let said = try children.map { try $0.wait() }
            #expect(said.filter { $0.contains("s") }.count == 1, "one of them ran the step: \(said)")
            #expect(said.allSatisfy { $0.hasSuffix("d") }, "all of them opened it: \(said)")
            #expect(said.contains { $0.contains("w") }, "some waited: \(said)")
            #expect(try Snapshot(copy) == newest)
        }
    }

    @Test("a disk that is full during a rebuild leaves the old version intact")
    func full() throws {
        let old = folder.file("old.sqlite")
        try makeOldFile(old)
        let pool = try DatabasePool(.file(old))
        try pool.write { (db: Database) throws in
            for post in 10..<400 {
                let text = String(repeating: "\(post) ", count: 100)
                try db.run("INSERT INTO posts (id, user_id, title, body) VALUES (\(post), '1', 'Long', \(text))")
            }
        }
        try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: 2)
        let pages = try #require(try pool.read { db in try db.value(Int.self, "PRAGMA page_count") })
        pool.closeAndWait()
        let before = try Snapshot(old)
        var failed = 0
        for extra in 0... {
            let copy = folder.file("copy\(extra).sqlite")
            try FileManager.default.copyItem(at: old, to: copy)
            var configuration = DatabaseConfiguration()
            let limit = pages + extra
            configuration.prepare = { connection in try connection.run("PRAGMA max_page_count = \(limit)") }
            let pool = try DatabasePool(.file(copy), configuration)
            do {
                try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: 3)
                pool.closeAndWait()
                #expect(try Snapshot(copy).version == 3)
                break
            } catch let error as SQLiteError {
                #expect(error.kind == .full)
                failed += 1
            }
            pool.closeAndWait()
            #expect(try Snapshot(copy) == before, "\(extra) pages free")
        }
        // A copy of the table needs about as many pages as the table.
        #expect(failed > pages / 2)
    }
}
