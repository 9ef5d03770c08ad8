import ModelgenSchema

/// A call of a client: its request, and the parameters of its function.
struct ClientCall {
    /// `Post.comments`
    var subject: String
    var method: HTTPMethod
    var path: String
    /// The type of the result, if the kind of the call does not determine it.
    var result: FieldType?
    var body: FieldType?
    /// The parts of an upload.
    var parts: [RequestParameter] = []
    var request: RequestOptions
    /// The parameters for pages, which every list of the API takes.
    var pages: [RequestParameter] = []
    /// The field that identifies the object, if it is not the key.
    var key: Field?
    /// What it sends or returns in place of a value: `file`, or `none` if calls of its kind usually return something.
    var special = (body: String?.none, result: String?.none)

    /// `endpoint Post.comments⇥GET posts/{id}/comments -> [Comment] with auth none`, and a fact for each parameter.
    var wireFacts: [Fact] {
        var text = "\(method.rawValue) \(path)"
        if !answers.isEmpty { text += " -> \(answers)" }
        if let root = request.root { text += " at \(root.components.isEmpty ? "none" : root.text)" }
        if request.isComplete { text += " complete" }
        switch request.pagination {
        case .whole: text += " unpaginated"
        case .paged(let pagination): text += " paginated \(pagination.text)"
        case nil: break
        }
        if !options.isEmpty { text += " with \(options.joined(separator: ", "))" }
        var facts = [Fact(.endpoint, subject, text)]
        func add(_ parameters: [RequestParameter], _ place: String) {
            facts += parameters.map { Fact(.parameter, "\(subject).\($0.name)", $0.text(in: place)) }
        }
        let isInPath = { (parameter: RequestParameter) in path.contains("{\(parameter.name)}") }
        add(request.query.filter(isInPath), "path")
        add(request.query.filter { !isInPath($0) }, "query")
        add(request.headerParameters, "header")
        add(request.form, "form")
        add(parts, "part")
        facts += request.headers.map {
            Fact(
                .parameter, "\(subject).header \($0.name)",
                "String, header \(FactParts.quoted($0.name)), always \(FactParts.quoted($0.value))")
        }
        if let bodySpelling { facts.append(Fact(.parameter, "\(subject).body", "\(bodySpelling), body")) }
        return facts
    }

    /// Options that a server or the caller notices, apart from parameters and responses.
    private var options: [String] {
        var options: [String] = []
        if let root = request.bodyRoot {
            options.append("body \(root.components.isEmpty ? "none" : FactParts.quoted(root.text))")
        }
        if let names = request.credentials {
            options.append("auth \(names.isEmpty ? "none" : names.map(\.text).joined(separator: " "))")
        }
        if request.isIdempotent { options.append("idempotent") }
        if !request.expected.isEmpty {
            options.append("expect \(request.expected.map(String.init).joined(separator: " "))")
        }
        return options
    }

    private var bodySpelling: String? { special.body ?? body.map { $0.text + request.bodyForm.suffix } }

    /// `[Comment]`, or `200 Issue, 404 Trouble` if declared by status.
    private var answers: String {
        let isTold = request.responses.count > 1 || request.responses.contains { $0.status != .range(2) }
        guard isTold else { return result?.text ?? (special.result == "none" ? "none" : "") }
        return request.responses.sorted { $0.status.rank < $1.status.rank }
            .map { "\($0.status.text) \($0.type?.text ?? "none")" }.joined(separator: ", ")
    }

