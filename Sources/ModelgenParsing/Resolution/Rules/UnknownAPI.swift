import ModelgenDiagnostics

/// A named API exists.
enum UnknownAPI: Rule {
    static let entry = RuleEntry(
        id: "unknown-api",
        summary: "The API named by a model is declared.",
        explanation: "`api: BlogAPI` in a model refers to `api: { name: BlogAPI }` in any file of the run.",
        bad:
            "api: { name: MapAPI }\nmodels:\n  City:\n    api: MapApi\n    fields: { id: Int64 }\n    rest: { path: cities }\n",
        good:
            "api: { name: MapAPI }\nmodels:\n  City:\n    api: MapAPI\n    fields: { id: Int64 }\n    rest: { path: cities }\n"
    )

    static func diagnose(_ node: Node, known: [String]) -> Diagnostic {
        let name = node.text ?? ""
        return report(
            "unknown API `\(name)`",
            do: suggestion(for: name, among: known, else: "declare it with `api: { name: \(name) }`"),
            at: node.range
        )
    }
}
