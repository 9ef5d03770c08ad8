import ModelgenPlanning
import ModelgenSchema

extension OpenAPIPlanning {
    /// The schemas of all models and enums that the service transfers.
    func componentSchemas() -> [DocumentMember] {
        var members: [DocumentMember] = []
        func add(_ name: String, _ schema: DocumentValue) {
            members.append(DocumentMember(TypeSchemas.componentName(name), schema))
        }
        for enumeration in schema.enumerations where reached.contains(enumeration.name) {
            add(enumeration.name.text, enumeration.jsonSchema)
        }
        for model in schema.models {
            let isReached = reached.contains(model.name)
            guard model.oneOf.isEmpty else {
                if isReached { members += models.oneOf(model) }
                continue
            }
            if isReached { add(model.name.text, models.schema(of: model, .whole, fields: model.fields)) }
            if drafts.contains(model.name) {
                add("\(model.name).Draft", models.schema(of: model, .draft, fields: model.draftFields))
            }
            // A model of which only changes are sent has no other form.
            if patches.contains(model.name) {
                let fields = model.patchFields
                if isReached {
                    add("\(model.name).Patch", models.schema(of: model, .patch, fields: fields))
                } else {
                    add(model.name.text, models.schema(of: model, .patchAlone, fields: fields))
                }
            }
        }
        return members
    }

    func reachedTypes() -> Set<SwiftName> {
        var reached: Set<SwiftName> = []
        var pending: [FieldType] = []
        for model in schema.models {
            guard let client = model.client, client.api == api.name else { continue }
            // A model may only be the namespace of calls that do not transfer it.
            if !client.operations.isEmpty { pending.append(.model(model.name)) }
            let requests =
                client.operations.map(\.request) + client.nested.map(\.request) + client.actions.map(\.request)
            pending += requests.flatMap { request -> [FieldType] in
                guard let body = request.body else { return [] }
                guard case .model(let name) = body, let model = index.model(name) else { return [body] }
                return switch request.bodyForm {
                case .whole: [body]
                case .draft: model.draftFields.flatMap(sent)
                case .patch: model.patchFields.flatMap(sent)
                }
            }
            pending += (requests.flatMap(\.parameters) + client.parameters).flatMap(sent)
            let paths = client.actions.map(\.path) + client.nested.map { $0.request.path ?? client.path(of: $0) }
            if let key = key(of: model, client),
                paths.flatMap(\.pathParameterNames).contains(where: { $0 == "id" || $0 == key.name.text })
            {
                pending += sent(key)
            }
            pending += requests.flatMap(\.responses).compactMap(\.type)
            pending += client.nested.compactMap(\.result) + client.actions.compactMap(\.result)
            for action in client.actions {
                if case .upload(let parts) = action.transfer { pending += parts.flatMap(sent) }
            }
        }
        while let type = pending.popLast() {
            switch type {
            case .optional(let inner), .list(let inner), .set(let inner): pending.append(inner)
            case .dictionary(let key, let value):
                pending.append(value)
                if case .enumeration(let name) = key { reached.insert(name) }
            case .enumeration(let name): reached.insert(name)
            case .external(let name):
                if let type = index.externalType(name)?.json { pending.append(type) }
            case .model(let name):
                guard reached.insert(name).inserted, let model = index.model(name) else { continue }
                pending += model.oneOf.flatMap { sent($0.type, $0.transformer.map { .always($0) }) }
                pending += model.fields.flatMap(sent)
            case .scalar, .geometry: break
            }
        }
        return reached
    }

    /// The field that identifies a model in paths.
    func key(of model: Model, _ client: Client) -> Field? {
        client.by.flatMap(model.field) ?? (model.keyFields.count == 1 ? model.keyFields[0] : nil)
    }

    private func sent(_ field: Field) -> [FieldType] { sent(field.type, field.transformer?.json) }

    private func sent(_ parameter: RequestParameter) -> [FieldType] {
        sent(parameter.type, parameter.transformer.map { .always($0) })
    }

    /// The types that are transferred for a value: the result of its declared transformer, if it has one.
    private func sent(_ type: FieldType, _ transformer: JSONTransformer?) -> [FieldType] {
        let uses: [TransformerUse?] =
            switch transformer {
            case nil: [nil]
            case .always(let use): [use]
            case .byKind(let kinds): kinds.map { $0.transformer }
            }
        return uses.map { use in
            if case .declared(let name)? = use { index.transformer(name)?.source ?? type } else { type }
        }
    }
}
