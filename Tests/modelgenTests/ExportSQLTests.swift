import Foundation
import Testing

@Suite("modelgen export sql")
struct ExportSQLTests {
    private let command: Command

    init() throws { command = try Command() }

    /// The columns of each table, the indexes and the version, according to the sqlite3 shell.
    private static let facts = """
        PRAGMA user_version; PRAGMA application_id;
        SELECT m.name, x.name, x.type, x."notnull", x.dflt_value, x.pk FROM sqlite_schema m, pragma_table_xinfo(m.name) x
        WHERE m.type = 'table' ORDER BY m.name, x.name;
        SELECT name, tbl_name FROM sqlite_schema WHERE type = 'index' ORDER BY name;
        PRAGMA integrity_check; PRAGMA foreign_key_check;
        """

    private func shell(_ script: String, _ file: String) throws -> Command.Outcome {
        try command.write(script, to: "script.sql")
        return try command.run(tool: "sqlite3", file, ".read script.sql")
    }

    @Test(
        "each version's script creates what migrating to it leads to", .enabled(if: Command.has("sqlite3")))
    func versions() throws {
        try command.write(notes, to: "note.model.yaml")
        var told: [String] = []
        for version in 1...3 {
            let fresh = try command.run("export", "sql", ".", "--version", "\(version)", exits: 0)
            #expect(fresh.errors == "")
            #expect(try shell(fresh.output, "fresh\(version).sqlite").errors == "")
            told.append(try shell(Self.facts, "fresh\(version).sqlite").output)
        }
        #expect(Set(told).count == 3)
        #expect(told[2].hasPrefix("3\n"))
        #expect(
            try command.run("export", "sql", ".").output == command.run("export", "sql", ".", "--version", "3").output)

