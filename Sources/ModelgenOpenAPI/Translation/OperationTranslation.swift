import ModelgenDiagnostics
import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// Turns operations of a document into typed requests.
struct OperationTranslation {
    var schemas: SchemaTranslation
    let service: ServiceTranslation

    mutating func translate(_ source: DocumentedOperation) -> TranslatedOperation {
        var operation = TranslatedOperation(source: source, name: Self.name(of: source))
        operation.documentation = Self.documentation(of: source.node)
        var taken = Self.bodyNames(of: source).union(["id", "resource", "self"])
        for name in source.path.pathParameterNames where !operation.pathParameters.contains(where: { $0.key == name }) {
            var parameter = self.parameter(
                name, source.parameter(name, in: "path")?.node, isRequired: true, source, &taken, in: "path")
            parameter.type = parameter.use.text
            (parameter.defaultValue, parameter.constant) = (nil, nil)
            operation.pathParameters.append(parameter)
        }
        for each in source.parameters where !service.isCredential(each, of: source.node) {
            switch each.place {
            case "query":
                operation.query.append(
                    parameter(each.name, each.node, isRequired: each.isRequired, source, &taken, in: each.place))
            case "header":
                var header = parameter(
                    each.name, each.node, isRequired: each.isRequired, source, &taken, in: each.place)
                if let constant = header.constant {
                    operation.constantHeaders.append((each.name, constant))
                    continue
                }
                if let value = each.node["schema"].flatMap({ schemas.documents.read($0).defaultValue }),
                    !value.isEmptyText
                {
                    header.defaultValue = literal(value, header.use)
                    if header.defaultValue != nil { header.type = header.use.text }
                }
                operation.headers.append(header)
            case "cookie":
                schemas.warn("the cookie `\(each.name)` is left out", "send it with a header `Cookie`", at: each.node)
                operation.comments.append("The document also has a cookie `\(each.name)`.")
            case "path": break
            default:
                schemas.warn(
                    "the parameter `\(each.name)` cannot be in `\(each.place)`", "it is left out", at: each.node)
                operation.comments.append("The document also has `\(each.name)`, in its \(each.place).")
            }
        }
        addBody(&operation, &taken)
        addResponses(&operation)
        operation.credentials = service.credentials(of: source.node)
        if let server = source.server {
            schemas.warn(
                "this is sent to `\(server)`, while a client has one base URL", "call it with an API of that `baseURL`",
                at: source.node)
            operation.comments.append("The document sends this to \(server).")
        }
        return operation
    }

    // MARK: Names

    /// The names of the argument for the body; none if its parts are arguments.
    private static func bodyNames(of operation: DocumentedOperation) -> Set<String> {
        let types = operation.body?["content"]?.entries.map(\.name) ?? []
        if types.contains(where: \.isJSONType) { return ["body", "draft", "patch"] }
        return types.isEmpty || types.contains(where: \.isFormType) ? [] : ["file"]
    }

    private static func name(of operation: DocumentedOperation) -> SwiftName {
        guard let id = operation.id, !id.isEmpty else {
            let words = operation.path.split(separator: "/").filter { !$0.contains("{") }.joined(separator: " ")
            return SwiftNaming.property(operation.method.lowercased() + " " + words + operation.suffix)
        }
        var words = SwiftNaming.words(of: id)
        let tag = SwiftNaming.words(of: operation.tag).map { $0.lowercased() }
        let start = words.prefix(tag.count).map { $0.lowercased() }
        if start == tag, words.count > tag.count { words.removeFirst(tag.count) }
        return SwiftNaming.property(words.joined(separator: " ") + operation.suffix)
    }

    /// A name for the types of an operation: `IssueCreate` for `create` of the tag `issues`.
    static func typeName(of operation: DocumentedOperation) -> String {
        var operation = operation
        operation.suffix = ""
        return tagName(of: operation) + SwiftNaming.type(name(of: operation).text).text
    }

    private static func tagName(of operation: DocumentedOperation) -> String {
        SwiftNaming.type(operation.tag, .singular).text
    }

    /// The path of a parameter's type, for its name: `IssueSort`, or with the operation if that is taken.
    private func path(of key: String, _ operation: DocumentedOperation) -> [String] {
        let short = [Self.tagName(of: operation), key]
        return schemas.isFree(short) ? short : [Self.typeName(of: operation), key]
    }

    /// The summary and the description, unless one begins with the other.
    private static func documentation(of node: Node) -> [YAMLEntry] {
        let summary = node["summary"]?.text?.documentation
        let text = node["description"]?.text?.documentation
        var parts = [summary, text].compactMap(\.self)
        if let summary, let text, text.hasPrefix(summary) { parts = [text] }
        return YAMLEntry.documentation(
            parts.isEmpty ? nil : parts.joined(separator: "\n\n"), isDeprecated: node["deprecated"]?.flag == true)
    }

