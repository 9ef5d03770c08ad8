import ModelgenDiagnostics

/// A table without rowid has a key.
enum WithoutRowIDKey: ModelRule {
    static let entry = RuleEntry(
        id: "without-row-id-key",
        summary: "A WITHOUT ROWID table has a primary key.",
        explanation: """
            Without a rowid, rows can only be found by a primary key (https://www.sqlite.org/withoutrowid.html).
            """,
        bad:
            "database: { name: Map }\nmodels:\n  City:\n    table: city\n    withoutRowID: true\n    fields: { name: String }\n",
        good:
            "database: { name: Map }\nmodels:\n  City:\n    primaryKey: name\n    withoutRowID: true\n    fields: { name: String }\n"
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let table = subject.model.table, table.isWithoutRowID, table.primaryKey.isEmpty, !subject.isBroken,
            !subject.entries.has(.primaryKey), let key = subject.entries.key(.withoutRowID)
        else { return [] }
        return [report("a WITHOUT ROWID table requires a primary key", do: "add `primaryKey: …`", at: key.range)]
    }
}
