import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import ModelgenCore
import ModelgenDatabase
import ModelgenSchema
import Testing

/// Other programs' SQL is changed, renamed and dropped by the same steps as our own.
@Suite("Steps on adopted files with other SQL")
struct AdoptedWordsTests {
    /// The tables as another program created them: all of them mean version 1.
    static let spellings = [
        "constraints of columns": """
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name VARCHAR(40) NOT NULL CONSTRAINT once UNIQUE ON CONFLICT ABORT);
        CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL UNIQUE -- theirs
            , size BIGINT CHECK (size > 0), owner INTEGER REFERENCES owners (id), a TEXT, b TEXT, UNIQUE (a, b));
        """,
        "constraints of tables": """
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL, CONSTRAINT "once more" UNIQUE (name));
        CREATE TABLE "items" (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, size INTEGER, owner INTEGER, a TEXT, b TEXT,
            CHECK (size > 0), CONSTRAINT x UNIQUE (b, a), UNIQUE (code),
            FOREIGN KEY (owner) REFERENCES owners DEFERRABLE INITIALLY DEFERRED);
        """,
        "indexes of other names": """
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL);
        CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT NOT NULL, size INT, owner INT REFERENCES owners (id),
            a TEXT, b TEXT, CHECK (size > 0));
        CREATE UNIQUE INDEX theirs1 ON owners (name);
        CREATE UNIQUE INDEX theirs2 ON items (code DESC);
        CREATE UNIQUE INDEX theirs3 ON items (b, a);
        """,
        "both at once": """
        CREATE TABLE owners (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE);
        CREATE TABLE items (id INTEGER PRIMARY KEY AUTOINCREMENT, code TEXT UNIQUE NOT NULL, size INT CHECK (size > 0),
            owner INT REFERENCES owners (id), a TEXT, b TEXT, UNIQUE (a, b));
        CREATE UNIQUE INDEX theirs1 ON owners (name);
        CREATE UNIQUE INDEX theirs2 ON items (code);
        CREATE UNIQUE INDEX theirs3 ON items (b, a);
        """,
    ]

    private static let rows = """
        INSERT INTO owners VALUES (1, 'Ann'), (2, 'Bob');
        INSERT INTO items VALUES (5, 'p', 1, 1, 'x', 'y'), (7, 'q', 2, 1, 'x', 'z'), (9, 'r', NULL, 2, NULL, NULL);
        DELETE FROM items WHERE id = 9;
        """

    /// The changes of the next version: the keys of `Item`, and the SQL whose rows prove that the values are there.
    struct Change: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var table = "items"
        var fields: [String] = [
            "code: String", "size: { type: Int?, check: \"size > 0\" }", owner, "a: String?", "b: String?",
        ]
        var uniques = "[[code], [a, b]]"
        var steps: String
        var values = "SELECT code FROM items"

