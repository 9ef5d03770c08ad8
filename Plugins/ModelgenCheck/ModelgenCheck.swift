import PackagePlugin

/// `swift package modelgen-check`: tells whether the sources that are checked in are what the models give. Writes
/// nothing, and so asks for no permission.
@main
struct ModelgenCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ToolRun(arguments, verb: "check").run(in: Project(context))
    }
}

#if canImport(XcodeProjectPlugin)
    import XcodeProjectPlugin

    extension ModelgenCheck: XcodeCommandPlugin {
        func performCommand(context: XcodePluginContext, arguments: [String]) throws {
            try ToolRun(arguments, verb: "check").run(in: Project(context))
        }
    }
#endif
