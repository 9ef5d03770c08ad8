import Foundation
import Testing

@Suite("modelgen squash")
struct SquashTests {
    private let command: Command

    init() throws { command = try Command() }

    /// A history of five versions in every form of YAML.
    private let models = """
        # The shop.
        database:
          name: Shop   # its file
          version: 5
          migrations:
            # Nobody has baskets any more.
            2:
              - dropModel: { Basket: { table: baskets, primaryKey: id, fields: { id: Int64 } } }
            4:
              - sql: "UPDATE items SET title = trim(title)"   # tidy
              - dropModel:
                  Tag:
                    table: tags
                    since: 2
                    primaryKey: id
                    fields: { id: Int64, since: { type: String, since: 3, default: "" } }

        models:
          Item:
            table: items
            primaryKey: id
            fields:
              id: Int64
              title: String          # shown
              # Where it came from.
              since: Date?
              note: { type: String?, since: 2 }
              rank: { since: 3, type: Int, default: 0, fill: 7 }
              size:
                type: Int
                since: 3             # three
                fill: 1
              color: { type: String?, since: 5 }
            unique: [{ fields: [title, rank], since: 3, name: u }]
            checks:
              - since: 2
                sql: "length(title) > 0"
            migrations:
              # Titles were headings.
              2:
                - rename: { heading: title }
              3: [{ swift: fillNotes }]
              # The last one.
              5:
                - change: { rank: { from: { type: Int, since: 3, default: 1 } } }
          Shelf:
            table: shelves
            since: 2
            primaryKey: id
            fields: { id: Int64, name: { type: String, since: 3, fill: "" } }
            migrations:
              3:
                - sql: "UPDATE shelves SET name = 'x'"
          Price:
            fields: { amount: Int }

        """

    private let squashed = """
        # The shop.
        database:
          name: Shop   # its file
          version: 5
          oldest: 3
          migrations:
            4:
              - sql: "UPDATE items SET title = trim(title)"   # tidy
              - dropModel:
                  Tag:
                    table: tags
                    primaryKey: id
                    fields: { id: Int64, since: { type: String, default: "" } }

        models:
          Item:
            table: items
            primaryKey: id
            fields:
              id: Int64
              title: String          # shown
              # Where it came from.
              since: Date?
              note: { type: String? }
              rank: { type: Int, default: 0 }
              size:
                type: Int
              color: { type: String?, since: 5 }
            unique: [{ fields: [title, rank], name: u }]
            checks:
              - sql: "length(title) > 0"
            migrations:
              # The last one.
              5:
                - change: { rank: { from: { type: Int, default: 1 } } }
          Shelf:
            table: shelves
            primaryKey: id
            fields: { id: Int64, name: { type: String } }
          Price:
            fields: { amount: Int }

        """

