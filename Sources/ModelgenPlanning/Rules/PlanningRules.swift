import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension SchemaPlanning {
    /// Parts of a valid schema for which code cannot be generated, each at its place.
    func findings(_ files: [PlannedFile]) -> [Finding] {
        files.flatMap(\.findings) + index.giantValues() + clientFindings() + files.flatMap(\.parameterFindings)
            + nameFindings(files)
    }
}

extension RuleEntry {
    /// The rules of planning, about what code cannot be generated for.
    package static let ofPlanning = [
        missingValue, clientNameTwice, nameTaken, parameterTwice, giantValue, completeList,
        emitWithoutJSON,
    ]

    func error(_ message: String, at element: ElementID) -> Finding {
        Finding(rule: id, message: message, element: element)
    }
}
