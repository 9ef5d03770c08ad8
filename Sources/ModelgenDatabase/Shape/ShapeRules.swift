import ModelgenSchema

extension FindingRule {
    /// The rules of tables: what SQLite accepts, and what the oldest supported SQLite has.
    package static let ofShapes: [FindingRule] = [
        FindingRule(
            "needs-newer-sqlite", "The oldest SQLite version of a database supports everything it uses.",
            """
            `sqlite` of the database is the oldest SQLite version that must run it, 3.35 by default. Strict tables
            require 3.37, generated columns 3.31, and renaming columns 3.25. Raise it, or avoid the feature.
            """),
        FindingRule(
            "default-without-sql", "The default of a stored field can be written in SQL.",
            """
            The default is also that of the column, and `fill` is the value for existing rows, so the generator
            converts them to SQL according to the field's type and transformer. If it cannot, write `{ swift: …, sql:
            … }`.
            """,
            bad: """
                database: { name: Map }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, at: { type: Date, transformer: 'dateFormat("EEEE")', default: 2020-01-31 } }

                """,
            good: """
                database: { name: Map }
                models:
                  City:
                    primaryKey: id
                    fields: { id: Int64, at: { type: Date, transformer: rfc3339, default: 2020-01-31 } }

                """),
        FindingRule(
            "reference-to-nothing", "The target of a reference is stored in every version that has the reference.",
            """
            In some version the field exists but its target does not. Add `since` to the reference, or specify with
            `change` that the field was not a reference before.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  Land: { table: lands, since: 2, primaryKey: id, fields: { id: Int64 } }
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, land: { type: Int64, references: Land.id } }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  Land: { table: lands, primaryKey: id, fields: { id: Int64 } }
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, land: { type: Int64, references: Land.id } }

                """),
        FindingRule(
            "reference-not-unique", "The target of a reference is a key in every version that has the reference.",
            """
            SQLite rejects rows under a foreign key to columns that are not the primary key or unique
            (https://www.sqlite.org/foreignkeys.html, section 3). In some version they are not. A key of several
            fields is referred to by one field for each part.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  Land:
                    table: lands
                    primaryKey: id
                    fields: { id: Int64, code: String }
                    unique: [{ fields: [code], since: 2 }]
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, land: { type: String, references: Land.code } }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  Land:
                    table: lands
                    primaryKey: id
                    fields: { id: Int64, code: String }
                    unique: [code]
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, land: { type: String, references: Land.code } }

                """),
        FindingRule(
            "sqlite-name", "Names of tables and columns are neither empty nor reserved by SQLite.",
            """
            Names that start with `sqlite_` are reserved by SQLite, and a name cannot contain NUL. Choose a different
            name.
            """),
        FindingRule(
            "table-without-columns", "A table has a column that is not generated.",
            """
            SQLite requires at least one. Store a field, or write `table: false` for a model that is only used in
            JSON.
            """,
            bad: """
                database: { name: Map }
                models:
                  City: { table: cities, fields: { size: { type: Int, column: false } } }

                """,
            good: """
                database: { name: Map }
                models:
                  City: { table: cities, fields: { size: Int } }

                """),
        FindingRule(
            "rowid-needed", "A WITHOUT ROWID table has a primary key and no full-text index.",
            """
            `withoutRowID` stores rows by primary key, so there must be one; and a full-text index refers to rows by
            their rowid (https://www.sqlite.org/withoutrowid.html). Remove `withoutRowID`, or the index.
            """),
        FindingRule(
            "strict-type", "A strict table only has types that SQLite knows.",
            """
            In a strict table, a `columnType` is one of INT, INTEGER, REAL, TEXT, BLOB and ANY
            (https://www.sqlite.org/stricttables.html).
            """,
            bad: """
                database: { name: Map, sqlite: "3.37" }
                models:
                  City: { table: cities, primaryKey: id, strict: true, fields: { id: Int64, name: { type: String, columnType: VARCHAR } } }

                """,
            good: """
                database: { name: Map, sqlite: "3.37" }
                models:
                  City: { table: cities, primaryKey: id, strict: true, fields: { id: Int64, name: { type: String, columnType: TEXT } } }

                """),
        FindingRule(
            "column-type", "A column type is a type.",
            """
            A `columnType` consists of words and, in parentheses, numbers: `DECIMAL(10, 2)`. Constraints have keys of
            their own.
            """
        ),
        FindingRule(
            "unclosed-sql", "A SQL fragment is complete.",
            """
            The expression is inserted into a statement. An unclosed quote, comment or parenthesis, or a `;`, would
            change what follows. Close it.
            """,
            bad: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64, name: { type: String, check: "(name <> ''" } } }

                """,
            good: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64, name: { type: String, check: "name <> ''" } } }

                """),
        FindingRule(
            "generated-key", "A generated column is not a key.",
            "SQLite does not allow a generated column in a primary key (https://www.sqlite.org/gencol.html)."),
        FindingRule("empty-index", "An index has columns.", "Specify the fields or expressions of the index."),
        FindingRule(
            "full-text-column", "A column of a full-text index is not named `rank` or `rowid`.",
            """
            FTS5 reserves both names (https://www.sqlite.org/fts5.html). Choose a different name with `column`.
            """,
            bad: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fullText: [rank], fields: { id: Int64, rank: String } }

                """,
            good: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fullText: [rank], fields: { id: Int64, rank: { type: String, column: place } } }

                """),
    ]
}
