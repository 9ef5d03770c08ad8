import ModelgenDiagnostics
import ModelgenSchema

/// The naming strategies of a run, from the configuration.
package struct ParsingOptions: Sendable {
    /// How JSON keys are derived from names, unless a model says otherwise.
    package var jsonKeys: NamingStrategy
    /// How columns are derived from names.
    package var columns: NamingStrategy
    /// How tables are derived from names.
    package var tables: NamingStrategy

    package init(
        jsonKeys: NamingStrategy = .identity,
        columns: NamingStrategy = .snakeCase,
        tables: NamingStrategy = .snakeCase
    ) {
        self.jsonKeys = jsonKeys
        self.columns = columns
        self.tables = tables
    }
}

/// Reads the files of a run into one schema.
///
/// `imports` are the files of other modules. Unless a file names its module, it belongs to the module that one of its
/// folders is named after: `Sources/Core/user.model.yaml` belongs to `Core`.
///
/// The diagnostics are those of the whole run, sorted. The schema is nil if one of them is an error.
package func parse(
    _ files: [SourceFile],
    imports: [SourceFile],
    options: ParsingOptions = ParsingOptions()
) -> (ParsedSchema?, [Diagnostic]) {
    let resolver = Resolver(options: options)
    resolver.load(files, imports: imports)
    let schema = resolver.resolve()
    // A node that aliases repeat is examined, and would be reported, each time.
    var diagnostics: [Diagnostic] = []
    for diagnostic in resolver.diagnostics.sorted() where diagnostic != diagnostics.last {
        diagnostics.append(diagnostic)
    }
    return (diagnostics.containsErrors ? nil : schema, diagnostics)
}
