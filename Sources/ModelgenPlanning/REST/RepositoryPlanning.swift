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
                    "\(access)init(api: any \(names.protocolName), database: \(database)) {",
                ] + databaseCache(isServerKeyed: key.assigned == .server).map { "    " + $0 } + ["}"])
        }
        members += methods()
        return RepositoryPlan(
            access: access, model: model.name.text, type: type, endpoints: names.endpoints,
            members: Array(members.joined(separator: [""])), hasTable: table != nil)
    }

    private func runtime(_ name: String) -> String { types.library(name, of: .repository) }

    var takesQuery: Bool { client.operations.contains { $0.kind == .list } && !listParameters.isEmpty }

    // MARK: The rows of a list

    private func databaseCache(isServerKeyed: Bool) -> [String] {
        var arguments = ["database.pool"]
        // Where the program makes keys, a row that the server does not list may be a new one.
        if isServerKeyed { arguments.append("missing: .deleted") }
        let local = model.fields.filter {
            $0.column != nil && $0.column?.generated == nil && !$0.isRead && $0.name != key?.name
        }
        if !local.isEmpty {
            let names = local.map { SwiftLiteral.string($0.column?.name.text ?? "") }.joined(separator: ", ")
            arguments.append("localColumns: [\(names)]")
        }
        let cache = "\(types.library("DatabaseCache", of: .databaseRepository))(\(arguments.joined(separator: ", ")))"
        let (parameter, rows) = listedRows
        return ["self.init(", "    api: api,", "    cache: \(cache) { \(parameter) in"]
            + rows.map { "        " + $0 } + ["    })"]
    }

    /// The rows that a query is about, as an expression in lines, and the closure's parameter.
    private var listedRows: (parameter: String, lines: [String]) {
        guard client.operations.contains(where: { $0.kind == .list }) else { return ("_", ["nil"]) }
        guard takesQuery else { return ("_", ["\(type).all"]) }
        var calls: [String] = []
        var unanswered: [RequestParameter] = []
        let page = pageCall
        for parameter in listParameters where !page.keys.contains(parameter.key) {
            if let field = model.field(parameter.name), isAnswered(parameter, by: field) {
                let label = field.type.isOptional ? "nullable: " : ""
                calls.append(".matching(\(label)\\.\(field.name.escaped), query.\(parameter.name.escaped))")
            } else {
                unanswered.append(parameter)
            }
        }
        if let call = page.call { calls.append(call) }
        guard unanswered.allSatisfy(\.type.isOptional) else { return ("_", ["nil"]) }
        let usesQuery = !calls.isEmpty || !unanswered.isEmpty
        let rows = chain("\(type).all", calls)
        guard !unanswered.isEmpty else { return (usesQuery ? "query" : "_", rows) }
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

    private var pageCall: (call: String?, keys: [String]) {
        func property(_ key: String?) -> String? {
            listParameters.first { $0.key == key && $0.type.unwrapped == .scalar(.int) }
                .map { "query.\($0.name.escaped)" }
        }
        switch api.pagination {
        case .offset(let start, let limit):
            guard let offset = property(start), let count = property(limit) else { return (nil, []) }
            return (".page(limit: \(count), offset: \(offset))", [start, limit])
        case .page(let number, let size):
            guard let page = property(number) else { return (nil, []) }
            return (".page(number: \(page), size: \(property(size) ?? "nil"))", [number] + (size.map { [$0] } ?? []))
        case .cursor, .link, nil: return (nil, [])
        }
    }

    // MARK: Methods

    /// What the runtime's repository does not have: lists by the names of their parameters, and operations that take
    /// more than usual.
    private func methods() -> [[String]] {
        client.operations.flatMap { operation -> [[String]] in
            switch operation.kind {
            case .list: return takesQuery ? lists : []
            case .get where usualProtocols(operation) == nil: return [get(operation)]
            case .create where usualProtocols(operation) == nil: return [write(operation)]
            case .update where usualProtocols(operation) == nil: return [write(operation)]
            case .patch where usualProtocols(operation) == nil: return [write(operation)]
            case .delete where usualProtocols(operation) == nil: return [delete(operation)]
            // What it is made of is a method already, or is not declared.
            case .get, .create, .update, .patch, .delete, .save: return []
            }
        }
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
            let query = "\(names.query)(\(arguments.joined(separator: ", ")))"
            let head = wrappedLines(
                "\(access)func \(name)(", signature + [policy], ") -> \(runtime("CachedValues"))<[\(type)]> {",
                indentation: 4)
            let call = wrappedLines("\(name)(", [query, "policy: \(policyName)"], ")", indentation: 8)
            return head + call.map { "    " + $0 } + ["}"]
        }
        var methods = [["/// The list, as the policy says."] + convenience("list", listParameters)]
        if api.pagination != nil {
            let page = pageCall.keys
            let declared = listParameters.filter { !page.contains($0.key) && !isCursor($0) }
            // Without any, the query's own form is as short.
            methods.append(["/// The list with all its pages, as the policy says."] + convenience("all", declared))
        }
        return methods
    }

    private func isCursor(_ parameter: RequestParameter) -> Bool {
        if case .cursor(let key, _) = api.pagination { parameter.key == key } else { false }
    }

    /// What an operation must be given, and the call that hands it on.
    private func forwarded(_ operation: Operation) -> (signature: [String], arguments: String) {
        let required = parameters(of: operation) + givenParameters(operation.request).filter { !$0.isOptional }
        return (required.map(\.signature), required.map { $0.argument($0.name) }.joined(separator: ", "))
    }

    private func get(_ operation: Operation) -> [String] {
        let given = forwarded(operation)
        return [
            "/// One \(model.name.text.lowerCamelCased), as the policy says.",
            "\(access)func get(\((given.signature + [policy]).joined(separator: ", "))) "
                + "-> \(runtime("CachedValues"))<\(type)> {",
            "    cache.model(id, \(policyName)) { try await api.get(\(given.arguments)) }", "}",
        ]
    }

    private func write(_ operation: Operation) -> [String] {
        let given = forwarded(operation)
        let name = operation.kind.rawValue
        return [
            "/// Asks the server to \(name), and keeps what it answers.",
            "\(access)func \(name)(\(given.signature.joined(separator: ", "))) async throws -> \(type) {",
            "    try await cache.keep(api.\(name)(\(given.arguments)))", "}",
        ]
    }

    private func delete(_ operation: Operation) -> [String] {
        let given = forwarded(operation)
        return [
            "/// Deletes on the server, and then here.",
            "\(access)func delete(\(given.signature.joined(separator: ", "))) async throws {",
            "    try await api.delete(\(given.arguments))", "    try await cache.remove(id)", "}",
        ]
    }
}
