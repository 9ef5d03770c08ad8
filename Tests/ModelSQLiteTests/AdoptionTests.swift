import CModelSQLite
import Foundation
import ModelAdoption
import ModelSQLite
import Testing

/// A database with three versions: the second adds a column, the third rebuilds both tables.
struct StoreDatabase: SQLiteDatabase {
    let pool: DatabasePool
    init(pool: DatabasePool) { self.pool = pool }

    static let first = [
        """
        CREATE TABLE shelves (
            id INTEGER PRIMARY KEY, name TEXT NOT NULL COLLATE NOCASE, place TEXT DEFAULT 'left', CHECK (length(name) > 0)
        )
        """,
        """
        CREATE TABLE items (
            id INTEGER PRIMARY KEY, shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
            title TEXT NOT NULL, price REAL, folded TEXT GENERATED ALWAYS AS (lower(title)) VIRTUAL
        )
        """,
        "CREATE UNIQUE INDEX items_once ON items (shelf_id, title)",
        "CREATE INDEX items_by_price ON items (price DESC)",
        "CREATE VIEW cheap AS SELECT id, title FROM items WHERE price < 10",
    ]

    static func described(_ version: Int, ownership: FileOwnership = .applicationID) -> DatabaseSchema {
        DatabaseSchema(
            "Store", version: version, applicationID: 0x4d47_3001, ownership: ownership,
            create: version == 1 ? first : ["CREATE TABLE unused (id INTEGER)"],
            migrations: [
                DatabaseMigration(to: 2, ["ALTER TABLE items ADD COLUMN note TEXT"]),
                DatabaseMigration(
                    to: 3,
                    [
                        "DROP VIEW cheap",
                        .rebuild(
                            TableRebuild(
                                table: "shelves",
                                create: """
                                    CREATE TABLE modelgen_new_shelves (
                                        id INTEGER PRIMARY KEY, name TEXT NOT NULL, CHECK (length(name) > 0)
                                    )
                                    """,
                                copy: "INSERT INTO modelgen_new_shelves (id, name) SELECT id, name FROM shelves",
                                dropping: ["place"])),
                        .rebuild(
                            TableRebuild(
                                table: "items",
                                create: """
                                    CREATE TABLE modelgen_new_items (
                                        id INTEGER PRIMARY KEY,
                                        shelf_id INTEGER NOT NULL REFERENCES shelves (id) ON DELETE CASCADE,
                                        title TEXT NOT NULL, price REAL NOT NULL, note TEXT
                                    )
                                    """,
                                copy: """
                                    INSERT INTO modelgen_new_items (id, shelf_id, title, price, note)
                                    SELECT id, shelf_id, title, ifnull(price, (SELECT 0 FROM shelves)), note FROM items
                                    """,
                                dropping: ["folded"])),
                        "CREATE UNIQUE INDEX items_once ON items (shelf_id, title)",
                        "CREATE INDEX items_by_price ON items (price DESC)",
                    ]),
            ],
            adoptable: [AdoptableVersion(1, create: first), AdoptableVersion(2, create: second)])
    }

    static let second =
        first.map { $0.replacingOccurrences(of: "price REAL, folded", with: "price REAL, note TEXT, folded") }
    static let schema = described(3)

    static let rows = """
        INSERT INTO shelves (id, name) VALUES (1, 'Up'), (2, 'Down');
        INSERT INTO items (id, shelf_id, title, price) VALUES (1, 1, 'Pen', 2.5), (2, 1, 'Ink', NULL), (9, 2, 'Cup', 12);
        """

    /// As another program created it: different SQL with the same meaning.
    static let brought = """
        create table Shelves (
            id integer not null primary key, -- a comment
            name varchar(40) collate nocase not null check ((length( name ) > 0)), place text default "left"
        );
        CREATE TABLE [items] (
            id INTEGER PRIMARY KEY, "shelf_id" BIGINT NOT NULL, `title` VARCHAR NOT NULL, price DOUBLE PRECISION DEFAULT NULL,
            folded TEXT AS (lower("title")), UNIQUE (shelf_id, title),
            FOREIGN KEY (shelf_id) REFERENCES shelves ON DELETE CASCADE
        );
        CREATE INDEX items_by_price ON items (price desc);
        CREATE VIEW cheap AS
            SELECT id, title FROM "items" WHERE (price < 10);
        """.replacingOccurrences(of: "WHERE (price < 10)", with: "WHERE price < 10")
}

/// The bytes of a file and of its companion files.
struct Bytes: Equatable {
    var files: [String: Data] = [:]

    init(_ url: URL) throws {
        for suffix in ["", "-wal", "-shm", "-journal"] {
            let path = url.path + suffix
            if FileManager.default.fileExists(atPath: path) {
                files[suffix] = try Data(contentsOf: URL(fileURLWithPath: path))
            }
        }
    }
}

@Suite("Adoption")
struct AdoptionTests {
    let folder: TemporaryFolder
    let file: URL

    init() throws {
        folder = try TemporaryFolder()
        file = folder.file("store.sqlite")
    }

    private func make(_ script: String) throws { try run(script + "\n" + StoreDatabase.rows, in: file) }

