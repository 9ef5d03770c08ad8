import ModelgenDiagnostics

/// No part of a table is older than the table.
enum ElementBeforeTable: ModelRule {
    static let entry = RuleEntry(
        id: "element-before-table",
        summary:
            "A field, an index or a check is not older than its table, and an index is not older than its fields.",
        explanation: """
            A table added in version 3 includes its fields and indexes, so none of them can have a `since` of 2. An
            index is added in the same version as its newest field, or later.
            """,
        example: """
             database: { name: Map, version: 3 }
             models:
               City:
                 primaryKey: id
            -    since: 3
            +    since: 2
                 fields:
                   id: Int64
            -      size: { type: Int?, since: 2 }
            +      size: { type: Int?, since: 3 }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table else { return [] }
        let ofFields = subject.fields.compactMap { field -> Diagnostic? in
            guard field.field.since < table.since, let node = field.entries?[.since] else { return nil }
            return report(
                "`\(field.field.name)` has `since: \(field.field.since)`, but its table was added in version \(table.since)",
                do: "raise or remove the `since`", at: node.range)
        }
        let elements = [ModelKey.unique, .indexes, .checks].flatMap { subject.node($0)?.elements ?? [] }
        return ofFields
            + elements.compactMap { node in
                guard let since = node[IndexKey.since], let version = since.text.flatMap({ Int($0) }) else {
                    return nil
                }
                let names = node[IndexKey.fields].map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) } ?? []
                let youngest = max(table.since, names.compactMap { subject.field($0)?.field.since }.max() ?? 0)
                guard version < youngest else { return nil }
                return report(
                    "this has `since: \(version)`, but what it refers to was added in version \(youngest)",
                    do: "raise or remove the `since`", at: since.range)
            }
    }
}
