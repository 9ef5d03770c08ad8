import ModelgenDiagnostics
import ModelgenSchema

/// A raw value has one case.
enum DuplicateRawValue: Rule {
    static let entry = RuleEntry(
        id: "duplicate-raw-value",
        summary: "No two cases of an enum have the same raw value.",
        explanation: """
            It would be ambiguous which of two cases with the same raw value to read, and Swift rejects them. Texts that
            differ only in how their letters are composed, such as `é` as one character or as two, are equal in Swift,
            so they count as the same.
            """,
        bad: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 0 } }\n",
        good: "enums:\n  Gender: { raw: Int, cases: { female: 0, male: 1 } }\n"
    )

    static func diagnose(_ enumeration: Enumeration, _ nodes: [(key: Node, value: Node?)]) -> [Diagnostic] {
        var seen: [String: SwiftName] = [:]
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
            } else if let first = seen[item.rawText] {
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
                seen[item.rawText] = item.name
            }
        }
        return diagnostics
    }
}

extension Enumeration.Case {
    /// The text or the digits of the raw value. Strings are equal as in Swift, which compares raw values like this.
    fileprivate var rawText: String {
        switch rawValue {
        case .string(let text), .integer(let text), .number(let text): text
        case .null, .boolean, .list, .dictionary, .enumCase:
            preconditionFailure("a raw value is a string or an integer")
        }
    }
}
