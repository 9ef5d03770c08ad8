import ModelgenParsing

extension MeaningComparison {
    /// Compares the requests and responses of two operations.
    mutating func difference(_ left: DocumentedOperation, _ right: DocumentedOperation) -> Difference? {
        parameters(left, right) ?? body(left, right) ?? answers(left, right) ?? credentials(left, right)
    }

    // MARK: Parameters

    private mutating func parameters(_ left: DocumentedOperation, _ right: DocumentedOperation) -> Difference? {
        // A client leaves out those that it sends as credentials.
        let credentials = Self.credentials(left, &original).reduce(Set<String>()) { $0.union($1) }
        func isCompared(_ parameter: DocumentedOperation.Parameter) -> Bool {
            parameter.place != "path" && !credentials.contains(parameter.identity)
        }
        let own = left.parameters.filter(isCompared)
        let others = right.parameters.filter(isCompared)
        for (name, other) in zip(left.path.pathParameterNames, right.path.pathParameterNames) {
            guard let first = left.parameter(name, in: "path")?.node["schema"],
                let second = right.parameter(other, in: "path")?.node["schema"]
            else { continue }
            if let difference = difference(first, second, at: name) { return difference }
        }
        for parameter in own {
            guard let other = others.first(where: { isCounterpart($0, of: parameter) }) else {
                return Difference(reason: .missing, place: parameter.name)
            }
            if let difference = difference(parameter, other) { return difference }
        }
        let extra = others.first { each in !own.contains { isCounterpart(each, of: $0) } }
        return extra.map { Difference(reason: .type, place: $0.name) }
    }

    private mutating func isCounterpart(
        _ other: DocumentedOperation.Parameter, of parameter: DocumentedOperation.Parameter
    ) -> Bool {
        if other.isSame(as: parameter) { return true }
        return other.place == parameter.place && other.name == parameter.name + "[]"
            && isDeepList(parameter.node, parameter.node["schema"])
    }

    /// Whether it is a list in the deep-object style, which is sent as `key[]`.
    private mutating func isDeepList(_ style: Node?, _ schema: Node?) -> Bool {
        style?["style"]?.text == "deepObject" && schema.map { original.read($0).kinds == [.array] } ?? false
    }

    private mutating func difference(
        _ left: DocumentedOperation.Parameter, _ right: DocumentedOperation.Parameter
    ) -> Difference? {
        guard let first = left.node["schema"] ?? left.node.jsonContent,
            let second = right.node["schema"] ?? right.node.jsonContent
        else { return Difference(reason: .type, place: left.name) }
        if (left.node["schema"] == nil) != (right.node["schema"] == nil) {
            return Difference(reason: .style, place: left.name)
        }
        if let difference = difference(first, second, at: left.name) { return difference }
        let standard = original.read(first).defaultValue.flatMap { $0.isEmptyText ? nil : $0 }
        let isOptional = !left.isRequired || standard != nil
        if isOptional == right.isRequired { return Difference(reason: .presence, place: left.name) }
        let other = exported.read(second).defaultValue
        if left.place == "query", (standard?.isNull ?? true) != (other == nil) {
            return Difference(reason: .defaultValue, place: left.name)
        }
        if original.read(first).kinds == [.array] || original.read(first).kinds == [.object], left.place == "query" {
            if Self.style(left.node) != Self.style(right.node), !isDeepList(left.node, first) {
                return Difference(reason: .style, place: left.name)
            }
        }
        return nil
    }

    private static func style(_ node: Node) -> String {
        let style = node["style"]?.text ?? "form"
        let explode = node["explode"]?.flag ?? (style == "form")
        return "\(style) \(style == "deepObject" ? true : explode)"
    }

    // MARK: Bodies

    private mutating func body(_ left: DocumentedOperation, _ right: DocumentedOperation) -> Difference? {
        var contents = left.body?["content"]?.entries ?? []
        if ["GET", "HEAD"].contains(left.method) {
            contents.removeAll { original.read($0.value["schema"] ?? $0.value).properties.isEmpty }
        }
        if contents.count == 1, contents[0].name.contains("form"),
            original.read(contents[0].value["schema"] ?? contents[0].value).isWithoutMembers
        {
            contents = []
        }
        let others = right.body?["content"]?.entries ?? []
        if others.isEmpty { return contents.isEmpty ? nil : Difference(reason: .missing, place: "body") }
        let pairs = others.lazy.compactMap { other in
            contents.first { Self.media($0.name) == Self.media(other.name) }.map { ($0, other) }
        }
        guard let (content, other) = pairs.first else { return Difference(reason: .body, place: "body") }
        // Both are sent as they are.
        guard !["file", "text"].contains(Self.media(other.name)) else { return nil }
        guard let first = content.value["schema"], let second = other.value["schema"] else { return nil }
        if other.name.contains("form") {
            let encoding = content.value["encoding"]
            let isURLEncoded = other.name.contains("urlencoded")
            var renamed: [String: String] = [:]
            for part in isURLEncoded ? encoding?.entries ?? [] : [] {
                guard let property = original.object(first, in: .form).properties.first(where: { $0.key == part.name })
                else {
                    continue
                }
                let own = other.value["encoding"]?[part.name]
                let isDeep = own?["style"]?.text == "deepObject"
                if isDeep, part.value["style"]?.text == "deepObject" { continue }
                guard original.kind(of: property.schema) == .array else {
                    if original.hasStructure(property.schema), part.value["style"]?.text == "deepObject" {
                        return Difference(reason: .style, place: part.name)
                    }
                    continue
                }
                if isDeepList(part.value, property.schema) {
                    renamed[part.name] = part.name + "[]"
                } else if Self.style(part.value) != (own.map { Self.style($0) } ?? "form true") {
                    return Difference(reason: .style, place: part.name)
                }
            }
            return self.contents(original.subject(of: first).node, second, at: "", keys: renamed)
        }
        // Changes to a model are a schema of their own, as is what the server does not assign.
        if isForm(second, of: [.draft, .patch]) {
            return self.contents(original.subject(of: first).node, second, at: "body")
        }
        return difference(first, second, at: "body")
    }

