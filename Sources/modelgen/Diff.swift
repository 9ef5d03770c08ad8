import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenDiagnostics
import ModelgenDatabase
import ModelgenFiles
import ModelgenPlanning

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Tells what changed since the last release, for rows, JSON and Swift code.",
        discussion: """
            Each difference has a severity:

              destructive      something goes away: a column, a value on the wire, a declaration
              data-dependent   it depends on the rows, documents or call sites that there are
              additive         what was there stays as it was

            The exit code is 4 where a difference is as bad as --fail-on says, or worse, and 0 where none is. \
            --json prints {"against", "counts": {severity: number}, "differences": [{"area", "severity", "rule", \
            "subject", "before", "after"}]}; `before` and `after` are left out where there is none.
            """)

    @OptionGroup var models: ModelArguments

    @Option(
        help: ArgumentHelp(
            "What to compare with: a lock, a file NAME.model.yaml, or a folder of them; by default modelgen.lock beside "
                + "the configuration.", valueName: "path"))
    var against: String?

    @Flag(help: "Print JSON, for other programs.")
    var json = false

    @Option(help: "What ends with exit code 4: destructive, data-dependent, additive or never.")
    var failOn = FailureThreshold.destructive

    func run() throws {
        let run = try models.load()
        let (base, name) = try comparisonBase()
        let result = run.compare(with: base)
        DiagnosticOutput.show(result.diagnostics)
        guard let differences = result.differences else { throw CommandFailure.shown }

        let report = DifferenceReport(against: name, differences)
        print(json ? try report.json : report.text, terminator: "")
        if differences.contains(where: { failOn.includes($0.severity) }) { throw ExitCode(4) }
    }

    private func comparisonBase() throws -> (ComparisonBase, name: String) {
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
        let file = models.places.usualLock
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
