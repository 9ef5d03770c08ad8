import ModelgenDiagnostics
import ModelgenSchema

/// The naming habits of a run, as the configuration sets them.
package struct ParsingOptions: Sendable {
    /// How JSON keys follow from names, where a model does not say it itself.
    package var jsonKeys: NamingStrategy
    /// How columns follow from names.
    package var columns: NamingStrategy
    /// How tables follow from names.
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
/// `imports` are the files of other modules. Unless a file says its module, it belongs to the one that one of its folders
/// is named for: `Sources/Core/user.model.yaml` to `Core`.
///
/// The diagnostics are those of the whole run, sorted. The schema is nil when one of them is an error.
package func parse(
    _ files: [SourceFile],
    imports: [SourceFile],
    options: ParsingOptions = ParsingOptions()
) -> (ParsedSchema?, [Diagnostic]) {
    let resolver = Resolver(options: options)
    resolver.load(files, imports: imports)
    let schema = resolver.resolve()
    // A node that aliases repeat is looked at each time, and would be told each time.
    var diagnostics: [Diagnostic] = []
    for diagnostic in resolver.diagnostics.sorted() where diagnostic != diagnostics.last {
        diagnostics.append(diagnostic)
    }
    return (diagnostics.containsErrors ? nil : schema, diagnostics)
}
