import ModelgenDiagnostics
import ModelgenSchema

/// The lines of a database in the lock begin with its name.
enum ReservedDatabaseName: Rule {
    static let entry = RuleEntry(
        id: "reserved-database-name",
        summary: "A database is not called `json` or `swift`.",
        explanation: """
            Each line of `modelgen.lock` begins with the name of its database, or with `json` or `swift` for what is
            released besides databases. Choose a different name.
            """,
        bad: "database: { name: json }\nmodels: { City: { primaryKey: id, fields: { id: Int64 } } }\n",
        good: "database: { name: Documents }\nmodels: { City: { primaryKey: id, fields: { id: Int64 } } }\n"
    )

    static func diagnose(_ key: Node) -> Diagnostic? {
        guard let name = key.text, ["json", "swift"].contains(name) else { return nil }
        return report(
            "the lock has lines of its own that begin with `\(name)`", do: "rename the database", at: key.range)
    }
}
