import Foundation
import Testing

@Suite("modelgen import")
struct ImportTests {
    private let command: Command

    init() throws { command = try Command() }

    private static let golden = Command.package.appending(path: "Tests/Golden")

    private func samples(_ folder: String, _ names: String...) -> [String] {
        names.map { Self.golden.appending(path: "\(folder)/\($0).json").path }
    }

    @Test("the golden cases' models are those of their samples; their tests read the samples with them")
    func golden() throws {
        for (folder, names) in [
            ("Import_JSON", ["posts", "users", "todos", "orders"]), ("Import_Social", ["twitter", "appnet-post"]),
        ] {
            let files = names.map { Self.golden.appending(path: "\(folder)/\($0).json").path }
            let outcome = try command.run(["import", "json"] + files, exits: 0)
            let expected = try String(
                contentsOf: Self.golden.appending(
                    path: "\(folder)/\(folder == "Import_JSON" ? "post" : "twitter").model.yaml"),
                encoding: .utf8)
            #expect(outcome.output == expected)
        }
    }

    @Test(
        "the golden case's models are those of its database; its test opens it", .enabled(if: Command.has("sqlite3")))
    func goldenDatabase() throws {
        let folder = Self.golden.appending(path: "Import_SQLite")
        let script = folder.appending(path: "library.txt").path
        #expect(try command.run(tool: "sqlite3", "library.sqlite", ".read \(script)").errors == "")
        #expect(try command.run("import", "sqlite", "library.sqlite", "--output", "Models").errors == "")
        #expect(try command.files(in: "Models").count == 5)
        for name in try command.files(in: "Models") {
            let expected = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(try command.text("Models/\(name)") == expected)
        }
    }

