import ModelgenDiagnostics

/// An envelope says where the object is.
enum IncompleteEnvelope: Rule {
    static let entry = RuleEntry(
        id: "incomplete-envelope",
        summary: "An envelope names at least `object` or `list`, by different paths where both are named.",
        explanation: """
            An envelope tells where a response holds its object and its list: `envelope: { object: data, list:
            data.items }`. Metadata alone wraps nothing, and it cannot stand where the object stands.
            """,
        bad: "api: { name: MapAPI, envelope: { meta: meta } }\n",
        good: "api: { name: MapAPI, envelope: { object: data, meta: meta } }\n"
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        if node["object"] == nil, node["list"] == nil, node["body"] == nil {
            return report(
                "the envelope holds nothing",
                do: "say with `object` or `list` where the value is",
                at: node.range
            )
        }
        guard let meta = node["meta"], let path = meta.text else { return nil }
        if path == node["object"]?.text || path == node["list"]?.text {
            return report("the metadata stands where the value stands", do: "give it a path of its own", at: meta.range)
        }
        return nil
    }
}
