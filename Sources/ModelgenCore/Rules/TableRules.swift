import ModelgenDiagnostics

/// The rules about tables as SQLite has them, for `modelgen explain`.
enum TableRules {
    static let all: [RuleEntry] = [
        RuleEntry(
            id: "column-type", summary: "The type of a column is one that SQL can read.",
            explanation: """
                `columnType` stands as it is in CREATE TABLE: words, and numbers in parentheses, such as \
                `DECIMAL(10,2)`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "default-without-sql", summary: "A default, or `fill`, can be written in SQL.",
            explanation: """
                The column needs the value too. Where the generator cannot convert it, write both: `default: { \
                swift: …, sql: … }`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "empty-index", summary: "An index has columns.",
            explanation: """
                Name at least one stored field in `fields`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "full-text-column", summary: "Columns of a full-text search are not called `rank` or `rowid`.",
            explanation: """
                FTS5 has hidden columns of these names (https://www.sqlite.org/fts5.html). Give the field another \
                `column`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "generated-key", summary: "A generated column is no key.",
            explanation: """
                SQLite refuses it (https://www.sqlite.org/gencol.html). Make another field the key.
                """, bad: "", good: ""),
        RuleEntry(
            id: "needs-newer-sqlite", summary: "The oldest SQLite that must run a database has what its tables use.",
            explanation: """
                `sqlite` of the database is the oldest version of the library that the app meets. Raise it, or do \
                without the feature.
                """, bad: "", good: ""),
        RuleEntry(
            id: "reference-not-unique", summary: "A reference leads to a key.",
            explanation: """
                SQLite finds the row that is referred to by its primary key or a unique index over exactly these \
                columns (https://www.sqlite.org/foreignkeys.html).
                """, bad: "", good: ""),
        RuleEntry(
            id: "reference-to-nothing", summary: "What a reference leads to is stored wherever the reference is.",
            explanation: """
                In some version the field exists and its target does not. Write the missing `since` on the field, or \
                by a `change` step what it was before.
                """, bad: "", good: ""),
        RuleEntry(
            id: "rowid-needed", summary: "A table that uses its rowid has one.",
            explanation: """
                Without a primary key, and for full-text search, rows are found by rowid. Write `primaryKey`, or \
                leave out `withoutRowID`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "sqlite-name", summary: "Tables are not named as SQLite names its own.",
            explanation: """
                Names that begin with `sqlite_` are reserved. Choose another `table`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "statement-outside-migration", summary: "A step in SQL does not begin or end transactions.",
            explanation: """
                Each version is one transaction, so that a file is at exactly one version whatever happens. BEGIN, \
                COMMIT, PRAGMA, VACUUM and the like cannot be part of it.
                """, bad: "", good: ""),
        RuleEntry(
            id: "strict-type", summary: "A strict table has the types that SQLite knows.",
            explanation: """
                These are INT, INTEGER, REAL, TEXT, BLOB and ANY (https://www.sqlite.org/stricttables.html). Correct \
                `columnType`, or leave out `strict`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "table-without-columns", summary: "A table has a column that is stored.",
            explanation: """
                Every field is `column: false` or generated. Store one, or leave out `table`.
                """, bad: "", good: ""),
        RuleEntry(
            id: "unclosed-sql", summary: "SQL in the schema is whole.",
            explanation: """
                A string, a comment or a parenthesis is left open, or something follows the end. It would change the \
                meaning of the statement around it, so it is refused.
                """, bad: "", good: ""),
    ]
}
