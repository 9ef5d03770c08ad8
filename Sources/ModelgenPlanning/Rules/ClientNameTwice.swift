import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let clientNameTwice = RuleEntry(
        id: "client-name-twice",
        summary: "Each client of a module has a different name.",
        explanation: """
            A client is named after the last segment of its path: `api.posts`; if two paths of an API end with the same
            segment, after the plural of its model. If that name is taken too, change one of the paths or rename the
            model.
            """,
        example: """
             api: { name: MapAPI, baseURL: https://example.org }
             models:
               City: { fields: { id: Int64 }, rest: { path: new/places, operations: [list] } }
               Town: { fields: { id: Int64 }, rest: { path: old/places, operations: [list] } }
            -  Village: { fields: { id: Int64 }, rest: { path: towns, operations: [list] } }
            +  Village: { fields: { id: Int64 }, rest: { path: villages, operations: [list] } }
            """)

    static let parameterTwice = RuleEntry(
        id: "parameter-twice",
        summary: "Each parameter of a request has a different name, in Swift and in the request.",
        explanation: """
            An operation becomes a method. Its parameters are those of its path, its query, its form and its headers,
            besides the key, `id`, and its body: `draft`, `patch`, `body` or `file`, or the model's name. `list` also
            takes the parameters of the API's `pagination`; one with the same key is the same parameter. Rename the
            parameter, and keep its name in the request with `key` (or `name` for a header).
            """,
        example: """
             api: { name: MapAPI, baseURL: https://example.org }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { path: cities, operations: [get], get: { query: { id: Int64 } } }
            +    rest: { path: cities, operations: [get], get: { query: { near: { type: Int64, key: id } } } }
            """)
}

extension SchemaPlanning {
    /// Clients with the same Swift type.
    func clientFindings() -> [Finding] {
        var findings: [Finding] = []
        var owners: [[String]: SwiftName] = [:]
        for model in schema.models where model.module == nil {
            guard let client = model.client, let names = clientNames[model.name] else { continue }
            let element = ElementID(.model(model.name), key: "rest")
            let place = [client.api.text, names.property]
            if let other = owners[place] {
                findings.append(
                    RuleEntry.clientNameTwice.error(
                        "the clients of `\(other)` and `\(model.name)` would both be named `\(names.property)`; "
                            + "change one of their paths",
                        at: element))
            }
            owners[place] = owners[place] ?? model.name
        }
        return findings
    }

    /// Parameters of a model's client with the same property.
    func parameterFindings(_ planning: ModelPlanning) -> [Finding] {
        let model = planning.model
        guard let client = model.client, let names = clientNames[model.name], let api = apis[client.api]
        else { return [] }
        let clientPlanning = ClientPlanning(planning: planning, client: client, api: api, names: names)
        var findings: [Finding] = []
        // The names that may be in any path of the client.
        let inPaths = (client.parameters.map(\.name) + (client.by.map { [$0] } ?? [])).map(\.text)
        var reported: Set<String> = []
        func check(
            _ own: [String], _ outer: [ParameterPlan], _ path: String, _ request: RequestOptions, _ element: ElementID
        ) {
            for name in outer.map(\.unescapedName) where own.contains(name) && reported.insert(name).inserted {
                findings.append(
                    RuleEntry.parameterTwice.error(
                        "two parameters would be named `\(name)`; rename one of them",
                        at: ElementID(.model(model.name), key: "rest.params.\(name)")))
            }
            var taken = Set(own + inPaths.filter { path.contains("{\($0)}") })
            for (place, parameters) in request.written {
                var sent: Set<ExactText> = []
                for parameter in parameters {
                    let written = place == "headers" ? parameter.key : parameter.name.text
                    let isNew = taken.insert(parameter.name.text).inserted
                    guard !isNew || !sent.insert(ExactText(parameter.key)).inserted else { continue }
                    let problem =
                        isNew
                        ? "two parameters would be sent as `\(parameter.key)`; change the `key` of one of them"
                        : "two parameters would be named `\(parameter.name)`; rename one of them"
                    findings.append(
                        RuleEntry.parameterTwice.error(
                            problem, at: ElementID(element.element, key: "\(place).\(written)")))
                }
            }
        }
        for operation in client.operations {
            let own = clientPlanning.parameters(of: operation).map(\.unescapedName)
            // A list takes only the parameters of its own path. Those of its query are properties of `ListQuery`.
            let path =
                operation.kind == .list ? operation.request.path ?? "" : clientPlanning.template(of: operation)
            check(
                own, clientPlanning.outerParameters(of: operation), path, operation.request,
                ElementID(.operation(model: model.name, operation.kind)))
        }
        for nested in client.nested {
            let path = nested.request.path ?? client.path(of: nested)
            check(
                ["id"] + (nested.request.body == nil ? [] : ["body"]), clientPlanning.pathParameters(of: path), path,
                nested.request, ElementID(.nested(model: model.name, nested.name)))
        }
        for action in client.actions {
            var own = action.path.contains("{id}") ? ["id"] : []
            if action.request.body != nil { own.append("body") }
            switch action.transfer {
            case .none, .download: break
            case .upload(let parts): own += parts.map(\.name.text)
            case .uploadRaw: own.append("file")
            }
            check(
                own, clientPlanning.pathParameters(of: action.path), action.path, action.request,
                ElementID(.action(model: model.name, action.name)))
        }
        return findings + pageFindings(client, of: model, api) + pathFindings(clientPlanning)
            + clientPlanning.completeListFindings()
    }

    /// Reports keys that a path cannot contain, and updates whose path contains a value that may be missing.
    private func pathFindings(_ planning: ClientPlanning) -> [Finding] {
        let client = planning.client
        if let key = planning.key, let source = planning.keySource, planning.sendsKey {
            return [
                Finding(
                    rule: "path-field",
                    message:
                        "`\(key.name)` is `\(source.text)` in JSON, which cannot be written in a path; give it a transformer "
                        + "from a string or a number, or one for each kind of JSON",
                    element: ElementID(.field(model: planning.model.name, key.name), key: "transformer"))
            ]
        }
        guard let key = client.by.flatMap(planning.model.field), key.type.isOptional,
            client.operations.contains(where: { operation in
                operation.kind == .update && operation.request.body == nil && planning.hasOwnPath(operation)
            })
        else { return [] }
        return [
            Finding(
                rule: "path-field",
                message:
                    "`\(key.name)` is `\(key.type.text)`, but the path of `update` needs a value; make it required",
                element: ElementID(.model(planning.model.name), key: "rest.by"))
        ]
    }

    private func pageFindings(_ client: Client, of model: Model, _ api: API) -> [Finding] {
        let declared = client.operations.first { $0.kind == .list }?.request.query ?? []
        return (client.pagination(in: api)?.parameters ?? []).compactMap { page in
            guard !declared.contains(where: { $0.key == page.key }), declared.contains(where: { $0.name == page.name })
            else { return nil }
            return RuleEntry.parameterTwice.error(
                "`\(page.name)` is also the name of the pagination's parameter `\(page.key)`; "
                    + "rename it, and keep its name in the request with `key`",
                at: ElementID(.operation(model: model.name, .list), key: "query"))
        }
    }
}

extension RequestOptions {
    /// The parameters by the schema key that they are declared under.
    fileprivate var written: [(place: String, parameters: [RequestParameter])] {
        [("query", query), ("form", form), ("headers", headerParameters)]
    }
}
