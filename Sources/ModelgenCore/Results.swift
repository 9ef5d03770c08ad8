import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
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
