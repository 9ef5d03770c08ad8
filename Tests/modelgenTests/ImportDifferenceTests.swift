import Foundation
import Testing

@Suite("What importing a database again reports")
struct ImportDifferenceTests {
    private let command: Command

    init() throws { command = try Command() }

    private func create() throws {
        let sql = "CREATE TABLE items (id INTEGER PRIMARY KEY); CREATE TABLE users (id INTEGER PRIMARY KEY);"
        _ = try command.run(tool: "sqlite3", "shop.sqlite", sql, exits: 0)
    }

    @Test("a newer version of the file is reported, unless the models know it", .enabled(if: Command.has("sqlite3")))
    func newerFile() throws {
        try create()
        func version(_ number: Int) throws {
            _ = try command.run(tool: "sqlite3", "shop.sqlite", "PRAGMA user_version = \(number)", exits: 0)
        }
        try version(7)
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        try version(8)
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(
            again.errors == """
                warning: the file has version 8, and the models describe version 7; write `version: 8` in the database, \
                with 8 in its `adopt`, and `since: 8` in the models and fields that were added [import-difference]

                """)
        let database = try command.text("Models/shop.model.yaml")
            .replacing("version: 7", with: "version: 8").replacing("[7]", with: "[7, 8]")
        try command.write(database, to: "Models/shop.model.yaml")
        let known = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(known.errors == "")
    }

    @Test("a known view whose SELECT is another one keeps its columns", .enabled(if: Command.has("sqlite3")))
    func views() throws {
        try create()
        func view(_ sql: String) throws {
            _ = try command.run(
                tool: "sqlite3", "shop.sqlite", "DROP VIEW IF EXISTS v; CREATE VIEW v AS \(sql)", exits: 0)
        }
        try view("SELECT id FROM items")
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        let model = try command.text("Models/v.model.yaml")
        try view("SELECT id, 1 AS one FROM items WHERE id > 3")
        let again = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(again.output == "nothing was added to Models\n")
        #expect(
            again.errors.hasPrefix("warning: missing in `V`: `one: ")
                && again.errors.hasSuffix("; the SELECT of the view is another one in the file [import-difference]\n"),
            "\(again.errors)")
        #expect(try command.text("Models/v.model.yaml") == model)
        // A field that was removed comes back, as in a table.
        try view("SELECT id, id + 1 AS next FROM items")
        let both = model.replacing("SELECT id FROM items", with: "SELECT id, id + 1 AS next FROM items")
        try command.write(both, to: "Models/v.model.yaml")
        _ = try command.run("import", "sqlite", "shop.sqlite", "--output", "Models", exits: 0)
        #expect(try command.text("Models/v.model.yaml").contains("next: "))
        _ = try command.run("check", "Models", exits: 0)
    }
}
