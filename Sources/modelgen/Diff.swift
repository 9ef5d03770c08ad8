import ArgumentParser
import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenFiles
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema

struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Reports what has changed since the last release, and what that breaks.",
        discussion: """
            Compares databases, JSON and generated Swift code. Each difference has a severity:

                destructive      rows, values on the wire or declarations are lost
                data-dependent   depends on existing rows, documents or call sites
                additive         everything that exists continues to work

            The exit code is 4 if a difference has at least the severity given by --fail-on and no waiver in \
            modelgen.yaml accepts it: `waivers: [{ id: column-removed, at: "Blog: posts.title", reason: Nobody had \
            one., until: 2026-12-31 }]`. Otherwise it is 0. A waiver that has expired, or that matches nothing, is \
            a warning.

            --format json prints {"against", "counts": {severity or "waived": number}, "differences": [{"area", \
            "severity", "rule", "subject", "before", "after", "waiver": {"reason", "until"}}]}; keys without a \
            value are omitted. --format sarif prints a SARIF 2.1.0 log, --format github prints GitHub Actions \
            annotations.
            """)

    @OptionGroup var models: ModelArguments

    @Option(
        help: ArgumentHelp(
            "What to compare with: a lock, a file NAME.model.yaml, or a folder of them, which is read with its own "
                + "configuration and imports; by default modelgen.lock next to the configuration.", valueName: "path"))
    var against: String?

    @Option(help: "The output format: text, json, sarif or github.")
    var format: DifferenceFormat?

    @Flag(help: "Print JSON; the same as --format json.")
    var json = false

    @Option(help: "The severity from which the exit code is 4: destructive, data-dependent, additive or never.")
    var failOn = FailureThreshold.destructive

    func validate() throws {
        if json, let format, format != .json {
            throw ValidationError("--json is short for --format json; use only one of them")
        }
    }

    func run() throws {
        try ReportEntry.collect(compare) { report in
            switch chosenFormat {
            case .text, .json: break
            case .sarif: print(try SARIFReport(report, rules: ruleBook).jsonText, terminator: "")
            case .github: print(GitHubReport.text(report), terminator: "")
            }
        }
    }

    private var chosenFormat: DifferenceFormat { json ? .json : format ?? .text }

    private func compare(_ report: inout [ReportEntry]) throws {
        let run = try models.load()
        let (base, name) = try comparisonBase(run)
        let result = run.compare(with: base)
        report += ReportEntry.entries(of: result.diagnostics)
        let all = try DiagnosticOutput.accept(result.differences, result.diagnostics)

        let differences = all.waived(by: run.configuration.waivers, on: .today)
        DiagnosticOutput.show(differences.diagnostics)
        switch chosenFormat {
        case .text: print(DifferenceReport(against: name, differences).text, terminator: "")
        case .json: print(try DifferenceReport(against: name, differences).jsonText, terminator: "")
        case .sarif, .github:
            var lines = LineTables()
            report += differences.open.map { ReportEntry($0, at: result.places[$0], &lines) }
            report += differences.waived.map {
                ReportEntry($0.difference, at: result.places[$0.difference], &lines, waiver: $0.waiver.reason)
            }
            report += ReportEntry.entries(of: differences.diagnostics)
        }
        guard !differences.diagnostics.containsErrors else { throw CommandFailure.shown }
        if differences.open.contains(where: { failOn.includes($0.severity) }) { throw ExitCode(4) }
    }

    private func comparisonBase(_ run: Run) throws -> (ComparisonBase, name: String) {
        if let against {
            if PathItem(against) == .folder || against.hasSuffix(InputDiscovery.suffix) {
                let earlier = try models.places.load(earlier: against, than: run)
                return (.models(earlier.inputs, imports: earlier.imports, earlier.pipeline), against)
            }
            guard let lock = try LockFile(path: against, choice: .usual).read() else {
                throw CommandFailure.input("\(against): no such lock or folder")
            }
            return (.lock(lock), against)
        }
        let file = models.places.lock(run.configuration)
        models.places.warnOfUnreadFiles(besides: run.configuration, file)
        guard let lock = try file.read() else {
            throw CommandFailure.input(
                "\(file.path): no such lock; write it with `modelgen release`, or specify what to compare with: "
                    + "--against PATH")
        }
        return (.lock(lock), file.path)
    }
}

/// The lowest severity at which a difference makes a command fail.
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
    /// Today's date in UTC: it must not depend on where a run takes place.
    fileprivate static var today: Day {
        Day(of: Instant(secondsSince1970: Int64(Date().timeIntervalSince1970)))
    }
}
