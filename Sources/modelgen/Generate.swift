import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes one NAME.model.swift for each NAME.model.yaml.",
        discussion: """
            All inputs of one run form one schema: their models may refer to each other. Nothing is written when there \
            is any error, and a file is written only when its text changed.

            The migrations of each database are run on an in-memory SQLite, one version after the other, and the named \
            queries are prepared there. Where there is a modelgen.lock, released versions must be what they were.
            """)

    @OptionGroup var schema: SchemaArguments

    @Option(name: .shortAndLong, help: ArgumentHelp("The folder for the generated files.", valueName: "dir"))
    var output: String?

    @Flag(help: "Tell what would be written, and write nothing.")
    var dryRun = false

    @Flag(help: "Tell how long each stage took.")
    var timings = false

    func run() throws {
        let clock = TimingClock()
        let run = try schema.load(clock: clock)
        guard let output = output ?? run.configuration.output else {
            throw CommandFailure.usage("there is no output folder; add --output DIR, or 'output:' to modelgen.yaml")
        }
        let result = Progress.shown("Generating models") { run.generate(for: .generating) }
        DiagnosticOutput.show(result.diagnostics)
        guard !result.diagnostics.containsErrors else { throw ExitCode(1) }

        let folder = try OutputFolder(path: output)
        let changes = try clock.time("compare") { try folder.changes(to: result.files) }
        if !dryRun {
            try clock.time("write") { try folder.write(changes) }
        }
        for stale in try folder.filesWithoutInput(among: result.files) {
            StandardError.write("warning: \(folder.path)/\(stale) has no input any more; delete it\n")
        }
        print(summary(changes, of: result.files.count))
        if timings { StandardError.write(clock.report) }
    }

    private func summary(_ changes: OutputChanges, of count: Int) -> String {
        if dryRun {
            return changes.isEmpty
                ? "nothing would change" : changes.names.map { "would write \($0)" }.joined(separator: "\n")
        }
        let files = count == 1 ? "1 file" : "\(count) files"
        return changes.isEmpty ? "\(files), nothing changed" : "\(files), \(changes.names.count) written"
    }
}
