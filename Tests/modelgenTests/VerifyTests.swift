import Foundation
import Testing

@Suite("modelgen verify", .enabled(if: Command.has("python3")))
struct VerifyTests {
    private let command: Command

    init() throws { command = try Command() }

    private static let models = """
        database: { name: Store, version: 2, adopt: [1] }
        models:
          Item:
            table: items
            primaryKey: id
            fields:
              id: Int64
              name: String
              price: { type: Double, since: 2, default: 0 }
            unique: [[name]]

        """

    /// Runs SQL as another program would and, if requested, leaves the write-ahead log as a dead process does.
    private func make(_ command: Command, _ script: String, dying: Bool = false) throws {
        // A program has no shell.
        let script = script.replacing(".bail on\n", with: "")
        let program = """
            import os, sqlite3
            connection = sqlite3.connect("app.sqlite", isolation_level=None)
            connection.executescript(\"\"\"\(script)\"\"\")
            \(dying ? "os._exit(0)" : "connection.close()")
            """
        let outcome = try command.run(
            tool: "python3", "-c", "import os; os.chdir('\(command.folder.path)')\n" + program)
        #expect(outcome.errors == "")
    }

    private func bytes(_ command: Command) throws -> [String: Data] {
        var bytes: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: command.folder.path) where name.hasPrefix("app")
        {
            bytes[name] = try Data(contentsOf: command.folder.appending(path: name))
        }
        return bytes
    }

    private static let first = "CREATE TABLE items (id INTEGER PRIMARY KEY, name VARCHAR(20) NOT NULL UNIQUE);"

    @Test("a foreign key to a missing table is a difference of its column")
    func missingParent() throws {
        try command.write(
            """
            database: { name: Store, adopt: [1] }
            models:
              Owner: { table: owners, primaryKey: id, fields: { id: Int64 } }
              Item: { table: items, primaryKey: id, fields: { id: Int64, owner: { type: Int64, references: Owner.id } } }

            """, to: "store.model.yaml")
        try make(
            command,
            """
            CREATE TABLE owners (id INTEGER PRIMARY KEY);
            CREATE TABLE items (id INTEGER PRIMARY KEY, owner INTEGER NOT NULL REFERENCES gone);
            """)
        let other = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(
            other.output == """
                app.sqlite: is not version 1 of Store
                version 1: 1 difference
                  foreign key (owner) of items: in the file `REFERENCES gone`, in the version `REFERENCES owners (id)`

                """)
    }

    @Test("it reports which version a file is")
    func version() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try make(command, Self.first)
        let same = try command.run("verify", "app.sqlite", "store.model.yaml")
        #expect(same.code == 0 && same.errors == "")
        #expect(same.output == "app.sqlite: the same as version 1 of Store; open it with `adopting: 1`\n")
        try make(command, "ALTER TABLE items ADD COLUMN price REAL NOT NULL DEFAULT 0")
        let newer = try command.run("verify", "app.sqlite", "store.model.yaml")
        #expect(
            newer.output == """
                app.sqlite: the same as version 2 of Store; to open it with `adopting: 2`, write `adopt: [2]` at the database

                """)
        let other = try command.run("verify", "app.sqlite", "store.model.yaml", "--version", "1", exits: 5)
        #expect(
            other.output == """
                app.sqlite: is not version 1 of Store
                version 1: 1 difference
                  column price of items: in the file `REAL NOT NULL DEFAULT 0`, not in the version
                  open it with `adopting: .version(1).tolerating(.columns)`, which keeps these

                """)
        try make(command, "ALTER TABLE items ADD COLUMN x; CREATE TABLE more (a); CREATE INDEX i ON items (x)")
        let more = try command.run("verify", "app.sqlite", "store.model.yaml", "--version", "1", exits: 5).output
        #expect(more.contains("  open it with `adopting: .version(1).tolerating(.columns, .indexes, .tables)`, which"))
        // An insert would have to set it.
        try make(command, "DROP TABLE items;" + Self.first.replacing("UNIQUE", with: "UNIQUE, x NOT NULL"))
        let required = try command.run("verify", "app.sqlite", "store.model.yaml", "--version", "1", exits: 5).output
        #expect(required.contains("column x of items") && !required.contains("tolerating"))
        // An adoption rejects it, because the full-text index would keep rows that REPLACE has deleted.
        try command.write(
            Self.models.replacing(
                "primaryKey: id",
                with: "primaryKey: id\n    fullText: [name]\n    migrations: { 2: [{ was: { fullText: [] } }] }"),
            to: "store.model.yaml")
        for (kind, isOffered) in [("UNIQUE", false), ("", true)] {
            try make(
                command, "DROP TABLE items;" + Self.first + "CREATE \(kind) INDEX theirs ON items (id, name)")
            let unique = try command.run("verify", "app.sqlite", "store.model.yaml", "--version", "1", exits: 5).output
            #expect(unique.contains("index theirs of items") && unique.contains("tolerating") == isOffered, "\(unique)")
        }
    }

    @Test("a file that matches no version is reported with every difference, as text and as JSON")
    func differences() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try make(command, "CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT); CREATE TABLE more (a)")
        let text = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(
            text.output == """
                app.sqlite: is not a version of Store
                version 1: 3 differences
                  column name of items: in the file `TEXT`, in the version `TEXT NOT NULL`
                  unique (name) of items: not in the file, in the version `UNIQUE`
                  table more: in the file `a table`, not in the version
                version 2: 4 differences
                  column name of items: in the file `TEXT`, in the version `TEXT NOT NULL`
                  column price of items: not in the file, in the version `REAL NOT NULL DEFAULT 0`
                  unique (name) of items: not in the file, in the version `UNIQUE`
                  table more: in the file `a table`, not in the version

                """)
        let json = try command.run("verify", "app.sqlite", "store.model.yaml", "--json", "--version", "1", exits: 5)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        let versions = object?["versions"] as? [[String: Any]]
        let differences = versions?.first?["differences"] as? [[String: String]]
        #expect(object?["version"] == nil && object?["isOwn"] as? Bool == false)
        #expect(versions?.first?["isAdoptable"] as? Bool == true)
        #expect(
            differences?.first == [
                "kind": "column", "table": "items", "name": "name", "found": "TEXT", "expected": "TEXT NOT NULL",
            ])
    }

    @Test("a version that changes nothing can be adopted, too")
    func adoptedAsItIs() throws {
        try command.write(
            Self.models.replacing("version: 2, adopt: [1]", with: "version: 4, adopt: [3]"), to: "store.model.yaml")
        try make(command, Self.first + "ALTER TABLE items ADD COLUMN price REAL NOT NULL DEFAULT 0")
        #expect(
            try command.run("verify", "app.sqlite", "store.model.yaml", exits: 0).output
                == "app.sqlite: the same as version 3 of Store; open it with `adopting: 3`\n")
    }

    @Test("names in a file do not control the terminal")
    func controlCharacters() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try make(command, Self.first + "CREATE TABLE \"x\u{1B}]0;y\" (a)")
        let outcome = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(outcome.output.contains("x\u{FFFD}]0;y") && !outcome.output.unicodeScalars.contains("\u{1B}"))
        let missing = try command.run("check", "x\u{1B}]0;y", exits: 1)
        #expect(missing.errors == "error: x\u{FFFD}]0;y: no such file or folder\n")
    }

    @Test("a file of generated code is compared with the version in its header")
    func own() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try make(command, try command.run("export", "sql", "store.model.yaml").output)
        let same = try command.run("verify", "app.sqlite", "store.model.yaml")
        #expect(same.output == "app.sqlite: version 2 of Store\n" && same.code == 0)
        let other = try command.run("verify", "app.sqlite", "store.model.yaml", "--version", "1", exits: 5)
        #expect(other.output.hasPrefix("app.sqlite: is not version 1 of Store\n"))
        try make(command, "ALTER TABLE items ADD COLUMN extra")
        let different = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(different.output.hasPrefix("app.sqlite: says that it is version 2 of Store, and differs\n"))
        try make(command, "PRAGMA user_version = 9")
        let newer = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(
            newer.output
                == "app.sqlite: was written by a newer program: it is version 9 of `Store`, which has 1 to 2\n")
        // Anybody may have written the number.
        try command.write(
            Self.models.replacing("name: Store,", with: "name: Store, applicationID: keep,"), to: "store.model.yaml")
        let doubted = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5).output
        #expect(doubted.hasSuffix("the file cannot be adopted with `applicationID: keep`\n"), "\(doubted)")
        let json = try command.run("verify", "app.sqlite", "store.model.yaml", "--json", exits: 5)
        let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
        #expect((object?["versions"] as? [Any])?.isEmpty == true && object?["version"] == nil)
    }

    @Test(
        "neither the file nor anything next to it changes, whatever its journal holds, even without write permission"
    )
    func untouched() throws {
        let beginnings = [
            ("", false), ("PRAGMA journal_mode = WAL;", false), ("PRAGMA journal_mode = WAL;", true),
            ("PRAGMA journal_mode = PERSIST;", false),
        ]
        for (beginning, dying) in beginnings {
            let command = try Command()
            defer { command.remove() }
            try command.write(Self.models, to: "store.model.yaml")
            try make(command, beginning + Self.first, dying: dying)
            let before = try bytes(command)
            #expect(!dying || before.keys.contains("app.sqlite-wal"))
            let manager = FileManager.default
            try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: command.folder.path)
            let outcome = try command.run("verify", "app.sqlite", "store.model.yaml")
            try manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: command.folder.path)
            #expect(outcome.output == "app.sqlite: the same as version 1 of Store; open it with `adopting: 1`\n")
            #expect(outcome.errors == "")
            #expect(try bytes(command) == before)
        }
    }

    /// A program that writes without a pause until it is killed.
    private func writer(_ mode: String) throws -> RunningCommand {
        let program = """
            import sqlite3
            connection = sqlite3.connect("app.sqlite", isolation_level=None)
            connection.execute("PRAGMA journal_mode = \(mode)")
            connection.execute("PRAGMA synchronous = OFF")
            connection.executescript(\"\"\"\(Self.first)\"\"\")
            count = 0
            while True:
                count += 1
                connection.execute("BEGIN IMMEDIATE")
                for row in range(300):
                    name = f"{row} {count} " + "x" * (count % 1500)
                    connection.execute("REPLACE INTO items VALUES (?, ?)", (row, name))
                connection.execute("COMMIT")
                if count % 7 == 0 and "\(mode)" == "WAL": connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                if count == 20: print("writing", flush=True)
            """
        let running = try RunningCommand(URL(filePath: "/usr/bin/env"), ["python3", "-c", program], in: command.folder)
        try running.waits(for: "writing")
        return running
    }

    @Test(
        "a file that a program is writing to is read as it was at one moment", arguments: ["DELETE", "WAL", "TRUNCATE"])
    func busy(_ mode: String) throws {
        try command.write(Self.models, to: "store.model.yaml")
        let writer = try writer(mode)
        defer { writer.kill(SIGKILL) }
        for _ in 0..<20 {
            let verified = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 0)
            #expect(verified.output == "app.sqlite: the same as version 1 of Store; open it with `adopting: 1`\n")
            #expect(try command.run("import", "sqlite", "app.sqlite", exits: 0).output.contains("      name: "))
        }
        // What a dead program leaves is read as well.
        writer.kill(SIGKILL)
        _ = writer.code()
        _ = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 0)
    }

    @Test("no copy of a database stays, nor can others read it while it is there")
    func privateCopy() throws {
        let program = """
            import os, sqlite3
            connection = sqlite3.connect("app.sqlite", isolation_level=None)
            connection.executescript(\"\"\"PRAGMA cache_size = 10; \(Self.first)\"\"\")
            connection.execute("BEGIN")
            rows = ((row, f"{row} " + "x" * 200) for row in range(100000))
            connection.executemany("INSERT INTO items VALUES (?, ?)", rows)
            connection.execute("COMMIT")
            connection.execute("BEGIN")
            connection.execute("UPDATE items SET name = name || 'y'")
            os._exit(0)
            """
        _ = try command.run(tool: "python3", "-c", "import os; os.chdir('\(command.folder.path)')\n" + program)
        let before = try bytes(command)
        #expect(before["app.sqlite-journal"]?.isEmpty == false)
        try FileManager.default.createDirectory(
            at: command.folder.appending(path: "tmp"), withIntermediateDirectories: true)
        let running = try RunningCommand(
            URL(filePath: "/usr/bin/env"),
            ["TMPDIR=\(command.folder.path)/tmp", Command.executable.path, "import", "sqlite", "app.sqlite"],
            in: command.folder)
        var rights: Set<UInt32> = []
        var isRead = false
        while running.isRunning {
            let names = try command.files(in: "tmp").filter { $0.hasPrefix("modelgen") }
            for name in names {
                var status = stat()
                if lstat(command.folder.appending(path: "tmp/\(name)").path, &status) == 0 {
                    rights.insert(UInt32(status.st_mode) & 0o777)
                }
            }
            // It is gone as soon as the import begins to read.
            if names.isEmpty, !rights.isEmpty { isRead = true }
        }
        #expect(running.code() == 0)
        #expect(try running.output().contains("      name: "))
        #expect(rights == [0o700] && isRead)
        #expect(try command.files(in: "tmp") == [] && bytes(command) == before)
    }

    @Test("a file that is not a database is an error")
    func notADatabase() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try command.write(String(repeating: "no database ", count: 100), to: "text.txt")
        for name in ["text.txt", "missing.sqlite", "."] {
            let outcome = try command.run("verify", name, "store.model.yaml")
            #expect(outcome.code == 1 && outcome.errors.hasPrefix("error: \(name): "))
        }
    }
}
