import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema
import ModelgenVerification

/// The path from the text of models to the text of Swift: the stages, from top to bottom.
///
/// Each stage is a function of values. No stage runs after one that found errors, but a stage collects all of its
/// errors, so that one run reports as much as possible.
package struct Pipeline: Sendable {
    package var options: GenerationOptions
    package var templates: TemplateLibrary
    package var parsing: ParsingOptions
    package var clock: any StageClock
    /// Whether named queries that scan whole tables are reported.
    package var scans = ScanReport.ignored

    package init(
        options: GenerationOptions, templates: TemplateLibrary, parsing: ParsingOptions = ParsingOptions(),
        clock: any StageClock = SilentClock()
    ) {
        self.options = options
        self.options.sharesFields = templates.supportsSharedFields
        self.templates = templates
        self.parsing = parsing
        self.clock = clock
    }

    /// The generated files of the inputs; empty if there are errors.
    ///
    /// - Parameters:
    ///   - inputs: The files to generate code for; together they are one schema.
    ///   - imports: The files of other modules that they refer to.
    ///   - lock: The lock file; nil before the first release.
    ///   - purpose: The purpose of the run, which decides how much is verified.
    package func generate(
        _ inputs: [SourceFile], imports: [SourceFile] = [], lock: SourceFile? = nil,
        for purpose: Purpose = .generating
    ) -> GenerationResult {
        let analysis = analyse(inputs, imports: imports, lock: lock, for: purpose)
        guard let models = analysis.models else { return GenerationResult(diagnostics: analysis.diagnostics) }

        var planned = clock.time("plan code") {
            plan(
                models.schema, databases: models.databases, queries: models.queries, options: options,
                printing: templates.print)
        }
        let all = (analysis.diagnostics + planned.findings.map(models.positions.diagnostic)).sorted()
        guard !all.containsErrors else { return GenerationResult(diagnostics: all) }

        let files = clock.time("render") { templates.render(&planned.files) }
        return GenerationResult(files: files, models: models, diagnostics: all)
    }

    /// What the inputs mean, with the diagnostics so far. This runs the stages up to the SQL, which is verified as the
    /// purpose requires.
    package func analyse(
        _ inputs: [SourceFile], imports: [SourceFile] = [], lock: SourceFile? = nil, for purpose: Purpose
    ) -> Analysis {
        let (parsed, diagnostics) = clock.time("parse") { parse(inputs, imports: imports, options: parsing) }
        let (released, problems) = clock.time("read lock") { readLock(lock) }
        guard let parsed else {
            let missing = missingSteps(in: inputs, imports: imports, since: released)
            return Analysis(diagnostics: ((missing ?? diagnostics) + problems).sorted())
        }

        let databases = clock.time("plan databases") {
            parsed.schema.databases.compactMap { database in
                var planned = parsed.schema.plannedDatabase(database.name)
                if planned?.mode == .versioned { planned?.released = released?.database(database.name) }
                return planned
            }
        }
        var findings = databases.flatMap(\.findings)
        if !findings.errors.isEmpty, let missing = missingSteps(in: inputs, imports: imports, since: released) {
            return Analysis(diagnostics: (missing + problems).sorted())
        }
        var queries: [PreparedQuery] = []
        if findings.errors.isEmpty {
            findings += purpose.findings(comparing: released, to: databases)
            findings += clock.time("verify") { databases.flatMap { purpose.findings(proving: $0, of: parsed.schema) } }
            let verified = clock.time("prepare queries") {
                databases.map { purpose.queries(of: $0, in: parsed.schema, scans: scans) }
            }
            findings += verified.flatMap(\.findings)
            queries = verified.flatMap(\.prepared)
        }
        let all = (diagnostics + problems + findings.map(parsed.positions.diagnostic)).sorted()
        return Analysis(
            models: PlannedModels(parsed, databases: databases, queries: queries, lock: released), diagnostics: all)
    }

    /// The steps that are missing since the last release, if the inputs would differ from it even without the steps
    /// that led to it.
    ///
    /// A released step refers to the schema of its time. If a field is dropped, renamed or required afterwards, that
    /// step may have errors, but it is not the one to be corrected.
    private func missingSteps(
        in inputs: [SourceFile], imports: [SourceFile], since released: Lock?
    ) -> [Diagnostic]? {
        guard let released else { return nil }
        var options = parsing
        options.settled = released.lastVersions
        let (parsed, diagnostics) = parse(inputs, imports: imports, options: options)
        guard let parsed else { return nil }
        let databases = parsed.schema.databases.compactMap { database in
            parsed.schema.plannedDatabase(database.name, backTo: options.settled[database.name] ?? 1)
        }
        let missing = databases.flatMap(released.missingSteps)
        guard !missing.isEmpty, databases.flatMap(\.findings).errors.isEmpty else { return nil }
        return diagnostics + missing.map(parsed.positions.diagnostic)
    }
}
