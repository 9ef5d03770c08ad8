import ModelgenCore
import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenPlanning
import ModelgenRendering
import Testing

@Suite("Histories that are easy to get wrong")
struct NastyHistoryTests {
    @Test("every version becomes every later one with all its rows", arguments: NastyHistory.all)
    func pairs(_ history: NastyHistory) throws {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        let file = SourceFile(path: "m.model.yaml", text: history.yaml + "\n")
        let result = pipeline.analyse([file], for: .checking)
        let told = result.diagnostics.filter { !history.findings.contains($0.rule) }
        #expect(told.map { "\($0.rule): \($0.message)" } == [])
        #expect(Set(result.diagnostics.map(\.rule)) == Set(history.findings))
        let planned = try #require(result.models?.databases.first)
        #expect(planned.shapes.count > 1)
        // The versions differ, else nothing was tried; a field's name alone is no difference.
        #expect(planned.plan.migrations.contains { !$0.steps.isEmpty })
    }
}
