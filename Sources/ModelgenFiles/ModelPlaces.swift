import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenParsing
import ModelgenPlanning
import ModelgenRendering
import ModelgenSchema

/// The paths of the models and of what belongs to them: the arguments of every command.
package struct ModelPlaces {
    /// Files and folders. If empty, the configuration's `inputs:` apply.
    package var inputs: [String]
    /// The folders of other modules: `DIR` or `MODULE=DIR`.
    package var imports: [String]
    /// The path of the configuration, if the user named one.
    package var configuration: String?
    /// The folders that are searched for the configuration and the lock instead of the current folder.
    package var projects: [String]
    /// Whether an input may be a folder without models, because the last one was deleted.
    package var emptyFolders = InputDiscovery.EmptyFolders.refused

    package init(
        inputs: [String] = [], imports: [String] = [], configuration: String? = nil, projects: [String] = []
    ) {
        self.inputs = inputs
        self.imports = imports
        self.configuration = configuration
        self.projects = projects
    }

    /// The path of the named configuration, or of the first one in the projects' folders.
    package var configurationPath: String? {
        configuration ?? projects.map(Self.configuration).first(where: FileManager.default.mayHaveEntry)
    }

    /// The lock in the first project folder that has one or whose configuration declares one; otherwise the one next to
    /// the configuration or, without a configuration, in the first project's folder.
    package func lock(_ configuration: ConfigurationFile) -> LockFile {
        let declared = configuration.lock
        let nearer = projects.prefix { project in
            declared.map { self.configuration == nil && $0.place?.file.path != Self.configuration(in: project) } ?? true
        }
        if let path = nearer.map({ $0 + "/modelgen.lock" }).first(where: FileManager.default.mayHaveEntry) {
            return LockFile(path: path, choice: .usual, target: target(at: path))
        }
        let usual = LockFile.usualPath(beside: configurationPath ?? projects.first.map(Self.configuration))
        let path = declared?.text ?? usual
        return LockFile(path: path, choice: declared.map { .declared($0.place) } ?? .usual, target: target(at: path))
    }

    /// The target that the first project's folder is named after, if a lock is in the folder of another project.
    private func target(at lock: String) -> LockFile.Target? {
        guard let own = projects.first, projects.count > 1, lock.folderPath != own else {
            return nil
        }
        let name = URL(filePath: own).standardized.lastPathComponent
        return name.contains(where: \.isWhitespace) ? nil : LockFile.Target(name: name, folder: own)
    }

    private static func configuration(in folder: String) -> String { folder + "/modelgen.yaml" }

    /// The places where the configuration may be.
    package var configurationPlaces: [String] {
        configuration.map { [$0] } ?? (projects.isEmpty ? ["modelgen.yaml"] : projects.map(Self.configuration))
    }

    /// The configuration, or the defaults if there is none.
    package func loadConfiguration() throws -> ConfigurationFile {
        for project in projects where PathItem(project) != .folder {
            throw CommandFailure.input("\(project): no such folder")
        }
        // If folders are named, the configuration in the current folder belongs to another project.
        guard projects.isEmpty || configurationPath != nil else { return .empty }
        var loaded = try ConfigurationFile.load(explicit: configurationPath)
        // A project with its own settings may share the other's lock.
        for path in configurationPlaces.drop(while: { $0 != configurationPath }).dropFirst()
        where loaded.lock == nil && FileManager.default.mayHaveEntry(atPath: path) {
            loaded.lock = try ConfigurationFile.load(explicit: path).lock
        }
        return loaded
    }

    /// Warns about a configuration or a lock in a folder of the models, or between them and the folder that is searched. It
    /// looks as if it applied to the models, but is not the one that is read.
    package func warnOfUnreadFiles(besides configuration: ConfigurationFile, _ lock: LockFile) {
        let searched = projects.first.map { $0 + "/" } ?? ""
        var folders: Set<String> = []
        for input in inputs where !(searched.isEmpty && input.hasPrefix("/")) {
            var folder = (input.hasSuffix(InputDiscovery.suffix) ? input : input + "/*").folderPath
            while folder.hasPrefix(searched), !folder.isEmpty, folder != ".", !folder.hasSuffix(".."),
                folders.insert(folder).inserted
            {
                folder = folder.folderPath
            }
        }
        let read = [configuration.source?.path, lock.path].map { $0.flatMap(FileIdentity.init) }
        for folder in folders.sorted() {
            for path in ["\(folder)/modelgen.yaml", "\(folder)/modelgen.lock"] {
                guard let identity = FileIdentity(path), !read.contains(identity) else { continue }
                let advice = projects.isEmpty ? "pass --project \(folder)" : "move it to \(projects[0])"
                StandardError.write("warning: \(path): is not read; \(advice)\n")
            }
        }
        for place in configurationPlaces {
            let similar = String(place.dropLast("yaml".count)) + "yml"
            guard place.hasSuffix(".yaml"), FileIdentity(similar) != nil, FileIdentity(place) == nil else { continue }
            StandardError.write("warning: \(similar): is not read; rename it to modelgen.yaml\n")
        }
    }

    /// The places of the models, from the arguments or else from the configuration.
    package func inputs(_ configuration: ConfigurationFile) -> [Configuration.Path] {
        inputs.isEmpty ? configuration.inputs : inputs.map { Configuration.Path($0) }
    }

    /// The imported models, and the places where the configurations of their modules may be.
    package var importedPlaces: [String] {
        imports.flatMap { place in
            let folders = [place] + place.split(separator: "=", maxSplits: 1).dropFirst().map(String.init)
            return folders + folders.flatMap(ConfigurationFile.paths)
        }
    }

    /// Reads the models from the disk.
    package func load() throws -> Run {
        let configuration = try loadConfiguration()
        return try load(configuration, pipeline: .standard(configuration))
    }

    /// Reads the models from the disk.
    ///
    /// - Parameters:
    ///   - configuration: The contents of the configuration.
    ///   - pipeline: What generates code from the models.
    ///   - clock: What measures the stages.
    package func load(
        _ configuration: ConfigurationFile, pipeline: Pipeline, clock: any StageClock = SilentClock()
    ) throws -> Run {
        let places = inputs(configuration)
        guard !places.isEmpty else {
            throw CommandFailure.usage(
                "no inputs; pass files or folders, or add `inputs` to modelgen.yaml, which `modelgen init` writes")
        }
        return try clock.time("read") {
            let imports = try InputDiscovery.imports(at: imports)
            var pipeline = pipeline
            pipeline.parsing.ofImports = try options(of: imports)
            return Run(
                inputs: try InputDiscovery.files(at: places, emptyFolders: emptyFolders), imports: imports,
                configuration: configuration, pipeline: pipeline)
        }
    }

    /// Reads an earlier state of the models, for example in another working copy, with the configuration there, and
    /// with the imported modules at the same relative places. If a named configuration or a module is missing there,
    /// that of the present models is used.
    package func load(earlier place: String, than run: Run) throws -> Run {
        let now = Self.folder(of: inputs(run.configuration).first?.text ?? ".")
        let before = Self.folder(of: place)
        /// The file or folder at the same place relative to the earlier models.
        func moved(_ path: String) -> String? {
            let path = URL(filePath: path).absoluteURL.standardized.pathComponents
            let common = zip(now.pathComponents, path).prefix { $0 == $1 }.count
            let rises = now.pathComponents.count - common
            guard rises < before.pathComponents.count else { return nil }
            let moved = before.pathComponents.dropLast(rises) + path.dropFirst(common)
            let result = NSString.path(withComponents: Array(moved))
            return FileManager.default.hasEntry(atPath: result) ? result : nil
        }
        var places = self
        places.inputs = [place]
        places.imports = imports.map { place in
            let parts = place.split(separator: "=", maxSplits: 1).map(String.init)
            if parts.count < 2 || FileManager.default.hasEntry(atPath: place) { return moved(place) ?? place }
            return moved(parts[1]).map { "\(parts[0])=\($0)" } ?? place
        }
        let configuration =
            if let named = self.configuration {
                try moved(named).map { try ConfigurationFile.load(explicit: $0) } ?? run.configuration
            } else {
                try ConfigurationFile.paths(ofModuleIn: before.path).first(where: FileManager.default.hasEntry).map {
                    path in
                    // Its warnings were shown already.
                    let present = run.configuration.source.map { URL(filePath: $0.path).absoluteURL.standardized.path }
                    return path == present ? run.configuration : try ConfigurationFile.load(explicit: path)
                } ?? .empty
            }
        return try places.load(configuration, pipeline: .standard(configuration))
    }

    private static func folder(of place: String) -> URL {
        let url = URL(filePath: place).absoluteURL.standardized
        return place.hasSuffix(InputDiscovery.suffix) ? url.deletingLastPathComponent() : url
    }

    /// The settings of imported files: those of the configuration with which their module is generated, or the
    /// defaults if there is none. A configuration that is passed explicitly also applies to modules without one.
    private func options(of imports: [SourceFile]) throws -> [String: ParsingOptions] {
        var options: [String: ParsingOptions] = [:]
        let folders = Dictionary(grouping: imports, by: { $0.path.folderPath })
        for (folder, files) in folders.sorted(by: { $0.key < $1.key }) {
            let settings = try ConfigurationFile.ofModule(in: folder)
            var ofModule = settings?.naming ?? (configuration == nil ? ParsingOptions() : nil)
            // A command without a configuration may have been given `--access`.
            ofModule?.isInternal = settings.map { ($0.access ?? .internal) == .internal } ?? !projects.isEmpty
            for file in files { options[file.path] = ofModule }
        }
        return options
    }

    /// Reads everything that code is generated from.
    ///
    /// - Parameters:
    ///   - configuration: The contents of the configuration.
    ///   - lock: The lock of released versions; nil for the usual one.
    ///   - access: The access level of the code; nil for that of the configuration.
    ///   - templates: A folder of templates; nil for the one that the configuration names.
    ///   - clock: What measures the stages.
    package func load(
        _ configuration: ConfigurationFile, lock: LockFile? = nil, access: AccessLevel? = nil,
        templates: String? = nil, clock: any StageClock = SilentClock()
    ) throws -> Run {
        let options = GenerationOptions(
            access: access ?? configuration.access ?? .internal,
            emits: configuration.emits ?? Set(Emission.allCases),
            header: configuration.header)
        let folder = templates.map { Configuration.Path($0) } ?? configuration.templates
        let library = try folder?.used(by: TemplateFolder.library) ?? TemplateLibrary()
        let pipeline = Pipeline(options: options, templates: library, parsing: configuration.parsing, clock: clock)
        var run = try load(configuration, pipeline: pipeline, clock: clock)
        let lock = lock ?? self.lock(configuration)
        run.lock = try lock.readForCode()
        warnOfUnreadFiles(besides: configuration, lock)
        return run
    }
}

extension Pipeline {
    /// A pipeline with the embedded templates, for commands that write no code.
    fileprivate static func standard(_ configuration: ConfigurationFile) throws -> Pipeline {
        Pipeline(
            options: GenerationOptions(
                access: configuration.access ?? .internal, emits: configuration.emits ?? Set(Emission.allCases)),
            templates: try TemplateLibrary(), parsing: configuration.parsing)
    }
}
