import ModelgenSchema

extension PlanningRule {
    static let operationNeedsKey = PlanningRule(
        id: "operation-needs-key",
        summary: "An operation on one object needs a model with a key of one field.",
        explanation: """
            `get`, `update`, `patch`, `delete`, nested resources and actions with `{id}` put the key of the model into the \
            path. The key is the table's primary key, the field that the server assigns, or a field called `id`.
            """)
}

extension ModelPlanning {
    func keylessOperations() -> [Finding] {
        guard let client = model.client, options.emits.contains(.rest) else { return [] }
        guard keyFields.count != 1 || !isIdentifiable else { return [] }
        let what = keyFields.isEmpty ? "has no key" : "has a key of several fields"
        let advice = "name the field that the server assigns (assigned: server), or leave the operation out"
        func finding(_ name: String, _ element: ElementID.Element) -> Finding {
            PlanningRule.operationNeedsKey.error(
                "\(name) needs the key of one object, and '\(model.name)' \(what); \(advice)", at: ElementID(element))
        }
        let operations = client.operations.filter { ![.list, .create].contains($0.kind) }
            .map { finding("'\($0.kind.rawValue)'", .operation(model: model.name, $0.kind)) }
        let nested = client.nested.map { finding("'\($0.name)'", .nested(model: model.name, $0.name)) }
        let actions = client.actions.filter { $0.path.contains("{id}") }
            .map { finding("'\($0.name)'", .action(model: model.name, $0.name)) }
        return operations + nested + actions
    }
}
