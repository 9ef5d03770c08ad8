import ModelgenSchema

extension FindingRule {
    /// The rules of migrations and releases.
    package static let ofMigrations: [FindingRule] = [
        FindingRule(
            "change-without-conversion", "A change of type or transformer specifies how values are converted.",
            """
            A wider type reads what a narrower one wrote: an `Int64` an `Int32`, a `String` a `UUID` or an integer, an
            enum one with fewer cases. Everything else needs a conversion, because values stay as they were written: a
            `Double` has fewer digits than an `Int64`, and `rfc3339` does not read every `iso8601`. Write `using:`
            with SQL that computes the new value from the old columns, a step in Swift, or `restored: same` if old
            values are read the same way.
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
            "stored-form-changed", "Rows written by a released version can still be read.",
            """
            `modelgen.lock` records how each column is written: its Swift type, its transformer, the values of an
            enum, the parts of a JSON document. Existing files contain rows in that form. Specify how they are
            converted, by a `change` with `using:` or a step in SQL or Swift, or state with `restored: same` that they
            are read the same way.
            """),
        FindingRule(
            "statement-outside-migration", "A migration step does not end its transaction.",
            """
            All steps to a version form one transaction: either all of them are executed or none. BEGIN, COMMIT,
            PRAGMA, VACUUM, ATTACH and similar statements cannot run in one.
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
            "step-without-table", "A step in Swift uses existing tables.",
            """
            `models` lists the models whose rows a step reads or writes. Each of their tables must exist while the
            steps of the version run: not dropped before, not added after, and not a view.
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
            "step-name-taken", "Each step in Swift has a different name.",
            """
            A step is a function of the protocol for the migrations of a database. Two steps with the same name would
            be one function, which could not tell which version it is for.
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
            `adopt: [1, 2]` lists the versions as which a file of another program can be opened, with `adopting:`.
            Each of them is in the history of the database, whose `migration` must be `versioned` or `auto`: with the
            other modes, files are emptied, or opened as they are.
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
            "released-version-missing", "A schema has every released version.",
            """
            `modelgen.lock` contains a later version than the schema. Files of that version exist; restore the version
            and its steps.
            """),
        FindingRule(
            "released-database-renamed", "A database keeps the name under which it was released.",
            """
            A program identifies the files of a database by a number derived from its name. With a different name, it
            would reject existing files. Restore the released `name`.
            """),
        FindingRule(
            "released-files-disowned", "A database recognizes the files created by its released programs.",
            """
            With `applicationID: keep`, a file is identified by its version alone and does not get a number. Without
            it, a program expects that number and would reject existing files. Restore `applicationID: keep`.
            """),
        FindingRule(
            "unbound-parameter", "The SQL of a migration has no parameters.",
            """
            Nothing binds `:name` or `?` when a step runs, so SQLite would use NULL. Write the value itself, or a step
            in Swift.
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
            Once there is a later version, the earlier one has been released, and nothing records what it was until
            `modelgen release` writes it to `modelgen.lock`.
            """),
        FindingRule(
            "released-version-changed", "A released version is never changed.",
            """
            The schema no longer matches the lock for a released version. Files of that version would not be what the
            program expects. Restore the version, and write the change as a step of a new one.
            """),
    ]
}
