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
        var client = Client(api: api.name, path: path)
        client.parameters = parameters(keys[.params], subject)
        client.tag = keys.text(.tag)
        if let node = keys[.by] {
            client.by = node.text.map { SwiftName($0) }
            report(PathField.diagnose(node, subject))
        }
        if let node = keys[.path] {
            report(
                UnsafePath.diagnose(node)
                    ?? PathParameter.diagnose(node, allowed: client.parameters.map(\.name.text), hasKey: false)
                    ?? PathParameter.diagnose(node, values: client.parameters)
            )
        }
        if let node = keys[.params] { diagnostics += PathParameter.diagnose(unused: node, path: path) }
        pathParameters = client.parameters
        pathField = client.by
        clientAPI = api
        defer { (pathParameters, pathField, clientAPI) = ([], nil, nil) }
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
        let hidden = client.namesInFunctions
        for entry in keys[.params]?.entries ?? [] {
            report(ReservedMemberName.diagnose(parameter: entry.key, hiding: hidden))
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

    /// Adds the operations that `save` consists of, unless they are listed; they get its options.
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
        request.keysParameter = keys.text(.keys).map { SwiftName($0) }
        if kind == .list {
            for entry in keys[.query]?.entries ?? []
            where !request.query.contains(where: { $0.name.text == entry.name && $0.constant != nil }) {
                report(ReservedMemberName.diagnose(parameter: entry.key, hiding: ReservedMemberName.listQuery))
            }
        }
        if let node = keys[.path] {
            report(PathParameter.diagnose(node, of: kind, subject.model, declared: request.query, pathField))
        }
        return request
    }

    /// What an operation, a nested resource or an action declares about its request.
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
        request.bodyRoot = path(keys[Key(.bodyRoot)])
        request.responses = responses(keys, subject)
        request.expected = expected(keys[Key(.expect)], keys[Key(.responses)])
        request.isIdempotent = keys.flag(Key(.idempotent)) ?? false
        request.attempts = keys.integer(Key(.retry))
        if let node = keys[Key(.auth)] {
            let names = node.elements.isEmpty ? [node] : node.elements
            for name in names { report(CredentialName.diagnose(name, of: clientAPI)) }
            request.credentials = node.text == "none" ? [] : names.compactMap { $0.text.map { SwiftName($0) } }
        }
        if let node = keys[Key(.timeout)], let seconds = node.text.flatMap({ Double($0) }) {
            report(InvalidTimeout.diagnose(node, seconds))
            request.timeout = seconds
        }
        if let node = keys[Key(.path)] {
            report(
                UnsafePath.diagnose(node)
                    ?? PathParameter.diagnose(
                        node,
                        allowed: (request.query + pathParameters).map(\.name.text)
                            + (pathField.map { [$0.text] } ?? []),
                        hasKey: true
                    )
                    ?? PathParameter.diagnose(node, values: request.query)
            )
        }
        return request
    }

    /// The responses by status: `responses`, or `returns` for every success.
    private func responses<Key: RequestSchemaKey>(
        _ keys: Entries<Key>,
        _ subject: ModelSubject
    ) -> [StatusResponse] {
        func resolved(_ node: Node) -> FieldType?? {
            if node.text == "none" { return .some(nil) }
            return type(node, file: subject.file).map { .some($0) }
        }
        if let node = keys[Key(.responses)] {
            if let key = keys.key(Key(.returns)) { report(ResponseStatus.diagnose(returns: key)) }
            return node.entries.compactMap { entry in
                guard let status = ResponseStatus.status(entry.name) else {
                    report(ResponseStatus.diagnose(entry.key))
                    return nil
                }
                return resolved(entry.value).map { StatusResponse(status: status, type: $0) }
            }
        }
        return keys[Key(.returns)].flatMap(resolved).map { [StatusResponse(status: .range(2), type: $0)] } ?? []
    }

    /// The statuses that mean success, if they are restricted.
    private func expected(_ node: Node?, _ responses: Node?) -> [Int] {
        guard let node else { return [] }
        if responses != nil { report(ResponseStatus.diagnose(expected: node)) }
        return (node.elements.isEmpty ? [node] : node.elements).compactMap { element in
            guard let text = element.text, case .code(let status)? = ResponseStatus.status(text) else {
                report(ResponseStatus.diagnose(element))
                return nil
            }
            return status
        }
    }

    /// Headers whose values the caller passes: `If-Match: { type: String? }` becomes `ifMatch`.
    private func headerParameters(_ node: Node?, _ subject: ModelSubject) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            guard case .mapping = entry.value.content, !reading.invalid.contains(ObjectIdentifier(entry.value)) else {
                return nil
            }
            report(InvalidHeader.diagnose(name: entry.key))
            let keys = Entries<HeaderKey>(entry.value, reading)
            guard let typeNode = keys[.type], let type = type(typeNode, file: subject.file) else { return nil }
            report(ParameterType.diagnose(header: typeNode, entry.name, type, keys, self))
            if let node = keys[.name] { report(InvalidIdentifier.diagnose(node, what: "a parameter")) }
            let name = keys.text(.name) ?? entry.name.camelCasedHeader
            var parameter = RequestParameter(name: SwiftName(name), key: entry.name, type: type)
            parameter.transformer = keys[.transformer].flatMap { use($0, type) }
            parameter.standard = keys[.default].flatMap { standard($0, type) }
            return parameter
        }
    }

    /// Parameters; one with the name of a field uses the field's name in JSON.
    func parameters(
        _ node: Node?,
        _ subject: ModelSubject,
        in place: ParameterType.Place = .text
    ) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            report(InvalidIdentifier.diagnose(entry.key, what: "a parameter"))
            guard !reading.invalid.contains(ObjectIdentifier(entry.value)) else { return nil }
            var key = entry.name
            if let path = subject.field(entry.name)?.field.json?.paths.first, path.components.count == 1,
                case .key(let name)? = path.components.first
            {
                key = name
            }
            guard case .mapping = entry.value.content else {
                guard let type = type(entry.value, file: subject.file) else { return nil }
                report(ParameterType.diagnose(entry.value, entry.name, type, in: place, self))
                return RequestParameter(name: SwiftName(entry.name), key: key, type: type)
            }
            let keys = Entries<ParameterKey>(entry.value, reading)
            key = keys.text(.key) ?? key
            if let diagnostic = ParameterForm.diagnose(entry.value, entry.name, keys, in: place) {
                report(diagnostic)
                return nil
            }
            if let constant = keys[.const] {
                var parameter = RequestParameter(
                    name: SwiftName(entry.name), key: key, type: .scalar(.string), constant: plainValue(constant))
                parameter.isSensitive = keys.flag(.sensitive) ?? false
                return parameter
            }
            guard let typeNode = keys[.type], let type = type(typeNode, file: subject.file) else { return nil }
            report(
                ParameterForm.diagnose(keys, entry.name, type, in: place)
                    ?? ParameterType.diagnose(typeNode, entry.name, type, keys, in: place, self))
            var parameter = RequestParameter(name: SwiftName(entry.name), key: key, type: type)
            parameter.style = style(keys)
            var transformed = type
            if parameter.style == .deepObject, case .dictionary(_, let value) = type.unwrapped { transformed = value }
            parameter.transformer = keys[.transformer].flatMap { use($0, transformed) }
            parameter.headers = headers(keys[.headers])
            parameter.standard = keys[.default].flatMap { standard($0, type) }
            parameter.isSensitive = keys.flag(.sensitive) ?? false
            return parameter
        }
    }

    /// The value that is sent if the caller passes none.
    private func standard(_ node: Node, _ type: FieldType) -> Literal? {
        switch literal(node, type) {
        case .success(let literal): return literal
        case .failure(let mismatch):
            report(DefaultMismatch.diagnose(mismatch, type: type, .defaultValue))
            return nil
        }
    }

    private func style(_ keys: Entries<ParameterKey>) -> ParameterStyle {
        switch keys.text(.style) {
        case "deepObject": .deepObject
        case _ where keys.flag(.explode) == true: .repeated
        case "spaceDelimited": .spaceSeparated
        case "pipeDelimited": .pipeSeparated
        default: keys.flag(.explode) == false ? .commaSeparated : .repeated
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
        if !keys.has(.returns), !keys.has(.responses) { report(ResponseStatus.diagnose(nothing: entry.key)) }
        guard !request.responses.isEmpty else { return nil }
        return NestedResource(name: SwiftName(entry.name), result: request.result, request: request)
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
        let sends = keys.has(.upload) || keys.has(.form) || request.body != nil
        action.method = request.method ?? (sends ? .post : .get)
        diagnostics += TransferConflict.diagnose(keys, action)
        if let node = keys[.params], let path = keys.text(.path) {
            diagnostics += PathParameter.diagnose(unused: node, path: path)
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
        let hasKey = !nested.isEmpty || operations.contains { ![.list, .create].contains($0.kind) }
        if hasKey { names.insert("id") }
        return names
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