    private static func media(_ name: String) -> String {
        if name.isJSONType { return "json" }
        if name.hasPrefix("application/x-www-form") { return "form" }
        if name.isMultipartForm { return "multipart" }
        if name.hasPrefix("text/"), !name.isEventStream { return "text" }
        return "file"
    }

    // MARK: Responses

    private mutating func answers(_ left: DocumentedOperation, _ right: DocumentedOperation) -> Difference? {
        let asksConditionally = left.parameters.contains {
            $0.place == "header" && $0.name.lowercased().hasPrefix("if-")
        }
        var own = left.responses.filter { $0.status.first != "3" || $0.status == "304" && asksConditionally }
        if own.count == 1, own[0].status.lowercased() == "default", left.responses.count == 1 { own[0].status = "2XX" }
        let successes = own.filter { $0.status.first == "2" || $0.status == "304" }
        let contents = Set(successes.compactMap { $0.content.first?.name })
        for answer in own {
            let (status, content) = (answer.status, answer.content)
            let isSuccess = status.first == "2" || status == "304"
            if !isSuccess, content.isEmpty { continue }
            let other =
                right.responses.first { $0.status.uppercased() == status.uppercased() }
                ?? (isSuccess && contents.count <= 1 ? right.responses.first { $0.status == "2XX" } : nil)
            guard let other else {
                // An unnamed status is a failure with the whole response.
                if !isSuccess, !content.contains(where: { $0.name.isJSONType }) { continue }
                return Difference(reason: .missing, place: status)
            }
            guard let second = other.content.first else {
                if content.isEmpty { continue }
                return Difference(reason: .answer, place: status)
            }
            guard let first = content.first(where: { Self.media($0.name) == Self.media(second.name) }) else {
                // Text is text, whatever the name of its media type.
                if content.first.map({ Self.media($0.name) }) == "text",
                    exported.read(second.value["schema"] ?? second.value).kinds == [.string]
                {
                    continue
                }
                return Difference(reason: .answer, place: status)
            }
            guard Self.media(second.name) != "file" else { continue }
            guard let mine = first.value["schema"], let others = second.value["schema"] else { continue }
            let (list, otherList) = right.node["x-pagination"].flatMap { _ in lists(mine, others) } ?? (mine, others)
            if let difference = difference(list, otherList, at: status) { return difference }
        }
        for answer in right.responses where !answer.content.isEmpty && answer.status != "2XX" {
            if !own.contains(where: { $0.status.uppercased() == answer.status.uppercased() }) {
                return Difference(reason: .answer, place: answer.status)
            }
        }
        return nil
    }

    /// The lists in two responses that are pages: what surrounds them only leads to the next page.
    private mutating func lists(_ left: Node, _ right: Node) -> (Node, Node)? {
        let lists = exported.read(right).properties.filter { exported.kind(of: $0.schema) == .array }
        guard lists.count == 1, let own = original.object(left).properties.first(where: { $0.key == lists[0].key })
        else {
            return nil
        }
        return (own.schema, lists[0].schema)
    }

    // MARK: Credentials

    private mutating func credentials(_ left: DocumentedOperation, _ right: DocumentedOperation) -> Difference? {
        if let server = left.server { return Difference(reason: .server, place: server) }
        let first = Self.credentials(left, &original)
        let second = Self.credentials(right, &exported)
        return second.isSubset(of: first) ? nil : Difference(reason: .credential, place: "security")
    }

    /// The alternatives, each with all that is sent.
    private static func credentials(
        _ operation: DocumentedOperation, _ documents: inout DocumentSet
    ) -> Set<Set<String>> {
        let schemes = documents.root["components"]?["securitySchemes"]
        let all = DocumentSet.alternatives(of: operation.node["security"] ?? documents.root["security"]).map { names in
            Set(
                names.compactMap { name -> String? in
                    guard let scheme = schemes?[name].flatMap({ documents.resolve($0) }) else { return nil }
                    return switch scheme["type"]?.text {
                    case "http": scheme["scheme"]?.text?.lowercased() ?? ""
                    case "oauth2", "openIdConnect": "bearer"
                    default: DocumentedOperation.identity(of: scheme["name"]?.text ?? "", in: scheme["in"]?.text ?? "")
                    }
                })
        }
        return all.isEmpty ? [[]] : Set(all)
    }
}