    // MARK: Parameters

    private mutating func parameter(
        _ key: String, _ node: Node?, isRequired: Bool, _ source: DocumentedOperation, _ taken: inout Set<String>,
        in place: String
    ) -> TranslatedOperation.Parameter {
        let isSingle = place != "query"
        var wanted = SwiftNaming.property(key)
        if wanted == "id" || wanted == "field" { wanted = SwiftName(Self.subject(before: key, in: source.path)) }
        let name = SwiftNaming.claimed(wanted, in: place, &taken)
        let isDeep = node?["style"]?.text == "deepObject" && !isSingle
        // A list in the deep-object style, `ids[]=a`, differs from its element, `ids=a`.
        var schema = node?["schema"].map { isSingle || isDeep ? $0 : schemas.documents.list(orElementOf: $0) }
        let isJSON = !isSingle && node?.jsonContent.map { schemas.documents.hasStructure($0) } ?? false
        if isJSON { schema = node?.jsonContent }
        if schema == nil, let content = node?["content"]?.entries.first {
            schemas.warn(
                "the parameter `\(key)` holds a document (`\(content.name)`)", "it becomes a string", at: content.key)
        }
        let read = schema.map { schemas.documents.read($0) }
        let documentation = YAMLEntry.documentation(
            node?["description"]?.text?.documentation ?? schema.flatMap { schemas.documentation(of: $0) },
            isDeprecated: node?["deprecated"]?.flag == true || read?.isDeprecated == true)
        if let constant = read?.constant, isRequired, place != "path" {
            return .init(
                name: name, key: key, type: "String", use: .string, isRequired: true,
                constant: constant, documentation: documentation)
        }
        let use =
            schema.map {
                let use = schemas.type(of: $0, path(of: key, source))
                return isJSON ? use.untransformed : use.asParameter
            } ?? .string
        var parameter = TranslatedOperation.Parameter(
            name: name, key: key, type: use.text, use: use, isRequired: isRequired, documentation: documentation)
        // `.a.b` and `;x=a;x=b`, where only the first mark is a part of the path.
        let repeatsMark = node?["explode"]?.flag == true && node?["style"] != nil && node?["style"]?.text != "simple"
        switch use.form {
        case .any where isJSON, .model where isJSON, .union where isJSON, .list where isJSON, .dictionary where isJSON:
            parameter.style = "json"
        case .scalar, .enumeration, .texts: break
        case .list(let element) where (element.isText || element == .any) && !(isSingle && repeatsMark):
            if element == .any || isSingle { parameter.use = TypeUse(text: "[String]", form: .list(.scalar)) }
            if isSingle { parameter.use.transformer = "commaSeparated" } else { style(&parameter, node) }
            parameter.type = parameter.use.text
        case .model where isDeep, .union where isDeep, .list where isDeep, .dictionary where isDeep:
            parameter.style = "deepObject"
        case .any, .model, .union, .list, .dictionary:
            if use.form != .any, let node {
                schemas.warn(
                    "the structure of the parameter `\(key)` cannot be expressed", "it becomes a string", at: node)
            }
            parameter.use =
                isDeep
                ? TypeUse(text: "[String: String]", form: .dictionary(.scalar)) : .string
            parameter.type = parameter.use.text
            if isDeep { parameter.style = "deepObject" }
        }
        // An empty text means that nothing is sent.
        let standard = read?.defaultValue.flatMap { $0.isEmptyText ? nil : $0 }
        parameter.defaultValue = isSingle ? nil : standard.flatMap { literal($0, parameter.use) }
        parameter.type = parameter.use.text + (isRequired || parameter.defaultValue != nil ? "" : "?")
        return parameter
    }

    /// `orderId` for the `{id}` of `orders/{id}/items`.
    private static func subject(before key: String, in path: String) -> String {
        let steps = path.split(separator: "/").map(String.init)
        let index = steps.firstIndex { $0.contains("{\(key)}") } ?? steps.endIndex
        let words = steps[..<index].last { !$0.contains("{") } ?? "object"
        return SwiftNaming.property(SwiftNaming.type(words, .singular).text + "Id").text.lowercasedFirst
    }

    mutating func style(_ parameter: inout TranslatedOperation.Parameter, _ node: Node?) {
        let style = node?["style"]?.text ?? "form"
        let explode = node?["explode"]?.flag ?? (style == "form")
        switch style {
        case "spaceDelimited", "pipeDelimited":
            parameter.style = style
            parameter.explode = explode
        // OpenAPI leaves open how a list is encoded as a deep object (section 4.8.12.3); servers read
        // `expand[]=a&expand[]=b`.
        case "deepObject": parameter.key += "[]"
        case "form", "simple": if !explode { parameter.explode = false }
        default:
            parameter.explode = false
            guard let node else { return }
            schemas.warn("the style `\(style)` is not supported", "its values are sent separated by commas", at: node)
        }
    }

