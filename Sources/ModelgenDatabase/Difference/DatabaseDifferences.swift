import ModelgenDiagnostics

/// What differences between databases mean for existing rows.
extension DifferenceRule {
    static let database: [RuleEntry] = [
        rule(.table, .added, .additive, summary: "A table was added to a database.", "It has no rows yet."),
        rule(
            .table, .removed, .destructive, summary: "A table was removed from a database.", "Its rows are deleted."),
        rule(
            .table, .changed, .dataDependent, .additive, summary: "The key or the options of a table changed.",
            """
            A different primary key, or STRICT, may reject existing rows. How the rowid is stored (WITHOUT
            ROWID, AUTOINCREMENT) does not affect rows.
            """),
        rule(.table, .renamed, .additive, .dataDependent, summary: "A table was renamed.", "Its rows are kept."),
        rule(
            .column, .added, .additive, summary: "A column was added to a table.",
            "Existing rows get its default or `fill`."),
        rule(
            .column, .removed, .destructive, summary: "A column was removed from a table.", "Its values are deleted."),
        rule(
            .column, .changed, .destructive, .dataDependent, .additive, summary: "The declaration of a column changed.",
            """
            A column that is now computed loses its values. A different type converts them; NOT NULL,
            CHECK, a different collation and a different expression depend on the rows. A new default, a
            dropped constraint, and INTEGER changed to TEXT leave them unchanged.
            """),
        rule(
            .column, .renamed, .additive, .dataDependent, .destructive, summary: "A column was renamed.",
            "Its values are kept. Its declaration may have changed as well."),
        rule(
            .stored, .changed, .dataDependent, .additive, summary: "The values of a column are written differently.",
            """
            A different transformer, Swift type, enum or nested model, with the same SQLite type. Additive
            if every earlier value is read the same way; otherwise a step has to convert the existing
            rows, or state `restored: same`.
            """),
        rule(
            .sql, .added, .dataDependent, summary: "A SQL step, or a `using`, runs on the rows.",
            "What it changes or deletes depends on the rows. A step in Swift is reported for Swift."),
        rule(
            .reference, .added, .dataDependent, summary: "A foreign key was added to a table.",
            "Existing rows may violate it, in which case the migration fails."),
        rule(
            .reference, .removed, .additive, summary: "A foreign key was removed.",
            "All rows satisfy the remaining constraints."),
        rule(
            .reference, .changed, .dataDependent, summary: "The target or the actions of a foreign key changed.",
            "Existing rows may violate it, and rows may be deleted along with others."),
        rule(.check, .added, .dataDependent, summary: "A check was added to a table.", "Existing rows may violate it."),
        rule(
            .check, .removed, .additive, summary: "A check was removed.", "All rows satisfy the remaining constraints."),
        rule(.check, .changed, .dataDependent, summary: "A check changed.", "Existing rows may violate it."),
        rule(
            .index, .added, .dataDependent, .additive, summary: "An index was added to a table.",
            "If it is unique, existing rows may violate it."),
        rule(.index, .removed, .additive, summary: "An index was removed.", "No row depends on it."),
        rule(
            .index, .changed, .dataDependent, .additive, summary: "An index changed.",
            "If it is unique, existing rows may violate it."),
        rule(
            .index, .renamed, .additive, summary: "An index was renamed.",
            "Its table or a column was renamed, which is reported separately."),
        rule(
            .fullText, .added, .additive, summary: "A full-text index was added to a table.",
            "Existing rows are indexed as well."),
        rule(
            .fullText, .removed, .destructive, summary: "The full-text index of a table was removed.",
            "Searches no longer work."),
        rule(
            .fullText, .changed, .destructive, .additive, summary: "The columns of a full-text index changed.",
            "Rows are no longer found by columns that were removed from it."),
        rule(.view, .added, .additive, summary: "A view was added to a database.", "Existing code is not affected."),
        rule(
            .view, .removed, .destructive, summary: "A view was removed.", "Queries on it no longer work."),
        rule(
            .view, .changed, .dataDependent, summary: "The SELECT of a view changed.", "It may return different rows."),
        rule(
            .view, .renamed, .additive, .dataDependent, summary: "A view was renamed.",
            "Its rows are the same if its SELECT is the same."),
    ]
}
