import ArgumentParser
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenPlanning
import ModelgenSchema

struct ExportSQL: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sql",
        abstract: "Prints the SQL of a database as a script for the sqlite3 shell.",
        discussion: """
            The script creates a new database at the newest version or at an earlier one, or migrates a database from \
            one version to another:

                modelgen export sql Models | sqlite3 new.sqlite
                modelgen export sql Models --version 2
                modelgen export sql Models --from 2 --to 4 | sqlite3 old.sqlite

            It only runs in an empty file, or in a file of the version to migrate from, and stops at the first error.

            Steps in Swift can only run in the program, so the script stops with an error before the first version that \
            has one. Comments in the script say where to write SQL that does the same.
            """)

    @OptionGroup var models: ModelArguments

    @Option(help: ArgumentHelp("The database, if there are several.", valueName: "name"))
    var database: String?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The version to create; by default the newest.", valueName: "n"))
    var version: Int?

    @Option(parsing: .unconditional, help: ArgumentHelp("The version to migrate from.", valueName: "n"))
    var from: Int?

    @Option(
        parsing: .unconditional, help: ArgumentHelp("The version to migrate to; by default the newest.", valueName: "n")
    )
    var to: Int?

    func validate() throws {
        if version != nil, from != nil || to != nil {
            throw ValidationError("--version cannot be combined with --from and --to")
        }
        if to != nil, from == nil { throw ValidationError("--to requires --from") }
    }

    func run() throws {
        let database = try models.inspected().databases.chosen(self.database)
        let script = try from.map { try migration(of: database, from: $0) } ?? installation(of: database)
        // By default, the shell continues after an error, up to the COMMIT. It also removes a carriage return at the end
        // of a line, even in a string.
        print(".bail on\n" + script.replacing("\r\n", with: "\r\r\n"), terminator: "")
    }

    private func installation(of database: PlannedDatabase) throws -> String {
        let wanted = version ?? database.version
        guard let script = database.script(version: wanted) else {
            throw CommandFailure.usage("no version \(wanted) of \(database.range)")
        }
        return script
    }

    private func migration(of database: PlannedDatabase, from: Int) throws -> String {
        let to = to ?? database.version
        guard database.mode == .versioned else {
            throw CommandFailure.usage(
                "`\(database.name)` has no steps from version to version: its migration is "
                    + "`\(database.mode.rawValue)`")
        }
        guard from < to else {
            throw CommandFailure.usage("version \(from) does not come before version \(to); migrations only go forward")
        }
        guard let script = database.script(from: from, to: to) else {
            throw CommandFailure.usage("no migration leads from version \(from) to \(to) of \(database.range)")
        }
        let steps = database.migrations.filter { $0.version > from && $0.version <= to }.flatMap(\.steps)
        for case .swift(let name) in steps.map(\.action) {
            StandardError.write(
                "warning: the step `\(name)` is written in Swift, so the script stops before its version; write SQL in "
                    + "its place\n")
        }
        return script
    }
}
