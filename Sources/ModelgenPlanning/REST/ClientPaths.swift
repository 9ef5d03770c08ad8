import ModelgenSchema

extension ClientPlanning {
    /// The fields that get their values from the path because the server does not send them.
    var filled: [String] { placeFields.filter { !$0.isRead }.map(\.name.escaped) }

    /// The fields whose values, sent by the server, show to which path a model belongs.
    var held: [String] { sentFields.map(\.name.escaped) }

    /// Those that the server may omit, so that they then get their values from the path.
    var missing: [String] { sentFields.filter(\.type.isOptional).map(\.name.escaped) }

    /// The key is never among them: it identifies the model itself, whatever a parameter of the same name does.
    private var sentFields: [Field] {
        placeFields.filter { $0.isRead && !planning.keyFields.map(\.name).contains($0.name) }
    }

    /// The fields with the names and types of path parameters.
    private var placeFields: [Field] {
        client.parameters.compactMap { parameter in
            model.field(parameter.name).flatMap { $0.type.unwrapped == parameter.type ? $0 : nil }
        }
    }

    var itemPath: String { client.itemPath }

    /// Fills in received models the values from the path that the server does not send or may omit.
    func fill(_ plan: inout EndpointPlan) {
        let given = plan.parameters.map(\.name)
        guard !filled.isEmpty || !missing.isEmpty,
            plan.place != nil || client.parameters.allSatisfy({ given.contains($0.name.escaped) })
        else { return }
        let arguments = client.parameters.map { "\($0.name.label): \($0.name.escaped)" }.joined(separator: ", ")
        let place = plan.place ?? "\(types.inExpression(model.name)).resource(\(arguments))"
        let models = [type, "[\(type)]"]
        for index in plan.request.indices {
            if models.contains(plan.result) { plan.request[index].filler = place }
            for success in plan.request[index].successes.indices {
                if let type = plan.request[index].successes[success].type, models.contains(type) {
                    plan.request[index].successes[success].filler = place
                }
            }
        }
    }

    /// The parameters of the client's path that this path also contains.
    func pathParameters(of template: String) -> [ParameterPlan] {
        client.parameters.filter { template.contains("{\($0.name)}") }.map { $0.plan(planning) }
    }

    /// The parameters of the client's path that an operation's function takes because it has no resource.
    func outerParameters(of operation: Operation) -> [ParameterPlan] {
        switch operation.kind {
        case .list: pathParameters(of: operation.request.path ?? "")
        case .get, .create, .update, .patch, .delete, .save:
            hasOwnPath(operation) ? pathParameters(of: template(of: operation)) : []
        }
    }

    /// A name for the parameter with the resource, in a function with these other parameters.
    func placeName(besides parameters: [ParameterPlan]) -> String {
        let scope = NameScope(parameters)
        return scope.contains("resource") ? scope.free("location") : "resource"
    }

    /// Whether errors must not show the model's key in paths.
    var isKeySecret: Bool { key.map { $0.isSensitive || $0.name.text.meansSecret } ?? false }

    /// The transformer of the model's key, which is written in a path as in JSON.
    var keyForm: String? {
        guard let key, let use = key.transformer?.json?.written else { return nil }
        return planning.expression(use, for: key.type)
    }

    /// The type of the model's key in JSON, if it cannot be written in a path.
    var keySource: FieldType? {
        guard case .declared(let name)? = key?.transformer?.json?.written,
            let source = planning.schema.transformer(name)?.source
        else { return nil }
        switch source {
        case .enumeration: return nil
        case .scalar(let scalar) where scalar != .json: return nil
        default: return source
        }
    }

    /// Whether a path contains the model's key.
    var sendsKey: Bool {
        let names = ["id", client.by?.text]
        return !client.nested.isEmpty
            || client.operations.contains { $0.kind != .list && $0.kind != .create }
            || client.actions.flatMap(\.path.pathParameterNames).contains { names.contains($0) }
    }

    /// The path as a literal whose values cannot leave their segments: `"posts/\(id)/comments"`.
    func literal(_ path: String, key: String, _ parameters: [RequestParameter]) -> String {
        var literal = "\""
        var rest = path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            literal += SwiftLiteral.string(String(rest[..<open])).dropFirst().dropLast()
            let isKey = !key.isEmpty && (name == "id" || name == client.by?.text)
            let parameter = isKey ? nil : parameters.first { $0.name.text == name }
            // The parameter may be declared in another normal form of the name.
            let value = isKey ? key : (parameter?.name ?? SwiftName(name)).escaped
            let form = isKey ? keyForm : parameter.flatMap { $0.plan(planning).transformer }
            let isSecret = isKey ? isKeySecret : parameter?.isSensitive ?? false || name.meansSecret
            literal += "\\(\(isSecret ? "secret: " : "")\(value)\(form.map { ", using: \($0)" } ?? ""))"
            rest = rest[rest.index(after: close)...]
        }
        return literal + SwiftLiteral.string(String(rest)).dropFirst()
    }
}

extension NameScope {
    init(_ parameters: [ParameterPlan]) { self.init(parameters.map { SwiftName($0.unescapedName) }) }
}

extension String {
    /// Whether it is a common name for a secret. The runtime knows the same words for queries, and also `key`, which in
    /// a path identifies an object.
    package var meansSecret: Bool {
        // The shortest of the words has five letters, and most keys are called `id`.
        guard utf8.count >= 5 else { return lowercased() == "sig" }
        let words = [
            "token", "secret", "password", "passwd", "apikey", "api_key", "api-key", "signature", "authorization",
            "credential", "cookie", "session",
        ]
        let name = lowercased()
        return words.contains { name.contains($0) }
    }
}
