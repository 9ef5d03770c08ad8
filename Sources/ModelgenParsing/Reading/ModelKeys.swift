import ModelgenSchema

/// The keys of a model.
package enum ModelKey: String, SchemaKey {
    case doc, deprecated, database, api, table, view, primaryKey, since, fields, oneOf, json, unique, indexes, checks
    case strict, withoutRowID, fullText, migrations, relations, queries, rest, repository, draft, patch, hooks

    package static let title = "a model"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .doc: ("Documentation.", .text("a string"))
        case .deprecated: ("Why it should no longer be used.", .text("a string"))
        case .database: ("Its database, if not its file's.", .text("a database's name"))
        case .api: ("Its API, if not its file's.", .text("an API's name"))
        case .table: ("Its table's name; `false` for no table.", .either([.boolean, .text("a table's name")]))
        case .view: ("The SELECT of a read-only model.", .text("SQL"))
        case .primaryKey:
            (
                "The field or fields of its key.",
                .either([.list(.text("a field's name")), .text("a field's name")])
            )
        case .since: ("The version that added it.", .integer(minimum: 1))
        case .fields:
            ("Its properties, by name.", .map(keys: "a field's name", .either([.object(FieldKey.keyTable), .type])))
        case .oneOf:
            (
                "The models of which each value is one, by the discriminator's value; without a discriminator, any types by name.",
                .map(keys: "a discriminator's value, or a name", .either([.object(OneOfKey.keyTable), .type]))
            )
        case .json: ("How it maps to JSON as a whole.", .object(JSONKey.keyTable))
        case .unique: ("Unique constraints, each a list of fields.", Self.indexList)
        case .indexes: ("Indexes, each a list of fields.", Self.indexList)
        case .checks: ("Conditions that every row must satisfy.", Self.checkList)
        case .strict: ("Whether the table is STRICT.", .boolean)
        case .withoutRowID: ("Whether the table is WITHOUT ROWID.", .boolean)
        case .fullText: ("The fields of a full-text index.", .list(.text("a field's name")))
        case .migrations:
            ("The migration steps of its table, by version.", .map(keys: "a version", .list(.object(StepKey.keyTable))))
        case .relations:
            (
                "Relations to other models of the database, by name.",
                .map(keys: "a relation's name", .object(RelationKey.keyTable))
            )
        case .queries:
            (
                "SQL with typed parameters and results, by name.",
                .map(keys: "a query's name", .object(QueryKey.keyTable))
            )
        case .rest: ("Its REST client.", .object(RestKey.keyTable))
        case .repository:
            ("Whether it has a repository, which caches the server's answers; by default as its API says.", .boolean)
        case .draft: ("Whether it has a draft even if no operation and no table takes one.", .boolean)
        case .patch: ("Whether it has a patch even if no operation takes one.", .boolean)
        case .hooks: ("Functions of yours that take part in mapping.", .set(.choice(Hook.allCases.map(\.rawValue))))
        }
    }

    static let indexList: ValueKind = .list(
        .either([.object(IndexKey.keyTable), .list(termKind), indexedField])
    )
    static let termKind: ValueKind = .either([.object(TermKey.keyTable), indexedField])
    static let indexedField: ValueKind = .text("a field's name, optionally followed by ` desc`")
    static let checkList: ValueKind = .list(.either([.object(CheckKey.keyTable), .text("SQL")]))
}

/// The keys of a case of `oneOf` in its long form.
package enum OneOfKey: String, SchemaKey {
    case type, transformer

    package static let title = "a case of `oneOf`"
    package static let keyTable = makeTable()
    package static let required: [OneOfKey] = [.type]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .transformer: ("The transformer between the value and its JSON.", .text("a transformer"))
        }
    }
}

/// The keys of an index or a unique constraint.
package enum IndexKey: String, SchemaKey {
    case fields, `where`, since, name

    package static let title = "an index"
    package static let keyTable = makeTable()
    package static let required: [IndexKey] = [.fields]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .fields:
            (
                "Its fields, each followed by ` desc` for descending order.",
                .either([.list(ModelKey.termKind), ModelKey.indexedField])
            )
        case .where: ("The condition of a partial index.", .text("SQL"))
        case .since: ("The version that added it.", .integer(minimum: 1))
        case .name: ("Its name in the database.", .text("a name"))
        }
    }
}

