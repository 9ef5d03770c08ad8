import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenPlanning

/// What models are compared with.
package enum ComparisonBase: Sendable {
    /// What was released last.
    case lock(SourceFile)
    /// Other models: those of an earlier commit, say.
    case models([SourceFile])
}

extension Pipeline {
    /// What changes for those who rely on the base: rows, documents, call sites.
    package func compare(
        _ inputs: [SourceFile], imports: [SourceFile] = [], with base: ComparisonBase
    ) -> ComparisonResult {
        let now = analyse(inputs, imports: imports, for: .inspecting)
        let (earlier, problems) = facts(of: base, imports: imports)
        let all = (now.diagnostics + problems).sorted()
        guard let models = now.models, let earlier, !all.containsErrors else {
            return ComparisonResult(diagnostics: all)
        }
        let facts = ReleasedFacts(models.schema, databases: models.databases)
        return ComparisonResult(
            differences: facts.differences(since: earlier, models.databases), diagnostics: all)
    }

    private func facts(of base: ComparisonBase, imports: [SourceFile]) -> (ReleasedFacts?, [Diagnostic]) {
        switch base {
        case .lock(let file):
            let (lock, diagnostics) = readLock(file)
            return (lock.map { ReleasedFacts($0).withoutSteps }, diagnostics)
        case .models(let files):
            let analysis = analyse(files, imports: imports, for: .inspecting)
            return (
                analysis.models.map { ReleasedFacts($0.schema, databases: $0.databases) },
                // What only deserves a warning there is no news here.
                analysis.diagnostics.filter { $0.severity == .error }
            )
        }
    }
}

extension ReleasedFacts {
    /// What the newest versions are, without the steps that led to them: a lock keeps those for its proof.
    fileprivate var withoutSteps: ReleasedFacts {
        var facts = self
        facts.databases = databases.mapValues { $0.filter { !$0.kind.isStep } }
        return facts
    }
}

extension Fact.Kind {
    fileprivate var isStep: Bool {
        switch self {
        case .sql, .swift, .fill, .using: true
        case .table, .column, .reference, .check, .index, .fullText, .view, .wireEnum, .value, .object, .read, .write,
            .api, .endpoint, .type, .initializer, .property, .enumCase, .function, .requirement:
            false
        }
    }
}

/// What a comparison gives.
package struct ComparisonResult: Sendable {
    /// Nil where there are errors.
    package var differences: [Difference]?
    /// Everything there is to say, sorted.
    package var diagnostics: [Diagnostic]
}
