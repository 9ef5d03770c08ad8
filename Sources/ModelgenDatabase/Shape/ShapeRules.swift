import ModelgenSchema

extension FindingRule {
    /// The rules of tables: what SQLite, or the oldest SQLite that must run a database, takes.
    package static let ofShapes: [FindingRule] = [
        FindingRule(
            "needs-newer-sqlite", "What a database uses is known to the oldest SQLite that runs it.",
            """
            `sqlite` of the database is the oldest SQLite that must run it, 3.35 where nothing is said. Strict tables came \
            with 3.37, generated columns with 3.31, and the renaming of columns with 3.25. Raise it, or do without.
            """),
        FindingRule(
            "default-without-sql", "A default of a stored field can be written in SQL.",
            """
            The default is also that of the column, and `fill` is what older rows get, so the generator turns them into \
            SQL by the field's type and transformer. Where it cannot, write `{ swift: …, sql: … }`.
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
            "reference-to-nothing", "What a reference refers to is stored in every version that has the reference.",
            """
            In some version the field is there and its target is not. Write the `since` of the reference, or tell by \
            `change` that it was none before.
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
            "reference-not-unique", "What a reference refers to is a key in every version that has the reference.",
            """
            SQLite refuses rows under a foreign key to columns that are not the primary key or unique \
            (https://www.sqlite.org/foreignkeys.html, section 3). In some version they are not. A key of several fields is \
            referred to by one field for each part.
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
            "sqlite-name", "Names of tables and columns are not empty, and not SQLite's own.",
            "Names that begin with `sqlite_` belong to SQLite, and no name holds a NUL. Choose another."),
        FindingRule(
            "table-without-columns", "A table has a column that is not generated.",
            "SQLite has no tables without one. Store a field, or write `table: false` for a model that lives in JSON only.",
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
            "rowid-needed", "A table without rowids has a primary key and no full text.",
            """
            `withoutRowID` makes the primary key the place of a row, so there must be one; and full text finds its rows \
            by their rowid (https://www.sqlite.org/withoutrowid.html). Remove `withoutRowID`, or the other.
            """),
        FindingRule(
            "strict-type", "A strict table has only types that SQLite knows.",
            "In a strict table a `columnType` is one of INT, INTEGER, REAL, TEXT, BLOB and ANY (https://www.sqlite.org/stricttables.html).",
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
            "A `columnType` is words and, in parentheses, numbers: `DECIMAL(10, 2)`. Constraints have keys of their own."
        ),
        FindingRule(
            "unclosed-sql", "A piece of SQL is whole.",
            """
            The expression is put into a statement. A quote, comment or parenthesis that stays open, or a `;`, would take \
            what follows with it. Close it.
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
            "generated-key", "A generated column is no key.",
            "SQLite does not take a generated column into a primary key (https://www.sqlite.org/gencol.html)."),
        FindingRule("empty-index", "An index has columns.", "Name the fields or expressions that the index is over."),
        FindingRule(
            "full-text-column", "A column of full text is not called `rank` or `rowid`.",
            "FTS5 keeps both names for itself (https://www.sqlite.org/fts5.html). Give the column another by `column`.",
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
