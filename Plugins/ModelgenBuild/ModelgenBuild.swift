import Foundation
import PackagePlugin

/// Generates the Swift code of a target's `*.model.yaml` files whenever it is built.
///
/// There is one command for the target, since its files form one schema. Output paths follow from input names alone, so
/// SwiftPM knows them before anything has run.
@main
struct ModelgenBuild: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let inputs = module.modelFiles
        guard !inputs.isEmpty else {
            Diagnostics.warning("no *.model.yaml in target '\(target.name)': ModelgenBuild has nothing to generate")
            return []
        }
        let imports = target.recursiveTargetDependencies.compactMap(\.sourceModule).filter { !$0.modelFiles.isEmpty }
        let configuration = [module.directoryURL, context.package.directoryURL]
            .map { $0.appending(path: "modelgen.yaml") }
            .first { FileManager.default.fileExists(atPath: $0.path) }

        let output = context.pluginWorkDirectoryURL
        var arguments = ["generate"] + inputs.map(\.path) + ["--output", output.path]
        for dependency in imports {
            arguments += ["--import", dependency.directoryURL.path]
        }
        if let configuration {
            arguments += ["--config", configuration.path]
        }
        return [
            .buildCommand(
                displayName: "Generating models of \(target.name)",
                executable: try context.tool(named: "modelgen").url,
                arguments: arguments,
                inputFiles: inputs + imports.flatMap(\.modelFiles) + [configuration].compactMap { $0 },
                outputFiles: inputs.map { output.appending(path: $0.generatedName) })
        ]
    }
}

extension SourceModuleTarget {
    /// The schema files of the target, sorted.
    var modelFiles: [URL] {
        sourceFiles.map(\.url).filter { $0.lastPathComponent.hasSuffix(".model.yaml") }.sorted { $0.path < $1.path }
    }
}

extension URL {
    /// `post.model.swift` for `post.model.yaml`.
    var generatedName: String { deletingPathExtension().lastPathComponent + ".swift" }
}
