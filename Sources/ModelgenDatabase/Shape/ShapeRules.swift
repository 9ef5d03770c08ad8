import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    /// The rules of tables: what SQLite accepts, and what the oldest supported SQLite supports.
    package static let ofShapes: [RuleEntry] = [
        RuleEntry(
            id: "needs-newer-sqlite", summary: "The oldest SQLite version of a database supports everything it uses.",
            explanation: """
                `sqlite` of the database is the oldest SQLite version that must run it, 3.35 by default. Strict tables
                require 3.37, generated columns 3.31, and renaming columns 3.25. Raise it, or avoid the feature.
                """),
        RuleEntry(
            id: "default-without-sql", summary: "The default of a stored field can be written in SQL.",
            explanation: """
                The default is also that of the column, and `fill` is the value for existing rows, so the generator
                converts them to SQL according to the field's type and transformer. If it cannot, write `{ swift: …, sql:
                … }`.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City:
                     primaryKey: id
                -    fields: { id: Int64, at: { type: Date, transformer: 'dateFormat("MMMM")', default: 2020-01-31 } }
                +    fields: { id: Int64, at: { type: Date, transformer: rfc3339, default: 2020-01-31 } }
                """),
        RuleEntry(
            id: "reference-to-nothing",
            summary: "The target of a reference is stored in every version that has the reference.",
            explanation: """
                In some version the field exists but its target does not. Add `since` to the reference, or specify with
                `change` that the field was not a reference before.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                -  Land: { table: lands, since: 2, primaryKey: id, fields: { id: Int64 } }
                +  Land: { table: lands, primaryKey: id, fields: { id: Int64 } }
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, land: { type: Int64, references: Land.id } }
                """),
        RuleEntry(
            id: "reference-not-unique",
            summary: "The target of a reference is a key in every version that has the reference.",
            explanation: """
                SQLite rejects rows under a foreign key to columns that are not the primary key or unique
                (https://www.sqlite.org/foreignkeys.html, section 3). In some version they are not. A key of several
                fields is referred to by one field for each part.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   Land:
                     table: lands
                     primaryKey: id
                     fields: { id: Int64, code: String }
                -    unique: [{ fields: [code], since: 2 }]
                +    unique: [code]
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, land: { type: String, references: Land.code } }
                """),
        RuleEntry(
            id: "sqlite-name", summary: "Names of tables and columns are neither empty nor reserved by SQLite.",
            explanation: """
                Names that start with `sqlite_` are reserved by SQLite, and a name cannot contain NUL. Choose a different
                name.
                """),
        RuleEntry(
            id: "table-without-columns", summary: "A table has a column that is not generated.",
            explanation: """
                SQLite requires at least one. Store a field, or write `table: false` for a model that is only used in
                JSON.
                """,
            example: """
                 database: { name: Map }
                 models:
                -  City: { table: cities, fields: { size: { type: Int, column: false } } }
                +  City: { table: cities, fields: { size: Int } }
                """),
        RuleEntry(
            id: "rowid-needed", summary: "A WITHOUT ROWID table has a primary key and no full-text index.",
            explanation: """
                `withoutRowID` stores rows by primary key, so there must be one; and a full-text index refers to rows by
                their rowid (https://www.sqlite.org/withoutrowid.html). Remove `withoutRowID`, or the index.
                """),
        RuleEntry(
            id: "strict-type", summary: "A strict table only has types that SQLite knows.",
            explanation: """
                In a strict table, a `columnType` is one of INT, INTEGER, REAL, TEXT, BLOB and ANY
                (https://www.sqlite.org/stricttables.html).
                """,
            example: """
                 database: { name: Map, sqlite: "3.37" }
                 models:
                -  City: { table: cities, primaryKey: id, strict: true, fields: { id: Int64, name: { type: String, columnType: VARCHAR } } }
                +  City: { table: cities, primaryKey: id, strict: true, fields: { id: Int64, name: { type: String, columnType: TEXT } } }
                """),
        RuleEntry(
            id: "column-type", summary: "A column type consists of words and numbers.",
            explanation: """
                A `columnType` consists of words and, in parentheses, numbers: `DECIMAL(10, 2)`. Constraints have keys of
                their own.
                """
        ),
        RuleEntry(
            id: "unclosed-sql", summary: "A SQL fragment is complete.",
            explanation: """
                The expression is inserted into a statement. An unclosed quote, comment or parenthesis, or a `;`, would
                change what follows. Close it.
                """,
            example: """
                 database: { name: Map }
                 models:
                -  City: { table: cities, primaryKey: id, fields: { id: Int64, name: { type: String, check: "(name <> ''" } } }
                +  City: { table: cities, primaryKey: id, fields: { id: Int64, name: { type: String, check: "name <> ''" } } }
                """),
        RuleEntry(
            id: "document-too-large", summary: "A stored document has at most 10,000 parts.",
            explanation: """
                What a column with a nested model contains is listed part by part, in the lock or in the file, so that a
                change that makes old documents unreadable is noticed. Each path to a model counts: a dozen models that
                all contain each other would have a billion parts. Use the type `JSON` for some of them, or store them in
                tables.
                """,
            example: """
                 database: { name: Map }
                 models:
                   A: { fields: { a: "[B]", b: "[B]", c: "[B]", d: "[B]", e: "[B]", f: "[B]", g: "[B]", h: "[B]", i: "[B]", j: "[B]" } }
                   B: { fields: { a: "[C]", b: "[C]", c: "[C]", d: "[C]", e: "[C]", f: "[C]", g: "[C]", h: "[C]", i: "[C]", j: "[C]" } }
                   C: { fields: { a: "[D]", b: "[D]", c: "[D]", d: "[D]", e: "[D]", f: "[D]", g: "[D]", h: "[D]", i: "[D]", j: "[D]" } }
                   D: { fields: { a: Int, b: Int, c: Int, d: Int, e: Int, f: Int, g: Int, h: Int, i: Int, j: Int } }
                -  City: { table: cities, primaryKey: id, fields: { id: Int64, a: A } }
                +  City: { table: cities, primaryKey: id, fields: { id: Int64, a: JSON } }
                """),
        RuleEntry(
            id: "generated-key", summary: "A generated column is not a key.",
            explanation:
                "SQLite does not allow a generated column in a primary key (https://www.sqlite.org/gencol.html)."),
        RuleEntry(
            id: "empty-index", summary: "An index has columns.",
            explanation: "Specify the fields or expressions of the index."),
        RuleEntry(
            id: "full-text-column", summary: "A column of a full-text index has no name that FTS5 uses.",
            explanation: """
                FTS5 reserves `rank`, `rowid` and the name of the index, `cities_fts` (https://www.sqlite.org/fts5.html).
                Choose a different name with `column`.
                """,
            example: """
                 database: { name: Map }
                 models:
                -  City: { table: cities, primaryKey: id, fullText: [rank], fields: { id: Int64, rank: String } }
                +  City: { table: cities, primaryKey: id, fullText: [rank], fields: { id: Int64, rank: { type: String, column: place } } }
                """),
    ]
}
