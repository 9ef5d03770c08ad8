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
            // Another type than a model is reported by the rule.
            if let text = entry.value.text, isOtherType(text, file: subject.file) { continue }
            _ = model(entry.value, file: subject.file)
        }
    }

    /// Whether a text is a type, but not the name of a model: `Int`, `[Post]`, an enum.
    func isOtherType(_ text: String, file: Int) -> Bool {
        var parser = TypeParser(text: text)
        guard case .success(let expression) = parser.parse() else { return false }
        guard case .name(let name, _) = expression else { return true }
        return scope.meanings(of: name, .model, in: files[file]).first.map { $0.kind != .model }
            ?? (builtInTypes[name] != nil)
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
        guard let written = WrittenReference(text, at: node) else {
            report(UnknownReference.diagnose(malformed: node))
            return nil
        }
        let found =
            if let step { target(of: written, file: file, at: step) } else { target(of: written, file: file) }
        guard let found else { return nil }
        return Reference(
            model: found.model,
            field: SwiftName(found.field),
            onDelete: entries.word(.onDelete),
            onUpdate: entries.word(.onUpdate)
        )
    }

    private typealias Target = (model: SwiftName, field: String)

    private func target(of written: WrittenReference, file: Int) -> Target? {
        guard let declaration = declaration(written.model, at: written.modelRange, file: file),
            declaration.kind == .model
        else {
            if isComplete {
                report(
                    UnknownModel.diagnose(
                        written.node, written.model, at: written.modelRange,
                        known: candidates(for: written.model, .model)))
            }
            return nil
        }
        guard let subject = subject(declaration.name) else { return nil }
        return target(of: written, in: subject, key: subject.primaryKey.onlyElement?.text) { name in
            subject.mentions(name) ? name : nil
        }
    }

    /// What a step refers to, in the names of its version.
    private func target(of written: WrittenReference, file: Int, at step: StepPlace) -> Target? {
        guard let declaration = earlierModel(written.model, at: step), declaration.kind == .model else {
            return droppedTarget(of: written, file: file, at: step)
        }
        guard let subject = subject(declaration.name) else { return nil }
        return target(of: written, in: subject, key: earlierKey(of: subject, at: step.version)) { name in
            earlierField(name, of: subject, at: step.version)
        }
    }

    /// - Parameters:
    ///   - key: The only field of the model's key, which a reference without a field means.
    ///   - known: The present name of a field; nil if the model does not have it.
    private func target(
        of written: WrittenReference, in subject: ModelSubject, key: String?, known: (String) -> String?
    ) -> Target? {
        guard let name = written.field else {
            if key == nil, !subject.isBroken {
                report(UnknownReference.diagnose(keyOf: subject, at: written.node.range))
            }
            return key.map { (subject.model.name, $0) }
        }
        guard let field = known(name) else {
            report(UnknownReference.diagnose(name, in: subject, at: written.fieldRange))
            return nil
        }
        return (subject.model.name, field)
    }

    /// A model that was dropped after the step's version. Whether the field existed in that version, and was a key, is
    /// checked when the versions are put together.
    private func droppedTarget(of written: WrittenReference, file: Int, at step: StepPlace) -> Target? {
        let former = former(written.model, file: file)
        let later = isDropped(written.model, at: step) ? nil : former?.node.text
        let name = later.flatMap { dropped($0, in: step.database) == nil ? nil : $0 } ?? written.model
        guard let definition = droppedModel(name, at: step) else {
            // What is wrong in `formerly` is reported there.
            if isComplete, former?.type != .some(.none) {
                report(
                    UnknownModel.diagnose(
                        earlier: written.model, at: written.modelRange, known: candidates(for: written.model, .model)))
            }
            return nil
        }
        let field =
            if let name = written.field {
                earlierField(name, ofDropped: definition, at: step.version)
            } else {
                earlierKey(ofDropped: definition, at: step.version)
            }
        if field == nil { report(UnknownReference.diagnose(malformed: written.node)) }
        return field.map { (self.name(ofDropped: name, at: step), $0) }
    }
}

/// `Post` or `Post.id`, as written.
private struct WrittenReference {
    let node: Node
    let model: String
    /// Nil for the model's key.
    let field: String?

    /// Nil unless there are one or two names.
    init?(_ text: String, at node: Node) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        guard let model = parts.first, parts.count <= 2, !parts.contains("") else { return nil }
        self.node = node
        self.model = model
        field = parts.dropFirst().first
    }

    var modelRange: SourceRange { node.range(ofText: 0, model.utf8.count) }
    /// Only with a field.
    var fieldRange: SourceRange { node.range(ofText: model.utf8.count + 1, field?.utf8.count ?? 0) }
}

extension Array {
    /// The element of a list of one.
    fileprivate var onlyElement: Element? { count == 1 ? first : nil }
}
