import ModelgenDatabase
import ModelgenSchema

/// One operation before it is written down as a protocol's requirement, a method and an endpoint.
struct EndpointPlan {
    var name: String
    var method: HTTPMethod
    /// With `{id}` and `{name}` for values.
    var path: String
    var parameters: [EndpointParameter]
    /// What stands for `{id}`.
    var idExpression = "id"
    /// What stands for parameters that are not given, by their names.
    var fallbacks: [SwiftName: String] = [:]
    /// The whole query, where it is one value.
    var queryExpression: String?
    var body: EndpointBody?
    var result: EndpointResult
    var request: RequestOptions
    var transfer: Action.Transfer = .none

    /// ``GET `posts/{id}` ``
    var summary: String { "\(method.rawValue) `\(path)`" }
}

/// What a client is made of, as its operations are planned one after the other.
struct ClientParts {
    /// `GettingClient<Post>`
    var clientProtocols: [String] = []
    /// `GetEndpoint`
    var endpointProtocols: [String] = []
    /// What the operations are that those protocols have.
    var summaries: [(name: String, summary: String)] = []
    var requirements: [String] = []
    var conveniences: [[String]] = []
    var methods: [[String]] = []
    var responses: [[String]] = []
    var endpointFunctions: [[String]] = []

    mutating func add(_ endpoint: EndpointPlan, as protocols: (client: String, endpoints: String)) {
        clientProtocols.append(protocols.client)
        endpointProtocols.append(protocols.endpoints)
        summaries.append((endpoint.name, endpoint.summary))
    }
}

extension EndpointPlan {
    /// A name for a local value that no parameter has.
    fileprivate func local(_ wanted: String) -> String {
        let taken = parameters.map(\.name) + request.parameters.map(\.name.escaped)
        return taken.contains(wanted) ? "all" + wanted.capitalizedFirst : wanted
    }
}

struct EndpointParameter {
    /// `_`, another label, or nil for the name itself.
    var label: String?
    var name: String
    var type: String

    var isOptional: Bool { type.hasSuffix("?") }
    var signature: String { (label.map { $0 + " " } ?? "") + "\(name): \(type)" }
    var signatureWithDefault: String { signature + (isOptional ? " = nil" : "") }

