import ModelgenDiagnostics
import ModelgenSchema

/// Every case of one of several types can be read.
enum OneOfAlike: ModelRule {
    static let entry = RuleEntry(
        id: "one-of-alike",
        summary: "Every case of `oneOf` without a discriminator can be read.",
        explanation: """
            Without a discriminator the kind of the JSON value tells which case it is, and several models are told apart by
            their required keys. What is left is tried from the first case to the last. A case whose values an earlier one
            takes as well is never read: put it before that one. Null belongs to what holds the value.
            """,
        bad: """
            models:
              Reference:
                oneOf: { text: String, id: UUID }

            """,
        good: """
            models:
              Reference:
                oneOf: { id: UUID, text: String }

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
                        "a case of `oneOf` is never null", do: "make optional what holds a `\(model.name)`",
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
                        "`\(each.text)` is never read, since `\(first.text)` takes all of its values",
                        do: first.isAlike(each) ? "remove one of them" : "put it before `\(first.text)`",
                        at: node.range))
            }
        }
        return diagnostics
    }
}

extension OneOfCase {
    fileprivate func isAlike(_ other: OneOfCase) -> Bool { type == other.type && transformer == other.transformer }
}
