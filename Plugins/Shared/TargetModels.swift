import Foundation
import PackagePlugin

/// What the plugins pass to the tool about a target's models. Every plugin uses this, so that all generate the same
/// bytes.
///
/// A plugin cannot depend on a library, so each links to this file.
struct TargetModels {
    /// The schema files of the target, sorted.
    let inputs: [URL]
    /// Everything that the tool reads.
    let files: [URL]
    /// The tool's options besides the inputs: models of other modules, and where the configuration and the lock are.
    let options: [String]

    /// - Parameters:
    ///   - inputs: the schema files of the target.
    ///   - imports: the schema files of the modules that it depends on.
    ///   - configurations: those of these modules, which say how their JSON keys are named.
    ///   - places: the folders of the configuration and the lock: the target's, if they concern one target, and the
    ///     project's.
    init(_ inputs: [URL], imports: [(module: String, file: URL)] = [], configurations: [URL] = [], places: [URL]) {
        self.inputs = inputs
        var files = inputs + imports.map(\.file) + configurations
        var options = imports.flatMap { ["--import", "\($0.module)=\($0.file.path)"] }
        // The tool looks for them itself: SwiftPM caches a plugin's result until a file is added to a target or removed
        // from it.
        for place in places { options += ["--project", place.path] }
        let configuration = places.firstFile(named: "modelgen.yaml")
        files += [configuration].compactMap { $0 } + Self.templates(of: configuration)
        let locks = Self.paths(for: "lock", in: configuration) + [places.firstFile(named: "modelgen.lock")]
        files += locks.compactMap { $0 }.filter { FileManager.default.fileExists(atPath: $0.path) }
        self.files = files
        self.options = options
    }

    /// The folder of templates that a configuration names, to notice when one is added, and the templates in it.
    private static func templates(of configuration: URL?) -> [URL] {
        paths(for: "templates", in: configuration).flatMap { folder -> [URL] in
            guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else { return [] }
            return [folder] + names.sorted().filter { $0.hasSuffix(".mustache") }.map { folder.appending(path: $0) }
        }
    }

    /// What a configuration may have under a key, in any style of YAML. The tool reads it properly; here, one path too
    /// many only means one more look at a file.
    private static func paths(for key: String, in configuration: URL?) -> [URL] {
        guard let configuration, let text = try? String(contentsOf: configuration, encoding: .utf8),
            let value = try? Regex(
                #"(?m)(?:^|[{,])[ \t]*["']?\#(key)["']?\s*:\s*["']?([^"',}#\r\n]+)"#, as: (Substring, Substring).self)
        else { return [] }
        return text.matches(of: value).map { match in
            let name = match.1.trimmingCharacters(in: .whitespaces)
            return URL(filePath: name, relativeTo: configuration.deletingLastPathComponent()).absoluteURL
        }
    }
}

extension TargetModels {
    /// The models of a target of a Swift package.
    init(_ inputs: [URL], of module: any SourceModuleTarget, in package: Package) {
        let dependencies = module.recursiveTargetDependencies.compactMap(\.sourceModule)
        let imports = dependencies.flatMap { module in module.allModelFiles.map { (module.moduleName, $0) } }
        let configurations = Set(imports.compactMap { $1.deletingLastPathComponent().configuration })
        self.init(
            inputs, imports: imports, configurations: configurations.sorted { $0.path < $1.path },
            places: [module.directoryURL, package.directoryURL])
    }
}

extension SourceModuleTarget {
    /// The schema files among the target's sources, sorted.
    var modelFiles: [URL] { sourceFiles.map(\.url).schemaFiles }

    /// The schema files among the sources or, if there are none, in the target's folder: a target whose generated
    /// sources are checked in excludes its YAML, since SwiftPM warns about unhandled files.
    var allModelFiles: [URL] {
        guard modelFiles.isEmpty else { return modelFiles }
        let files = FileManager.default.enumerator(
            at: directoryURL, includingPropertiesForKeys: nil, options: .skipsHiddenFiles)
        return (files?.compactMap { $0 as? URL } ?? []).schemaFiles
    }
}

extension URL {
    /// The nearest configuration in a folder or above it, up to that of the package, as the tool finds it.
    fileprivate var configuration: URL? {
        if let found = [self].firstFile(named: "modelgen.yaml") { return found }
        let isTop = pathComponents.count < 2 || [self].firstFile(named: "Package.swift") != nil
        return isTop ? nil : deletingLastPathComponent().configuration
    }
}

extension [URL] {
    fileprivate var schemaFiles: [URL] {
        filter { $0.lastPathComponent.hasSuffix(".model.yaml") }.sorted { $0.path < $1.path }
    }

    /// The first file with that name in one of the folders.
    fileprivate func firstFile(named name: String) -> URL? {
        map { $0.appending(path: name) }.first { FileManager.default.fileExists(atPath: $0.path) }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension TargetModels {
        /// The models of a target of an Xcode project.
        ///
        /// They are on their own: Xcode does not tell a plugin which targets a target depends on.
        init(of target: XcodeTarget, in project: XcodeProject) {
            self.init(
                target.inputFiles.map(\.url).schemaFiles, places: [target.folder(in: project), project.directoryURL])
        }
    }

    extension XcodeTarget {
        /// Where Xcode puts the sources of a target: the folder with its name.
        func folder(in project: XcodeProject) -> URL { project.directoryURL.appending(path: displayName) }
    }
#endif
