import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenFiles
import ModelgenParsing
import ModelgenPlanning

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what changed since the last release, for rows, JSON and Swift code.",
        discussion: """
            Each difference has a severity:

              destructive      something goes away: a column, a value on the wire, a declaration
              data-dependent   it depends on the rows, documents or call sites that there are
              additive         what was there stays as it was

            The exit code is 4 if a difference is as bad as --fail-on says, or worse, and no waiver of modelgen.yaml \
            accepts it: `waivers: [{ id: column-removed, at: "Blog: posts.title", reason: Nobody had one., until: \
            2026-12-31 }]`. Else it is 0. A waiver that ended, or that has nothing to waive, is a warning.

            --format json prints {"against", "counts": {severity or "waived": number}, "differences": [{"area", \
            "severity", "rule", "subject", "before", "after", "waiver": {"reason", "until"}}]}; keys without a value are \
            left out. --format sarif prints a log of SARIF 2.1.0, --format github annotations of GitHub Actions.
            """)

    @OptionGroup var models: ModelArguments

    @Option(
        help: ArgumentHelp(
            "What to compare with: a lock, a file NAME.model.yaml, or a folder of them; by default modelgen.lock beside "
                + "the configuration.", valueName: "path"))
    var against: String?

    @Option(help: "How to print it: text, json, sarif or github.")
    var format: DifferenceFormat?

    @Flag(help: "Print JSON, for other programs: --format json.")
    var json = false

    @Option(help: "What ends with exit code 4: destructive, data-dependent, additive or never.")
    var failOn = FailureThreshold.destructive

    func validate() throws {
        if json, let format, format != .json { throw ValidationError("--json is --format json; give one of them.") }
    }

    func run() throws {
        let run = try models.load()
        let (base, name) = try comparisonBase(run.configuration)
        let result = run.compare(with: base)
        DiagnosticOutput.show(result.diagnostics)
        guard let all = result.differences else { throw CommandFailure.shown }

        let differences = all.waived(by: run.configuration.waivers, on: .today)
        DiagnosticOutput.show(differences.diagnostics)
        let entries = {
            differences.open.map { ReportEntry($0, at: result.places[$0]) }
                + differences.waived.map {
                    ReportEntry($0.difference, at: result.places[$0.difference], waiver: $0.waiver.reason)
                } + differences.diagnostics.flatMap(ReportEntry.entries)
        }
        switch json ? .json : format ?? .text {
        case .text: print(DifferenceReport(against: name, differences).text, terminator: "")
        case .json: print(try DifferenceReport(against: name, differences).json, terminator: "")
        case .sarif: print(try SARIFReport(entries()).text, terminator: "")
        case .github: print(GitHubReport.text(entries()), terminator: "")
        }
        guard !differences.diagnostics.containsErrors else { throw CommandFailure.shown }
        if differences.open.contains(where: { failOn.includes($0.severity) }) { throw ExitCode(4) }
    }

    private func comparisonBase(_ configuration: ConfigurationFile) throws -> (ComparisonBase, name: String) {
        if let against {
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: against, isDirectory: &isFolder)
            if isFolder.boolValue || against.hasSuffix(InputDiscovery.suffix) {
                return (.models(try InputDiscovery.files(at: [against])), against)
            }
            guard let lock = try LockFile(path: against, choice: .usual).read() else {
                throw CommandFailure.input("\(against): there is no such lock or folder")
            }
            return (.lock(lock), against)
        }
        let file = models.places.lock(configuration)
        guard let lock = try file.read() else {
            throw CommandFailure.input(
                "\(file.path): there is no such lock; 'modelgen release' writes it, or name what to compare with: "
                    + "--against PATH")
        }
        return (.lock(lock), file.path)
    }
}

/// From which severity on a difference makes a command fail.
enum FailureThreshold: String, ExpressibleByArgument, CaseIterable {
    case destructive
    case dataDependent = "data-dependent"
    case additive
    case never

    func includes(_ severity: Difference.Severity) -> Bool {
        switch (self, severity) {
        case (.never, _): false
        case (.additive, _), (.dataDependent, .dataDependent), (_, .destructive): true
        case (.destructive, .dataDependent), (.destructive, .additive), (.dataDependent, .additive): false
        }
    }
}

/// How differences are printed.
enum DifferenceFormat: String, ExpressibleByArgument, CaseIterable {
    case text, json, sarif, github
}

extension Day {
    /// The day that it is in Greenwich: where a run stands does not matter.
    fileprivate static var today: Day {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let parts = calendar.dateComponents([.year, .month, .day], from: Date())
        return Day(year: parts.year ?? 0, month: parts.month ?? 1, day: parts.day ?? 1)
    }
}
