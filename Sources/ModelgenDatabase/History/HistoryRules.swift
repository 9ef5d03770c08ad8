import ModelgenSchema

extension FindingRule {
    /// The rules of histories: what must hold of the steps for earlier versions to follow from the present one.
    package static let ofHistory: [FindingRule] = ofVersions + ofNames + ofSteps

    private static let ofVersions: [FindingRule] = [
        FindingRule(
            "version-not-reached", "Nothing belongs to a version that the database has not reached.",
            """
            A `since` or a step names a version beyond the `version` of the database, so no file would ever get it. Raise \
            the version of the database.
            """),
        FindingRule(
            "too-many-versions", "A database has at most 2,000 versions that change something.",
            """
            Each version with a step or a `since` is undone, planned and proved, and every program that opens the database \
            carries its steps. Numbers in between cost nothing, so a version may be a date. When no file of the oldest \
            versions is left, remove them with `modelgen squash`.
            """),
        FindingRule(
            "step-before-history", "Steps stand under version 2 or a later one.",
            """
            The steps of version N lead from version N - 1 to N. Nothing stands before version 1, or before the `oldest` \
            of the database, which is created and not migrated to.
            """),
        FindingRule(
            "step-before-table", "A table has steps only after the version that added it.",
            """
            A table or view with `since: N` was not there before version N, so nothing can have been renamed, changed or \
            dropped in it up to that version. Remove the step, or write an earlier `since`.
            """),
        FindingRule(
            "step-after-drop", "A model that was dropped has steps only before the version that dropped it.",
            """
            The definition under `dropModel` may have `migrations` of its own: what happened to its table while it was \
            there. A step of a later version, or of the very one that drops it, has no table any more.
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
            "two-tables-of-one-name", "In every version each table has a name of its own.",
            """
            Undoing the steps gives two models the same table in that version. SQLite compares names without regard to \
            case. Give one of them the name it had, by `was: { table: … }`, or the right `since`.
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
            "two-columns-of-one-name", "In every version each column of a table has a name of its own.",
            """
            Undoing the steps gives two fields the same column in that version. SQLite compares names without regard to \
            case. Write the missing rename, or the right `since`.
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
            "two-indexes-of-one-name", "In every version each index has a name of its own.",
            """
            The indexes and tables of a database share their names. An index without a `name` is called by its table and \
            columns, so that two on the same columns need one.
            """),
        FindingRule(
            "missing-in-version", "What a key or an index is made of is there in every version that has it.",
            """
            Undoing the steps removes a field that the primary key, an index, a unique or the full text of that version \
            still uses. Write `since` on the index, or what the key was before, by `was`.
            """),
        FindingRule(
            "rename-unknown-field", "A rename leads to a stored field that is there in its version.",
            """
            `rename: { old: new }` says that the field `new` was called `old` before this version. A field that came with \
            the version, or that is not stored, was called nothing.
            """),
        FindingRule(
            "rename-unknown-column", "A rename of a column leads to a column that is there in its version.",
            """
            `rename: { column: { old: new } }` says that the column `new` was called `old` before this version. Write the \
            name that the column has after the version.
            """),
        FindingRule(
            "rename-to-taken-name", "Before a rename no two fields have one name.",
            """
            A field cannot have been called what another was called at the same time. Where two changed places, rename \
            both: `rename: { a: b, b: a }`.
            """),
    ]

    private static let ofSteps: [FindingRule] = [
        FindingRule(
            "view-without-columns", "The steps of a view are `was`, `sql` and `swift`.",
            """
            A view has no columns of its own that could be renamed, changed or dropped: its SELECT says what they are. \
            Write what it was, `was: { view: … }`.
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
            "was-view-of-table", "Only a view was another view.",
            "The model is a table today, and a table does not become of a view. Drop the one and add the other.",
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
            "was-not-earlier", "What was there before a version was not added in it.",
            """
            `was` tells what an element was before its version. An index or a check in it with that version as its \
            `since`, or a later one, cannot have been there.
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
            "change-unknown-field", "A change names a stored field that is there in its version.",
            "Steps use the names that hold after the renames of their version. Write the name the field had then."),
        FindingRule(
            "change-of-added-field", "A field changes only after the version that added it.",
            "A field with `since: N` was not there before version N. Remove the change, or write an earlier `since`."),
        FindingRule(
            "change-without-column", "A field that was not stored before is added, not changed.",
            """
            The earlier definition has no column, so the version adds one. Write `since` on the field, and a default or a \
            `fill` for older rows.
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
            "change-without-difference", "A change tells a definition that is not the present one.",
            "`change: { field: { from: … } }` holds what the field was before the version. Where nothing differs, remove it.",
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
            "drop-of-present-field", "A field that is dropped is not there in the version that drops it.",
            """
            The model still has a field, or a column, of that name in this version. Where its definition changed, write \
            `change`; where another takes its name, rename the old one out of the way: `rename: { name: oldName }`, \
            `drop: { oldName: … }`.
            """),
        FindingRule(
            "drop-before-addition", "What is dropped was added in an earlier version.",
            "A dropped field or model has a `since` that is not before the version that drops it. Write the right one."),
        FindingRule(
            "drop-model-without-table", "A dropped model had a table or a view.",
            """
            A model that lives in JSON only leaves nothing behind in a database. Give the definition the `table` or \
            `primaryKey` it had, or remove the step.
            """),
    ]
}
