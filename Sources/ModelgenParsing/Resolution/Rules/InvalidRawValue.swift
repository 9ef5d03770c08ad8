import ModelgenDiagnostics
import ModelgenSchema

/// A raw value is of the enum's raw type.
enum InvalidRawValue: Rule {
    static let entry = RuleEntry(
        id: "invalid-raw-value",
        summary: "A raw value matches the raw type of its enum.",
        explanation: """
            With `raw: Int`, each case specifies its number. With `raw: String`, names alone are enough; the raw value
            is then the name.
            """,
        bad: "enums:\n  Gender: { raw: Int, cases: { female: f, male: m } }\n",
        good: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 1 } }\n"
    )

    /// The raw value of a case; nil if it does not match, which is reported.
    static func literal(
        _ node: Node?,
        key: Node,
        type: Enumeration.RawType,
        _ found: (Diagnostic?) -> Void
    ) -> Literal? {
        guard let node, !node.isEmpty else {
            if type == .string { return .string(key.text ?? "") }
            found(
                report(
                    "the case `\(key.text ?? "")` has no raw value",
                    do: "write the cases as a mapping: `cases: { \(key.text ?? ""): 0 }`",
                    at: key.range
                )
            )
            return nil
        }
        guard let text = node.text else { return nil }
        switch type {
        case .string: return .string(text)
        case .int, .int64:
            if let number = Int64(text) { return .integer(String(number)) }
            found(
                report(
                    "the raw value `\(text)` is not a valid `\(type.rawValue)`", do: "write a whole number",
                    at: node.range))
            return nil
        }
    }
}
