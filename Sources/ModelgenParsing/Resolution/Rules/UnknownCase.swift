import ModelgenDiagnostics
import ModelgenSchema

/// `unknown` names a case, or is `keep` or `fail`.
enum UnknownCase: Rule {
    static let entry = RuleEntry(
        id: "unknown-case",
        summary: "`unknown` is `keep`, `fail` or a case of the enum.",
        explanation: """
            `keep` adds a case `unknown` that stores the raw value and writes it back, so there can be no other case
            with that name; `fail` makes it an error; the name of a case means that every unknown value is read as
            that case.
            """,
        bad: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 1 }, unknown: other }\n",
        good: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 1, other: 2 }, unknown: other }\n"
    )

    static func diagnose(_ node: Node, cases: [String], of name: SwiftName) -> Diagnostic? {
        let text = node.text ?? ""
        guard !cases.contains(text) else { return nil }
        return report(
            "the enum `\(name)` has no case `\(text)`",
            do: suggestion(
                for: text,
                among: cases + ["keep", "fail"],
                else: "write `keep`, `fail` or one of \(listed(cases))"
            ),
            at: node.range
        )
    }

    static func diagnose(keepIn keys: [Node]) -> Diagnostic? {
        guard let key = keys.first(where: { $0.text == "unknown" }) else { return nil }
        return report("`unknown: keep` adds a case `unknown`", do: "rename this one", at: key.range)
    }
}
