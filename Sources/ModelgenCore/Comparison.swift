import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenSchema

/// What models are compared with.
package enum ComparisonBase: Sendable {
    /// The last release.
    case lock(SourceFile)
    /// Other models, such as those of an earlier commit, with what they import and the pipeline that reads them.
    case models([SourceFile], imports: [SourceFile], Pipeline)
}

extension Pipeline {
    /// The changes that affect users of the base: their rows, documents and call sites.
    package func compare(
        _ inputs: [SourceFile], imports: [SourceFile] = [], with base: ComparisonBase
    ) -> ComparisonResult {
        let now = analyse(inputs, imports: imports, for: .inspecting)
        let (earlier, problems) = facts(of: base)
        let all = (now.diagnostics + problems).sorted()
        guard let models = now.models, let earlier, !all.containsErrors else {
            return ComparisonResult(diagnostics: all)
        }
        let differences = releasedFacts(of: models).differences(since: earlier, models.databases)
        let beginning = inputs.first?.beginning
        return ComparisonResult(
            differences: differences,
            places: Dictionary(
                firstOf: differences.compactMap { difference in
                    (models.place(of: difference) ?? beginning).map { (difference, $0) }
                }),
            diagnostics: all)
    }

    private func releasedFacts(of models: PlannedModels) -> ReleasedFacts {
        ReleasedFacts(
            models.schema.compared(options.emits), databases: models.databases, models.schema.codeOptions(options))
    }

    private func facts(of base: ComparisonBase) -> (ReleasedFacts?, [Diagnostic]) {
        switch base {
        case .lock(let file):
            let (lock, diagnostics) = readLock(file)
            return (lock.map { ReleasedFacts($0) }, diagnostics)
        case .models(let files, let imports, let pipeline):
            let analysis = pipeline.analyse(files, imports: imports, for: .inspecting)
            return (
                analysis.models.map(pipeline.releasedFacts),
                // Warnings were reported there already.
                analysis.diagnostics.errors
            )
        }
    }
}

/// The result of a comparison.
package struct ComparisonResult: Sendable {
    /// Nil if there are errors.
    package var differences: [Difference]?
    /// Where the inputs declare what differs, or the element to which it belonged.
    package var places: [Difference: SourceRange] = [:]
    /// All diagnostics, sorted.
    package var diagnostics: [Diagnostic]
}
