import ModelgenSchema

extension Schema {
    /// What the models read and write as JSON, and what they ask of a server, sorted.
    package var jsonFacts: [Fact] {
        var facts: [Fact] = []
        for enumeration in enumerations where enumeration.module == nil { facts += enumeration.wireFacts }
        for api in apis { facts.append(api.fact) }
        for model in models where model.module == nil {
            if let options = model.json.fact(of: model.name) { facts.append(options) }
            for field in model.fields { facts += field.wireFacts(of: model.name) }
            for entry in model.oneOf { facts.append(Fact(.value, "\(model.name).\(entry.value)", entry.model.text)) }
            if let client = model.client { facts += client.facts(of: model.name, apis.first { $0.name == client.api }) }
        }
        return facts.sorted()
    }

    /// What other Swift code can use, sorted.
    package var swiftFacts: [Fact] {
        var facts: [Fact] = []
        for enumeration in enumerations where enumeration.module == nil {
            facts.append(Fact(.type, enumeration.name.text, "enum, raw \(enumeration.rawType.rawValue)"))
            for element in enumeration.cases { facts.append(Fact(.enumCase, "\(enumeration.name).\(element.name)")) }
            if enumeration.unknown == .keep { facts.append(Fact(.enumCase, "\(enumeration.name).unknown")) }
        }
        for database in databases { facts += database.swiftFacts(models) }
        for model in models where model.module == nil { facts += model.swiftFacts }
        return facts.sorted()
    }
}

// MARK: - JSON

extension Enumeration {
    fileprivate var wireFacts: [Fact] {
        let unknown =
            switch self.unknown {
            case .fail: "fail"
            case .keep: "keep"
            case .fallback(let name): name.text
            }
        return [Fact(.wireEnum, name.text, "\(rawType.rawValue), unknown \(unknown)")]
            + cases.map { Fact(.value, "\(name).\($0.name)", $0.rawValue.text) }
    }
}

extension Field {
    /// `String, required, key title | name` for what is read, `String?, key title` for what is written.
    fileprivate func wireFacts(of model: SwiftName) -> [Fact] {
        guard let json else { return [] }
        let subject = "\(model).\(name)"
        let paths = json.paths.map { FactParts.quoted($0.text) }
        let transformer = transformer?.json.map { "by \(FactParts.quoted($0.text))" }
        var facts: [Fact] = []
        if json.direction != .encodeOnly, access != .writeOnly {
            let isNeeded = !type.isOptional && defaultValue == nil && onInvalid == .fail
            let policy = onInvalid == .fail ? nil : "invalid \(onInvalid.rawValue)"
            let parts = [
                type.spelling, transformer, isNeeded ? "required" : nil, policy,
                "key \(paths.joined(separator: " | "))",
            ]
            facts.append(Fact(.read, subject, parts.compactMap { $0 }.joined(separator: ", ")))
        }
        if json.direction != .decodeOnly, access != .readOnly {
            let parts = [type.spelling, transformer, "key \(paths.first ?? "")"]
            facts.append(Fact(.write, subject, parts.compactMap { $0 }.joined(separator: ", ")))
        }
        return facts
    }
}

extension JSONOptions {
    /// What is not as usual; nil where all is.
    fileprivate func fact(of model: SwiftName) -> Fact? {
        var parts: [String] = []
        if isLenient { parts.append("lenient") }
        if let root { parts.append("root \(FactParts.quoted(root.text))") }
        if !omitsNil { parts.append("nil as null") }
        if unknownKeys == .fail { parts.append("unknown keys fail") }
        if let discriminator { parts.append("discriminator \(FactParts.quoted(discriminator))") }
        return parts.isEmpty ? nil : Fact(.object, model.text, parts.joined(separator: ", "))
    }
}

extension API {
    /// Where it looks for what, whatever the model.
    fileprivate var fact: Fact {
        var parts = [format.rawValue]
        func add(_ word: String, _ text: String?) {
            if let text { parts.append("\(word) \(FactParts.quoted(text))") }
        }
        add("base", basePath)
        add("object", envelope.object?.text)
        add("list", envelope.list?.text)
        add("meta", envelope.meta?.text)
        add("code", failure?.code.text)
        add("success", failure?.success)
        add("message", failure?.message?.text)
        return Fact(.api, name.text, parts.joined(separator: ", "))
    }
}

