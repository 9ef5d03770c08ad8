import ModelgenSchema

extension FindingRule {
    /// The rules of migrations, and of what was released.
    package static let ofMigrations: [FindingRule] = [
        FindingRule(
            "change-without-conversion", "A change of type or transformer says how the values change with it.",
            """
            A wider type reads what a narrower one wrote: an `Int64` an `Int32`, a `String` a `UUID` or an integer, an enum \
            one with fewer cases. Everything else needs a conversion, for the values stay as they were written: a `Double` \
            has fewer digits than an `Int64`, and `rfc3339` does not read every `iso8601`. Write `using:` with the SQL that \
            makes the new value of the old columns, a step in Swift, or `restored: same` if old values read the same.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, size: Int64 }
                    migrations: { 2: [{ change: { size: { from: String } } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, size: Int64 }
                    migrations: { 2: [{ change: { size: { from: String, using: "CAST(size AS INTEGER)" } } }] }

                """),
        FindingRule(
            "stored-form-changed", "Rows that a released version wrote can still be read.",
            """
            `modelgen.lock` holds how each column is written: its Swift type, its transformer, the values of an enum, the \
            parts of a JSON document. Files hold rows in that form. Tell how they are converted, by a `change` with \
            `using:`, a step in SQL or Swift, or say with `restored: same` that they read the same.
            """),
        FindingRule(
            "statement-outside-migration", "A step of a migration does not end its transaction.",
            """
            All steps to a version are one transaction: either all of them happened or none. BEGIN, COMMIT, PRAGMA, \
            VACUUM, ATTACH and their like do not run in one.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ sql: "VACUUM" }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ sql: "UPDATE cities SET name = trim(name)" }] }

                """),
        FindingRule(
            "step-without-table", "A step in Swift works with tables that are there.",
            """
            `models` names the models whose rows a step reads or writes. The table of each must be there while the steps \
            of the version run: not dropped before, not added after, and no view.
            """,
            bad: """
                database: { name: Map, version: 3 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ swift: { name: fill, models: [Land] } }] }

                  Land:
                    table: lands
                    since: 3
                    primaryKey: id
                    fields: { id: Int64 }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ swift: { name: fill, models: [Land] } }] }

                  Land:
                    table: lands
                    primaryKey: id
                    fields: { id: Int64 }

                """),
        FindingRule(
            "step-name-taken", "Each step in Swift has a name of its own.",
            """
            A step is a function of the protocol that the migrations of a database are written to. Two steps of one name \
            would be one function, which could not tell which version it is for.
            """,
            bad: """
                database: { name: Map, version: 3 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ swift: fill }], 3: [{ swift: fill }] }

                """,
            good: """
                database: { name: Map, version: 3 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ swift: fill }], 3: [{ swift: fillAgain }] }

                """),
        FindingRule(
            "adopted-version", "A file is adopted as a version that the database has.",
            """
            `adopt: [1, 2]` lists the versions that a file of another program can be opened as, by `adopting:`. Each of \
            them is in the history of the database, whose `migration` is `versioned` or `auto`: other files are emptied, \
            or opened as they are.
            """,
            bad: """
                database: { name: Map, version: 2, adopt: [3] }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }

                """,
            good: """
                database: { name: Map, version: 2, adopt: [1] }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }

                """),
        FindingRule(
            "released-version-missing", "A schema has every version that was released.",
            """
            `modelgen.lock` holds a later version than the schema reaches. Files of that version are out there; restore \
            the version and its steps.
            """),
        FindingRule(
            "released-database-renamed", "A database keeps the name under which it was released.",
            """
            A program recognises the files of a database by a number that is made of its name. Under another name it would \
            refuse the files that are out there. Write the released `name` again.
            """),
        FindingRule(
            "released-files-disowned", "A database recognises the files that its released programs made.",
            """
            With `applicationID: keep` a file is recognised by its version alone, and gets no number of ours. Without it a \
            program asks for that number, and would refuse the files that are out there. Write `applicationID: keep` again.
            """),
        FindingRule(
            "unbound-parameter", "SQL of a migration has no parameters.",
            """
            Nothing binds `:name` or `?` when a step runs, so SQLite would take NULL for it. Write the value itself, or a \
            step in Swift.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ sql: "UPDATE cities SET name = :name" }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ sql: "UPDATE cities SET name = trim(name)" }] }

                """),
        FindingRule(
            "version-not-pinned", "Earlier versions are in the lock.",
            """
            Once a later version begins, the earlier one has been released, and nothing proves what it was until \
            `modelgen release` has written it into `modelgen.lock`.
            """),
        FindingRule(
            "released-version-changed", "A released version stays what it was.",
            """
            The schema now tells of a released version something else than the lock. Files that have that version would \
            not be what the program believes. Restore the version, and write the change as a step of a new one.
            """),
    ]
}