    private mutating func addResponses(_ operation: inout TranslatedOperation) {
        let source = operation.source
        let asksConditionally = operation.headers.contains { $0.key.lowercased().hasPrefix("if-") }
        var returned: [String] = []
        for response in source.responses {
            let status = response.status.uppercased() == "DEFAULT" ? "default" : response.status.uppercased()
            let isKnown =
                status == "default"
                || status.count == 3 && "2345".contains(status.prefix(1))
                    && (status.hasSuffix("XX") || Int(status) != nil)
            guard isKnown else { continue }
            // Redirects are followed. 304 only answers a conditional request, which this operation cannot make.
            if status.first == "3", status != "304" || !asksConditionally { continue }
            guard let first = response.content.first else {
                operation.responses.append(.init(status: status))
                continue
            }
            if let json = response.content.json {
                let suffix = status.first == "2" ? "Result" : "Failure"
                let use = json.value["schema"].map {
                    schemas.type(of: $0, response.name.map { [$0] } ?? [Self.typeName(of: source), suffix])
                        .untransformed
                }
                operation.responses.append(.init(status: status, use: use ?? .any))
                if status.first == "2", !returned.contains(json.name) { returned.append(json.name) }
            } else if first.name.hasPrefix("text/"), !first.name.isEventStream {
                operation.responses.append(.init(status: status, use: .string))
            } else if status.first == "2" {
                operation.isDownload = true
                operation.responses.append(.init(status: status))
            }
        }
        // By default, a client asks for `application/json`.
        if !returned.isEmpty, !returned.contains(where: { ["application/json", "*/*"].contains($0.mediaType) }) {
            operation.constantHeaders.append(("Accept", returned.joined(separator: ", ")))
        }
        // A single `default` is the response for every status.
        if operation.successes.isEmpty, operation.responses.count == 1, operation.responses[0].status == "default",
            source.responses.count == 1
        {
            operation.responses[0].status = "2XX"
        }
        if operation.isDownload, !operation.successes.allSatisfy({ $0.use == nil }) { operation.isDownload = false }
        switch operation.body {
        case .form, .upload, .raw:
            if operation.isDownload {
                operation.isDownload = false
                operation.responses.removeAll(where: \.isSuccess)
                operation.responses.insert(.init(status: "2XX", use: TypeUse(text: "Data", form: .scalar)), at: 0)
            }
        case .none, .value, .draft, .patch: break
        }
    }
}

extension Node {
    /// Whether it is a text without characters.
    var isEmptyText: Bool { string == "" }

    /// The schema of a parameter that is sent as JSON.
    var jsonContent: Node? { self["content"]?.entries.json?.value["schema"] }
}

extension [Node.Entry] {
    /// The content in JSON: as such, if it is available in several forms.
    var json: Node.Entry? { first { $0.name.mediaType == "application/json" } ?? first { $0.name.isJSONType } }
}

extension String {
    /// Whether it is a JSON media type, or stands for every type.
    var isJSONType: Bool {
        let type = mediaType
        return type == "application/json" || type.hasSuffix("+json") || type.hasSuffix("/json") || type == "*/*"
            || type.hasPrefix("application/json+")
            || type.hasPrefix("application/vnd.") && !type.contains("zip") && type.contains("json")
    }

    /// Whether it is the media type of a form, whose fields are arguments.
    var isFormType: Bool { hasPrefix("application/x-www-form") || hasPrefix("multipart/") }

    /// Whether it is the media type of server-sent events, which arrive as long as the server has any.
    var isEventStream: Bool { mediaType == "text/event-stream" }

    /// Whether it is the only media type in which a client sends parts, or stands for it.
    var isMultipartForm: Bool { ["multipart/form-data", "multipart/*"].contains(mediaType) }

    /// Whether it is the media type of a merge patch (RFC 7396).
    var isMergePatch: Bool { hasPrefix("application/merge-patch+") }

    /// A media type without its parameters.
    var mediaType: String { split(separator: ";").first.map { $0.lowercased() } ?? "" }

    /// Whether it is the media type of bytes.
    var isFileType: Bool {
        let family = lowercased().split(separator: "/").first ?? ""
        return family == "application" && !isJSONType && !isFormType && !lowercased().contains("xml")
            || ["image", "audio", "video", "font", "model"].contains(family)
    }

    var lowercasedFirst: String { prefix(1).lowercased() + dropFirst() }
}