    @Test("old versions are removed, and every other byte of the models stays")
    func text() throws {
        try command.write(models, to: "Models/shop.model.yaml")
        let release = try command.run("release", "Models")
        #expect(release.code == 0, "\(release.errors)")
        _ = try command.run("generate", "Models", "--output", "Out")
        let old = try command.text("Out/shop.model.swift")

        let dry = try command.run("squash", "Models", "--before", "3", "--dry-run")
        #expect(dry.code == 0, "\(dry.errors)")
        #expect(dry.output.contains("+  oldest: 3\n"))
        #expect(try command.text("Models/shop.model.yaml") == models)

        let outcome = try command.run("squash", "Models", "--before", "3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.errors == "")
        #expect(
            outcome.output == """
                Shop: the oldest version is now 3; changed Models/shop.model.yaml, modelgen.lock
                the step `fillNotes` is no longer called; remove it from your migrations

                """)
        #expect(try command.text("Models/shop.model.yaml") == squashed)
        let lock = try command.text("modelgen.lock")
        #expect(!lock.contains("\nShop 2 ") && lock.contains("\nShop 3 hash ") && lock.contains("\nShop 5 hash "))

        // The rest is a history that all commands accept, and a later release continues it.
        let check = try command.run("check", "Models")
        #expect(check.code == 0 && check.errors == "", "\(check.errors)")
        #expect(try command.run("release", "Models").output.contains("nothing new, version 5 is pinned"))
        // The protocol for the steps has one less, which the release reports.
        func ofDatabase(_ lock: String) -> [Substring] { lock.split(separator: "\n").filter { $0.hasPrefix("Shop ") } }
        #expect(try ofDatabase(command.text("modelgen.lock")) == ofDatabase(lock))
        #expect(try command.run("diff", "Models").output == "nothing changed since modelgen.lock\n")
        _ = try command.run("generate", "Models", "--output", "Out")
        let new = try command.text("Out/shop.model.swift")
        #expect(new.contains("version: 5, oldest: 3, applicationID"))
        #expect(!new.contains("DatabaseMigration(\n                to: 3,") && new.contains("to: 4,"))
        #expect(old.contains("fillNotes") && !new.contains("fillNotes"))

        // And once more, to the newest.
        #expect(try command.run("squash", "Models", "--before", "5").code == 0)
        #expect(try command.text("Models/shop.model.yaml").contains("  oldest: 5\n"))
        #expect(try command.text("Models/shop.model.yaml").contains("migrations") == false)
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("the remaining migrations have the same statements")
    func ways() throws {
        try command.write(models, to: "Models/shop.model.yaml")
        func ways() throws -> [String] {
            try [(3, 4), (3, 5), (4, 5)].map { from, to in
                try command.run("export", "sql", "Models", "--from", "\(from)", "--to", "\(to)").output
            } + [command.run("export", "sql", "Models").output]
        }
        let before = try ways()
        #expect(before.allSatisfy { !$0.isEmpty })
        #expect(try command.run("squash", "Models", "--before", "3").code == 0)
        #expect(try ways() == before)
    }

    @Test("a fill that a later step needs stays, with the version that added its field")
    func neededFill() throws {
        let text = """
            database: { name: D, version: 4 }
            models:
              A:
                table: a
                primaryKey: id
                fields: { id: Int64, n: { type: Int, since: 2, fill: 7 }, m: { type: Int, since: 2, fill: 1 } }
                migrations:
                  4: [{ change: { n: { from: { type: Int?, since: 2 } } } }]

            """
        try command.write(text, to: "Models/a.model.yaml")
        func way() throws -> String { try command.run("export", "sql", "Models", "--from", "3").output }
        let before = try way()
        #expect(before.contains("ifnull(n, 7)"))
        let outcome = try command.run("squash", "Models", "--before", "3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try command.text("Models/a.model.yaml").contains("n: { type: Int, since: 2, fill: 7 }"))
        #expect(try way() == before)
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test(
        "the database gets `oldest`, also if all steps right after its version are removed",
        arguments: [
            "database:\n  name: Shop\n  version: 3\n  migrations:\n    2: [{ sql: SQL }]\n",
            "database:\n  version: 3\n  # Before.\n  migrations: { 2: [{ sql: SQL }], 3: [{ sql: SQL }] }\n  name: Shop\n",
            "database: { name: Shop, version: 3, migrations: { 3: [{ sql: SQL }] } }\n",
            "database: { version: 3, migrations: { 3: [{ sql: SQL }] }, name: Shop }\n",
            "database: [{ name: Shop, version: 3, migrations: { 2: [{ sql: SQL }] } }, { name: Other }]\n",
            "database:\n  - name: Shop\n    version: 3\n    migrations:\n      2:\n        - sql: SQL\n",
        ])
    func oldestBeforeSteps(_ database: String) throws {
        let steps = database.replacing("SQL", with: "\"UPDATE items SET id = id\"")
        let model = "models: { Item: { database: Shop, table: items, primaryKey: id, fields: { id: Int64 } } }\n"
        try command.write(steps + model, to: "shop.model.yaml")
        #expect(try command.run("release", ".").code == 0)
        let outcome = try command.run("squash", "--before", "3", "--database", "Shop", ".")
        #expect(outcome.code == 0, "\(outcome.errors)")
        let text = try command.text("shop.model.yaml")
        #expect(text.contains("oldest: 3") && !text.contains("migrations"), "\(text)")
        #expect(try command.run("check", ".").errors == "")
        #expect(try command.run("diff", ".").output == "nothing changed since modelgen.lock\n")
    }

    @Test("a version as which files are adopted stays")
    func adopted() throws {
        let text = models.replacing("  version: 5\n", with: "  version: 5\n  adopt: [2, 4]\n")
        try command.write(text, to: "Models/shop.model.yaml")
        let outcome = try command.run("squash", "Models", "--before", "3", exits: 1)
        #expect(
            outcome.errors.contains("version 2 to adopt does not exist; `Shop` has versions 3 to 5"),
            "\(outcome.errors)")
        #expect(try command.text("Models/shop.model.yaml") == text)
        #expect(try command.run("squash", "Models", "--before", "2").code == 0)
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test(
        "names that later steps use stay: chained renames, dropped models, `formerly`, several files and databases")
    func names() throws {
        try command.write(
            """
            formerly: { Person: User }
            database:
              - { name: D, version: 6, migrations: { 6: [{ dropModel: { Old: { table: old, primaryKey: key, \
            fields: { key: Int64 }, migrations: { 3: [{ rename: { id: key } }] } } } }] } }
              - { name: E, version: 3 }
            models:
              Other: { database: E, table: other, primaryKey: id, fields: { id: Int64, x: { type: Int?, since: 2 } } }

            """, to: "Models/d.model.yaml")
        try command.write(
            """
            models:
              User:
                database: D
                table: users
                primaryKey: d
                fields: { d: Int64, old: Int64?, boss: Int64? }
                migrations:
                  2: [{ rename: { a: b } }]
                  4: [{ rename: { b: c } }, { change: { old: { from: { type: Int64?, references: Old.key } } } }]
                  5: [{ change: { boss: { from: { type: Int64?, references: Person.c } } } }]
                  6: [{ rename: { c: d } }]

            """, to: "Models/user.model.yaml")
        let others = try command.text("Models/d.model.yaml")
        let release = try command.run("release", "Models")
        #expect(release.code == 0, "\(release.errors)")
        func ways(from start: Int) throws -> [String] {
            try (start...5).map { from in
                try command.run("export", "sql", "Models", "--database", "D", "--from", "\(from)").output
            }
        }
        let before = try ways(from: 3)
        #expect(before.allSatisfy { !$0.isEmpty })
        let outcome = try command.run("squash", "Models", "--before", "3", "--database", "D")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try ways(from: 3) == before)
        #expect(try command.text("Models/d.model.yaml") != others)
        // The other database keeps its history.
        #expect(try command.text("Models/d.model.yaml").contains("x: { type: Int?, since: 2 }"))
        #expect(try command.text("modelgen.lock").contains("\nE 2 hash "))
        #expect(try command.text("Models/d.model.yaml").contains("formerly: { Person: User }"))
        let check = try command.run("check", "Models")
        #expect(check.code == 0, "\(check.errors)")
    }

    @Test("a squashed lock with models that were not squashed says what to write")
    func lockAlone() throws {
        try command.write(models, to: "Models/shop.model.yaml")
        _ = try command.run("release", "Models")
        _ = try command.run("squash", "Models", "--before", "3")
        try command.write(models, to: "Models/shop.model.yaml")
        let outcome = try command.run("check", "Models", exits: 1)
        #expect(outcome.errors.contains("was removed from the lock, which starts at version 3; write `oldest: 3`"))
        // Steps to versions that no file has any more.
        try command.write(
            models.replacing("  version: 5\n", with: "  version: 5\n  oldest: 3\n"), to: "Models/shop.model.yaml")
        let steps = try command.run("check", "Models", exits: 1)
        #expect(steps.errors.contains("the history starts at version 3, the `oldest` of `Shop`"), "\(steps.errors)")
    }

    @Test("an impossible squash is rejected, and nothing is written")
    func refusals() throws {
        try command.write(models, to: "Models/shop.model.yaml")
        func refusal(_ arguments: String...) throws -> String {
            let outcome = try command.run(["squash", "Models"] + arguments, exits: 1)
            #expect(try command.text("Models/shop.model.yaml") == models)
            return outcome.errors
        }
        #expect(try refusal("--before", "9").contains("`Shop` is at version 5, so none of its files has version 9 yet"))
        #expect(try refusal("--before", "1").contains("`Shop` has no versions before 1; its oldest is 1"))
        #expect(try refusal("--before=-3").contains("`Shop` has no versions before -3"))
        #expect(
            try refusal("--before", "3", "--database", "Blog").contains(
                "unknown database `Blog`; the databases with versions are Shop"))
        #expect(try command.run("squash", "Models").code == 2)
        // An unreleased version.
        _ = try command.run("release", "Models")
        let newer = models.replacing("version: 5", with: "version: 6")
        try command.write(newer, to: "Models/shop.model.yaml")
        let outcome = try command.run("squash", "Models", "--before", "6", exits: 1)
        #expect(outcome.errors.contains("version 6 of `Shop` was never released; run `modelgen release` first"))
        #expect(try command.text("Models/shop.model.yaml") == newer)
    }
}
