import Foundation
import PackagePlugin

/// What the plugins pass to the tool about a target's models. Every plugin uses this, so that all generate the same
/// bytes.
///
/// A plugin cannot depend on a library, so each links to this file.
struct TargetModels {
    /// The schema files of the target, sorted.
    let inputs: [URL]
    /// The tool's options besides the inputs: models of other modules, and where the configuration and the lock are.
    let options: [String]

    /// - Parameters:
    ///   - inputs: The schema files of the target.
    ///   - imports: The schema files of the modules that it depends on.
    ///   - places: The folders of the configuration and the lock: the target's, if they concern one target, and the
    ///     project's.
    init(_ inputs: [URL], imports: [(module: String, file: URL)] = [], places: [URL]) {
        self.inputs = inputs
        // The tool looks for the configuration and the lock itself: SwiftPM caches a plugin's result until a file is added
        // to a target or removed from it.
        options =
            imports.flatMap { ["--import", "\($0.module)=\($0.file.path)"] }
            // Xcode need not have a folder for a target.
            + places.filter { FileManager.default.fileExists(atPath: $0.path) }.flatMap { ["--project", $0.path] }
    }
}

extension TargetModels {
    /// The models of a target of a Swift package.
    init(_ inputs: [URL], of module: any SourceModuleTarget, in package: Package) {
        let dependencies = module.recursiveTargetDependencies.compactMap(\.sourceModule)
        let imports = dependencies.flatMap { module in module.allModelFiles.map { (module.moduleName, $0) } }
        self.init(inputs, imports: imports, places: [module.directoryURL, package.directoryURL])
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

extension [URL] {
    fileprivate var schemaFiles: [URL] {
        filter { $0.lastPathComponent.hasSuffix(".model.yaml") }.sorted { $0.path < $1.path }
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
