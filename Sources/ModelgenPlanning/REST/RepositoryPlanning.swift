import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// The repository of a model of one key that is on a server; nil for any other.
    func repository() -> RepositoryPlan? {
        guard client.keepsAnswers, planning.isIdentifiable, let key = rowKey, !key.type.isOptional else { return nil }
        var members: [[String]] = []
        let table = planning.options.emits.contains(.sqlite) ? model.table : nil
        if let table {
            let database = SwiftName(table.database.text + "Database").escaped
            members.append(
                [
                    "/// Keeps the server's answers as rows of the table.",
                    "\(access)init(api: \(rest("Operations"))<\(type)>, database: \(database)) {",
                ] + databaseCache(isServerKeyed: key.assigned == .server).map { "    " + $0 } + ["}"])
        }
        members += methods()
        return RepositoryPlan(
            access: access, name: "Repository", model: model.name.text, type: type,
            members: Array(members.joined(separator: [""])), hasTable: table != nil)
    }

    /// The field by which rows are known, whatever stands for them in paths.
    var rowKey: Field? { planning.keyFields.count == 1 ? planning.keyFields[0] : nil }

    private func runtime(_ name: String) -> String { types.library(name, of: .repository) }

    var givenListParameters: [RequestParameter] { listParameters.filter { $0.constant == nil } }

    // MARK: Methods

    /// What the runtime's repository does not have: lists by the names of their parameters.
    private func methods() -> [[String]] {
        client.operations.contains { $0.kind == .list } && takesQuery ? lists : []
    }

    private var policy: String { "\(policyName): \(runtime("CachePolicy")) = .cacheThenNetwork" }
    private var policyName: String { free("policy", "cachePolicy") }

    /// A name that no parameter of an operation has.
    private func free(_ names: String...) -> String {
        let taken = (givenListParameters + client.operations.flatMap(\.request.parameters)).map(\.name.text)
        var name = names.first { !taken.contains($0) } ?? names[0]
        while taken.contains(name) { name += "Value" }
        return name
    }

    private var lists: [[String]] {
        func convenience(_ name: String, _ parameters: [RequestParameter]) -> [String] {
            let signature = parameters.map {
                "\($0.name.escaped): \(types.type($0.type))" + ($0.plan(planning).standard.map { " = \($0)" } ?? "")
            }
            let arguments = parameters.map { "\($0.name.label): \($0.name.escaped)" }
            let query = "\(types.inExpression(model.name)).ListQuery(\(arguments.joined(separator: ", ")))"
            let head = wrappedLines(
                "\(access)func \(name)(", signature + [policy], ") -> \(runtime("CachedValues"))<[\(type)]> {",
                indentation: 4)
            let call = wrappedLines(
                "\(NameScope(parameters.map(\.name)).member(name))(", [query, "policy: \(policyName)"], ")",
                indentation: 8)
            return head + call.map { "    " + $0 } + ["}"]
        }
        var methods = [["/// The list, as the policy says."] + convenience("list", givenListParameters)]
        if api.pagination != nil {
            let declared = givenListParameters.filter { !api.pageKeys.contains($0.key) }
            // Without any, the query's own form is as short.
            methods.append(["/// The list with all its pages, as the policy says."] + convenience("all", declared))
        }
        return methods
    }
}
