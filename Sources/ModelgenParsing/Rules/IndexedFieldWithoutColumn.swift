import ModelgenDiagnostics

/// Only columns can be indexed.
enum IndexedFieldWithoutColumn: ModelRule {
    static let entry = RuleEntry(
        id: "indexed-field-without-column",
        summary: "The fields of an index or a unique constraint are stored.",
        explanation: "A field with `column: false` has no column to index.",
        example: """
             database: { name: Map }
             models:
               City:
                 table: city
                 fields:
                   name: { type: String?, column: false }
                   size: Int
            -    indexes: [[name]]
            +    indexes: [[size]]
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard subject.model.table != nil else { return [] }
        return [ModelKey.unique, .indexes].flatMap { subject.node($0)?.elements ?? [] }.flatMap {
            node -> [Diagnostic] in
            (node[IndexKey.fields] ?? node).oneOrMany.compactMap { term in
                guard let name = term.text?.split(separator: " ").first,
                    let field = subject.field(String(name))?.field, field.column == nil
                else { return nil }
                return report("`\(name)` is not stored", do: "remove it from the index", at: term.range)
            }
        }
    }
}
