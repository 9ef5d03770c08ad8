import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// The REST client of a model.
    func resolveClient(_ index: Int) {
        let subject = subjects[index]
        guard let node = subject.entries[.rest] else { return }
        let keys = Entries<RestKey>(node, reading)
        guard let api = api(of: subject) else { return }
        let path = keys.text(.path) ?? options.tables.name(for: subject.model.name)
        if let node = keys[.path] {
            report(UnsafePath.diagnose(node) ?? PathParameter.diagnose(node, allowed: [], hasKey: false))
        }
        var client = Client(api: api.name, path: path)
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
        subjects[index].model.client = client
        diagnostics += OperationNeedsKey.diagnose(client, subject, keys)
    }

    private func api(of subject: ModelSubject) -> API? {
        if let node = subject.entries[.api], let name = node.text {
            if let api = apis[name] { return api }
            if isComplete { report(UnknownAPI.diagnose(node, known: scope.names(.api))) }
            return nil
        }
        if subject.entries.isBroken(.api) { return nil }
        if isBroken(.api, of: subject.file) { return nil }
        let own = scope.apisOfFile[subject.file] ?? []
        let candidates = own.isEmpty ? namesInModule(.api, of: subject.file) : own
        if candidates.count == 1, let name = candidates.first { return apis[name] }
        if isComplete { report(MissingAPI.diagnose(subject, candidates: candidates)) }
        return nil
    }

    private func operations(_ keys: Entries<RestKey>, _ subject: ModelSubject) -> [ModelgenSchema.Operation] {
        var operations: [ModelgenSchema.Operation] = []
        func add(_ key: Node, _ options: Node?) {
            guard let kind = OperationKind(rawValue: key.text ?? "") else {
                report(UnknownOperation.diagnose(key))
                return
            }
            if operations.contains(where: { $0.kind == kind }) {
                report(OperationTwice.diagnose(key))
                return
            }
            place(.operation(model: subject.model.name, kind), key, options)
            let request = options.map { self.request($0, of: kind, subject) }
            operations.append(ModelgenSchema.Operation(kind: kind, request: request ?? RequestOptions()))
        }
        if let node = keys[.operations] {
            for element in node.elements {
                if element.text != nil { add(element, nil) }
                for entry in element.entries { add(entry.key, entry.value) }
            }
            for entry in node.entries { add(entry.key, entry.value) }
        } else if !keys.has(.operations) {
            operations = [.list, .get, .create, .update, .delete].map { ModelgenSchema.Operation(kind: $0) }
            if let node = subject.entries.key(.rest) {
                for operation in operations { place(.operation(model: subject.model.name, operation.kind), node, nil) }
            }
        }
        for key in [RestKey.list, .get, .create, .update, .patch, .delete, .save] {
            guard let options = keys[key], let node = keys.key(key), let kind = OperationKind(rawValue: key.rawValue)
            else { continue }
            guard let index = operations.firstIndex(where: { $0.kind == kind }) else {
                if !keys.isBroken(.operations) { report(OperationNotListed.diagnose(node)) }
                continue
            }
            if positions.isWritten(ElementID(.operation(model: subject.model.name, kind), key: "method"))
                || operations[index].request != RequestOptions()
            {
                report(OperationTwice.diagnose(node))
                continue
            }
            place(.operation(model: subject.model.name, kind), node, options)
            operations[index].request = request(options, of: kind, subject)
        }
        return operations
    }

    private func checkBodies(_ client: Client, _ subject: ModelSubject, _ api: API) {
        for operation in client.operations where operation.request.body != nil {
            let element = ElementID(.operation(model: subject.model.name, operation.kind), key: "body")
            guard let place = positions[element] else { continue }
            report(
                BodyOfOperation.diagnose(operation.kind, among: client.operations, at: place)
                    ?? TransferConflict.diagnose(body: place, api.method(of: operation))
            )
        }
    }

    /// Adds the operations that `save` is made of, where they are not listed; its options are theirs.
    private func addWhatSaves(
        to operations: inout [ModelgenSchema.Operation],
        _ subject: ModelSubject,
        _ api: API
    ) {
        guard let index = operations.firstIndex(where: { $0.kind == .save }) else { return }
        let parts: [OperationKind] = subject.model.hasDraft ? [.create, .update] : [.update]
        let listed = parts.filter { kind in operations.contains { $0.kind == kind } }
        var options = operations[index].request
        let element = ElementID.Element.operation(model: subject.model.name, .save)
        if let kind = listed.first, options != RequestOptions(), let name = positions[element] {
            report(SaveOptions.diagnose(name, kind))
        }
        options.method = options.method ?? api.methods.first { $0.operation == .save }?.method
        operations[index].request = RequestOptions()
        for kind in parts where !listed.contains(kind) {
            positions.places[.operation(model: subject.model.name, kind)] = positions.places[element]
            operations.append(ModelgenSchema.Operation(kind: kind, request: options))
        }
    }

    private func request(_ options: Node, of kind: OperationKind, _ subject: ModelSubject) -> RequestOptions {
        let keys = Entries<RequestKey>(options, reading)
        var request = request(keys, subject, parameters: [])
        request.isComplete = keys.flag(.complete) ?? false
        if kind != .list, let node = keys.key(.complete) { report(CompleteOfList.diagnose(node, kind)) }
        if let node = keys[.path] {
            report(PathParameter.diagnose(node, of: kind, subject.model, declared: request.query))
        }
        if kind == .list, let node = keys[.headers] {
            for entry in node.entries { report(HeaderOfList.diagnose(entry.key, entry.value)) }
        }
        return request
    }

    /// What an operation, a nested resource or an action says of its request.
    private func request<Key: RequestSchemaKey>(
        _ keys: Entries<Key>,
        _ subject: ModelSubject,
        parameters: [RequestParameter]
    ) -> RequestOptions {
        var request = RequestOptions()
        request.method = keys[Key(.method)]?.text.flatMap { HTTPMethod(rawValue: $0) }
        request.path = keys[Key(.path)]?.text
        let headers = keys[Key(.headers)]
        request.headers = self.headers(headers)
        request.headerParameters = headerParameters(headers, subject)
        request.query = parameters + self.parameters(keys[Key(.query)], subject)
        request.root = path(keys[Key(.root)])
        request.body = keys[Key(.body)].flatMap { type($0, file: subject.file) }
        if let node = keys[Key(.timeout)], let seconds = node.text.flatMap({ Double($0) }) {
            report(InvalidTimeout.diagnose(node, seconds))
            request.timeout = seconds
        }
        if let node = keys[Key(.path)] {
            report(
                UnsafePath.diagnose(node)
                    ?? PathParameter.diagnose(node, allowed: request.query.map(\.name.text), hasKey: true)
                    ?? PathParameter.diagnose(node, values: request.query)
            )
        }
        return request
    }

    /// Headers whose values the caller gives: `If-Match: { type: String? }` is called `ifMatch`.
    private func headerParameters(_ node: Node?, _ subject: ModelSubject) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            guard case .mapping = entry.value.content, !reading.invalid.contains(ObjectIdentifier(entry.value)) else {
                return nil
            }
            report(InvalidHeader.diagnose(name: entry.key))
            let keys = Entries<HeaderKey>(entry.value, reading)
            guard let typeNode = keys[.type], let type = type(typeNode, file: subject.file) else { return nil }
            report(ParameterType.diagnose(header: typeNode, entry.name, type))
            if let node = keys[.name] { report(InvalidIdentifier.diagnose(node, what: "a parameter")) }
            let name = keys.text(.name) ?? entry.name.camelCasedHeader
            return RequestParameter(name: SwiftName(name), key: entry.name, type: type)
        }
    }

    /// Parameters; one that is called like a field goes by the field's name in JSON.
    func parameters(_ node: Node?, _ subject: ModelSubject) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            report(InvalidIdentifier.diagnose(entry.key, what: "a parameter"))
            guard !reading.invalid.contains(ObjectIdentifier(entry.value)) else { return nil }
            var typeNode: Node? = entry.value
            var key = entry.name
            if let path = subject.field(entry.name)?.field.json?.paths.first, path.components.count == 1,
                case .key(let name)? = path.components.first
            {
                key = name
            }
            if case .mapping = entry.value.content {
                let keys = Entries<ParameterKey>(entry.value, reading)
                typeNode = keys[.type]
                key = keys.text(.key) ?? key
            }
            guard let typeNode, let type = type(typeNode, file: subject.file) else { return nil }
            report(ParameterType.diagnose(typeNode, entry.name, type))
            return RequestParameter(name: SwiftName(entry.name), key: key, type: type)
        }
    }

    private func nested(_ entry: Node.Entry, _ subject: ModelSubject) -> NestedResource? {
        guard !reading.invalid.contains(ObjectIdentifier(entry.value)) else { return nil }
        guard case .mapping = entry.value.content else {
            return type(entry.value, file: subject.file).map { NestedResource(name: SwiftName(entry.name), result: $0) }
        }
        let keys = Entries<NestedKey>(entry.value, reading)
        var request = request(keys, subject, parameters: [])
        if request.body != nil {
            let method = request.method ?? .post
            request.method = method
            if let key = keys.key(.body) { report(TransferConflict.diagnose(body: key.range, method)) }
        }
        guard let node = keys[.returns], let result = type(node, file: subject.file) else { return nil }
        return NestedResource(name: SwiftName(entry.name), result: result, request: request)
    }

    private func action(_ entry: Node.Entry, _ subject: ModelSubject) -> Action? {
        guard !reading.invalid.contains(ObjectIdentifier(entry.value)) else { return nil }
        let keys = Entries<ActionKey>(entry.value, reading)
        var request = request(keys, subject, parameters: parameters(keys[.params], subject))
        request.form = parameters(keys[.form], subject)
        guard let path = keys.text(.path) else { return nil }
        var action = Action(
            name: SwiftName(entry.name),
            documentation: keys.text(.doc),
            method: .get,
            path: path,
            request: request
        )
        action.result = keys[.returns].flatMap { type($0, file: subject.file) }
        if let node = keys[.upload] {
            if case .mapping = node.content {
                action.transfer = .upload(parameters(node, subject))
            } else if let type = type(node, file: subject.file) {
                report(TransferConflict.diagnose(raw: node, type))
                action.transfer = .uploadRaw
            }
        }
        if keys.flag(.download) == true { action.transfer = .download }
        let sends = keys.has(.upload) || keys.has(.form) || request.body != nil
        action.method = request.method ?? (sends ? .post : .get)
        diagnostics += TransferConflict.diagnose(keys, action)
        if let node = keys[.params], let path = keys.text(.path) {
            diagnostics += PathParameter.diagnose(unused: node, path: path)
        }
        return action
    }
}

extension String {
    /// `If-Match` as `ifMatch`, `X-Request-ID` as `xRequestID`.
    fileprivate var camelCasedHeader: String {
        let words = split { !$0.isLetter && !$0.isNumber }
        let rest = words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
        return (words.first?.lowercased() ?? "") + rest.joined()
    }
}
