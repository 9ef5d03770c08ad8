import ArgumentParser
import ModelSchemas
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenVerification

struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reports which version of a database a file has, and how it differs.",
        discussion: """
            A file created by generated code is compared with the version that it claims to have. Any other file is \
            compared with every version, as `adopting:` does when opening it:

                modelgen verify app.sqlite Models
                modelgen verify app.sqlite Models --version 1 --json

            Neither the file nor anything next to it is changed.

            The exit code is 0 if the file matches a version of the database, and 5 otherwise. --json prints \
            {"file", "database", "applicationID", "userVersion", "isOwn", "version", "versions": [{"version", \
            "isAdoptable", "differences": [{"kind", "table", "name", "found", "expected"}]}]}; `version` is \
            omitted if the file matches none, `found` if something is missing in the file, and `expected` if the file \
            has something additional.
            """)

    @Argument(help: ArgumentHelp("The database file.", valueName: "file"), completion: .file())
    var file: String

    @OptionGroup var models: ModelArguments

    @Option(help: ArgumentHelp("The database, if there are several.", valueName: "name"))
    var database: String?

    @Option(parsing: .unconditional, help: ArgumentHelp("Compare with this version only.", valueName: "n"))
    var version: Int?

    @Flag(help: "Print JSON.")
    var json = false

    func run() throws {
        let database = try models.inspected().databases.chosen(self.database)
        let report = try UntouchedDatabase.read(file) { try VerificationReport($0, database, version: version) }
        print(json ? try report.jsonText : report.text, terminator: "")
        if report.version == nil { throw ExitCode(5) }
    }
}
