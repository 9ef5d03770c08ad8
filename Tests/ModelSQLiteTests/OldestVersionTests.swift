import Foundation
import ModelAdoption
import ModelMigrations
import Testing

@testable import ModelSQLite

@Suite("The oldest version that can be migrated")
struct OldestVersionTests {
    private let folder: TemporaryFolder
    private let schema = DatabaseSchema(
        "Shop", version: 5, oldest: 3, applicationID: 0x4d47_0001,
        create: ["CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, rank INTEGER)"],
        migrations: [DatabaseMigration(to: 4, ["ALTER TABLE items ADD COLUMN rank INTEGER"])],
        adoptable: [AdoptableVersion(3, create: ["CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT)"])])

    init() throws { folder = try TemporaryFolder() }

    /// A file with a row, as an earlier program left it.
    private func file(version: Int, applicationID: Int32 = 0x4d47_0001) throws -> URL {
        let file = folder.file("shop\(version).sqlite")
        let pool = try DatabasePool(.file(file))
        try pool.write { db in
            try db.run(
                script: "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT); INSERT INTO items VALUES (1, 'a')")
            try db.run(script: "PRAGMA user_version = \(version); PRAGMA application_id = \(applicationID)")
        }
        return file
    }

    @Test("an older file is refused with a typed error, and not changed", arguments: [1, 2])
    func older(version: Int) throws {
        let pool = try DatabasePool(.file(file(version: version)))
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema) }
        #expect(error?.kind == .migration(.tooOld(found: version, oldest: 3)))
        #expect(
            error?.message == "Shop has version \(version), but this program only migrates files from version 3 on")
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == version)
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM pragma_table_info('items')") } == 2)
        #expect(try pool.read { db in try db.value(String.self, "SELECT title FROM items") } == "a")
    }

    @Test("a file of the oldest version is migrated, and so is one in between", arguments: [3, 4])
    func migrated(version: Int) throws {
        let pool = try DatabasePool(.file(file(version: version)))
        if version == 4 {
            try pool.write { db in try db.run(script: "ALTER TABLE items ADD COLUMN rank INTEGER") }
        }
        try pool.migrate(schema)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 5)
        #expect(try pool.read { db in try db.value(Int.self, "SELECT count(*) FROM pragma_table_info('items')") } == 3)
    }

    @Test("a file cannot be adopted as a version that cannot be migrated, and is not marked")
    func adopted() throws {
        let pool = try DatabasePool(.file(file(version: 0, applicationID: 0)))
        let error = #expect(throws: SQLiteError.self) { try pool.migrate(schema, adopting: 2) }
        #expect(error?.kind == .migration(.notAdoptable(2, known: [3])))
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 0)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA application_id") } == 0)
        try pool.migrate(schema, adopting: 3)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 5)
    }

    @Test("a new file is at the newest version") func new() throws {
        let pool = try DatabasePool(.file(folder.file("new.sqlite")))
        try pool.migrate(schema)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 5)
    }
}
