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
