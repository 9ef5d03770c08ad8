import ModelgenDiagnostics
import ModelgenSchema

/// Keys that concern a table belong to a model that has one.
enum TableKeyWithoutTable: ModelRule {
    static let entry = RuleEntry(
        id: "table-key-without-table",
        summary:
            "Unique constraints, indexes, checks, migrations and other table keys require a model with a table.",
        explanation: """
            A model has a table if it has `table` or `primaryKey`. Otherwise these keys would have no effect. A view
            can have relations and queries, but nothing that changes or constrains rows.
            """,
        bad: "models:\n  City:\n    fields: { name: String }\n    unique: [[name]]\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    table: city\n    fields: { name: String }\n    unique: [[name]]\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        // A union cannot get a table.
        guard !subject.isBroken, !subject.entries.has(.oneOf) else { return [] }
        let ofTables: [ModelKey] = [.unique, .indexes, .checks, .strict, .withoutRowID, .fullText]
        let ofStorage: [ModelKey] = [.since, .relations, .queries, .database, .migrations]
        let keys: [ModelKey]
        let has: String
        switch subject.model.storage {
        case .table: return []
        case .view: (keys, has) = (ofTables + [.table].filter { subject.entries[$0]?.isFalse == true }, "is a view")
        case .none: (keys, has) = (ofTables + ofStorage, "has no table")
        }
        return keys.compactMap { key in
            subject.entries.key(key).map {
                report(
                    "`\(key.rawValue)` requires a table, but `\(subject.model.name)` \(has)",
                    do: subject.model.storage == .none
                        ? "add `table: …` to the model, in a file with a `database`, or remove it" : "remove it",
                    at: $0.range
                )
            }
        }
    }

    static func diagnose(dropped key: Node) -> Diagnostic {
        report(
            "the dropped model `\(key.text ?? "")` had no table",
            do: "add its `table` or `primaryKey`",
            at: key.range
        )
    }
}
