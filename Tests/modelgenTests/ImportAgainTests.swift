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
                warning: missing in the file: the table gone, which is `a table` in the models [import-difference]
                warning: missing in the models: the index i of items, which is `name` in the file [import-difference]
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
        #expect(third.output == "Models already has all tables, views and columns of shop.sqlite\n")

        // With another name, it is another database.
        let other = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", "--database", "Archive")
        #expect(other.code == 1 && other.errors.contains("already exists"))
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
}
