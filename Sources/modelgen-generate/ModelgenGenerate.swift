import Foundation
import ModelgenFiles

/// The tool of the build-tool plugin: ``PluginTool`` and nothing else.
///
/// It is a separate executable because SwiftPM builds the tools of a plugin from source in every user's first build. So
/// it imports nothing that only other commands need: importers, diagrams, OpenAPI, the parser of the command line.
@main
enum ModelgenGenerate {
    static func main() {
        BugReport.install()
        do {
            try CommandLine.requireText()
            try PluginTool(CommandLine.arguments.dropFirst()).run()
        } catch let refused as RefusedInput {
            exit(refused.shown().code)
        } catch let failure as CommandFailure {
            failure.show()
            exit(failure.code)
        } catch {
            BugReport.end("\(error)")
        }
    }
}
