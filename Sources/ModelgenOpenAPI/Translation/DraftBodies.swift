import ModelgenSchema

/// Which bodies are a model without what the server assigns: its draft, or the model itself.
struct DraftBodies {
    /// The models of which other declarations are drafts.
    private var models: [Int: Int] = [:]
    /// Those of which a draft would omit nothing: they are sent as a whole.
    private var wholes: Set<Int> = []
    /// The declarations that are more than a body: as a draft they would be described twice.
    private let elsewhere: Set<Int>

    init(_ operations: [TranslatedOperation], _ declarations: [Declaration]) {
        var elsewhere = Set(declarations.flatMap(\.references))
        for operation in operations {
            elsewhere.formUnion(operation.responses.compactMap(\.use?.declaration))
            guard case .value(let use) = operation.body, case .model = use.form, !use.isNullable else {
                elsewhere.formUnion(operation.sent)
                continue
            }
        }
        self.elsewhere = elsewhere
    }

    /// Gives `create` and `update` of a model the body that they have anyway if the document means the same, and marks
    /// the fields of the model that others assign.
    mutating func settle(
        _ operation: inout TranslatedOperation, _ kind: OperationKind, of model: Int, key: SwiftName,
        _ declarations: inout [Declaration]
    ) {
        guard case .value(let use) = operation.body, case .model(let sent) = use.form, !use.isNullable else { return }
        switch kind {
        case .create:
            guard let fields = newFields(sent, of: model, declarations[sent], declarations[model]) else { return }
            guard case .model(var own) = declarations[model].content else { return }
            for index in own.indices {
                let isSent = fields.contains(own[index].key)
                if own[index].name == key {
                    own[index].assigner = isSent ? .caller : nil
                } else if !isSent {
                    own[index].assigner = .server
                }
            }
            declarations[model].content = .model(own)
            declarations[model].isDrafted = true
            if own.allSatisfy({ fields.contains($0.key) }) { wholes.insert(model) }
            if sent != model { models[sent] = model }
            operation.body = .none
        case .update where sent == model || models[sent] == model && wholes.contains(model): operation.body = .none
        case .list, .get, .update, .patch, .delete, .save: operation.body = body(operation.body, declarations)
        }
    }

    /// The draft that a body is, or the model if a draft would be the same.
    func body(_ body: TranslatedOperation.Body, _ declarations: [Declaration]) -> TranslatedOperation.Body {
        guard case .value(let use) = body, case .model(let sent) = use.form, let model = models[sent] else {
            return body
        }
        let whole = TypeUse(text: declarations[model].name.text, form: .model(model))
        return wholes.contains(model) ? .value(whole) : .draft(whole)
    }

    /// The types that declarations have become.
    func types(_ declarations: [Declaration]) -> [Int: String] {
        models.mapValues { model in
            declarations[model].name.text + (wholes.contains(model) ? BodyForm.whole : .draft).suffix
        }
    }

    /// The keys of the model's fields that a body for a new object contains; nil if it differs from the model in
    /// anything else.
    private func newFields(
        _ sent: Int, of model: Int, _ body: Declaration, _ whole: Declaration
    ) -> Set<String>? {
        guard whole.discriminators.isEmpty, whole.readDiscriminators.isEmpty else { return nil }
        let fields = body.fields.filter { !$0.schema.isReadOnly }
        let keys = Set(fields.map(\.key))
        guard !fields.isEmpty, keys.count == fields.count else { return nil }
        if sent == model { return keys }
        guard !elsewhere.contains(sent), body.discriminators.isEmpty else { return nil }
        let isSame = fields.allSatisfy { field in
            guard let other = whole.field(field.key) else { return false }
            return field.use.text == other.use.text && field.use.transformer == other.use.transformer
                && field.use.isNullable == other.use.isNullable && field.isOptional == other.isOptional
                && field.schema.isWriteOnly == other.schema.isWriteOnly && !other.schema.isReadOnly
                && field.schema.defaultValue?.text == other.schema.defaultValue?.text
                && (other.schema.defaultValue == nil || !whole.isPatched)
        }
        return isSame ? keys : nil
    }
}
