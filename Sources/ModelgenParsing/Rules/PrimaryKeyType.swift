import ModelgenDiagnostics
import ModelgenSchema

/// A key is a single value that is always present.
enum PrimaryKeyType: ModelRule {
    static let entry = RuleEntry(
        id: "primary-key-type",
        summary: "A field of the primary key is stored, not optional, and a single value.",
        explanation: """
            A key finds one row. NULL is not equal to anything, not even to itself, so a row with a NULL key could
            never be found; lists, dictionaries and nested models cannot be keys either.
            """,
        bad: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fields: { id: Int64? }\n",
        good: "database: { name: Map }\nmodels:\n  City:\n    primaryKey: id\n    fields: { id: Int64 }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        subject.primaryKey.compactMap { name in
            guard let field = subject.field(name.text) else { return nil }
            func wrong(_ why: String, _ advice: String) -> Diagnostic {
                report("the key field `\(name)` \(why)", do: advice, at: field.key.range)
            }
            if case .table = subject.model.storage, field.field.column == nil {
                return wrong("is not stored", "remove its `column: false`")
            }
            return field.unfitForKey.map { wrong($0.why, $0.advice) }
        }
    }
}
