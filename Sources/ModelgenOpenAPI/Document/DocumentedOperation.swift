import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// An operation as it is in the document.
struct DocumentedOperation {
    struct Parameter {
        var node: Node
        var name: String
        var place: String
        var isRequired: Bool

        var identity: String { DocumentedOperation.identity(of: name, in: place) }

        /// Whether both are one parameter.
        func isSame(as other: Parameter) -> Bool { identity == other.identity }
    }

    /// What is equal for two descriptions of one parameter or credential: `query page`. Headers are named without case
    /// (RFC 9110, section 5.1).
    static func identity(of name: String, in place: String) -> String {
        "\(place) \(place == "header" ? name.lowercased() : name)"
    }

    /// What the server answers with a status.
    struct Response {
        /// `200`, `2XX` or `default`, as the document writes it.
        var status: String
        var node: Node
        /// The body by media type; empty if there is none.
        var content: [Node.Entry]
        /// The name under which the document shares it.
        var name: String?
    }

    /// `GET`
    var method: String
    /// `/pets/{petId}`
    var path: String
    /// The path as the document writes it.
    var writtenPath: String
    var node: Node
    var tag: String
    var id: String?
    var parameters: [Parameter]
    var body: Node?
    /// In the order of the document.
    var responses: [Response]
    /// The server of this operation, if it is another one than that of the service.
    var server: String?
    /// What distinguishes its name from that of the same operation with another kind of body: ` with files`.
    var suffix = ""

    /// `GET /pets/{petId}`
    var title: String { "\(method) \(writtenPath)\(suffix)" }

    var sendsBody: Bool { !["GET", "HEAD"].contains(method) }

    func parameter(_ name: String, in place: String) -> Parameter? {
        parameters.first { $0.name == name && $0.place == place }
    }
}

extension DocumentSet {
    static let methods = ["get", "put", "post", "delete", "options", "head", "patch"]

    /// The headers that OpenAPI describes elsewhere (section 4.8.12.1), and those that a transport writes.
    private static let otherHeaders = [
        "accept", "content-type", "authorization", "content-length", "transfer-encoding", "host", "connection",
    ]

    /// The operations of a document in order, and those that a client cannot have.
    mutating func operations(_ unsaid: (String, Node) -> Void) -> [DocumentedOperation] {
        var operations: [DocumentedOperation] = []
        let usual = Self.url(of: servers) ?? ""
        for entry in root["paths"]?.entries ?? [] where entry.name.hasPrefix("/") {
            guard let item = resolve(entry.value) else { continue }
            // What follows `#` only makes the key unique among the operations of the path.
            let written = entry.name.prefix { $0 != "#" }
            let path = String(written.prefix { $0 != "?" })
            let shared = parameters(item["parameters"])
            for member in item.entries {
                if ["trace", "query", "additionalOperations"].contains(member.name) {
                    unsaid("`\(member.name)` is not supported; it is left out", member.key)
                }
                guard Self.methods.contains(member.name) else { continue }
                var operation = operation(member, path, entry.name, shared)
                move(written.dropFirst(path.count + 1), of: entry.key, into: &operation.parameters, unsaid)
                let server = Self.url(of: operation.node["servers"] ?? item["servers"] ?? root["servers"]) ?? ""
                // Without a server, it is sent to the root of the document's own (section 4.8.1.1).
                operation.server = server == usual ? nil : server.isEmpty ? "/" : server
                if let callbacks = operation.node.entry("callbacks") {
                    unsaid("callbacks are sent by the server; they are left out", callbacks.key)
                }
                operations.append(operation)
            }
        }
        if let webhooks = root.entry("webhooks") {
            unsaid("webhooks are sent by the server; they are left out", webhooks.key)
        }
        return operations
    }

