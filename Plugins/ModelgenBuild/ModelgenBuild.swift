import Foundation
import PackagePlugin

/// Generates the Swift code of a target's `*.model.yaml` files whenever it is built.
///
/// There is one command per target, because a target's files form one schema. Output paths follow from input names
/// alone, so SwiftPM knows them before anything has run.
@main
struct ModelgenBuild: BuildToolPlugin {
    func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
        guard let module = target.sourceModule else { return [] }
        let models = TargetModels(module.modelFiles, of: module, in: context.package)
        return models.commands(
            for: target.name, in: module.directoryURL, files: module.sourceFiles.map(\.url),
            linked: [module.moduleName]
                + module.recursiveTargetDependencies.compactMap(\.sourceModule?.moduleName)
                .filter { $0.hasPrefix("Model") },
            tool: try context.tool(named: "modelgen-generate").url, output: context.pluginWorkDirectoryURL)
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ModelgenBuild: XcodeBuildToolPlugin {
        func createBuildCommands(context: XcodePluginContext, target: XcodeTarget) throws -> [Command] {
            let project = context.xcodeProject
            return TargetModels(of: target, in: project).commands(
                for: target.displayName, in: target.folder(in: project), files: target.inputFiles.map(\.url),
                linked: [],
                tool: try context.tool(named: "modelgen-generate").url, output: context.pluginWorkDirectoryURL)
        }
    }
#endif

extension TargetModels {
    /// The command that generates the models of a target, or none if there is nothing to generate.
    ///
    /// It runs in every build; the tool has nothing to do if nothing changed. SwiftPM runs a command if one of its inputs
    /// has changed, but caches the list of inputs until a file is added to the target or removed from it. So files outside
    /// of the target, such as the configuration, the lock and templates, cannot be inputs: if one were deleted, builds
    /// would fail with "missing inputs", and a new one would go unnoticed. A folder among the inputs would only show the
    /// names in it, not edits. So the input is a folder that always exists and that each run of the tool modifies.
    ///
    /// - Parameters:
    ///   - files: The files of the target.
    ///   - linked: The target's module and the modules that it depends on, so that the tool can report missing ones;
    ///     empty in Xcode, which does not provide them.
    fileprivate func commands(
        for target: String, in folder: URL, files: [URL], linked: [String], tool: URL, output: URL
    ) -> [Command] {
        guard !inputs.isEmpty else {
            Diagnostics.warning("no *.model.yaml in target `\(target)`; ModelgenBuild has nothing to generate")
            return []
        }
        guard namesAreUnique(in: folder) else { return [] }
        let command = Command.buildCommand(
            displayName: "Generating models of \(target)", executable: tool,
            arguments: inputs.map(\.path) + ["--output", output.path, "--touch", Self.touched.path] + options
                + linked.sorted().flatMap { ["--linked", $0] },
            // SwiftPM warns about a file in the target that is not an input of any command. It plans again after such a file
            // was deleted, except in a dependency, where a missing Swift file is the same error.
            inputFiles: [Self.touched] + files.filter(\.isOurs),
            outputFiles: inputs.map { output.appending(path: $0.generatedName) })
        return [command]
    }

    /// SwiftPM's sandbox lets commands write here. The plugin's output folder is unsuitable: if it is deleted, it is
    /// missing until the command has run.
    private static let touched = URL(filePath: "/tmp")

    /// Two files of one name would have the same output, which SwiftPM reports less clearly than the tool does.
    private func namesAreUnique(in folder: URL) -> Bool {
        let twins = Dictionary(grouping: inputs, by: \.generatedName).values.filter { $0.count > 1 }
        for files in twins.sorted(by: { $0[0].path < $1[0].path }) {
            let names = files.map { $0.path.replacing(folder.path + "/", with: "") }
            Diagnostics.error(
                "\(names.joined(separator: " and ")) would both generate \(files[0].generatedName); rename one of them",
                file: files[1].path, line: 1)
        }
        return twins.isEmpty
    }
}

extension URL {
    /// `post.model.swift` for `post.model.yaml`.
    fileprivate var generatedName: String { deletingPathExtension().lastPathComponent + ".swift" }

    /// Whether the tool may read this file of a target, or has written it (`modelgen import openapi`).
    fileprivate var isOurs: Bool {
        let endings = [".model.yaml", ".import.yaml", "modelgen.yaml", ".lock", ".mustache"]
        return endings.contains { lastPathComponent.hasSuffix($0) }
    }
}