    /// `function Post.rest.comments⇥(deep: Bool?) -> [Comment]`, and the cases of its results and failures.
    var swiftFacts: [Fact] {
        var parameters = bodySpelling.map { ["_: \($0)"] } ?? []
        if let key { parameters.append("\(key.name): \(key.type.unwrapped.text)") }
        let pages = pages.filter { page in !request.query.contains { $0.key == page.key } }
        let given = parts + request.query + pages + request.form + request.headerParameters
        for parameter in given where parameter.constant == nil {
            let mark = parameter.isOptional && !parameter.type.isOptional ? "?" : ""
            parameters.append("\(parameter.name): \(parameter.type.text)\(mark)")
        }
        let model = subject.prefix { $0 != "." }
        let name = subject.dropFirst(model.count + 1)
        var answer = (special.result ?? result?.text).map { " -> \($0)" } ?? ""
        var facts: [Fact] = []
        func add(_ responses: [StatusResponse], _ suffix: String) {
            let type = name.prefix(1).uppercased() + name.dropFirst() + suffix
            if suffix == "Result" { answer = " -> \(type)" }
            facts += responses.map {
                Fact(.enumCase, "\(model).rest.\(type).\($0.status.caseName)", $0.type?.text ?? "")
            }
        }
        let successes = request.responses.filter(\.isSuccess)
        if Set(successes.map(\.type)).count > 1 { add(successes, "Result") }
        add(request.responses.filter { !$0.isSuccess }, "Failure")
        facts.append(
            Fact(.function, "\(model).rest.\(name)", "(\(parameters.joined(separator: ", ")))\(answer)"))
        return facts
    }
}

extension RequestParameter {
    /// `Int64?, query page`
    fileprivate func text(in place: String) -> String {
        var parts = [type.text, "\(place) \(FactParts.quoted(key))"]
        if style != .repeated { parts.append("style \(style.rawValue)") }
        if let transformer { parts.append("by \(FactParts.quoted(transformer.text))") }
        if let constant { parts.append("always \(FactParts.quoted(constant.text))") }
        if let standard { parts.append("default \(FactParts.quoted(standard.text))") }
        parts += headers.map { "header \(FactParts.quoted("\($0.name): \($0.value)"))" }
        return parts.joined(separator: ", ")
    }
}

extension Client {
    /// The parameters in the paths of all its calls.
    func pathFacts(of model: Model) -> [Fact] {
        let key = by.flatMap(model.field)
        return parameters.map { Fact(.parameter, "\(model.name).path.\($0.name)", $0.text(in: "path")) }
            + (key.map { [Fact(.parameter, "\(model.name).path.id", "\($0.type.unwrapped.text), path \($0.name)")] }
                ?? [])
    }

    /// The parameters of the API's function for the client, `(repo: String)`. Empty if the client is a property.
    var place: String {
        parameters.isEmpty
            ? "" : "(\(parameters.map { "\($0.name): \($0.type.text)" }.joined(separator: ", ")))"
    }

    /// The functions that send requests of other calls: of `create` and `update`, or of a list page after page.
    func combinedFacts(of model: Model, _ api: API?) -> [Fact] {
        let isPaged = operations.contains { $0.kind == .list } && api.flatMap { pagination(in: $0) } != nil
        let names = (operations.contains { $0.kind == .save } ? ["save"] : []) + (isPaged ? ["all"] : [])
        return names.map { Fact(.function, "\(model.name).rest.\($0)") }
    }

    func calls(of model: Model, _ api: API?) -> [ClientCall] {
        let key = by.flatMap(model.field)
        var calls = operations.filter { $0.kind != .save }.map { operation in
            ClientCall(
                subject: "\(model.name).\(operation.kind.rawValue)",
                method: api?.method(of: operation) ?? operation.request.method ?? operation.kind.usualMethod,
                path: operation.request.path ?? (operation.kind.isOfOne ? itemPath : path),
                result: operation.unusualResult(of: model.name), body: operation.request.body,
                request: operation.request,
                pages: operation.kind == .list ? api.flatMap { pagination(in: $0) }?.pages ?? [] : [],
                key: operation.kind.isOfOne && operation.kind != .update ? key : nil,
                special: (nil, operation.returnsUnusuallyNothing ? "none" : nil))
        }
        calls += nested.map { resource in
            ClientCall(
                subject: "\(model.name).\(resource.name)", method: resource.request.method ?? .get,
                path: resource.request.path ?? path(of: resource), result: resource.result,
                body: resource.request.body, request: resource.request, key: key)
        }
        calls += actions.map { action in
            var call = ClientCall(
                subject: "\(model.name).\(action.name)", method: action.method, path: action.path,
                result: action.result, body: action.request.body, request: action.request)
            switch action.transfer {
            case .none: break
            case .upload(let parts): call.parts = parts
            case .uploadRaw: call.special.body = "file"
            case .download: (call.result, call.special.result) = (.scalar(.data), "file")
            }
            return call
        }
        return calls
    }
}