        static let owner = "owner: { type: Int64?, references: Owner.id }"
    }

    static let changes: [Change] = [
        Change(testDescription: "a unique goes", uniques: "[[a, b]]", steps: "was: { unique: [[code], [a, b]] }"),
        Change(
            testDescription: "a unique is over other columns", uniques: "[[code], [a]]",
            steps: "sql: \"UPDATE items SET a = a || id\" }, { was: { unique: [[code], [a, b]] }"),
        Change(
            testDescription: "the table has another name", table: "things", steps: "was: { table: items }",
            values: "SELECT code FROM things"),
        Change(
            testDescription: "columns have other names",
            fields: [
                "key: String", "size: { type: Int?, check: \"size > 0\" }", Change.owner, "a: String?", "c: String?",
            ],
            uniques: "[[key], [a, c]]", steps: "rename: { code: key, b: c }", values: "SELECT key FROM items"),
        Change(
            testDescription: "a unique column goes",
            fields: ["size: { type: Int?, check: \"size > 0\" }", Change.owner, "a: String?", "b: String?"],
            uniques: "[[a, b]]", steps: "drop: { code: { type: String, unique: true } }",
            values: "SELECT CASE id WHEN 5 THEN 'p' ELSE 'q' END FROM items"),
        Change(
            testDescription: "a column with a check goes",
            fields: ["code: String", Change.owner, "a: String?", "b: String?"],
            steps: "drop: { size: { type: Int?, check: \"size > 0\" } }"),
        Change(
            testDescription: "a column that refers goes",
            fields: ["code: String", "size: { type: Int?, check: \"size > 0\" }", "a: String?", "b: String?"],
            steps: "drop: { owner: { type: Int64?, references: Owner.id } }"),
        Change(
            testDescription: "the table is made anew",
            fields: ["code: String", "size: Int", Change.owner, "a: String?", "b: String?"],
            steps: "change: { size: { from: { type: Int?, check: \"size > 0\" }, using: \"ifnull(size, 0)\" } }"),
        Change(
            testDescription: "a column comes",
            fields: [
                "code: String", "size: { type: Int?, check: \"size > 0\" }", Change.owner, "a: String?", "b: String?",
                "more: { type: Int, default: 3, since: 2 }",
            ], steps: "sql: \"UPDATE items SET more = id\""),
    ]

    private func described(_ change: Change?) throws -> HistoryDatabase.Description {
        let item = change ?? Change(testDescription: "", steps: "")
        let steps = change.map { ", migrations: { 2: [{ \($0.steps) }] }" } ?? ""
        let text = """
            database: { name: D, version: \(change == nil ? 1 : 2), adopt: [1] }
            models:
              Owner: { table: owners, primaryKey: id, fields: { id: Int64, name: String }, unique: [[name]] }
              Item: { table: \(item.table), primaryKey: id, unique: \(item.uniques)\(steps),
                fields: { id: { type: Int64, autoincrement: true }, \(item.fields.joined(separator: ", ")) } }

            """
        return HistoryDatabase.Description(try Pipeline.plain().database(text))
    }

    @Test("each step does the same as in our own files", arguments: changes)
    func steps(_ change: Change) throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (first, second) = (try described(nil), try described(change))
        for (number, (words, script)) in Self.spellings.sorted(by: { $0.key < $1.key }).enumerated() {
            // At once, and by a program that came later.
            for (turn, earlier) in [[], [first]].enumerated() {
                let file = folder.appending(path: "\(number)-\(turn).sqlite")
                try run("PRAGMA foreign_keys = ON; \(script) \(Self.rows)", in: file)
                for description in earlier {
                    try HistoryDatabase.open(file, as: description, adopting: 1).pool.closeAndWait()
                }
                let database = try HistoryDatabase.open(file, as: second, adopting: earlier.isEmpty ? 1 : nil)
                defer { database.pool.closeAndWait() }
                #expect(try differences(file, from: second.schema.create) == [], "\(words)")
                try database.write { db in
                    let values = try db.rows(SQL(trusted: change.values)) { try $0.read(String.self, 0) }
                    #expect(values.sorted() == ["p", "q"], "\(words)")
                    // The AUTOINCREMENT counter continues where it was.
                    let key = try db.value(Int.self, "SELECT seq FROM sqlite_sequence WHERE name LIKE '%s'")
                    #expect(key == 9, "\(words)")
                    #expect(try db.value(Int.self, "SELECT count(*) FROM sqlite_sequence") == 1, "\(words)")
                }
            }
        }
    }

    @Test("a file that needs no step keeps its SQL") func untouched() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (words, script) in Self.spellings {
            let file = folder.appending(path: "\(UUID().uuidString).sqlite")
            try run(script, in: file)
            let database = try HistoryDatabase.open(file, as: try described(nil), adopting: 1)
            defer { database.pool.closeAndWait() }
            let texts = try database.read { db in
                try db.rows("SELECT sql FROM sqlite_master WHERE sql IS NOT NULL ORDER BY rowid") {
                    try $0.read(String.self, 0)
                }
            }
            for text in texts where !text.contains("sqlite_sequence") { #expect(script.contains(text), "\(words)") }
        }
    }

    private func differences(_ file: URL, from create: [String]) throws -> [SchemaDifference] {
        var handles: [OpaquePointer?] = [nil, nil]
        defer { for handle in handles { sqlite3_close_v2(handle) } }
        sqlite3_open(file.path, &handles[0])
        sqlite3_open(":memory:", &handles[1])
        for statement in create { #expect(sqlite3_exec(handles[1], statement, nil, nil, nil) == SQLITE_OK) }
        let (found, expected) = (try #require(handles[0]), try #require(handles[1]))
        let facts = try SchemaFacts(found)
        let wanted = try SchemaFacts(expected)
        #expect(facts.respelledUniques(of: wanted) == [])
        return facts.differences(from: wanted, in: found)
    }

    /// Runs a script as another program would, by SQLite's defaults.
    private func run(_ script: String, in file: URL) throws {
        var handle: OpaquePointer?
        defer { sqlite3_close_v2(handle) }
        sqlite3_open(file.path, &handle)
        try #require(
            sqlite3_exec(handle, script, nil, nil, nil) == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
    }
}