    /// Adds the parameters that a path contains, which it should not (section 4.8.9.1): constants, as in
    /// `/responses?beta=true`, and parameters of the path, as in `/users?name={user}`, which are parameters of the query.
    private mutating func move(
        _ query: Substring, of place: Node, into parameters: inout [DocumentedOperation.Parameter],
        _ unsaid: (String, Node) -> Void
    ) {
        var added: [DocumentedOperation.Parameter] = []
        for pair in query.split(separator: "&") {
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEscapes }
            guard let name = parts.first else { continue }
            let text = parts.count > 1 ? parts[1] : ""
            if var moved = parameters.first(where: { $0.place == "path" && text == "{\($0.name)}" }) {
                moved.name = name
                moved.place = "query"
                added.append(moved)
                continue
            }
            if text.contains("{") { unsaid("`\(text)` is not a parameter of this path; it is sent as it is", place) }
            let value = Node(made: text, .doubleQuoted, in: place.file)
            added.append(
                .init(node: made([("schema", made([("const", value)]))]), name: name, place: "query", isRequired: true))
        }
        parameters = added.filter { each in !parameters.contains(where: each.isSame) } + parameters
    }

    private mutating func operation(
        _ member: Node.Entry, _ path: String, _ written: String, _ shared: [DocumentedOperation.Parameter]
    ) -> DocumentedOperation {
        let node = resolve(member.value) ?? member.value
        let own = parameters(node["parameters"]).withoutRepetition
        let inherited = shared.withoutRepetition.filter { each in !own.contains(where: each.isSame) }
        var body = node["requestBody"].flatMap { resolve($0) }
        if let any = body?["content"]?.entries.first(where: { $0.name.mediaType == "*/*" }), isFile(any) {
            body = made([("content", made([("application/octet-stream", any.value)]))])
        }
        let method = member.name.uppercased()
        let responses = (node["responses"]?.entries ?? []).compactMap { entry in
            resolve(entry.value).map { response in
                // Whatever the document says, these have no body (RFC 9110, 9.3.2 and 15).
                let isEmpty = method == "HEAD" || ["204", "205", "304"].contains(entry.name)
                let content = isEmpty ? [] : response["content"]?.entries ?? []
                return DocumentedOperation.Response(
                    status: entry.name, node: response,
                    content: content.map { isFile($0) ? $0.withKey("application/octet-stream") : $0 },
                    name: entry.value["$ref"]?.text?.lastStep)
            }
        }
        return DocumentedOperation(
            method: method, path: path.written(inStylesOf: inherited + own).escaped, writtenPath: written, node: node,
            tag: node["tags"]?.elements.first?.text.flatMap { $0.isEmpty ? nil : $0 } ?? Self.tag(of: path),
            id: node["operationId"]?.text,
            parameters: inherited + own, body: body, responses: responses)
    }

    /// Whether the bytes of a file are declared as JSON, or as anything, which generators write if a program does not say
    /// what it returns. Swagger 2.0 often says what a service returns only once, for all of its operations.
    private mutating func isFile(_ content: Node.Entry) -> Bool {
        content.name.isJSONType && content.value["schema"].map { read($0).format } == "binary"
    }

    // MARK: Servers and credentials

    /// The servers of the service: those of most operations, since a client has one base URL.
    var servers: Node? {
        // At a tie, those of the whole document, wherever a path comes first.
        var found = [(servers: root["servers"], url: Self.url(of: root["servers"]) ?? "", count: 0)]
        for path in root["paths"]?.entries ?? [] {
            for operation in path.value.entries where Self.methods.contains(operation.name) {
                let named = operation.value["servers"] ?? path.value["servers"] ?? root["servers"]
                let url = Self.url(of: named) ?? ""
                if let index = found.firstIndex(where: { $0.url == url }) {
                    found[index].count += 1
                } else {
                    found.append((named, url, 1))
                }
            }
        }
        let most = found.map(\.count).max()
        return found.first { $0.count == most }?.servers
    }

    /// The URL of the first server, with the defaults of its variables, and without a slash at its end.
    static func url(of servers: Node?) -> String? {
        guard let server = servers?.elements.first, var url = server["url"]?.text else { return nil }
        for variable in server["variables"]?.entries ?? [] {
            url = url.replacing("{\(variable.name)}", with: variable.value["default"]?.text ?? "")
        }
        while url.last == "/" { url.removeLast() }
        // Relative to the place of the document, which is only reached over the network (RFC 3986, section 4.2).
        return url.hasPrefix("//") ? "https:" + url : url
    }

    /// The names of the credentials in each of several alternatives.
    static func alternatives(of security: Node?) -> [[String]] {
        (security?.elements ?? []).map { $0.entries.map(\.name) }
    }

    private mutating func parameters(_ node: Node?) -> [DocumentedOperation.Parameter] {
        (node?.elements ?? []).flatMap { element -> [DocumentedOperation.Parameter] in
            guard let parameter = resolve(element), let name = parameter["name"]?.text,
                let place = parameter["in"]?.text
            else { return [] }
            if place == "header", Self.otherHeaders.contains(name.lowercased()) { return [] }
            let isRequired = parameter["required"]?.flag == true || place == "path"
            return exploded(parameter, place, isRequired)
                ?? [.init(node: parameter, name: name, place: place, isRequired: isRequired)]
        }
    }

    /// The properties of an object in a query, each of which is sent as a parameter of its own (section 4.8.12.4: the
    /// style `form`, exploded); nil for any other parameter.
    private mutating func exploded(
        _ parameter: Node, _ place: String, _ isRequired: Bool
    ) -> [DocumentedOperation.Parameter]? {
        guard place == "query", parameter["style"]?.text ?? "form" == "form", parameter["explode"]?.flag != false,
            let schema = parameter["schema"]
        else { return nil }
        let read = object(schema)
        guard read.isObject, !read.properties.isEmpty else { return nil }
        return read.properties.filter { !self.read($0.schema).isReadOnly }.map { property in
            .init(
                node: made([("schema", property.schema)]), name: property.key, place: place,
                isRequired: isRequired && read.required.contains(property.key))
        }
    }

    /// The first word of a path that is neither a version nor `api`: `accounts` of `/v1/accounts/{id}`.
    static func tag(of path: String) -> String {
        let words = path.split(separator: "/").map(String.init).filter { !$0.contains("{") }
        let isVersion = { (word: String) in
            word == "api" || word.first == "v" && !word.dropFirst().isEmpty && word.dropFirst().allSatisfy(\.isNumber)
        }
        return words.first { !isVersion($0) } ?? words.first ?? "root"
    }
}

