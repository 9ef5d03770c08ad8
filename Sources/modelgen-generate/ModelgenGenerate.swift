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
        let folder = try OutputFolder(path: arguments.output)
        let input = run.contentHash(linked: arguments.linked)
        if let record = input.flatMap(folder.record) {
            StandardError.write(record.messages)
            return try finish(folder, writing: .none, of: record.names)
        }

        let result = run.generate(for: .generating)
        DiagnosticOutput.show(result.diagnostics)
        guard !result.diagnostics.containsErrors else { throw CommandFailure.shown }
        if !arguments.linked.isEmpty { try result.files.requireProducts(among: arguments.linked) }

        try finish(folder, writing: folder.changes(to: result.files), of: result.files.map(\.name))
        if let input {
            let messages = DiagnosticOutput.text(of: result.diagnostics)
            folder.keep(GenerationRecord(input: input, messages: messages, files: result.files))
        }
    }

    private static func finish(_ folder: OutputFolder, writing changes: OutputChanges, of names: [String]) throws {
        try folder.write(changes)
        try folder.delete(folder.filesWithoutInput(besides: names, sharedWithin: nil))
    }
}