/// The keys of an index term that is not a field.
package enum TermKey: String, SchemaKey {
    case expression

    package static let title = "an expression"
    package static let keyTable = makeTable()
    package static let required: [TermKey] = [.expression]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .expression: ("An expression of columns.", .text("SQL"))
        }
    }
}

/// The keys of a check in its long form.
package enum CheckKey: String, SchemaKey {
    case sql, since, name

    package static let title = "a check"
    package static let keyTable = makeTable()
    package static let required: [CheckKey] = [.sql]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .sql: ("The condition.", .text("SQL"))
        case .since: ("The version that added it.", .integer(minimum: 1))
        case .name: ("Its name in the database.", .text("a name"))
        }
    }
}

/// The keys of a model's `json`.
package enum JSONKey: String, SchemaKey {
    case keys, lenient, root, omitNil, unknownKeys, discriminator, unknown

    package static let title = "the JSON options of a model"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .keys: ("How keys are derived from names.", .choice(NamingStrategy.allCases.map(\.rawValue)))
        case .lenient: ("Whether numbers, numeric strings and Booleans are converted.", .boolean)
        case .root: ("The key path of the object.", .text("a key path"))
        case .omitNil: ("Whether nil is left out instead of written as null.", .boolean)
        case .unknownKeys:
            ("What to do with keys that belong to no field.", .choice(UnknownKeysPolicy.allCases.map(\.rawValue)))
        case .discriminator: ("The key that distinguishes the models of `oneOf`.", .text("a key"))
        case .unknown: ("What to do with any other value of the discriminator.", .choice(["fail", "keep"]))
        }
    }
}

/// The keys of a relation.
package enum RelationKey: String, SchemaKey {
    case hasMany, hasOne, belongsTo, manyToMany, by, through, other

    package static let title = "a relation"
    package static let keyTable = makeTable()

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .hasMany: ("The model whose `by` field holds this model's key.", .text("a model's name"))
        case .hasOne: ("The same, with at most one.", .text("a model's name"))
        case .belongsTo: ("The model whose key is in this model's `by` field.", .text("a model's name"))
        case .manyToMany: ("The model reached via `through`.", .text("a model's name"))
        case .by: ("The field that refers to the other model, or holds its key.", .text("a field's name"))
        case .through: ("The model whose rows refer to both.", .text("a model's name"))
        case .other:
            ("The field of `through` that refers to the other model, or holds its key.", .text("a field's name"))
        }
    }
}

/// The keys of a query.
package enum QueryKey: String, SchemaKey {
    case sql, params, returns, doc

    package static let title = "a query"
    package static let keyTable = makeTable()
    package static let required: [QueryKey] = [.sql]

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .sql: ("The statement, with `:name` for each parameter.", .text("SQL"))
        case .params: ("Its parameters.", .map(keys: "a parameter's name", QueryValueKey.valueKind))
        case .returns:
            (
                "Its result: a model or a type, a list of them, or columns by name.",
                .either([Self.columns, .list(.either([Self.columns, .literal])), .type])
            )
        case .doc: ("Documentation.", .text("a string"))
        }
    }

    private static let columns: ValueKind = .map(keys: "a column's name", QueryValueKey.valueKind)
}

/// The keys of a parameter or a result column that is more than a type.
package enum QueryValueKey: String, SchemaKey {
    case type, transformer

    package static let title = "a value of a query"
    package static let keyTable = makeTable()
    package static let required: [QueryValueKey] = [.type]
    /// A type, or a type with the way its values are stored.
    package static let valueKind: ValueKind = .either([.object(keyTable), .type])

    package var declaration: (doc: String, kind: ValueKind) {
        switch self {
        case .type: ("Its type.", .type)
        case .transformer: ("The transformer between the value and its stored form.", .text("a transformer"))
        }
    }
}
