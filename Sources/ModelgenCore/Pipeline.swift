import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import ModelgenVerification

/// From the text of models to the text of Swift: the stages from top to bottom.
///
/// Each stage is a function of values. A stage that finds errors is the last one to run; until then all of them are
/// collected, so that one run tells everything that is wrong.
package struct Pipeline: Sendable {
    package var options: GenerationOptions
    package var templates: TemplateLibrary
    package var clock: any StageClock

    package init(options: GenerationOptions, templates: TemplateLibrary, clock: any StageClock = SilentClock()) {
        self.options = options
        self.templates = templates
        self.clock = clock
    }

    /// The generated files of the inputs, or none where something is wrong with them.
    ///
    /// - Parameters:
    ///   - inputs: the files to generate code for; together they are one schema.
    ///   - imports: the files of other modules that they refer to.
    package func generate(_ inputs: [SourceFile], imports: [ImportedFile] = []) -> GenerationResult {
        let parsing = clock.time("parse") { parse(inputs, imports: imports) }
        guard let parsed = parsing.schema, !parsing.diagnostics.containsErrors else {
            return GenerationResult(diagnostics: parsing.diagnostics.sorted())
        }

        let databases = clock.time("plan databases") { planDatabases(of: parsed.schema) }
        var findings = databases.findings
        if findings.isFineToGoOn {
            findings += clock.time("verify") { verify(databases.plans, of: parsed.schema) }
        }

        let planned = clock.time("plan code") { plan(parsed.schema, databases: databases.plans, options: options) }
        findings += planned.findings
        let diagnostics = (parsing.diagnostics + findings.map(parsed.diagnostic)).sorted()
        guard !diagnostics.containsErrors else { return GenerationResult(diagnostics: diagnostics) }

        let files = clock.time("render") { templates.render(planned.files) }
        return GenerationResult(files: files, diagnostics: diagnostics)
    }
}

/// What a run gives.
package struct GenerationResult: Sendable {
    /// The generated files, in the order of the inputs; none where there are errors.
    package var files: [GeneratedFile] = []
    /// Everything there is to say, sorted.
    package var diagnostics: [Diagnostic] = []
}

extension [Finding] {
    fileprivate var isFineToGoOn: Bool { !contains { $0.severity == .error } }
}
