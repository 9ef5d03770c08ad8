import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// The repository of a model on a server with a single key; nil for any other model.
    func repository() -> RepositoryPlan? {
        guard client.keepsAnswers, planning.isIdentifiable, let key = rowKey, !key.type.isOptional else { return nil }
        let table = planning.options.emits.contains(.sqlite) ? model.table : nil
        return RepositoryPlan(
            access: access, name: "Repository", model: model.name.text, type: type,
            expression: types.inExpression(model.name),
            cache: table.map { [databaseCache($0, isServerKeyed: key.assigned == .server)] } ?? [], lists: lists)
    }

    /// The field that identifies rows, regardless of paths.
    var rowKey: Field? { planning.keyFields.count == 1 ? planning.keyFields[0] : nil }

    var givenListParameters: [RequestParameter] { listParameters.filter { $0.constant == nil } }

    private var policyName: String { free("policy", "cachePolicy") }

    /// A name that no parameter of an operation has.
    private func free(_ names: String...) -> String {
        let taken = (givenListParameters + client.operations.flatMap(\.request.parameters)).map(\.name.text)
        var name = names.first { !taken.contains($0) } ?? names[0]
        while taken.contains(name) { name += "Value" }
        return name
    }

    /// Lists with named parameters, which the runtime's repository does not have.
    private var lists: [RepositoryListPlan] {
        guard client.operations.contains(where: { $0.kind == .list }), takesQuery else { return [] }
        func list(_ name: String, isWhole: Bool, _ parameters: [RequestParameter]) -> RepositoryListPlan {
            RepositoryListPlan(
                name: name, isWhole: isWhole, parameters: parameters.map { $0.plan(planning) },
                isHidden: NameScope(parameters.map(\.name)).contains(name), policy: policyName)
        }
        let own = list("list", isWhole: false, givenListParameters)
        guard api.pagination != nil else { return [own] }
        return [own, list("all", isWhole: true, givenListParameters.filter { !api.pageKeys.contains($0.key) })]
    }
}
