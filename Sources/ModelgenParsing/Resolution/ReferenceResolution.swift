import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The foreign keys of a model, and the models that its cases name.
    func resolveReferences(_ index: Int) {
        let subject = subjects[index]
        for place in subject.fields.indices {
            guard let reference = reference(of: subject.fields[place], file: subject.file) else { continue }
            subjects[index].fields[place].field.reference = reference
            subjects[index].model.fields[place].reference = reference
        }
        guard subject.model.json.discriminator != nil else { return }
        for entry in subject.entries[.oneOf]?.entries ?? [] {
            _ = model(entry.value, file: subject.file)
        }
    }

    /// The model that a node names; nil if there is none, which is reported.
    func model(_ node: Node, file: Int) -> ModelSubject? {
        guard let name = node.text, !reading.isInvalid(node) else { return nil }
        guard let declaration = declaration(name, at: node.range, file: file), declaration.kind == .model else {
            if isComplete {
                report(UnknownModel.diagnose(node, name, at: node.range, known: candidates(for: name, .model)))
            }
            return nil
        }
        return subject(declaration.name)
    }

    /// What a field refers to.
    ///
    /// - Parameter step: The step that gives an earlier definition: it uses the names of its version, and may refer to a
    ///   model that has been dropped since.
    func reference(of field: FieldSubject, file: Int, at step: StepPlace? = nil) -> Reference? {
        guard let entries = field.entries, let node = entries[.references], let text = node.text else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard parts.count <= 2, let modelName = parts.first, !modelName.isEmpty, parts.last?.isEmpty == false else {
            report(UnknownReference.diagnose(malformed: node))
            return nil
        }
        let named: Declaration?
        if let step {
            named = earlierModel(modelName, at: step)
        } else {
            named = declaration(modelName, at: node.range(ofText: 0, modelName.utf8.count), file: file)
        }
        guard let declaration = named, declaration.kind == .model else {
            if let step {
                let names = [former(modelName, file: file)?.node.text, modelName].compactMap(\.self)
                let formerName = names.first { dropped($0, in: step.database) != nil } ?? modelName
                if let dropped = droppedModel(formerName, at: step) {
                    let field =
                        parts.count == 2
                        ? earlierField(parts[1], ofDropped: dropped, at: step.version)
                        : earlierKey(ofDropped: dropped, at: step.version)
                    return reference(toDropped: name(ofDropped: formerName), field, entries, at: node)
                }
            }
            let isReported = step != nil && former(modelName, file: file)?.type == .some(.none)
            if isComplete, !isReported {
                let range = node.range(ofText: 0, modelName.utf8.count)
                let known = candidates(for: modelName, .model)
                report(
                    step == nil
                        ? UnknownModel.diagnose(node, modelName, at: range, known: known)
                        : UnknownModel.diagnose(earlier: modelName, at: range, known: known))
            }
            return nil
        }
        guard let target = subject(declaration.name) else { return nil }
        let fieldName: String
        if parts.count == 2 {
            let known =
                step.map { earlierField(parts[1], of: target, at: $0.version) }
                ?? (target.mentions(parts[1]) ? parts[1] : nil)
            guard let known else {
                let range = node.range(ofText: modelName.utf8.count + 1, parts[1].utf8.count)
                report(UnknownReference.diagnose(parts[1], in: target, at: range))
                return nil
            }
            fieldName = known
        } else {
            let key = step.map { earlierKey(of: target, at: $0.version) } ?? target.primaryKey.onlyElement?.text
            guard let key else {
                if !target.isBroken { report(UnknownReference.diagnose(keyOf: target, at: node.range)) }
                return nil
            }
            fieldName = key
        }
        return Reference(
            model: declaration.name,
            field: SwiftName(fieldName),
            onDelete: entries.word(.onDelete),
            onUpdate: entries.word(.onUpdate)
        )
    }

    /// Whether the field existed in its version, and was a key, is checked when the versions are put together.
    private func reference(
        toDropped model: SwiftName, _ field: String?, _ entries: Entries<FieldKey>, at node: Node
    ) -> Reference? {
        guard let field else {
            report(UnknownReference.diagnose(malformed: node))
            return nil
        }
        return Reference(
            model: model,
            field: SwiftName(field),
            onDelete: entries.word(.onDelete),
            onUpdate: entries.word(.onUpdate)
        )
    }
}

extension Array {
    /// The element of a list of one.
    fileprivate var onlyElement: Element? { count == 1 ? first : nil }
}
