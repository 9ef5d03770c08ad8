import Foundation
import PackagePlugin

/// What a command plugin works on: a Swift package or an Xcode project.
struct Project {
    /// A target with sources.
    struct Target {
        var name: String
        var folder: URL
        /// Its schema files, wherever they are in its folder.
        var models: () -> TargetModels
    }

    /// The tool `modelgen`.
    let tool: URL
    let folder: URL
    let targets: [Target]

    init(_ context: PluginContext) throws {
        tool = try context.tool(named: "modelgen").url
        folder = context.package.directoryURL
        targets = context.package.targets.compactMap(\.sourceModule).map { module in
            Target(name: module.name, folder: module.directoryURL) {
                TargetModels(module.allModelFiles, of: module, in: context.package)
            }
        }
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension Project {
        init(_ context: XcodePluginContext) throws {
            let project = context.xcodeProject
            tool = try context.tool(named: "modelgen").url
            folder = project.directoryURL
            targets = project.targets.map { target in
                Target(name: target.displayName, folder: target.folder(in: project)) {
                    TargetModels(of: target, in: project)
                }
            }
        }
    }
#endif
