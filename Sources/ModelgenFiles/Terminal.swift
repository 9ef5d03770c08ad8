import Foundation
import ModelgenDiagnostics

/// The stream for everything except the result.
package enum StandardError {
    /// If the stream is closed, nobody wants to know.
    package static func write(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }

    package static var isTerminal: Bool { isatty(STDERR_FILENO) == 1 }
    /// Whether output is colored: on a terminal that supports it, unless `NO_COLOR` is set (https://no-color.org).
    package static var showsColours: Bool {
        let environment = ProcessInfo.processInfo.environment
        return isTerminal && environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
    }
}

/// The stream for the result.
package enum StandardOutput {
    /// Writes what `print` has kept in its buffer.
    ///
    /// - Throws: ``CommandFailure`` if that fails: on a full disk, the result would be truncated without notice.
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
