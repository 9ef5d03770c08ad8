import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
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

extension ClientPlanning {
    /// Reports parameters of a request with the same name, in Swift or in the request.
    func parameterFindings() -> [Finding] {
        var search = SameParameters(client: client, model: model.name)
        for operation in client.operations {
            // A list takes only the parameters of its own path. Those of its query are properties of `ListQuery`.
            let path = operation.kind == .list ? operation.request.path ?? "" : template(of: operation)
            search.add(
                operation.request, of: .operation(model: model.name, operation.kind), at: path,
                besides: parameters(of: operation).map(\.unescapedName), outer: outerParameters(of: operation))
        }
        for nested in client.nested {
            let path = nested.request.path ?? client.path(of: nested)
            search.add(
                nested.request, of: .nested(model: model.name, nested.name), at: path,
                besides: ["id"] + (nested.request.body == nil ? [] : ["body"]), outer: pathParameters(of: path))
        }
        for action in client.actions {
            var own = action.path.contains("{id}") ? ["id"] : []
            if action.request.body != nil { own.append("body") }
            switch action.transfer {
            case .none, .download: break
            case .upload(let parts): own += parts.map(\.name.text)
            case .uploadRaw: own.append("file")
            }
            search.add(
                action.request, of: .action(model: model.name, action.name), at: action.path, besides: own,
                outer: pathParameters(of: action.path))
        }
        return search.findings + pageFindings()
    }

    private func pageFindings() -> [Finding] {
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

/// Looks for parameters with the same name in the requests of a client.
private struct SameParameters {
    let client: Client
    let model: SwiftName
    private(set) var findings: [Finding] = []
    /// The parameters of the client's path that were reported.
    private var reported: Set<String> = []

    init(client: Client, model: SwiftName) {
        self.client = client
        self.model = model
    }

    /// The names that may be in any path of the client.
    private var namesInPaths: [String] {
        (client.parameters.map(\.name) + (client.by.map { [$0] } ?? [])).map(\.text)
    }

    /// - Parameters:
    ///   - path: The path of the request.
    ///   - own: The names of the parameters for the key, the body and the parts.
    ///   - outer: The parameters of the client's path that the function takes.
    mutating func add(
        _ request: RequestOptions, of element: ElementID.Element, at path: String, besides own: [String],
        outer: [ParameterPlan]
    ) {
        for name in outer.map(\.unescapedName) where own.contains(name) && reported.insert(name).inserted {
            report(
                "two parameters would be named `\(name)`; rename one of them",
                at: ElementID(.model(model), key: "rest.params.\(name)"))
        }
        var taken = Set(own + namesInPaths.filter { path.contains("{\($0)}") })
        for (place, parameters) in request.written {
            var sent: Set<ExactText> = []
            for parameter in parameters {
                let written = place == "headers" ? parameter.key : parameter.name.text
                let isNew = taken.insert(parameter.name.text).inserted
                // The parameters of its path are among those of its query, but are not sent by name.
                let isNamed = place != "query" || !path.contains("{\(parameter.name)}")
                guard !isNew || isNamed && !sent.insert(ExactText(parameter.key)).inserted else { continue }
                report(
                    isNew
                        ? "two parameters would be sent as `\(parameter.key)`; change the `key` of one of them"
                        : "two parameters would be named `\(parameter.name)`; rename one of them",
                    at: ElementID(element, key: "\(place).\(written)"))
            }
        }
    }

    private mutating func report(_ problem: String, at element: ElementID) {
        findings.append(RuleEntry.parameterTwice.error(problem, at: element))
    }
}

extension RequestOptions {
    /// The parameters by the schema key that they are declared under.
    fileprivate var written: [(place: String, parameters: [RequestParameter])] {
        [("query", query), ("form", form), ("headers", headerParameters)]
    }
}
