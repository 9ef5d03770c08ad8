import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenFiles

/// Something reported to another program: a diagnostic or a difference.
struct ReportEntry {
    enum Level: String {
        case error, warning, note
    }

    /// A range of a file in lines and columns from 1; the end is the first column after it.
    struct Place {
        var path: String
        var line: Int
        var column: Int
        var endLine: Int
        var endColumn: Int
    }

    var level: Level
    var rule: String
    var message: String
    /// Nil if it is not in a file.
    var place: Place?
    /// Why it is accepted; nil if it is not.
    var waiver: String?
}

extension ReportEntry.Place {
    init(_ range: SourceRange, _ lines: inout LineTables) {
        let (start, end) = lines.bounds(of: range)
        self.init(
            path: Self.path(range.file.path), line: start.line, column: start.column, endLine: end.line,
            endColumn: end.column)
    }

    /// The path from the root of the checkout, where services that show files look for it, although the command may run
    /// in a folder of the checkout.
    private static func path(_ path: String) -> String {
        let current = FileManager.default.currentDirectoryPath
        let full = URL(filePath: path).standardized.path
        let roots = [ProcessInfo.processInfo.environment["GITHUB_WORKSPACE"], current].compactMap { $0 }
        let root = roots.first { full.hasPrefix($0 + "/") }
        return root.map { String(full.dropFirst($0.count + 1)) } ?? path
    }
}

extension ReportEntry {
    /// Does the work and prints what it reported, including why it failed: a program that reads the report must see the
    /// reason.
    static func collect(
        _ work: (inout [ReportEntry]) throws -> Void, _ print: ([ReportEntry]) throws -> Void
    ) throws {
        var report: [ReportEntry] = []
        let outcome = Result { try work(&report) }
        switch outcome {
        case .failure(let refused as RefusedInput): report += entries(of: refused.diagnostics)
        case .failure(let failure as CommandFailure):
            report += failure.messages.map { ReportEntry(level: .error, rule: unusableInput.id, message: $0) }
        case .success, .failure: break
        }
        try print(report)
        try outcome.get()
    }

    /// The entries of diagnostics: one for each, and one for each of its notes.
    static func entries(of diagnostics: [Diagnostic]) -> [ReportEntry] {
        var lines = LineTables()
        return diagnostics.flatMap { entries(of: $0, &lines) }
    }

    private static func entries(of diagnostic: Diagnostic, _ lines: inout LineTables) -> [ReportEntry] {
        let level: Level =
            switch diagnostic.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        let message = diagnostic.message + (diagnostic.suggestion.map { "; " + $0 } ?? "")
        return [
            ReportEntry(
                level: level, rule: diagnostic.rule, message: message,
                place: diagnostic.range.map { Place($0, &lines) })
        ]
            + diagnostic.notes.map {
                ReportEntry(level: .note, rule: diagnostic.rule, message: $0.message, place: Place($0.range, &lines))
            }
    }

    init(_ difference: Difference, at place: SourceRange?, _ lines: inout LineTables, waiver: String? = nil) {
        let level: Level =
            switch difference.severity {
            case .destructive: .error
            case .dataDependent: .warning
            case .additive: .note
            }
        self.init(
            level: level, rule: difference.rule,
            message: "\(difference.summary) (\(difference.area.rawValue), \(difference.severity.rawValue))",
            place: place.map { Place($0, &lines) }, waiver: waiver)
    }
}
