import Foundation
import ModelMigrationRows
import ModelSQLite
import Testing

@Suite("Rows of a migration step")
struct MigrationRowTests {
    /// A row of a table whose key may be NULL, as in many files of other programs.
    private struct Note: MigrationRow {
        typealias Columns = NoColumns

        var place: String?
        var number: Int64?
        var text: String
        var seen: Int64

        static let table = Table<Note>("notes", "place", "number", "text", "seen", primaryKey: ["place", "number"])

        init(fields reader: inout RowReader) throws {
            place = try reader.fieldIfPresent()
            number = try reader.fieldIfPresent()
            text = try reader.field()
            seen = try reader.field()
        }

        func write(fields statement: inout RecordStatement) {
            statement.fieldIfPresent(place)
            statement.fieldIfPresent(number)
            statement.field(text)
            statement.field(seen)
        }
    }

    @Test(
        "updateEach visits every row once, wherever keys are NULL and pages end",
        arguments: [
            ["value, value"], ["NULL, value"], ["value, NULL"], ["NULL, NULL"], ["value, value", "NULL, NULL"],
            ["NULL, value", "value, NULL", "value, value"],
        ], [1, 500, 501, 1000])
    func everyRow(_ keys: [String], _ count: Int) throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                "CREATE TABLE notes (place TEXT, number INTEGER, text TEXT, seen INTEGER, PRIMARY KEY (place, number))")
            for key in keys {
                try db.run(
                    SQL(
                        trusted: """
                            WITH RECURSIVE n (value) AS (SELECT 1 UNION ALL SELECT value + 1 FROM n LIMIT \(count)) \
                            INSERT INTO notes SELECT \(key), value, 0 FROM n
                            """))
            }
            #expect(try Note.updateEach(db) { $0.seen += 1 } == keys.count * count)
            #expect(try db.value(Int.self, "SELECT count(*) FROM notes WHERE seen = 1") == keys.count * count)
        }
    }

    @Test("updateEach writes another normal form of a text")
    func normalForms() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                "CREATE TABLE notes (place TEXT, number INTEGER, text TEXT, seen INTEGER, PRIMARY KEY (place, number))")
            try db.run("INSERT INTO notes VALUES ('a', 1, \("e\u{301}"), 0), ('b', 1, 'e', 0)")
            let compose: (inout Note) -> Void = { $0.text = $0.text.precomposedStringWithCanonicalMapping }
            #expect(try Note.updateEach(db, compose) == 1)
            #expect(try db.rows("SELECT hex(text) FROM notes") { try $0.read(String.self, 0) } == ["C3A9", "65"])
            #expect(try Note.updateEach(db, compose) == 0)
        }
    }

    @Test("updateEach only writes the columns that differ, and refuses another key")
    func columns() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE notes (place TEXT, number INTEGER, text TEXT, seen INTEGER, PRIMARY KEY (place, number));
                    INSERT INTO notes VALUES ('a', 1, 'x', 0), ('b', 2, 'y', 0);
                    CREATE TRIGGER seen AFTER UPDATE OF seen, place, number ON notes
                    BEGIN SELECT RAISE(ABORT, 'this column did not change'); END;
                    """)
            #expect(try Note.updateEach(db) { $0.text += "!" } == 2)
            #expect(try db.rows("SELECT text FROM notes") { try $0.read(String.self, 0) } == ["x!", "y!"])
            #expect(throws: SQLiteError.self) { try Note.updateEach(db) { $0.number = 9 } }
        }
    }

    /// A row with a column that SQLite computes, which is not bound.
    private struct Person: MigrationRow {
        typealias Columns = NoColumns

        var id: String?
        var name: String
        var full: String

        static let table = Table<Person>(
            "people", "id", "name", TableColumn("full", .database), primaryKey: ["id"])

        init(fields source: inout RowReader) throws {
            id = try source.fieldIfPresent()
            name = try source.field()
            full = try source.field()
        }

        func write(fields sink: inout RecordStatement) {
            sink.fieldIfPresent(id)
            sink.field(name)
            sink.skip()
        }
    }

    @Test(
        "updateEach writes each row without a key for itself, whatever the others have",
        arguments: ["TEXT", "TEXT COLLATE NOCASE"], ["'x', 1", "'x', 2", "'X', 1", "NULL, 1"])
    func rowsWithoutKey(_ type: String, _ other: String) throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                SQL(
                    trusted:
                        "CREATE TABLE notes (place TEXT, number INTEGER, text \(type), seen, PRIMARY KEY (place, number))"
                ))
            try db.run("INSERT INTO notes VALUES (NULL, 1, 'x', 1)")
            try db.run(
                SQL(
                    trusted:
                        "INSERT INTO notes SELECT NULL, 1, coalesce(column1, 'x'), column2 FROM (VALUES (\(other)))"))
            let before = try db.rows("SELECT seen FROM notes ORDER BY rowid") { try $0.read(Int.self, 0) }
            #expect(try Note.updateEach(db) { $0.seen += 1 } == 2)
            #expect(
                try db.rows("SELECT seen FROM notes ORDER BY rowid") { try $0.read(Int.self, 0) }
                    == before.map { $0 + 1 })
            var count = 0
            #expect(
                try Note.updateEach(db) {
                    count += 1
                    $0.text = "\($0.text.lowercased())\(count)"
                } == 2)
            #expect(
                try db.rows("SELECT text FROM notes ORDER BY rowid") { try $0.read(String.self, 0) } == ["x1", "x2"])
        }
    }

    @Test(
        "updateEach finds rows without a key that have computed columns, or columns with the names of the rowid",
        arguments: ["", ", rowid TEXT", ", rowid TEXT, _ROWID_ TEXT"])
    func computed(_ more: String) throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                SQL(
                    trusted:
                        "CREATE TABLE people (id TEXT PRIMARY KEY, name TEXT, \"full\" TEXT AS ('Dr. ' || name)\(more))"
                ))
            try db.run("INSERT INTO people (id, name) VALUES (NULL, 'a'), ('k', 'b'), (NULL, 'a')")
            #expect(try Person.updateEach(db) { $0.name += "!" } == 3)
            #expect(
                try db.rows("SELECT \"full\" FROM people ORDER BY oid") { try $0.read(String.self, 0) }
                    == ["Dr. a!", "Dr. b!", "Dr. a!"])
        }
    }

    @Test("updateEach works in a table that has no rowid")
    func withoutRowID() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                "CREATE TABLE notes (place TEXT, number INTEGER, text TEXT, seen INTEGER, PRIMARY KEY (place, number)) WITHOUT ROWID"
            )
            try db.run("INSERT INTO notes VALUES ('a', 1, 'x', 0)")
            #expect(try Note.updateEach(db) { $0.seen += 1 } == 1)
        }
    }

    @Test("a row is found by its key, and written and deleted at its place")
    func singleRow() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run(
                script: """
                    CREATE TABLE notes (place TEXT, number INTEGER, text TEXT, seen INTEGER, PRIMARY KEY (place, number));
                    INSERT INTO notes VALUES ('a', 1, 'x', 0), ('a', 2, 'y', 0);
                    """)
            func texts() throws -> [String] {
                try db.rows("SELECT text FROM notes ORDER BY number") { try $0.read(String.self, 0) }
            }
            var note = try #require(try Note.find(["a", 2], db))
            #expect(note.text == "y")
            #expect(try Note.find(["b", 2], db) == nil)
            #expect(throws: SQLiteError.self) { try Note.find("a", db) }
            note.text = "z"
            try note.update(db)
            #expect(try texts() == ["x", "z"])
            #expect(try note.delete(db))
            #expect(try texts() == ["x"])
            #expect(try !note.delete(db))
            #expect(throws: SQLiteError.self) { try note.update(db) }
        }
    }
}
