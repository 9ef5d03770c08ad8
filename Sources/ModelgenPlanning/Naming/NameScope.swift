import ModelgenSchema

/// A scope of generated code: the user's names in it, and those that generated code adds.
///
/// Code that adds a name asks for a free one:
///
///     NameScope(model.fields.map(\.name)).free("row")     // "row", or "modelRow" if a field has that name
struct NameScope {
    private var taken: Set<String>

    init(_ names: some Sequence<SwiftName>) { taken = Set(names.lazy.map(\.text)) }

    func contains(_ name: String) -> Bool { taken.contains(name) }

    /// The name, or one derived from it that is free.
    func free(_ wanted: String) -> String {
        var name = wanted
        while taken.contains(name) { name = "model" + name.capitalizedFirst }
        return name
    }
}

extension Schema {
    /// Every name that the schema contributes to generated code, of any kind.
    ///
    /// Each may hide a library's type somewhere: a model in the whole module, a field in the functions of its model, a
    /// parameter in its function. All of them count everywhere, so that a type is written the same way in all files.
    var allNames: Set<String> {
        var names: Set<SwiftName> = []
        for enumeration in enumerations {
            names.insert(enumeration.name)
            names.formUnion(enumeration.cases.map(\.name))
        }
        names.formUnion(externalTypes.map(\.name))
        names.formUnion(transformers.map(\.name))
        for api in apis {
            names.insert(api.name)
            names.formUnion(api.credentials.compactMap(\.name))
        }
        for database in databases { names.formUnion(database.declaredNames + database.steps) }
        for model in models { names.formUnion(model.allNames) }
        names.formUnion(ClientNames.all(in: self).values.map { SwiftName($0.property) })
        return Set(names.map(\.unqualified))
    }

    /// The models that are hidden in expressions by a member or parameter of the same name. Every such name counts
    /// everywhere.
    var modelsNamedLikeMembers: Set<SwiftName> {
        let models = Set(models.map(\.name))
        return Set(self.models.flatMap(\.memberNames).filter(models.contains))
    }
}

extension Database {
    /// The types that are generated for it.
    var declaredNames: [SwiftName] { [typeName, migrationsName] }

    fileprivate var steps: [SwiftName] {
        migrations.flatMap(\.steps).compactMap { step in
            if case .swift(let step) = step { step.name } else { nil }
        }
    }
}

extension Model {
    /// The names of the model and of everything inside it.
    fileprivate var allNames: [SwiftName] {
        var names = [name] + memberNames + queries.compactMap(\.rowType)
        for migration in table?.migrations ?? [] {
            for case .swift(let step) in migration.steps { names.append(step.name) }
        }
        return names
    }

    /// The names of its properties and functions, and of their parameters.
    fileprivate var memberNames: [SwiftName] {
        var names = fields.map(\.name) + relations.map(\.name) + oneOf.map(\.caseName)
        for query in queries {
            names.append(query.name)
            names += query.parameters.map(\.name)
            if case .columns(let columns) = query.row { names += columns.map(\.name) }
        }
        return names + (client?.allNames ?? [])
    }
}

extension Client {
    fileprivate var allNames: [SwiftName] {
        return nested.map(\.name) + actions.map(\.name)
            + (parameters + requests.flatMap(\.parameters) + parts).map(\.name)
    }
}
