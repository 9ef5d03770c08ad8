import ModelgenSchema

extension Schema {
    /// What the models read and write as JSON, sorted.
    package var jsonFacts: [Fact] {
        var facts: [Fact] = []
        for enumeration in enumerations where enumeration.module == nil {
            let unknown =
                switch enumeration.unknown {
                case .fail: "fail"
                case .keep: "keep"
                case .fallback(let name): name.text
                }
            facts.append(Fact(.json, enumeration.name.text, "\(enumeration.rawType.rawValue), unknown: \(unknown)"))
            for element in enumeration.cases {
                facts.append(Fact(.json, "\(enumeration.name).\(element.name)", element.rawValue.text))
            }
        }
        for model in models where model.module == nil {
            for field in model.fields {
                guard let json = field.json else { continue }
                let subject = "\(model.name).\(field.name)"
                let paths = json.paths.map(\.text)
                let type = field.type.spelling + (field.transformer?.json.map { ", \($0.text)" } ?? "")
                let isNeeded = !field.type.isOptional && field.defaultValue == nil && field.onInvalid == .fail
                if json.direction != .encodeOnly, field.access != .writeOnly {
                    let need = isNeeded ? ", required" : ""
                    facts.append(Fact(.read, subject, "\(paths.joined(separator: " | ")): \(type)\(need)"))
                }
                if json.direction != .decodeOnly, field.access != .readOnly {
                    facts.append(Fact(.write, subject, "\(paths.first ?? ""): \(type)"))
                }
            }
            for entry in model.oneOf { facts.append(Fact(.json, "\(model.name).\(entry.value)", entry.model.text)) }
            if let client = model.client {
                for operation in client.operations {
                    let path = operation.request.path ?? client.path
                    let method = operation.request.method.map { "\($0.rawValue) " } ?? ""
                    facts.append(Fact(.endpoint, "\(model.name).\(operation.kind.rawValue)", method + path))
                }
            }
        }
        return facts.sorted()
    }

    /// What other Swift code can use, sorted.
    package var swiftFacts: [Fact] {
        var facts: [Fact] = []
        for enumeration in enumerations where enumeration.module == nil {
            facts.append(Fact(.type, enumeration.name.text, "enum"))
            for element in enumeration.cases { facts.append(Fact(.enumCase, "\(enumeration.name).\(element.name)")) }
        }
        for database in databases { facts.append(Fact(.type, database.typeName.text, "struct")) }
        for model in models where model.module == nil {
            facts.append(Fact(.type, model.name.text, model.oneOf.isEmpty ? "struct" : "enum"))
            for field in model.fields {
                let isOptional = field.type.isOptional || field.defaultValue != nil
                facts.append(
                    Fact(
                        .property,
                        "\(model.name).\(field.name)",
                        field.type.spelling + (isOptional ? ", has a default" : "")
                    )
                )
            }
            for query in model.queries {
                let parameters = query.parameters.map { "\($0.name): \($0.type.spelling)" }.joined(separator: ", ")
                facts.append(Fact(.function, "\(model.name).\(query.name)", "(\(parameters))\(query.result.text)"))
            }
            for relation in model.relations {
                facts.append(Fact(.property, "\(model.name).relations.\(relation.name)", relation.model.text))
            }
        }
        return facts.sorted()
    }
}

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

extension JSONPath {
    /// `user.tags[0]`
    fileprivate var text: String {
        components.enumerated().map { index, component in
            switch component {
            case .key(let key):
                (index == 0 ? "" : ".")
                    + key.split(separator: ".", omittingEmptySubsequences: false).joined(separator: "\\.")
            case .index(let index): "[\(index)]"
            }
        }.joined()
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
