import Foundation
import Testing

@Suite("modelgen import, when files cannot be read or written")
struct UnreadableImportTests {
    private let command: Command
    private let document = Command.package.appending(path: "Tests/Golden/Import_OpenAPI/document/library.yaml").path

    init() throws { command = try Command() }

    @Test("if the disk is full while a document is imported again, no file is changed or deleted")
    func documentOnFullDisk() throws {
        let again = ["import", "openapi", document, "--only", "books", "--output", "Models"]
        _ = try command.run("import", "openapi", document, "--output", "Models", exits: 0)
        let before = try command.files(in: "Models")
        // Files are limited to 2 kB (man 2 setrlimit).
        let full = try command.run(
            tool: "bash", ["-c", "ulimit -f 2; exec \"$0\" \"$@\"", Command.executable.path] + again)
        #expect(full.code == 1)
        #expect(full.errors.hasSuffix("cannot be written; File too large\n"))
        #expect(try command.files(in: "Models") == before)
        #expect(try command.run(again).output.contains("Models/loans.model.yaml was removed"))
        #expect(try command.files(in: "Models") == ["library-api.model.yaml", "openapi.import.yaml"])
    }

    @Test(
        "a file of an earlier import that cannot be read is an error, and is not written again",
        arguments: [
            ("nowhere", "it is a broken link, not a file"),
            // Reading its first bytes fails.
            ("/proc/self/mem", ""),
        ])
    func unreadable(_ destination: String, _ reason: String) throws {
        _ = try command.run("import", "openapi", document, "--output", "Models", exits: 0)
        let path = command.folder.appending(path: "Models/books.model.yaml").path
        try FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: destination)
        let again = try command.run("import", "openapi", document, "--output", "Models", exits: 1)
        #expect(again.errors.contains("error: Models/books.model.yaml: cannot be read; \(reason)"), "\(again.errors)")
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path) == destination)
    }

    @Test("a file that another program has locked is not taken for empty", .enabled(if: Command.has("python3")))
    func locked() throws {
        let script = """
            import sqlite3, subprocess, sys
            db = sqlite3.connect("shop.sqlite", isolation_level=None)
            db.execute("CREATE TABLE items (id INTEGER PRIMARY KEY, at TEXT)")
            db.execute("INSERT INTO items VALUES (1, '2024-01-02')")
            db.execute("BEGIN EXCLUSIVE")
            print(subprocess.run([sys.argv[1], "import", "sqlite", "shop.sqlite"], capture_output=True, text=True).stderr)
            """
        try command.write(script, to: "lock.py")
        let outcome = try command.run(tool: "python3", "lock.py", Command.executable.path, exits: 0)
        #expect(outcome.output.contains("error: shop.sqlite: another program is writing to it; close that program"))
    }

    @Test(
        "an outdated full-text index does not prevent the import of the other tables",
        .enabled(if: Command.has("sqlite3")))
    func outdatedIndex() throws {
        try command.write(
            """
            CREATE TABLE posts (id INTEGER PRIMARY KEY, title TEXT NOT NULL);
            CREATE VIRTUAL TABLE search USING fts5(title, content='posts', content_rowid='id');
            INSERT INTO search (rowid, title) VALUES (5, 'x');
            CREATE VIEW found AS SELECT title FROM search WHERE search MATCH 'x';

            """, to: "posts.sql")
        _ = try command.run(tool: "sqlite3", "posts.sqlite", ".read posts.sql", exits: 0)
        let models = try command.run("import", "sqlite", "posts.sqlite", exits: 0).output
        #expect(models.contains("table: posts") && models.contains("# Missing here: the virtual table `search`."))
    }

    @Test(
        "a document that refers to a device, a pipe or a folder is an error at the reference", .timeLimit(.minutes(1)),
        arguments: [
            ("/dev/zero", "/dev/zero: cannot be read; it is a device, not a file; correct the reference"),
            ("pipe.yaml", "pipe.yaml: cannot be read; it is a named pipe, not a file; correct the reference"),
            ("folder", "folder: cannot be read; Is a directory; correct the reference"),
            ("gone.yaml", "the file `gone.yaml` does not exist; put it there, or correct the reference"),
        ])
    func references(_ path: String, _ message: String) throws {
        _ = try command.run(tool: "mkfifo", "pipe.yaml", exits: 0)
        try FileManager.default.createDirectory(
            at: command.folder.appending(path: "folder"), withIntermediateDirectories: true)
        try command.write(
            """
            openapi: 3.1.0
            info: { title: Zoo, version: "1" }
            paths:
              /pets:
                get:
                  operationId: pets
                  responses:
                    "200": { description: ok, content: { application/json: { schema: { $ref: "\(path)#/x" } } } }

            """, to: "zoo.yaml")
        let outcome = try command.run("import", "openapi", "zoo.yaml")
        #expect(outcome.errors.contains("error: \(message) [openapi-reference]"), "\(outcome.errors)")
    }
}
