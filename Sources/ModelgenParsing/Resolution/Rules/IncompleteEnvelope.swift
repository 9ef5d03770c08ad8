import ModelgenDiagnostics

/// An envelope says where the object is.
enum IncompleteEnvelope: Rule {
    static let entry = RuleEntry(
        id: "incomplete-envelope",
        summary: "An envelope specifies at least `object`, `list` or `body`, and `meta` has a path of its own.",
        explanation: """
            An envelope specifies the key paths of the object and the list in a response: `envelope: { object: data,
            list: data.items }`. Metadata alone wraps nothing, and it cannot have the same path as the object.
            """,
        bad: "api: { name: MapAPI, envelope: { meta: meta } }\n",
        good: "api: { name: MapAPI, envelope: { object: data, meta: meta } }\n"
    )

    static func diagnose(_ node: Node) -> Diagnostic? {
        if node["object"] == nil, node["list"] == nil, node["body"] == nil {
            return report(
                "the envelope has none of `object`, `list` and `body`",
                do: "add the key path of the value",
                at: node.range
            )
        }
        guard let meta = node["meta"], let path = meta.text else { return nil }
        if path == node["object"]?.text || path == node["list"]?.text {
            return report("the metadata has the same path as the value", do: "give it a different path", at: meta.range)
        }
        return nil
    }
}
