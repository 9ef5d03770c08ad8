import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// What the schema asks for and code cannot be made of, each told at its place.
    func findings(_ files: [PlannedFile]) -> [Finding] {
        files.flatMap(\.findings) + schema.giantValues() + clientFindings() + nameFindings(files.flatMap(\.hidden))
    }
}

extension FindingRule {
    /// The rules of planning: what code cannot be made of.
    package static let ofPlanning = [missingValue, clientNameTwice, nameTaken, parameterTwice, giantValue]

    func error(_ message: String, at element: ElementID) -> Finding {
        Finding(rule: id, message: message, element: element)
    }
}
