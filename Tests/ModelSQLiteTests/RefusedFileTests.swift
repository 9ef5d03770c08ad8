import CModelSQLite
import Foundation
import ModelAdoption
import ModelMigrations
import ModelSQLite
import Testing

@Suite("Refused files")
struct RefusedFileTests: AdoptingSuite {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test(
        "a version that cannot be adopted is refused at once",
        arguments: [0, -1, 3, 4, 2_000_000_000, -2_000_000_000, Int.min, Int.max])
    func unknown(version: Int) throws {
        try make(StoreDatabase.first.joined(separator: ";\n") + ";")
        #expect(try refusal(.version(version)) == .notAdoptable(version, known: [1, 2]))
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

    @Test("so is one that has no tables yet")
    func foreignAndEmpty() throws {
        try run("PRAGMA application_id = 42", in: file)
        for adoption in [nil, 1, .matching] as [Adoption?] {
            #expect(try refusal(adoption) == .foreign(applicationID: 42))
        }
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(StoreDatabase.described(3, ownership: .version))
        #expect(try pool.read { db in try db.value(Int.self, "PRAGMA application_id") } == 42)
    }

    @Test(
        "a file that is only recognized by its version is not migrated if that would lose anything",
        arguments: [
            ("price REAL", "price REAL CHECK (price > 0)"), ("price REAL", "price REAL UNIQUE"),
            ("price REAL", "price REAL REFERENCES shelves (id)"), ("price REAL", "price TEXT"),
            ("title TEXT NOT NULL", "title TEXT NOT NULL ON CONFLICT IGNORE"),
            ("CREATE UNIQUE INDEX items_once", "CREATE INDEX items_once"),
        ])
    func onlyNumbered(_ own: String, _ other: String) throws {
        let script =
            (StoreDatabase.first + ["PRAGMA user_version = 1", "PRAGMA application_id = 42"])
            .joined(separator: ";\n") + ";"
        try make(script.replacing(own, with: other))
        let before = try Bytes(file)
        for adoption in [nil, .matching.unlessAdopted] as [Adoption?] {
            let pool = try DatabasePool(.file(file))
            defer { pool.closeAndWait() }
            let error = #expect(throws: SQLiteError.self) {
                try pool.migrate(StoreDatabase.described(3, ownership: .version), adopting: adoption)
            }
            guard case .migration(.notMatching(let differences))? = error?.kind else {
                Issue.record("\(error?.message ?? "no error")")
                return
            }
            #expect(differences[1]?.isEmpty == false)
            #expect(
                error?.message.hasPrefix("the file says that it is version 1 of Store, but its tables differ") == true)
        }
        #expect(try Bytes(file) == before)
    }

    @Test("nor if it only has the number of a version that cannot be adopted, and lacks what the newest version has")
    func foreignNumber() throws {
        let steps = [
            DatabaseMigration(to: 2, ["ALTER TABLE items ADD COLUMN size INTEGER"]),
            DatabaseMigration(to: 3, ["CREATE TABLE rooms (id INTEGER PRIMARY KEY)"]),
            DatabaseMigration(to: 4, ["CREATE TABLE doors (id INTEGER PRIMARY KEY)"]),
        ]
        let schema = DatabaseSchema(
            "Counted", version: 4, applicationID: 7, ownership: .version,
            create: [
                "CREATE TABLE items (id INTEGER PRIMARY KEY, size INTEGER)",
                "CREATE TABLE rooms (id INTEGER PRIMARY KEY)",
                "CREATE TABLE doors (id INTEGER PRIMARY KEY)",
            ],
            migrations: DatabaseMigrations(steps),
            adoptable: [AdoptableVersion(1, create: ["CREATE TABLE items (id INTEGER PRIMARY KEY)"])])
        func migrate(_ adoption: Adoption?) throws {
            let pool = try DatabasePool(.file(file))
            defer { pool.closeAndWait() }
            try pool.migrate(schema, adopting: adoption)
        }
        // Another program counts in the file, too.
        try run("CREATE TABLE items (id INTEGER PRIMARY KEY); PRAGMA user_version = 2", in: file)
        let before = try Bytes(file)
        let adopted = #expect(throws: SQLiteError.self) { try migrate(.matching) }
        #expect(adopted?.kind == .migration(.alreadyAdopted(version: 2)))
        #expect(
            adopted?.message.contains("if another program counts its own versions there, it cannot be adopted") == true,
            "\(adopted?.message ?? "")")
        for adoption in [nil, .matching.unlessAdopted] as [Adoption?] {
            let error = #expect(throws: SQLiteError.self) { try migrate(adoption) }
            guard case .migration(.notMatching(let differences))? = error?.kind else {
                Issue.record("\(error?.message ?? "no error")")
                return
            }
            #expect(differences[4]?.map(\.name) == ["size"])
            #expect(try Bytes(file) == before)
        }
        // With the tables of its version it is migrated.
        try run("ALTER TABLE items ADD COLUMN size INTEGER", in: file)
        try migrate(nil)
        #expect(try version(file) == 4)
    }

    @Test("what a rebuild keeps does not matter")
    func numberedWithMore() throws {
        let more = [
            "ALTER TABLE items ADD COLUMN legacy TEXT", "CREATE INDEX items_by_legacy ON items (legacy)",
            "CREATE TRIGGER stamp AFTER UPDATE ON items BEGIN SELECT 1; END", "CREATE TABLE others (x)",
            "PRAGMA user_version = 1", "PRAGMA application_id = 42",
        ]
        try make((StoreDatabase.first + more).joined(separator: ";\n") + ";")
        let pool = try DatabasePool(.file(file))
        defer { pool.closeAndWait() }
        try pool.migrate(StoreDatabase.described(3, ownership: .version))
        let columns = try pool.read { db in
            try db.value(String.self, "SELECT group_concat(name) FROM pragma_table_info('items')")
        }
        #expect(columns == "id,shelf_id,title,price,note,legacy")
        #expect(
            try pool.read { db in
                try db.value(
                    Int.self, "SELECT count(*) FROM sqlite_master WHERE name IN ('stamp', 'others', 'items_by_legacy')")
            } == 3)
    }

    @Test("a file is not empty if its only table has a name that begins like those of SQLite")
    func similarName() throws {
        let url = folder.file("similar.sqlite")
        try run("CREATE TABLE sqlites (id INTEGER PRIMARY KEY);", in: url)
        #expect(try refusal(nil, at: url) == .unversioned)
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

    @Test(
        "a refused file that is opened to be read keeps every byte, and no log appears next to it",
        arguments: ["DELETE", "WAL"])
    func refusedReadOnly(mode: String) throws {
        try run("PRAGMA journal_mode = \(mode); CREATE TABLE shelves (id INTEGER PRIMARY KEY);", in: file)
        var configuration = DatabaseConfiguration()
        configuration.access = .readOnly
        let before = try Bytes(file)
        #expect(before.files.keys.sorted() == [""])
        for adoption in [nil, 1] as [Adoption?] {
            #expect(throws: SQLiteError.self) {
                try StoreDatabase.openAndWait(at: file, configuration, adopting: adoption)
            }
            #expect(try Bytes(file) == before)
        }
        // What another connection uses stays.
        var handle: OpaquePointer?
        #expect(sqlite3_open(file.path, &handle) == SQLITE_OK)
        defer { sqlite3_close_v2(handle) }
        #expect(sqlite3_exec(handle, "BEGIN; SELECT * FROM shelves", nil, nil, nil) == SQLITE_OK)
        #expect(throws: SQLiteError.self) { try StoreDatabase.openAndWait(at: file, configuration, adopting: 1) }
        #expect(sqlite3_exec(handle, "COMMIT; CREATE TABLE later (id INTEGER)", nil, nil, nil) == SQLITE_OK)
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
