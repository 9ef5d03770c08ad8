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
    /// Applies the rules about resolved models.
    func applyRules() {
        let rules = RuleCatalogue.modelRules
        for subject in subjects where files[subject.file].module == nil {
            for rule in rules { diagnostics += rule.check(subject, self) }
        }
        for rule in RuleCatalogue.runRules { diagnostics += rule.check(self) }
    }
}
