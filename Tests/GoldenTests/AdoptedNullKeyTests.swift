import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import ModelgenCore
import Testing

/// SQLite lets keys be NULL (https://www.sqlite.org/quirks.html). A model has no such key, so it has a unique index.
@Suite("Adopted files whose keys allow NULL")
struct AdoptedNullKeyTests {
    private static let pairs = "CREATE TABLE pairs (a TEXT, b INTEGER NOT NULL, PRIMARY KEY (a, b));"

    private static let spellings = [
        "CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT NOT NULL);",
        "CREATE TABLE tasks (id TEXT CONSTRAINT theirs PRIMARY KEY DESC ON CONFLICT ABORT, title TEXT NOT NULL);",
        "CREATE TABLE tasks (id TEXT, title TEXT NOT NULL, CONSTRAINT theirs PRIMARY KEY (id));",
    ]

    private func described(version: Int) throws -> HistoryDatabase.Description {
        let first = "id: String?, title: String }, unique: [[id]]"
        let second = """
            id: String, title: String }, primaryKey: id,
                migrations: { 2: [{ was: { primaryKey: [], unique: [[id]] } },
                  { change: { id: { from: String?, using: "coalesce(id, 'none')" } } }] }
            """
        let text = """
            database: { name: D, version: \(version), adopt: [1] }
            models:
              Task: { table: tasks, fields: { \(version == 1 ? first : second) }
              Pair: { table: pairs, fields: { a: String?, b: Int64 }, unique: [[a, b]] }

            """
        return HistoryDatabase.Description(try Pipeline.plain().database(text))
    }

    private func withFile(_ script: String, _ body: (URL) throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "modelgen-\(UUID().uuidString).sqlite")
        defer { try? FileManager.default.removeItem(at: file) }
        var handle: OpaquePointer?
        sqlite3_open(file.path, &handle)
        let code = sqlite3_exec(handle, script, nil, nil, nil)
        try #require(code == SQLITE_OK, "\(String(cString: sqlite3_errmsg(handle)))")
        sqlite3_close_v2(handle)
        try body(file)
    }

    @Test("such a key is the same as a unique index, and steps replace it") func replaced() throws {
        let rows = "INSERT INTO tasks VALUES (NULL, 'a'), ('x', 'b'); INSERT INTO pairs VALUES (NULL, 1), (NULL, 1);"
        for spelling in Self.spellings {
            // At once, and by a program that came later.
            for isLater in [false, true] {
                try withFile(spelling + Self.pairs + rows) { file in
                    if isLater {
                        let first = try HistoryDatabase.open(file, as: try described(version: 1), adopting: 1)
                        try first.write { db in try db.run("INSERT INTO tasks (id, title) VALUES (NULL, 'c')") }
                        try first.write { db in try db.run("DELETE FROM tasks WHERE title = 'c'") }
                        first.pool.closeAndWait()
                    }
                    let database = try HistoryDatabase.open(
                        file, as: try described(version: 2), adopting: isLater ? nil : 1)
                    defer { database.pool.closeAndWait() }
                    try database.read { db in
                        let tasks = try db.rows("SELECT id, title FROM tasks ORDER BY title") { row in
                            try row.read(String.self, 0) + row.read(String.self, 1)
                        }
                        #expect(tasks == ["nonea", "xb"], "\(spelling)")
                        #expect(try db.value(Int.self, "SELECT count(*) FROM pairs") == 2)
                        let key = "SELECT name FROM pragma_table_info('tasks') WHERE pk = 1 AND \"notnull\" = 1"
                        #expect(try db.value(String.self, SQL(trusted: key)) == "id", "\(spelling)")
                    }
                }
            }
        }
    }

    @Test(
        "another key is not",
        arguments: [
            "CREATE TABLE tasks (id TEXT PRIMARY KEY NOT NULL, title TEXT NOT NULL);",
            "CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT NOT NULL) WITHOUT ROWID;",
            "CREATE TABLE tasks (id TEXT, title TEXT NOT NULL, PRIMARY KEY (id, title));",
            "CREATE TABLE tasks (id TEXT PRIMARY KEY, title TEXT NOT NULL); CREATE TABLE x (y REFERENCES tasks);",
        ])
    func rejected(script: String) throws {
        try withFile(script + Self.pairs) { file in
            let error = #expect(throws: SQLiteError.self) {
                try HistoryDatabase.open(
                    file, as: try described(version: 2), adopting: .version(1).tolerating(.tables))
            }
            #expect(error?.message.contains("primary key of tasks") == true, "\(error?.message ?? "")")
        }
    }
}
