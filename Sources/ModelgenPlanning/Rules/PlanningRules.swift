import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// What the schema asks for and code cannot be made of, each told at its place.
    func findings(_ files: [PlannedFile]) -> [Finding] {
        files.flatMap(\.findings) + clientFindings() + nameFindings(files.flatMap(\.hidden))
    }
}

/// A rule of planning: its id is the name that diagnostics carry.
package struct PlanningRule: Sendable {
    package let id: String
    package let summary: String
    package let explanation: String

    func error(_ message: String, at element: ElementID) -> Finding {
        Finding(rule: id, message: message, element: element)
    }
}

extension PlanningRule {
    /// Every rule of planning, for `modelgen explain`.
    package static let all = [missingValue, clientNameTwice, nameTaken, parameterTwice]
}
