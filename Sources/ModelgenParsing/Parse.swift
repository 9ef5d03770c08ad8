import ModelgenDiagnostics
import ModelgenSchema

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
    let (schema, diagnostics) = parseWhatResolves(files, imports: imports, options: options)
    return (diagnostics.containsErrors ? nil : schema, diagnostics)
}

/// The same for files that may have errors: the schema is what could be resolved.
package func parseWhatResolves(
    _ files: [SourceFile],
    imports: [SourceFile],
    options: ParsingOptions
) -> (ParsedSchema, [Diagnostic]) {
    let resolver = Resolver(options: options)
    resolver.load(files, imports: imports)
    resolver.resolve()
    resolver.applyRules()
    // A module that no file imports may be written for another version of modelgen, or be something else.
    let broken = resolver.unimportedFiles.intersection(
        resolver.diagnostics.filter { $0.severity == .error }.compactMap(\.range?.file.path))
    guard broken.isEmpty else {
        return parseWhatResolves(files, imports: imports.filter { !broken.contains($0.path) }, options: options)
    }
    let schema = ParsedSchema(schema: resolver.makeSchema(), positions: resolver.positions)
    // A node that aliases repeat is examined each time, and would be reported each time.
    var diagnostics: [Diagnostic] = []
    for diagnostic in resolver.diagnostics.sorted() where diagnostic != diagnostics.last {
        diagnostics.append(diagnostic)
    }
    return (schema, diagnostics)
}
