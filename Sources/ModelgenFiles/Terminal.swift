import Foundation
import ModelgenDiagnostics

/// The stream for everything that is not the result.
package enum StandardError {
    /// If the stream is closed, nobody wants to know.
    package static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    /// Whether someone reads it: a terminal without `NO_COLOR` (https://no-color.org).
    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    package static var showsColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// The stream for the result.
package enum StandardOutput {
    /// Writes what `print` has kept in its buffer.
    ///
    /// - Throws: ``CommandFailure`` if that fails: a result in a file on a full disk would end anywhere.
    package static func finish() throws {
        let isFlushed = fflush(nil) == 0
        guard !isFlushed || hasFailed else { return }
        let reason = isFlushed ? "a part of it is lost" : POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO).reason
        throw CommandFailure.input("the output cannot be written; \(reason)")
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
