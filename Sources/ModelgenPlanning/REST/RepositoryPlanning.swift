import ModelgenDatabase
import ModelgenSchema

extension ClientPlanning {
    /// The repository of a model of one key that is on a server; nil for any other.
    func repository() -> RepositoryPlan? {
        guard client.hasRepository, let key, planning.isIdentifiable, !key.type.isOptional,
            client.operations.contains(where: { $0.kind == .list || $0.kind == .get })
        else { return nil }
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
            access: access, model: model.name.text, type: type,
            members: Array(members.joined(separator: [""])), hasTable: table != nil)
    }

    private func runtime(_ name: String) -> String { types.library(name, of: .repository) }

    // MARK: The rows of a list

    private func databaseCache(isServerKeyed: Bool) -> [String] {
        var arguments = ["database.pool"]
        let local = model.fields.filter {
            $0.column != nil && $0.column?.generated == nil && !$0.isRead && $0.name != key?.name
        }
        if !local.isEmpty {
            let names = local.map { SwiftLiteral.string($0.column?.name.text ?? "") }.joined(separator: ", ")
            arguments.append("localColumns: [\(names)]")
        }
        let cache = types.library("DatabaseCache", of: .databaseRepository)
        guard let (parameter, rows) = completeRows else {
            return ["self.init(api: api, cache: \(cache)(\(arguments.joined(separator: ", "))))"]
        }
        // If the program makes keys, a row that the server does not list may be a new one.
        if !isServerKeyed { arguments.append("keys: .program") }
        return [
            "self.init(", "    api: api,",
            "    cache: \(cache)(\(arguments.joined(separator: ", "))) { \(parameter) in",
        ]
            + rows.map { "        " + $0 } + ["    })"]
    }

    /// The rows that the query of a complete list is about, as an expression in lines, and the closure's parameter.
    private var completeRows: (parameter: String, lines: [String])? {
        guard client.operations.contains(where: { $0.kind == .list && $0.request.isComplete }) else { return nil }
        guard takesQuery else { return ("_", ["\(type).all"]) }
        var calls: [String] = []
        var unanswered: [RequestParameter] = []
        for parameter in listParameters {
            if let field = model.field(parameter.name), isAnswered(parameter, by: field) {
                let label = field.type.isOptional ? "nullable: " : ""
                calls.append(".matching(\(label)\\.\(field.name.escaped), query.\(parameter.name.escaped))")
            } else {
                unanswered.append(parameter)
            }
        }
        guard unanswered.allSatisfy(\.type.isOptional) else { return ("_", ["nil"]) }
        guard !unanswered.isEmpty else { return ("query", chain("\(type).all", calls)) }
        let tests = unanswered.map { "query.\($0.name.escaped) == nil" }
        return ("query", guardLines(tests, "return nil", indentation: 16) + chain("return \(type).all", calls))
    }

    private func chain(_ head: String, _ calls: [String]) -> [String] {
        let single = head + calls.joined()
        return single.count + 16 <= 120 ? [single] : [head] + calls.map { "    " + $0 }
    }

    /// Whether the rows with a parameter's value are those that the server means.
    private func isAnswered(_ parameter: RequestParameter, by field: Field) -> Bool {
        guard field.column != nil, parameter.type.unwrapped == field.type.unwrapped else { return false }
        switch field.transformer?.sqlite {
        case .declared(let name): return planning.schema.transformer(name)?.isDeterministic ?? false
        case .builtIn, nil: return true
        }
    }

    /// The keys of the parameters that say which page is asked for.
    private var pageKeys: [String] {
        switch api.pagination {
        case .offset(let start, let limit): [start, limit]
        case .page(let number, let size): [number] + (size.map { [$0] } ?? [])
        case .cursor(let key, _): [key]
        case .link, nil: []
        }
    }

    // MARK: Methods

    /// What the runtime's repository does not have: lists by the names of their parameters.
    private func methods() -> [[String]] {
        client.operations.contains { $0.kind == .list } && takesQuery ? lists : []
    }

    private var policy: String { "\(policyName): \(runtime("CachePolicy")) = .cacheThenNetwork" }
    private var policyName: String { free("policy", "cachePolicy") }

    /// A name that no parameter of an operation has.
    private func free(_ names: String...) -> String {
        let taken = (listParameters + client.operations.flatMap(\.request.parameters)).map(\.name.text)
        var name = names.first { !taken.contains($0) } ?? names[0]
        while taken.contains(name) { name += "Value" }
        return name
    }

    private var lists: [[String]] {
        func convenience(_ name: String, _ parameters: [RequestParameter]) -> [String] {
            let signature = parameters.map {
                "\($0.name.escaped): \(types.type($0.type))\($0.type.isOptional ? " = nil" : "")"
            }
            let arguments = parameters.map { "\($0.name.label): \($0.name.escaped)" }
            let query = "\(type).ListQuery(\(arguments.joined(separator: ", ")))"
            let head = wrappedLines(
                "\(access)func \(name)(", signature + [policy], ") -> \(runtime("CachedValues"))<[\(type)]> {",
                indentation: 4)
            let call = wrappedLines("\(name)(", [query, "policy: \(policyName)"], ")", indentation: 8)
            return head + call.map { "    " + $0 } + ["}"]
        }
        var methods = [["/// The list, as the policy says."] + convenience("list", listParameters)]
        if api.pagination != nil {
            let declared = listParameters.filter { !pageKeys.contains($0.key) }
            // Without any, the query's own form is as short.
            methods.append(["/// The list with all its pages, as the policy says."] + convenience("all", declared))
        }
        return methods
    }
}
