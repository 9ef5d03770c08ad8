import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import Testing

@Suite("Histories by chance")
struct RandomHistoryTests {
    /// `make histories` asks for more of them.
    private static let count = ProcessInfo.processInfo.environment["HISTORIES"].flatMap { Int($0) } ?? 300

    @Test("what was released stays valid, whatever becomes of it, for every command and in every order")
    func histories() throws {
        let pipeline = Pipeline(options: GenerationOptions(), templates: try TemplateLibrary())
        let problems = Array(0..<Self.count).concurrentMap { problem(seed: UInt64($0 + 1), pipeline) }
        let wrong = problems.compactMap { $0 }
        // A reference to a key, in a step of the version that renames the key: 3 of 300.
        let undecided = wrong.filter { $0.contains("[unknown-reference]") }
        withKnownIssue("by which name a step refers to a key that its version renames", isIntermittent: true) {
            #expect(undecided == [])
        }
        let others = wrong.filter { !undecided.contains($0) }
        #expect(others.isEmpty, "\(others.count) of \(Self.count), such as \(others.prefix(3).joined(separator: "\n"))")
    }

    /// What is wrong with the history of that seed; nil if it is as it should be.
    private func problem(seed: UInt64, _ pipeline: Pipeline) -> String? {
        var history = RandomHistory(seed: seed)
        var lock: SourceFile?
        func told(_ diagnostics: [Diagnostic], _ command: String) -> String? {
            let errors = diagnostics.filter { $0.severity == .error }
            if errors.isEmpty { return nil }
            let list = errors.map { "[\($0.rule)] \($0.message)" }.joined(separator: "\n")
            return "seed \(seed), \(command) of version \(history.version):\n\(list)\n\(history.yaml())"
        }
        let versions = 3 + Int(seed % 3)
        while true {
            if history.version == versions || (history.version + Int(seed)) % 2 == 0 {
                let result = pipeline.release([file(history.yaml())], lock: lock)
                if let problem = told(result.diagnostics, "release") { return problem }
                lock = result.lock.map { SourceFile(path: "modelgen.lock", text: $0) }
            }
            if history.version == versions { break }
            history.advance()
        }
        let reversed = file(history.yaml(.reversed))
        let generated = pipeline.analyse([reversed], lock: lock, for: .generating)
        return told(generated.diagnostics, "generate in another order")
    }

    private func file(_ text: String) -> SourceFile { SourceFile(path: "m.model.yaml", text: text) }
}
