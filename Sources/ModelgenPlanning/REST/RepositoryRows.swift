import ModelgenDatabase
import ModelgenSchema

// How the server's responses become rows.

extension ClientPlanning {
    /// The cache that keeps rows of the model's table.
    func databaseCache(_ table: Table, isServerKeyed: Bool) -> DatabaseCachePlan {
        let complete = completeRows.flatMap { $0.unknown.isEmpty ? $0.plan : nil }
        return DatabaseCachePlan(
            database: Database.typeName(of: table.database).escaped,
            localColumns: localColumns(of: model, but: filled),
            nested: nestedRows(of: model, within: []).plan.map { [$0] } ?? [],
            // If the program creates keys, a row missing from the server's list may be new.
            isKeyedByProgram: complete != nil && !isServerKeyed, complete: complete.map { [$0] } ?? [],
            // A complete list of one place says nothing about the rows of the others.
            isPlaced: complete != nil && !client.parameters.isEmpty)
    }

    /// The columns that the server does not know, except those whose values come from the path.
    private func localColumns(of model: Model, but filled: [String] = []) -> [String] {
        let key = model.table?.primaryKey.first
        let local = model.fields.filter {
            $0.column != nil && $0.column?.generated == nil && !$0.isRead && $0.name != key
                && !filled.contains($0.name.escaped)
        }
        return local.map { SwiftLiteral.string($0.column?.name.text ?? "") }
    }

    // MARK: Nested objects

    /// The rows of the objects inside a model; and the enclosing models that occur inside it again, each of which is
    /// the parameter of a tree.
    private func nestedRows(
        of model: Model, within outer: [SwiftName]
    ) -> (plan: NestedRowsPlan?, trees: Set<SwiftName>) {
        let outer = outer + [model.name]
        var trees: Set<SwiftName> = []
        let rows = model.fields.filter(\.isStoredNested).compactMap { field -> NestedRowsPlan.Row? in
            guard case .model(let name) = field.type.innermost, let nested = planning.schema.model(name) else {
                return nil
            }
            var row = NestedRowsPlan.Row(
                property: field.name.escaped, localColumns: localColumns(of: nested), nested: [])
            if outer.contains(name) {
                trees.insert(name)
                row.nested = [NestedRowsPlan(variable: variable(name))]
            } else {
                let inner = nestedRows(of: nested, within: outer)
                trees.formUnion(inner.trees)
                row.nested = inner.plan.map { [$0] } ?? []
            }
            return row
        }
        guard !rows.isEmpty else { return (nil, []) }
        var plan = NestedRowsPlan(rows: rows)
        if trees.remove(model.name) != nil {
            plan.tree = model.name.escaped
            plan.treeVariable = variable(model.name)
        }
        return (plan, trees)
    }

    private func variable(_ model: SwiftName) -> String { SwiftName(model.text.lowerCamelCased).escaped }

    // MARK: Complete lists

    /// The rows that match the query of a complete list, unless a parameter makes that unknowable.
    var completeRows: (plan: CompleteListPlan, unknown: [RequestParameter])? {
        guard let list = client.operations.first(where: { $0.kind == .list })?.request, list.isComplete else {
            return nil
        }
        let places = filled + held
        var unknown = client.parameters.filter { !places.contains($0.name.escaped) }
        let keys = list.keysParameter
        var plan = CompleteListPlan()
        let pages = client.pagination(in: api)?.parameters ?? []
        for parameter in listParameters {
            let isField = model.field(parameter.name) != nil && !pages.contains { $0.key == parameter.key }
            if parameter.name == keys, let key = rowKey {
                plan.matches.append(
                    MatchPlan(
                        isKeys: true, isNullable: false, property: key.name.escaped,
                        parameter: parameter.name.escaped))
            } else if isField, let field = model.field(parameter.name), let match = match(parameter, field) {
                plan.matches.append(match)
            } else if parameter.type.isOptional, parameter.constant == nil {
                plan.unanswered.append(parameter.name.escaped)
            } else if isField || parameter.constant == nil {
                unknown.append(parameter)
            }
        }
        return (plan, unknown)
    }

    /// The rows that a parameter selects; nil if that is unknown.
    private func match(_ parameter: RequestParameter, _ field: Field) -> MatchPlan? {
        guard field.column != nil else { return nil }
        switch field.transformer?.sqlite {
        case .declared(let name):
            guard planning.schema.transformer(name)?.isDeterministic ?? false else { return nil }
        case .builtIn, nil: break
        }
        var match = MatchPlan(isKeys: false, isNullable: field.type.isOptional, property: field.name.escaped)
        guard let constant = parameter.constant else {
            match.parameter = parameter.name.escaped
            return parameter.type.unwrapped == field.type.unwrapped ? match : nil
        }
        switch (constant, field.type.unwrapped) {
        case (.string, .scalar(.string)), (.boolean, .scalar(.bool)), (.integer, .scalar(.int)),
            (.integer, .scalar(.int64)):
            match.constant = planning.literals.swift(constant, of: field.type.unwrapped)
        case (_, .enumeration(let name)):
            let named = planning.schema.enumeration(name)?.cases.first { $0.rawValue == constant }
            match.constant = named.map { planning.literals.swift(.enumCase($0.name), of: field.type.unwrapped) }
        case (_, _): break
        }
        return match.constant == nil ? nil : match
    }
}
