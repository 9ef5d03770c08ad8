import ModelgenDiagnostics

/// The rules that are proved on SQLite in memory, for `modelgen explain`.
enum VerificationRules {
    static let all: [RuleEntry] = [
        RuleEntry(
            id: "change-without-conversion", summary: "A change of the storage class says how values are converted.",
            explanation: """
                SQLite would keep the old values as they are, and reading them as the new type would fail. Write \
                `using:` with the SQL of the new value, such as `CAST(user_id AS INTEGER)`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-breaks-full-text", summary: "The full text stays in step with its table.",
            explanation: """
                After a migration FTS5's own check found words of rows that are not there, or the other way round. A \
                step in SQL that writes to the search table itself is the likely cause.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-breaks-integrity", summary: "A migrated file is whole.",
            explanation: """
                SQLite's `integrity_check` complains about the file that a migration leaves. Values that break NOT \
                NULL, CHECK or UNIQUE are the likely cause: convert them by `using:` or an `sql` step.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-breaks-references", summary: "After a migration no row refers to one that is gone.",
            explanation: """
                `foreign_key_check` found rows without their parent. Delete them, or correct their key, by an `sql` \
                step of that version.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-depends-on-data",
            summary: "A migration works with whatever rows the earlier version allows.",
            explanation: """
                It was tried with rows at the edge of what is allowed, and SQLite stopped: two are equal under a new \
                unique index, say, or one fails a new check. Change or delete such rows by an `sql` step first. \
                Where you know that there are none, go on: it is a warning.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-differs", summary: "Each version is what its steps make of the one before.",
            explanation: """
                The tables that came out of the steps are not those of the schema at that version. Both sides are \
                shown. Most often `since` is missing on what was added, or a step on what was changed.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-fills-wrongly",
            summary: "Older rows get the `fill`, or the default, in a column that is added.",
            explanation: """
                After the migration a row has another value. A step in SQL of the same version that writes the \
                column is the likely cause; then `fill` should say what that step gives.
                """, bad: "", good: ""),
        RuleEntry(
            id: "migration-loses-rows", summary: "Values that no step touches survive a migration.",
            explanation: """
                Rows were written at the earlier version and looked for after the migration. Some are gone or \
                changed, though no `sql` step writes their column.
                """, bad: "", good: ""),
        RuleEntry(
            id: "query-does-not-fit",
            summary: "A named query runs on the newest version and gives what `returns` says.",
            explanation: """
                It was prepared on the database in memory. SQLite's own words, or the parameter or column that does \
                not fit, stand in the message.
                """, bad: "", good: ""),
        RuleEntry(
            id: "query-scans-table", summary: "A query finds its rows by an index.",
            explanation: """
                `EXPLAIN QUERY PLAN` says that it reads a whole table. Add an index over the columns of its \
                condition; for small tables it does not matter.
                """, bad: "", good: ""),
        RuleEntry(
            id: "sqlite-refuses", summary: "SQLite takes every statement that is made of the schema.",
            explanation: """
                The statement was run on a database in memory. The message has SQLite's own words; the place is the \
                step or the model that the statement comes from.
                """, bad: "", good: ""),
        RuleEntry(
            id: "sqlite-unavailable", summary: "The SQLite of this machine can be used.",
            explanation: """
                A database in memory could not be opened, so nothing could be proved. Look for a broken or very old \
                libsqlite3.
                """, bad: "", good: ""),
    ]
}
