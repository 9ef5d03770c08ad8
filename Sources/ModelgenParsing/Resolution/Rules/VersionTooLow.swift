import ModelgenDiagnostics
import ModelgenSchema

/// No version is higher than the version of its database.
enum VersionTooLow: Rule {
    static let entry = RuleEntry(
        id: "version-too-low",
        summary: "The version of a database is at least the highest version used.",
        explanation: """
            `since: 3`, or steps under `3:`, describe what version 3 of the database adds. A database at version 2
            would never get there: raise its `version`. A dropped field, on the other hand, must have been added
            before the version that drops it.
            """,
        example: """
            -database: { name: Map, version: 2 }
            +database: { name: Map, version: 3 }
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
            "version \(version) is higher than the version of the database `\(database.name)`, \(database.version)",
            do: "raise the version of the database",
            at: range,
            notes: [.init("the database is declared here", at: node.range)]
        )
    }

    static func diagnose(dropped field: FieldSubject, version: Int) -> Diagnostic? {
        guard field.field.since >= version else { return nil }
        return report(
            "`\(field.field.name)` was added in version \(field.field.since), so version \(version) cannot drop it",
            do: "correct one of the versions",
            at: (field.entries?[.since] ?? field.key).range
        )
    }
}
