import ModelgenDiagnostics

/// Exactly one of several keys is written.
enum ExactlyOneKey: Rule {
    static let entry = RuleEntry(
        id: "exactly-one-key",
        summary: "Exactly one of several mutually exclusive keys is present.",
        explanation: """
            A migration step does one thing, a relation is of one kind, lists are paginated in one way. Write several
            steps as separate items of the list.
            """,
        bad: "api: { name: MapAPI, auth: { header: X-Api-Key, query: key } }\n",
        good: "api: { name: MapAPI, auth: { header: X-Api-Key } }\n"
    )

    static func diagnose<Key: SchemaKey>(_ node: Node, of keys: [Key], _ reading: Reading) -> Diagnostic? {
        let names = keys.map(\.rawValue)
        let written = node.entries.filter { names.contains($0.name) }
        if written.count == 1 { return nil }
        // An unknown key was reported already.
        if written.isEmpty, reading.isIncomplete(node) { return nil }
        if written.isEmpty {
            return report("\(Key.title) must have one of the keys \(listed(names))", do: "add one", at: node.range)
        }
        return report(
            "\(Key.title) can have only one of \(listed(written.map(\.name)))",
            do: "remove the others",
            at: written[1].key.range
        )
    }
}
