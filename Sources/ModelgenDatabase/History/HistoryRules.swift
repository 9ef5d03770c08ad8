import ModelgenSchema

extension FindingRule {
    /// The rules of histories: what is required to derive earlier versions from the current one and the steps.
    package static let ofHistory: [FindingRule] = ofVersions + ofNames + ofSteps

    private static let ofVersions: [FindingRule] = [
        FindingRule(
            "version-not-reached", "Nothing belongs to a version that the database has not reached.",
            """
            A `since` or a step has a version higher than the `version` of the database, so no file would ever get it.
            Raise the version of the database.
            """),
        FindingRule(
            "too-many-versions", "A database has at most 2,000 versions that change something.",
            """
            Each version with a step or a `since` is undone, planned and verified, and every program that opens the
            database contains its steps. Version numbers in between cost nothing, so a version can be a date. When no
            files of the oldest versions exist any more, remove those versions with `modelgen squash`.
            """),
        FindingRule(
            "step-before-history", "Steps belong to version 2 or later.",
            """
            The steps of version N lead from version N - 1 to N. There is nothing before version 1, or before the
            `oldest` version of the database, which is created directly.
            """),
        FindingRule(
            "step-before-table", "A table has steps only after the version that added it.",
            """
            A table or view with `since: N` did not exist before version N, so nothing in it can have been renamed,
            changed or dropped up to that version. Remove the step, or use an earlier `since`.
            """),
        FindingRule(
            "step-after-drop", "A dropped model has steps only before the version that dropped it.",
            """
            The definition under `dropModel` can have `migrations` of its own, for changes to its table while it
            existed. In the version that drops it, and in later ones, there is no table any more.
            """,
            bad: """
                database:
                  name: Map
                  version: 3
                  migrations: { 2: [{ dropModel: { Old: { table: olds, primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 3: [{ rename: { a: b } }] } } } }] }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64 } }

                """,
            good: """
                database:
                  name: Map
                  version: 3
                  migrations: { 3: [{ dropModel: { Old: { table: olds, primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 2: [{ rename: { a: b } }] } } } }] }
                models:
                  City: { table: cities, primaryKey: id, fields: { id: Int64 } }

                """),
    ]

    private static let ofNames: [FindingRule] = [
        FindingRule(
            "two-tables-of-one-name", "In every version, each table has a different name.",
            """
            Undoing the steps gives two models the same table in that version. SQLite ignores case in names. Give one
            of them its former name, with `was: { table: … }`, or correct its `since`.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64 }
                  Town:
                    table: towns
                    primaryKey: id
                    fields: { id: Int64 }
                    migrations: { 2: [{ was: { table: cities } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64 }
                  Town:
                    table: towns
                    primaryKey: id
                    fields: { id: Int64 }
                    migrations: { 2: [{ was: { table: villages } }] }

                """),
        FindingRule(
            "two-columns-of-one-name", "In every version, each column of a table has a different name.",
            """
            Undoing the steps gives two fields the same column in that version. SQLite ignores case in names. Add the
            missing rename, or correct the `since`.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String, title: String }
                    migrations: { 2: [{ rename: { column: { name: title } } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String, title: String }
                    migrations: { 2: [{ rename: { column: { heading: title } } }] }

                """),
        FindingRule(
            "two-indexes-of-one-name", "In every version, each index has a different name.",
            """
            Indexes and tables of a database share one namespace. An index without a `name` is named after its table
            and columns, so if two cover the same columns, one needs a name.
            """),
        FindingRule(
            "missing-in-version", "The fields of a key or an index exist in every version that has it.",
            """
            Undoing the steps removes a field that the primary key, an index, a unique constraint or the full-text
            index of that version still uses. Add `since` to the index, or specify the earlier key with `was`.
            """),
        FindingRule(
            "rename-unknown-field", "A rename leads to a stored field that exists in its version.",
            """
            `rename: { old: new }` specifies that the field `new` was named `old` before this version. A field that
            was added in this version, or that is not stored, had no earlier name.
            """),
        FindingRule(
            "rename-unknown-column", "A rename of a column leads to a column that exists in its version.",
            """
            `rename: { column: { old: new } }` specifies that the column `new` was named `old` before this version.
            Use the name that the column has after the version.
            """),
        FindingRule(
            "rename-to-taken-name", "Before a rename, no two fields have the same name.",
            """
            Two fields cannot have had the same name at the same time. If two swapped names, rename both: \
            `rename: { a: b, b: a }`.
            """),
    ]

