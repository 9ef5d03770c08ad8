import ModelgenSchema

extension FindingRule {
    /// The rules of what is verified on a real SQLite in memory.
    package static let ofVerification: [FindingRule] = [
        FindingRule(
            "sqlite-refuses", "SQLite takes every statement of the schema.",
            """
            Tables, views and steps are tried on SQLite in memory. The message is SQLite's own. Where it names an earlier \
            version, what is written today was undone back to it: tell what it was by `was` or `change`.
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
            "sqlite-unavailable", "SQLite is there to try the schema on.",
            "SQLite could not open a database in memory, so nothing was proved. That is a matter of the machine."),
        FindingRule(
            "migration-differs", "The steps to a version make exactly that version.",
            """
            A file that was migrated and a file that was newly made would differ. The steps are those that are written; \
            the version is what follows from undoing the later ones. Write the missing step, or `since` on what was added.
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
            Rows of the earlier version were put in, the steps were run, and something was gone that no step drops or \
            changes. Look at the `sql` steps of that version, and at cascading deletes.
            """),
        FindingRule(
            "migration-breaks-integrity", "A migrated file passes SQLite's integrity check.",
            "After the steps `PRAGMA integrity_check` finds faults, such as NULL where a column is required."),
        FindingRule(
            "migration-breaks-references", "After a migration every reference leads to a row.",
            "After the steps `PRAGMA foreign_key_check` finds rows without the row they refer to. Change or delete them by an `sql` step."
        ),
        FindingRule(
            "migration-breaks-full-text", "After a migration, the full-text index matches the table.",
            "FTS5 finds its index out of step with the table. Steps that write to the full text itself are the usual cause."
        ),
        FindingRule(
            "migration-fills-wrongly", "Older rows hold the `fill` or the default of an added column.",
            "After the steps an older row holds another value. An `sql` step that changed it is fine; nothing else is."),
        FindingRule(
            "migration-depends-on-data", "A migration passes with any rows that the earlier version allows.",
            """
            A warning: rows that the earlier version allows stop the migration, such as two equal values under a new \
            unique. Change or delete them by an `sql` step first, where users may have such.
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
            "A named query is SQL that SQLite takes, with the parameters and columns it declares.",
            """
            The query is prepared on the newest version. Its `:parameters` are those of `params`. Each property of what \
            it `returns` has a column of its name, in whatever order they stand, and no column is left over: select it, \
            give a computed one its name by AS, or remove it.
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
            "query-scans-table", "A named query finds its rows by an index.",
            """
            A warning of `modelgen check --query-plans`: SQLite would read the whole table for this query \
            (https://www.sqlite.org/eqp.html). Add an index on the columns of its condition, and of its order where it sorts.
            """
        ),
        FindingRule(
            "view-lacks-column", "A view has the columns of its model.",
            """
            The SELECT of a `view` is prepared on the newest version. Each field that is stored is read from the column of \
            its name: select it, give a computed one its name by `AS`, or write the name as the field's `column`.
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
