import ModelgenDatabase
import ModelgenSchema
import ModelgenVerification
import SeededNumbers
import Testing

@Suite("Full-text search with REPLACE")
struct FullTextTests {
    /// A table with every kind of key by which a row can be replaced.
    private static func schema(_ table: String) -> Schema {
        blog(
            version: 1,
            [
                model(
                    "Note",
                    [
                        key, stored("title"), stored("body", optional(text)), stored("email", optional(text)),
                        stored("number", optional(int)),
                    ],
                    table: table,
                    indexes: [
                        index("emails", "email", unique: true),
                        Index(
                            name: "titles", terms: [.expression("lower(title) DESC")], uniqueness: .unique,
                            condition: "number > 5"),
                    ], fullText: ["title", "body"])
            ])
    }

    @Test(
        "a line break in a condition stays as it is in the triggers",
        arguments: ["title = 'a\nb'", "title = 'a\n\n  b' -- 'x\n\nAND 1", "title <> \"id\n\" OR 1"])
    func lineBreak(condition: String) throws {
        let title = String(condition.split(separator: "'", omittingEmptySubsequences: false).dropFirst().first ?? "t")
        let schema = blog(
            version: 1,
            [
                model(
                    "Note", [key, stored("title"), stored("x", optional(text), column: "id\n")],
                    indexes: [index("u", "title", unique: true, where: condition)], fullText: ["title"])
            ])
        let database = try MemoryDatabase()
        for statement in try #require(schema.plannedDatabase("Blog")).newest.createStatements {
            try database.run(statement)
        }
        for id in 1...2 { try database.run("INSERT OR REPLACE INTO notes (id, title) VALUES (\(id), '\(title)')") }
        #expect(throws: Never.self) {
            try database.run("INSERT INTO notes_fts (notes_fts, rank) VALUES ('integrity-check', 1)")
        }
    }

    @Test(
        "the index matches the table after any statement, with and without recursive triggers, whatever its name is",
        arguments: 0..<30, ["notes", "old", "New"])
    func random(seed: Int, table: String) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        let database = try MemoryDatabase()
        let planned = try #require(Self.schema(table).plannedDatabase("Blog"))
        for statement in planned.newest.createStatements { try database.run(statement) }
        if seed.isMultiple(of: 3) { try database.run("PRAGMA recursive_triggers = ON") }
        for step in 0..<40 {
            let statement = Self.statement(&random, table)
            // Some are rejected by a constraint; what they did before is undone, or kept by OR FAIL.
            _ = try? database.run(statement)
            #expect(throws: Never.self, "statement \(step): \(statement)") {
                try database.run("INSERT INTO \(table)_fts (\(table)_fts, rank) VALUES ('integrity-check', 1)")
            }
        }
    }

    private static func statement(_ random: inout SeededNumbers, _ table: String) -> String {
        func one(_ values: [String]) -> String { values.randomElement(using: &random) ?? "NULL" }
        let id = one(["NULL", "-1", "1", "2", "3", "4"])
        let title = one(["'a b'", "'A B'", "'c'", "'d e f'"])
        let values = [
            id, title, one(["NULL", "'a'", "'x y'"]), one(["NULL", "'p'", "'q'"]), one(["NULL", "1", "7"]),
        ]
        let row = values.joined(separator: ", ")
        let policy = one(["", "OR REPLACE ", "OR REPLACE ", "OR IGNORE ", "OR FAIL ", "OR ABORT "])
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return "DELETE FROM \(table) WHERE id = \(id)"
        case 1:
            let column = Int.random(in: 0..<5, using: &random)
            let name = ["id", "title", "body", "email", "number"][column]
            return "UPDATE \(policy)\(table) SET \(name) = \(values[column]) WHERE id >= \(one(["1", "2", "3"]))"
        case 2:
            return """
                INSERT INTO \(table) VALUES (\(row)) ON CONFLICT (id) DO UPDATE SET title = excluded.title, \
                email = excluded.email
                """
        case 3:
            return """
                REPLACE INTO \(table) SELECT id + 1, title, body, email, number FROM \(table) \
                ORDER BY id DESC LIMIT 3
                """
        default: return "INSERT \(policy)INTO \(table) VALUES (\(row))"
        }
    }
}
