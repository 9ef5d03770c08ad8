import ModelgenDiagnostics
import ModelgenSchema

/// The field that stands for an object in paths is one value.
enum PathField: Rule {
    static let entry = RuleEntry(
        id: "path-field",
        summary: "`by` names a field that has one value, which can stand in a path.",
        explanation: """
            Where a service does not find an object by its key, `by` says by which field: `issues/12` is the issue of that
            number. The field is a text, a number, a UUID or an enum.
            """,
        bad: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, names: "[String]" }
                rest: { by: names, operations: [get] }

            """,
        good: """
            api: { name: MapAPI }
            models:
              City:
                fields: { id: Int64, name: String }
                rest: { by: name, operations: [get] }

            """
    )

    static func diagnose(_ node: Node, _ subject: ModelSubject) -> Diagnostic? {
        let name = node.text ?? ""
        guard let field = subject.field(name)?.field else {
            if subject.isBroken { return nil }
            return report(
                "`\(subject.model.name)` has no field `\(name)`",
                do: suggestion(
                    for: name,
                    among: subject.model.fields.map(\.name.text),
                    else: "name the field whose value stands in paths"
                ),
                at: node.range
            )
        }
        switch field.type.unwrapped {
        case .scalar(let scalar) where scalar != .json && scalar != .data: return nil
        case .enumeration: return nil
        case .scalar, .geometry, .model, .external, .optional, .list, .set, .dictionary:
            return report(
                "`\(name)` is `\(field.type.text)`, which has no form in a path",
                do: "name a field that is a text, a number, a UUID or an enum",
                at: node.range
            )
        }
    }
}
