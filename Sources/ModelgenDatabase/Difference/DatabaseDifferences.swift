/// What differences of databases mean for the rows that there are.
extension DifferenceRule {
    static let database: [(Fact.Kind, [Text])] = [
        (
            .table,
            [
                Text(.added, .additive, summary: "A database has a new table.", "It has no rows yet."),
                Text(
                    .removed, .destructive, summary: "A table of a database is gone.", "Its rows go with it."),
                Text(
                    .changed, .dataDependent, .additive, summary: "The key or the options of a table changed.",
                    """
                    Another primary key, or STRICT, may refuse rows that there are. How the rowid is kept, WITHOUT ROWID or \
                    AUTOINCREMENT, matters to no row.
                    """),
                Text(.renamed, .additive, .dataDependent, summary: "A table has another name.", "Its rows stay."),
            ]
        ),
        (
            .column,
            [
                Text(.added, .additive, summary: "A table has a new column.", "Older rows get its default or `fill`."),
                Text(
                    .removed, .destructive, summary: "A column of a table is gone.", "Its values go with it."),
                Text(
                    .changed, .destructive, .dataDependent, .additive, summary: "The declaration of a column changed.",
                    """
                    A column that is computed from now on loses its values. Another type converts them; NOT NULL, CHECK, \
                    another collation and another expression depend on the rows. A new default, a dropped constraint, and \
                    INTEGER that becomes TEXT leave them as they are.
                    """),
                Text(
                    .renamed, .additive, .dataDependent, .destructive, summary: "A column has another name.",
                    "Its values stay. Its declaration may have changed besides."),
            ]
        ),
        (
            .stored,
            [
                Text(
                    .changed, .dataDependent, .additive, summary: "The values of a column are written differently.",
                    """
                    Another transformer, Swift type, enum or nested model, in the same type of SQLite. Additive if every \
                    value of before is read as the same; else a step has to convert the rows that there are, or to say \
                    `restored: same`.
                    """)
            ]
        ),
        (
            .sql,
            [
                Text(
                    .added, .dataDependent, summary: "A step of SQL runs on the rows.",
                    "What it changes or deletes depends on the rows. A step in Swift is told for Swift.")
            ]
        ),
        (
            .reference,
            [
                Text(
                    .added, .dataDependent, summary: "A table has a new foreign key.",
                    "Rows may refer to nothing; the migration fails on them."),
                Text(.removed, .additive, summary: "A foreign key is gone.", "All rows satisfy what is left."),
                Text(
                    .changed, .dataDependent, summary: "A foreign key refers elsewhere or acts differently.",
                    "Rows may refer to nothing, and rows may be deleted along with others."),
            ]
        ),
        (
            .check,
            [
                Text(.added, .dataDependent, summary: "A table has a new check.", "Rows may break it."),
                Text(.removed, .additive, summary: "A check is gone.", "All rows satisfy what is left."),
                Text(.changed, .dataDependent, summary: "A check changed.", "Rows may break it."),
            ]
        ),
        (
            .index,
            [
                Text(
                    .added, .dataDependent, .additive, summary: "A table has a new index.",
                    "Where it is unique, rows may be equal that must differ now."),
                Text(.removed, .additive, summary: "An index is gone.", "No row depends on it."),
                Text(
                    .changed, .dataDependent, .additive, summary: "An index changed.",
                    "Where it is unique, rows may be equal that must differ now."),
                Text(
                    .renamed, .additive, summary: "An index has another name.",
                    "Its table or a column has another name, which is told for itself."),
            ]
        ),
        (
            .fullText,
            [
                Text(.added, .additive, summary: "A table has a full text.", "Older rows are found as well."),
                Text(
                    .removed, .destructive, summary: "The full text of a table is gone.", "Searches no longer work."),
                Text(
                    .changed, .destructive, .additive, summary: "The full text of a table has other columns.",
                    "What is found by a column that is no longer among them is found no more."),
            ]
        ),
        (
            .view,
            [
                Text(.added, .additive, summary: "A database has a new view.", "Nothing that was there changes."),
                Text(
                    .removed, .destructive, summary: "A view is gone.", "Queries over it no longer work."),
                Text(.changed, .dataDependent, summary: "A view selects something else.", "It may give other rows."),
                Text(
                    .renamed, .additive, .dataDependent, summary: "A view has another name.",
                    "Its rows are the same, if it selects the same."),
            ]
        ),
    ]
}
