import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension SchemaPlanning {
    /// The parts of a valid schema for which no code can be generated, each at its place.
    func findings(_ files: [PlannedFile]) -> [Finding] {
        files.flatMap(\.findings) + index.giantValues() + sameClientFindings() + sharedParameterFindings()
            + files.flatMap(\.clientFindings)
            + nameFindings(files)
    }

    /// The problems of a model's client.
    func clientFindings(_ planning: ModelPlanning) -> [Finding] {
        guard let client = clientPlanning(planning) else { return [] }
        return client.parameterFindings() + client.credentialFindings() + client.pathFindings()
            + client.completeListFindings()
    }
}

extension RuleEntry {
    /// The rules of planning: the reasons why code cannot be generated.
    package static let ofPlanning = [
        missingValue, clientNameTwice, nameTaken, parameterTwice, replacedByCredential, giantValue, completeList,
        emitWithoutJSON,
    ]

    func error(_ message: String, at element: ElementID) -> Finding {
        Finding(rule: id, message: message, element: element)
    }
}
