import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The REST client of a model.
    func resolveClient(_ index: Int) {
        let subject = subjects[index]
        guard let node = subject.entries[.rest], !subject.entries.has(.oneOf) else { return }
        let keys = Entries<RestKey>(node, reading)
        guard let api = api(of: subject) else { return }
        let path = keys.text(.path) ?? naming(of: subject.file).tables.name(for: subject.model.name)
        var client = Client(api: api.name, path: path)
        client.parameters = parameters(keys[.params], subject, in: .path)
        client.tag = keys.text(.tag)
        knowsPath = !keys.isBroken(.by) && !keys.isBroken(.params) && areAll(client.parameters, [keys[.params]])
        if let node = keys[.by] {
            client.by = node.text.map { SwiftName($0) }
            if let diagnostic = PathField.diagnose(node, subject, self) {
                report(diagnostic)
                knowsPath = false
            }
        }
        if let node = keys[.path] {
            let allowed = knowsPath ? client.parameters.map(\.name.text) : nil
            report(
                UnsafePath.diagnose(node) ?? PathParameter.diagnose(node, allowed: allowed, of: .client)
                    ?? PathParameter.diagnose(node, values: client.parameters, self)
            )
        }
        if let node = keys[.params], !keys.isBroken(.path) {
            diagnostics += PathParameter.diagnose(unused: node, path: path, others: [])
        }
        pathParameters = client.parameters
        pathField = client.by
        clientAPI = api
        defer { (pathParameters, pathField, knowsPath, clientAPI) = ([], nil, true, nil) }
        client.hasRepository = subject.entries.flag(.repository) ?? api.hasRepositories
        client.operations = operations(keys, subject)
        checkBodies(client, subject, api)
        addWhatSaves(to: &client.operations, subject, api)
        if let diagnostic = UpdateAndPatch.diagnose(client, api, subject, keys) { report(diagnostic) }
        for entry in keys[.nested]?.entries ?? [] {
            place(.nested(model: subject.model.name, SwiftName(entry.name)), entry.key, entry.value)
            report(InvalidIdentifier.diagnose(entry.key, what: "a nested resource"))
            if let resource = nested(entry, subject) { client.nested.append(resource) }
        }
        for entry in keys[.actions]?.entries ?? [] {
            place(.action(model: subject.model.name, SwiftName(entry.name)), entry.key, entry.value)
            report(InvalidIdentifier.diagnose(entry.key, what: "an action"))
            if let action = action(entry, subject) { client.actions.append(action) }
        }
        checkMethods(client, subject, api)
        checkStatuses(client, subject)
        let hidden = client.namesInFunctions
        for entry in keys[.params]?.entries ?? [] {
            report(ReservedMemberName.diagnose(parameter: entry.key, hiding: hidden))
        }
        subjects[index].model.client = client
        diagnostics += OperationNeedsKey.diagnose(client, subject, keys)
    }

    private func api(of subject: ModelSubject) -> API? {
        service(
            .api, .api, .api, subject.entries, file: subject.file, unknown: UnknownAPI.diagnose,
            missing: { MissingAPI.diagnose(subject, candidates: $0) }
        ).flatMap { apis[$0] }
    }

    private func nested(_ entry: Node.Entry, _ subject: ModelSubject) -> NestedResource? {
        guard !reading.isInvalid(entry.value) else { return nil }
        guard case .mapping = entry.value.content else {
            return type(entry.value, file: subject.file).map { NestedResource(name: SwiftName(entry.name), result: $0) }
        }
        let keys = Entries<NestedKey>(entry.value, reading)
        var request = request(entry.value, subject)
        if request.body != nil {
            let method = request.method ?? .post
            request.method = method
            if let key = keys.key(.body) { report(TransferConflict.diagnose(body: key.range, method)) }
        }
        if !keys.has(.returns), !keys.has(.responses), !keys.isIncomplete {
            report(ResponseStatus.diagnose(nothing: entry.key))
        }
        guard !request.responses.isEmpty else { return nil }
        diagnostics += RootOfNothing.diagnose(
            keys.key(.root), isReceived: request.result != nil, body: keys.key(.bodyRoot),
            isSent: keys.has(.body) || keys.isIncomplete)
        return NestedResource(name: SwiftName(entry.name), result: request.result, request: request)
    }

    private func action(_ entry: Node.Entry, _ subject: ModelSubject) -> Action? {
        guard !reading.isInvalid(entry.value) else { return nil }
        let keys = Entries<ActionKey>(entry.value, reading)
        var request = request(entry.value, subject, .action, parameters: parameters(keys[.params], subject, in: .path))
        request.form = parameters(keys[.form], subject)
        guard let path = keys.text(.path) else { return nil }
        var action = Action(
            name: SwiftName(entry.name),
            method: .get,
            path: path,
            request: request
        )
        action.result = request.result
        if let node = keys[.upload] {
            if case .mapping = node.content {
                action.transfer = .upload(parameters(node, subject, in: .part))
            } else if let type = type(node, file: subject.file) {
                report(TransferConflict.diagnose(raw: node, type))
                action.transfer = .uploadRaw
            }
        }
        if keys.flag(.download) == true { action.transfer = .download }
        // A body whose type is wrong is one, too.
        let sends = keys.has(.upload) || keys.has(.form) || keys.has(.body)
        action.method = request.method ?? (sends ? .post : .get)
        diagnostics += TransferConflict.diagnose(keys, action)
        diagnostics += RootOfNothing.diagnose(
            keys.key(.root),
            isReceived: action.result != nil || action.transfer == .download || keys.isBroken(.returns)
                || keys.isBroken(.responses),
            body: keys.key(.bodyRoot), isSent: keys.has(.body) || keys.isIncomplete)
        if let node = keys[.params], let path = keys.text(.path) {
            let declared = (pathParameters + request.query).map(\.name.text)
            diagnostics += PathParameter.diagnose(
                unused: node, path: path, others: declared + ["id", pathField?.text ?? "id"])
        }
        return action
    }
}

extension Client {
    /// The names in its functions besides the parameters of its path: the key, and the types of results by status.
    fileprivate var namesInFunctions: Set<String> {
        var requests = operations.map { ($0.kind.rawValue, $0.request) }
        requests += nested.map { ($0.name.text, $0.request) }
        requests += actions.map { ($0.name.text, $0.request) }
        var names = Set(
            requests.flatMap { name, request in
                let successes = request.responses.filter(\.isSuccess)
                let hasResult = Set(successes.map(\.type)).count > 1
                let hasFailure = successes.count < request.responses.count
                return (hasResult ? [name.capitalizedFirst + "Result"] : [])
                    + (hasFailure ? [name.capitalizedFirst + "Failure"] : [])
            })
        // In a path with the key, both names stand for it.
        let ofKey = ["id"] + (by.map { [$0.text] } ?? [])
        let hasKey =
            !nested.isEmpty || operations.contains { ![.list, .create].contains($0.kind) }
            || actions.contains { action in ofKey.contains { action.path.contains("{\($0)}") } }
        if hasKey { names.formUnion(ofKey) }
        return names
    }
}
