import ModelgenDiagnostics

/// A named API exists.
enum UnknownAPI: Rule {
    static let entry = RuleEntry(
        id: "unknown-api",
        summary: "The API named by a model is declared.",
        explanation: "`api: BlogAPI` in a model refers to `api: { name: BlogAPI }` in any file of the module.",
        bad:
            "api: { name: MapAPI }\nmodels:\n  City:\n    api: MapApi\n    fields: { id: Int64 }\n    rest: { path: cities }\n",
        good:
            "api: { name: MapAPI }\nmodels:\n  City:\n    api: MapAPI\n    fields: { id: Int64 }\n    rest: { path: cities }\n"
    )

    /// - Parameter module: The other module that declares one of that name.
    static func diagnose(_ node: Node, known: [String], module: String?) -> Diagnostic {
        let name = node.text ?? ""
        if let module {
            return report(
                "the API `\(name)` belongs to the module `\(module)`",
                do: "declare the model there, or an API in this module", at: node.range)
        }
        return report(
            "unknown API `\(name)`",
            do: suggestion(for: name, among: known, else: "declare it with `api: { name: \(name) }`"),
            at: node.range
        )
    }
}