extension Client {
    /// The calls: `PUT posts/{id}`.
    fileprivate func facts(of model: SwiftName, _ api: API?) -> [Fact] {
        var facts = operations.filter { $0.kind != .save }.map { operation in
            let method = api?.method(of: operation) ?? operation.request.method ?? operation.kind.usualMethod
            return Fact(
                .endpoint, "\(model).\(operation.kind.rawValue)",
                "\(method.rawValue) "
                    + (operation.request.path ?? path + (operation.kind.isOfOne ? "/{id}" : "")))
        }
        for resource in nested {
            let call = "\((resource.request.method ?? .get).rawValue) "
            facts.append(
                Fact(
                    .endpoint, "\(model).\(resource.name)",
                    call + (resource.request.path ?? "\(path)/{id}/\(resource.name)")
                        + " -> \(resource.result.spelling)"))
        }
        for action in actions {
            let result = action.result.map { " -> \($0.spelling)" } ?? ""
            facts.append(
                Fact(.endpoint, "\(model).\(action.name)", "\(action.method.rawValue) \(action.path)\(result)"))
        }
        return facts
    }
}

extension OperationKind {
    /// Whether it is about one object, whose key stands in the path.
    fileprivate var isOfOne: Bool {
        switch self {
        case .get, .update, .patch, .delete: true
        case .list, .create, .save: false
        }
    }
}

// MARK: - Swift

extension Database {
    /// Its type, and the functions that its migrations want of the user.
    fileprivate func swiftFacts(_ models: [Model]) -> [Fact] {
        var names = migrations.flatMap(\.steps).compactMap { step in
            if case .swift(let swift) = step { swift.name } else { nil }
        }
        for model in models where model.table?.database == name {
            names += (model.table?.migrations ?? []).flatMap(\.steps).compactMap { step in
                if case .swift(let swift) = step { swift.name } else { nil }
            }
        }
        return [Fact(.type, typeName.text, "struct")]
            + names.map { Fact(.requirement, "\(name)Migrations.\($0)") }
    }
}

extension Model {
    fileprivate var swiftFacts: [Fact] {
        var facts = [Fact(.type, name.text, oneOf.isEmpty ? "struct" : "enum")]
        for (index, field) in fields.enumerated() {
            // Calls name the arguments in this order. It has a line for each, so that two branches which add one do not
            // meet here.
            let place = index == 0 ? "first" : "after \(fields[index - 1].name)"
            facts.append(Fact(.initializer, "\(name).\(field.name)", place))
        }
        for field in fields {
            let isOptional = field.type.isOptional || field.defaultValue != nil
            var parts = [field.type.spelling]
            if isOptional { parts.append("has a default") }
            switch field.assigned {
            case .database: parts.append("assigned database")
            case .server: parts.append("assigned server")
            case .caller, nil: break
            }
            facts.append(Fact(.property, "\(name).\(field.name)", parts.joined(separator: ", ")))
        }
        for entry in oneOf { facts.append(Fact(.enumCase, "\(name).\(entry.value)")) }
        for query in queries {
            let parameters = query.parameters.map { "\($0.name): \($0.type.spelling)" }.joined(separator: ", ")
            facts.append(Fact(.function, "\(name).\(query.name)", "(\(parameters))\(query.result.text)"))
        }
        for relation in relations {
            facts.append(Fact(.property, "\(name).relations.\(relation.name)", relation.model.text))
        }
        return facts
    }
}

// MARK: - Texts

extension FieldType {
    /// The type as Swift spells it.
    fileprivate var spelling: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .geometry(let geometry): geometry.rawValue
        case .enumeration(let name), .model(let name), .external(let name): name.text
        case .optional(let wrapped): wrapped.spelling + "?"
        case .list(let element): "[\(element.spelling)]"
        case .set(let element): "Set<\(element.spelling)>"
        case .dictionary(.string, let value): "[String: \(value.spelling)]"
        case .dictionary(.int, let value): "[Int: \(value.spelling)]"
        case .dictionary(.enumeration(let name), let value): "[\(name): \(value.spelling)]"
        }
    }
}

extension JSONTransformer {
    fileprivate var text: String {
        switch self {
        case .always(let use): use.text
        case .byKind(let uses): uses.map { "\($0.kind.rawValue): \($0.transformer.text)" }.joined(separator: ", ")
        }
    }
}

extension TransformerUse {
    fileprivate var text: String {
        switch self {
        case .builtIn(.dateFormat(let format)): "dateFormat(\(format))"
        case .builtIn(let transformer): "\(transformer)"
        case .declared(let name): name.text
        }
    }
}

extension Literal {
    fileprivate var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let digits), .number(let digits): digits
        case .string(let text): "\"\(text)\""
        case .list(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let entries): "{\(entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
        case .enumCase(let name): ".\(name)"
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
        case .scalar(let type): type.spelling
        case .columns(let columns): "(\(columns.map { "\($0.name): \($0.type.spelling)" }.joined(separator: ", ")))"
        }
    }
}
