import ModelgenDiagnostics

/// Input that cannot be used, with its diagnostics.
package struct RefusedInput: Error {
    package var diagnostics: [Diagnostic]

    package init(diagnostics: [Diagnostic]) { self.diagnostics = diagnostics }

    /// The results for all places, or the reasons why some of them cannot be used.
    package static func collecting<Place, Result>(
        _ places: [Place], _ work: (Place) throws -> [Result]
    ) throws -> [Result] {
        var results: [Result] = []
        var refused: [Diagnostic] = []
        var failure: CommandFailure?
        for place in places {
            do {
                results += try work(place)
            } catch let error as RefusedInput {
                refused += error.diagnostics
            } catch let error as CommandFailure {
                failure = failure.map { $0.adding(error) } ?? error
            }
        }
        if let failure { throw failure }
        guard refused.isEmpty else { throw RefusedInput(diagnostics: refused) }
        return results
    }

    /// Shows the diagnostics and returns the error that ends the command.
    package func shown() -> CommandFailure {
        DiagnosticOutput.show(diagnostics)
        return .shown
    }
}
