import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import Testing

@Suite("Values of old versions in migration tests")
struct ReleasedSampleTests {
    private func text(_ version: Int, _ head: String, _ steps: String = "") -> [SourceFile] {
        [
            SourceFile(
                path: "m.model.yaml",
                text: """
                    \(head)
                    database: { name: D, version: \(version) }
                    models:
                      Note:
                        table: notes
                        primaryKey: id
                        fields: { id: Int64, mood: Mood, place: Place }
                    \(steps)

                    """)
        ]
    }

    @Test("they are written as they were at the release, whatever the schema says today")
    func released() throws {
        let pipeline = try Pipeline.plain()
        let before = "enums: { Mood: [low, gone] }"
        let place = "  Place: { fields: { x: Int, z: String } }"
        let lock = try pipeline.lock(text(1, before, place))
        let steps = """
                migrations:
                  2:
                    - change: { mood: { from: Mood, restored: same } }
                    - change: { place: { from: Place, restored: same } }
              Place: { fields: { x: Int, y: Int } }
            """
        let result = pipeline.generate(text(2, "enums: { Mood: [low] }", steps), lock: lock)
        #expect(result.diagnostics.errors.map(\.message) == [])
        let samples = try #require(result.models?.databases.first?.samples)
        func literals(_ column: String, _ since: Int?) -> [StoredSamples] {
            samples.filter { $0.column.text == column && $0.since == since }.map(\.samples)
        }
        #expect(literals("mood", nil) == [.literals(["'gone'", "'low'"])])
        #expect(literals("mood", 2) == [.literals(["'low'"])])
        #expect(literals("place", nil) == [.literals(["'{\"x\":1,\"z\":\"word\"}'"])])
        #expect(literals("place", 2) == [.literals(["'{\"x\":1,\"y\":1}'"])])
        // The generated file contains them, for its tests.
        #expect(result.files.first?.text.contains("'gone'") == true)
    }
}
