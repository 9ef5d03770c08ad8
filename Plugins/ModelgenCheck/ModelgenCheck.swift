import PackagePlugin

/// `swift package modelgen-check`: checks whether the checked-in sources match the models. It writes nothing, so it
/// needs no permission.
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
