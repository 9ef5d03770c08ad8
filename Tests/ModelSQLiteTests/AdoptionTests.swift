import CModelSQLite
import Foundation
import ModelSQLite
import Testing

/// A database of three versions: the second adds a column, the third makes both tables anew.
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

    /// How another program made it: other words for the same.
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

/// The bytes of a file and of what lies beside it.
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

    /// Expects a refusal that leaves the file as it is, and gives the reason.
    private func refusal(_ adoption: Adoption?, at url: URL? = nil) throws -> MigrationFailure? {
        let url = url ?? file
        let before = try Bytes(url)
        let error = #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: url, adopting: adoption) }
        #expect(try Bytes(url) == before)
        guard case .migration(let failure)? = error?.kind else { return nil }
        return failure
    }

    @Test("a file with the same meaning in other words is adopted, and migrated with its rows")
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

    @Test("the version that fits is found, the first of several that are the same")
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

    @Test("a file of another application is refused, and kept its number where the schema says so")
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

    @Test("a refused file keeps every byte, in any journal mode and with a log that somebody left")
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
        #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: copy, adopting: 1) }
        var after = try Bytes(copy)
        // The index of the log, which every reader makes.
        after.files["-shm"] = nil
        #expect(after == before)
    }

    @Test("a step that fails on the way undoes the adoption")
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

    @Test("what a file has in addition is refused, unless it is tolerated by kind or by name")
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

    @Test("what is tolerated survives every rebuild, with its values, and works")
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

    @Test("a file that is only read is compared too, and opened if it needs no migration")
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
