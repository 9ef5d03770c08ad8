import ModelgenSchema

/// A call that a client makes: what is sent for it, and what its function takes.
struct ClientCall {
    /// `Post.comments`
    var subject: String
    var method: HTTPMethod
    var path: String
    /// The type of what comes back, where it does not follow from the kind of the call.
    var result: FieldType?
    var body: FieldType?
    /// The parts of an upload.
    var parts: [RequestParameter] = []
    var request: RequestOptions
    /// The parameters that every list of its API takes.
    var pages: [RequestParameter] = []

    /// `endpoint Post.comments⇥GET posts/{id}/comments -> [Comment]`, and a fact for each thing that is sent with it.
    var wireFacts: [Fact] {
        let answer = result.map { " -> \($0.spelling)" } ?? ""
        var facts = [Fact(.endpoint, subject, "\(method.rawValue) \(path)\(answer)")]
        func add(_ parameters: [RequestParameter], _ place: String) {
            facts += parameters.map {
                Fact(.parameter, "\(subject).\($0.name)", "\($0.type.spelling), \(place) \(FactParts.quoted($0.key))")
            }
        }
        let isInPath = { (parameter: RequestParameter) in path.contains("{\(parameter.name)}") }
        add(request.query.filter(isInPath), "path")
        add(request.query.filter { !isInPath($0) }, "query")
        add(request.headerParameters, "header")
        add(request.form, "form")
        add(parts, "part")
        if let body { facts.append(Fact(.parameter, "\(subject).body", "\(body.spelling), body")) }
        return facts
    }

    /// `function Post.rest.comments⇥(deep: Bool?) -> [Comment]`
    var swiftFact: Fact {
        var parameters = body.map { ["_: \($0.spelling)"] } ?? []
        let pages = pages.filter { page in !request.query.contains { $0.key == page.key } }
        for parameter in parts + request.query + pages + request.form + request.headerParameters {
            parameters.append("\(parameter.name): \(parameter.type.spelling)")
        }
        let model = subject.prefix { $0 != "." }
        let answer = result.map { " -> \($0.spelling)" } ?? ""
        return Fact(
            .function, "\(model).rest\(subject.dropFirst(model.count))",
            "(\(parameters.joined(separator: ", ")))\(answer)")
    }
}

extension Client {
    func calls(of model: SwiftName, _ api: API?) -> [ClientCall] {
        var calls = operations.filter { $0.kind != .save }.map { operation in
            ClientCall(
                subject: "\(model).\(operation.kind.rawValue)",
                method: api?.method(of: operation) ?? operation.request.method ?? operation.kind.usualMethod,
                path: operation.request.path ?? path + (operation.kind.isOfOne ? "/{id}" : ""),
                body: operation.request.body, request: operation.request,
                pages: operation.kind == .list ? api?.pagination?.parameters ?? [] : [])
        }
        calls += nested.map { resource in
            ClientCall(
                subject: "\(model).\(resource.name)", method: resource.request.method ?? .get,
                path: resource.request.path ?? "\(path)/{id}/\(resource.name)", result: resource.result,
                body: resource.request.body, request: resource.request)
        }
        calls += actions.map { action in
            var call = ClientCall(
                subject: "\(model).\(action.name)", method: action.method, path: action.path, result: action.result,
                body: action.request.body, request: action.request)
            if case .upload(let parts) = action.transfer { call.parts = parts }
            return call
        }
        return calls
    }
}

extension OperationKind {
    /// Whether it is about one object, whose key stands in the path.
    fileprivate var isOfOne: Bool {
        switch self {
        case .get, .update, .patch, .delete: true
        case .list, .create, .save: false
        }
    }
}

extension API {
    /// Where it looks for what, and what it sends with every request.
    var facts: [Fact] {
        var facts = [envelopeFact]
        if let pagination { facts.append(Fact(.api, "\(name).pagination", pagination.text)) }
        if let text = authentication.text { facts.append(Fact(.api, "\(name).auth", text)) }
        facts += headers.map { Fact(.api, "\(name).header \($0.name)", FactParts.quoted($0.value)) }
        return facts
    }

    private var envelopeFact: Fact {
        var parts = [format.rawValue]
        func add(_ word: String, _ text: String?) {
            if let text { parts.append("\(word) \(FactParts.quoted(text))") }
        }
        add("base", basePath)
        add("object", envelope.object?.text)
        add("list", envelope.list?.text)
        add("meta", envelope.meta?.text)
        add("code", failure?.code.text)
        add("success", failure?.success)
        add("message", failure?.message?.text)
        return Fact(.api, name.text, parts.joined(separator: ", "))
    }
}

extension Pagination {
    /// What a list takes besides its own parameters.
    fileprivate var parameters: [RequestParameter] {
        func parameter(_ key: String, _ type: Scalar) -> RequestParameter {
            RequestParameter(name: SwiftName(key), key: key, type: .optional(.scalar(type)))
        }
        return switch self {
        case .offset(let start, let limit): [parameter(start, .int), parameter(limit, .int)]
        case .page(let number, let size): [parameter(number, .int)] + (size.map { [parameter($0, .int)] } ?? [])
        case .cursor(let cursor, _): [parameter(cursor, .string)]
        case .link: []
        }
    }

    fileprivate var text: String {
        switch self {
        case .offset(let start, let limit): "offset \(FactParts.quoted(start)), limit \(FactParts.quoted(limit))"
        case .page(let number, let size):
            "page \(FactParts.quoted(number))" + (size.map { ", size \(FactParts.quoted($0))" } ?? "")
        case .cursor(let parameter, let next):
            "cursor \(FactParts.quoted(parameter)), next \(FactParts.quoted(next.text))"
        case .link: "link"
        }
    }
}

extension Authentication {
    /// Nil if there is none.
    fileprivate var text: String? {
        switch self {
        case .none: nil
        case .bearer: "bearer"
        case .basic: "basic"
        case .header(let name): "header \(FactParts.quoted(name))"
        case .query(let name): "query \(FactParts.quoted(name))"
        }
    }
}
