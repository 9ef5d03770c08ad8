import Foundation
import ModelgenDiagnostics

/// The stream for everything that is not the result.
package enum StandardError {
    package static func write(_ text: String) { FileHandle.standardError.write(Data(text.utf8)) }

    /// Whether someone reads it: a terminal without `NO_COLOR` (https://no-color.org).
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    package static var showsColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// How diagnostics are shown to the user.
package enum DiagnosticOutput {
    package static var style: DiagnosticRenderer.Style { StandardError.showsColours ? .coloured : .plain }

    package static func text(of diagnostics: [Diagnostic]) -> String {
        DiagnosticRenderer(style: style).render(diagnostics)
    }

    package static func show(_ diagnostics: [Diagnostic]) {
        guard !diagnostics.isEmpty else { return }
        StandardError.write(text(of: diagnostics))
    }
}