    /// Expects a refusal that leaves the file unchanged, and returns the reason.
    private func refusal(_ adoption: Adoption?, at url: URL? = nil) throws -> MigrationFailure? {
        let url = url ?? file
        let before = try Bytes(url)
        let error = #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: url, adopting: adoption) }
        #expect(try Bytes(url) == before)
        guard case .migration(let failure)? = error?.kind else { return nil }
        return failure
    }

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
        "a version that cannot be adopted is refused at once",
        arguments: [0, -1, 3, 4, 2_000_000_000, -2_000_000_000, Int.min, Int.max])
    func unknown(version: Int) throws {
        try make(StoreDatabase.first.joined(separator: ";\n") + ";")
        #expect(try refusal(.version(version)) == .notAdoptable(version, known: [1, 2]))
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

    @Test("a file of another application is refused, and keeps its number if the schema says so")
    func foreign() throws {
        try make("PRAGMA application_id = 42;" + StoreDatabase.first.joined(separator: ";\n") + ";")
        #expect(try refusal(1) == .foreign(applicationID: 42))
        #expect(try refusal(nil) == .foreign(applicationID: 42))
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(StoreDatabase.described(3, ownership: .version), adopting: 1)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA application_id") } == 42)
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA user_version") } == 3)
    }

    @Test("a refused file keeps every byte, in any journal mode and with a log that was left behind")
    func untouched() throws {
        let wrong = "CREATE TABLE shelves (id INTEGER PRIMARY KEY);"
        for mode in ["DELETE", "TRUNCATE", "PERSIST", "WAL"] {
            let url = folder.file("\(mode).sqlite")
            try run("PRAGMA journal_mode = \(mode); \(wrong)", in: url)
            guard case .notMatching? = try refusal(1, at: url) else {
                Issue.record("it was not refused for its differences")
                return
            }
        }
        let live = folder.file("live.sqlite")
        var handle: OpaquePointer?
        #expect(sqlite3_open(live.path, &handle) == SQLITE_OK)
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_exec(handle, "PRAGMA journal_mode = WAL; " + wrong, nil, nil, nil) == SQLITE_OK)
        let copy = folder.file("copy.sqlite")
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: live.path + suffix, toPath: copy.path + suffix)
        }
        let before = try Bytes(copy)
        #expect(before.files.keys.sorted() == ["", "-wal"])
        for adoption in [nil, 1, .matching] as [Adoption?] {
            #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: copy, adopting: adoption) }
            #expect(try Bytes(copy) == before)
        }
        // If another connection uses the file, the index of its log stays.
        let used = try Bytes(live)
        #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: live, adopting: 1) }
        #expect(try Bytes(live).files.keys == used.files.keys)
        #expect(try Bytes(live).files[""] == used.files[""])
        #expect(sqlite3_exec(handle, "CREATE TABLE later (id INTEGER)", nil, nil, nil) == SQLITE_OK)
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

    @Test("a failing migration step undoes the adoption")
    func failing() throws {
        try make(StoreDatabase.first.joined(separator: ";\n") + ";\nINSERT INTO shelves VALUES (3, 'x', NULL); ")
        try run("CREATE TABLE blocked (id INTEGER); ALTER TABLE blocked RENAME TO modelgen_new_items", in: file)
        let before = try Bytes(file)
        #expect(throws: SQLiteError.self) {
            try StoreDatabase.openAndWait(at: file, adopting: .version(1).tolerating(.tables))
        }
        #expect(try Bytes(file) == before)
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

    @Test("a deferred foreign key counts as the same key, and is still deferred after a rebuild")
    func deferred() throws {
        let script = StoreDatabase.brought.replacingOccurrences(
            of: "REFERENCES shelves ON DELETE CASCADE",
            with: "REFERENCES shelves ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED")
        try make(script)
        let store = try StoreDatabase.openAndWait(at: file, adopting: 1)
        defer { store.pool.closeAndWait() }
        try store.write { db in
            try db.run("INSERT INTO items (shelf_id, title, price) VALUES (7, 'Lamp', 1)")
            try db.run("INSERT INTO shelves (id, name) VALUES (7, 'New')")
        }
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
        var configuration = DatabaseConfiguration()
        configuration.prepare = { connection in
            sqlite3_create_function_v2(
                connection.pointer, "twice", 1, SQLITE_UTF8 | SQLITE_DETERMINISTIC, nil,
                { context, _, values in sqlite3_result_int64(context, 2 * sqlite3_value_int64(values?[0])) }, nil, nil,
                nil)
        }
        let table = "CREATE TABLE t (id INTEGER PRIMARY KEY, a INTEGER)"
        try run("\(table); INSERT INTO t VALUES (1, 2)", in: file)
        let pool = try DatabasePool(.file(file), configuration)
        defer { pool.closeAndWait() }
        let index = "CREATE INDEX doubled ON t (twice(a))"
        try pool.write { db in try db.run(script: index) }
        let schema = DatabaseSchema(
            "Twice", version: 1, applicationID: 9, create: [table, index], adoptable: [AdoptableVersion(1)])
        try pool.migrate(schema, adopting: 1)
    }

    @Test("a refused file behind a link keeps every byte") func link() throws {
        let log = folder.file("live.sqlite")
        var handle: OpaquePointer?
        #expect(sqlite3_open(log.path, &handle) == SQLITE_OK)
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_exec(handle, "PRAGMA journal_mode = WAL; CREATE TABLE t (id)", nil, nil, nil) == SQLITE_OK)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: log.path + suffix, toPath: file.path + suffix)
        }
        let link = folder.file("link.sqlite")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
        let before = try Bytes(file)
        #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: link, adopting: 1) }
        #expect(try Bytes(file) == before)
    }

    @Test("a read-only file is compared, too, and opened if it needs no migration")
    func readOnly() throws {
        try make(StoreDatabase.brought)
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let before = try Bytes(file)
        let pool = try DatabasePool(.file(file), configuration)
        defer { pool.closeAndWait() }
        try pool.migrate(StoreDatabase.described(1), adopting: 1)
        #expect(throws: SQLiteError.self) { try pool.migrate(StoreDatabase.described(3), adopting: 1) }
        #expect(try Bytes(file) == before)
    }
}
