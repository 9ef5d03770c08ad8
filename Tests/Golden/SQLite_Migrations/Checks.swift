import Foundation
import ModelAdoption
import ModelRuntime
import ModelSQLite
import Testing

struct Steps: NotesMigrations {
    func fillSlugs(_ db: Database) throws {
        try db.run("UPDATE notes SET slug = lower(body) || '-' || id")
    }
}

@Suite("Migrations")
struct MigrationTests {
    @Test("G1, G2, G5: renamed, dropped, added with a fill, changed by a rebuild, by SQL and by Swift")
    func chain() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "notes.sqlite")
        do {
            let pool = try DatabasePool(.file(url))
            try pool.write { db in
                for sql in NotesDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
                try db.run("INSERT INTO notes (id, text, legacy, user_id) VALUES (7, '  Hello ', 1.5, '42')")
            }
            pool.closeAndWait()
        }
        let notes = try NotesDatabase.openAndWait(at: url, migrating: Steps(), adopting: 1)
        let expected = Note(id: 7, body: "Hello", stars: 3, userId: 42, slug: "hello-7", pinned: false)
        #expect(try notes.read { try Note.all($0) } == [expected])
        let draft = try notes.write { try Note.Draft(body: "b", stars: 1, userId: 1).insert($0) }
        #expect(draft.id == 8)
        let columns = try notes.read { db in
            try db.rows("SELECT name FROM pragma_table_info('notes') ORDER BY name") { try $0.read(String.self, 0) }
        }
        #expect(columns == ["body", "id", "pinned", "slug", "stars", "user_id"])
        #expect(try notes.read { try Folder.count($0) } == 0)
    }

    @Test("G6: a fresh database is at the newest version")
    func fresh() throws {
        let notes = try NotesDatabase.inMemory()
        #expect(try notes.read { try $0.value(Int.self, "PRAGMA user_version") } == 5)
    }
}
