import ArgumentParser
import ModelgenFiles

/// The tool of the build-tool plugin in the bundle of prebuilt tools: a separate program would double its size.
struct RunPluginTool: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin-tool", abstract: "Runs for the build-tool plugin.", shouldDisplay: false)

    @Argument(parsing: .captureForPassthrough)
    var arguments: [String] = []

    func run() throws { try PluginTool(arguments).run() }
}
