import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenPlanning
import ModelgenRendering

/// What `generate` and `check` are told alike: the models, and how code is made of them.
struct SchemaArguments: ParsableArguments {
    @Argument(help: ArgumentHelp("Files NAME.model.yaml, or folders that hold some.", valueName: "inputs"))
    var inputs: [String] = []

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp("The folder of another module whose models these refer to.", valueName: "dir"))
    var imports: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration; by default modelgen.yaml in the current folder, where there is one.", valueName: "file")
    )
    var config: String?

    @Option(help: "Who sees the generated declarations: internal, package or public.")
    var access: AccessLevel?

    @Option(help: ArgumentHelp("A folder of Mustache templates that replace ours by name.", valueName: "dir"))
    var templates: String?

    /// Reads everything that a run needs from the disk.
    func load(clock: any StageClock) throws -> Run {
        let configuration = try ConfigurationFile.load(explicit: config)
        let places = inputs.isEmpty ? configuration.inputs : inputs
        guard !places.isEmpty else {
            throw CommandFailure.usage("there are no inputs; name files or folders, or 'inputs:' in modelgen.yaml")
        }
        let options = GenerationOptions(
            access: access ?? configuration.access ?? .internal,
            emits: configuration.emits ?? Set(Emission.allCases),
            header: configuration.header)
        let library = try templateLibrary(templates ?? configuration.templates)
        return try clock.time("read") {
            Result {
                Run(
                    inputs: try InputDiscovery.files(at: places),
                    imports: imports.isEmpty ? [] : try InputDiscovery.files(at: imports),
                    configuration: configuration,
                    pipeline: Pipeline(
                        options: options, templates: library, parsing: configuration.parsing, clock: clock))
            }
        }.get()
    }

    private func templateLibrary(_ folder: String?) throws -> TemplateLibrary {
        do {
            return try TemplateLibrary(overrides: folder.map(TemplateFolder.texts) ?? [:])
        } catch let errors as TemplateErrors {
            let place = folder.map { $0 + "/" } ?? ""
            throw CommandFailure.input(errors.errors.map { place + $0.description }.joined(separator: "\n"))
        }
    }
}

extension AccessLevel: ExpressibleByArgument {}

/// One run: what it reads, and what it does with it.
struct Run {
    var inputs: [SourceFile]
    var imports: [SourceFile]
    var configuration: ConfigurationFile
    var pipeline: Pipeline

    func generate() -> GenerationResult { pipeline.generate(inputs, imports: imports) }
}
