import CModelSQLite
import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

/// The Swift step of the reference database.
struct Nicknames: BlogMigrations {
    func fillNicknames(_ db: Database) throws {
        try db.run("UPDATE posts SET nickname = \("nick") || id")
    }
}

/// A file of version 1 with rows, made with SQLite directly, as an earlier program would have left it.
func makeOldFile(_ url: URL, version: Int = 1, applicationID: Int32 = 0x4d47_0001) throws {
    let pool = try DatabasePool(.file(url))
    try pool.write { (db: Database) throws in
        for statement in BlogDatabase.earliestVersion?.create ?? [] { try db.run(script: statement) }
        try db.run("INSERT INTO users (id, name, email, age) VALUES (1, 'Ann', 'a', 30), (2, 'Bob', 'b', 40)")
        try db.run("INSERT INTO posts (id, user_id, title) VALUES (1, '1', 'First'), (2, '2', 'Sëcond'), (7, '1', '')")
        try db.run("INSERT INTO comments (id, post_id, text) VALUES (1, 1, 'c1'), (2, 7, 'c2')")
        try db.run(script: "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
    }
    pool.closeAndWait()
}

func version(_ url: URL) throws -> Int? {
    let pool = try DatabasePool(.file(url))
    defer { pool.closeAndWait() }
    return try pool.read { db in try db.value(Int.self, "PRAGMA user_version") }
}

/// Everything in a file: its schema and its rows.
func contents(_ url: URL) throws -> [String] {
    let pool = try DatabasePool(.file(url))
    defer { pool.closeAndWait() }
    return try pool.read { (db: Database) throws -> [String] in
        var lines = try db.rows("SELECT coalesce(sql, name) FROM sqlite_master ORDER BY name") {
            try $0.read(String.self, 0)
        }
        for table in try db.rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name",
            { try $0.read(String.self, 0) }
        ) {
            lines += try db.rows("SELECT * FROM \(name: table) ORDER BY 1") { row in
                try (0..<row.count).map { "\(row.name($0))=\(try row.value($0))" }.joined(separator: " ")
            }
        }
        return lines
    }
}

