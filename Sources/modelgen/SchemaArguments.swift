import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenPlanning
import ModelgenRendering

/// What every command that reads models is told alike: where they are.
struct ModelArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files NAME.model.yaml, or folders that hold some; by default the 'inputs:' of modelgen.yaml.",
            valueName: "inputs"),
        completion: .file(extensions: ["yaml"]))
    var inputs: [String] = []

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "The folder of another module whose models these refer to. The module is the one that the folder is named "
                + "for, unless it stands before it: Core=Sources/Shared.", valueName: "dir"),
        completion: .directory)
    var imports: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration; by default modelgen.yaml in the current folder, where there is one.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var config: String?

    @Option(
        name: .customLong("project"),
        help: ArgumentHelp(
            "A folder to look for modelgen.yaml and modelgen.lock in, instead of the current one; of several, the first "
                + "that has one counts.", valueName: "dir"),
        completion: .directory)
    var projects: [String] = []

    /// The configuration that was named, or the first that the projects' folders have.
    var configurationPath: String? { config ?? firstFile(named: "modelgen.yaml") }

    /// The lock of the first project's folder that has one, or the one beside the configuration.
    var usualLock: LockFile {
        firstFile(named: "modelgen.lock").map { LockFile(path: $0, choice: .usual) }
            ?? .usual(beside: configurationPath)
    }

    private func firstFile(named name: String) -> String? {
        projects.map { $0 + "/" + name }.first { FileManager.default.fileExists(atPath: $0) }
    }

    /// What the configuration says, or what holds where there is none.
    func configuration() throws -> ConfigurationFile {
        // Where folders are named, that of the current one is another project's.
        guard projects.isEmpty || configurationPath != nil else { return ConfigurationFile() }
        return try ConfigurationFile.load(explicit: configurationPath)
    }

    /// Where the models are: as the arguments say, else as the configuration does.
    func places(_ configuration: ConfigurationFile) -> [String] {
        inputs.isEmpty ? configuration.inputs : inputs
    }

    /// Reads the models from the disk.
    func load() throws -> Run {
        let configuration = try configuration()
        return try load(configuration, pipeline: .standard(configuration))
    }

    /// Reads the models from the disk.
    ///
    /// - Parameters:
    ///   - configuration: what the configuration says.
    ///   - pipeline: how code is made of the models.
    ///   - clock: what measures the stages.
    func load(
        _ configuration: ConfigurationFile, pipeline: Pipeline, clock: any StageClock = SilentClock()
    ) throws -> Run {
        let places = places(configuration)
        guard !places.isEmpty else {
            throw CommandFailure.usage(
                "there are no inputs; name files or folders, or 'inputs:' in modelgen.yaml, which modelgen init writes")
        }
        return try clock.time("read") {
            Result {
                Run(
                    inputs: try InputDiscovery.files(at: places),
                    imports: try InputDiscovery.imports(at: imports),
                    configuration: configuration, pipeline: pipeline)
            }
        }.get()
    }
}

extension Pipeline {
    /// A pipeline with the embedded templates, for what ends before code is written.
    fileprivate static func standard(_ configuration: ConfigurationFile) throws -> Pipeline {
        Pipeline(
            options: GenerationOptions(
                access: configuration.access ?? .internal, emits: configuration.emits ?? Set(Emission.allCases)),
            templates: try TemplateLibrary(), parsing: configuration.parsing)
    }
}

/// What `generate` and `check` are told alike: the models, and how code is made of them.
struct SchemaArguments: ParsableArguments {
    @OptionGroup var models: ModelArguments
    @OptionGroup var lock: LockArguments

    @Option(help: "Who sees the generated declarations: internal, package or public.")
    var access: AccessLevel?

    @Option(
        help: ArgumentHelp("A folder of Mustache templates that replace ours by name.", valueName: "dir"),
        completion: .directory)
    var templates: String?

    /// Reads everything that a run needs from the disk.
    func load(_ configuration: ConfigurationFile, clock: any StageClock = SilentClock()) throws -> Run {
        let options = GenerationOptions(
            access: access ?? configuration.access ?? .internal,
            emits: configuration.emits ?? Set(Emission.allCases),
            header: configuration.header)
        let library = try TemplateFolder.library(templates ?? configuration.templates)
        let pipeline = Pipeline(options: options, templates: library, parsing: configuration.parsing, clock: clock)
        var run = try models.load(configuration, pipeline: pipeline, clock: clock)
        run.lock = try lock.file(of: models).read()
        return run
    }
}

extension AccessLevel: ExpressibleByArgument {}

/// One run: what it reads, and what it does with it.
struct Run {
    var inputs: [SourceFile]
    var imports: [SourceFile]
    var configuration: ConfigurationFile
    var pipeline: Pipeline
    /// What was released; nil before the first release.
    var lock: SourceFile?

    func generate(for purpose: Purpose) -> GenerationResult {
        pipeline.generate(inputs, imports: imports, lock: lock, for: purpose)
    }

    func release() -> ReleaseResult { pipeline.release(inputs, imports: imports, lock: lock) }

    func compare(with base: ComparisonBase) -> ModelgenCore.ComparisonResult {
        pipeline.compare(inputs, imports: imports, with: base)
    }

    func inspect() -> Analysis { pipeline.analyse(inputs, imports: imports, for: .inspecting) }
}
