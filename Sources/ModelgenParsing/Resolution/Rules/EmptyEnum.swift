import ModelgenDiagnostics
import ModelgenSchema

/// An enum has cases.
enum EmptyEnum: Rule {
    static let entry = RuleEntry(
        id: "empty-enum",
        summary: "An enum has at least one case.",
        explanation: "An enum without cases has no values, and Swift does not allow raw values for it.",
        bad: "enums:\n  Size: []\n",
        good: "enums:\n  Size: [small, large]\n"
    )

    static func diagnose(_ enumeration: Enumeration, written: Int, at key: Node) -> Diagnostic? {
        guard written == 0 else { return nil }
        return report("the enum `\(enumeration.name)` has no cases", do: "add one", at: key.range)
    }
}
