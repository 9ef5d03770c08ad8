import Foundation
import ModelAdoption
import ModelAutoMigration
import ModelMigrations
import ModelSQLite
import Testing

/// A change of a schema with `migration: auto`, and the rows that the earlier program left.
private struct Change: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var from: [String]
    var rows: [String]
    var to: [String]

    init(_ description: String, from: [String], rows: [String], to: [String]) {
        testDescription = description
        (self.from, self.rows, self.to) = (from, rows, to)
    }

    /// A change of the only table, with one row.
    init(_ description: String, _ from: String, _ to: String, row: String = "(id, t) VALUES (1, 'a')") {
        self.init(
            description, from: ["CREATE TABLE a (\(from)"], rows: ["INSERT INTO a \(row)"],
            to: ["CREATE TABLE a (\(to)"])
    }
}

private let columns = "id INTEGER PRIMARY KEY, t TEXT NOT NULL"
private let changes = [
    Change("a check of a column is added", columns + ")", columns + " CHECK (length(t) < 9))"),
    Change("a check of a column is removed", columns + " CHECK (length(t) < 9))", columns + ")"),
    Change("a check of the table is added", columns + ")", columns + ", CHECK (id > 0))"),
    Change("a check of the table is removed", columns + ", CHECK (id > 0))", columns + ")"),
    Change("a collation is changed", columns + ")", columns + " COLLATE NOCASE)"),
    Change("a reference is added", columns + ")", columns + ", FOREIGN KEY (id) REFERENCES a (id))"),
    Change("a reference is removed", columns + ", FOREIGN KEY (id) REFERENCES a (id))", columns + ")"),
    Change(
        "the action of a reference is changed", columns + ", FOREIGN KEY (id) REFERENCES a (id))",
        columns + ", FOREIGN KEY (id) REFERENCES a (id) ON DELETE CASCADE)"),
    Change(
        "a generated column is computed differently", columns + ", u TEXT GENERATED ALWAYS AS (lower(t)) VIRTUAL)",
        columns + ", u TEXT GENERATED ALWAYS AS (upper(t)) VIRTUAL)"),
    Change(
        "a generated column is stored", columns + ", u TEXT GENERATED ALWAYS AS (lower(t)) VIRTUAL)",
        columns + ", u TEXT GENERATED ALWAYS AS (lower(t)) STORED)"),
    Change("the table becomes strict", columns + ")", columns + ") STRICT"),
    Change("the table loses its rowid", "id INT PRIMARY KEY, t TEXT)", "id INT PRIMARY KEY, t TEXT) WITHOUT ROWID"),
    Change("the key gets a counter", columns + ")", "id INTEGER PRIMARY KEY AUTOINCREMENT, t TEXT NOT NULL)"),
]

private func schema(_ create: [String], _ mode: MigrationMode = .auto) -> DatabaseSchema {
    DatabaseSchema("Auto", version: 1, applicationID: 7, mode: mode, create: create)
}

private func fullText(_ columns: String, triggers: Bool = true) -> [String] {
    let new = columns.split(separator: ",").map { "new.\($0)" }.joined(separator: ",")
    let old = columns.split(separator: ",").map { "old.\($0)" }.joined(separator: ",")
    return [
        "CREATE VIRTUAL TABLE a_fts USING fts5(\(columns), content='a', content_rowid='rowid')",
        "CREATE TABLE modelgen_replaced_a_fts (\(columns))",
        """
        CREATE TRIGGER a_fts_insert AFTER INSERT ON a BEGIN
            DELETE FROM modelgen_replaced_a_fts;
            INSERT INTO modelgen_replaced_a_fts (rowid, \(columns)) VALUES (new.rowid, \(new));
            INSERT INTO a_fts (rowid, \(columns)) VALUES (new.rowid, \(new));
        END
        """,
        """
        CREATE TRIGGER a_fts_delete AFTER DELETE ON a BEGIN
            INSERT INTO a_fts (a_fts, rowid, \(columns)) VALUES ('delete', old.rowid, \(old));
        END
        """,
    ]
}

