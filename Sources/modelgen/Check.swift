import ArgumentParser
import ModelgenCore
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenParsing

struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Validates models, and checks that the checked-in code is up to date.",
        discussion: """
            Compares the files in the folder given by --output, or by `output` in modelgen.yaml, with what `generate` \
            would write. If they differ, prints a unified diff and exits with code 3. If no folder is given, only the \
            models are validated.

            The validation goes further than that of `generate`: every version of a database is migrated to every \
            later one, with rows in its tables, and an earlier version that is missing from modelgen.lock is an error.

            --format github also prints a GitHub Actions annotation for each diagnostic and each out-of-date file; \
            --format sarif prints a SARIF 2.1.0 log and nothing else to standard output.
            """)

    @OptionGroup var schema: SchemaArguments

    @Option(
        name: .shortAndLong, help: ArgumentHelp("The folder with the checked-in files.", valueName: "dir"),
        completion: .directory)
    var output: String?

    @Flag(help: "Also warn about named queries that scan or sort a whole table, and suggest an index.")
    var queryPlans = false

    /// What `swift package modelgen-check` passes: the target, or `.` for the package.
    @Option(help: .hidden)
    var ofPlugin: String?

    @Option(help: "The report format: text (no report), sarif or github.")
    var format = CheckFormat.text

    func run() throws {
        try ReportEntry.collect(check) { report in
            switch format {
            case .text: break
            case .github: print(GitHubReport.text(report), terminator: "")
            case .sarif: print(try SARIFReport(report, rules: ruleBook).jsonText, terminator: "")
            }
        }
    }

    private func check(_ report: inout [ReportEntry]) throws {
        var run = try schema.load(schema.models.places.loadConfiguration())
        run.pipeline.scans = queryPlans ? .reported : .ignored
        let result = Progress.shown("Checking models") { [run] in run.generate(for: .checking) }
        DiagnosticOutput.show(result.diagnostics)
        report += ReportEntry.entries(of: result.diagnostics)
        guard !result.diagnostics.containsErrors else { throw CommandFailure.shown }
        guard let output = output.map({ Configuration.Path($0) }) ?? run.configuration.output else {
            return tell("\(run.inputs.count == 1 ? "1 file is" : "\(run.inputs.count) files are") valid\n")
        }

        let folder = try output.used(by: OutputFolder.init(path:))
        let origins = OutputOrigins(in: folder.path, of: run.inputs)
        let changes = try folder.changes(to: result.files, sharing: origins)
        let stale = folder.filesWithoutInput(besides: result.files.map(\.name), sharing: origins)
        let generate = ShellCommand.generate(
            checkedWith: CommandLine.arguments, and: stale.isEmpty ? [] : ["--prune"]
        ).text
        for change in changes.files {
            tell(Self.difference(from: change.old ?? "", to: change.new, in: change.name))
            report.append(outdated(change.name, "is out of date; run: \(generate)", in: folder))
        }
        for name in stale {
            tell("\(folder.path)/\(name) no longer has an input; delete it\n")
            report.append(outdated(name, "no longer has an input; delete it", in: folder))
        }
        if changes.isEmpty, !origins.isComplete {
            let problem = "does not say what each file is generated from"
            tell("\(folder.path)/\(OutputOrigins.name) \(problem)\n")
            report.append(outdated(OutputOrigins.name, "\(problem); run: \(generate)", in: folder))
        }
        guard changes.isEmpty, stale.isEmpty, origins.isComplete else {
            StandardError.write("error: generated code in \(folder.path) is out of date; run: \(generate)\n")
            throw ExitCode(3)
        }
        tell("\(result.files.count == 1 ? "1 file is" : "\(result.files.count) files are") up to date\n")
    }

    /// A diff, or a sentence if all of its lines would look the same.
    private static func difference(from old: String, to new: String, in name: String) -> String {
        guard !old.replacing("\r\n", with: "\n").isExactly(new) else {
            return "\(name) differs only in its line endings: they are CRLF, and generated ones are LF; "
                + "if Git converts them, write `\(name) text eol=lf` in .gitattributes\n"
        }
        return UnifiedDiff(old: old, new: new, oldName: name, newName: name).description
    }

    /// Prints text for the user, unless standard output is only for another program.
    private func tell(_ text: @autoclosure () -> String) {
        switch format {
        case .text, .github: print(text(), terminator: "")
        case .sarif: break
        }
    }

    private func outdated(_ name: String, _ problem: String, in folder: OutputFolder) -> ReportEntry {
        let path = "\(folder.path)/\(name)"
        var lines = LineTables()
        return ReportEntry(
            level: .error, rule: "out-of-date", message: "\(path) \(problem)",
            place: ReportEntry.Place(SourceFile(path: path, bytes: []).beginning, &lines))
    }
}

/// What `check` prints for other programs.
enum CheckFormat: String, ExpressibleByArgument, CaseIterable {
    case text, sarif, github
}
