import ModelgenSchema

/// The keys of a step of a model's history.
package enum StepKey: String, SchemaKey {
    case rename, drop, change, was, sql, swift

    package static let title = "a migration step"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .rename:
            (
                "Fields by their old names, with their new ones; columns under `column`.",
                .map(
                    keys: "an old name",
                    .either([.map(keys: "an old column", .text("a new column")), .text("a new name")])
                )
            )
        case .drop:
            (
                "Dropped fields, with their last definition.",
                .map(keys: "a field's name", .either([.object(FieldKey.keyTable), .type]))
            )
        case .change:
            (
                "Fields that changed, with their earlier definition.",
                .map(keys: "a field's name", .object(ChangeKey.keyTable))
            )
        case .was: ("Earlier values of the model's keys.", .object(EarlierKey.keyTable))
        case .sql: ("A SQL statement.", .text("SQL"))
        case .swift: ("A function of yours, by name.", SwiftStepKey.kind)
        }
    }
}

/// The keys of a step that is a function written by the user.
package enum SwiftStepKey: String, SchemaKey {
    case name, models

    package static let title = "a step in Swift"
    package static let keyTable = makeTable()
    package static let required: [SwiftStepKey] = [.name]

    /// The function's name alone, or with the models that it uses.
    static var kind: ValueKind { .either([.object(keyTable), .text("a function's name")]) }

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .name: ("The function's name.", .text("a function's name"))
        case .models:
            (
                "The models whose rows it uses, besides the model it belongs to.",
                .set(.text("a model's name"))
            )
        }
    }
}

/// The keys of a change.
package enum ChangeKey: String, SchemaKey {
    case from, using, restored

    package static let title = "a change"
    package static let keyTable = makeTable()
    package static let required: [ChangeKey] = [.from]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .from: ("The earlier definition.", .either([.object(FieldKey.keyTable), .type]))
        case .using: ("The expression that computes the new value from the old columns.", .text("SQL"))
        case .restored: ("`same`: the stored values are kept, and are read as before.", .choice(["same"]))
        }
    }
}

/// The keys of a model whose earlier values `was` can specify.
package enum EarlierKey: String, SchemaKey {
    case table, primaryKey, unique, indexes, checks, strict, withoutRowID, fullText, view

    package static let title = "an earlier state of a table"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .table: ("The earlier name.", .text("a table's name"))
        case .primaryKey:
            (
                "The earlier key; an empty list if there was none.",
                .either([.list(.text("a field's name")), .text("a field's name")])
            )
        case .unique: ("The earlier unique constraints.", ModelKey.indexList)
        case .indexes: ("The earlier indexes.", ModelKey.indexList)
        case .checks: ("The earlier checks.", ModelKey.checkList)
        case .strict: ("Whether it was STRICT.", .boolean)
        case .withoutRowID: ("Whether it was WITHOUT ROWID.", .boolean)
        case .fullText:
            ("The earlier full-text index; an empty list if there was none.", .list(.text("a field's name")))
        case .view: ("The earlier SELECT.", .text("SQL"))
        }
    }
}
