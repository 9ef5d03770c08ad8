import ModelgenCore
import ModelgenDiagnostics
import Testing

@Suite("A squash")
struct SquashedEntriesTests {
    private let pipeline: Pipeline

    init() throws { pipeline = try Pipeline.plain() }

    private func files(_ text: String) -> [SourceFile] { [SourceFile(path: "m.model.yaml", text: text)] }

    @Test(
        "leaves `{}` of what has nothing but its version, in blocks and in braces",
        arguments: [
            ("index:\n          since: 2", "index: {}"), ("index: { since: 2 }", "index: {  }"),
            ("index:\n          # soon\n          since: 2", "index:\n          # soon\n          {}"),
            ("index: &i\n          since: 2", "index: &i\n          {}"),
            ("index:\n          name: i\n          since: 2", "index:\n          name: i"),
        ])
    func emptied(_ index: String, _ squashed: String) throws {
        func text(_ version: String, _ index: String) -> String {
            """
            database: { name: D, \(version) }
            models:
              M:
                primaryKey: id
                fields:
                  id: Int64
                  name:
                    type: String
                    \(index)

            """
        }
        let result = pipeline.squash(files(text("version: 3", index)), lock: nil, database: "D", before: 3)
        #expect(result.diagnostics.errors.map(\.message) == [])
        #expect(result.files.map(\.new.text) == [text("version: 3, oldest: 3", squashed)])
    }

    @Test("removes the former names of models whose last definition it removes, and no others")
    func formerNames() throws {
        func text(_ former: String, _ database: String, _ steps: [String]) -> String {
            """
            \(former)database: { name: D, \(database) }
            models:
              Post:
                primaryKey: id
                fields: { id: Int64, user: Int64?, tag: Int64? }

            """ + (steps.isEmpty ? "" : "    migrations: { \(steps.joined(separator: ", ")) }\n")
        }
        let user = "3: [{ dropModel: { User: { primaryKey: id, fields: { id: Int64 } } } }]"
        let tag = "4: [{ dropModel: { Tag: { primaryKey: id, fields: { id: Int64 } } } }]"
        let changes = [
            "2: [{ change: { user: { from: { type: Int64?, references: Member.id } } } }]",
            "4: [{ change: { tag: { from: { type: Int64?, references: Label.id } } } }]",
        ]
        let all = text(
            "formerly: { Member: User, Label: Tag }\n", "version: 4, migrations: { \(user), \(tag) }", changes)
        let some = pipeline.squash(files(all), lock: nil, database: "D", before: 3)
        #expect(some.diagnostics.errors.map(\.message) == [])
        #expect(
            some.files.map(\.new.text) == [
                text(
                    "formerly: { Label: Tag }\n", "version: 4, oldest: 3, migrations: { \(tag) }",
                    [changes[1]])
            ])
        let rest = pipeline.squash(files(all), lock: nil, database: "D", before: 4)
        #expect(rest.diagnostics.errors.map(\.message) == [])
        #expect(rest.files.map(\.new.text) == [text("", "version: 4, oldest: 4", [])])
    }
}