        for (from, to) in [(1, 2), (2, 3), (1, 3)] {
            let file = "from\(from)to\(to).sqlite"
            let old = try command.run("export", "sql", ".", "--version", "\(from)").output
            let rows = "INSERT INTO notes (id, \(from == 1 ? "heading" : "title")) VALUES (1, ' a '), (2, 'b''c');"
            #expect(try shell(old + rows, file).errors == "")
            let migration = try command.run("export", "sql", ".", "--from", "\(from)", "--to", "\(to)", exits: 0)
            #expect(try shell(migration.output, file).errors == "")
            #expect(try shell(Self.facts, file).output == told[to - 1])
            let kept = try shell("SELECT id, title FROM notes ORDER BY id;", file).output
            #expect(kept == (to == 3 ? "1|a\n2|b'c\n" : "1| a \n2|b'c\n"))
        }
    }

    @Test(
        "a script that fails in a pipe leaves the file as it was", .enabled(if: Command.has("sqlite3")),
        arguments: [
            // A row that breaks the constraint of the new table, after which the old one would be dropped.
            ("1", ["--from", "1"], "INSERT INTO notes (text) VALUES ('a long text')", "CHECK constraint failed"),
            // Foreign keys are off in the shell.
            ("1", ["--from", "1"], "INSERT INTO notes (text, other) VALUES ('a', 7)", "rows refer to missing rows"),
            ("2", ["--from", "1"], "SELECT 1", "this script is for a file of version 1"),
            ("1", ["--from", "2"], "SELECT 1", "this script is for a file of version 2"),
            ("1", [], "INSERT INTO notes (text) VALUES ('a')", "this script is for an empty file"),
        ] as [(String, [String], String, String)])
    func failures(version: String, arguments: [String], rows: String, message: String) throws {
        try command.write(
            """
            database: { name: Box, version: 3 }
            models:
              Note:
                table: notes
                primaryKey: id
                fields:
                  id: Int64
                  text: String
                  other: { type: Int64?, references: Note.id }
                checks: [{ sql: "length(text) < 9", since: 2 }]

            """, to: "note.model.yaml")
        func pipe(_ arguments: [String]) throws -> Command.Outcome {
            try command.write(command.run(["export", "sql", "."] + arguments, exits: 0).output, to: "script.sql")
            return try command.run(tool: "sh", "-c", "sqlite3 box.sqlite < script.sql")
        }
        #expect(try pipe(["--version", version]).errors == "")
        #expect(try command.run(tool: "sqlite3", "box.sqlite", rows, exits: 0).errors == "")
        let dump = ".dump\nPRAGMA user_version;\nPRAGMA application_id;\n"
        let before = try shell(dump, "box.sqlite").output
        let outcome = try pipe(arguments)
        #expect(outcome.code != 0 && outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try shell(dump, "box.sqlite").output == before)
    }

    /// The example of the reference: a step in Swift saves what the next one drops.
    private static let mayors = """
        database: { name: Map, version: 2, migrations: { 2: [{ swift: { name: splitMayors, models: [City, Mayor] } }] } }
        models:
          City:
            table: cities
            primaryKey: id
            fields: { id: Int64, name: String }
            migrations: { 2: [{ drop: { mayor: String? } }] }
          Mayor: { table: mayors, since: 2, primaryKey: cityId, fields: { cityId: Int64, name: String } }

        """

    @Test(
        "a script stops before a step in Swift, and goes on with the SQL that replaces it",
        .enabled(if: Command.has("sqlite3")))
    func swiftSteps() throws {
        try command.write(Self.mayors, to: "map.model.yaml")
        let old = try command.run("export", "sql", ".", "--version", "1", exits: 0).output
        #expect(try shell(old + "INSERT INTO cities VALUES (1, 'Kiel', 'Ulf');", "map.sqlite").errors == "")
        let migration = try command.run("export", "sql", ".", "--from", "1", exits: 0)
        #expect(migration.errors.contains("warning: the step `splitMayors` is written in Swift"))
        let dump = ".dump\nPRAGMA user_version;\n"
        let before = try shell(dump, "map.sqlite").output
        let stopped = try shell(migration.output, "map.sqlite")
        #expect(stopped.errors.contains("steps of version 2 are written in Swift: splitMayors"), "\(stopped.errors)")
        #expect(try shell(dump, "map.sqlite").output == before)

        let lines = migration.output.split(separator: "\n", omittingEmptySubsequences: false)
        let step = try #require(lines.firstIndex(of: "-- Swift: splitMayors"))
        let stop = try #require(lines.firstIndex { $0.hasPrefix("-- Write SQL in place of each comment") })
        var written = lines
        written[step] = "INSERT INTO mayors SELECT id, mayor FROM cities;"
        written.removeSubrange(stop...stop + 3)
        #expect(try shell(written.joined(separator: "\n"), "map.sqlite").errors == "")
        #expect(try shell("PRAGMA user_version; SELECT * FROM mayors;", "map.sqlite").output == "2\n1|Ulf\n")
    }

    @Test(
        "a script leaves the file of another program as it was, whatever its version and its tables are called",
        .enabled(if: Command.has("sqlite3")), arguments: [[], ["--from", "1"], ["--from", "2"]])
    func foreign(arguments: [String]) throws {
        try command.write(notes, to: "note.model.yaml")
        let script = try command.run(["export", "sql", "."] + arguments, exits: 0).output
        let tables =
            arguments.isEmpty ? "" : try command.run("export", "sql", ".", "--version", arguments[1], exits: 0).output
        let id = "PRAGMA application_id = 7;"
        #expect(try shell(tables + id, "other.sqlite").errors == "")
        let dump = ".dump\nPRAGMA user_version;\nPRAGMA application_id;\n"
        let before = try shell(dump, "other.sqlite").output
        #expect(try shell(script, "other.sqlite").errors.contains("this script is for"))
        #expect(try shell(dump, "other.sqlite").output == before)

        // A program that keeps the number of another one has no other sign than the version.
        try command.write(notes.replacing("version: 3", with: "version: 3, applicationID: keep"), to: "note.model.yaml")
        let shared = try command.run(["export", "sql", "."] + arguments, exits: 0).output
        #expect(try shell(shared, "other.sqlite").errors == "")
        #expect(try shell("PRAGMA application_id;", "other.sqlite").output == "7\n")
    }

    @Test(
        "full text, a view, a generated column, STRICT, and names and texts with quotes work in the shell",
        .enabled(if: Command.has("sqlite3")))
    func everything() throws {
        try command.write(
            """
            database: { name: Box, sqlite: "3.40" }
            models:
              Note:
                table: 'odd "name'
                primaryKey: id
                strict: true
                fields:
                  id: Int64
                  text: { type: String, default: "it's; \\"quoted\\"", check: "text <> ';'" }
                  length: { type: Int, generated: "length(text)" }
                fullText: [text]
                indexes: [{ fields: [{ expression: "lower(text)" }], where: "text <> ''", name: "by;text" }]
              Long:
                view: 'SELECT id, text FROM "odd ""name" WHERE length > 3'
                fields: { id: Int64, text: String }

            """, to: "box.model.yaml")
        let script = try command.run("export", "sql", ".")
        #expect(script.code == 0 && script.errors == "")
        let told = try shell(
            script.output + """
                INSERT INTO "odd ""name" DEFAULT VALUES;
                INSERT INTO "odd ""name" (text) VALUES ('ab'), ('hello world');
                UPDATE "odd ""name" SET text = 'good world' WHERE id = 3;
                SELECT id, text FROM Long ORDER BY id;
                SELECT rowid FROM "odd ""name_fts" WHERE "odd ""name_fts" MATCH 'world';
                SELECT count(*) FROM "odd ""name_fts" WHERE "odd ""name_fts" MATCH 'hello';
                PRAGMA integrity_check;
                INSERT INTO "odd ""name" (text) VALUES (';');
                """, "box.sqlite")
        #expect(told.output == "1|it's; \"quoted\"\n3|good world\n3\n0\nok\n")
        #expect(told.errors.contains("CHECK constraint failed"))
    }

    @Test("a comment at the end of SQL does not swallow the rest of the script", .enabled(if: Command.has("sqlite3")))
    func comments() throws {
        try command.write(
            """
            database: { name: Box, version: 2 }
            models:
              Note:
                table: notes
                primaryKey: id
                fields: { id: Int64, text: String }
                migrations: { 2: [{ sql: "UPDATE notes SET text = 'b' /* all" }] }
              Open: { view: "SELECT id FROM notes /* all", fields: { id: Int64 } }
              Closed: { view: "SELECT id FROM notes /* all */", fields: { id: Int64 } }
              Line: { view: "SELECT id FROM notes -- all", fields: { id: Int64 } }

            """, to: "box.model.yaml")
        let first = try command.run("export", "sql", ".", "--version", "1", exits: 0).output
        #expect(try shell(first + "INSERT INTO notes (text) VALUES ('a');", "box.sqlite").errors == "")
        let second = try command.run("export", "sql", ".", "--from", "1", exits: 0).output
        #expect(try shell(second + "SELECT text FROM notes; PRAGMA user_version;", "box.sqlite").output == "b\n2\n")
        _ = try command.run("verify", "box.sqlite", ".", exits: 0)
    }

    @Test("the line breaks in strings stay as they are in the shell", .enabled(if: Command.has("sqlite3")))
    func carriageReturns() throws {
        try command.write(
            """
            database: { name: Box, version: 2 }
            models:
              Note:
                table: notes
                primaryKey: id
                fields: { id: Int64, text: { type: String, default: "a\\r\\nb\\r\\r\\n" } }
                migrations: { 2: [{ sql: "UPDATE notes SET text = replace(text, '\\r\\n', '|')" }] }

            """, to: "box.model.yaml")
        func told(_ arguments: String...) throws -> String {
            let script = try command.run(["export", "sql", "."] + arguments, exits: 0).output
            let insertion = "INSERT INTO notes DEFAULT VALUES; SELECT hex(text) FROM notes LIMIT 1;"
            return try shell(script + insertion, "box.sqlite").output
        }
        #expect(try told("--version", "1") == "610D0A620D0D0A\n")
        #expect(try told("--from", "1") == "617C620D7C\n")
        _ = try command.run("verify", "box.sqlite", ".", exits: 0)
    }

    @Test("a missing version, a downgrade and mixed options are wrong usage")
    func usage() throws {
        try command.write(notes, to: "note.model.yaml")
        func failure(_ arguments: String...) throws -> String {
            let outcome = try command.run(["export", "sql", "."] + arguments, exits: 2)
            #expect(outcome.output == "")
            return outcome.errors
        }
        #expect(
            try failure("--version", "9") == "error: no version 9 of `NotesStore`, which has 1 to 3\n")
        #expect(try failure("--from", "3", "--to", "1").hasPrefix("error: version 3 does not come before version 1"))
        #expect(try failure("--from", "3").hasPrefix("error: version 3 does not come before version 3"))
        #expect(
            try failure("--from", "0").hasPrefix("error: no migration leads from version 0 to 3 of `NotesStore`"))
        #expect(try failure("--to", "2").contains("--to requires --from"))
        #expect(try failure("--version", "1", "--from", "1").contains("cannot be combined"))
        #expect(
            try failure("--database", "Blog") == "error: unknown database `Blog`; the databases are NotesStore\n")

        try command.write(city, to: "Plain/city.model.yaml")
        let plain = try command.run("export", "sql", "Plain", exits: 1)
        #expect(plain.errors == "error: these models have no database; add a `table` to one of them\n")
    }

    @Test("one of several databases must be named")
    func several() throws {
        try command.write(notes, to: "note.model.yaml")
        try command.write(
            """
            database: { name: Cache, migration: auto }
            models:
              Page: { table: pages, primaryKey: id, fields: { id: Int64 } }

            """, to: "page.model.yaml")
        let outcome = try command.run("export", "sql", ".", exits: 2)
        #expect(outcome.errors == "error: there are several databases (NotesStore, Cache); add --database NAME\n")
        let cache = try command.run("export", "sql", ".", "--database", "Cache", exits: 0)
        #expect(cache.output.contains("CREATE TABLE pages"))
        let steps = try command.run("export", "sql", ".", "--database", "Cache", "--from", "1", exits: 2)
        #expect(
            steps.errors == "error: `Cache` has no steps from version to version: its migration is `auto`\n")
    }
}

/// A database with a history: a rename, an added column and index, a rebuild for a new constraint, and data.
let notes = """
    database: { name: NotesStore, version: 3 }
    models:
      Note:
        table: notes
        primaryKey: id
        fields:
          id: Int64
          title: String
          isPinned: { type: Bool, default: false, since: 2, index: true }
          rank: { type: Double, default: 1 }
        checks: [{ sql: "length(title) >= 0", since: 3 }]
        migrations:
          2:
            - rename: { heading: title }
          3:
            - sql: "UPDATE notes SET title = trim(title)"
            - change: { rank: { from: { type: Int64, default: 1 }, using: "CAST(rank AS REAL)" } }

    """
