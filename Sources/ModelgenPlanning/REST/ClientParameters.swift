import ModelgenSchema

extension Client {
    /// The parameters of `list`: the declared ones, and those for paging.
    package func listParameters(_ pagination: Pagination?) -> [RequestParameter] {
        let declared = operations.first { $0.kind == .list }?.request.query ?? []
        let pages = pagination?.parameters ?? []
        return declared + pages.filter { page in !declared.contains { $0.key == page.key } }
    }
}

extension ParameterPlan {
    /// `_ draft: Post.Draft`
    static func unlabelled(_ name: String, _ type: String) -> ParameterPlan {
        ParameterPlan(label: "_ ", name: name, type: type, argument: "_")
    }
}

extension RequestParameter {
    /// A parameter of a path: a single value that is always given.
    func pathPlan(_ types: TypeSpelling) -> ParameterPlan {
        ParameterPlan(
            label: "", name: name.escaped, type: types.type(type), key: SwiftLiteral.string(key), value: name.escaped,
            argument: name.label, documentation: lines)
    }

    private var lines: [String] { documentationLines(documentation, deprecated: deprecated) }

    func plan(_ planning: ModelPlanning) -> ParameterPlan {
        let (element, isDictionary): (FieldType, Bool) =
            switch type.unwrapped {
            case .list(let element): (element, false)
            case .dictionary(_, let element): (element, true)
            default: (type, false)
            }
        return ParameterPlan(
            label: "", name: name.escaped, type: planning.types.type(type),
            standard: standard.map { planning.literals.swift($0, of: type) } ?? (type.isOptional ? "nil" : nil),
            key: SwiftLiteral.string(key), value: constant?.plainExpression ?? name.escaped, style: style.argument,
            transformer: transformer.map { planning.expression($0, for: element) },
            isSensitive: isSensitive || type.holdsSecret(planning.schema), isConstant: constant != nil,
            isDeep: isDeep(planning.schema), hasMembers: isDictionary || isDeep(planning.schema) || style == .json,
            isJSON: style == .json, argument: name.label, documentation: lines)
    }
}

extension RequestParameter {
    /// Whether its values are written one by one, not as a dictionary of strings that transformers produce.
    private func isDeep(_ schema: SchemaIndex) -> Bool {
        guard style == .deepObject, transformer == nil else { return false }
        if case .dictionary(.string, let value) = type.unwrapped { return !value.isText(schema) }
        return true
    }
}

extension FieldType {
    /// Whether JSON of the type contains a sensitive field, at any depth.
    fileprivate func holdsSecret(_ schema: SchemaIndex) -> Bool {
        var seen: Set<SwiftName> = []
        var pending = [self]
        while let type = pending.popLast() {
            switch type {
            case .optional(let part), .list(let part), .set(let part), .dictionary(_, let part): pending.append(part)
            case .model(let name):
                guard seen.insert(name).inserted, let model = schema.model(name) else { continue }
                let sent = model.fields.filter { $0.json != nil }
                if sent.contains(where: \.isSensitive) { return true }
                pending += sent.map(\.type) + model.oneOf.map(\.type)
            case .scalar, .geometry, .enumeration, .external: continue
            }
        }
        return false
    }
}

extension ParameterStyle {
    /// The label of the runtime's argument, if it has one.
    fileprivate var argument: String? {
        switch self {
        case .repeated, .deepObject, .json: nil
        case .commaSeparated, .spaceSeparated, .pipeSeparated: rawValue
        }
    }
}
