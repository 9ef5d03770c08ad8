import ModelgenDatabase
import ModelgenPlanning
import ModelgenSchema
import Testing

@testable import ModelgenVerification

@Suite("Swift steps") struct SwiftStepTests {
    @Test("the rows of a Swift step are the same whatever happens to the model") func frozen() throws {
        func frozen(_ version: Int, _ model: Model, steps: [Int: [DatabaseMigration.Step]] = [:]) throws
            -> [FrozenTable]
        {
            let planned = try proved(blog(version: version, [model], steps: steps))
            return planned.migrations[0].swiftSteps.flatMap(\.tables)
        }
        let legacy = stored("legacy", optional(double))
        let now = try frozen(
            2,
            model(
                "Post", [key, stored("title"), stored("slug", optional(text), since: 2)],
                [2: [.swift("fill"), .drop(legacy)]]))
        // Since then the model has another name, its fields are reordered, and everything was renamed.
        let later = try frozen(
            5,
            model(
                "Article",
                [
                    stored("headline", .scalar(.url), column: "headline"), stored("slug", .scalar(.uuid), since: 2),
                    stored("number", int, column: "id", assigned: .database(autoincrement: .reusesKeys)),
                    stored("more", optional(text), since: 4),
                ], table: "articles", primaryKey: ["number"],
                [
                    2: [.swift("fill"), .drop(legacy)], 3: [was { $0.name = "posts" }],
                    4: [
                        renamed("title", to: "headline")
                    ],
                    5: [
                        .change(from: stored("slug", optional(text)), .using("ifnull(slug, '')"))
                    ],
                ]))
        #expect(now == later)
        #expect(now.map(\.name) == ["posts"])
        #expect(now[0].columns.map(\.name) == ["id", "legacy", "slug", "title"])
        #expect(now[0].columns.map(\.storage) == [.integer, .real, .text, .text])
        #expect(now[0].columns.map(\.nullability) == [.required, .nullable, .nullable, .required])
    }

    @Test("a Swift step names existing models, and has a unique name") func swiftSteps() throws {
        let old = model("Old", [key])
        func rules(_ steps: [Int: [DatabaseMigration.Step]]) throws -> [String] {
            let models = [
                model("Post", [key]), model("New", [key], since: 3), view("V", "SELECT id FROM posts", table: "v"),
            ]
            return try #require(blog(version: 3, models, steps: steps).plannedDatabase("Blog")).findings.map(\.rule)
        }
        func step(_ models: SwiftName...) -> DatabaseMigration.Step { .swift(SwiftStep(name: "f", models: models)) }
        #expect(try rules([2: [step("Post", "Old"), .dropModel(old)]]) == [])
        #expect(try rules([3: [step("New")]]) == [])
        #expect(try rules([2: [step("New")]]) == ["step-without-table"])
        #expect(try rules([2: [.dropModel(old)], 3: [step("Old")]]) == ["step-without-table"])
        #expect(try rules([2: [step("V")]]) == ["step-without-table"])
        #expect(try rules([2: [step()], 3: [step()]]) == ["step-name-taken"])
    }
}
