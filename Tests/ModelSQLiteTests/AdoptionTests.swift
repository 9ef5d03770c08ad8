import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import Testing

@Suite("Adoption")
struct AdoptionTests: AdoptingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a file with other SQL of the same meaning is adopted, and migrated with its rows")
    func adopted() throws {
        try make(StoreDatabase.brought)
        let store = try StoreDatabase.openAndWait(at: file, adopting: 1)
        let titles = try store.read { db in
            try db.rows("SELECT title || price FROM items") { try $0.read(String.self, 0) }
        }
        #expect(titles == ["Pen2.5", "Ink0.0", "Cup12.0"])
        store.pool.closeAndWait()
        #expect(try refusal(1) == .alreadyAdopted(version: 3))
        #expect(try refusal(.matching) == .alreadyAdopted(version: 3))
        try StoreDatabase.openAndWait(at: file, adopting: .version(1).unlessAdopted).pool.closeAndWait()
        try StoreDatabase.openAndWait(at: file).pool.closeAndWait()
    }

    @Test("the matching version is found, the first of several that are equal")
    func matching() throws {
        for (version, script) in [(1, StoreDatabase.first), (2, StoreDatabase.second)] {
            let url = folder.file("\(version).sqlite")
            try run(script.joined(separator: ";\n"), in: url)
            let seen = Collected<Int>()
            let store = try StoreDatabase.openAndWait(at: url, adopting: .matching) { seen.add($0.from) }
            store.pool.closeAndWait()
            #expect(seen.values.first == version)
        }
        try make(
            "CREATE TABLE shelves (id INTEGER PRIMARY KEY, name TEXT NOT NULL)\n;CREATE TABLE items (id, shelf_id, title, price);"
        )
        guard case .notMatching(let differences)? = try refusal(.matching) else {
            Issue.record("it was not refused for its differences")
            return
        }
        #expect(differences.keys.sorted() == [1, 2])
        #expect(
            differences[2]?.first?.description
                == "view cheap: not in the file, in the version `CREATE VIEW cheap AS SELECT id, title FROM items WHERE price < 10`"
        )
    }

    @Test(
        "any user_version is replaced by that of the adopted version",
        arguments: [-2_000_000_000, -1, 0, 7, 2_000_000_000])
    func foreignVersion(number: Int) throws {
        try make("PRAGMA user_version = \(number);" + StoreDatabase.first.joined(separator: ";\n") + ";")
        #expect(try refusal(nil) == .unversioned)
        try StoreDatabase.openAndWait(at: file, adopting: 1).pool.closeAndWait()
        try StoreDatabase.openAndWait(at: file).pool.closeAndWait()
    }

    @Test(
        "a view with other SQL is the same view",
        arguments: [
            "SELECT id, title, price FROM items", "SELECT * FROM items",
            "SELECT price, items.title, \"id\" FROM main.items", "SELECT i.* FROM items AS i -- all of them",
            "SELECT id, (title) AS title, price, 7 AS more FROM [items] WHERE (1)",
        ])
    func sameView(text: String) throws {
        try #expect(
            adopting("CREATE VIEW v AS \(text)", as: "CREATE VIEW v AS SELECT id, title, price FROM items") == nil)
    }

    @Test(
        "a view that names its columns is the view that selects from a table with these names, as an import writes it")
    func namedColumns() throws {
        for (select, columns) in [
            ("SELECT id, price FROM items", "a, b"), ("SELECT title, count(*) FROM items GROUP BY 1", "b, c"),
        ] {
            let named = "CREATE VIEW v AS WITH named (\(columns)) AS (\(select)) SELECT \(columns) FROM named"
            try #expect(adopting("CREATE VIEW v (\(columns)) AS \(select)", as: named) == nil)
            let swapped = columns.split(separator: ", ").reversed().joined(separator: ", ")
            try #expect(adopting("CREATE VIEW v (\(swapped)) AS \(select)", as: named)?.map(\.kind) == [.view])
        }
    }

    @Test("a default with more zeros, a condition in parentheses, and ASC, mean the same")
    func respelled() throws {
        func table(_ number: String, _ condition: String) -> String {
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, price REAL NOT NULL DEFAULT \(number));
            CREATE INDEX plain ON t (price) WHERE \(condition);
            CREATE UNIQUE INDEX computed ON t (abs(price)) WHERE \(condition)
            """
        }
        for (number, other) in [("0.0", "0.00"), ("-1.5", "-1.50"), ("1.5", "+1.5"), ("1.5", "(1.50)")] {
            try #expect(differences(of: table(other, "((price) > 1)"), from: table(number, "(price) > 1")) == nil)
        }
        let ascending = table("0.0", "price > 1").replacing("abs(price))", with: "abs(price) ASC)")
        try #expect(differences(of: ascending, from: table("0.0", "price > 1")) == nil)
        try #expect(differences(of: table("0.01", "price > 1"), from: table("0.0", "price > 1"))?.count == 1)
        try #expect(
            differences(of: table("0.0", "(price) > (2)"), from: table("0.0", "(price) > (1)"))?.isEmpty == false)
    }

    @Test(
        "a table is the user's, unless its name is one in which the module of a virtual table keeps data",
        arguments: [
            ("fts5 (title)", "notes_parent", true), ("fts5 (title)", "notes_segments", true),
            ("fts5 (title)", "Notes_Extra", true), ("fts4 (title)", "notes_data", true),
            ("rtree (id, low, high)", "notes_content", true), ("\"FTS5\" (title)", "notes_data", false),
            ("fts4 (title)", "notes_segdir", false), ("rtree (id, low, high)", "notes_parent", false),
        ])
    func shadowNames(module: String, name: String, isOwn: Bool) throws {
        let index = "CREATE VIRTUAL TABLE notes USING \(module)"
        let table = isOwn ? "CREATE TABLE \(name) (id INTEGER PRIMARY KEY)" : ""
        let found = try differences(of: index, from: index, table)
        let missing = "table \(name): not in the file, in the version `a table`"
        #expect(found?.map(\.description) == (isOwn ? [missing] : nil))
    }

    @Test(
        "a key with a collation of its own is another key, since a rebuild would lose it",
        arguments: ["", " WITHOUT ROWID"])
    func keyCollation(options: String) throws {
        func table(_ column: String, _ key: String) -> String {
            "CREATE TABLE words (word \(column), PRIMARY KEY (\(key)))\(options)"
        }
        let plain = table("TEXT NOT NULL", "word")
        let found = try differences(of: table("TEXT NOT NULL", "word COLLATE NOCASE"), from: plain)
        #expect(found?.map(\.found) == ["(word COLLATE nocase)"])
        let collated = table("TEXT NOT NULL COLLATE NOCASE", "word")
        try #expect(
            differences(of: table("TEXT NOT NULL COLLATE nocase", "word COLLATE nocase"), from: collated) == nil)
    }

    @Test(
        "a view with other rows, or a missing column, is another view",
        arguments: [
            "SELECT id, title, price FROM items WHERE price < 10", "SELECT id, title FROM items",
            "SELECT id, lower(title) AS title, price FROM items", "SELECT DISTINCT id, title, price FROM items",
            "SELECT id, title, price + 1 AS price FROM items", "SELECT id, 'price' AS title, price FROM items",
            "SELECT id, title, 'x' AS cost FROM items", "SELECT id, title, price FROM items LIMIT 5",
            "SELECT id, title, price FROM missing", "SELECT id, price AS title, title AS price FROM items",
        ])
    func otherView(text: String) throws {
        let differences = try adopting(
            "CREATE VIEW v AS \(text)", as: "CREATE VIEW v (id, title, price) AS SELECT id, title, price FROM items")
        #expect(differences?.map(\.kind) == [.view])
        #expect(differences?.first?.found == "CREATE VIEW v AS \(text)")
    }

    /// The differences for which a file with this view is rejected; nil if it is adopted.
    private func adopting(_ view: String, as expected: String) throws -> [SchemaDifference]? {
        let table = "CREATE TABLE items (id INTEGER PRIMARY KEY, title TEXT, price REAL)"
        return try differences(of: table, view, from: table, expected)
    }

    private func differences(of file: String..., from version: String...) throws -> [SchemaDifference]? {
        let url = folder.file("\(UUID().uuidString).sqlite")
        try run(file.joined(separator: "\n;"), in: url)
        let schema = DatabaseSchema(
            "Other", version: 1, applicationID: 9, create: version, adoptable: [AdoptableVersion(1)])
        let pool = try DatabasePool(.file(url))
        defer { pool.closeAndWait() }
        do {
            try pool.migrate(schema, adopting: 1)
            return nil
        } catch let error as SQLiteError {
            guard case .migration(.notMatching(let found)) = error.kind else { throw error }
            return found[1]
        }
    }

    private static let additions = """
        ALTER TABLE items ADD COLUMN legacy BLOB DEFAULT x'01';
        ALTER TABLE items ADD COLUMN size INTEGER CHECK (size > 0) COLLATE NOCASE;
        ALTER TABLE shelves ADD COLUMN twice TEXT GENERATED ALWAYS AS (name || name) VIRTUAL;
        CREATE TABLE history (id INTEGER PRIMARY KEY, text TEXT);
        CREATE INDEX items_by_size ON items (size) WHERE size > 1;
        CREATE UNIQUE INDEX items_legacy ON items (id, legacy);
        CREATE TRIGGER noted AFTER UPDATE OF price ON items BEGIN
            INSERT INTO history (text) VALUES ("changed " || new.title);
            UPDATE items SET size = 7 WHERE id = new.id;
        END;
        CREATE VIEW sizes AS SELECT size FROM items;
        """

    @Test("additional objects in a file are refused, unless they are tolerated by kind or by name")
    func additions() throws {
        try make(StoreDatabase.brought + Self.additions)
        guard case .notMatching(let found)? = try refusal(1) else {
            Issue.record("it was not refused for its differences")
            return
        }
        #expect(
            found[1]?.map(\.subject) == [
                "table history", "column legacy of items", "column size of items", "index items_legacy of items",
                "check (size > 0) of items", "index items_by_size of items", "trigger noted of items",
                "column twice of Shelves", "view sizes",
            ])
        let most: Adoption = .version(1).tolerating(.columns, .tables, .indexes, .views)
        guard case .notMatching(let rest)? = try refusal(most) else {
            Issue.record("it was not refused for its differences")
            return
        }
        #expect(rest[1]?.map(\.name) == ["size > 0", "noted"])
    }

    @Test(
        "a required column that is computed from another additional one must be named, because inserts would fail",
        arguments: [
            ("size INTEGER, twice INTEGER NOT NULL AS (size * 2)", ["twice"]),
            ("size INTEGER DEFAULT 1, twice INTEGER NOT NULL AS (size * 2)", nil),
            ("size INTEGER, twice INTEGER NOT NULL AS (id * 2)", nil),
        ] as [(String, [String]?)])
    func computed(_ columns: String, _ refused: [String]?) throws {
        try run("CREATE TABLE posts (id INTEGER PRIMARY KEY, \(columns))", in: file)
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        let schema = DatabaseSchema(
            "Blog", version: 1, applicationID: 7, create: ["CREATE TABLE posts (id INTEGER PRIMARY KEY)"],
            adoptable: [AdoptableVersion(1)])
        let result = Result { try pool.migrate(schema, adopting: .version(1).tolerating(.columns)) }
        guard case .failure(let error as SQLiteError) = result, case .migration(.notMatching(let found)) = error.kind
        else {
            #expect(refused == nil, "\(result)")
            return try pool.write { db in try db.run("INSERT INTO posts (id) VALUES (1)") }
        }
        #expect(found[1]?.map(\.name) == refused)
    }

    @Test("tolerated objects survive every rebuild, with their values, and work")
    func kept() throws {
        let additions = Self.additions.replacingOccurrences(of: "CHECK (size > 0) ", with: "")
        try make(StoreDatabase.brought + additions)
        try run("UPDATE items SET legacy = x'0203', size = id", in: file)
        let adoption: Adoption = .matching.tolerating(
            .columns, .indexes, .triggers, .named("history"), .named("sizes"))
        let store = try StoreDatabase.openAndWait(at: file, adopting: adoption)
        defer { store.pool.closeAndWait() }
        let values = try store.read { db in
            try db.rows("SELECT hex(legacy) || size FROM items ORDER BY id") { try $0.read(String.self, 0) }
        }
        #expect(values == ["02031", "02032", "02039"])
        let names = try store.read { db in
            try db.rows("SELECT name FROM sqlite_master WHERE name NOT LIKE 'sqlite%' ORDER BY name") {
                try $0.read(String.self, 0)
            }
        }
        #expect(
            names == [
                "history", "items", "items_by_price", "items_by_size", "items_legacy", "items_once", "noted", "shelves",
                "sizes",
            ])
        try store.write { db in try db.run("UPDATE items SET price = 3 WHERE id = 9") }
        #expect(try store.read { db in try db.value(String.self, "SELECT text FROM history") } == "changed Cup")
        #expect(try store.read { db in try db.value(Int.self, "SELECT size FROM items WHERE id = 9") } == 7)
        #expect(try store.read { db in try db.value(String.self, "SELECT twice FROM shelves WHERE id = 1") } == "UpUp")
    }

    @Test("rows that referred to missing rows before are no reason to refuse a file, also if their table is rebuilt")
    func danglingRows() throws {
        let dangling = "PRAGMA foreign_keys = OFF; INSERT INTO items (id, shelf_id, title) VALUES (20, 77, 'Lost');"
        let theirs = "CREATE TABLE notes (shelf REFERENCES shelves (id)); INSERT INTO notes VALUES (88);"
        try make(StoreDatabase.brought + dangling + theirs)
        let store = try StoreDatabase.openAndWait(at: file, adopting: .version(1).tolerating(.tables))
        defer { store.pool.closeAndWait() }
        let shelves = try store.pool.read { db in
            try db.rows("SELECT shelf_id FROM items WHERE id = 20 UNION SELECT shelf FROM notes") {
                try $0.read(Int64.self, 0)
            }
        }
        #expect(shelves == [77, 88])
    }

    /// Each clause with whether it defers the key.
    @Test(
        "a deferred foreign key counts as the same key, and is still deferred after a rebuild",
        arguments: [
            ("DEFERRABLE INITIALLY DEFERRED", true), ("NOT DEFERRABLE INITIALLY DEFERRED", false),
            ("DEFERRABLE INITIALLY IMMEDIATE", false), ("NOT DEFERRABLE", false),
        ])
    func deferred(clause: String, isDeferred: Bool) throws {
        let script = StoreDatabase.brought.replacingOccurrences(
            of: "REFERENCES shelves ON DELETE CASCADE", with: "REFERENCES shelves ON DELETE CASCADE \(clause)")
        try make(script)
        let store = try StoreDatabase.openAndWait(at: file, adopting: 1)
        defer { store.pool.closeAndWait() }
        let inserted = Result {
            try store.write { db in
                try db.run("INSERT INTO items (shelf_id, title, price) VALUES (7, 'Lamp', 1)")
                try db.run("INSERT INTO shelves (id, name) VALUES (7, 'New')")
            }
        }
        #expect(((try? inserted.get()) != nil) == isDeferred)
        #expect(throws: SQLiteError.self) {
            try store.write { db in try db.run("INSERT INTO items (shelf_id, title, price) VALUES (8, 'Lost', 1)") }
        }
    }

    @Test("other programs' SQL for the same table is accepted, and what is part of a name is not lost")
    func spellings() throws {
        let table =
            "CREATE TABLE t (id INTEGER PRIMARY KEY AUTOINCREMENT, a TEXT COLLATE NOCASE, b INTEGER REFERENCES t)"
        let same =
            "CREATE TABLE 't' ('id' INTEGER, 'a' TEXT COLLATE NOCASE, \"b\" INT, PRIMARY KEY (\"id\" AUTOINCREMENT), "
            + "FOREIGN KEY (b) REFERENCES t (id), FOREIGN KEY (b) REFERENCES t (id))"
        #expect(try differences(of: same, from: table) == nil)
        let others = [
            same.replacingOccurrences(of: " AUTOINCREMENT", with: ""),
            same.replacingOccurrences(of: " COLLATE NOCASE", with: ""),
            same.replacingOccurrences(of: "'a' TEXT", with: "'a' TEXT CHECK (a > 'x')"),
        ]
        for other in others { #expect(try differences(of: other, from: table)?.count == 1, "\(other)") }
    }

    @Test("a name in double quotes that no column has is a string in a check, a generated column and an index")
    func quotedStrings() throws {
        func script(_ a: String, _ empty: String) -> String {
            """
            CREATE TABLE t (id INTEGER PRIMARY KEY, "a b" TEXT CHECK ("a b" IN (\(a), 'b')),
                c TEXT AS ("lower"("a b") || \(a)), CHECK (CAST("t"."a b" AS "TEXT") COLLATE "NOCASE" <> \(empty)));
            CREATE INDEX i ON t ("a b", coalesce(c, \(empty))) WHERE "c" <> \(a);
            """
        }
        #expect(try differences(of: script("\"it's\"", "\"\""), from: script("'it''s'", "''")) == nil)
        let names = script("\"A B\"", "\"\"")
        #expect(try differences(of: names, from: script("'A B'", "''"))?.count == 4)
    }

    @Test("tolerated objects survive with any name") func hostileNames() throws {
        let names = ["we\"ird, (x)", "a]b", "check", "it's", "PRIMARY KEY", "Ünï ☃", "a--b"]
        let quoted = names.map { "\"\($0.replacingOccurrences(of: "\"", with: "\"\""))\"" }
        var script = StoreDatabase.brought
        for name in quoted {
            script += "\nALTER TABLE items ADD COLUMN \(name) TEXT DEFAULT 'a,b)' COLLATE NOCASE;"
            script += "\nCREATE INDEX \(name) ON items (\(name) DESC);"
        }
        script += "\nCREATE TRIGGER \"be]fore\" AFTER INSERT ON shelves BEGIN SELECT \(quoted[0]) FROM items; END;"
        try make(script)
        let changes = quoted.map { "\($0) = id" }.joined(separator: ", ")
        try run("UPDATE items SET \(changes)", in: file)
        let adoption: Adoption = .matching.tolerating(.columns, .indexes, .triggers)
        let store = try StoreDatabase.openAndWait(at: file, adopting: adoption)
        defer { store.pool.closeAndWait() }
        for name in quoted {
            let values = try store.read { db in
                try db.rows("SELECT \(SQL(trusted: name)) FROM items ORDER BY id") { try $0.read(String.self, 0) }
            }
            #expect(values == ["1", "2", "9"], "\(name)")
        }
        let count = try store.read { db in
            try db.value(
                Int.self, "SELECT count(*) FROM sqlite_master WHERE sql LIKE '%COLLATE NOCASE%' OR type = 'index'")
        }
        #expect(try #require(count) >= names.count + 2)
        try store.write { db in try db.run("INSERT INTO shelves (id, name) VALUES (77, 'Last')") }
    }

    @Test("a version that needs a function from the configuration is compared") func function() throws {
        let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"
        try run("\(table); INSERT INTO t VALUES (1, 2)", in: file)
        let pool = try DatabasePool(.file(file), .withTwice)
        defer { pool.closeAndWait() }
        let index = "CREATE INDEX doubled ON t (twice(a))"
        try pool.write { db in try db.run(script: index) }
        let schema = DatabaseSchema(
            "Twice", version: 1, applicationID: 9, create: [table, index], adoptable: [AdoptableVersion(1)])
        try pool.migrate(schema, adopting: 1)
    }

    @Test("of versions with the same tables, the first one is taken, so that the steps between them run")
    func sameTables() throws {
        let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"
        try run("\(table); INSERT INTO t VALUES (1, 2)", in: file)
        let schema = DatabaseSchema(
            "Doubled", version: 2, applicationID: 9, create: [table],
            migrations: [DatabaseMigration(to: 2, [.sql("UPDATE t SET a = 2 * a")])],
            adoptable: [AdoptableVersion(1, create: [table]), AdoptableVersion(2)])
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(schema, adopting: .matching)
        #expect(try pool.read { db in try db.value(Int.self, "SELECT a FROM t") } == 4)
    }
}
