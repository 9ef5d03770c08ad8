import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

/// The full-text index of a table that another program created, and also writes to.
@Suite("Full-text search in adopted files")
struct AdoptedFullTextTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")

    /// A unique index of another program, and its declaration in the schema.
    struct Unique: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var index: String
        var declaration: String

        static let all = [
            Unique(testDescription: "one column", index: "notes (email)", declaration: "[[email]]"),
            Unique(testDescription: "two columns", index: "notes (number, title)", declaration: "[[title, number]]"),
            Unique(
                testDescription: "an expression", index: "notes (lower(title))",
                declaration: "[{ fields: [{ expression: \"lower(title)\" }], name: u }]"),
            Unique(
                testDescription: "a condition", index: "notes (email) WHERE number > 5",
                declaration: "[{ fields: [email], where: \"number > 5\", name: u }]"),
            Unique(
                testDescription: "a text column in full text", index: "notes (title DESC)", declaration: "[[title]]"),
        ]
    }

    private static let table =
        "CREATE TABLE notes (id INTEGER PRIMARY KEY, title TEXT NOT NULL, email TEXT, number INTEGER)"

    private func described(version: Int = 2, unique: String = "") throws -> HistoryDatabase.Description {
        let fullText = version == 1 ? "" : "fullText: [title], migrations: { 2: [{ was: { fullText: [] } }] }, "
        let text = """
            database: { name: D, version: \(version), applicationID: keep, adopt: [1] }
            models:
              Note: { table: notes, primaryKey: id, \(unique.isEmpty ? "" : "unique: \(unique), ")\(fullText)fields:
                { id: Int64, title: String, email: String?, number: Int? } }

            """
        return HistoryDatabase.Description(try Pipeline.plain().database(text))
    }

    /// Expects the file to be rejected because of a unique index, and to stay unchanged.
    private func expectRefusal(
        _ file: URL, _ description: HistoryDatabase.Description, _ adoption: Adoption?, _ comment: Comment
    ) throws {
        let before = try Data(contentsOf: file)
        let error = #expect(throws: SQLiteError.self, comment) {
            try HistoryDatabase.open(file, as: description, adopting: adoption)
        }
        guard case .migration(.notMatching(let differences))? = error?.kind else {
            Issue.record(comment)
            return
        }
        #expect(differences[2]?.map(\.subject) == ["index theirs of notes"], comment)
        #expect(error?.message.contains("declare them in the schema with `unique:`") == true, comment)
        #expect(try Data(contentsOf: file) == before, comment)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 1, comment)
    }

    /// Runs a script as another program would, by SQLite's defaults.
    @discardableResult private func run(_ script: String, in file: URL) -> Int32 {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        sqlite3_open(file.path, &handle)
        return sqlite3_exec(handle, script, nil, nil, nil)
    }

    private func inFolder(_ body: (URL) throws -> Void) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try body(folder.appending(path: "notes.sqlite"))
    }

    private static let rows = "INSERT INTO notes VALUES (1, 'Red hat', 'a', 7), (2, 'Blue', 'b', 8), (3, 'Sea', 'c', 9)"

    @Test("an index that the schema does not know is refused, however it is tolerated", arguments: Unique.all)
    func unknown(_ unique: Unique) throws {
        try inFolder { file in
            #expect(run("\(Self.table); \(Self.rows); CREATE UNIQUE INDEX theirs ON \(unique.index)", in: file) == 0)
            for adoption in [.version(1).tolerating(.indexes), .matching.tolerating(.named("theirs"))] as [Adoption] {
                try expectRefusal(file, try described(), adoption, "\(unique.index)")
            }
            // Without a full-text index it does no harm.
            try HistoryDatabase.open(file, as: try described(version: 1), adopting: .version(1).tolerating(.indexes))
                .pool.closeAndWait()
        }
    }

    @Test("one added after the adoption is refused by the migration that creates the full-text index")
    func later() throws {
        try inFolder { file in
            #expect(run("\(Self.table); \(Self.rows)", in: file) == 0)
            try HistoryDatabase.open(file, as: try described(version: 1), adopting: 1).pool.closeAndWait()
            #expect(run("CREATE UNIQUE INDEX theirs ON notes (email)", in: file) == 0)
            try expectRefusal(file, try described(), nil, "later")
            #expect(run("DROP INDEX theirs", in: file) == 0)
            try HistoryDatabase.open(file, as: try described(), adopting: nil).pool.closeAndWait()
        }
    }

    @Test(
        "one that the schema declares keeps the full-text index correct, whatever replaces rows because of it",
        arguments: Unique.all)
    func declared(_ unique: Unique) throws {
        try inFolder { file in
            #expect(run("\(Self.table); \(Self.rows); CREATE UNIQUE INDEX theirs ON \(unique.index)", in: file) == 0)
            let database = try HistoryDatabase.open(file, as: try described(unique: unique.declaration), adopting: 1)
            defer { database.pool.closeAndWait() }
            let writes = [
                "REPLACE INTO notes VALUES (10, 'Green', 'a', 6), (11, 'RED HAT', 'z', 7)",
                "INSERT OR REPLACE INTO notes (title, email, number) VALUES ('Sea', 'b', 9), ('blue', 'c', 90)",
                "UPDATE OR REPLACE notes SET email = 'c', number = 9, title = 'Sea' WHERE id < 11",
                "UPDATE OR REPLACE notes SET title = 'One', number = 7, email = 'one'",
                "INSERT INTO notes VALUES (11, 'Two', 'd', 1) ON CONFLICT DO UPDATE SET title = excluded.title, email = 'e'",
                "REPLACE INTO notes SELECT id + 1, title, email, number FROM notes",
                "DELETE FROM notes WHERE id % 2 = 0",
            ]
            for (place, sql) in writes.enumerated() {
                // By another program, and by this one.
                if place.isMultiple(of: 2) {
                    #expect(run(sql, in: file) == 0, "\(sql)")
                } else {
                    try database.write { db in try db.run(SQL(trusted: sql)) }
                }
                let check = "INSERT INTO notes_fts (notes_fts, rank) VALUES ('integrity-check', 1)"
                #expect(run(check, in: file) == 0, "\(sql)")
            }
        }
    }
}
