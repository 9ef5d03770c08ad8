import Foundation
import ModelgenDiagnostics
import ModelgenFiles

/// The tool of the build-tool plugin: `modelgen generate --prune` and nothing else.
///
/// It is an executable of its own because SwiftPM builds the tools of a plugin from source, in every user's first build.
/// So it imports nothing that only other commands need: importers, pictures, documents, the parser of the command line.
@main
enum ModelgenGenerate {
    static func main() {
        BugReport.install()
        do {
            try run(PluginArguments(CommandLine.arguments.dropFirst()))
        } catch let refused as RefusedInput {
            exit(refused.shown().code)
        } catch let failure as CommandFailure {
            failure.show()
            exit(failure.code)
        } catch {
            BugReport.end("\(error)")
        }
    }

    private static func run(_ arguments: PluginArguments) throws {
        let run = try arguments.places.load(arguments.places.loadConfiguration())
        let result = run.generate(for: .generating)
        DiagnosticOutput.show(result.diagnostics)
        guard !result.diagnostics.containsErrors else { throw CommandFailure.shown }
        if !arguments.linked.isEmpty { try result.files.requireProducts(among: arguments.linked) }

        let folder = try OutputFolder(path: arguments.output)
        try folder.write(folder.changes(to: result.files))
        try folder.delete(folder.filesWithoutInput(among: result.files, sharedWithin: nil))
    }
}
