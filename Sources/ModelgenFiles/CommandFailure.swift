import ModelgenDiagnostics

/// Why a command ends early. `modelgen --help` lists the exit codes.
package struct CommandFailure: Error, CustomStringConvertible {
    package var code: Int32
    /// The message; nil if the user has already seen the reason.
    package var message: String?
    /// The messages of other failures of the same kind.
    private var others: [String] = []

    package init(code: Int32, message: String?) {
        self.code = code
        self.message = message
    }

    package var messages: [String] { (message.map { [$0] } ?? []) + others }

    /// A failure with the messages of both.
    func adding(_ other: CommandFailure) -> CommandFailure {
        var failure = self
        failure.others += other.messages
        return failure
    }

    package var description: String { message ?? "" }

    /// The input cannot be used, for example because a folder does not exist or a file cannot be read.
    package static func input(_ message: String) -> CommandFailure { CommandFailure(code: 1, message: message) }
    /// The command was called with invalid arguments.
    package static func usage(_ message: String) -> CommandFailure { CommandFailure(code: 2, message: message) }
    /// The input is invalid, and its diagnostics have been shown.
    package static let shown = CommandFailure(code: 1, message: nil)

    /// Writes the messages to the terminal.
    package func show() {
        for message in messages {
            // Paths may contain any character.
            let lines = message.split(separator: "\n", omittingEmptySubsequences: false).map { visible(String($0)) }
            StandardError.write("error: \(lines.joined(separator: "\n"))\n")
        }
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
