import ModelgenParsing

/// Writes a Swagger 2.0 document as OpenAPI 3.0 says the same (https://spec.openapis.org/oas/v2.0.html), with all positions.
/// What references lead to stays where it is.
struct Swagger {
    private let root: Node
    /// The document or the file that it refers to.
    private let whole: Node

    /// The document, or a file that one refers to, in the words of OpenAPI 3.0.
    static func converted(_ file: Node, of root: Node) -> Node {
        let swagger = Swagger(root: root, whole: file)
        let converted = swagger.rewritten(file)
        return file === root ? swagger.document(converted) : converted
    }

    static func isVersion(of root: Node) -> Bool { root["swagger"]?.text?.hasPrefix("2") == true }

    // MARK: The document

    private func document(_ node: Node) -> Node {
        var components: [(String, Node)] = []
        if let schemas = node["definitions"] { components.append(("schemas", schemas)) }
        if let schemes = node["securityDefinitions"] { components.append(("securitySchemes", schemes)) }
        var added: [(String, Node)] = [("openapi", text("3.0.3"))]
        if let servers { added.append(("servers", servers)) }
        if !components.isEmpty { added.append(("components", mapping(components))) }
        return node.with(added.map(entry), without: ["swagger"])
    }

    private var servers: Node? {
        let schemes = (root["schemes"]?.elements ?? []).compactMap(\.text)
        let scheme = schemes.contains("https") ? "https" : schemes.first { $0 == "http" } ?? "https"
        let host = root["host"]?.text.map { "\(scheme)://\($0)" }
        guard let place = root["host"] ?? root["basePath"] else { return nil }
        let url = (host ?? "") + (root["basePath"]?.text ?? "")
        return list([mapping([("url", Node(made: url, .doubleQuoted, in: place.file))])])
    }

    // MARK: Everything below it

    /// The keywords whose values have keys that are names.
    private static let mapsOfNames: Set<String> = [
        "paths", "properties", "definitions", "parameters", "responses", "headers", "securityDefinitions",
    ]

    private func rewritten(_ node: Node, keysAreNames: Bool = false) -> Node {
        switch node.content {
        case .scalar: return node
        case .sequence(let elements): return node.with(.sequence(elements.map { rewritten($0) }))
        case .mapping(let entries):
            if keysAreNames {
                return node.with(.mapping(entries.map { .init(key: $0.key, value: rewritten($0.value)) }))
            }
            if node["$ref"] != nil { return node["x-nullable"].map { node.with([entry("nullable", $0)]) } ?? node }
            // Files and operations have both, but the parameters of an operation are a list.
            if node["responses"] != nil, node["parameters"]?.entries.isEmpty != false, node["swagger"] == nil,
                node["definitions"] == nil
            {
                return operation(node)
            }
            if node["in"]?.text != nil, node["name"]?.text != nil {
                return node["type"]?.text == "apiKey" ? node : parameter(node)
            }
            if node["schema"] != nil { return response(node, root["produces"]) }
            if node["type"]?.text == "basic" {
                return node.with([("type", text("http")), ("scheme", text("basic"))].map(entry))
            }
            return node.with(.mapping(members(entries)))
        }
    }

    private func members(_ entries: [Node.Entry]) -> [Node.Entry] {
        entries.map { each in
            switch each.name {
            case "example", "examples", "default", "enum": return each
            case "discriminator" where each.value.text != nil:
                return .init(key: each.key, value: mapping([("propertyName", each.value)]))
            // Those of a path item that are bodies belong to its operations.
            case "parameters" where !each.value.elements.isEmpty: return entry(each.name, parameters(each.value))
            case "x-nullable": return entry("nullable", each.value)
            case _ where each.name.hasPrefix("x-"): return each
            case "type" where each.value.text == "file": return entry("type", text("string"))
            default:
                return .init(
                    key: each.key, value: rewritten(each.value, keysAreNames: Self.mapsOfNames.contains(each.name)))
            }
        } + (entries.contains { $0.name == "type" && $0.value.text == "file" } ? [entry("format", text("binary"))] : [])
    }

    // MARK: Parameters

    /// What describes a parameter itself, not its values.
    private static let ofParameter = [
        "name", "in", "description", "required", "allowEmptyValue", "collectionFormat", "deprecated",
    ]

    private func schema(ofParameter node: Node) -> Node {
        node.with(.mapping(members(node.entries.filter { !Self.ofParameter.contains($0.name) })))
    }

    /// How the values of a list are joined: by commas, unless the document says something else.
    private func style(of node: Node) -> [Node.Entry] {
        guard node["type"]?.text == "array" else { return [] }
        let style: String? =
            switch node["collectionFormat"]?.text ?? "csv" {
            case "ssv": "spaceDelimited"
            case "pipes": "pipeDelimited"
            case "csv", "multi": nil
            case let other: other
            }
        let explode = entry("explode", text(String(node["collectionFormat"]?.text == "multi")))
        return (style.map { [entry("style", text($0))] } ?? []) + [explode]
    }

