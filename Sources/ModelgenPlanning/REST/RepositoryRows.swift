import ModelgenDatabase
import ModelgenSchema

// How the answers of a server become rows.

extension ClientPlanning {
    /// The call that makes a repository over the database.
    func databaseCache(isServerKeyed: Bool) -> [String] {
        var arguments = ["database.pool"] + localColumns(of: model, but: filled)
        let nested = nestedRows(of: model, within: []).lines
        if !nested.isEmpty { arguments.append(nested.joined(separator: "\n")) }
        let complete = completeRows
        // If the program makes keys, a row that the server does not list may be a new one.
        if complete != nil, !isServerKeyed { arguments.append("keys: .program") }
        var cache = wrappedLines("cache: \(runtime("DatabaseCache"))(", arguments, ")", indentation: 12)
        if let complete {
            cache[cache.count - 1] += " { \(complete.parameter) in"
            cache += complete.lines.map { "    " + $0 } + ["}"]
        }
        // A complete list of one place says nothing about the rows of the others.
        if complete != nil, !client.parameters.isEmpty { cache[cache.count - 1] += ".within(api.resource)" }
        let single = "self.init(api: api, \(cache[0]))"
        guard cache.count > 1 || 8 + single.count > 120 else { return [single] }
        cache[cache.count - 1] += ")"
        return ["self.init(", "    api: api,"] + cache.map { "    " + $0 }
    }

    private func runtime(_ name: String) -> String { types.library(name, of: .databaseRepository) }

    /// The columns that the server knows nothing of, as an argument; not those whose values stand in the path.
    private func localColumns(of model: Model, but filled: [String] = []) -> [String] {
        let key = model.table?.primaryKey.first
        let local = model.fields.filter {
            $0.column != nil && $0.column?.generated == nil && !$0.isRead && $0.name != key
                && !filled.contains($0.name.escaped)
        }
        guard !local.isEmpty else { return [] }
        let names = local.map { SwiftLiteral.string($0.column?.name.text ?? "") }.joined(separator: ", ")
        return ["localColumns: [\(names)]"]
    }

    // MARK: Objects within objects

    /// The rows of the objects within a model, as an argument in lines; and the models around it that occur within it
    /// again, each of which is the parameter of a tree.
    private func nestedRows(
        of model: Model, within outer: [SwiftName]
    ) -> (lines: [String], trees: Set<SwiftName>) {
        let outer = outer + [model.name]
        var trees: Set<SwiftName> = []
        let elements = model.fields.filter(\.isStoredNested).compactMap { field -> [String]? in
            guard case .model(let name) = field.type.innermost, let nested = planning.schema.model(name) else {
                return nil
            }
            var arguments = ["\\.\(field.name.escaped)"] + localColumns(of: nested)
            if outer.contains(name) {
                trees.insert(name)
                arguments.append("nested: \(variable(name))")
            } else {
                let inner = nestedRows(of: nested, within: outer)
                trees.formUnion(inner.trees)
                if !inner.lines.isEmpty { arguments.append(inner.lines.joined(separator: "\n")) }
            }
            return wrappedLines("\(runtime("NestedRows"))(", arguments, ")", indentation: 20)
        }
        guard !elements.isEmpty else { return ([], []) }
        var list = ["["] + elements.flatMap { $0.dropLast().map { "    " + $0 } + ["    \($0[$0.count - 1]),"] } + ["]"]
        if elements.count == 1, elements[0].count == 1 { list = ["[\(elements[0][0])]"] }
        if trees.remove(model.name) != nil {
            let tree = "nested: \(runtime("NestedRows"))<\(model.name.escaped)>.tree { \(variable(model.name)) in"
            list = list.count == 1 ? ["\(tree) \(list[0]) }"] : [tree] + list.map { "    " + $0 } + ["}"]
        } else {
            list[0] = "nested: " + list[0]
        }
        return (list, trees)
    }

    private func variable(_ model: SwiftName) -> String { SwiftName(model.text.lowerCamelCased).escaped }

    // MARK: Complete lists

    /// The rows that the query of a complete list is about, as an expression in lines, and the closure's parameter.
    private var completeRows: (parameter: String, lines: [String])? {
        guard let list = client.operations.first(where: { $0.kind == .list })?.request, list.isComplete else {
            return nil
        }
        // If rows do not tell which place they are of, none can be missed.
        guard filled.count == client.parameters.count else { return nil }
        let keys = list.keysParameter
        var calls: [String] = []
        var unanswered: [RequestParameter] = []
        for parameter in listParameters {
            if parameter.name == keys, let key = rowKey {
                calls.append(".matching(keys: \\.\(key.name.escaped), query.\(parameter.name.escaped))")
            } else if let field = model.field(parameter.name), !api.pageKeys.contains(parameter.key) {
                if let value = value(of: parameter, in: field) {
                    let label = field.type.isOptional ? "nullable: " : ""
                    calls.append(".matching(\(label)\\.\(field.name.escaped), \(value))")
                } else {
                    unanswered.append(parameter)
                }
            } else if parameter.constant == nil {
                unanswered.append(parameter)
            }
        }
        guard unanswered.allSatisfy({ $0.type.isOptional && $0.constant == nil }) else { return ("_", ["nil"]) }
        let usesQuery = calls.contains { $0.contains(", query.") } || !unanswered.isEmpty
        let parameter = usesQuery ? "query" : "_"
        guard !unanswered.isEmpty else { return (parameter, chain("\(types.inExpression(model.name)).all", calls)) }
        let tests = unanswered.map { "query.\($0.name.escaped) == nil" }
        return (
            parameter,
            guardLines(tests, "return nil", indentation: 16)
                + chain("return \(types.inExpression(model.name)).all", calls)
        )
    }

    private func chain(_ head: String, _ calls: [String]) -> [String] {
        let single = head + calls.joined()
        return single.count + 16 <= 120 ? [single] : [head] + calls.map { "    " + $0 }
    }

    /// The value of a field's column in the rows that the server means by a parameter; nil if that is not known.
    private func value(of parameter: RequestParameter, in field: Field) -> String? {
        guard field.column != nil else { return nil }
        switch field.transformer?.sqlite {
        case .declared(let name):
            guard planning.schema.transformer(name)?.isDeterministic ?? false else { return nil }
        case .builtIn, nil: break
        }
        guard let constant = parameter.constant else {
            return parameter.type.unwrapped == field.type.unwrapped ? "query.\(parameter.name.escaped)" : nil
        }
        switch (constant, field.type.unwrapped) {
        case (.string, .scalar(.string)), (.boolean, .scalar(.bool)), (.integer, .scalar(.int)),
            (.integer, .scalar(.int64)):
            return planning.literals.swift(constant, of: field.type.unwrapped)
        case (_, .enumeration(let name)):
            let match = planning.schema.enumeration(name)?.cases.first { $0.rawValue == constant }
            return match.map { planning.literals.swift(.enumCase($0.name), of: field.type.unwrapped) }
        case (_, _): return nil
        }
    }
}

extension API {
    /// The keys of the parameters that say which page is asked for.
    var pageKeys: [String] {
        switch pagination {
        case .offset(let start, let limit, _): [start, limit]
        case .page(let number, let size, _): [number] + (size.map { [$0] } ?? [])
        case .cursor(let key, _): [key]
        case .url, .link, nil: []
        }
    }
}
