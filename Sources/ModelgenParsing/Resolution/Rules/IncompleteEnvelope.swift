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
        if [EnvelopeKey.object, .list, .body].allSatisfy({ node[$0] == nil }) {
            return report(
                "the envelope has none of `object`, `list` and `body`",
                do: "add the key path of the value",
                at: node.range
            )
        }
        guard let meta = node[EnvelopeKey.meta], let path = meta.text else { return nil }
        if [EnvelopeKey.object, .list].contains(where: { node[$0]?.text == path }) {
            return report("the metadata has the same path as the value", do: "give it a different path", at: meta.range)
        }
        return nil
    }
}
