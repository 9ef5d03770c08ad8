import ModelgenDiagnostics
import ModelgenSchema

/// The field that identifies an object in paths is a single value.
enum PathField: Rule {
    static let entry = RuleEntry(
        id: "path-field",
        summary: "`by` names a field with a single value that can be written in a path.",
        explanation: """
            If a service identifies objects in paths by a field other than the key, `by` names that field: `issues/12`
            is the issue with that number. The field is a string, a number, a UUID or an enum. It may be optional unless
            `update` has a path or parameters of its own.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
            -    fields: { id: Int64, names: "[String]" }
            -    rest: { by: names, operations: [get] }
            +    fields: { id: Int64, name: String }
            +    rest: { by: name, operations: [get] }
            """
    )

    static func diagnose(_ node: Node, _ subject: ModelSubject, _ run: Resolver) -> Diagnostic? {
        let name = node.text ?? ""
        guard let field = subject.field(name)?.field else {
            if subject.isBroken { return nil }
            return report(
                "`\(subject.model.name)` has no field `\(name)`",
                do: suggestion(
                    for: name,
                    among: subject.model.fields.map(\.name.text),
                    else: "name the field used in paths"
                ),
                at: node.range
            )
        }
        if field.type.unwrapped.isText(run) { return nil }
        return report(
            "`\(name)` is `\(field.type.text)`, which cannot be written in a path",
            do: "name a field that is a string, a number, a UUID or an enum",
            at: node.range
        )
    }
}
