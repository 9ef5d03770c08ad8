import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import ModelTesting
import Testing

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

    @Test("a file without tables that is opened read-only is too old: it has no tables that another program made")
    func emptyReadOnly() throws {
        try Data().write(to: file)
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let error = #expect(throws: SQLiteError.self) { try BlogDatabase.openAndWait(at: file, configuration) }
        #expect(error?.kind == .migration(.older(found: 0, known: 4)))
        #expect(try Data(contentsOf: file).isEmpty)
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
        try await pool.migrate(schema, migrating: Nicknames(), adopting: 1)
        pool.closeAndWait()
        let blog = try await BlogDatabase.open(at: file)
        #expect(try await blog.read { db in try Post.count(db) } == 3)
        let other = folder.file("other.sqlite")
        try makeOldFile(other, applicationID: 42)
        let foreign = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: other) }
        #expect(foreign?.kind == .migration(.foreign(applicationID: 42)))
    }

    @Test("a missing or failing Swift step undoes its version")
    func missingStep() async throws {
        try makeOldFile(file)
        let error = await #expect(throws: SQLiteError.self) { try await BlogDatabase.open(at: file) }
        #expect(error?.kind == .migration(.missingStep("fillNicknames")))
        #expect(try version(file) == 2)
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
}