    func argument(_ value: String) -> String {
        switch label {
        case "_"?: value
        case let label?: "\(label): \(value)"
        case nil: "\(SwiftName(name.filter { $0 != "`" }).label): \(value)"
        }
    }
}

enum EndpointBody {
    /// A model, in the API's format.
    case model(String)
    case multipart([RequestParameter])
    /// A value of `UploadSource`.
    case raw(String)
}

enum EndpointResult {
    case nothing
    case object(String)
    case list(String)

    init(_ type: FieldType, _ types: TypeSpelling) {
        if case .list(let element) = type {
            self = .list(types.type(element))
        } else {
            self = .object(types.type(type))
        }
    }

    var type: String {
        switch self {
        case .nothing: "Void"
        case .object(let type): type
        case .list(let type): "[\(type)]"
        }
    }

    /// `.list`, or `.list(at: ["data", "items"])` where the operation says where.
    func shape(root: JSONPath?) -> String {
        let place = root.map { "(at: \($0.swiftExpression))" } ?? ""
        return switch self {
        case .nothing: ".nothing"
        case .object: ".object" + place
        case .list: ".list" + place
        }
    }
}

extension ClientPlanning {
    /// An operation that the runtime does not have: a requirement, a method, its whole response and its endpoint, and
    /// the form that leaves out what is optional.
    func add(_ endpoint: EndpointPlan, _ parts: inout ClientParts) {
        var parameters = endpoint.parameters + givenParameters(endpoint.request)
        let name = endpoint.name
        let call = "Endpoints.\(name)(\(parameters.map { $0.argument($0.name) }.joined(separator: ", ")))"
        let result = endpoint.result.type == "Void" ? "" : " -> \(endpoint.result.type)"
        parts.endpointFunctions.append(endpointFunction(endpoint))

        var effect = " async throws\(result)"
        var body = ["try await client.send(", call, ")"]
        switch endpoint.transfer {
        case .none:
            parts.responses.append(
                function(
                    name, parameters.map(\.signatureWithDefault),
                    " async throws -> \(rest("APIResponse"))<\(endpoint.result.type)>",
                    ["try await client.response(for: ", call, ")"]))
        case .upload, .uploadRaw:
            effect = " -> \(rest("Transfer"))<\(endpoint.result.type)>"
            body = ["client.upload(", call, ")"]
        case .download:
            parameters.append(EndpointParameter(label: "to", name: "file", type: types.scalar(.url)))
            effect = " -> \(rest("Transfer"))<\(types.scalar(.url))>"
            body = ["client.download(", "\(call), to: file", ")"]
        }
        parts.requirements.append("/// \(endpoint.summary)")
        parts.requirements += wrappedLines(
            "func \(name)(", parameters.map(\.signature), ")\(effect)", indentation: 4)
        parts.methods.append(function(name, parameters.map(\.signature), effect, body))
        guard parameters.contains(where: \.isOptional) else { return }
        let required = parameters.filter { !$0.isOptional }
        let arguments = parameters.map { $0.argument($0.isOptional ? "nil" : $0.name) }.joined(separator: ", ")
        let waits = endpoint.transfer == .none ? "try await " : ""
        parts.conveniences.append(
            ["/// \(endpoint.summary)"]
                + function(name, required.map(\.signature), effect, ["\(waits)\(name)(", arguments, ")"]))
    }

    /// A method that is one call: its head, the argument, its tail.
    func function(_ name: String, _ signature: [String], _ effect: String, _ call: [String]) -> [String] {
        wrappedLines("\(access)func \(name)(", signature, ")\(effect) {", indentation: 4)
            + wrappedLines(call[0], [call[1]], call[2], indentation: 8).map { "    " + $0 } + ["}"]
    }

    /// What is sent, and what comes back, as a function of the endpoints.
    func endpointFunction(_ endpoint: EndpointPlan) -> [String] {
        let parameters = (endpoint.parameters + givenParameters(endpoint.request)).map(\.signature)
        return wrappedLines(
            "\(access)static func \(endpoint.name)(", parameters,
            ") -> \(rest("Endpoint"))<\(endpoint.result.type)> {", indentation: 4)
            + endpointBody(endpoint).map { "    " + $0 } + ["}"]
    }

    /// What the caller gives beside the key and what is sent.
    func givenParameters(_ request: RequestOptions) -> [EndpointParameter] {
        request.parameters.map {
            EndpointParameter(label: nil, name: $0.name.escaped, type: types.type($0.type))
        }
    }

    private func endpointBody(_ endpoint: EndpointPlan) -> [String] {
        var lines: [String] = []
        var arguments = [
            SwiftLiteral.string("\(names.property).\(endpoint.name)"), ".\(endpoint.method.rawValue.lowercased())",
            pathLiteral(endpoint),
        ]
        if let expression = endpoint.queryExpression { arguments.append("query: \(expression)") }
        // What stands in the path is not sent again behind it.
        let sent = endpoint.request.query.filter { !endpoint.path.contains("{\($0.name)}") }
        if !sent.isEmpty {
            let local = endpoint.local("parameters")
            lines.append("var \(local) = \(rest("Parameters"))()")
            for parameter in sent {
                let fallback = parameter.type.isOptional ? endpoint.fallbacks[parameter.name] : nil
                let value = ([parameter.name.escaped] + (fallback.map { [$0] } ?? [])).joined(separator: " ?? ")
                lines.append("\(local).set(\(SwiftLiteral.string(parameter.key)), \(value))")
            }
            arguments.append("query: \(local)")
        }
        let headers = endpoint.request.headers
            .map { "\(SwiftLiteral.string($0.name)): \(SwiftLiteral.string($0.value))" }.joined(separator: ", ")
        if !endpoint.request.headerParameters.isEmpty {
            let local = endpoint.local("headers")
            let first = headers.isEmpty ? "= \(rest("RequestHeaders"))()" : ": \(rest("RequestHeaders")) = [\(headers)]"
            lines.append("var \(local)\(headers.isEmpty ? " " : "")\(first)")
            lines += endpoint.request.headerParameters.map {
                "\(local).set(\(SwiftLiteral.string($0.key)), \($0.name.escaped))"
            }
            arguments.append("headers: \(local)")
        } else if !headers.isEmpty {
            arguments.append("headers: [\(headers)]")
        }
        switch endpoint.body {
        case .model(let value): arguments.append("body: .\(api.format.rawValue)(\(value))")
        case .multipart(let parts):
            let local = endpoint.local("form")
            lines.append("var \(local) = \(rest("MultipartForm"))()")
            lines += parts.map { "\(local).add(\(SwiftLiteral.string($0.key)), \($0.name.escaped))" }
            arguments.append("body: .multipart(\(local))")
        case .raw(let source): arguments.append("body: .raw(\(source))")
        case nil where !endpoint.request.form.isEmpty:
            let local = endpoint.local("form")
            lines.append("var \(local) = \(rest("Parameters"))()")
            lines += endpoint.request.form.map {
                "\(local).set(\(SwiftLiteral.string($0.key)), \($0.name.escaped))"
            }
            arguments.append("body: .form(\(local))")
        case nil: break
        }
        if let timeout = endpoint.request.timeout {
            let seconds = timeout == timeout.rounded() ? String(Int(timeout)) : String(timeout)
            arguments.append("timeout: .seconds(\(seconds))")
        }
        arguments.append("returns: \(endpoint.result.shape(root: endpoint.request.root))")
        return lines
            + wrappedLines((lines.isEmpty ? "" : "return ") + "\(rest("Endpoint"))(", arguments, ")", indentation: 8)
    }

    /// The path as a literal whose values cannot leave their segment: `"posts/\(id)/comments"`.
    private func pathLiteral(_ endpoint: EndpointPlan) -> String {
        var literal = "\""
        var rest = endpoint.path[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            literal += SwiftLiteral.string(String(rest[..<open])).dropFirst().dropLast()
            literal += "\\(\(name == "id" ? endpoint.idExpression : SwiftName(name).escaped))"
            rest = rest[rest.index(after: close)...]
        }
        return literal + SwiftLiteral.string(String(rest)).dropFirst()
    }
}
