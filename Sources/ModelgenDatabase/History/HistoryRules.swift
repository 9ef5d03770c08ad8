import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    /// The rules of histories: what is required to derive earlier versions from the present one and the steps.
    package static let ofHistory: [RuleEntry] = ofVersions + ofNames + ofSteps

    private static let ofVersions: [RuleEntry] = [
        RuleEntry(
            id: "too-many-versions", summary: "A database has at most 2,000 versions that change something.",
            explanation: """
                Each version with a step or a `since` is undone, planned and verified, and every program that opens the
                database contains its steps. Version numbers in between cost nothing, so a version can be a date. When no
                files of the oldest versions exist any more, remove those versions with `modelgen squash`.
                """),
        RuleEntry(
            id: "step-before-history", summary: "Steps lead to a version after the oldest.",
            explanation: """
                The steps of version N lead from version N - 1 to N. There is nothing before version 1, or before the
                `oldest` version of the database, which is created directly.
                """),
        RuleEntry(
            id: "step-before-table", summary: "A table has steps only after the version that added it.",
            explanation: """
                A table or view with `since: N` did not exist before version N, so nothing in it can have been renamed,
                changed or dropped up to that version. Remove the step, or use an earlier `since`.
                """),
        RuleEntry(
            id: "step-after-drop", summary: "A dropped model has steps only before the version that dropped it.",
            explanation: """
                The definition under `dropModel` can have `migrations` of its own, for changes to its table while it
                existed. In the version that drops it, and in later ones, there is no table any more.
                """,
            example: """
                 database:
                   name: Map
                   version: 3
                -  migrations: { 2: [{ dropModel: { Old: { table: olds, primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 3: [{ rename: { a: b } }] } } } }] }
                +  migrations: { 3: [{ dropModel: { Old: { table: olds, primaryKey: id, fields: { id: Int64, b: Int }, migrations: { 2: [{ rename: { a: b } }] } } } }] }
                 models:
                   City: { table: cities, primaryKey: id, fields: { id: Int64 } }
                """),
    ]

    private static let ofNames: [RuleEntry] = [
        RuleEntry(
            id: "two-tables-of-one-name", summary: "In every version, each table has a different name.",
            explanation: """
                Undoing the steps gives two models the same table in that version. SQLite ignores case in names. Give one
                of them its former name, with `was: { table: … }`, or correct its `since`.
                """,
            example: """
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
                -    migrations: { 2: [{ was: { table: cities } }] }
                +    migrations: { 2: [{ was: { table: villages } }] }
                """),
        RuleEntry(
            id: "name-still-taken", summary: "A table gets the name of a dropped one in a later version.",
            explanation: """
                Within a version, tables are added and renamed before others are dropped, so that the steps on rows can use
                all of them. So a table cannot get the name of one that the same version drops: drop that one in an
                earlier version, or add or rename the other in a later one.
                """,
            example: """
                 database:
                   name: Map
                   version: 3
                   migrations: { 2: [{ dropModel: { City: { table: cities, primaryKey: id, fields: { id: Int64, b: Int } } } }] }
                 models:
                -  Town: { table: cities, since: 2, primaryKey: id, fields: { id: Int64, name: String } }
                +  Town: { table: cities, since: 3, primaryKey: id, fields: { id: Int64, name: String } }
                """),
        RuleEntry(
            id: "two-columns-of-one-name", summary: "In every version, each column of a table has a different name.",
            explanation: """
                Undoing the steps gives two fields the same column in that version. SQLite ignores case in names. Add the
                missing rename, or correct the `since`.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String, title: String }
                -    migrations: { 2: [{ rename: { column: { name: title } } }] }
                +    migrations: { 2: [{ rename: { column: { heading: title } } }] }
                """),
        RuleEntry(
            id: "two-indexes-of-one-name", summary: "In every version, each index has a different name.",
            explanation: """
                Indexes and tables of a database share one namespace. An index without a `name` is named after its table
                and columns, so if two cover the same columns, one needs a name.
                """),
        RuleEntry(
            id: "missing-in-version", summary: "The fields of a key or an index exist in every version that has it.",
            explanation: """
                Undoing the steps removes a field that the primary key, an index, a unique constraint or the full-text
                index of that version still uses. Add `since` to the index, or specify the earlier key with `was`.
                """),
        RuleEntry(
            id: "rename-unknown-field", summary: "A rename leads to a stored field that exists in its version.",
            explanation: """
                `rename: { old: new }` specifies that the field `new` was named `old` before this version. A field that
                was added in this version, or that is not stored, had no earlier name.
                """),
        RuleEntry(
            id: "rename-unknown-column", summary: "A rename of a column leads to a column that exists in its version.",
            explanation: """
                `rename: { column: { old: new } }` specifies that the column `new` was named `old` before this version.
                Use the name that the column has after the version.
                """),
        RuleEntry(
            id: "rename-to-taken-name", summary: "Before a rename, no two fields have the same name.",
            explanation: """
                Two fields cannot have had the same name at the same time. If two swapped names, rename both:
                `rename: { a: b, b: a }`.
                """),
    ]

    private static let ofSteps: [RuleEntry] = [
        RuleEntry(
            id: "view-without-columns", summary: "The steps of a view are `was`, `sql` and `swift`.",
            explanation: """
                A view has no columns of its own that could be renamed, changed or dropped: they are determined by its
                SELECT. Specify what the view was, `was: { view: … }`.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                   Big:
                     view: SELECT id FROM cities
                     fields: { id: Int64 }
                -    migrations: { 2: [{ drop: { name: String } }] }
                +    migrations: { 2: [{ was: { view: SELECT id FROM cities WHERE id > 0 } }] }
                """),
        RuleEntry(
            id: "was-view-of-table", summary: "Only a view can have been a different view.",
            explanation: "The model is a table now, and a view cannot become a table. Drop the view and add the table.",
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    migrations: { 2: [{ was: { view: SELECT 1 AS id } }] }
                +    migrations: { 2: [{ was: { table: towns } }] }
                """),
        RuleEntry(
            id: "was-not-earlier", summary: "An earlier element was not added in the same version.",
            explanation: """
                `was` specifies what an element was before its version. An index or a check in it with a `since` of that
                version or later cannot have existed.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                -    fields: { id: Int64, name: { type: String, since: 2, fill: a } }
                +    fields: { id: Int64, name: String }
                     migrations: { 2: [{ was: { unique: [name] } }] }
                """),
        RuleEntry(
            id: "change-unknown-field", summary: "A change refers to a stored field that exists in its version.",
            explanation: """
                Steps use the names that are valid after the renames of their version. Use the field's name in that
                version.
                """),
        RuleEntry(
            id: "changed-twice", summary: "In a version, a field is changed once, and each part of a table.",
            explanation: """
                `change` and `was` specify what was there before their version, so two of them about the same thing
                contradict each other, and only one `using:` would run. If two branches were merged, write one step that
                leads from the released version to the present one, or put the second under the next version.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     primaryKey: id
                     fields: { id: Int64, size: Int64 }
                -    migrations: { 2: [{ was: { checks: [size > 1] } }, { was: { checks: [size > 0] } }] }
                +    migrations: { 2: [{ was: { checks: [size > 0] } }] }
                """),
        RuleEntry(
            id: "change-of-added-field", summary: "A field can change only after the version that added it.",
            explanation: """
                A field with `since: N` did not exist before version N. Remove the change, or use an earlier `since`. The
                same is true of a `since` in the earlier definition.
                """,
            example: """
                 database: { name: Map, version: 3 }
                 models:
                   City:
                     primaryKey: id
                     fields: { id: Int64, name: String? }
                -    migrations: { 3: [{ change: { name: { from: { type: String, since: 3, fill: a } } } }] }
                +    migrations: { 3: [{ change: { name: { from: { type: String, since: 2, fill: a } } } }] }
                """),
        RuleEntry(
            id: "change-without-column", summary: "A field that was not stored before is added, not changed.",
            explanation: """
                The earlier definition has no column, so the version adds one. Write `since` on the field, and a default
                or a `fill` for existing rows.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                -    fields: { id: Int64, size: Int64 }
                -    migrations: { 2: [{ change: { size: { from: { type: Int64, column: false } } } }] }
                +    fields: { id: Int64, size: { type: Int64, since: 2, default: 0 } }
                """),
        RuleEntry(
            id: "change-without-difference",
            summary: "A change specifies a definition that differs from the current one.",
            explanation: """
                `change: { field: { from: … } }` contains the definition of the field before the version. If there is no
                difference, remove it.
                """,
            example: """
                 database: { name: Map, version: 2 }
                 models:
                   City:
                     table: cities
                     primaryKey: id
                     fields: { id: Int64, name: String }
                -    migrations: { 2: [{ change: { name: { from: String } } }] }
                +    migrations: { 2: [{ change: { name: { from: UUID } } }] }
                """),
        RuleEntry(
            id: "fill-of-later-type", summary: "A `fill` is a value of the type with which its field was added.",
            explanation: """
                A field that was added with a `fill` got another type later. The `fill` under `fields` is written for the
                present type, which is not what rows got when the field was added. If the value is not the same in both
                types, or `using` converts it, write the earlier one in the earlier definition, and remove the other unless
                the present type needs it for NULL.
                """,
            example: """
                 database: { name: Map, version: 3 }
                 models:
                   City:
                     primaryKey: id
                -    fields: { id: Int64, founded: { type: Date, since: 2, fill: 2020-01-01 } }
                -    migrations: { 3: [{ change: { founded: { from: Int, using: founded * 1.0 } } }] }
                +    fields: { id: Int64, founded: { type: Date, since: 2 } }
                +    migrations: { 3: [{ change: { founded: { from: { type: Int, fill: 1577836800 }, using: founded * 1.0 } } }] }
                """),
        RuleEntry(
            id: "drop-of-present-field", summary: "A dropped field no longer exists in the version that drops it.",
            explanation: """
                The model still has a field, or a column, of that name in this version. If its definition changed, write
                `change`; if another field takes its name, rename the old one first: `rename: { name: oldName }`,
                `drop: { oldName: … }`.
                """),
        RuleEntry(
            id: "drop-before-addition", summary: "A dropped field or model was added in an earlier version.",
            explanation: """
                Its `since` is not before the version that drops it. Correct one of the versions. The same is true of the
                fields, indexes and checks of a dropped model.
                """,
            example: """
                 database:
                   name: Map
                   version: 3
                   migrations:
                     3:
                       - dropModel:
                           Road:
                             primaryKey: id
                -            fields: { id: Int64, name: { type: String?, since: 3 } }
                +            fields: { id: Int64, name: { type: String?, since: 2 } }
                 models:
                   City: { table: cities, primaryKey: id, fields: { id: Int64 } }
                """),
        RuleEntry(
            id: "drop-model-without-table", summary: "A dropped model had a table or a view.",
            explanation: """
                A model that was only used in JSON leaves nothing behind in a database. Give the definition the `table` or
                `primaryKey` it had, or remove the step.
                """),
    ]
}
