import PackagePlugin

/// `swift package modelgen`: writes generated sources to be checked in, and runs every other command of the tool.
@main
struct ModelgenCommand: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ToolRun(arguments).run(in: Project(context))
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ModelgenCommand: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try ToolRun(arguments).run(in: Project(context))
        }
    }
#endif
