import ModelgenSchema

extension FindingRule {
    /// The rules that are verified with in-memory SQLite.
    package static let ofVerification: [FindingRule] = [
        FindingRule(
            "sqlite-refuses", "SQLite accepts every statement of the schema.",
            """
            Tables, views and steps are run on in-memory SQLite, and the message is SQLite's own. If it names an earlier \
            version, that version was derived by undoing the later steps: specify with `was` or `change` what was different.
            """,
            bad: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int, check: "sizes > 0" } } }

                """,
            good: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int, check: "size > 0" } } }

                """),
        FindingRule(
            "sqlite-unavailable", "SQLite can open an in-memory database.",
            "Nothing could be verified without one. The cause is the machine, not the schema."),
        FindingRule(
            "migration-differs", "The steps to a version produce exactly that version.",
            """
            A migrated file and a newly created one would differ. Write the missing step, or `since` on what was added.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ sql: "ALTER TABLE cities ADD COLUMN more TEXT" }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String, more: { type: String?, since: 2 } }

                """),
        FindingRule(
            "migration-loses-rows", "A migration keeps every row and every value.",
            """
            The steps ran on rows of the earlier version, and a row or value was lost that no step drops or changes. \
            Check the `sql` steps of that version, and cascading deletes.
            """),
        FindingRule(
            "migration-breaks-integrity", "A migrated file passes SQLite's integrity check.",
            "After the steps, `PRAGMA integrity_check` reports problems, such as NULL in a required column."),
        FindingRule(
            "migration-breaks-references", "After a migration, every reference leads to a row.",
            "After the steps, `PRAGMA foreign_key_check` reports rows that refer to missing rows. Change or delete them with an `sql` step."
        ),
        FindingRule(
            "migration-breaks-full-text", "After a migration, the full-text index matches the table.",
            "FTS5 reports that its index does not match the table. The usual cause is a step that writes to the index directly."
        ),
        FindingRule(
            "migration-fills-wrongly", "Older rows hold the `fill` or the default of an added column.",
            "After the steps, an older row has a different value, although no `sql` step changed it."),
        FindingRule(
            "migration-depends-on-data", "A migration passes with any rows that the earlier version allows.",
            """
            A warning: rows that the earlier version allows make the migration fail, such as two equal values under a new \
            unique constraint. If users may have such rows, change or delete them with an `sql` step first.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    unique: [{ fields: [name], since: 2 }]

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    unique: [name]

                """),
        FindingRule(
            "query-does-not-fit",
            "A named query is valid SQL with the parameters and columns that it declares.",
            """
            The query is prepared on the newest version. Its `:parameters` are those of `params`. Each property of the \
            type that it `returns` has a column of its name, in any order, and there are no other columns: select the \
            missing ones, name computed ones with AS, and remove the rest.
            """,
            bad: """
                database: { name: Map }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    queries: { every: { sql: "SELECT id FROM cities", returns: "[City]" } }

                """,
            good: """
                database: { name: Map }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    queries: { every: { sql: "SELECT * FROM cities", returns: "[City]" } }

                """),
        FindingRule(
            "query-scans-table", "A named query uses an index to find its rows.",
            """
            A warning of `modelgen check --query-plans`: SQLite would read the whole table for this query \
            (https://www.sqlite.org/eqp.html). Add an index on the columns of its condition, and of its order if it sorts.
            """
        ),
        FindingRule(
            "view-lacks-column", "A view has the columns of its model.",
            """
            The SELECT of a `view` is prepared on the newest version. Each stored field is read from the column of its \
            name: select it, name a computed one with `AS`, or specify the name as the field's `column`.
            """,
            bad: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64 } }
                  Big: { view: SELECT id FROM cities, fields: { id: Int64, size: Int } }

                """,
            good: """
                database: { name: Map }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64 } }
                  Big: { view: "SELECT id, 1 AS size FROM cities", fields: { id: Int64, size: Int } }

                """),
    ]
}
