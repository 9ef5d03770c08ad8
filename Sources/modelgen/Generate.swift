import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenParsing

struct Generate: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Writes one NAME.model.swift for each NAME.model.yaml.",
        discussion: """
            All inputs of a run form one schema, so their models can refer to each other. If there is an error, \
            nothing is written. A file is only written if its contents have changed.

            Before that, the migrations of each database are run on an in-memory SQLite database, version by version, \
            and the named queries are prepared there. If there is a modelgen.lock, released versions must be unchanged.
            """)

    @OptionGroup var schema: SchemaArguments

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder for the generated files.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Print what would be written, without writing anything.")
    var dryRun = false

    @Flag(help: "Delete generated files whose YAML no longer exists.")
    var prune = false

    @Flag(help: "Generate again whenever an input changes, until Ctrl-C.")
    var watch = false

    @Flag(help: "Print how long each stage took.")
    var timings = false

    func validate() throws {
        if watch, dryRun { throw ValidationError("--watch cannot be combined with --dry-run") }
    }

    func run() throws {
        guard watch else { return try generate(schema.models.places.loadConfiguration()) }
        try Watching(schema: schema, work: generate).run()
    }

    private func generate(_ configuration: ConfigurationFile) throws {
        let clock = TimingClock()
        let run = try schema.load(configuration, emptyFolders: prune ? .allowed : .refused, clock: clock)
        guard let output = output.map({ Configuration.Path($0) }) ?? run.configuration.output else {
            throw CommandFailure.usage("no output folder; pass --output DIR, or add `output` to modelgen.yaml")
        }
        let result = Progress.shown("Generating models") { run.generate(for: .generating) }
        try DiagnosticOutput.accept(result, result.diagnostics)

        let folder = try output.used(by: OutputFolder.init(path:))
        let origins = OutputOrigins(in: folder.path, of: run.inputs)
        let changes = try clock.time("compare") { try folder.changes(to: result.files, sharing: origins) }
        let stale = folder.filesWithoutInput(besides: result.files.map(\.name), sharing: origins)
        guard !run.inputs.isEmpty || !stale.isEmpty else {
            throw CommandFailure.input("the inputs contain no *.model.yaml files, and \(folder.path) nothing to delete")
        }
        if !dryRun {
            try clock.time("write") {
                try folder.write(changes, deleting: prune ? stale : [], sharing: origins)
            }
        }
        if !prune {
            for name in stale {
                StandardError.write(
                    "warning: \(folder.path)/\(name) no longer has an input; delete it, or use --prune\n")
            }
        }
        print(summary(changes, of: result.files.count, deleted: prune ? stale : []))
        if timings { StandardError.write(clock.report) }
    }

    private func summary(_ changes: OutputChanges, of count: Int, deleted: [String]) -> String {
        if dryRun {
            let lines = changes.names.map { "would write \($0)" } + deleted.map { "would delete \($0)" }
            return lines.isEmpty ? "nothing would change" : lines.joined(separator: "\n")
        }
        let files = count == 1 ? "1 file" : "\(count) files"
        let what =
            (changes.isEmpty ? [] : ["\(changes.names.count) written"])
            + (deleted.isEmpty ? [] : ["\(deleted.count) deleted"])
        return ([files] + (what.isEmpty ? ["nothing changed"] : what)).joined(separator: ", ")
    }
}