    private func parameter(_ node: Node) -> Node {
        guard node["schema"] == nil else { return node.with(.mapping(members(node.entries))) }
        let own = node.entries.filter { Self.ofParameter.contains($0.name) && $0.name != "collectionFormat" }
        return node.with(.mapping(own + style(of: node) + [entry("schema", schema(ofParameter: node))]))
    }

    /// The parameter that an element of a list means.
    private func resolved(_ node: Node) -> Node {
        let (reference, place) = (node["$ref"]?.text ?? "", "#/parameters/")
        guard reference.hasPrefix(place) else { return node }
        return whole["parameters"]?[String(reference.dropFirst(place.count))] ?? node
    }

    /// The parameters that are not in the body.
    private func parameters(_ node: Node) -> Node {
        let others = node.elements.filter { !["body", "formData"].contains(resolved($0)["in"]?.text) }
        return node.with(.sequence(others.map { rewritten($0) }))
    }

    // MARK: Operations

    private func operation(_ node: Node) -> Node {
        let path = root["paths"]?.entries.first { $0.value.entries.contains { $0.value === node } }?.value
        let written = (node["parameters"]?.elements ?? []) + (path?["parameters"]?.elements ?? [])
        func all(in place: String) -> [Node] { written.map { resolved($0) }.filter { $0["in"]?.text == place } }
        var added = node["parameters"].map { [entry("parameters", self.parameters($0))] } ?? []
        let consumes = node["consumes"] ?? root["consumes"]
        if let body = all(in: "body").first {
            let schema = body["schema"].map { rewritten($0) }
            let media = content(consumes, schema.map { [entry("schema", $0)] } ?? [])
            added.append(
                entry("requestBody", body.with([entry("content", media)], without: ["name", "in", "schema"])))
        } else if let fields = form(all(in: "formData"), consumes) {
            added.append(entry("requestBody", mapping([("content", fields)])))
        }
        let produces = node["produces"] ?? root["produces"]
        let responses = node["responses"].map { responses in
            responses.with(
                .mapping(
                    responses.entries.map { each in
                        .init(
                            key: each.key,
                            value: each.value["$ref"] == nil ? response(each.value, produces) : each.value)
                    }))
        }
        if let responses { added.append(entry("responses", responses)) }
        return node.with(added, without: ["parameters", "consumes", "produces", "responses"])
    }

    private func form(_ fields: [Node], _ consumes: Node?) -> Node? {
        guard let first = fields.first else { return nil }
        let hasFile = fields.contains { $0["type"]?.text == "file" }
        let types = (consumes?.elements ?? []).filter {
            $0.text?.hasPrefix("multipart/") == true || !hasFile && $0.text?.isFormType == true
        }
        let type = types.first ?? text(hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded")
        let properties = fields.map { field in
            Node.Entry(
                key: field["name"] ?? text(""),
                value: schema(ofParameter: field).with(field.entries.filter { $0.name == "description" }))
        }
        let required = fields.filter { $0["required"]?.flag == true }.compactMap { $0["name"] }
        let object = mapping([
            ("type", text("object")), ("properties", first.with(.mapping(properties))), ("required", list(required)),
        ])
        let encoding = fields.map { (($0["name"]?.text ?? ""), $0.with(.mapping(style(of: $0)))) }
        let form = first.with(.mapping([entry("schema", object), entry("encoding", mapping(encoding))]))
        return mapping([(type.text ?? "", form)])
    }

    private func response(_ node: Node, _ produces: Node?) -> Node {
        guard let schema = node["schema"] else { return node }
        let examples = node["examples"]
        let isFile = schema["type"]?.text == "file"
        let types = produces?.elements.compactMap(\.text) ?? []
        let media = types.isEmpty ? [isFile ? "application/octet-stream" : "application/json"] : types
        let converted = rewritten(schema)
        let members = media.map { type in
            let example = examples?[type].map { [entry("example", $0)] } ?? []
            return (type, node.with(.mapping([entry("schema", converted)] + example)))
        }
        return node.with([entry("content", mapping(members))], without: ["schema", "examples"])
    }

    /// The same for each media type.
    private func content(_ types: Node?, _ members: [Node.Entry]) -> Node {
        let types = types?.elements.compactMap(\.text) ?? []
        return mapping((types.isEmpty ? ["application/json"] : types).map { ($0, root.with(.mapping(members))) })
    }

    // MARK: Nodes

    private func text(_ text: String) -> Node { Node(made: text, in: root.file) }
    private func list(_ nodes: [Node]) -> Node { (nodes.first ?? root).with(.sequence(nodes)) }
    private func entry(_ name: String, _ value: Node) -> Node.Entry { .init(key: text(name), value: value) }
    private func mapping(_ members: [(String, Node)]) -> Node {
        (members.first?.1 ?? root).with(.mapping(members.map(entry)))
    }
}

extension Node {
    /// A node with these contents at the same place.
    fileprivate func with(_ content: Content) -> Node {
        Node(content, file: file, start: range.start, end: range.end)
    }

    /// A mapping with more entries, and without some of its own.
    fileprivate func with(_ added: [Entry], without names: Set<String> = []) -> Node {
        with(
            .mapping(
                entries.filter { each in !names.contains(each.name) && !added.contains { $0.name == each.name } }
                    + added))
    }
}
