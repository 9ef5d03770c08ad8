import ModelgenSchema

/// The keys of a file.
package enum FileKey: String, SchemaKey {
    case imports, database, api, enums, transformers, types, formerly, models

    package static let title = "a schema file"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .imports: ("Other modules whose models are used.", .set(.text("a module's name")))
        case .database:
            (
                "The database of this file's models, or a list of several.",
                .either([.object(DatabaseKey.keyTable), .list(.object(DatabaseKey.keyTable))])
            )
        case .api:
            (
                "The REST service of this file's models, or a list of several.",
                .either([.object(APIKey.keyTable), .list(.object(APIKey.keyTable))])
            )
        case .enums:
            (
                "Enums, by name.",
                .map(keys: "an enum's name", .either([.object(EnumKey.keyTable), .list(.text("a case's name"))]))
            )
        case .transformers:
            (
                "Custom transformers, by the name of their Swift type.",
                .map(keys: "a type's name", .object(TransformerKey.keyTable))
            )
        case .types:
            ("External Swift types, by name.", .map(keys: "a type's name", .object(ExternalTypeKey.keyTable)))
        case .formerly:
            (
                "Names used by steps of earlier versions, with the model, type or transformer that each stands for now.",
                .map(keys: "a former name", .type)
            )
        case .models: ("Models, by name.", .map(keys: "a model's name", .object(ModelKey.keyTable)))
        }
    }
}

/// The keys of a database.
package enum DatabaseKey: String, SchemaKey {
    case name, version, oldest, migration, sqlite, applicationID, adopt, migrations

    package static let title = "a database"
    package static let keyTable = makeTable()
    package static let required: [DatabaseKey] = [.name]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("Its name; `Blog` generates `BlogDatabase`.", .text("a database's name"))
        case .version: ("Its newest version, at least the highest version used; 1 by default.", .integer(minimum: 1))
        case .oldest:
            (
                "The oldest version of a file that can still be migrated; 1 by default. Set by `modelgen squash`.",
                .integer(minimum: 1)
            )
        case .migration: ("How an older file is updated.", .choice(MigrationMode.allCases.map(\.rawValue)))
        case .sqlite: ("The oldest SQLite version to support, such as `\"3.35\"`.", .text("a SQLite version"))
        case .applicationID:
            ("`keep` leaves the application_id of its files to another program.", .choice(["keep"]))
        case .adopt:
            (
                "The versions that files of other programs can be adopted as, with `adopting:`.",
                .list(.integer(minimum: 1))
            )
        case .migrations:
            (
                "The steps that don't belong to a single model, by version.",
                .map(keys: "a version", .list(.object(DatabaseStepKey.keyTable)))
            )
        }
    }
}

/// The keys of a step of a database.
package enum DatabaseStepKey: String, SchemaKey {
    case dropModel, sql, swift

    package static let title = "a step of a database"
    package static let keyTable = makeTable()
    private static let goneModel = ModelKey.keyTable.withoutDemands

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .dropModel:
            ("Dropped models, with their last definition.", .map(keys: "a model's name", .object(Self.goneModel)))
        case .sql: ("A SQL statement.", .text("SQL"))
        case .swift: ("A function of yours, by name.", SwiftStepKey.kind)
        }
    }
}

/// The keys of an enum.
package enum EnumKey: String, SchemaKey {
    case raw, cases, unknown, doc

    package static let title = "an enum"
    package static let keyTable = makeTable()
    package static let required: [EnumKey] = [.cases]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .raw:
            ("The type of its raw values; `String` by default.", .choice(Enumeration.RawType.allCases.map(\.rawValue)))
        case .cases:
            (
                "Its cases: names with raw values, or only names.",
                .either([
                    .map(keys: "a case's name", .either([.object(CaseKey.keyTable), .text("a raw value")])),
                    .list(.text("a case's name")),
                ])
            )
        case .unknown:
            (
                "What to do with any other raw value: `keep`, `fail`, or a case.",
                .text("`keep`, `fail` or a case's name")
            )
        case .doc: ("Documentation.", .text("a string"))
        }
    }
}

/// The keys of a case in its long form.
package enum CaseKey: String, SchemaKey {
    case value, doc

    package static let title = "a case"
    package static let keyTable = makeTable()
    package static let required: [CaseKey] = [.value]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .value: ("Its raw value.", .text("a raw value"))
        case .doc: ("Documentation.", .text("a string"))
        }
    }
}

/// The keys of a user's transformer.
package enum TransformerKey: String, SchemaKey {
    case from, to, keepsOrder, deterministic, `import`

    package static let title = "a transformer"
    package static let keyTable = makeTable()
    package static let required: [TransformerKey] = [.from, .to]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .from: ("The type in JSON or in the column.", .type)
        case .to: ("The type of the property.", .type)
        case .keepsOrder: ("Whether stored values sort like the values themselves, so that `<` can be used.", .boolean)
        case .deterministic:
            ("Whether equal values are always stored the same way, so that `==` can be used.", .boolean)
        case .import: ("The module to import for it.", .text("a module's name"))
        }
    }
}

/// The keys of an external type.
package enum ExternalTypeKey: String, SchemaKey {
    case json, sqlite, keepsOrder, `import`

    package static let title = "an external type"
    package static let keyTable = makeTable()
    package static let required: [ExternalTypeKey] = [.json, .sqlite]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .json: ("The type it converts to in JSON.", .type)
        case .sqlite: ("Its storage class.", .choice(StorageClass.allCases.map(\.rawValue)))
        case .keepsOrder: ("Whether stored values sort like the values themselves, so that `<` can be used.", .boolean)
        case .import: ("The module to import for it.", .text("a module's name"))
        }
    }
}