    @Test("the golden case's models are those of its document; its tests work with them")
    func goldenDocument() throws {
        let folder = Self.golden.appending(path: "Import_OpenAPI")
        let document = folder.appending(path: "document/library.yaml").path
        _ = try command.run("import", "openapi", document, "--output", "Models", exits: 0)
        let models = try command.files(in: "Models").filter { $0 != "openapi.import.yaml" }
        #expect(models.count == 4)
        for name in models {
            let expected = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
            #expect(try command.text("Models/\(name)") == expected)
        }
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("importing a document again keeps what was changed by hand, and reports it")
    func documentAgain() throws {
        let document = Self.golden.appending(path: "Import_OpenAPI/document/library.yaml").path
        _ = try command.run("import", "openapi", document, "--only", "loans", "--output", "Models")
        let files = try command.files(in: "Models")
        let again = try command.run("import", "openapi", document, "--output", "Models")
        #expect(again.code == 0 && again.output == "")
        let loans = try #require(files.first { $0 != "openapi.import.yaml" })
        let text = try command.text("Models/\(loans)")
        let edited = text.replacing("      since: Date\n", with: "      since: String\n")
        try command.write(edited, to: "Models/\(loans)")
        let kept = try command.run(
            "import", "openapi", document, "--only", "books", "--only", "loans", "--output", "Models", exits: 0)
        #expect(kept.errors.contains("Models/\(loans): `Loan` was changed by hand and kept"))
        // With a second tag, it would have been written to another file.
        #expect(!kept.errors.contains("no longer in the document"))
        #expect(kept.errors.contains("note: `--differences` shows how what was kept differs from the document\n"))
        let compared = try command.run("import", "openapi", document, "--output", "Models", "--differences", exits: 0)
        #expect(compared.errors.contains("+++ Models/\(loans), as in the document\n"))
        #expect(compared.errors.contains("\n-      since: String\n+      since: Date\n"))
        #expect(!compared.errors.contains("`--differences`"))
        #expect(try command.files(in: "Models").contains("books.model.yaml"))
        try command.write("A: [", to: "Models/openapi.import.yaml")
        let broken = try command.run("import", "openapi", document, "--output", "Models")
        #expect(broken.code == 1 && broken.errors.contains("openapi.import.yaml:1:"))
        try FileManager.default.removeItem(at: command.folder.appending(path: "Models/openapi.import.yaml"))
        let lost = try command.run("import", "openapi", document, "--output", "Models", exits: 1)
        let advice = "if an earlier import wrote it, restore it from version control\n"
        #expect(lost.errors.contains("note: Models/openapi.import.yaml does not name LibraryAPI; " + advice))
    }

    @Test("a named sample, standard input, a folder, the configuration's naming")
    func json() throws {
        try command.write(#"{"user_id": 1}"#, to: "a.json")
        try command.write(#"{"user_id": 1, "b": 2}"#, to: "b.json")
        let named = try command.run("import", "json", "a.json", "b.json", "--name", "Thing", "--output", "Models")
        #expect(named.output == "Models/thing.model.yaml\n")
        #expect(
            try command.text("Models/thing.model.yaml") == """
                # Inferred from a.json, b.json (2 objects).
                models:
                  Thing:
                    json: { keys: snake_case }
                    fields:
                      userId: Int64
                      b: Int?

                """)
        #expect(try command.run("check", "Models").output == "1 file is valid\n")
        let again = try command.run("import", "json", "a.json", "--name", "Thing", "--output", "Models", exits: 1)
        #expect(
            again.errors
                == "error: Models/thing.model.yaml: already exists, so nothing was written; move it away, or choose another folder\n"
        )
        try command.write("naming: { json: snake_case }\n", to: "modelgen.yaml")
        #expect(!(try command.run("import", "json", "a.json").output.contains("keys:")))
    }

    @Test("input that cannot be imported is reported at its place, and nothing is written")
    func refused() throws {
        try command.write("{\"a\": [1,\n  2,,]}", to: "a.json")
        let broken = try command.run("import", "json", "a.json", "--output", "Models", exits: 1)
        #expect(broken.output == "")
        #expect(broken.errors == "a.json:2:5: error: this is not a JSON value [json-syntax]\n  2,,]}\n    ^\n")
        #expect(!command.exists("Models"))
        #expect(
            try command.run("import", "json", "no.json", "a.json", "lost.json").errors
                == ["no", "lost"].map { "error: \($0).json: cannot be read; No such file or directory\n" }.joined())
        #expect(try command.run("import", "json").code == 2)
        // Standard input is no file that anyone could look for.
        let piped = try command.run("import", "json", "-", exits: 1)
        #expect(piped.errors.hasPrefix("<stdin>:1:1: error: the file is empty"))

        try command.write("This is no database, and long enough to be looked at.", to: "a.sqlite")
        let none = try command.run("import", "sqlite", "a.sqlite", exits: 1)
        #expect(none.errors == "error: a.sqlite: cannot be read as a SQLite database; file is not a database\n")
        #expect(
            try command.run("import", "sqlite", "no.sqlite").errors == "error: no.sqlite: no such file\n")
        #expect(
            try command.run("import", "sqlite", ".").errors
                == "error: .: this is a folder; pass the database file in it\n")
        #expect(!command.exists("no.sqlite"))
        _ = try command.run(tool: "mkfifo", "pipe.sqlite", exits: 0)
        try command.write(
            "database: { name: D }\nmodels: { M: { table: m, fields: { a: Int } } }\n", to: "m.model.yaml")
        for arguments in [["import", "sqlite", "pipe.sqlite"], ["verify", "pipe.sqlite", "m.model.yaml"]] {
            let pipe = try command.run(arguments, exits: 1)
            #expect(pipe.errors == "error: pipe.sqlite: this is a named pipe; SQLite only reads databases in files\n")
        }
        #expect(try command.run("import", "sqlite", ".").code == 1)
        #expect(try command.run("explain", "json-syntax").code == 0)
    }

    @Test(
        "tables, indexes and views that call SQLite's functions are imported",
        .enabled(if: Command.has("sqlite3")),
        arguments: [
            "CREATE TABLE t (a TEXT, b TEXT AS (json_extract(a, '$.b')))",
            "CREATE TABLE t (a TEXT CHECK (json_valid(a)))",
            "CREATE TABLE t (a TEXT DEFAULT (json_object()))",
            "CREATE TABLE t (a TEXT); CREATE INDEX i ON t (json_extract(a, '$.b'))",
            "CREATE TABLE t (a TEXT); CREATE INDEX i ON t (a) WHERE json_valid(a)",
            "CREATE TABLE t (a TEXT); CREATE VIEW v AS SELECT json_group_array(a) AS list FROM t",
        ])
    func functions(sql: String) throws {
        #expect(try command.run(tool: "sqlite3", "a.sqlite", sql).errors == "")
        let imported = try command.run("import", "sqlite", "a.sqlite", "--output", "Models")
        #expect(imported.code == 0, "\(imported.errors)")
        #expect(command.exists("Models/t.model.yaml"))
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("a table that SQLite cannot write is left out, with the reason", .enabled(if: Command.has("sqlite3")))
    func unwritable() throws {
        let sql = """
            CREATE TABLE kept (a); CREATE TABLE t (a TEXT DEFAULT (uuid())); CREATE VIEW v AS SELECT * FROM t;
            CREATE TABLE loop (a AS (b), b AS (a), c);
            """
        #expect(try command.run(tool: "sqlite3", "a.sqlite", sql).errors == "")
        let imported = try command.run("import", "sqlite", "a.sqlite", "--output", "Models")
        for (table, reason) in [("t", "unknown function"), ("loop", "generated")] {
            let message = "missing in the models: the table `\(table)`: SQLite rejects rows of the table: \(reason)"
            #expect(imported.errors.contains(message))
        }
        #expect(command.exists("Models/kept.model.yaml") && !command.exists("Models/t.model.yaml"))
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test(
        "a view that never ends is read for a while, and a file in WAL mode is not changed",
        .enabled(if: Command.has("sqlite3")), .timeLimit(.minutes(20)))
    func endlessView() throws {
        let sql = """
            PRAGMA journal_mode = wal; CREATE TABLE t (a);
            CREATE VIEW v AS WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n) SELECT count(*) AS c FROM n
            """
        #expect(try command.run(tool: "sqlite3", "a.sqlite", sql).errors == "")
        let imported = try command.run("import", "sqlite", "a.sqlite", "--output", "Models")
        #expect(imported.code == 0, "\(imported.errors)")
        #expect(imported.errors.contains("the types of `v` were inferred from its first 0 rows"))
        #expect(!command.exists("a.sqlite-shm"))
    }

    @Test(
        "a damaged table is an error, not a table whose types are guessed from a few rows",
        .enabled(if: Command.has("sqlite3")))
    func damaged() throws {
        let command = try Command()
        defer { command.remove() }
        let sql = """
            CREATE TABLE t (id INTEGER PRIMARY KEY, a TEXT);
            INSERT INTO t SELECT value, hex(zeroblob(100)) FROM generate_series(1, 2000);
            """
        #expect(try command.run(tool: "sqlite3", "a.sqlite", sql).errors == "")
        let file = command.folder.appending(path: "a.sqlite")
        var bytes = try Data(contentsOf: file)
        for index in stride(from: 2 * 4096, to: bytes.count, by: 7) { bytes[index] = 0xAA }
        try bytes.write(to: file)
        let imported = try command.run("import", "sqlite", "a.sqlite", "--output", "Models", exits: 1)
        #expect(
            imported.errors
                == "error: a.sqlite: cannot be read as a SQLite database; database disk image is malformed\n")
        #expect(!command.exists("Models"))
    }

    @Test("a database without tables is reported, and so is an empty file", .enabled(if: Command.has("sqlite3")))
    func noTables() throws {
        try command.write("", to: "nothing.sqlite")
        #expect(try command.run(tool: "sqlite3", "empty.sqlite", "PRAGMA user_version = 3").errors == "")
        for name in ["nothing", "empty"] {
            let imported = try command.run("import", "sqlite", "\(name).sqlite", "--output", name, exits: 0)
            #expect(
                imported.errors
                    == "warning: \(name).sqlite has no tables that could become models [no-tables]\n")
            #expect(try command.run("check", name).code == 0)
        }
    }

    @Test(
        "names that are not Swift identifiers give models that generate and compile, or are reported",
        .enabled(if: Command.has("sqlite3")))
    func strangeNames() throws {
        try command.write(
            #"{"class": 1, "a-b": 2, "a b": 3, "1st": 4, "": 5, "ü": 6, "self": 7, "a_b": 8, "😀": 9, "init": 10}"#,
            to: "weird name-1.json")
        let json = try command.run("import", "json", "weird name-1.json", "--output", "JSON")
        #expect(
            json.errors.hasPrefix("weird name-1.json:1:48: warning: `WeirdName` has an empty key, which is left out"))
        try command.write(
            """
            CREATE TABLE "order details" ("select" INTEGER PRIMARY KEY, "a b" TEXT, "1x" TEXT, "A-B" INT, [it's] REAL);
            CREATE TABLE class (id INTEGER PRIMARY KEY, x INT REFERENCES "order details");
            CREATE TABLE "String" (id INTEGER PRIMARY KEY);
            CREATE TABLE odd (id INTEGER PRIMARY KEY, "" TEXT);
            CREATE VIEW "my view" AS SELECT "a b" AS "x y" FROM "order details";
            CREATE VIEW lost AS SELECT id FROM odd;
            CREATE INDEX "i 1" ON "order details" ("a b" DESC) WHERE "1x" IS NOT NULL;
            """, to: "strange.sql")
        #expect(try command.run(tool: "sqlite3", "strange.sqlite", ".read strange.sql").errors == "")
        let sqlite = try command.run("import", "sqlite", "strange.sqlite", "--output", "SQLite", exits: 0)
        #expect(sqlite.errors.contains("missing in the models: the table `odd`: it or one of its columns has a name"))
        #expect(sqlite.errors.contains("missing in the models: the view `lost`: it reads `odd`, which has no model"))
        for folder in ["JSON", "SQLite"] {
            let generated = try command.run("generate", folder, "--output", "\(folder)/Generated")
            #expect(generated.errors == "" && generated.code == 0)
            try command.compile(try command.code(in: "\(folder)/Generated").map { "\(folder)/Generated/\($0)" })
        }
    }

    @Test("a round trip of a database, with the sqlite3 shell", .enabled(if: Command.has("sqlite3")))
    func sqlite() throws {
        try command.write(
            """
            CREATE TABLE authors (id INTEGER PRIMARY KEY, name TEXT NOT NULL, born DATE);
            CREATE TABLE blog_posts (
                id INTEGER PRIMARY KEY AUTOINCREMENT,
                author_id INTEGER NOT NULL REFERENCES authors ON DELETE CASCADE,
                title TEXT NOT NULL DEFAULT 'Untitled' CHECK (length(title) > 0),
                is_public INTEGER NOT NULL DEFAULT 0,
                created_at INTEGER NOT NULL
            );
            CREATE INDEX blog_posts_on_created_at ON blog_posts (created_at);
            CREATE TRIGGER stamp AFTER INSERT ON authors BEGIN SELECT 1; END;
            INSERT INTO authors VALUES (1, 'A', '1970-01-31');
            INSERT INTO blog_posts VALUES (1, 1, 'B', 1, 1409444955);
            PRAGMA user_version = 7;
            """, to: "blog.sql")
        #expect(try command.run(tool: "sqlite3", "blog.sqlite", ".read blog.sql").errors == "")
        let before = try Data(contentsOf: command.folder.appending(path: "blog.sqlite"))
        let imported = try command.run("import", "sqlite", "blog.sqlite", "--output", "Models", exits: 0)
        #expect(
            imported.errors == "warning: missing in `Author`: the trigger `stamp` [import-difference]\n")
        #expect(
            imported.output == "Models/blog.model.yaml\nModels/author.model.yaml\nModels/blog-post.model.yaml\n")
        #expect(
            try command.text("Models/blog.model.yaml")
                == """
                # Imported from blog.sqlite.
                # Such files are not marked as belonging to these models yet: open them with `adopting: 7`.
                # A file keeps the triggers that are missing here when it is opened with `adopting: .matching.tolerating(.triggers)`; a new one has none.
                database: { name: Blog, version: 7, adopt: [7] }

                """)
        #expect(
            try command.text("Models/author.model.yaml") == """
                models:
                  # Missing here: the trigger `stamp`.
                  Author:
                    table: authors
                    primaryKey: id
                    fields:
                      id: Int64
                      name: String
                      born: { type: Date?, columnType: "DATE", transformer: 'dateFormat("yyyy-MM-dd")' }

                """)
        #expect(
            try command.text("Models/blog-post.model.yaml") == """
                models:
                  BlogPost:
                    table: blog_posts
                    primaryKey: id
                    fields:
                      id: { type: Int64, autoincrement: true }
                      authorId: { type: Int64, references: Author.id, onDelete: cascade }
                      title: { type: String, default: Untitled, check: "length(title) > 0" }
                      isPublic: { type: Bool, default: false }
                      # taken for seconds since 1970
                      createdAt: { type: Date, columnType: "INTEGER", transformer: unixSeconds, index: true }

                """)
        #expect(try Data(contentsOf: command.folder.appending(path: "blog.sqlite")) == before)

        let generated = try command.run("generate", "Models", "--output", "Generated")
        #expect(generated.code == 0, "\(generated.errors)")
        // The database of the models equals the file, except for the trigger.
        let sql = try command.run("export", "sql", "Models").output
        try command.write(".bail on\n" + sql, to: "made.sql")
        #expect(try command.run(tool: "sqlite3", "made.sqlite", ".read made.sql").errors == "")
        let facts = """
            PRAGMA user_version;
            SELECT m.name, x.name, x.type, x."notnull", x.dflt_value, x.pk FROM sqlite_schema m, pragma_table_xinfo(m.name) x
            WHERE m.type = 'table' ORDER BY m.name, x.cid;
            SELECT m.name, f."from", f."table", f.on_delete FROM sqlite_schema m, pragma_foreign_key_list(m.name) f;
            SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name;
            """
        let original = try command.run(tool: "sqlite3", "blog.sqlite", facts).output
        #expect(original != "")
        #expect(try command.run(tool: "sqlite3", "made.sqlite", facts).output == original)
        // Printed, it is one file of several documents.
        let printed = try command.run("import", "sqlite", "blog.sqlite").output
        try command.write(printed, to: "One/all.model.yaml")
        #expect(try command.run("check", "One").code == 0)
    }

    @Test(
        "a file that cannot be removed is removed by the next import: the record still names it",
        .enabled(if: getuid() == 0 && Command.has("setpriv"), "only root can give files to others"))
    func removedLater() throws {
        func path(_ name: String) -> String {
            let model = name == "cat" ? "Cat" : "Dog"
            return """
                  /\(name)s:
                    get:
                      operationId: \(name)s
                      tags: [\(name)s]
                      responses:
                        '200':
                          description: All.
                          content: { application/json: { schema: { $ref: '#/components/schemas/\(model)' } } }

                """
        }
        func write(_ names: String...) throws {
            let schemas = ["Cat", "Dog"].map { "\($0): { type: object, properties: { id: { type: integer } } }" }
            try command.write(
                """
                openapi: 3.0.0
                info: { title: Pets, version: "1" }
                components: { schemas: { \(schemas.joined(separator: ", ")) } }
                paths:
                \(names.map(path).joined())
                """, to: "pets.yaml")
        }
        try write("cat", "dog")
        #expect(try command.run("import", "openapi", "pets.yaml", "--output", "Models").code == 0)
        #expect(try command.files(in: "Models").contains("dogs.model.yaml"))
        try write("cat")
        // In a sticky folder, a file can only be removed by its owner.
        let again = "'\(Command.executable.path)' import openapi pets.yaml --output Models"
        let refused = try command.run(
            tool: "sh", "-c",
            "chown -R 65534 . && chown 0 Models Models/dogs.model.yaml && chmod 1777 Models && "
                + "setpriv --reuid 65534 --regid 65534 --clear-groups \(again)")
        #expect(refused.code == 1)
        #expect(refused.errors.contains("Models/dogs.model.yaml: cannot be deleted; "), "\(refused.errors)")
        #expect(try command.run(tool: "sh", "-c", again).code == 0)
        #expect(try !command.files(in: "Models").contains("dogs.model.yaml"))
    }
}
