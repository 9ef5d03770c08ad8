import Foundation
import ModelMigrations
import ModelTesting
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema
import Testing

@Suite("Random histories")
struct RandomHistoryTests {
    /// `make histories` tests more of them.
    private static let count = ProcessInfo.processInfo.environment["HISTORIES"].flatMap { Int($0) } ?? 60

    @Test("a release stays valid whatever happens later, for every command and in every order")
    func histories() throws {
        let pipeline = try Pipeline.plain()
        let problems = Array(0..<Self.count).concurrentMap { problem(seed: UInt64($0 + 1), pipeline) }
        let wrong = problems.compactMap { $0 }
        #expect(wrong.isEmpty, "\(wrong.count) of \(Self.count), such as \(wrong.prefix(3).joined(separator: "\n"))")
    }

    /// What is wrong with the history for a seed; nil if nothing is.
    private func problem(seed: UInt64, _ pipeline: Pipeline) -> String? {
        var history = RandomHistory(seed: seed)
        var lock: SourceFile?
        func told(_ diagnostics: [Diagnostic], _ command: String) -> String? {
            let errors = diagnostics.errors
            if errors.isEmpty { return nil }
            let list = errors.map { "[\($0.rule)] \($0.message)" }.joined(separator: "\n")
            return "seed \(seed), \(command) of version \(history.version):\n\(list)\n\(history.yaml())"
        }
        let versions = 3 + Int(seed % 3)
        while true {
            let generated = pipeline.analyse(files(history, .asWritten), lock: lock, for: .generating)
            if let problem = told(generated.diagnostics, "generate") { return problem }
            if history.version == versions || (history.version + Int(seed)) % 2 == 0 {
                let result = pipeline.release(files(history, .asWritten), lock: lock)
                if let problem = told(result.diagnostics, "release") { return problem }
                lock = result.lock.map { SourceFile(path: "modelgen.lock", text: $0) }
            }
            if history.version == versions { break }
            history.advance()
        }
        let generated = pipeline.analyse(files(history, .asWritten), lock: lock, for: .generating)
        if let problem = told(generated.diagnostics, "generate") { return problem }
        let checked = pipeline.analyse(files(history, .asWritten), lock: lock, for: .checking)
        if let problem = told(checked.diagnostics, "check") { return problem }
        // The order of declarations does not matter.
        for order in [RandomHistory.Order.reversed, .shuffled(seed: seed)] {
            let other = pipeline.analyse(
                files(history, order), lock: lock, for: seed % 4 == 0 ? .checking : .generating)
            if let problem = told(other.diagnostics, "another order") { return problem }
            if steps(of: other) != steps(of: generated) {
                return "seed \(seed): other steps in the order \(order)\n\(history.yaml())"
            }
        }
        return seed % 3 == 0 ? squashProblem(history, lock, pipeline, before: 2 + Int(seed / 3) % (versions - 1)) : nil
    }

    /// What is wrong with the history without its first versions.
    private func squashProblem(
        _ history: RandomHistory, _ lock: SourceFile?, _ pipeline: Pipeline, before oldest: Int
    ) -> String? {
        let files = files(history, .asWritten)
        let result = pipeline.squash(files, lock: lock, database: "D", before: oldest)
        let errors = result.diagnostics.errors.map(\.message)
        if let adopted = history.adopted.min(), adopted < oldest {
            return errors.isEmpty ? "version \(adopted) can be adopted, and was squashed\n\(history.yaml())" : nil
        }
        if !errors.isEmpty { return "squash before \(oldest): \(errors)\n\(history.yaml())" }
        let changed = files.map { file in result.files.first { $0.old == file }?.new ?? file }
        let rest = pipeline.analyse(changed, lock: result.lock, for: .checking)
        let told = rest.diagnostics.errors.map(\.message)
        return told.isEmpty ? nil : "after a squash before \(oldest): \(told)\n\(changed.map(\.text).joined())"
    }

    @Test("the runtime migrates every version of them, with rows and with faults, and adopts files of others")
    func files() throws {
        let pipeline = try Pipeline.plain()
        let problems = Array(1...max(1, Self.count / 10)).concurrentMap { number -> [String] in
            var history = RandomHistory(seed: UInt64(number))
            for _ in 0..<3 { history.advance() }
            let databases = pipeline.analyse(files(history, .asWritten), for: .inspecting).models?.databases ?? []
            if databases.isEmpty { return ["seed \(number) has no database"] }
            return databases.compactMap { planned in
                do {
                    let description = HistoryDatabase.Description(planned)
                    try HistoryDatabase.$description.withValue(description) {
                        _ = try HistoryDatabase.verifyMigrations(
                            migrating: HistoryDatabase.Description.steps(of: planned),
                            faults: number % 5 == 0 ? .afterEveryStatement : .none)
                    }
                    return nil
                } catch {
                    return "seed \(number): \(error)\n\(history.yaml())"
                }
            }
        }
        let wrong = problems.flatMap { $0 }
        #expect(wrong.isEmpty, "\(wrong.count), such as \(wrong.prefix(2).joined(separator: "\n"))")
    }

    /// The changes of each version of each database.
    private func steps(of analysis: Analysis) -> [String: [[MigrationStep.Action]]] {
        let databases = (analysis.models?.databases ?? []).map {
            ($0.name.text, $0.migrations.map { $0.steps.map(\.action) })
        }
        return Dictionary(databases) { first, _ in first }
    }

    private func files(_ history: RandomHistory, _ order: RandomHistory.Order) -> [SourceFile] {
        history.files(order).enumerated().map { SourceFile(path: "m\($0).model.yaml", text: $1) }
    }
}
