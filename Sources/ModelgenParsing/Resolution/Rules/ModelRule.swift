import ModelgenDiagnostics
import ModelgenSchema

/// A requirement for one model that can be checked once all names are resolved.
protocol ModelRule: Rule {
    /// Reports the model's violations of the rule.
    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic]
}

/// A requirement for all models together.
protocol RunRule: Rule {
    /// Reports the run's violations of the rule.
    static func check(_ run: Resolver) -> [Diagnostic]
}
