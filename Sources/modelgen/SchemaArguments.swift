import ArgumentParser
import ModelgenCore
import ModelgenFiles
import ModelgenSchema

/// The arguments shared by all commands that read models: the paths of the models.
struct ModelArguments: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files NAME.model.yaml, or folders containing them; by default `inputs` in modelgen.yaml.",
            valueName: "inputs"),
        completion: .file(extensions: ["yaml"]))
    var inputs: [String] = []

    @Option(
        name: .customLong("import"),
        help: ArgumentHelp(
            "The folder of another module whose models are used. The module is named after the folder, unless you "
                + "specify it: Core=Sources/Shared.", valueName: "dir"),
        completion: .directory)
    var imports: [String] = []

    @Option(
        help: ArgumentHelp(
            "The configuration; by default modelgen.yaml in the current folder, if it exists.", valueName: "file"),
        completion: .file(extensions: ["yaml"]))
    var config: String?

    @Option(
        name: .customLong("project"),
        help: ArgumentHelp(
            "A folder to search for modelgen.yaml and modelgen.lock, instead of the current one; if repeated, the first "
                + "one that contains the file is used.", valueName: "dir"),
        completion: .directory)
    var projects: [String] = []

    var places: ModelPlaces {
        ModelPlaces(inputs: inputs, imports: imports, configuration: config, projects: projects)
    }

    /// Reads the models from the disk.
    func load() throws -> Run { try places.load() }

    /// Reads the models and plans their databases, without verifying them.
    func inspected() throws -> PlannedModels {
        let analysis = try load().inspect()
        return try DiagnosticOutput.accept(analysis.models, analysis.diagnostics)
    }
}

/// The arguments that `generate` and `check` share: the models, and the options for generating code.
struct SchemaArguments: ParsableArguments {
    @OptionGroup var models: ModelArguments
    @OptionGroup var lock: LockArguments

    @Option(help: "The access level of the generated declarations: internal, package or public.")
    var access: AccessLevel?

    @Option(
        help: ArgumentHelp("A folder of Mustache templates that replace the built-in ones by name.", valueName: "dir"),
        completion: .directory)
    var templates: String?

    /// Reads everything that a run needs.
    func load(
        _ configuration: ConfigurationFile, emptyFolders: InputDiscovery.EmptyFolders = .refused,
        clock: any StageClock = SilentClock()
    ) throws -> Run {
        var places = models.places
        places.emptyFolders = emptyFolders
        return try places.load(
            configuration, lock: lock.file(of: models, configuration), access: access, templates: templates,
            clock: clock)
    }
}

extension AccessLevel: ExpressibleByArgument {}
