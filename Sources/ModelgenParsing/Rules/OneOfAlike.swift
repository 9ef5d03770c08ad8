import ModelgenDiagnostics
import ModelgenSchema

/// Every case of a union can be read.
enum OneOfAlike: ModelRule {
    static let entry = RuleEntry(
        id: "one-of-alike",
        summary: "Every case of a `oneOf` without a discriminator is reachable.",
        explanation: """
            Without a discriminator, the case is determined by the kind of the JSON value, and models are
            distinguished by required keys that the others do not have. Remaining cases are tried in order. A case whose values are all
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
        guard model.json.discriminator == nil else { return [] }
        return model.oneOf.enumerated().compactMap { index, each in
            guard let node = subject.entries[.oneOf]?.entry(each.text)?.value else { return nil }
            if each.type.isOptional {
                return report(
                    "a case of `oneOf` cannot be null", do: "make the fields of type `\(model.name)` optional",
                    at: node.range)
            }
            let kinds = each.kinds(run)
            let earlier = model.oneOf[..<index]
            let isHidden = kinds.allSatisfy { kind in
                earlier.contains { $0.isAlike(each) || $0.takesAll(of: kind, run) }
            }
            let hiding = earlier.first { other in
                other.isAlike(each) || kinds.contains { other.takesAll(of: $0, run) }
            }
            guard let hiding, isHidden, !kinds.isEmpty else { return nil }
            // Each hides the other, in either order.
            let areAlike = hiding.isAlike(each) || hiding.kinds(run).allSatisfy { each.takesAll(of: $0, run) }
            return report(
                "`\(each.text)` is never read, because `\(hiding.text)` accepts all its values",
                do: areAlike ? "remove one of them" : "move it before `\(hiding.text)`", at: node.range)
        }
    }
}

extension OneOfCase {
    /// Whether the values are written alike, as those of a set and a list are.
    fileprivate func isAlike(_ other: OneOfCase) -> Bool {
        type.asList == other.type.asList && transformer == other.transformer
    }
}

extension FieldType {
    fileprivate var asList: FieldType { if case .set(let element) = self { .list(element) } else { self } }
}
