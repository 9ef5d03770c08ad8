import ModelgenSchema

extension PlanningRule {
    static let missingValue = PlanningRule(
        id: "missing-value",
        summary: "A field that is not read from somewhere needs a value there.",
        explanation: """
            A model is made from JSON, and from the rows of its table. A field that is in only one of the two, or that is \
            never read, gets its default in the other; so it must have a default or be optional.
            """)
}

extension ModelPlanning {
    func missingValues() -> [Finding] {
        model.fields.flatMap { field -> [Finding] in
            guard field.isRequired else { return [] }
            let element = ElementID.Element.field(model: model.name, field.name)
            var findings: [Finding] = []
            if options.emits.contains(.json), !field.isRead {
                findings.append(
                    PlanningRule.missingValue.error(
                        "'\(field.name)' is not read from JSON, and nothing else gives it a value there; "
                            + "add a default, or make it optional: \(types.type(field.type))?",
                        at: ElementID(element, key: field.json == nil ? "json" : nil)))
            }
            if options.emits.contains(.sqlite), storage != .unstored, field.column == nil {
                findings.append(
                    PlanningRule.missingValue.error(
                        "'\(field.name)' has no column, and nothing else gives it a value in a row; "
                            + "add a default, or make it optional: \(types.type(field.type))?",
                        at: ElementID(element, key: "column")))
            }
            return findings
        }
    }

    private enum Place { case stored, unstored }

    private var storage: Place { if case .none = model.storage { .unstored } else { .stored } }
}
