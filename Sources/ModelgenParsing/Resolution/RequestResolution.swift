import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// What an operation, a nested resource or an action declares about its request.
    func request(
        _ node: Node, _ subject: ModelSubject, _ owner: PathParameter.Owner = .operation,
        parameters: [RequestParameter] = []
    ) -> RequestOptions {
        let keys = Entries<RequestKey>(node, reading)
        var request = RequestOptions()
        request.documentation = keys.text(.doc)
        request.deprecated = keys.text(.deprecated)
        request.method = keys.word(.method)
        request.path = keys.text(.path)
        let headers = keys[.headers]
        request.headers = self.headers(headers)
        request.headerParameters = headerParameters(headers, subject)
        request.query = parameters + self.parameters(keys[.query], subject, path: keys.text(.path))
        request.root = root(keys[.root])
        (request.body, request.bodyForm) = body(keys[.body], subject)
        request.bodyRoot = root(keys[.bodyRoot])
        request.responses = responses(keys, subject)
        request.expected = expected(keys[.expect], keys[.responses])
        request.isIdempotent = keys.flag(.idempotent) ?? false
        request.attempts = keys.integer(.retry)
        if let node = keys[.auth] {
            let names = node.text == nil ? node.elements : [node]
            if names.isEmpty { report(EmptyList.diagnose(node, what: "a list of credentials")) }
            let isKnown = clientAPI.map { !apisWithBrokenAuth.contains($0.name) } ?? false
            for name in names where !reading.isInvalid(name) {
                if let diagnostic = CredentialName.diagnose(none: name, in: node) {
                    report(diagnostic)
                } else if isKnown {
                    report(CredentialName.diagnose(name, of: clientAPI))
                }
            }
            let declared = clientAPI?.credentials.compactMap(\.name) ?? []
            request.credentials =
                node.text == "none" ? [] : names.compactMap { node in declared.first { $0.text == node.text } }
        }
        if let node = keys[.timeout], let seconds = node.text.flatMap({ Double($0) }) {
            report(InvalidTimeout.diagnose(node, seconds))
            request.timeout = seconds
        }
        if let path = keys[.path] {
            let written = node[ActionKey.params]
            let knowsAll =
                knowsPath && !keys.isIncomplete && !keys.isBroken(.query) && !(written.map(reading.isInvalid) ?? false)
                && areAll(request.query, [keys[.query], written])
            let names = (request.query + pathParameters).map(\.name.text) + (pathField.map { [$0.text] } ?? [])
            report(
                UnsafePath.diagnose(path) ?? PathParameter.diagnose(path, allowed: knowsAll ? names : nil, of: owner)
                    ?? PathParameter.diagnose(path, values: request.query, self)
            )
        }
        return request
    }

    /// Whether the parameters are all that are written in these mappings: a wrong one was reported and left out.
    func areAll(_ parameters: [RequestParameter], _ written: [Node?]) -> Bool {
        parameters.count == written.reduce(0) { $0 + ($1?.entries.count ?? 0) }
    }

    /// The type of a body, and its form. The model of a draft or a patch gets one, unless another module generates it.
    private func body(_ node: Node?, _ subject: ModelSubject) -> (FieldType?, BodyForm) {
        guard let node, case .mapping = node.content else {
            return (node.flatMap { type($0, file: subject.file) }, .whole)
        }
        report(ExactlyOneKey.diagnose(node, of: BodyKey.allCases, reading))
        let keys = Entries<BodyKey>(node, reading)
        let key: BodyKey = keys.has(.draft) ? .draft : .patch
        let form: BodyForm = key == .draft ? .draft : .patch
        guard let named = keys[key], let type = type(named, file: subject.file) else { return (nil, form) }
        guard case .model(let name) = type, let index = subjects.firstIndex(where: { $0.model.name == name }),
            subjects[index].model.oneOf.isEmpty
        else {
            report(PatchOfValue.diagnose(named, key))
            return (nil, form)
        }
        if subjects[index].model.module == subject.model.module {
            subjects[index].model.requested.insert(key == .draft ? .draft : .patch)
        }
        return (type, form)
    }

    /// A place in a document; `none` is the document itself, whatever the API's envelope is.
    private func root(_ node: Node?) -> JSONPath? {
        node?.text == "none" ? JSONPath([]) : path(node)
    }

    /// The responses by status: `responses`, or `returns` for every success.
    private func responses(_ keys: Entries<RequestKey>, _ subject: ModelSubject) -> [StatusResponse] {
        func resolved(_ node: Node) -> FieldType?? {
            if node.text == "none" { return .some(nil) }
            return type(node, file: subject.file).map { .some($0) }
        }
        if let node = keys[.responses] {
            if let key = keys.key(.returns) { report(ResponseStatus.diagnose(returns: key)) }
            return node.entries.compactMap { entry in
                guard !reading.isInvalid(entry.value) else { return nil }
                guard let status = ResponseStatus.status(entry.name) else {
                    report(ResponseStatus.diagnose(entry.key))
                    return nil
                }
                return resolved(entry.value).map { type in
                    report(ResponseStatus.diagnose(entry, status, type))
                    return StatusResponse(status: status, type: type)
                }
            }
        }
        return keys[.returns].flatMap(resolved).map { [StatusResponse(status: .range(2), type: $0)] } ?? []
    }

    /// The statuses that mean success, if they are restricted.
    private func expected(_ node: Node?, _ responses: Node?) -> [Int] {
        guard let node else { return [] }
        if responses != nil { report(ResponseStatus.diagnose(expected: node)) }
        return (node.elements.isEmpty ? [node] : node.elements).compactMap { element in
            if reading.isInvalid(element) { return nil }
            guard let text = element.text, case .code(let status)? = ResponseStatus.status(text) else {
                report(ResponseStatus.diagnose(element))
                return nil
            }
            return status
        }
    }
}
