import ModelgenDiagnostics
import ModelgenSchema

/// The version of a database is at least every version that is named.
enum VersionTooLow: Rule {
    static let entry = RuleEntry(
        id: "version-too-low",
        summary: "The version of a database is at least every version that is named.",
        explanation: """
            `since: 3`, or steps under `3:`, describe what version 3 of the database brings. A database of
            version 2 would never get there: raise its `version`. A dropped field, in turn, came before the
            version that drops it.
            """,
        bad: """
            database: { name: Map, version: 2 }
            models:
              City:
                primaryKey: id
                fields:
                  id: Int64
                  name: { type: String?, since: 3 }

            """,
        good: """
            database: { name: Map, version: 3 }
            models:
              City:
                primaryKey: id
                fields:
                  id: Int64
                  name: { type: String?, since: 3 }

            """
    )

    static func diagnose(_ version: Int, at range: SourceRange, _ database: Database, _ node: Node) -> Diagnostic {
        report(
            "version \(version) is beyond version \(database.version) of the database `\(database.name)`",
            do: "raise the version of the database",
            at: range,
            notes: [.init("the database is declared here", at: node.range)]
        )
    }

    static func diagnose(dropped field: FieldSubject, version: Int) -> Diagnostic? {
        guard field.field.since >= version else { return nil }
        return report(
            "`\(field.field.name)` came with version \(field.field.since) and is dropped by version \(version)",
            do: "it must have come before",
            at: (field.entries?[.since] ?? field.key).range
        )
    }
}
