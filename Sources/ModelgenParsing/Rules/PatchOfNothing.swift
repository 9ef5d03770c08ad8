import ModelgenDiagnostics
import ModelgenSchema

/// A patch exists, and has something to change; a draft exists.
enum PatchOfNothing: ModelRule {
    static let entry = RuleEntry(
        id: "patch-of-nothing",
        summary:
            "A model whose patch or draft is sent has one, and a patch has a field that can be changed.",
        explanation: """
            `patch` sends the fields that changed. These do not include the key, nor fields that are `readOnly`,
            generated, or not written to JSON. If a model has no other fields, there is nothing to send. The same is
            true of a body `{ patch: MODEL }` and of `patch: true`. A body `{ draft: MODEL }` lacks what the server or
            the database assigns; if that is nothing, it is the model. A model of another module has a patch or a draft
            if one of its operations takes it, or if it says `patch: true` or `draft: true` there.
            """,
        example: """
             api: { name: MapAPI }
             models:
               City:
            -    fields: { id: Int64, name: { type: String, readOnly: true } }
            +    fields: { id: Int64, name: String }
                 rest: { operations: [get, patch] }
            """
    )

    static func check(_ subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        let own = operation(of: subject, run) ?? request(in: subject)
        return (own.map { [$0] } ?? []) + bodies(of: subject, run)
    }

    /// The operation `patch` sends something.
    private static func operation(of subject: ModelSubject, _ run: Resolver) -> Diagnostic? {
        guard let client = subject.model.client,
            client.operations.contains(where: { $0.kind == .patch && $0.request.body == nil }),
            isKnown(subject), subject.primaryKey.count == 1, let rest = subject.entries[.rest]
        else { return nil }
        if subject.model.patchFields.contains(where: \.isWritten) { return nil }
        let keys = Entries<RestKey>(rest, run.reading)
        let named = keys[.operations]?.elements.first { $0.text == OperationKind.patch.rawValue }
        let node = named ?? keys.key(.patch) ?? keys.key(.operations) ?? subject.key
        return report(
            "`\(subject.model.name)` has no field that a patch can change",
            do: "remove the operation `patch`",
            at: node.range
        )
    }

    /// What `patch: true` asks for exists.
    private static func request(in subject: ModelSubject) -> Diagnostic? {
        guard subject.entries.flag(.patch) == true, let key = subject.entries.key(.patch), isKnown(subject),
            subject.model.patchFields.isEmpty
        else { return nil }
        return report(
            "`\(subject.model.name)` has no field that a patch can change", do: "remove `patch`", at: key.range)
    }

    /// The patches and drafts that the client sends as bodies exist.
    private static func bodies(of subject: ModelSubject, _ run: Resolver) -> [Diagnostic] {
        guard let client = subject.model.client else { return [] }
        let name = subject.model.name
        var requests: [(ElementID.Element, RequestOptions)] = []
        requests += client.operations.map { (ElementID.Element.operation(model: name, $0.kind), $0.request) }
        requests += client.nested.map { (ElementID.Element.nested(model: name, $0.name), $0.request) }
        requests += client.actions.map { (ElementID.Element.action(model: name, $0.name), $0.request) }
        return requests.compactMap { element, request -> Diagnostic? in
            guard request.bodyForm != .whole, case .model(let name)? = request.body,
                let target = run.subject(name), isKnown(target),
                let range = run.positions.value(of: ElementID(element, key: "body.\(request.bodyForm.rawValue)"))
            else { return nil }
            let (form, model) = (request.bodyForm, target.model)
            if form == .draft ? !model.hasDraft : model.patchFields.isEmpty {
                let lack = form == .draft ? "assigned field that a draft would omit" : "field that a patch can change"
                return report("`\(name)` has no \(lack)", do: "write `body: \(name)`", at: range)
            }
            guard let module = model.module, form == .draft ? !model.needsDraft : !model.needsPatch else { return nil }
            return report(
                "the model `\(name)` of the module `\(module)` has no \(form.rawValue)",
                do: "write `\(form.rawValue): true` in the model there", at: range)
        }
    }

    /// Whether all of its fields are resolved.
    private static func isKnown(_ subject: ModelSubject) -> Bool {
        !subject.isBroken && !subject.names.isEmpty && subject.names.count == subject.fields.count
    }
}
