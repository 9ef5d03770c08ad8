import ModelgenDiagnostics
import ModelgenSchema

/// A raw value has one case.
enum DuplicateRawValue: Rule {
    static let entry = RuleEntry(
        id: "duplicate-raw-value",
        summary: "No two cases of an enum have the same raw value.",
        explanation: """
            It would be ambiguous which of two cases with the same raw value to read, and Swift rejects them.
            """,
        bad: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 0 } }\n",
        good: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 1 } }\n"
    )

    static func diagnose(_ enumeration: Enumeration, _ nodes: [(key: Node, value: Node?)]) -> [Diagnostic] {
        var seen: [Literal: SwiftName] = [:]
        var names: Set<SwiftName> = []
        var diagnostics: [Diagnostic] = []
        let places = Dictionary(nodes.map { ($0.key.text, $0) }) { $1 }
        func node(_ name: SwiftName) -> (key: Node, value: Node?)? { places[name.text] }
        for item in enumeration.cases {
            let place = node(item.name)
            if !names.insert(item.name).inserted {
                diagnostics.append(
                    report("duplicate case `\(item.name)`", do: "remove one of them", at: place?.key.range)
                )
            } else if let first = seen[item.rawValue] {
                let notes = node(first).map { [Diagnostic.Note("`\(first)` is declared here", at: $0.key.range)] } ?? []
                diagnostics.append(
                    report(
                        "the cases `\(first)` and `\(item.name)` have the same raw value",
                        do: "change one of them",
                        at: (place?.value ?? place?.key)?.range,
                        notes: notes
                    )
                )
            } else {
                seen[item.rawValue] = item.name
            }
        }
        return diagnostics
    }
}
