import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    /// The rules of migrations and releases.
    package static let ofMigrations: [RuleEntry] = [
        RuleEntry(
            id: "change-without-conversion",
            summary: "A change of type or transformer specifies how values are converted.",
            explanation: """
                A wider type reads what a narrower one wrote: an `Int64` an `Int32`, a `String` a `UUID` or an integer, an
                enum one with fewer cases. Everything else needs a conversion, because values stay as they were written: a
                `Double` has fewer digits than an `Int64`, and `rfc3339` does not read every `iso8601`. Write `using:`
                with SQL that computes the new value from the old columns, a step in Swift, or `restored: same` if old
                values are read the same way.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, size: Int64 }
                -    migrations: { 2: [{ change: { size: { from: String } } }] }
                +    migrations: { 2: [{ change: { size: { from: String, using: "CAST(size AS INTEGER)" } } }] }
                """),
        RuleEntry(
            id: "stored-form-changed", summary: "Rows written by a released version can still be read.",
            explanation: """
                `modelgen.lock` records how each column is written: its Swift type, its transformer, the values of an
                enum, the parts of a JSON document. Existing files contain rows in that form. Specify how they are
                converted, by a `change` with `using:` or a step in SQL or Swift, or state with `restored: same` that they
                are read the same way.
                """),
        RuleEntry(
            id: "statement-outside-migration", summary: "A migration step does not end its transaction.",
            explanation: """
                All steps to a version form one transaction: either all of them are executed or none. BEGIN, COMMIT,
                PRAGMA, VACUUM, ATTACH and similar statements cannot run in one.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    migrations: { 2: [{ sql: "VACUUM" }] }
                +    migrations: { 2: [{ sql: "UPDATE cities SET name = trim(name)" }] }
                """),
        RuleEntry(
            id: "idle-step", summary: "Only a versioned database has steps that change rows.",
            explanation: """
                With `migration: auto`, a file is compared with the schema: a renamed column or table would be a new, empty
                one, and neither `sql`, `swift` and `using` nor `fill` would run. Keep the earlier names with
                `column` and `table`, write a `default`, and convert rows in `willMigrate` or `didMigrate`. With `recreate`
                and `none`, no row is ever converted.
                """,
            example: """
                -database: { name: Map, version: 2, migration: auto }
                +database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                     migrations: { 2: [{ rename: { title: name } }] }
                """),
        RuleEntry(
            id: "step-without-table", summary: "A step in Swift uses existing tables.",
            explanation: """
                `models` lists the models whose rows a step reads or writes. Each of their tables must exist while the
                steps of the version run: not dropped before, not added after, and not a view.
                """,
            example: """
                -database: { name: Map, version: 3 }
                +database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                     migrations: { 2: [{ swift: { name: fill, models: [Land] } }] }

                   Land:
                     table: lands
                -    since: 3
                     primaryKey: id
                     fields: { id: Int64 }
                """),
        RuleEntry(
            id: "step-name-taken", summary: "Each step in Swift has a different name.",
            explanation: """
                A step is a function of the protocol for the migrations of a database. Two steps with the same name would
                be one function, which could not tell which version it is for.
                """,
            example: """
                 database: { name: Map, version: 3 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    migrations: { 2: [{ swift: fill }], 3: [{ swift: fill }] }
                +    migrations: { 2: [{ swift: fill }], 3: [{ swift: fillAgain }] }
                """),
        RuleEntry(
            id: "adopted-version", summary: "A file is adopted as a version that the database has.",
            explanation: """
                `adopt: [1, 2]` lists the versions that a file of another program can be opened as, with `adopting:`.
                Each of them is in the history of the database, whose `migration` must be `versioned` or `auto`: with the
                other modes, files are emptied, or opened as they are.
                """,
            example: """
                -database: { name: Map, version: 2, adopt: [3] }
                +database: { name: Map, version: 2, adopt: [1] }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                """),
        RuleEntry(
            id: "shared-file-emptied", summary: "A file that another program uses is not emptied.",
            explanation: """
                `applicationID: keep` is for files that another program uses: any file with a `user_version` is taken for
                one of this database. With `migration: recreate`, opening such a file would drop all of its tables,
                including those of the other program.
                """,
            example: """
                -database: { name: Map, migration: recreate, applicationID: keep }
                +database: { name: Map, migration: recreate }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                """),
        RuleEntry(
            id: "released-version-missing", summary: "A schema has every released version.",
            explanation: """
                `modelgen.lock` contains a later version than the schema. Files of that version exist; restore the version
                and its steps.
                """),
        RuleEntry(
            id: "renamed-without-steps", summary: "With `migration: auto`, tables and columns keep their names.",
            explanation: """
                A table or a column of the last release is gone, and a new one has the same declaration. No step renames it
                in existing files: they get a new one next to it, and the rows and values stay under the earlier name. Keep
                that name in the database with `table` or `column`, or copy what is there in `didMigrate`. If the new one
                is something else, there is nothing to do, and the next release records it.
                """),
        RuleEntry(
            id: "released-database-renamed", summary: "A database keeps the name under which it was released.",
            explanation: """
                A program identifies the files of a database by a number derived from its name. With a different name, it
                would reject existing files. Restore the released `name`.
                """),
        RuleEntry(
            id: "released-files-disowned", summary: "A database recognizes the files created by its released programs.",
            explanation: """
                With `applicationID: keep`, a file is identified by its version alone and does not get a number. Without
                it, a program expects that number and would reject existing files. Restore `applicationID: keep`.
                """),
        RuleEntry(
            id: "unbound-parameter", summary: "The SQL of tables and migrations has no parameters.",
            explanation: """
                Only queries have parameters. Nothing binds `:name` or `?` when a table is created or a step runs, so SQLite
                would use NULL or reject it. Write the value itself or, in a migration, a step in Swift.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    migrations: { 2: [{ sql: "UPDATE cities SET name = :name" }] }
                +    migrations: { 2: [{ sql: "UPDATE cities SET name = trim(name)" }] }
                """),
        RuleEntry(
            id: "version-not-pinned", summary: "Earlier versions are in the lock.",
            explanation: """
                Once there is a later version, the earlier one has been released, and nothing records what it was until
                `modelgen release` writes it to `modelgen.lock`.
                """),
        RuleEntry(
            id: "released-version-changed", summary: "A released version is never changed.",
            explanation: """
                The schema no longer matches the lock for a released version. Files of that version would not be what the
                program expects. Restore the version, and write the change as a step of a new one.
                """),
    ]
}
