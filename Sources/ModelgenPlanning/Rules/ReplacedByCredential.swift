import ModelgenDatabase
import ModelgenDiagnostics
import ModelgenSchema

extension RuleEntry {
    static let replacedByCredential = RuleEntry(
        id: "replaced-by-credential",
        summary: "A request contains nothing else under the name of its credential.",
        explanation: """
            A warning: a credential replaces a header or a query parameter of the same name. What the operation declares is
            only sent if the program supplies no credential. Remove it, or write `auth: none` for an operation that sends
            its own. `bearer` and `basic` are sent as `Authorization`, so a request has only one of them.
            """,
        example: """
             api: { name: MapAPI, baseURL: https://example.org, auth: { query: key } }
             models:
               City:
                 fields: { id: Int64 }
            -    rest: { path: cities, operations: [list], list: { query: { key: String } } }
            +    rest: { path: cities, operations: [list], list: { auth: none, query: { key: String } } }
            """)
}

extension SchemaPlanning {
    /// Reports what the API declares for all requests, or for its lists, and the usual credential would replace.
    func sharedParameterFindings() -> [Finding] {
        schema.apis.flatMap { api -> [Finding] in
            guard let scheme = api.credentials.first?.scheme else { return [] }
            let name = scheme.sentName
            func isReplaced(_ key: String) -> Bool { scheme.place == .query(ExactText(key)) }
            var keys = api.parameters.contains { isReplaced($0.key) } ? ["parameters.\(name)"] : []
            if api.pagination?.parameters.contains(where: { isReplaced($0.key) }) == true { keys.append("pagination") }
            if let header = api.idempotencyHeader, scheme.place == .header(lowercased: header.lowercased()) {
                keys.append("idempotency")
            }
            return keys.map { place in
                Finding(
                    severity: .warning, rule: RuleEntry.replacedByCredential.id,
                    message: "the credential replaces `\(name)` here; correct one of the two names",
                    element: ElementID(.api(api.name), key: place))
            }
        }
    }
}

extension ClientPlanning {
    /// Reports what the credentials of a request would replace.
    func credentialFindings() -> [Finding] {
        guard !api.credentials.isEmpty else { return [] }
        let model = model.name
        let requests: [(RequestOptions, ElementID.Element)] =
            client.operations.map { ($0.request, .operation(model: model, $0.kind)) }
            + client.nested.map { ($0.request, .nested(model: model, $0.name)) }
            + client.actions.map { ($0.request, .action(model: model, $0.name)) }
        return requests.flatMap { request, element in replacedFindings(request, at: element) }
    }

    private func replacedFindings(_ request: RequestOptions, at element: ElementID.Element) -> [Finding] {
        var taken: Set<Place> = []
        var findings: [Finding] = []
        func warn(_ problem: String, key: String) {
            findings.append(
                Finding(
                    severity: .warning, rule: RuleEntry.replacedByCredential.id, message: problem,
                    element: ElementID(element, key: key)))
        }
        for scheme in credentials(of: request).map(\.scheme) where !taken.insert(scheme.place).inserted {
            warn("two credentials would be sent as `\(scheme.sentName)`; name one of them", key: "auth")
        }
        func check(_ place: Place, _ name: String, key: String) {
            guard taken.contains(place) else { return }
            warn("the credential replaces `\(name)`; remove it, or write `auth: none` for this operation", key: key)
        }
        for parameter in request.query where request.path?.contains("{\(parameter.name)}") != true {
            check(.query(ExactText(parameter.key)), parameter.key, key: "query.\(parameter.name)")
        }
        for name in request.headers.map(\.name) + request.headerParameters.map(\.key) {
            check(.header(lowercased: name.lowercased()), name, key: "headers.\(name)")
        }
        return findings
    }

    private func credentials(of request: RequestOptions) -> [Credential] {
        guard let names = request.credentials else { return Array(api.credentials.prefix(1)) }
        return api.credentials.filter { $0.name.map(names.contains) ?? false }
    }
}

/// Where a value is in a request.
private enum Place: Hashable {
    case query(ExactText)
    /// Names are compared without case (RFC 9110, section 5.1).
    case header(lowercased: String)
}

extension Authentication {
    fileprivate var place: Place {
        switch self {
        case .bearer, .basic: .header(lowercased: "authorization")
        case .header(let name): .header(lowercased: name.lowercased())
        case .query(let key): .query(ExactText(key))
        }
    }

    /// The name under which it is sent.
    fileprivate var sentName: String {
        switch self {
        case .bearer, .basic: "Authorization"
        case .header(let name), .query(let name): name
        }
    }
}
