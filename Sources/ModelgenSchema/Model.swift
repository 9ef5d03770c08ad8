/// A struct that accompanies a model.
package enum Extra: String, Hashable, Sendable, Codable {
    /// The model without the assigned fields.
    case draft
    /// Changes to the model.
    case patch
}

/// A model: a Swift struct, its JSON, its table and its client.
package struct Model: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The base name of the file that declares it: `post` for `post.model.yaml`.
    package var file: String
    /// The module from which it is imported. If it is set, no code is generated for the model.
    package var module: String?
    package var documentation: String?
    package var deprecated: String?
    package var fields: [Field]
    package var json: JSONOptions
    package var storage: Storage
    package var client: Client?
    package var relations: [Relation] = []
    package var queries: [NamedQuery]
    package var hooks: [Hook] = []
    /// The structs that are generated even if no operation takes them.
    package var requested: Set<Extra> = []
    /// The name by which rows of a table without a key are identified; nil for any other model.
    package var rowIDKey: SQLName? {
        guard table?.primaryKey.isEmpty == true else { return nil }
        // A rule rejects tables whose columns have all three names of the rowid.
        return SQLName.rowID(besides: fields.compactMap { $0.column?.name }) ?? "rowid"
    }
    /// The types of a union, one of which each value has. With a ``JSONOptions/discriminator``, they are models, and it
    /// selects one. Without it, they are distinguished by their form (``Choice``). Such a model has no fields.
    package var oneOf: [OneOfCase] = []

    package init(
        name: SwiftName, file: String, module: String? = nil, documentation: String? = nil, fields: [Field] = [],
        json: JSONOptions = JSONOptions(), storage: Storage = .none, client: Client? = nil, queries: [NamedQuery] = []
    ) {
        self.name = name
        self.file = file
        self.module = module
        self.documentation = documentation
        self.fields = fields
        self.json = json
        self.storage = storage
        self.client = client
        self.queries = queries
    }

    /// The field with that name.
    package func field(_ name: SwiftName) -> Field? { fields.first { $0.name == name } }

    /// The fields whose values are given when a new object is created.
    package var draftFields: [Field] { fields.filter { !$0.isFilledByOthers } }

    /// Whether others assign some of the fields, so that a new object lacks them.
    package var hasDraft: Bool { oneOf.isEmpty && !draftFields.isEmpty && draftFields.count < fields.count }

    /// Its table, if it has one.
    package var table: Table? {
        if case .table(let table) = storage { return table }
        return nil
    }
}

/// A case of a union.
package struct OneOfCase: Hashable, Sendable, Codable {
    /// What identifies a case: a value of the discriminator, or the name of the case.
    package enum Mark: Hashable, Sendable, Codable {
        case value(String)
        case name(SwiftName)
        /// Any other value of the discriminator. The object is kept unchanged.
        case others
    }

    package var mark: Mark
    package var type: FieldType
    /// The transformer between the value and its JSON.
    package var transformer: TransformerUse?

    /// The mark as it is written in YAML.
    package var text: String {
        switch mark {
        case .value(let text): text
        case .name(let name): name.text
        case .others: "*"
        }
    }

    /// The name of the case: `circle` for `Circle`. If a model has a lowercase name, a case with the same name hides it
    /// where the enum reads it.
    package var caseName: SwiftName {
        switch (mark, type) {
        case (.value, .model(let model)):
            let name = model.unqualified.lowerCamelCased
            return SwiftName(name == model.text ? name + "Value" : name)
        case (.value(let text), _): return SwiftName(text)
        case (.name(let name), _): return name
        case (.others, _): return "unknown"
        }
    }

    package init(value: String, model: SwiftName) {
        self.init(.value(value), .model(model))
    }

    package init(_ mark: Mark, _ type: FieldType, _ transformer: TransformerUse? = nil) {
        self.mark = mark
        self.type = type
        self.transformer = transformer
    }
}

/// How a model as a whole maps to JSON.
package struct JSONOptions: Hashable, Sendable, Codable {
    package var isLenient = false
    package var root: JSONPath?
    package var omitsNil = true
    package var unknownKeys: UnknownKeysPolicy = .ignore
    package var discriminator: String?

    package init() {}
}

package enum UnknownKeysPolicy: String, Hashable, Sendable, Codable, CaseIterable {
    case ignore
    case fail
}

package enum Hook: String, Hashable, Sendable, Codable, CaseIterable {
    case willDecode
    case didDecode
    case willEncode
    case didEncode
}

/// Where the rows of a model are stored.
package enum Storage: Hashable, Sendable, Codable {
    case none
    case table(Table)
    case view(View)

    /// The database to which it belongs.
    package var database: SwiftName? {
        switch self {
        case .none: nil
        case .table(let table): table.database
        case .view(let view): view.database
        }
    }
}

/// A relation of a model to other models in the same database.
package struct Relation: Hashable, Sendable, Codable {
    package enum Kind: Hashable, Sendable, Codable {
        /// The field `by` of the other model contains this model's key.
        case hasMany(by: SwiftName)
        case hasOne(by: SwiftName)
        /// The field `by` of this model contains the other model's key.
        case belongsTo(by: SwiftName)
        /// Rows of `through` contain both keys.
        case manyToMany(through: SwiftName, by: SwiftName, other: SwiftName)
    }

    package var name: SwiftName
    package var model: SwiftName
    package var kind: Kind

    package init(name: SwiftName, model: SwiftName, kind: Kind) {
        self.name = name
        self.model = model
        self.kind = kind
    }
}

/// SQL with typed parameters and results, which is checked at generation.
package struct NamedQuery: Hashable, Sendable, Codable {
    /// A parameter, or a column of a row without a model.
    package struct Parameter: Hashable, Sendable, Codable {
        package var name: SwiftName
        package var type: FieldType
        /// The transformer between the value and its stored form.
        package var transformer: TransformerUse?

        package init(name: SwiftName, type: FieldType, transformer: TransformerUse? = nil) {
            self.name = name
            self.type = type
            self.transformer = transformer
        }
    }

    package enum Result: Hashable, Sendable, Codable {
        /// No result: the statement changes rows.
        case none
        /// A row that must exist.
        case one(Row)
        /// A row, or nil if there is none.
        case optional(Row)
        case many(Row)
    }

    package enum Row: Hashable, Sendable, Codable {
        case model(SwiftName)
        case scalar(FieldType)
        case columns([Parameter])
    }

    package var name: SwiftName
    package var documentation: String?
    package var sql: String
    package var parameters: [Parameter]
    package var result: Result

    /// The kind of its rows; nil if it returns none.
    package var row: Row? {
        switch result {
        case .none: nil
        case .one(let row), .optional(let row), .many(let row): row
        }
    }

    /// The type of rows with named columns: `PerUser` for `perUser`. If the name of the query itself looks like a type,
    /// it is `PerUserRow`.
    package var rowType: SwiftName? {
        guard case .columns = row else { return nil }
        let type = name.text.capitalizedFirst
        return SwiftName(type == name.text ? type + "Row" : type)
    }

    package init(
        name: SwiftName, documentation: String? = nil, sql: String, parameters: [Parameter] = [], result: Result = .none
    ) {
        self.name = name
        self.documentation = documentation
        self.sql = sql
        self.parameters = parameters
        self.result = result
    }
}