extension Operation {
    /// Whether it ignores the response, although its kind does not.
    fileprivate var returnsUnusuallyNothing: Bool {
        kind != .delete && !request.responses.isEmpty && request.result == nil
    }

    /// The result, if the kind of the operation does not determine it.
    fileprivate func unusualResult(of model: SwiftName) -> FieldType? {
        let usual: FieldType = kind == .list ? .list(.model(model)) : .model(model)
        return request.result == usual ? nil : request.result
    }
}

extension OperationKind {
    /// Whether it concerns a single object, whose key is in the path.
    fileprivate var isOfOne: Bool {
        switch self {
        case .get, .update, .patch, .delete: true
        case .list, .create, .save: false
        }
    }
}

extension API {
    /// The positions of values in responses, and what every request sends.
    var facts: [Fact] {
        var facts = [envelopeFact]
        if let pagination { facts.append(Fact(.api, "\(name).pagination", pagination.text)) }
        if !credentials.isEmpty {
            facts.append(Fact(.api, "\(name).auth", credentials.map(\.text).joined(separator: ", ")))
        }
        facts += headers.map { Fact(.api, "\(name).header \($0.name)", FactParts.quoted($0.value)) }
        facts += parameters.map {
            Fact(.api, "\(name).parameter \($0.key)", "\($0.place.rawValue) \(FactParts.quoted($0.value.text))")
        }
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
        add("body", envelope.body?.text)
        add("redirects", redirects == .keepingMethod ? nil : redirects.rawValue)
        add("idempotency", idempotencyHeader)
        add("code", failure?.code?.text)
        add("success", failure?.success)
        add("message", failure?.message?.text)
        return Fact(.api, name.text, parts.joined(separator: ", "))
    }
}

extension Pagination {
    /// The parameters that select the page, by their keys.
    fileprivate var pages: [RequestParameter] {
        parameters.map { RequestParameter(name: SwiftName($0.key), key: $0.key, type: $0.type) }
    }

    fileprivate var text: String {
        switch self {
        case .offset(let start, let limit, let end):
            "offset \(FactParts.quoted(start)), limit \(FactParts.quoted(limit))\(end.text)"
        case .page(let number, let size, let end):
            "page \(FactParts.quoted(number))" + (size.map { ", size \(FactParts.quoted($0))" } ?? "") + end.text
        case .cursor(let parameter, let next):
            "cursor \(FactParts.quoted(parameter)), next \(FactParts.quoted(next.text))"
        case .last(let parameter, let key, let more):
            "cursor \(FactParts.quoted(parameter)), last \(FactParts.quoted(key.text))"
                + (more.map { ", more \(FactParts.quoted($0.text))" } ?? "")
        case .url(let next): "url \(FactParts.quoted(next.text))"
        case .link: "link"
        }
    }
}

extension PageEnd {
    fileprivate var text: String {
        switch self {
        case .empty: ""
        case .short: ", end short"
        case .total(let path): ", total \(FactParts.quoted(path.text))"
        }
    }
}

extension Credential {
    /// `user bearer`
    fileprivate var text: String {
        let place =
            switch scheme {
            case .bearer: "bearer"
            case .basic: "basic"
            case .header(let name): "header \(FactParts.quoted(name))"
            case .query(let name): "query \(FactParts.quoted(name))"
            }
        return name.map { "\($0) \(place)" } ?? place
    }
}
