import Foundation
import ModelAdoption
import ModelSQLite
import ModelTesting
import Testing

/// A change that SQL cannot express.
struct Steps: NotesMigrations {
    func countStars(_ db: Database) throws {
        let bodies = try db.rows("SELECT id, body FROM notes") { row in
            (try row.read(Int64.self, 0), try row.read(String.self, 1))
        }
        for (id, body) in bodies {
            let stars = body.count { $0 == "*" }
            try db.run("UPDATE notes SET stars = stars + \(stars) WHERE id = \(id)")
        }
    }
}

@Suite("The guide to migrations")
struct MigrationGuideTests {
    @Test("an old file is migrated") func opening() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let url = folder.appending(path: "notes.sqlite")
        let old = try DatabasePool(.file(url))
        try await old.write { db in
            for sql in NotesDatabase.earliestVersion?.create ?? [] { try db.run(script: sql) }
            try db.run("INSERT INTO notes (id, text, stars, color) VALUES (1, ' a ** ', '3', 'red')")
        }
        await old.close()

        do {
            _ = try await NotesDatabase.open(at: url, migrating: Steps())
            Issue.record("it was opened")
        } catch {
            print(error)  // it has tables and no version
        }
        let notes = try await NotesDatabase.open(at: url, migrating: Steps(), adopting: 1) { progress in
            print("version \(progress.version), \(progress.done) of \(progress.total)")
        }
        let note = try await notes.read { db in try Note.find(1, db) }
        #expect(note == Note(id: 1, body: "a **", stars: 5, isPinned: true))
        await notes.close()
    }

    @Test("every version, interrupted at every statement") func verification() throws {
        try NotesDatabase.verifyMigrations(migrating: Steps(), faults: .afterEveryStatement)
        try NotesDatabase.verifyMigrations(migrating: Steps()) { db, version in
            if version == 1 {
                try db.run("INSERT INTO notes (id, text, stars, color) VALUES (1, 'a ** b', '3', 'red')")
            }
        }
    }
}
