import ModelgenDiagnostics
import ModelgenParsing
import ModelgenDatabase
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema

/// The result of a run.
package struct GenerationResult: Sendable {
    /// The generated files, in the order of the inputs; empty if there are errors.
    package var files: [GeneratedFile] = []
    /// The models from which the files were generated; nil if there are errors.
    package var models: PlannedModels?
    /// All diagnostics, sorted.
    package var diagnostics: [Diagnostic] = []
}

/// What the inputs mean, as far as they could be read.
package struct Analysis: Sendable {
    /// Nil if the inputs could not be read.
    package var models: PlannedModels?
    /// All diagnostics, sorted.
    package var diagnostics: [Diagnostic]
}

/// The models of a run with the SQL of their databases, and the last release.
package struct PlannedModels: Sendable {
    package var schema: Schema
    /// The databases that the inputs declare, in their order, without those of imported modules.
    package var databases: [PlannedDatabase]
    /// The named queries as SQLite prepared them.
    package var queries: [PreparedQuery]
    /// Nil before the first release.
    package var lock: Lock?
    var positions: Positions

    init(_ parsed: ParsedSchema, databases: [PlannedDatabase], queries: [PreparedQuery], lock: Lock?) {
        self.queries = queries
        self.databases = databases
        schema = parsed.schema
        self.lock = lock
        positions = parsed.positions
    }
}

extension Positions {
    /// Converts a finding of a later stage to a diagnostic, with its place in the input.
    package func diagnostic(_ finding: Finding) -> Diagnostic {
        let severity: Diagnostic.Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            }
        return Diagnostic(severity, rule: finding.rule, finding.message, at: place(of: finding.element))
    }

    /// Where an element is declared. For an element that is no longer declared, such as the old name of a field, the
    /// place of its model.
    private func place(of id: ElementID) -> SourceRange? {
        self[id] ?? id.element.model.flatMap { self[.model($0)] }
    }

}

extension ElementID.Element {
    fileprivate var model: SwiftName? {
        switch self {
        case .field(let model, _), .relation(let model, _), .query(let model, _), .action(let model, _),
            .nested(let model, _), .operation(let model, _), .step(let model, _, _):
            model
        case .file, .database, .api, .enumeration, .transformer, .externalType, .model, .databaseStep: nil
        }
    }
}
