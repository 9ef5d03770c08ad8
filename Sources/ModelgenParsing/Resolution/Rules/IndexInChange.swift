import ModelgenDiagnostics

/// The earlier definition of a changed field has no indexes.
enum IndexInChange: Rule {
    static let entry = RuleEntry(
        id: "index-in-change",
        summary: "The earlier definition of a field has neither `unique` nor `index`.",
        explanation: """
            `change` specifies what a column was, and keeps the indexes of its table. If these were different before the
            version, a step `was` lists all of them: `was: { unique: [code] }`, or `[]` if there were none.
            """,
        example: """
             database: { name: Map, version: 2 }
             models:
               City:
                 primaryKey: id
                 fields: { id: Int64, code: String? }
                 migrations:
                   2:
            -        - change: { code: { from: { type: String, unique: true } } }
            +        - change: { code: { from: String } }
            +        - was: { unique: [code] }
            """
    )

    static func diagnose(_ field: FieldSubject) -> [Diagnostic] {
        [(FieldKey.unique, EarlierKey.unique), (.index, .indexes)].compactMap { key, list in
            guard let node = field.entries?.key(key) else { return nil }
            return report(
                "`change` keeps the indexes of a field",
                do: "write all that the table had before the version as `- was: { \(list.rawValue): … }`",
                at: node.range)
        }
    }
}
