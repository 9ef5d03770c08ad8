import ModelgenDiagnostics
import ModelgenSchema

/// Every case of a union can be read.
enum OneOfAlike: ModelRule {
    static let entry = RuleEntry(
        id: "one-of-alike",
        summary: "Every case of a `oneOf` without a discriminator is reachable.",
        explanation: """
            Without a discriminator, the case is determined by the kind of the JSON value, and models are
            distinguished by their required keys. Remaining cases are tried in order. A case whose values are all
            accepted by an earlier one is never read: move it before that one. Null is handled by the field that
            contains the value.
            """,
        example: """
             models:
               Reference:
            -    oneOf: { text: String, id: UUID }
            +    oneOf: { id: UUID, text: String }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        let model = subject.model
        guard model.json.discriminator == nil, !model.oneOf.isEmpty else { return [] }
        var diagnostics: [Diagnostic] = []
        for (index, each) in model.oneOf.enumerated() {
            guard let node = subject.entries[.oneOf]?.entry(each.text)?.value else { continue }
            if each.type.isOptional {
                diagnostics.append(
                    report(
                        "a case of `oneOf` cannot be null", do: "make the fields of type `\(model.name)` optional",
                        at: node.range))
                continue
            }
            let kinds = each.kinds(run)
            let earlier = model.oneOf[..<index]
            let isHidden =
                !kinds.isEmpty
                && kinds.allSatisfy { kind in
                    earlier.contains { $0.isAlike(each) || $0.takesAll(of: kind, run) }
                }
            let hiding = earlier.first { other in
                other.isAlike(each) || kinds.contains { other.takesAll(of: $0, run) }
            }
            if isHidden, let first = hiding {
                diagnostics.append(
                    report(
                        "`\(each.text)` is never read, because `\(first.text)` accepts all its values",
                        do: first.isAlike(each) ? "remove one of them" : "move it before `\(first.text)`",
                        at: node.range))
            }
        }
        return diagnostics
    }
}

extension OneOfCase {
    fileprivate func isAlike(_ other: OneOfCase) -> Bool { type == other.type && transformer == other.transformer }
}
