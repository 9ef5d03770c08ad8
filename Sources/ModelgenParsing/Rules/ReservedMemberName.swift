import ModelgenDiagnostics

/// A field or a case is not named like a member of generated code.
enum ReservedMemberName: Rule {
    static let entry = RuleEntry(
        id: "reserved-member-name",
        summary: "A field or a case is not named like a member that generated code adds.",
        explanation: """
            Generated models have members of their own, such as `jsonFields`, and Swift gives every value a
            `self`. Give the field another name, and keep the key and the column with `json` and `column`.
            """,
        bad: """
            models:
              City:
                fields: { id: Int64, hashValue: Int }

            """,
        good: """
            models:
              City:
                fields:
                  id: Int64
                  hash: { type: Int, json: hashValue }

            """
    )

    private static let fields: Set<String> = [
        "self", "Self", "Type", "Protocol", "init", "hashValue", "jsonFields", "customMirror", "pathKey",
    ]
    private static let fieldsOfTables: Set<String> = ["rowID", "primaryKey"]
    private static let cases: Set<String> = [
        "self", "Self", "Type", "Protocol", "init", "rawValue", "hashValue", "allCases", "RawValue", "AllCases",
    ]

    static func isReserved(_ name: String) -> Bool {
        fields.contains(name) || cases.contains(name) || fieldsOfTables.contains(name)
    }

    static func diagnose(field key: Node, _ context: ModelContext) -> Diagnostic? {
        let name = key.text ?? ""
        guard fields.contains(name) || (context.storage == .table && fieldsOfTables.contains(name)) else { return nil }
        return report(
            "a field cannot be named `\(name)`",
            do: "rename it, and keep its key with `json: \(name)`",
            at: key.range
        )
    }

    static func diagnose(case key: Node) -> Diagnostic? {
        let name = key.text ?? ""
        guard cases.contains(name) else { return nil }
        return report("a case cannot be named `\(name)`", do: "rename it, and keep its raw value", at: key.range)
    }
}
