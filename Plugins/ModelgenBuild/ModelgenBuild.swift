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
        let models = TargetModels(module.modelFiles, of: module, in: context.package)
        guard !models.inputs.isEmpty else {
            Diagnostics.warning("no *.model.yaml in target '\(target.name)': ModelgenBuild has nothing to generate")
            return []
        }
        guard models.namesAreUnique(in: module) else { return [] }
        let output = context.pluginWorkDirectoryURL
        return [
            .buildCommand(
                displayName: "Generating models of \(target.name)",
                executable: try context.tool(named: "modelgen-generate").url,
                arguments: models.inputs.map(\.path) + ["--output", output.path] + models.options,
                // The folder itself tells when modelgen.yaml or modelgen.lock comes into it.
                inputFiles: models.files + [context.package.directoryURL],
                outputFiles: models.inputs.map { output.appending(path: $0.generatedName) })
        ]
    }
}

extension TargetModels {
    /// Two files of one name would give one output twice, of which SwiftPM tells less than the tool would.
    fileprivate func namesAreUnique(in module: any SourceModuleTarget) -> Bool {
        let twins = Dictionary(grouping: inputs, by: \.generatedName).values.filter { $0.count > 1 }
        for files in twins.sorted(by: { $0[0].path < $1[0].path }) {
            let names = files.map { $0.path.replacing(module.directoryURL.path + "/", with: "") }
            Diagnostics.error(
                "\(names.joined(separator: " and ")) would both give \(files[0].generatedName); rename one of them",
                file: files[1].path, line: 1)
        }
        return twins.isEmpty
    }
}

extension URL {
    /// `post.model.swift` for `post.model.yaml`.
    fileprivate var generatedName: String { deletingPathExtension().lastPathComponent + ".swift" }
}
