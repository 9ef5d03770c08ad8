import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    /// The rules that are verified with in-memory SQLite.
    package static let ofVerification: [RuleEntry] = [
        RuleEntry(
            id: "sqlite-refuses", summary: "SQLite accepts every statement of the schema.",
            explanation: """
                Tables, views and steps are run on in-memory SQLite, and the message is SQLite's own. If it names an earlier
                version, that version was derived by undoing the later steps: specify with `was` or `change` what was different.
                """,
            example: """
                 database: { name: Map }
                 models:
                -  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int, check: "sizes > 0" } } }
                +  City: { table: cities, primaryKey: id, fields: { id: Int64, size: { type: Int, check: "size > 0" } } }
                """),
        RuleEntry(
            id: "sqlite-unavailable", summary: "SQLite can open an in-memory database.",
            explanation: "Nothing could be verified without one. The cause is the machine, not the schema."),
        RuleEntry(
            id: "migration-differs", summary: "The steps to a version produce exactly that version.",
            explanation: """
                A migrated file and a newly created one would differ. Write the missing step, or `since` on what was added.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                -    fields: { id: Int64, name: String }
                -    migrations: { 2: [{ sql: "ALTER TABLE cities ADD COLUMN more TEXT" }] }
                +    fields: { id: Int64, name: String, more: { type: String?, since: 2 } }
                """),
        RuleEntry(
            id: "migration-loses-rows", summary: "A migration keeps every row and every value.",
            explanation: """
                The steps ran on rows of the earlier version, and a row or value was lost that no step drops or changes.
                Check the `sql` steps of that version, and cascading deletes.
                """),
        RuleEntry(
            id: "migration-breaks-integrity", summary: "A migrated file passes SQLite's integrity check.",
            explanation:
                "After the steps, `PRAGMA integrity_check` reports problems, such as NULL in a required column."),
        RuleEntry(
            id: "migration-breaks-references", summary: "After a migration, every reference leads to a row.",
            explanation:
                "After the steps, `PRAGMA foreign_key_check` reports rows that refer to missing rows. Change or delete them with an `sql` step."
        ),
        RuleEntry(
            id: "migration-breaks-full-text", summary: "After a migration, the full-text index matches the table.",
            explanation:
                "FTS5 reports that its index does not match the table. The usual cause is a step that writes to the index directly."
        ),
        RuleEntry(
            id: "migration-fills-wrongly", summary: "Older rows hold the `fill` or the default of an added column.",
            explanation: "After the steps, an older row has a different value, although no `sql` step changed it."),
        RuleEntry(
            id: "migration-depends-on-data",
            summary: "A migration passes with any rows that the earlier version allows.",
            explanation: """
                A warning: rows that the earlier version allows make the migration fail, such as two equal values under a new
                unique constraint. If users may have such rows, change or delete them with an `sql` step first. It is not
                reported for released versions, whose steps cannot change any more.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    unique: [{ fields: [name], since: 2 }]
                +    unique: [name]
                """),
        RuleEntry(
            id: "conversion-misread", summary: "Models read what `using` makes of older values.",
            explanation: """
                A warning: `using` was tried with values that the earlier version allows, and one of the results cannot be
                read in the new type. Convert every value, or change or delete the rows with others in an `sql` step first.
                If the column has no other values than those that the new type reads, write `restored: same`. It is not
                reported for released versions, whose steps cannot change any more.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, coastal: Bool }
                -    migrations: { 2: [{ change: { coastal: { from: Int, using: coastal } } }] }
                +    migrations: { 2: [{ change: { coastal: { from: Int, using: coastal <> 0 } } }] }
                """),
        RuleEntry(
            id: "default-misread", summary: "Models read what the SQL of a default or a `fill` leaves in the column.",
            explanation: """
                A warning: the SQL was evaluated, and its result is NULL in a column that is not optional, or cannot be read
                in the type of the field. `CURRENT_TIMESTAMP`, for example, is a text, while a `Date` without a transformer is
                stored as a number. Write SQL for the value that the program would store.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City:
                     primaryKey: id
                -    fields: { id: Int64, founded: { type: Date, default: { swift: Date(), sql: CURRENT_TIMESTAMP } } }
                +    fields: { id: Int64, founded: { type: Date, default: { swift: Date(), sql: "strftime('%s', 'now') * 1.0" } } }
                """),
        RuleEntry(
            id: "impossible-comparison",
            summary: "SQL compares a column with values that it can contain.",
            explanation: """
                A warning: a view, a named query, a check or the condition of an index compares a column with a literal
                that no row contains, often one in the form that the column had before a step converted it: the raw value
                of an enum, a date as text, `'true'`. Compare it with a value as it is stored now. What a released version
                had goes into `was`.
                """,
            example: """
                 database: { name: Map }
                 enums: { Size: [small, large] }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, size: Size }
                -    indexes: [{ fields: [id], where: "size = 'big'" }]
                +    indexes: [{ fields: [id], where: "size = 'large'" }]
                """),
        RuleEntry(
            id: "query-does-not-fit",
            summary: "A named query is valid SQL with the parameters and columns that it declares.",
            explanation: """
                The query is prepared on the newest version. Its `:parameters` are those of `params`, each with the
                transformer of the columns with which it is compared, or to which it is assigned. Each property of the
                type that it `returns` has a column of its name, in any order, and there are no other columns: select the
                missing ones, name computed ones with AS, and remove the rest.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    queries: { every: { sql: "SELECT id FROM cities", returns: "[City]" } }
                +    queries: { every: { sql: "SELECT * FROM cities", returns: "[City]" } }
                """),
        RuleEntry(
            id: "query-result-may-be-null", summary: "A result that may be NULL is optional.",
            explanation: """
                A query that returns the column of an optional field returns NULL for some rows, unless its condition says
                `IS NOT NULL`. Reading the result would fail at the first such row. SQLite does not tell whether a column is NULL
                because of a LEFT JOIN.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String? }
                -    queries: { names: { sql: "SELECT name FROM cities", returns: [String] } }
                +    queries: { names: { sql: "SELECT name FROM cities WHERE name IS NOT NULL", returns: [String] } }
                """),
        RuleEntry(
            id: "query-scans-table", summary: "A named query uses an index to find its rows.",
            explanation: """
                A warning of `modelgen check --query-plans`: SQLite would read the whole table for this query
                (https://www.sqlite.org/eqp.html). Add an index on the columns of its condition, and of its order if it sorts.
                """
        ),
        RuleEntry(
            id: "unordered-comparison", summary: "SQL compares the order of numbers, not of their texts.",
            explanation: """
                A warning: a view, a named query, a check or the condition of an index compares a column by `<`, `>` or
                `BETWEEN`, but the column contains numbers as text, such as a `Decimal`, and the text `9` is greater than
                `12`. Compare the number instead. `CAST` finds no index on the column; one on the same expression helps.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, fare: Decimal }
                -    checks: [fare < 100]
                +    checks: [CAST(fare AS REAL) < 100]
                """),
        RuleEntry(
            id: "view-lacks-column", summary: "A view has the columns of its model.",
            explanation: """
                The SELECT of a `view` is prepared on the newest version. Each stored field is read from the column of its
                name: select it, name a computed one with `AS`, or specify the name as the field's `column`.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City: { table: cities, primaryKey: id, fields: { id: Int64 } }
                -  Big: { view: SELECT id FROM cities, fields: { id: Int64, size: Int } }
                +  Big: { view: "SELECT id, 1 AS size FROM cities", fields: { id: Int64, size: Int } }
                """),
        RuleEntry(
            id: "view-may-be-null", summary: "A field of a view that may be NULL is optional.",
            explanation: """
                A view that returns the column of an optional field returns NULL for some rows, unless its condition says
                `IS NOT NULL`. Reading the view would fail at the first such row. SQLite does not tell whether a column is NULL
                because of a LEFT JOIN.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City: { table: cities, primaryKey: id, fields: { id: Int64, name: String? } }
                -  Named: { view: SELECT name FROM cities, fields: { name: String } }
                +  Named: { view: SELECT name FROM cities WHERE name IS NOT NULL, fields: { name: String } }
                """),
        RuleEntry(
            id: "view-misreads-column", summary: "The columns of a view are read as their tables store them.",
            explanation: """
                A column that a `view` selects from a table contains the values that the table's model writes. The view's field
                has the same type and transformer, or its SELECT converts the column. It is `sensitive` if the table's field is.
                """,
            example: """
                 database: { name: Map }
                 models:
                   City: { table: cities, primaryKey: id, fields: { id: Int64, founded: Date? } }
                -  Old: { view: SELECT founded FROM cities, fields: { founded: { type: Date?, transformer: iso8601 } } }
                +  Old: { view: SELECT founded FROM cities, fields: { founded: Date? } }
                """),
    ]
}