    private static let ofSteps: [FindingRule] = [
        FindingRule(
            "view-without-columns", "The steps of a view are `was`, `sql` and `swift`.",
            """
            A view has no columns of its own that could be renamed, changed or dropped: they are determined by its
            SELECT. Specify what the view was, `was: { view: … }`.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                  Big:
                    view: SELECT id FROM cities
                    fields: { id: Int64 }
                    migrations: { 2: [{ drop: { name: String } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                  Big:
                    view: SELECT id FROM cities
                    fields: { id: Int64 }
                    migrations: { 2: [{ was: { view: SELECT id FROM cities WHERE id > 0 } }] }

                """),
        FindingRule(
            "was-view-of-table", "Only a view can have been a different view.",
            "The model is a table now, and a view cannot become a table. Drop the view and add the table.",
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ was: { view: SELECT 1 AS id } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ was: { table: towns } }] }

                """),
        FindingRule(
            "was-not-earlier", "An earlier element was not added in the same version.",
            """
            `was` specifies what an element was before its version. An index or a check in it with a `since` of that
            version or later cannot have existed.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: { type: String, since: 2, fill: a } }
                    migrations: { 2: [{ was: { unique: [name] } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ was: { unique: [name] } }] }

                """),
        FindingRule(
            "change-unknown-field", "A change refers to a stored field that exists in its version.",
            """
            Steps use the names that are valid after the renames of their version. Use the field's name in that
            version.
            """),
        FindingRule(
            "change-of-added-field", "A field can change only after the version that added it.",
            """
            A field with `since: N` did not exist before version N. Remove the change, or use an earlier `since`.
            """),
        FindingRule(
            "change-without-column", "A field that was not stored before is added, not changed.",
            """
            The earlier definition has no column, so the version adds one. Write `since` on the field, and a default
            or a `fill` for existing rows.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, size: Int64 }
                    migrations: { 2: [{ change: { size: { from: { type: Int64, column: false } } } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, size: { type: Int64, since: 2, default: 0 } }

                """),
        FindingRule(
            "change-without-difference", "A change specifies a definition that differs from the current one.",
            """
            `change: { field: { from: … } }` contains the definition of the field before the version. If there is no
            difference, remove it.
            """,
            bad: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ change: { name: { from: String } } }] }

                """,
            good: """
                database: { name: Map, version: 2 }
                models:
                  City:
                    table: cities
                    primaryKey: id
                    fields: { id: Int64, name: String }
                    migrations: { 2: [{ change: { name: { from: UUID } } }] }

                """),
        FindingRule(
            "drop-of-present-field", "A dropped field no longer exists in the version that drops it.",
            """
            The model still has a field, or a column, of that name in this version. If its definition changed, write \
            `change`; if another field takes its name, rename the old one first: `rename: { name: oldName }`, \
            `drop: { oldName: … }`.
            """),
        FindingRule(
            "drop-before-addition", "A dropped field or model was added in an earlier version.",
            "Its `since` is not before the version that drops it. Correct one of the versions."),
        FindingRule(
            "drop-model-without-table", "A dropped model had a table or a view.",
            """
            A model that was only used in JSON leaves nothing behind in a database. Give the definition the `table` or
            `primaryKey` it had, or remove the step.
            """),
    ]
}
