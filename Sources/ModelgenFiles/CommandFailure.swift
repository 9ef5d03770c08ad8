import ModelgenDiagnostics

/// Why a command ends early. The exit codes are those that `modelgen --help` lists.
package struct CommandFailure: Error, CustomStringConvertible {
    package var code: Int32
    /// Nil if the user has seen the reason already.
    package var message: String?

    package var description: String { message ?? "" }

    /// The input cannot be used: a folder that does not exist, a file that cannot be read.
    package static func input(_ message: String) -> CommandFailure { CommandFailure(code: 1, message: message) }
    /// The command was called with invalid arguments.
    package static func usage(_ message: String) -> CommandFailure { CommandFailure(code: 2, message: message) }
    /// The input is wrong, and its diagnostics are on the terminal.
    package static let shown = CommandFailure(code: 1, message: nil)

    /// Writes the message to the terminal.
    package func show() {
        guard let message else { return }
        // Paths may contain anything.
        let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
        StandardError.write("error: \(lines.joined(separator: "\n"))\n")
    }
}

extension DiagnosticOutput {
    /// Shows the diagnostics of a result and returns it.
    ///
    /// - Throws: ``CommandFailure`` if there is no result or any diagnostic is an error.
    @discardableResult
    package static func accept<Result>(_ result: Result?, _ diagnostics: [Diagnostic]) throws -> Result {
        show(diagnostics)
        guard let result, !diagnostics.containsErrors else { throw CommandFailure.shown }
        return result
    }
}