extension Node.Entry {
    fileprivate func withKey(_ name: String) -> Node.Entry {
        .init(
            key: Node(
                .scalar(.init(text: name, style: .plain)), file: key.file, start: key.range.start, end: key.range.end),
            value: value)
    }
}

extension String {
    /// The path with what the styles of its parameters write before a value: `.5` is the label 5, `;id=5` the matrix
    /// (section 4.8.12.4).
    fileprivate func written(inStylesOf parameters: [DocumentedOperation.Parameter]) -> String {
        parameters.reduce(self) { path, parameter in
            let place = "{\(parameter.name)}"
            switch parameter.node["style"]?.text {
            case "label": return path.replacing(place, with: "." + place)
            case "matrix": return path.replacing(place, with: ";\(parameter.name)=" + place)
            default: return path
            }
        }
    }

    /// The path with characters that a URL cannot contain escaped, except in the names of parameters.
    fileprivate var escaped: String {
        var isInside = false
        return unicodeScalars.reduce(into: "") { path, scalar in
            if scalar == "{" { isInside = true }
            if scalar == "}" { isInside = false }
            let isPlain = ("!"..."~").contains(scalar) && !"\"<>\\^`|".unicodeScalars.contains(scalar)
            guard !isPlain, !isInside else { return path.unicodeScalars.append(scalar) }
            for byte in String(scalar).utf8 {
                path += (byte < 0x10 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }
}

extension [DocumentedOperation.Parameter] {
    /// The first of each name and place: headers may differ in case, and an object in a query may have a property with the
    /// name of another parameter.
    fileprivate var withoutRepetition: [DocumentedOperation.Parameter] {
        reduce(into: []) { kept, each in
            if !kept.contains(where: each.isSame) { kept.append(each) }
        }
    }
}
