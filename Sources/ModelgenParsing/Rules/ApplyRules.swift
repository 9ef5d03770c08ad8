import ModelgenDiagnostics

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
