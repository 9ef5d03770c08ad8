import ModelgenDiagnostics

/// The rules about the history of a database, for `modelgen explain`.
enum HistoryRules {
    static let all: [RuleEntry] = [
        RuleEntry(
            id: "change-of-added-field", summary: "A version does not change a field that it, or a later one, adds.",
            explanation: """
                Going backwards, a field that was added in a version is gone before it, so there is nothing that it \
                was changed from. Remove the step, or write the earlier version into `since`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "change-unknown-field", summary: "A `change` step names a stored field of that version.",
            explanation: """
                Steps use the names that hold after the renames of their version. Look for a misspelt name, or for a \
                rename in the same or a later version.
                """, bad: "", good: ""),
        RuleEntry(
            id: "change-without-column", summary: "A `change` step starts from a field that was stored.",
            explanation: """
                With `column: false` before, the field had no column that could be converted. Then its column is an \
                addition: write `since` on the field.
                """, bad: "", good: ""),
        RuleEntry(
            id: "change-without-difference",
            summary: "The earlier definition in a `change` step differs from the present one.",
            explanation: """
                `from` says what the field was before that version. If it was the same, the step is not needed.
                """, bad: "", good: ""),
        RuleEntry(
            id: "drop-before-addition", summary: "What is dropped in a version was added in an earlier one.",
            explanation: """
                The `since` in a dropped definition says when it came; it must lie before the version that drops it.
                """, bad: "", good: ""),
        RuleEntry(
            id: "drop-model-without-table", summary: "A model in `dropModel` has the table that it had.",
            explanation: """
                Its definition is what earlier versions are made of, so it needs `table` or `primaryKey` as it had \
                them.
                """, bad: "", good: ""),
        RuleEntry(
            id: "drop-of-present-field", summary: "A dropped field is not a field of the model any more.",
            explanation: """
                Where only its type changed, write `change`. Where another field took its name, rename the old one \
                first and drop it under the new name.
                """, bad: "", good: ""),
        RuleEntry(
            id: "missing-in-version", summary: "What a version uses, it has.",
            explanation: """
                A key, an index, a check or a reference of an earlier version names a field that this version does \
                not have. Write `since` on what uses it, or say by a `was` step what it used before.
                """, bad: "", good: ""),
        RuleEntry(
            id: "rename-to-taken-name", summary: "Undoing a rename does not give two fields of one name.",
            explanation: """
                The earlier name is taken in the version before. Say by a step what the other field was called then.
                """, bad: "", good: ""),
        RuleEntry(
            id: "rename-unknown-column", summary: "A renamed column exists under its new name.",
            explanation: """
                `rename: { column: { old: new } }` needs a field whose column is `new` in that version.
                """, bad: "", good: ""),
        RuleEntry(
            id: "rename-unknown-field", summary: "A renamed field exists under its new name.",
            explanation: """
                `rename: { old: new }` needs a stored field `new` in that version, and one that is older than the \
                version: what a version adds, it cannot rename.
                """, bad: "", good: ""),
        RuleEntry(
            id: "step-before-history", summary: "There are no steps under version 1.",
            explanation: """
                Migrations lead from one version to the next; nothing stands before the first. Write the step under \
                the version that needs it.
                """, bad: "", good: ""),
        RuleEntry(
            id: "step-before-table", summary: "Steps of a table belong to versions after the one that adds it.",
            explanation: """
                Before `since` of the model there is no table. Remove the step, or write an earlier `since`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "two-columns-of-one-name", summary: "A table has each column once, in every version.",
            explanation: """
                SQLite does not tell upper and lower case of names apart. Give one of the fields another `column`, \
                or say by a `rename` step what it was called.
                """, bad: "", good: ""),
        RuleEntry(
            id: "two-indexes-of-one-name", summary: "The names of tables, views and indexes differ, in every version.",
            explanation: """
                SQLite keeps them in one space of names. Give the index a `name`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "two-tables-of-one-name", summary: "Each table belongs to one model, in every version.",
            explanation: """
                Two models have the same `table` in that version. If one of them came later, write `since` on it; if \
                a name was changed, write `was: { table: … }`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "version-not-reached", summary: "No version is named beyond the database's own.",
            explanation: """
                `since` and `migrations` lead up to `version` of the database. Raise it, or correct the number.
                """, bad: "", good: ""),
        RuleEntry(
            id: "view-without-columns", summary: "A view has no columns of its own to rename, change or drop.",
            explanation: """
                Its columns are those of its SELECT. Say by `was: { view: "SELECT …" }` what it was.
                """, bad: "", good: ""),
        RuleEntry(
            id: "was-not-earlier", summary: "What a `was` step tells was there before its version.",
            explanation: """
                The `since` inside it must lie before the version of the step.
                """, bad: "", good: ""),
        RuleEntry(
            id: "was-view-of-table", summary: "A table was no view, and a view no table.",
            explanation: """
                One does not become the other by a step. Drop the one with `dropModel`, and add the other with \
                `since`.
                """, bad: "", good: ""),
    ]
}
