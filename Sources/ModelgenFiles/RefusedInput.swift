import ModelgenDiagnostics

/// Input that cannot be used, with its diagnostics.
package struct RefusedInput: Error {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// Shows the diagnostics and returns the error that ends the command.
    package func shown() -> CommandFailure {
        DiagnosticOutput.show(diagnostics)
        return .shown
    }
}
