import Foundation
import ModelgenCore
import ModelgenDatabase
import ModelgenDiagnostics

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
    /// - Parameter folder: Paths below it are made relative to it, as services that show files expect.
    init(_ range: SourceRange, from folder: String = FileManager.default.currentDirectoryPath) {
        let lines = range.file.lines
        let (start, end) = (lines.location(at: range.start), lines.location(at: range.end))
        let isBelow = range.file.path.hasPrefix(folder + "/")
        self.init(
            path: isBelow ? String(range.file.path.dropFirst(folder.count + 1)) : range.file.path, line: start.line,
            column: start.column, endLine: end.line, endColumn: end.column)
    }
}

extension ReportEntry {
    /// The entries of a diagnostic: its own, and one for each note.
    static func entries(of diagnostic: Diagnostic) -> [ReportEntry] {
        let level: Level =
            switch diagnostic.severity {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        let message = diagnostic.message + (diagnostic.suggestion.map { "; " + $0 } ?? "")
        return [
            ReportEntry(
                level: level, rule: diagnostic.rule, message: message, place: diagnostic.range.map { Place($0) })
        ]
            + diagnostic.notes.map {
                ReportEntry(level: .note, rule: diagnostic.rule, message: $0.message, place: Place($0.range))
            }
    }

    init(_ difference: Difference, at place: SourceRange?, waiver: String? = nil) {
        let level: Level =
            switch difference.severity {
            case .destructive: .error
            case .dataDependent: .warning
            case .additive: .note
            }
        self.init(
            level: level, rule: difference.rule,
            message: "\(difference.summary) (\(difference.area.rawValue), \(difference.severity.rawValue))",
            place: place.map { Place($0) }, waiver: waiver)
    }
}
