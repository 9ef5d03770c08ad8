import ModelgenDiagnostics

/// `<<` merges mappings.
enum MergeOfNoMapping: Rule {
    static let entry = RuleEntry(
        id: "merge-of-no-mapping",
        summary: "The merge key `<<` takes a mapping, or a list of mappings.",
        explanation: """
            `<<: *name` merges the entries of the mapping anchored with `&name`; explicitly written entries take
            precedence (https://yaml.org/type/merge.html). A string or a plain list has no entries to merge.
            """,
        bad: "models:\n  City:\n    fields:\n      <<: text\n      id: Int64\n",
        good:
            "models:\n  Town:\n    fields: &common\n      id: Int64\n  City:\n    fields:\n      <<: *common\n      name: String\n"
    )

    static func diagnose(_ value: Node) -> Diagnostic {
        report(
            "`<<` requires a mapping, but this is \(value.kindName)",
            do: "refer to a mapping with `*name`",
            at: value.range
        )
    }
}
