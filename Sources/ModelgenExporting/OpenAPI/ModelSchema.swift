import ModelgenPlanning
import ModelgenSchema

/// The schemas of models, of their drafts and of their patches.
struct ModelSchemas {
    let schema: SchemaIndex
    let types: TypeSchemas
    /// The models that are a case of a union: their objects have a discriminator besides their own keys.
    private let cases: Set<SwiftName>

    init(_ index: SchemaIndex) {
        schema = index
        types = TypeSchemas(schema: index)
        cases = Set(
            index.schema.models.filter { $0.json.discriminator != nil }.flatMap {
                $0.oneOf.compactMap(\.type.modelInPlace)
            })
    }

    /// Which of a model's fields a schema has, and which of them are required.
    enum Form {
        case whole, draft, patch
        /// The patch of a model that nothing transfers as a whole.
        case patchAlone

        var isPatch: Bool { self == .patch || self == .patchAlone }
    }

    func schema(of model: Model, _ form: Form, fields: [Field]) -> DocumentValue {
        var tree = PropertyTree()
        for field in fields {
            guard let json = field.json else { continue }
            for (index, path) in json.paths.enumerated() {
                var property = property(field, form)
                let isAlternative = index > 0
                if isAlternative { property["readOnly"] = true }
                // A read-only property is required in responses and absent from requests (OpenAPI 3.0.3, section
                // 4.7.24.2). Nil that is written as null is never absent.
                let isWritten =
                    !(json.omitsNil ?? model.json.omitsNil) && field.access != .readOnly
                    && json.direction != .decodeOnly
                let isRequired =
                    !form.isPatch && (field.isRequired || isWritten && field.defaultValue == nil)
                    && json.paths.count == 1
                    && field.access != .writeOnly && json.direction != .encodeOnly
                tree.add(path.components[...], property, isRequired ? .required : .optional)
            }
        }
        var result = tree.schema
        if form.isPatch { result["minProperties"] = 1 }
        if model.json.unknownKeys == .fail, !cases.contains(model.name) { result["additionalProperties"] = false }
        switch form {
        case .whole: result = result.described(model.documentation, model.deprecated)
        case .draft: result = result.described("A new `\(model.name)`, without what the server assigns.", nil)
        case .patch:
            result = result.described("Changes to `\(model.name)`: what is left out stays as it is.", nil)
        case .patchAlone: result = result.described(model.documentation, model.deprecated)
        }
        return result
    }

    private func property(_ field: Field, _ form: Form) -> DocumentValue {
        let type = field.type
        var property = types.schema(of: type, field.transformer?.json)
        if field.isSensitive, type.unwrapped == .scalar(.string), field.transformer == nil {
            property = property.beside("format", "password")
        }
        if case .literal(let literal) = field.defaultValue, !form.isPatch,
            let value = value(literal, of: type, field.transformer?.json)
        {
            property = property.beside("default", value)
        }
        if let documentation = field.documentation { property = property.described(documentation, nil) }
        if let reason = field.deprecated { property = property.described(field.documentation, reason) }
        if field.access == .readOnly || field.json?.direction == .decodeOnly {
            property = property.beside("readOnly", true)
        }
        if field.access == .writeOnly || field.json?.direction == .encodeOnly {
            property = property.beside("writeOnly", true)
        }
        return property
    }

    // MARK: Unions

    /// The schemas of a union: the union itself and, if it has a discriminator, one for each case.
    func oneOf(_ model: Model) -> [DocumentMember] {
        guard let discriminator = model.json.discriminator else {
            let cases = model.oneOf.map { each in
                types.schema(of: each.type, each.transformer.map { .always($0) })
                    .beside("title", .string(each.caseName.text))
            }
            let whole: DocumentValue = ["anyOf": .array(cases)]
            return [
                DocumentMember(
                    TypeSchemas.componentName(model.name.text), whole.described(model.documentation, model.deprecated))
            ]
        }
        let known = model.oneOf.filter { $0.mark != .others }
        let cases = known.map { each in
            DocumentMember(
                TypeSchemas.componentName("\(model.name).\(each.type.text)"),
                [
                    "allOf": [
                        [
                            "type": "object",
                            "properties": .object([
                                DocumentMember(discriminator, ["type": "string", "const": .string(each.text)])
                            ]),
                            "required": [.string(discriminator)],
                        ],
                        types.schema(of: each.type),
                    ]
                ])
        }
        let mapping = zip(known, cases).map { each, member in
            DocumentMember(each.text, .string("#/components/schemas/\(member.key)"))
        }
        // What a client keeps, the service may send. Inline, because a discriminator maps to no inline schema (OpenAPI
        // 3.1.1, section 4.8.25).
        let others: DocumentValue = [
            "type": "object",
            "properties": .object([
                DocumentMember(discriminator, ["type": "string", "not": ["enum": .strings(known.map(\.text))]])
            ]),
            "required": [.string(discriminator)],
        ]
        let isOpen = known.count < model.oneOf.count
        let whole: DocumentValue = [
            "oneOf": .array(cases.map { TypeSchemas.reference($0.key) } + (isOpen ? [others] : [])),
            "discriminator": ["propertyName": .string(discriminator), "mapping": .object(mapping)],
        ]
        return [
            DocumentMember(
                TypeSchemas.componentName(model.name.text), whole.described(model.documentation, model.deprecated))
        ] + cases
    }
}

extension DocumentValue {
    /// Adds a keyword. JSON Schema 2020-12 permits keywords next to `$ref`.
    func beside(_ key: String, _ value: DocumentValue) -> DocumentValue {
        var copy = self
        copy[key] = value
        return copy
    }

    /// Adds documentation and the reason for a deprecation.
    func described(_ text: String?, _ deprecated: String?) -> DocumentValue {
        var copy = self
        let parts = [text, deprecated.map { "Deprecated: \($0)" }].compactMap(\.self)
        if !parts.isEmpty { copy["description"] = .string(parts.joined(separator: "\n\n")) }
        if deprecated != nil { copy["deprecated"] = true }
        return copy
    }
}