@Suite("What an automatic migration changes")
struct AutomaticChangeTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func opened(_ name: String, _ create: [String], _ mode: MigrationMode = .auto) throws -> DatabasePool {
        let pool = try DatabasePool(.file(folder.file(name)))
        try pool.migrate(schema(create, mode))
        return pool
    }

    /// The schema without spaces and quotes, which a renamed table has.
    private func objects(_ pool: DatabasePool) throws -> [String] {
        try pool.read { db in
            try db.rows("SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master ORDER BY 1") {
                try $0.read(String.self, 0).filter { !$0.isWhitespace && $0 != "\"" }
            }
        }
    }

    private func migrated(_ change: Change) throws -> DatabasePool {
        let old = try opened("file", change.from)
        try old.write { (db: Database) throws in for row in change.rows { try db.run(SQL(trusted: row)) } }
        old.closeAndWait()
        return try opened("file", change.to)
    }

    @Test("a file has the schema of a new one, and its row", arguments: changes)
    private func schemas(_ change: Change) throws {
        let file = try migrated(change)
        let new = try opened("new", change.to)
        #expect(try objects(file) == objects(new))
        #expect(try file.read { db in try db.rows("SELECT id, t FROM a") { try $0.read(String.self, 1) } } == ["a"])
    }

    @Test("rows that violate a new check are not changed, and the file is rejected")
    func violation() throws {
        let change = Change("", columns + ")", columns + " CHECK (length(t) > 9))")
        let error = #expect(throws: SQLiteError.self) { try migrated(change) }
        #expect(error?.description.contains("CHECK constraint failed") == true)
        let file = try opened("file", change.from)
        #expect(try file.read { db in try db.rows("SELECT t FROM a") { try $0.read(String.self, 0) } } == ["a"])
    }

    @Test(
        "rows that do not fit the new form of their table are named by it, with what to do",
        arguments: [
            (columns + ", n INTEGER) STRICT", "cannot store TEXT value in INTEGER column a.n"),
            (columns + ", n TEXT NOT NULL CHECK (n <> 'x'))", "CHECK constraint failed: n <> 'x'"),
        ])
    func unfit(_ table: String, _ reason: String) throws {
        let pool = try opened("file", ["CREATE TABLE a (\(columns), n TEXT NOT NULL)"])
        try pool.write { db in try db.run(script: "INSERT INTO a VALUES (1, 'a', 'x'), (2, 'b', 'x')") }
        pool.closeAndWait()
        let error = #expect(throws: SQLiteError.self) { try opened("file", ["CREATE TABLE a (\(table)"]) }
        #expect(
            error?.message
                == "rows of a do not fit its new form: \(reason); change or delete them in an earlier step or in `willMigrate`"
        )
        guard case .constraint(let violation)? = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect([nil, "a"].contains(violation.table))
    }

    @Test("inserts may omit a column that the schema no longer has, even if it was required, and its values remain")
    func required() throws {
        let file = try migrated(
            Change(
                "", columns + ", old TEXT NOT NULL, small TEXT NOT NULL AS (lower(old)) VIRTUAL)", columns + ")",
                row: "VALUES (1, 'a', 'kept')"))
        try file.write { db in try db.run("INSERT INTO a (id, t) VALUES (2, 'b')") }
        #expect(
            try file.read { db in try db.rows("SELECT old FROM a ORDER BY id") { try $0.read(DatabaseValue.self, 0) } }
                == [.text("kept"), .null])
    }

    @Test(
        "inserts may omit what a required column is computed from",
        arguments: [
            ("old TEXT, small TEXT NOT NULL AS (lower(old)) VIRTUAL", "old"),
            ("old TEXT, small TEXT NOT NULL AS (lower(old)) STORED", "small"),
            ("old TEXT, small TEXT AS (lower(old)), tiny INT NOT NULL AS (length(\"SMALL\"))", "tiny"),
            ("old TEXT, small TEXT NOT NULL AS (old || t)", "old"),
        ])
    func computed(_ columns: String, _ kept: String) throws {
        let file = try migrated(
            Change("", Self.base + ", " + columns + ")", Self.base + ")", row: "(id, t, old) VALUES (1, 'a', 'kept')"))
        try file.write { db in try db.run("INSERT INTO a (id, t) VALUES (2, 'b')") }
        #expect(
            try file.read { db in
                try db.rows("SELECT \(name: kept) FROM a ORDER BY id") { try $0.read(DatabaseValue.self, 0) }
            }
                == [kept == "tiny" ? .integer(4) : .text("kept"), .null])
    }

    private static let base = columns

    @Test("a column that the schema does not have keeps its declaration through a rebuild if inserts may omit it")
    func additional() throws {
        let file = try migrated(
            Change(
                "", columns + ", more INTEGER NOT NULL DEFAULT 7, twice INTEGER NOT NULL AS (more * 2) VIRTUAL)",
                columns + " COLLATE NOCASE)", row: "(id, t, more) VALUES (1, 'a', 3)"))
        try file.write { db in try db.run("INSERT INTO a (id, t) VALUES (2, 'b')") }
        #expect(
            try file.read { db in
                try db.rows("SELECT twice FROM a ORDER BY id") { try $0.read(DatabaseValue.self, 0) }
            }
                == [.integer(6), .integer(14)])
    }

    @Test(
        "so does one whose name is quoted, however it is",
        arguments: [
            "'o''ld'", "'o\"l,d'", "\"o\"\"l)d\"", "[o'l\"d]", "`o``ld`", "'primary'", "\"check\"", "'o--ld'",
            "'o/*ld'",
            "'Ö''LD'", "\"references\"", "'unique'",
        ])
    func quoted(_ name: String) throws {
        let more = "\(name) NUMERIC NOT NULL DEFAULT 5 REFERENCES a (id) DEFERRABLE INITIALLY DEFERRED"
        let create = columns + ", \(more))"
        let file = try migrated(Change("", create, columns + " COLLATE NOCASE)", row: "(id, t) VALUES (5, 'a')"))
        let found = try file.read { db in
            try db.rows("SELECT name, type, dflt_value FROM pragma_table_info('a') WHERE cid = 2") { row in
                try (0..<3).map { try row.read(String.self, $0) }
            }
        }
        let plain = try DatabasePool(.memory)
        try plain.write { db in try db.run(SQL(trusted: "CREATE TABLE a (\(create)")) }
        let expected = try plain.read { db in
            try db.value(String.self, "SELECT name FROM pragma_table_info('a') WHERE cid = 2")
        }
        #expect(found == [[try #require(expected), "NUMERIC", "5"]])
        // Still deferred: its row comes first.
        try file.write { (db: Database) throws in
            try db.run(
                SQL(
                    trusted: "INSERT INTO a (id, t, \(name.first == "'" ? Self.asName(name) : name)) VALUES (6, 'b', 7)"
                ))
            try db.run("INSERT INTO a (id, t) VALUES (7, 'c')")
        }
    }

    /// A string as a name in double quotes.
    private static func asName(_ literal: String) -> String {
        let text = literal.dropFirst().dropLast().replacingOccurrences(of: "''", with: "'")
        return "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\""
    }

    @Test(
        "rows keep the rowid that no column holds",
        arguments: ["t TEXT, n", "t TEXT PRIMARY KEY, n", "rowid TEXT, n"])
    func rowIDs(_ declaration: String) throws {
        let file = try migrated(
            Change(
                "", from: ["CREATE TABLE a (\(declaration) TEXT)"],
                rows: ["INSERT INTO a VALUES ('a', '1'), ('b', '2'), ('c', '3')", "DELETE FROM a WHERE n = '2'"],
                to: ["CREATE TABLE a (\(declaration) INTEGER)"]))
        #expect(try file.read { db in try db.rows("SELECT _rowid_ FROM a") { try $0.read(Int64.self, 0) } } == [1, 3])
    }

    /// Columns that STRICT tables cannot have, and values that they cannot have in columns of these types.
    private static let otherColumns = [
        "old", "old VARCHAR(20)", "old DATETIME NOT NULL", "old INTEGER", "old TEXT DEFAULT 'x'",
        "old DECIMAL(10, 2) NOT NULL DEFAULT 1.5", "old \"double precision\"", "old NUMERIC CHECK (old <> 'never')",
        "old VARCHAR(3) COLLATE NOCASE", "old REAL", "\"old\" [my type] NOT NULL",
        "'old' CHECK (old <> 'never') NOT NULL",
    ]
    private static let valuesOfOld = """
        SELECT typeof(old) || ' ' || quote(old) FROM a WHERE old IS NOT NULL AND id < 7 ORDER BY id
        """

    @Test(
        "a table that becomes strict keeps the columns of any type that the schema does not have",
        arguments: otherColumns)
    func strict(_ column: String) throws {
        let twice = ", twice VARCHAR(9) AS (old || id) VIRTUAL"
        let old = try opened("file", ["CREATE TABLE a (\(columns), \(column)\(twice))"])
        let rows = "(1, 'a', 1), (2, 'b', 'text'), (3, 'c', 1.5), (4, 'd', x'00ff'), (5, 'e', '12'), (6, 'f', '')"
        try old.write { (db: Database) throws in try db.run(SQL(trusted: "INSERT INTO a (id, t, old) VALUES \(rows)")) }
        let values = try old.read { db in try db.rows(SQL(trusted: Self.valuesOfOld)) { try $0.read(String.self, 0) } }
        old.closeAndWait()
        let new = try opened("file", ["CREATE TABLE a (\(columns)) STRICT"])
        try new.write { db in try db.run("INSERT INTO a (id, t) VALUES (7, 'g')") }
        #expect(
            try new.read { db in try db.rows(SQL(trusted: Self.valuesOfOld)) { try $0.read(String.self, 0) } } == values
        )
        #expect(values.count == 6)
    }

    @Test(
        "so does one of another program that a step makes strict",
        arguments: otherColumns.filter { !$0.contains("CHECK") })
    func strictAdopted(_ column: String) throws {
        let create = "CREATE TABLE a (\(columns), \(column), twice VARCHAR(9) AS (old || id) VIRTUAL)"
        let url = folder.file("adopted")
        try run("\(create); INSERT INTO a (id, t, old) VALUES (1, 'a', 1), (2, 'b', 'text'), (3, 'c', x'00')", in: url)
        let pool = try DatabasePool(.file(url))
        let values = try pool.read { db in try db.rows(SQL(trusted: Self.valuesOfOld)) { try $0.read(String.self, 0) } }
        let rebuild = TableRebuild(
            table: "a", create: "CREATE TABLE modelgen_new_a (\(columns)) STRICT",
            copy: "INSERT INTO modelgen_new_a (id, t) SELECT id, t FROM a")
        let schema = DatabaseSchema(
            "Strict", version: 2, applicationID: 7, create: ["CREATE TABLE a (\(columns)) STRICT"],
            migrations: [DatabaseMigration(to: 2, [.rebuild(rebuild)])],
            adoptable: [AdoptableVersion(1, create: ["CREATE TABLE a (\(columns))"])])
        try pool.migrate(schema, adopting: .version(1).tolerating(.columns, .named("old")))
        #expect(
            try pool.read { db in try db.rows(SQL(trusted: Self.valuesOfOld)) { try $0.read(String.self, 0) } }
                == values)
        #expect(values.count == 3)
    }

    private static let required = ["CREATE TABLE a (\(columns), k TEXT NOT NULL, l TEXT NOT NULL, n TEXT NOT NULL)"]
    private static let filling = MigrationMode.auto(filling: ["a": ["k": nil, "l": "'[]'"]])

    @Test(
        "rows without a value for a required column get one that the model reads, or are an error that names it",
        arguments: ["", ", k TEXT"])
    func fills(_ column: String) throws {
        let create = ["CREATE TABLE a (\(columns)\(column))"]
        let old = try opened("file", create)
        try old.write { db in try db.run("INSERT INTO a (id, t) VALUES (1, 'a')") }
        old.closeAndWait()
        let error = #expect(throws: SQLiteError.self) { try opened("file", Self.required, Self.filling) }
        guard case .constraint(let violation)? = error?.kind else {
            Issue.record("\(error as Any)")
            return
        }
        #expect((violation.rule, violation.table, violation.columns) == (.notNull, "a", ["k"]))
        #expect(error?.message.contains("rows of a have no value for the required column k of Auto") == true)
        let again = try opened("file", create)
        #expect(try again.read { db in try db.value(String.self, "SELECT t FROM a") } == "a")
        try again.write { (db: Database) throws in try db.run("DELETE FROM a") }
        again.closeAndWait()
        let new = try opened("file", Self.required, Self.filling)
        #expect(try new.read { db in try db.value(Int.self, "SELECT count(*) FROM a") } == 0)
    }

    @Test("rows that have a value keep it, and the others get the fill")
    func filled() throws {
        let old = try opened("file", ["CREATE TABLE a (\(columns), k TEXT, l TEXT)"])
        try old.write { db in try db.run("INSERT INTO a VALUES (1, 'a', 'x', NULL), (2, 'b', 'y', '[1]')") }
        old.closeAndWait()
        let new = try opened("file", Self.required, Self.filling)
        let rows = try new.read { db in
            try db.rows("SELECT k || l || n FROM a ORDER BY id") { try $0.read(String.self, 0) }
        }
        #expect(rows == ["x[]", "y[1]"])
    }

    private static let table = "CREATE TABLE a (id TEXT PRIMARY KEY, t TEXT NOT NULL, n"
    private static let fullTexts = [
        Change("an index is added", from: [table + ")"], rows: [], to: [table + ")"] + fullText("t,n")),
        Change(
            "an index gets a column", from: [table + ")"] + fullText("t"), rows: [], to: [table + ")"] + fullText("t,n")
        ),
        Change(
            "an index loses a column", from: [table + ")"] + fullText("t,n"), rows: [],
            to: [table + ")"] + fullText("t")),
        Change(
            "its table is rebuilt", from: [table + ")"] + fullText("t"), rows: [],
            to: [table + " INTEGER)"] + fullText("t")),
        Change(
            "there is a table with a similar name", from: [table + ")"] + fullText("t"), rows: [],
            to: [table + ")"] + fullText("t") + ["CREATE TABLE a_fts_notes (x)"]),
    ]

    @Test(
        "a full-text index has the rows of its table, and is kept up to date", arguments: fullTexts,
        ["", "DELETE FROM modelgen_schema WHERE key LIKE 'table %' -- by an earlier release"])
    private func fullTextIndex(_ change: Change, file: String) throws {
        var change = change
        change.rows = ["INSERT INTO a VALUES ('a', 'one', '1'), ('b', 'two', '2'), ('c', 'three', '3')"]
        change.rows += ["DELETE FROM a WHERE id = 'b'"] + (file.isEmpty ? [] : [file])
        try check(migrated(change), change.to)
    }

    @Test("a full-text index that was removed and added again has the rows written in the meantime")
    func fullTextAgain() throws {
        let (without, with) = ([Self.table + ")"], [Self.table + ")"] + fullText("t"))
        for create in [with, without] {
            let pool = try opened("file", create)
            try pool.write { (db: Database) throws in
                try db.run("INSERT OR REPLACE INTO a VALUES ('a', 'one', '1'), ('c', 'three', \(create.count))")
            }
            if create == without { #expect(try objects(pool).allSatisfy { !$0.contains("fts") }) }
            pool.closeAndWait()
        }
        try check(opened("file", with), with)
    }

    private func check(_ file: DatabasePool, _ create: [String]) throws {
        #expect(try objects(file) == objects(opened("new", create)))
        try file.write { (db: Database) throws in
            // With 1, the index is compared with the table. Source: <https://www.sqlite.org/fts5.html>, section 6.4.
            let check: SQL = "INSERT INTO a_fts (a_fts, rank) VALUES ('integrity-check', 1)"
            try db.run(check)
            let found: SQL = "SELECT id FROM a WHERE rowid IN (SELECT rowid FROM a_fts WHERE a_fts MATCH 'three')"
            #expect(try db.rows(found) { try $0.read(String.self, 0) } == ["c"])
            try db.run("INSERT INTO a VALUES ('d', 'four', '4')")
            try db.run("DELETE FROM a WHERE id = 'a'")
            try db.run(check)
        }
    }
}