@Suite("Migrations")
struct MigrationTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("blog.sqlite")
    }

    @Test("G6: a new file is at the newest version")
    func fresh() async throws {
        let blog = try await BlogDatabase.open(at: file)
        await blog.close()
        #expect(try version(file) == 4)
    }

    @Test("G1, G2: an old file is migrated, and its rows, references and indexes survive")
    func old() async throws {
        try makeOldFile(file)
        let seen = Collected<MigrationProgress>()
        let blog = try await BlogDatabase.open(at: file, migrating: Nicknames()) { seen.add($0) }
        let posts = try await blog.read { db in try Post.order { [$0.id] }.all(db) }
        #expect(posts.map(\.title) == ["First", "Sëcond", ""])
        #expect(posts.map(\.userId) == [1, 2, 1])
        #expect(posts.map(\.nickname) == ["nick1", "nick2", "nick7"])
        #expect(try await blog.read { db in try Comment.count(db) } == 2)
        let state = try await blog.read { db in
            [
                try db.value(Int.self, "PRAGMA foreign_keys"), try db.value(Int.self, "PRAGMA legacy_alter_table"),
                try db.value(Int.self, "SELECT count(*) FROM sqlite_master WHERE name = 'posts_on_user_id'"),
                try db.value(Int.self, "SELECT count(*) FROM pragma_foreign_key_check"),
            ]
        }
        #expect(state == [1, 0, 1, 0])
        #expect(try await blog.read { db in try db.value(String.self, "PRAGMA integrity_check") } == "ok")
        #expect(seen.values.last?.fraction == 1)
        #expect(seen.values.map(\.fraction) == seen.values.map(\.fraction).sorted())
        #expect(seen.values.first?.from == 1 && seen.values.first?.to == 4)
        await blog.close()
        #expect(try version(file) == 4)
    }

    @Test("interrupted after any statement, the file has exactly one version, and the next opening completes it")
    func faults() async throws {
        try makeOldFile(file)
        var states: [[String]] = []
        let pool = try DatabasePool(.file(file))
        for target in 1...4 {
            try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), to: target)
            states.append(try contents(file))
        }
        pool.closeAndWait()
        var stop = 0
        var injected = 0
        while true {
            let copy = folder.file("copy\(stop).sqlite")
            try makeOldFile(copy)
            let pool = try DatabasePool(.file(copy))
            do {
                try pool.migrate(BlogDatabase.schema, migrating: Nicknames(), fault: .stop(afterStatement: stop))
                pool.closeAndWait()
                break
            } catch is InjectedFault {
                injected += 1
            }
            pool.closeAndWait()
            let at = try #require(try version(copy))
            #expect(try contents(copy) == states[at - 1], "stopped after statement \(stop)")
            let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames())
            await blog.close()
            #expect(try contents(copy) == states[3])
            stop += 1
        }
        // Ten statements in steps, and three for each version: the lock, the version and the application id.
        #expect(injected == 19)
    }

    @Test("a fault is injected after each statement in a Swift step, too, even if the step catches it")
    func faultsInSwift() throws {
        struct Several: BlogMigrations {
            func fillNicknames(_ db: Database) throws {
                for id in [1, 2, 7] { try db.run("UPDATE posts SET nickname = 'n' WHERE id = \(id)") }
                _ = try? db.run("DELETE FROM comments WHERE id = 1")
                _ = try? db.value(Int.self, "SELECT count(*) FROM posts")
            }
        }
        var injected: [Int] = []
        var stop = 0
        while true {
            let copy = folder.file("copy\(stop).sqlite")
            try makeOldFile(copy)
            let pool = try DatabasePool(.file(copy))
            defer { pool.closeAndWait() }
            do {
                try pool.migrate(BlogDatabase.schema, migrating: Several(), fault: .stop(afterStatement: stop))
                break
            } catch let fault as InjectedFault {
                #expect(fault.statement == stop)
                let found = try pool.read { db in try db.value(Int.self, "PRAGMA user_version") }
                let version = try #require(found) + 1
                injected.append(version)
                // The step belongs to version 3, which is complete once the migration to version 4 has begun.
                let comments = try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM comments") }
                #expect(comments == (version <= 3 ? 2 : 1))
            }
            stop += 1
        }
        // Three statements more than with a single step.
        #expect(injected.count == 22)
    }

    @Test("a missing or failing Swift step undoes its version")
    func missingStep() async throws {
        try makeOldFile(file)
        let error = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: file) }
        #expect(error?.kind == .migration(.missingStep("fillNicknames")))
        #expect(try version(file) == 2)
    }

    @Test("G6: a newer file is refused, or left to the program")
    func newer() async throws {
        try makeOldFile(file, version: 9)
        let error = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: file) }
        #expect(error?.kind == .migration(.newer(found: 9, known: 4)))
        struct Recreating: DatabaseMigrating {
            func foundNewer(version: Int, known: Int) throws -> NewerDatabase { .recreate }
        }
        let blog = try await BlogDatabase.open(at: file, migrating: Recreating())
        #expect(try await blog.read { db in try User.count(db) } == 0)
    }

    @Test("a file with tables and no version is refused unless it is adopted; one of another application is refused")
    func foreign() async throws {
        try makeOldFile(file, version: 0, applicationID: 0)
        let error = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: file) }
        #expect(error?.kind == .migration(.unversioned))
        let newest = BlogDatabase.schema
        let schema = DatabaseSchema(
            newest.name, version: newest.version, applicationID: newest.applicationID, create: newest.create,
            migrations: newest.migrations,
            adoptable: [AdoptableVersion(1, create: BlogDatabase.earliestVersion?.create ?? [])])
        let pool = try DatabasePool(.file(file))
        try pool.migrate(schema, migrating: Nicknames(), adopting: 1)
        pool.closeAndWait()
        let blog = try await BlogDatabase.open(at: file)
        #expect(try await blog.read { db in try Post.count(db) } == 3)
        let other = folder.file("other.sqlite")
        try makeOldFile(other, applicationID: 42)
        let foreign = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: other) }
        #expect(foreign?.kind == .migration(.foreign(applicationID: 42)))
    }

    @Test("references broken by a rebuild undo the version")
    func brokenReferences() async throws {
        try makeOldFile(file)
        let pool = try DatabasePool(.file(file))
        try await pool.write { db in try db.run("UPDATE posts SET user_id = '99' WHERE id = 2") }
        pool.closeAndWait()
        let error = await #expect(throws: SQLiteError.self) {
            try await BlogDatabase.open(at: file, migrating: Nicknames())
        }
        #expect(error?.kind == .migration(.foreignKeys(table: "posts")))
        #expect(try version(file) == 2)
    }

    @Test("only the references affected by a rebuild are checked: those broken before are left alone")
    func referencesElsewhere() throws {
        let rebuild = TableRebuild(
            table: "notes", create: "CREATE TABLE modelgen_new_notes (id INTEGER PRIMARY KEY, body TEXT)",
            copy: "INSERT INTO modelgen_new_notes (id, body) SELECT id, body FROM notes")
        let schema = DatabaseSchema(
            "Notes", version: 2, applicationID: 77, create: [],
            migrations: [DatabaseMigration(to: 2, [.rebuild(rebuild)])])
        var loose = DatabaseConfiguration()
        loose.foreignKeys = .ignored
        let old = try DatabasePool(.file(file), loose)
        try old.write { db in
            try db.run(
                script: """
                    CREATE TABLE notes (id INTEGER PRIMARY KEY, body);
                    CREATE TABLE users (id INTEGER PRIMARY KEY);
                    CREATE TABLE posts (user_id INTEGER REFERENCES users (id));
                    INSERT INTO notes VALUES (1, 'kept');
                    INSERT INTO posts VALUES (99);
                    PRAGMA user_version = 1;
                    PRAGMA application_id = 77;
                    """)
        }
        old.closeAndWait()
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(schema)
        #expect(try version(file) == 2)
        #expect(try pool.read { db in try db.value(String.self, "SELECT body FROM notes") } == "kept")
        #expect(try pool.read { db in try db.value(Int.self, "SELECT user_id FROM posts") } == 99)
    }

    @Test("G3: hooks are called for each version")
    func hooks() async throws {
        struct Hooks: DatabaseMigrating {
            let calls: Collected<String>
            func run(step: String, _ db: Database) throws { calls.add(step) }
            func willMigrate(_ db: Database, from: Int, to: Int) throws { calls.add("will \(from)-\(to)") }
            func didMigrate(_ db: Database, from: Int, to: Int) throws { calls.add("did \(from)-\(to)") }
        }
        try makeOldFile(file)
        let calls = Collected<String>()
        _ = try await BlogDatabase.open(at: file, migrating: Hooks(calls: calls))
        #expect(calls.values == ["will 1-2", "did 1-2", "will 2-3", "fillNicknames", "did 2-3", "will 3-4", "did 3-4"])
    }

    @Test("if many open the file at once, it is migrated exactly once")
    func race() async throws {
        try makeOldFile(file)
        let calls = Collected<String>()
        let file = file
        try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    let blog = try await BlogDatabase.open(
                        at: file,
                        migrating: MigrationSteps(["fillNicknames": { _ in calls.add("fill") }])
                    )
                    return try await blog.read { db in try Post.count(db) }
                }
            }
            for try await count in group { #expect(count == 3) }
        }
        #expect(calls.values == ["fill"])
        let created = folder.file("new.sqlite")
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 { group.addTask { _ = try await BlogDatabase.open(at: created) } }
            try await group.waitForAll()
        }
    }

    @Test("cancelling stops between steps, with a complete version")
    func cancelling() async throws {
        try makeOldFile(file)
        let file = file
        let (begun, beginning) = AsyncStream.makeStream(of: Void.self)
        let steps = MigrationSteps([
            "fillNicknames": { db in
                beginning.finish()
                _ = try db.value(Int.self, SQL(trusted: endless))
            }
        ])
        let task = Task { try await BlogDatabase.open(at: file, migrating: steps) }
        for await _ in begun {}
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try version(file) == 2)
    }

    @Test("cancelling between two steps undoes their version, and keeps those before it")
    func cancellingBetween() async throws {
        try makeOldFile(file)
        let file = file
        for stop in 0..<6 {
            let copy = folder.file("cancelled\(stop).sqlite")
            try makeOldFile(copy)
            let opening = Opening()
            let seen = Collected<MigrationProgress>()
            opening.task = Task {
                let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames()) { progress in
                    seen.add(progress)
                    if seen.values.count == stop + 1 { opening.cancel() }
                }
                await blog.close()
            }
            let result = await opening.task?.result
            let reached = try #require(try version(copy))
            let last = try #require(seen.values.last)
            if case .success? = result {
                // The last version was already complete.
                #expect(reached == 4)
            } else {
                #expect(throws: CancellationError.self) { try result?.get() }
                #expect(reached == last.version - 1 || reached == last.version)
                #expect(reached < 4)
            }
            // Nothing of an unfinished version is there, and the next opening completes it.
            let blog = try await BlogDatabase.open(at: copy, migrating: Nicknames())
            #expect(try await blog.read { db in try Post.count(db) } == 3)
            await blog.close()
            #expect(try version(copy) == 4)
        }
        #expect(try version(file) == 1)
    }

    @Test("migrations are verified step by step, with every fault injected")
    func verify() async throws {
        try BlogDatabase.verifyMigrations(migrating: Nicknames(), faults: .afterEveryStatement)
        #expect(throws: SQLiteError.self) { try BlogDatabase.verifyMigrations(migrating: SQLMigrations()) }
    }

    @Test("a migration that leaves out a check or a unique constraint is found")
    func lostConstraints() throws {
        struct Loose: SQLiteDatabase {
            static let schema = DatabaseSchema(
                "Loose", version: 2, applicationID: 6,
                create: ["CREATE TABLE marks (name TEXT NOT NULL UNIQUE, points INTEGER CHECK (points >= 0))"],
                migrations: [
                    DatabaseMigration(to: 2, ["ALTER TABLE marks ADD COLUMN points INTEGER"])
                ])
            static var earliestVersion: EarliestVersion? {
                EarliestVersion(1, create: ["CREATE TABLE marks (name TEXT NOT NULL)"])
            }
            let pool: DatabasePool
        }
        let error = #expect(throws: MigrationsDiffer.self) { try Loose.verifyMigrations() }
        let missing = error?.difference.split(separator: "\n") ?? []
        #expect(missing.count == 2)
        for kind in ["check", "unique"] { #expect(missing.contains { $0.hasPrefix("- \(kind)") }, "\(missing)") }
    }

    @Test("rows of a WITHOUT ROWID table whose key is not its first column are intact, whatever SQLite 3.40 reports")
    func keyAtTheEnd() throws {
        struct Marks: SQLiteDatabase {
            static let schema = DatabaseSchema(
                "Marks", version: 1, applicationID: 5,
                create: ["CREATE TABLE marks (points INTEGER NOT NULL, name TEXT NOT NULL PRIMARY KEY) WITHOUT ROWID"])
            let pool: DatabasePool
        }
        try Marks.verifyMigrations(rows: .none) { db, _ in try db.run("INSERT INTO marks VALUES (1, 'a'), (2, 'b')") }
    }
}

/// A task that is cancelled by its own work.
final class Opening: @unchecked Sendable {
    private let lock = NSLock()
    private var stored: Task<Void, any Error>?

    var task: Task<Void, any Error>? {
        get { lock.withLock { stored } }
        set { lock.withLock { stored = newValue } }
    }

    /// Waits until the task is known, which takes no time.
    func cancel() {
        while task == nil { Thread.sleep(forTimeInterval: 0.001) }
        task?.cancel()
    }
}

final class Collected<Element: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var list: [Element] = []
    var values: [Element] { lock.withLock { list } }
    func add(_ element: Element) { lock.withLock { list.append(element) } }
}
