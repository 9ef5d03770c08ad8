import Foundation
import PackagePlugin

/// What the tool is told of a target's models: the same by every plugin, so that the same bytes come of it.
///
/// A plugin cannot depend on a library, so each has this file by a link.
struct TargetModels {
    /// The schema files of the target, sorted.
    let inputs: [URL]
    /// Everything that the tool reads.
    let files: [URL]
    /// What the tool is told beside the inputs: models of other modules, where the configuration and the lock are.
    let options: [String]

    /// - Parameter inputs: the schema files of the target.
    init(_ inputs: [URL], of module: any SourceModuleTarget, in package: Package) {
        self.inputs = inputs
        var files = inputs
        var options: [String] = []
        for dependency in module.recursiveTargetDependencies.compactMap(\.sourceModule) {
            for file in dependency.allModelFiles {
                files.append(file)
                options += ["--import", "\(dependency.moduleName)=\(file.path)"]
            }
        }
        // In the target's folder, where they concern one target, or in the package's. The tool looks for them itself:
        // SwiftPM remembers what a plugin said as long as no file comes or goes in a target.
        let places = [module.directoryURL, package.directoryURL]
        for place in places { options += ["--project", place.path] }
        if let configuration = places.firstFile(named: "modelgen.yaml") {
            files += [configuration] + Self.templates(of: configuration)
        }
        files += [places.firstFile(named: "modelgen.lock")].compactMap { $0 }
        self.files = files
        self.options = options
    }

    /// The templates of the folder that a configuration names. Its line is enough to find them: what is wrong with it,
    /// the tool says.
    private static func templates(of configuration: URL) -> [URL] {
        let text = (try? String(contentsOf: configuration, encoding: .utf8)) ?? ""
        let lines = text.split(whereSeparator: \.isNewline)
        guard let line = lines.first(where: { $0.hasPrefix("templates:") }) else { return [] }
        let name = line.dropFirst("templates:".count).prefix { $0 != "#" }
            .trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'"))
        let folder = URL(filePath: name, relativeTo: configuration.deletingLastPathComponent()).absoluteURL
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.sorted().filter { $0.hasSuffix(".mustache") }.map { folder.appending(path: $0) }
    }
}

extension SourceModuleTarget {
    /// The schema files among the target's sources, sorted.
    var modelFiles: [URL] { sourceFiles.map(\.url).schemaFiles }

    /// Those, or where there are none, those in its folder: a target whose generated sources are checked in excludes its
    /// YAML, since SwiftPM warns of files that nothing in the build takes.
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

    /// The first file of that name in one of the folders.
    fileprivate func firstFile(named name: String) -> URL? {
        map { $0.appending(path: name) }.first { FileManager.default.fileExists(atPath: $0.path) }
    }
}
