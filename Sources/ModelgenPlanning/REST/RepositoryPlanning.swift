import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// The repository of a model on a server with a key of one field; nil for any other model.
    func repository() -> RepositoryPlan? {
        guard client.keepsAnswers, planning.isIdentifiable, let key = rowKey, !key.type.isOptional else { return nil }
        return RepositoryPlan(
            access: access, name: "Repository", model: model.name.text, type: type,
            expression: types.inExpression(model.name),
            cache: model.table.map { [databaseCache($0, isServerKeyed: key.assigned == .server)] } ?? [])
    }

    /// The field that identifies rows, regardless of paths.
    var rowKey: Field? { planning.keyFields.count == 1 ? planning.keyFields[0] : nil }
}
