import Foundation
import ModelChanges
import ModelRelations
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
            // The file may spell the names differently.
            try db.run("ALTER TABLE users RENAME COLUMN id TO ID")
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

    @Test("a column that the row does not have is an error, not NULL", arguments: [1, -1])
    func missingColumn(_ index: Int) throws {
        let pool = try DatabasePool(.memory)
        func message<Value>(_ read: (borrowing Row) throws -> Value) -> String? {
            let error = #expect(throws: SQLiteError.self) {
                try pool.read { db in try db.rows("SELECT 'Ann'") { row in try read(row) } }
            }
            return error?.message
        }
        let missing = "the row has no column \(index)"
        #expect(message { try $0.read(String?.self, index) } == missing)
        #expect(message { try $0.read(String.self, index) } == missing)
        #expect(message { try $0.read(DatabaseValue.self, index) } == missing)
        #expect(message { try $0.readIfPresent(index, using: AsIs<String>()) } == missing)
    }

    @Test("a bulk change and names in another case are named by model and field as well")
    func bulkConstraints() throws {
        let blog = try BlogDatabase.inMemory()
        let email: @Sendable (inout Assignments<User>) -> Void = { $0.email = "a" }
        func violation(_ change: (Database) throws -> Void) -> [String] {
            let violation = rule(kind { try blog.write(change) })
            return [violation?.model ?? ""] + (violation?.fields ?? [])
        }
        try blog.write { db in
            try db.run(script: "INSERT INTO users VALUES (1, 'A', 'a', 1, 0), (2, 'B', 'b', 1, 0)")
        }
        #expect(violation { _ = try User.update($0, where: { _ in .all }, email) } == ["User", "email"])
        try blog.write { db in
            try db.run(script: "ALTER TABLE users RENAME TO old; ALTER TABLE old RENAME TO Users")
            try db.run("ALTER TABLE Users RENAME COLUMN email TO EMail")
        }
        #expect(violation { _ = try User.update($0, where: { $0.id == 2 }, email) } == ["User", "email"])
        let other = try BlogDatabase.inMemory()
        try other.write { db in
            try db.run(script: "INSERT INTO users VALUES (1, 'A', 'a', 1, 0), (2, 'B', 'b', 1, 0)")
        }
        let user = User(id: 2, name: "B", email: "a", age: 1)
        let error = kind { try other.write { db in try user.update(db, columns: { [$0.email] }) } }
        #expect(rule(error)?.model == "User")
    }

    private struct Accented: KeyedRecord, Identifiable, JSONModel {
        var id: Int64
        var upper: String
        var lower: String

        static let jsonFields = JSONFields(
            Accented.self, ["id", JSONField("upper", column: "É"), JSONField("lower", column: "é")])
        static let table = Table<Accented>("accented", jsonFields, primaryKey: ["id"])

        struct Columns: TableColumns {}

        init(_ id: Int64, _ upper: String, _ lower: String) { (self.id, self.upper, self.lower) = (id, upper, lower) }
        init(fields source: inout some JSONFieldSource & ~Copyable) throws {
            (id, upper, lower) = try (source.field(), source.field(), source.field())
        }
        init(fields columns: inout RowReader) throws {
            id = try columns.field()
            upper = try columns.field()
            lower = try columns.field()
        }
        func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
        func write(fields statement: inout RecordStatement) {
            statement.field(id)
            statement.field(upper)
            statement.field(lower)
        }
    }

    @Test("columns that differ in the case of a letter outside of ASCII are two")
    func accents() throws {
        let pool = try DatabasePool(.memory)
        try pool.write { db in
            try db.run(script: "CREATE TABLE accented (id INTEGER PRIMARY KEY, \"É\" TEXT, \"é\" TEXT UNIQUE)")
            try Accented(1, "a", "b").insert(db)
        }
        let violation = rule(kind { try pool.write { try Accented(2, "c", "b").insert($0) } })
        #expect(violation?.model == "Accented" && violation?.fields == ["lower"])
    }

    @Test("a text in an integer key violates the type of its column")
    func mismatch() throws {
        let blog = try BlogDatabase.inMemory()
        let error = kind {
            try blog.write { _ = try $0.run("INSERT INTO users (id, name, email, age) VALUES ('x', 'y', 'z', 1)") }
        }
        #expect(rule(error)?.rule == .dataType)
    }

    @Test("an unreadable row of a join, of a relation or of a read within another is named with its own SQL")
    func relatedRows() throws {
        let blog = try BlogDatabase.inMemory()
        let tag = UUID()
        try blog.write { (db: Database) throws in
            try User(id: 17, name: "Ann", email: "a", age: 1).insert(db)
            try Post(id: 3, userId: 17, title: "x").insert(db)
            try Comment(id: 5, postId: 3, text: "x").insert(db)
            try Tag(id: tag, name: "x").insert(db)
            try PostTag(postId: 3, tagId: tag).insert(db)
            try db.run("UPDATE users SET age = 'secret'")
            try db.run(script: "UPDATE tags SET name = x'ff'")
        }
        let reads: [(String, String, (Database) throws -> Void)] = [
            ("User", "id 17", { _ = try Post.all.joining(\.author).all($0) }),
            ("User", "id 17", { _ = try Post.all.joining(\.author).first($0) }),
            ("User", "id 17", { _ = try Comment.all.joining(\.post).joining { _, post in post.author }.all($0) }),
            ("User", "id 17", { _ = try Post.all.including(\.author).all($0) }),
            ("Tag", "id '\(tag)'", { _ = try Post.all.including(\.tags).all($0) }),
            ("User", "id 17", { db in try Post.all.forEach(db) { _ in _ = try User.all(db) } }),
            ("User", "id 17", { db in _ = try db.rows("SELECT 1") { _ in try User.all(db) } }),
            ("User", "", { _ = try User.select { $0.age }.all($0) }),
            ("Int", "", { _ = try $0.value(Int.self, "SELECT age FROM users") }),
        ]
        for (index, (model, row, read)) in reads.enumerated() {
            let error = #expect(throws: SQLiteError.self, "\(index)") { try blog.read(read) }
            guard case .decoding(let failure) = error?.kind else {
                #expect(error == nil, "\(index)")
                continue
            }
            #expect((failure.model, failure.row) == (model, row), "\(index)")
            #expect(error?.sql?.contains(model == "Tag" ? "\"tags\"" : "users") == true, "\(index)")
        }
    }

    @Test("no message quotes a bound value")
    func quotedValues() throws {
        let blog = try BlogDatabase.inMemory()
        try blog.write { (db: Database) throws in
            try db.run("CREATE VIRTUAL TABLE f USING fts5 (t)")
            try db.run("CREATE VIRTUAL TABLE g USING fts4 (t)")
            let searches = [
                "secret : x", "\"secret", "NEAR(a b, secret)", "secret*^", "^secret:", "{a secret} : x", "-secret : a",
                "secret(", "a + secret : b",
            ]
            let statements =
                searches.map { "SELECT * FROM f WHERE f MATCH \($0)" as SQL } + [
                    "SELECT * FROM g WHERE g MATCH \("\"secret")", "SELECT * FROM g WHERE g MATCH \("(secret")",
                    "INSERT INTO f (f) VALUES (\("secret"))", "INSERT INTO f (f, rank) VALUES ('rank', \("secret"))",
                    "SELECT json_extract('{}', \("secret"))", "SELECT json_set('{}', \("$secret"), 1)",
                    "SELECT json_extract(\("{secret"), '$')", "SELECT abs(\("secret")), abs(\(Int64.min))",
                    "SELECT 'a' LIKE 'b' ESCAPE \("secret")", "SELECT * FROM json_each('{}', \("secret"))",
                    "ATTACH \("/no/secret/file") AS x",
                ]
            var refused = 0
            for sql in statements {
                do { _ = try db.rows(sql) { _ in } } catch {
                    refused += 1
                    #expect(!String(describing: error).contains("secret"), "\(error)")
                    #expect((error as? SQLiteError)?.sql?.contains("?1") == true)
                }
            }
            #expect(refused == statements.count)
        }
    }

    @Test("a parameter without a value, and SQL that continues after a NUL, are errors")
    func parameters() throws {
        let pool = try DatabasePool(.memory)
        for sql: SQL in ["SELECT ?", "SELECT :typo", "SELECT ?2, \(1)", "SELECT \(1), @x"] {
            #expect(kind { _ = try pool.read { db in try db.value(Int.self, sql) } } == .misuse)
            #expect(kind { _ = try pool.write { db in try db.run(sql) } } == .misuse)
        }
        for script in ["SELECT ?", "SELECT 1; \0 SELECT nonsense"] {
            #expect(kind { try pool.write { db in try db.run(script: script) } } == .misuse)
        }
    }

    @Test("an error shows the SQL but never a bound value")
    func noValues() throws {
        let blog = try BlogDatabase.inMemory()
        let error = try #require(throws: SQLiteError.self) {
            try blog.write { (db: Database) throws in
                try db.run("CREATE VIRTUAL TABLE f USING fts5 (t)")
                _ = try db.value(String.self, "SELECT t FROM f WHERE f MATCH \("\"secret")")
            }
        }
        #expect(!error.description.contains("secret"))
        #expect(error.sql == "SELECT t FROM f WHERE f MATCH ?1")
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

    @Test("an error about a file that cannot be opened names the file and says why")
    func unopened() throws {
        let missing = folder.file("no/such/folder.sqlite")
        let error = #expect(throws: SQLiteError.self) { try DatabasePool(.file(missing)) }
        #expect(error?.message == "unable to open database file (No such file or directory): \(missing.path)")
        let directory = #expect(throws: SQLiteError.self) { try DatabasePool(.file(folder.url)) }
        #expect(directory?.message.hasSuffix("): \(folder.url.path)") == true)
        #expect(directory?.message.contains("Success") == false)
    }

    @Test("an error of the disk says which, also when the file is open already")
    func unopenedJournal() throws {
        let file = folder.file("journal.sqlite")
        var configuration = DatabaseConfiguration()
        configuration.journal = .rollback
        let pool = try DatabasePool(.file(file), configuration)
        try FileManager.default.createDirectory(
            at: folder.file("journal.sqlite-journal"), withIntermediateDirectories: true)
        let error = #expect(throws: SQLiteError.self) {
            try pool.write { (db: Database) throws in try db.run("CREATE TABLE t (x)") }
        }
        #expect(error?.kind == .cannotOpen)
        #expect(error?.message == "unable to open database file (Is a directory)")
        try FileManager.default.removeItem(at: folder.file("journal.sqlite-journal"))
        try pool.write { (db: Database) throws in try db.run("CREATE TABLE t (x)") }
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
        // Long enough for any load of the machine: the lock below ends when this one has begun to wait.
        configuration.busyTimeout = 120
        let patient = try await BlogDatabase.open(at: file, configuration)
        let (held, isHeld) = AsyncStream.makeStream(of: Void.self)
        let (started, isStarted) = AsyncStream.makeStream(of: Void.self)
        let gate = DispatchSemaphore(value: 0)
        let holding = Task.detached {
            try await one.write { _ in
                isHeld.finish()
                gate.wait()
            }
        }
        for await _ in held {}
        let waiting = Task.detached {
            try await patient.pool.writeWithoutTransaction { db in
                isStarted.finish()
                try db.run(script: "BEGIN IMMEDIATE; COMMIT")
            }
        }
        for await _ in started {}
        try await Task.sleep(for: .milliseconds(100))
        gate.signal()
        try await waiting.value
        try await holding.value
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
