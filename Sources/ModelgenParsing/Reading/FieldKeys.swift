import ModelgenSchema

/// The keys of a field in its long form.
package enum FieldKey: String, SchemaKey {
    case type, json, column, columnType, `default`, since, fill, transformer, onInvalid, unique, index, collate, check
    case generated, references, onDelete, onUpdate, assigned, autoincrement, sensitive, readOnly, writeOnly, doc
    case deprecated, store

    package static let title = "a field"
    package static let keyTable = makeTable()
    package static let required: [FieldKey] = [.type]

    /// The keys that concern a column, besides `column` itself.
    static let ofColumns: [FieldKey] = [
        .columnType, .since, .fill, .unique, .index, .collate, .check, .generated, .references, .onDelete, .onUpdate,
    ]

    /// The keys that concern the rows of a table, which a view does not have.
    static let ofRows: [FieldKey] = [
        .columnType, .since, .fill, .unique, .index, .collate, .check, .generated, .references, .assigned,
        .autoincrement,
    ]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .json:
            (
                "Its key or key path in JSON, a list of alternatives, or `false`.",
                .either([.no, .object(FieldJSONKey.keyTable), .list(.text("a key path")), .text("a key path")])
            )
        case .column: ("Its column, or `false` if it is not stored.", .either([.no, .text("a column's name")]))
        case .columnType: ("The column's type as declared in SQL; empty for none.", .text("a column's type"))
        case .default: ("The value if none is given, in Swift, JSON and SQL.", .literal)
        case .since: ("The version that added it.", .integer(minimum: 1))
        case .fill: ("The value for existing rows, if not the default.", .literal)
        case .transformer:
            (
                "Converts between the stored form and the value.",
                .either([.object(FieldTransformerKey.keyTable), .text("a transformer")])
            )
        case .onInvalid:
            ("What to do with an invalid value.", .choice(InvalidValuePolicy.allCases.map(\.rawValue)))
        case .unique:
            ("Whether no two rows have the same value.", .either([.boolean, .object(FieldIndexKey.keyTable)]))
        case .index: ("Whether it has an index.", .either([.boolean, .object(FieldIndexKey.keyTable)]))
        case .collate: ("The collation of its column.", .text("a collation"))
        case .check: ("A condition that its column must satisfy.", .text("SQL"))
        case .generated:
            ("The expression of a generated column.", .either([.object(GeneratedKey.keyTable), .text("SQL")]))
        case .references:
            ("The field of another model that it refers to: `User.id`, or `User` for its key.", .text("`Model.field`"))
        case .onDelete:
            ("What happens when the row it refers to is deleted.", .choice(ReferenceAction.allCases.map(\.rawValue)))
        case .onUpdate:
            ("What happens when the key it refers to changes.", .choice(ReferenceAction.allCases.map(\.rawValue)))
        case .assigned:
            (
                "Who assigns a key's value; for another field, `server`: drafts lack it.",
                .choice(["database", "server", "caller"])
            )
        case .autoincrement: ("Whether keys are never reused.", .boolean)
        case .sensitive: ("Whether it is kept out of descriptions, logs and errors.", .boolean)
        case .readOnly: ("Whether it is omitted when writing.", .boolean)
        case .writeOnly: ("Whether it is ignored when reading.", .boolean)
        case .doc: ("Documentation.", .text("a string"))
        case .deprecated: ("Why it should no longer be used.", .text("a string"))
        case .store:
            ("`nested`: a repository also stores its objects in the table of their own model.", .choice(["nested"]))
        }
    }
}

/// The keys of a field's `json` in its long form.
package enum FieldJSONKey: String, SchemaKey {
    case path, decode, encode, omitNil

    package static let title = "a field's JSON"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .path:
            (
                "Its key or key path, or a list of alternatives.",
                .either([.list(.text("a key path")), .text("a key path")])
            )
        case .decode: ("`false` if it is not read.", .boolean)
        case .encode: ("`false` if it is not written.", .boolean)
        case .omitNil: ("Whether nil is left out instead of written as null; by default as for the model.", .boolean)
        }
    }
}

/// The keys of a field's `index` or `unique` in its long form.
package enum FieldIndexKey: String, SchemaKey {
    case since, name, `where`

    package static let title = "a field's index"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .since: ("The version that added it.", .integer(minimum: 1))
        case .name: ("Its name in the database.", .text("a name"))
        case .where: ("The condition of a partial index.", .text("SQL"))
        }
    }
}

/// The keys of a generated column in its long form.
package enum GeneratedKey: String, SchemaKey {
    case sql, kind

    package static let title = "a generated column"
    package static let keyTable = makeTable()
    package static let required: [GeneratedKey] = [.sql]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .sql: ("The expression.", .text("SQL"))
        case .kind: ("Whether it is stored.", .choice(GeneratedColumn.Kind.allCases.map(\.rawValue)))
        }
    }
}

/// The keys of separate transformers for JSON and the column.
package enum FieldTransformerKey: String, SchemaKey {
    case json, sqlite

    package static let title = "a field's transformers"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .json:
            (
                "The transformer for JSON, or one for each kind of value.",
                .either([.object(KindKey.keyTable), .text("a transformer")])
            )
        case .sqlite: ("The transformer for the column.", .text("a transformer"))
        }
    }
}

/// The keys of transformers by the kind of the JSON value.
package enum KindKey: String, SchemaKey {
    case number, string, bool, object, array

    package static let title = "transformers by kind"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        ("The transformer for this kind of JSON value.", .text("a transformer"))
    }
}
