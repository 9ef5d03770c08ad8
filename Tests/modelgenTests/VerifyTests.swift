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

                """)
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

    @Test("a file of generated code is compared with the version in its header")
    func own() throws {
        try command.write(Self.models, to: "store.model.yaml")
        try make(command, try command.run("export", "sql", "store.model.yaml").output)
        let same = try command.run("verify", "app.sqlite", "store.model.yaml")
        #expect(same.output == "app.sqlite: version 2 of Store\n" && same.code == 0)
        try make(command, "ALTER TABLE items ADD COLUMN extra")
        let different = try command.run("verify", "app.sqlite", "store.model.yaml", exits: 5)
        #expect(different.output.hasPrefix("app.sqlite: says that it is version 2 of Store, and differs\n"))
        try make(command, "PRAGMA user_version = 9")
        let newer = try command.run("verify", "app.sqlite", "store.model.yaml")
        #expect(newer.code == 1 && newer.errors.contains("was written by a newer program"))
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
