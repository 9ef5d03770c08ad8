import ModelgenDiagnostics

/// Input that cannot be used, with what is wrong with it at its place.
package struct RefusedInput: Error {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// Shows what is wrong, and is what a command ends with.
    package func shown() -> CommandFailure {
        DiagnosticOutput.show(diagnostics)
        return .shown
    }
}
