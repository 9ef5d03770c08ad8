import Foundation
import Testing

@Suite("modelgen import sqlite, into a folder with models")
struct ImportAgainTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test(
        "importing a database again adds what is new in it, and keeps everything else in the models",
        .enabled(if: Command.has("sqlite3")))
    func databaseAgain() throws {
        func sql(_ text: String) throws { #expect(try command.run(tool: "sqlite3", "shop.sqlite", text).errors == "") }
        try sql(
            """
            CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT NOT NULL, size INT);
            CREATE TABLE users (id INTEGER PRIMARY KEY, mail TEXT); CREATE TABLE gone (id INTEGER PRIMARY KEY);
            """)
        #expect(try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0).errors == "")
        let edited = """
            # Ours.
            enums: { Line: [a, b] }
            models:
              Article:
                doc: What we sell.
                table: items
                primaryKey: id
                fields:
                  id: Int64
                  title: { type: String, column: name, json: heading }   # was `name`
                  price: { type: Double?, column: false }
                json: { keys: snake_case }

            """
        try command.write(edited, to: "Models/item.model.yaml")
        let users = "models: { User: { table: users, primaryKey: id, fields: { id: Int64, mail: URL? } } }"
        try command.write(users, to: "Models/user.model.yaml")
        try sql(
            """
            DROP TABLE gone; CREATE INDEX i ON items (name);
            ALTER TABLE items ADD COLUMN price REAL DEFAULT 1.5; ALTER TABLE items ADD COLUMN "kind of" CHECK (length("kind of") < 9);
            ALTER TABLE users ADD COLUMN item INTEGER REFERENCES items (id);
            CREATE TABLE lines (id INTEGER PRIMARY KEY, item INTEGER NOT NULL REFERENCES items (id) ON DELETE CASCADE);
            CREATE VIEW cheap AS SELECT id FROM items WHERE price < 1;
            """)
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(
            again.output
                == "Models/item.model.yaml\nModels/user.model.yaml\nModels/line-model.model.yaml\nModels/cheap.model.yaml\n"
        )
        #expect(
            again.errors == """
                warning: missing in the file: the table `gone`, which is `a table` in the models [import-difference]
                warning: missing in the models: the index `i` of `items`, which is `name` in the file [import-difference]
                warning: `Article`: `kindOf` has no type, and no values yet [import-guess]

                """)
        let added = """
                  size: { type: Int64?, columnType: "INT" }
                  price2: { type: Double?, column: price, default: 1.5 }
                  # has no type, and no values yet
                  kindOf: { type: DatabaseValue?, column: kind of, columnType: "", check: 'length("kind of") < 9' }

            """
        let fields = edited.replacing("    json: {", with: added + "    json: {")
        #expect(try command.text("Models/item.model.yaml") == fields)
        #expect(
            try command.text("Models/user.model.yaml")
                == users.replacing("URL? }", with: "URL?, item: { type: Int64?, references: Article.id } }"))
        #expect(try command.text("Models/line-model.model.yaml").contains("references: Article.id, onDelete: cascade"))
        #expect(try command.run("check", "Models").code == 0)
        let third = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(third.output == "nothing was added to Models\n")

        // With another name, it is another database.
        let other = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", "--database", "Archive")
        #expect(other.code == 1 && other.errors.contains("could belong to any of"))
        try command.write("models: { A: { fields: { a: Strng } } }", to: "Broken/a.model.yaml")
        let broken = try command.run("import", "sqlite", "shop.sqlite", "--output", "Broken", exits: 1)
        #expect(broken.errors.contains("unknown type `Strng`"))
        #expect(
            broken.errors.hasSuffix(
                "error: Broken: its models have errors, so nothing was added; correct them, or choose another folder\n")
        )
        let apart = ["import", "sqlite", "shop.sqlite", "--output", "Apart", "--database", "Archive"]
        #expect(try command.run(apart, exits: 0).output.hasPrefix("Apart/archive.model.yaml\n"))
    }

    /// Creates a database of two tables, and then gives each another column.
    private func grow() throws {
        let sql =
            "ALTER TABLE items ADD COLUMN size INT; ALTER TABLE users ADD COLUMN mail TEXT NOT NULL DEFAULT '#: ';"
        _ = try command.run(tool: "sqlite3", "shop.sqlite", sql, exits: 0)
    }

    private func create() throws {
        let sql = "CREATE TABLE items (id INTEGER PRIMARY KEY); CREATE TABLE users (id INTEGER PRIMARY KEY);"
        _ = try command.run(tool: "sqlite3", "shop.sqlite", sql, exits: 0)
    }

    /// Each `⊕` is a place where the import writes: a line with `size` or `mail`, or an entry within braces.
    static let layouts: [(name: String, text: String)] = [
        (
            "indented, with comments",
            "models:\n  Item:\n    table: items\n    fields:   # f\n      # the key\n      id: Int64   # k\n⊕      # after\n\n    primaryKey: id\n"
        ),
        (
            "a block of text at the end",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      id:\n        type: Int64\n        doc: |+\n          x: y\n\n⊕"
        ),
        (
            "no line break at the end",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n     id: Int64⊕"
        ),
        (
            "several documents",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      id: Int64\n⊕...\n---\nenums: { E: [a] }\n"
        ),
        (
            "an alias at the end",
            "models:\n  Other: { fields: { a: &t Int64 } }\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      id: *t   # t\n⊕"
        ),
        (
            "the line breaks of Windows",
            "models:\r\n  Item:\r\n    table: items\r\n    primaryKey: id\r\n    fields:\r\n      id: Int64\r\n⊕"
        ),
        (
            "braces over several lines",
            "models:\n  Item: { table: items, primaryKey: id, fields: {\n    id: Int64⊕ # c\n  } }\n"
        ),
        ("a comma at the end", "models: { Item: { table: items, primaryKey: id, fields: { \"id\": 'Int64'⊕, } } }\n"),
        (
            "a tab before the value",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      id:\tInt64\t# c\n⊕"
        ),
        (
            "a byte order mark",
            "\u{FEFF}models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      id: Int64\n⊕"
        ),
        // Nothing can be written here in the usual way, or without changing another model.
        (
            "an explicit key",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      ? id\n      : Int64\n"
        ),
        (
            "fields of two models",
            "models:\n  Item:\n    table: items\n    primaryKey: id\n    fields: &f\n      id: Int64\n  Copy:\n    table: users\n    primaryKey: id\n    fields: *f\n"
        ),
        (
            "a model in another one",
            "models:\n  Item: &m\n    table: items\n    primaryKey: id\n    fields:\n      id: Int64\n  Copy:\n    <<: *m\n    table: users\n"
        ),
        (
            "merged fields",
            "models:\n  Base:\n    fields: &f\n      id: Int64\n  Item:\n    table: items\n    primaryKey: id\n    fields:\n      <<: *f\n"
        ),
    ]

    @Test(
        "a column is a line more, however the file is written, or is reported if another model would change",
        .enabled(if: Command.has("sqlite3")), arguments: layouts)
    func written(_ layout: (name: String, text: String)) throws {
        try create()
        let text = layout.text
        let before = text.replacing("⊕", with: "")
        try command.write("database: { name: Shop }\n", to: "Models/shop.model.yaml")
        try command.write(before, to: "Models/items.model.yaml")
        if !before.contains("users") {
            let user = "models: { User: { table: users, primaryKey: id, fields: { id: Int64 } } }\n"
            try command.write(user, to: "Models/user.model.yaml")
        }
        let first = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(first.output == "nothing was added to Models\n" && first.errors == "")
        try grow()
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        let entry = "size: { type: Int64?, columnType: \"INT\" }"
        let newline = text.contains("\r\n") ? "\r\n" : "\n"
        let line =
            text.contains("{ table: items")
            ? ", " + entry
            : text.hasSuffix("Int64⊕") ? newline + "     " + entry : "      " + entry + newline
        #expect(try command.text("Models/items.model.yaml") == text.replacing("⊕", with: line))
        let reported = "warning: missing in `Item`: `\(entry)`; its fields also stand for others"
        #expect(text.contains("⊕") ? again.errors == "" : again.errors.contains(reported), "\(again.errors)")
        _ = try command.run("check", "Models", exits: 0)
    }

    @Test(
        "models with errors, or of a module that was not passed, are extended if it is clear which columns they have",
        .enabled(if: Command.has("sqlite3")))
    func errors() throws {
        try create()
        let models = """
            imports: [Core]
            database: { name: Shop }
            enums: { Kind: [] }
            models:
              Item:
                table: items
                primaryKey: id
                fields:
                  id: Int64
                  size: Sise?
                  price: { type: Money?, column: cost }
                queries: { all: { sql: 7 } }
              User: { table: users, primaryKey: id, fields: { id: Int64 } }
              Page: { fields: { text: Strng } }

            """
        try command.write(models, to: "Models/shop.model.yaml")
        _ = try command.run(tool: "sqlite3", "shop.sqlite", "ALTER TABLE items ADD COLUMN cost INT;", exits: 0)
        try grow()
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(
            again.errors
                == "warning: the models have errors, so they were not compared with the file; `modelgen check` shows them [import-difference]\n"
        )
        let mail = ", mail: { type: String, default: \"#: \" }"
        #expect(
            try command.text("Models/shop.model.yaml")
                == models.replacing(
                    "users, primaryKey: id, fields: { id: Int64 }",
                    with: "users, primaryKey: id, fields: { id: Int64\(mail) }"))

        // An error that leaves the table or a column open is one to correct first.
        for (old, new) in [
            ("table: items", "tabel: items"), ("column: cost", "colum: cost"), ("Item:", "item name:"),
            ("primaryKey: id\n", "primaryKey: [id\n"),
        ] {
            try command.write(models.replacing(old, with: new), to: "Models/shop.model.yaml")
            let refused = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 1)
            #expect(refused.errors.contains("so nothing was added"), "\(new)")
            #expect(try command.text("Models/shop.model.yaml") == models.replacing(old, with: new))
        }

        let valid = models.replacing("enums: { Kind: [] }\n", with: "").replacing("Sise", with: "Int").replacing(
            "    queries: { all: { sql: 7 } }\n", with: ""
        ).replacing("Strng", with: "String")
        try command.write(valid, to: "Models/shop.model.yaml")
        try command.write("models: { Money: { fields: { amount: Int } } }", to: "Core/money.model.yaml")
        let passed = try command.run(
            "import", "sqlite", "shop.sqlite", "--output", "Models", "--import", "Core", exits: 0)
        #expect(
            passed.errors.contains("the column `cost` of `items` is `INT` in the file, and `TEXT` in the models"),
            "\(passed.errors)")
        _ = try command.run("check", "Models", "--import", "Core", exits: 0)
    }

    @Test("a new table of one of two databases says which it belongs to", .enabled(if: Command.has("sqlite3")))
    func twoDatabases() throws {
        try create()
        try command.write(
            """
            database: [{ name: Shop }, { name: Cache, migration: recreate }]
            models:
              Item: { database: Shop, table: items, primaryKey: id, fields: { id: Int64 } }
              Page: { database: Cache, table: users, primaryKey: id, fields: { id: Int64 } }

            """, to: "Models/shop.model.yaml")
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(again.output == "Models/user.model.yaml\n" && again.errors == "")
        #expect(try command.text("Models/user.model.yaml").contains("  User:\n    database: Shop\n    table: users\n"))
        _ = try command.run("check", "Models", exits: 0)
    }

    @Test(
        "a new model has neither the name of a type of an imported module nor that of the module",
        .enabled(if: Command.has("sqlite3")))
    func namesOfModules() throws {
        try create()
        _ = try command.run(
            tool: "sqlite3", "shop.sqlite",
            "CREATE TABLE colors (id INTEGER PRIMARY KEY); CREATE TABLE core (id INTEGER PRIMARY KEY);", exits: 0)
        try command.write(
            "enums: { Color: [red, green] }\nmodels: { User: { fields: { id: Int64 } } }\n", to: "Core/c.model.yaml")
        try command.write(
            """
            imports: [Core]
            database: { name: Shop }
            models: { Item: { table: items, primaryKey: id, fields: { id: Int64, color: { type: Color?, column: false } } } }

            """, to: "Models/shop.model.yaml")
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", "--import", "Core", exits: 0)
        #expect(
            try command.files(in: "Models") == [
                "color-model.model.yaml", "core-model.model.yaml", "shop.model.yaml", "user-model.model.yaml",
            ])
        _ = try command.run("check", "Models", "--import", "Core", exits: 0)
    }

    @Test("a table that the models cannot have does not keep others out", .enabled(if: Command.has("sqlite3")))
    func refusedTables() throws {
        try create()
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        let user =
            "models: { User: { table: users, primaryKey: id, fields: { id: Int } } }"
        try command.write(user, to: "Models/user.model.yaml")
        let item = "models: { Item: { table: items, primaryKey: id, fields: { id: Int64 } } }"
        try command.write(item, to: "Models/Box.model.yaml")
        try FileManager.default.removeItem(at: command.folder.appending(path: "Models/item.model.yaml"))
        let sql = """
            CREATE TABLE posts (id INTEGER PRIMARY KEY, user_id INTEGER REFERENCES users (id));
            CREATE TABLE logs (id INTEGER PRIMARY KEY, at INTEGER DEFAULT (unixepoch()));
            CREATE TABLE lines (id INTEGER PRIMARY KEY, log INTEGER REFERENCES logs (id));
            CREATE TABLE hard (id INTEGER PRIMARY KEY) STRICT;
            CREATE TABLE box (id INTEGER PRIMARY KEY);
            ALTER TABLE users ADD COLUMN u TEXT CHECK (format('%d', 1) <> u);
            ALTER TABLE items ADD COLUMN size INT;
            """
        _ = try command.run(tool: "sqlite3", "shop.sqlite", sql, exits: 0)
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(
            again.output
                == "Models/Box.model.yaml\nModels/line.model.yaml\nModels/box-model.model.yaml\n"
        )
        let told = again.errors.split(separator: "\n").map(String.init)
        let way = "but `Shop` must support 3.35; write `sqlite: \"3.3"
        let ofLogs = "missing in the models: the table `logs`: `unixepoch()` requires SQLite 3.38, \(way)8\"`"
        let ofHard = "missing in the models: the table `hard`: STRICT requires SQLite 3.37, \(way)7\"`"
        for message in [ofLogs, ofHard, "missing in the models: the table `posts`: ", "missing in `User`: `u: "] {
            #expect(told.count { $0.contains(message) } == 1, "\(again.errors)")
        }
        #expect(try command.text("Models/user.model.yaml") == user)
        _ = try command.run("check", "Models", exits: 0)
        // The way out.
        let database = try command.text("Models/shop.model.yaml")
        try command.write(
            database.replacing("name: Shop", with: "name: Shop, sqlite: \"3.38\""), to: "Models/shop.model.yaml")
        let third = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(
            third.output == "Models/user.model.yaml\nModels/log.model.yaml\nModels/hard.model.yaml\n",
            "\(third.errors)")
    }

    @Test(
        "a second database in a folder has models of its own, with other names", .enabled(if: Command.has("sqlite3")))
    func secondDatabase() throws {
        try create()
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        let sql = "CREATE TABLE items (id INTEGER PRIMARY KEY); CREATE TABLE shop (id INTEGER PRIMARY KEY)"
        _ = try command.run(tool: "sqlite3", "old.sqlite", sql, exits: 0)
        let files = try command.files(in: "Models")
        // The models of the first must say where they belong, since the files no longer do.
        let refused = try command.run("import", "sqlite", "old.sqlite", "--output", "Models", exits: 1)
        #expect(refused.errors.contains("select one with `database: …` in the model"), "\(refused.errors)")
        #expect(try command.files(in: "Models") == files)
        for name in ["item", "user"] {
            let text = try command.text("Models/\(name).model.yaml")
            try command.write(
                text.replacing("    table:", with: "    database: Shop\n    table:"), to: "Models/\(name).model.yaml")
        }
        _ = try command.run("import", "sqlite", "old.sqlite", "--output", "Models", exits: 0)
        let item = try command.text("Models/item-model.model.yaml")
        #expect(item.contains("  ItemModel:\n    database: Old\n    table: items\n"))
        #expect(try command.text("Models/old.model.yaml").contains("database: { name: Old, adopt: [1] }"))
        _ = try command.run("check", "Models", exits: 0)
        let again = try command.run("import", "sqlite", "old.sqlite", "--output", "Models", exits: 0)
        #expect(again.output == "nothing was added to Models\n" && again.errors == "")
    }

    @Test("a file that was created for its models lacks nothing", .enabled(if: Command.has("sqlite3")))
    func ownFile() throws {
        let models = """
            database: { name: Shop }
            models:
              Post: { table: posts, primaryKey: id, fullText: [title], fields: { id: Int64, title: String } }

            """
        try command.write(models, to: "Models/shop.model.yaml")
        let script = try command.run("export", "sql", "Models", exits: 0).output.replacing(".bail on\n", with: "")
        _ = try command.run(tool: "sqlite3", "shop.sqlite", script, exits: 0)
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(again.errors == "")
        #expect(again.output == "nothing was added to Models\n")
    }
}
