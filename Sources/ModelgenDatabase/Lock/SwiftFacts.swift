import ModelgenSchema

/// Properties of generated code that the schema does not determine.
package struct CodeOptions: Sendable {
    /// The access level of declarations: `public`.
    package var access: String
    /// The name of a model's client in its API: `posts`.
    package var clients: [SwiftName: String]

    package init(access: String = "internal", clients: [SwiftName: String] = [:]) {
        self.access = access
        self.clients = clients
    }
}

extension Schema {
    /// The declarations that other Swift code can use, sorted.
    package func swiftFacts(_ options: CodeOptions) -> [Fact] {
        var facts = [Fact(.access, "generated code", options.access)]
        for enumeration in enumerations where enumeration.module == nil {
            facts.append(Fact(.type, enumeration.name.text, "enum, raw \(enumeration.rawType.rawValue)"))
            for element in enumeration.cases { facts.append(Fact(.enumCase, "\(enumeration.name).\(element.name)")) }
            if enumeration.unknown == .keep { facts.append(Fact(.enumCase, "\(enumeration.name).unknown")) }
        }
        for database in databases { facts += database.swiftFacts(models) }
        for api in apis { facts.append(Fact(.type, api.name.text, "struct")) }
        for model in models where model.module == nil {
            facts += model.swiftFacts + model.recordFacts
            if let client = model.client {
                if let name = options.clients[model.name] {
                    facts.append(Fact(.function, "\(client.api).\(name)", client.place))
                }
                if client.keepsAnswers { facts.append(Fact(.conformance, "\(model.name).Repository")) }
                let api = apis.first { $0.name == client.api }
                facts += client.calls(of: model, api).flatMap(\.swiftFacts) + client.combinedFacts(of: model, api)
            }
        }
        return facts.sorted()
    }
}

extension Database {
    /// The database's type, and the functions that its migrations require.
    fileprivate func swiftFacts(_ models: [Model]) -> [Fact] {
        var names: [SwiftName] = []
        var stored = models
        for step in migrations.flatMap(\.steps) {
            switch step {
            case .swift(let swift): names.append(swift.name)
            case .dropModel(let model): stored.append(model)
            case .sql: continue
            }
        }
        for step in stored.flatMap({ $0.steps(in: name) }) {
            if case .swift(let swift) = step { names.append(swift.name) }
        }
        return [Fact(.type, typeName.text, "struct")]
            + adopt.map { Fact(.function, "\(typeName).open(adopting: \($0))") }
            + names.map { Fact(.requirement, "\(migrationsName).\($0)") }
    }
}

extension Model {
    /// The steps of its table or view.
    fileprivate func steps(in database: SwiftName) -> [TableStep] {
        switch storage {
        case .table(let table) where table.database == database: table.migrations.flatMap(\.steps)
        case .view(let view) where view.database == database: view.migrations.flatMap(\.steps)
        case .none, .table, .view: []
        }
    }

    fileprivate var swiftFacts: [Fact] {
        var facts = [Fact(.type, name.text, oneOf.isEmpty ? "struct" : "enum")]
        if needsDraft { facts.append(Fact(.conformance, "\(name).Draft", "type")) }
        if needsPatch { facts.append(Fact(.conformance, "\(name).Patch", "type")) }
        for (index, field) in fields.enumerated() {
            // Calls pass the arguments in this order. Each one has a line, so that two branches that each add one do
            // not conflict here.
            let place = index == 0 ? "first" : "after \(fields[index - 1].name)"
            facts.append(Fact(.initializer, "\(name).\(field.name)", place))
        }
        for field in fields {
            var parts = [field.type.text]
            if let part = field.defaultValue?.part {
                parts.append(part)
            } else if field.type.isOptional {
                parts.append("has a default")
            }
            switch field.assigned {
            case .database: parts.append("assigned database")
            case .server: parts.append("assigned server")
            case .caller, nil: if field.isSetByServer { parts.append("assigned server") }
            }
            facts.append(Fact(.property, "\(name).\(field.name)", parts.joined(separator: ", ")))
        }
        for entry in oneOf { facts.append(Fact(.enumCase, "\(name).\(entry.caseName)", entry.type.text)) }
        for hook in hooks { facts.append(Fact(.requirement, "\(name).\(hook.rawValue)")) }
        for query in queries {
            let parameters = query.parameters.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")
            facts.append(Fact(.function, "\(name).\(query.name)", "(\(parameters))\(query.result.text)"))
        }
        return facts
    }

    /// The members for its rows.
    fileprivate var recordFacts: [Fact] {
        guard storage != .none else { return [] }
        var facts = [Fact(.conformance, "\(name).Record")]
        for field in fields where field.column != nil { facts.append(Fact(.property, "\(name).columns.\(field.name)")) }
        for relation in relations {
            facts.append(Fact(.property, "\(name).relations.\(relation.name)", relation.spelling))
        }
        guard let table else { return facts }
        let key = table.primaryKey.map(\.text).joined(separator: ", ")
        facts.append(Fact(.function, "\(name).find(_:)", key.isEmpty ? "rowID" : key))
        if !table.fullText.isEmpty { facts.append(Fact(.conformance, "\(name).FullTextRecord")) }
        for fields in uniqueFinders {
            facts.append(Fact(.function, "\(name).find(\(fields.map { "\($0.name):" }.joined()))"))
        }
        return facts
    }
}

extension Relation {
    fileprivate var spelling: String {
        switch kind {
        case .hasMany, .manyToMany: "[\(model)]"
        case .hasOne, .belongsTo: model.text
        }
    }
}

extension NamedQuery.Result {
    fileprivate var text: String {
        switch self {
        case .none: ""
        case .one(let row): " -> \(row.text)"
        case .optional(let row): " -> \(row.text)?"
        case .many(let row): " -> [\(row.text)]"
        }
    }
}

extension NamedQuery.Row {
    fileprivate var text: String {
        switch self {
        case .model(let name): name.text
        case .scalar(let type): type.text
        case .columns(let columns): "(\(columns.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")))"
        }
    }
}
