import ModelgenDiagnostics

/// Why a command ends early. `modelgen --help` lists the exit codes.
package struct CommandFailure: Error, CustomStringConvertible {
    package var code: Int32
    /// The message; nil if the user has already seen the reason.
    package var message: String?

    package var description: String { message ?? "" }

    /// The input cannot be used, for example because a folder does not exist or a file cannot be read.
    package static func input(_ message: String) -> CommandFailure { CommandFailure(code: 1, message: message) }
    /// The command was called with invalid arguments.
    package static func usage(_ message: String) -> CommandFailure { CommandFailure(code: 2, message: message) }
    /// The input is invalid, and its diagnostics have been shown.
    package static let shown = CommandFailure(code: 1, message: nil)

    /// Writes the message to the terminal.
    package func show() {
        guard let message else { return }
        // Paths may contain any character.
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
        StandardError.write("error: \(lines.joined(separator: "\n"))\n")
    }
}

extension DiagnosticOutput {
    /// Shows the diagnostics of a result, and returns the result.
    ///
    /// - Throws: ``CommandFailure`` if there is no result or any diagnostic is an error.
    @discardableResult
    package static func accept<Result>(_ result: Result?, _ diagnostics: [Diagnostic]) throws -> Result {
        show(diagnostics)
        guard let result, !diagnostics.containsErrors else { throw CommandFailure.shown }
        return result
    }
}
