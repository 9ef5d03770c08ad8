import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// What the schema requires but code cannot be made for, each at its place.
    func findings(_ files: [PlannedFile]) -> [Finding] {
        files.flatMap(\.findings) + index.giantValues() + clientFindings() + files.flatMap(\.parameterFindings)
            + nameFindings(files.flatMap(\.hidden))
    }
}

extension FindingRule {
    /// The rules of planning, about what code cannot be made for.
    package static let ofPlanning = [missingValue, clientNameTwice, nameTaken, parameterTwice, giantValue]

    func error(_ message: String, at element: ElementID) -> Finding {
        Finding(rule: id, message: message, element: element)
    }
}
