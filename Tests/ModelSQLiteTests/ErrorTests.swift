import Foundation
import ModelRuntime
import ModelSQLite
import Testing

@Suite("Errors")
struct ErrorTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    func kind(_ body: () throws -> Void) -> SQLiteError.Kind? {
        do { try body() } catch { return (error as? SQLiteError)?.kind }
        return nil
    }

    func rule(_ kind: SQLiteError.Kind?) -> ConstraintViolation? {
        if case .constraint(let violation)? = kind { violation } else { nil }
    }

    @Test("a unique constraint and the primary key are distinguished from other constraints")
    func uniqueViolation() throws {
        let blog = try BlogDatabase.inMemory()
        try blog.write { db in try User(id: 1, name: "A", email: "a", age: 1).insert(db) }
        for (id, email, age, isUnique) in [(1, "b", 1, true), (2, "a", 1, true), (2, "b", -1, false)] {
            let error = #expect(throws: SQLiteError.self) {
                try blog.write { try User(id: Int64(id), name: "B", email: email, age: age).insert($0) }
            }
            #expect(error?.isUniqueViolation == isUnique)
        }
    }

    @Test("each constraint is named by model and field")
    func constraints() throws {
        let blog = try BlogDatabase.inMemory()
        try blog.write { db in try User(id: 1, name: "A", email: "a", age: 1).insert(db) }
        let primary = rule(kind { try blog.write { try User(id: 1, name: "B", email: "b", age: 1).insert($0) } })
        #expect(primary?.rule == .primaryKey && primary?.fields == ["id"])
        let unique = rule(kind { try blog.write { try User(id: 2, name: "B", email: "a", age: 1).insert($0) } })
        #expect(unique?.rule == .unique && unique?.model == "User" && unique?.fields == ["email"])
        let check = rule(kind { try blog.write { try User(id: 2, name: "B", email: "b", age: -1).insert($0) } })
        #expect(check?.rule == .check("age >= 0"))
        let foreign = rule(kind { try blog.write { try Post(id: 1, userId: 99, title: "x").insert($0) } })
        #expect(foreign?.rule == .foreignKey)
        let missing = rule(kind { try blog.write { _ = try $0.run("INSERT INTO posts (id, user_id) VALUES (1, 1)") } })
        #expect(missing?.rule == .notNull && missing?.columns == ["title"])
        let strict = rule(
            kind {
                try blog.write { (db: Database) throws in
                    try db.run("CREATE TABLE s (x INTEGER) STRICT")
                    try db.run("INSERT INTO s VALUES (\("secret"))")
                }
            }
        )
        #expect(strict?.rule == .dataType)
    }

    @Test("an unreadable row is identified by its table, its key or rowid, and its column")
    func rows() throws {
        let blog = try BlogDatabase.inMemory()
        let tag = "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"
        try blog.write { (db: Database) throws in
            try User(id: 17, name: "Ann", email: "a", age: 1).insert(db)
            try Post(id: 3, userId: 17, title: "x").insert(db)
            try db.run("INSERT INTO tags (id, name) VALUES (\(tag), 'x')")
            try db.run("INSERT INTO post_tags VALUES (3, \(tag), 'heavy')")
            try db.run("INSERT INTO log (rowid, message, level) VALUES (8, 'fine', 1), (9, 'x', 'high')")
            try db.run("UPDATE users SET age = 'secret'")
        }
        func failure(_ body: (Database) throws -> Void) -> (DecodingFailure, String)? {
            do { try blog.read(body) } catch let error as SQLiteError {
                if case .decoding(let failure) = error.kind { return (failure, error.message) }
            } catch {}
            return nil
        }
        let (user, message) = try #require(failure { _ = try User.all($0) })
        #expect((user.model, user.row, user.column) == ("User", "id 17", "age"))
        #expect(message.contains("table users, id 17"), "\(message)")
        #expect(!message.contains("secret"))
        let (tie, tieMessage) = try #require(failure { _ = try PostTag.all($0) })
        #expect((tie.row, tie.column) == ("post_id 3, tag_id '\(tag)'", "weight"))
        #expect(tieMessage.contains("table post_tags, post_id 3"), "\(tieMessage)")
        let (entry, entryMessage) = try #require(failure { _ = try LogEntry.all($0) })
        #expect((entry.row, entry.column) == ("rowid 9", "level"))
        #expect(entryMessage.contains("table log, rowid 9"), "\(entryMessage)")
    }

    /// Identified by a secret.
    private struct Voucher: JSONRecord, KeyedRecord, Identifiable {
        var id: String
        var uses: Int64

        static let jsonFields = JSONFields(Voucher.self, [JSONField("id", traits: .sensitive), "uses"])
        static let table = Table<Voucher>("keys", jsonFields, primaryKey: ["id"])

        struct Columns: TableColumns {}

        init(fields source: inout some FieldSource & ~Copyable) throws {
            id = try source.field()
            uses = try source.field()
        }

        func write(fields sink: inout some FieldSink & ~Copyable) {
            sink.field(id)
            sink.field(uses)
        }
    }

    @Test("an unreadable row with a sensitive key is not identified")
    func secretKey() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { (db: Database) throws in
            try db.run("CREATE TABLE keys (id TEXT PRIMARY KEY, uses)")
            try db.run("INSERT INTO keys VALUES ('s3cret', 'many')")
        }
        for read in [{ _ = try Voucher.all($0) }, { _ = try Voucher.find("s3cret", $0) }] as [(Database) throws -> Void]
        {
            let message = try "\(#require(#expect(throws: SQLiteError.self) { try pool.read { try read($0) } }))"
            #expect(message.contains("table keys)") && !message.contains("s3cret"), "\(message)")
        }
    }

    @Test("an error shows the SQL but never a bound value")
    func noValues() throws {
        let blog = try BlogDatabase.inMemory()
        do {
            try blog.write { (db: Database) throws in
                try db.run("CREATE VIRTUAL TABLE f USING fts5 (t)")
                _ = try db.value(String.self, "SELECT t FROM f WHERE f MATCH \("\"secret")")
            }
        } catch let error as SQLiteError {
            #expect(!error.description.contains("secret"))
            #expect(error.sql == "SELECT t FROM f WHERE f MATCH ?1")
        }
    }

    @Test("a full database, a read-only file, a damaged file, a missing file")
    func files() async throws {
        let full = try DatabasePool(.file(folder.file("full.sqlite")))
        let fullKind = kind {
            try full.write { (db: Database) throws in
                try db.run("CREATE TABLE t (x)")
                try db.run(script: "PRAGMA max_page_count = 3")
                try db.run("INSERT INTO t VALUES (zeroblob(100000))")
            }
        }
        #expect(fullKind == .full)
        #expect(try await full.read { db in try db.value(Int.self, "SELECT count(*) FROM sqlite_master") } == 0)
        let text = folder.file("text.sqlite")
        try Data(repeating: 65, count: 8192).write(to: text)
        #expect(kind { _ = try DatabasePool(.file(text)) } == .notADatabase)
        #expect(kind { _ = try DatabasePool(.file(folder.file("no/such/folder.sqlite"))) } == .cannotOpen)
        let damaged = folder.file("damaged.sqlite")
        let blog = try await BlogDatabase.open(at: damaged)
        try await blog.write { db in
            try LogEntry.insert((0..<5000).map { LogEntry(message: "line \($0)", level: $0) }, db)
        }
        await blog.close()
        var bytes = try Data(contentsOf: damaged)
        for index in stride(from: 12 * 4096, to: bytes.count - 4096, by: 7) { bytes[index] = 0xAA }
        try bytes.write(to: damaged)
        let opened = try await BlogDatabase.open(at: damaged)
        #expect(kind { _ = try opened.read { db in try LogEntry.all(db) } } == .corrupt)
    }

    @Test("a lock held too long is a typed error, a shorter one is waited for")
    func busy() async throws {
        let file = folder.file("busy.sqlite")
        var configuration = DatabaseConfiguration()
        configuration.busyTimeout = 0.2
        let one = try await BlogDatabase.open(at: file, configuration)
        let two = try await BlogDatabase.open(at: file, configuration)
        let error = #expect(throws: SQLiteError.self) {
            try one.write { _ in try two.write { db in try User.count(db) } }
        }
        #expect(error?.kind == .busy)
        let patient = try await BlogDatabase.open(at: file)
        let release = Task.detached {
            try await one.write { _ in Thread.sleep(forTimeInterval: 0.3) }
        }
        try await Task.sleep(for: .milliseconds(50))
        #expect(try await patient.write { db in try User.count(db) } == 0)
        try await release.value
    }

    @Test("misuse is an error: several statements, wrong parameters, a double-quoted name without a column")
    func misuse() throws {
        let pool = try DatabasePool(.memory)
        #expect(kind { try pool.write { _ = try $0.run("SELECT 1; SELECT 2") } } == .misuse)
        #expect(
            kind {
                try pool.write {
                    _ = try $0.execute("SELECT ?1") {
                        $0.skip(); $0.field(1)
                    }
                }
            } == .misuse)
        #expect(kind { try pool.write { _ = try $0.run("") } } == .misuse)
        for end in ["COMMIT", "ROLLBACK; CREATE TABLE t (x)", "SAVEPOINT s"] {
            #expect(kind { try pool.write { _ = try $0.execute(end) } } == .misuse, "\(end)")
            #expect(kind { try pool.write { try $0.run(script: end) } } == .misuse, "\(end)")
        }
        #expect(kind { _ = try pool.read { try $0.value(String.self, "SELECT \"nothing\"") } } == .other)
        #expect(kind { try pool.write { _ = try $0.run("SELECT 1; -- a comment") } } == nil)
    }
}
