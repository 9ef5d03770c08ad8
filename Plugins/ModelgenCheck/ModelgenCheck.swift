import PackagePlugin

/// `swift package modelgen-check`: tells whether the sources that are checked in are what the models give. Writes
/// nothing, and so asks for no permission.
@main
struct ModelgenCheck: CommandPlugin {
    func performCommand(context: PluginContext, arguments: [String]) throws {
        try ToolRun(context, arguments, verb: "check").run()
    }
}
