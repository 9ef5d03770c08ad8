import ModelgenDiagnostics
import ModelgenSchema

/// A requirement for one model that can be checked once all names are resolved.
protocol ModelRule: Rule {
    /// What is wrong with the model.
    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic]
}

/// A requirement for all models together.
protocol RunRule: Rule {
    /// What is wrong with the run.
    static func check(_ run: Resolver) -> [Diagnostic]
}

extension Resolver {
    /// Applies the rules about resolved models, to several models at once.
    func applyRules() {
        let own = subjects.indices.filter { files[subjects[$0].file].module == nil }
        // A rule about one model only reads what is resolved.
        nonisolated(unsafe) let run = self
        for found in own.concurrentMap({ index in
            RuleCatalogue.modelRules.flatMap { $0.check(run.subjects[index], run) }
        }) {
            diagnostics += found
        }
        for rule in RuleCatalogue.runRules { diagnostics += rule.check(self) }
    }
}
