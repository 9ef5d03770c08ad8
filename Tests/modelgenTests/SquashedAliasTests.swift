import Foundation
import Testing

@Suite("modelgen squash with YAML aliases")
struct SquashedAliasTests {
    private let command: Command

    init() throws { command = try Command() }

    @Test(
        "an alias is edited where it is written, whatever the edit is",
        arguments: [
            (
                "version: &v 2 }", "note: { type: String?, since: *v }", "version: &v 2, oldest: 2 }",
                "note: { type: String? }"
            ),
            (
                "version: &v 2 }", "note: { since: *v, type: String? }", "version: &v 2, oldest: 2 }",
                "note: { type: String? }"
            ),
            (
                "version: &v 2 }", "note: { type: Int, since: *v, fill: *v }", "version: &v 2, oldest: 2 }",
                "note: { type: Int }"
            ),
            // The own keys of a mapping come after what it merges, whose place they take.
            (
                "version: 2 }", "a: &a { type: String?, since: 1 }, note: { <<: *a, doc: y, since: 2 }",
                "version: 2, oldest: 2 }", "a: &a { type: String? }, note: { <<: *a, doc: y }"
            ),
            (
                "adopt: [&v 2], version: *v }", "note: { type: String?, since: *v }",
                "adopt: [&v 2], version: *v, oldest: 2 }", "note: { type: String? }"
            ),
            (
                "adopt: [&v 2], oldest: *v, version: 3 }", "note: { type: String?, since: 3 }",
                "adopt: [&v 2], oldest: 3, version: 3 }", nil
            ),
        ])
    func writtenAliases(_ database: String, _ fields: String, _ newDatabase: String, _ newFields: String?) throws {
        func text(_ database: String, _ fields: String) -> String {
            """
            database: { name: D, \(database)
            models:
              A:
                table: a
                primaryKey: id
                fields: { id: Int64, \(fields) }

            """
        }
        try command.write(text(database, fields), to: "Models/a.model.yaml")
        let before = newFields == nil ? "3" : "2"
        let outcome = try command.run("squash", "Models", "--before", before)
        guard let newFields else {
            // It was version 2 that files are adopted as.
            #expect(outcome.errors.contains("squash-refused"), "\(outcome.errors)")
            return
        }
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(try command.text("Models/a.model.yaml") == text(newDatabase, newFields))
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("a squash can be repeated if `oldest` is an alias, whose anchor stays")
    func oldestAsAlias() throws {
        let text = """
            database: { name: D, version: 3 }
            models:
              A:
                table: a
                primaryKey: id
                fields: { id: Int64, n: { type: Int, default: &o 2 }, note: { type: String?, since: 3 } }

            """
        let database = "database: { name: D, version: 3 }\n"
        let moved = text.replacing(database, with: "") + "database: { name: D, version: 3, oldest: *o }\n"
        try command.write(moved, to: "Models/a.model.yaml")
        let outcome = try command.run("squash", "Models", "--before", "3")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try command.text("Models/a.model.yaml")
                == moved.replacing("oldest: *o", with: "oldest: 3").replacing(", since: 3", with: ""))
    }

    @Test("content shared through an alias is removed everywhere it is used")
    func aliases() throws {
        let text = """
            database: { name: D, version: 3 }
            models:
              A:
                table: a
                primaryKey: id
                fields:
                  id: Int64
                  n: &late { type: Int?, since: 2 }
                  m: *late

            """
        try command.write(text, to: "Models/a.model.yaml")
        let outcome = try command.run("squash", "Models", "--before", "2")
        // Both were added in version 2, so both lose it.
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(
            try command.text("Models/a.model.yaml")
                == text.replacing(", since: 2", with: "").replacing("version: 3", with: "version: 3, oldest: 2"))
        #expect(try command.run("check", "Models").code == 0)
    }

    @Test("an alias that is removed or replaced leaves what it stands for where it is")
    func aliasesOfNumbers() throws {
        let text = """
            models:
              A:
                table: a
                primaryKey: id
                fields:
                  id: Int64
                  n: { type: Int?, since: &three 3 }
                  m: { since: *three, type: Int? }
                  o:
                    type: Int?
                    since: *three
                  p: { type: Int?, since: *three }   # the last one
                  q: { type: Int?, default: &two 2 }
              B: { table: b, primaryKey: id, fields: { id: Int64 }, since: *three }
            database:
              name: D
              version: 4
              oldest: *two

            """
        try command.write(text, to: "Models/a.model.yaml")
        _ = try command.run("squash", "Models", "--before", "3", exits: 0)
        let squashed = text.replacing("oldest: *two", with: "oldest: 3").replacing(", since: &three 3", with: "")
            .replacing("since: *three, ", with: "").replacing("        since: *three\n", with: "")
            .replacing(", since: *three", with: "")
        #expect(try command.text("Models/a.model.yaml") == squashed)
        _ = try command.run("check", "Models", exits: 0)
    }
}
