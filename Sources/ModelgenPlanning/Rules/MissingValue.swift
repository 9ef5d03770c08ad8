import ModelgenDatabase
import ModelgenSchema

extension PlanningRule {
    static let missingValue = PlanningRule(
        id: "missing-value",
        summary: "A field of a stored model that has no column is optional or has a default.",
        explanation: """
            A model is made from the rows of its table. A field that is not in them (`column: false`) gets its default \
            there; so it must have one, or be optional.
            """)
}

extension ModelPlanning {
    func missingValues() -> [Finding] {
        model.fields.flatMap { field -> [Finding] in
            guard field.isRequired else { return [] }
            let element = ElementID.Element.field(model: model.name, field.name)
            guard options.emits.contains(.sqlite), storage != .unstored, field.column == nil else { return [] }
            return [
                PlanningRule.missingValue.error(
                    "'\(field.name)' has no column, and nothing else gives it a value in a row; "
                        + "add a default, or make it optional: \(types.type(field.type))?",
                    at: ElementID(element, key: "column"))
            ]
        }
    }

    private enum Place { case stored, unstored }

    private var storage: Place { if case .none = model.storage { .unstored } else { .stored } }
}
