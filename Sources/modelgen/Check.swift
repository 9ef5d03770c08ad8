import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenFiles

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates models, and that checked-in code is what they give.",
        discussion: """
            Without --output the models are validated and nothing else. With it, the files in that folder are compared \
            with what `generate` would write: a difference is shown as a unified diff and ends with exit code 3.

            It proves more than `generate` does: every version of a database is migrated to every later one, with rows \
            in its tables, and an earlier version that is missing from modelgen.lock is an error.
            """)

    @OptionGroup var schema: SchemaArguments

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder with the checked-in files.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Also warn of named queries that read a whole table, and say which index they lack.")
    var queryPlans = false

    func run() throws {
        var run = try schema.load(schema.models.places.loadConfiguration())
        run.pipeline.scans = queryPlans ? .reported : .ignored
        let result = Progress.shown("Checking models") { [run] in run.generate(for: .checking) }
        DiagnosticOutput.show(result.diagnostics)
        guard !result.diagnostics.containsErrors else { throw CommandFailure.shown }
        guard let output = output ?? run.configuration.output else {
            print("\(run.inputs.count == 1 ? "1 file is" : "\(run.inputs.count) files are") fine")
            return
        }

        let folder = try OutputFolder(path: output)
        let changes = try folder.changes(to: result.files)
        let stale = try folder.filesWithoutInput(among: result.files)
        for change in changes.files {
            print(
                UnifiedDiff(old: change.old ?? "", new: change.new, oldName: change.name, newName: change.name),
                terminator: "")
        }
        for name in stale { print("\(folder.path)/\(name) has no input any more; delete it") }
        guard changes.isEmpty, stale.isEmpty else {
            StandardError.write("error: generated code in \(folder.path) is out of date; run: modelgen generate\n")
            throw ExitCode(3)
        }
        print("\(result.files.count == 1 ? "1 file is" : "\(result.files.count) files are") up to date")
    }
}
