import ArgumentParser
import ModelSchemas
import ModelgenFiles
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenVerification

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells which version of a database a file is, and what differs.",
        discussion: """
            A file that generated code made is compared with the version that it says it is. Any other is compared with \
            every version, as `adopting:` does when it is opened:

              modelgen verify app.sqlite Models
              modelgen verify app.sqlite Models --version 1 --json

            Neither the file nor anything beside it is changed.

            The exit code is 5 where the file is no version of the database, and 0 where it is one. --json prints \
            {"file", "database", "applicationID", "userVersion", "isOwn", "version", "versions": [{"version", \
            "isAdoptable", "differences": [{"kind", "table", "name", "found", "expected"}]}]}; `version` is left out \
            where the file is none, `found` where the file lacks something, `expected` where it has more.
            """)

    @Argument(help: ArgumentHelp("The database's file.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var models: ModelArguments

    @Option(help: ArgumentHelp("Which database, where there are several.", valueName: "name"))
    var database: String?

    @Option(help: ArgumentHelp("Compare with this version only.", valueName: "n"))
    var version: Int?

    @Flag(help: "Print JSON, for other programs.")
    var json = false

    func run() throws {
        let analysis = try models.load().inspect()
        DiagnosticOutput.show(analysis.diagnostics)
        guard let planned = analysis.models, !analysis.diagnostics.containsErrors else { throw ExitCode(1) }
        let database = try planned.databases.chosen(self.database)
        let report = try VerificationReport(try UntouchedDatabase(file), database, version: version)
        print(json ? try report.json : report.text, terminator: "")
        if report.version == nil { throw ExitCode(5) }
    }
}
