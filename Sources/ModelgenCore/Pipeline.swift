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
    package var parsing: ParsingOptions
    package var clock: any StageClock

    package init(
        options: GenerationOptions, templates: TemplateLibrary, parsing: ParsingOptions = ParsingOptions(),
        clock: any StageClock = SilentClock()
    ) {
        self.options = options
        self.templates = templates
        self.parsing = parsing
        self.clock = clock
    }

    /// The generated files of the inputs, or none where something is wrong with them.
    ///
    /// - Parameters:
    ///   - inputs: the files to generate code for; together they are one schema.
    ///   - imports: the files of other modules that they refer to.
    package func generate(_ inputs: [SourceFile], imports: [SourceFile] = []) -> GenerationResult {
        let (parsed, diagnostics) = clock.time("parse") { parse(inputs, imports: imports, options: parsing) }
        guard let parsed else { return GenerationResult(diagnostics: diagnostics) }

        let databases = clock.time("plan databases") {
            parsed.schema.databases.compactMap { parsed.schema.plannedDatabase($0.name) }
        }
        var findings = databases.flatMap(\.findings)
        if !findings.contains(where: { $0.severity == .error }) {
            findings += clock.time("verify") {
                databases.flatMap { verifyChain($0) + verifyViews($0, schema: parsed.schema) }
            }
        }

        let planned = clock.time("plan code") { plan(parsed.schema, databases: databases, options: options) }
        findings += planned.findings
        let all = (diagnostics + findings.map(parsed.positions.diagnostic)).sorted()
        guard !all.containsErrors else { return GenerationResult(diagnostics: all) }

        let files = clock.time("render") { templates.render(planned.files) }
        return GenerationResult(files: files, diagnostics: all)
    }
}

/// What a run gives.
package struct GenerationResult: Sendable {
    /// The generated files, in the order of the inputs; none where there are errors.
    package var files: [GeneratedFile] = []
    /// Everything there is to say, sorted.
    package var diagnostics: [Diagnostic] = []
}

extension Positions {
    /// What a later stage found, at its place in the input.
    fileprivate func diagnostic(_ finding: Finding) -> Diagnostic {
        let severity: Diagnostic.Severity =
            switch finding.severity {
            case .error: .error
            case .warning: .warning
            }
        return Diagnostic(severity, rule: finding.rule, finding.message, at: self[finding.element])
    }
}
