import ModelgenSchema

extension OpenAPIPlanning {
    /// Adds the parameters of every request to the body of an operation if they are sent there: as members of an object
    /// or as fields of a form. What the operation has itself takes precedence.
    ///
    /// - Returns: Those that are sent in the query.
    func share(with operation: inout OperationPlan) -> [GlobalParameter] {
        let keys = Set(operation.query.map(\.key))
        let missing = api.parameters.filter { !keys.contains($0.key) }
        let sent = missing.filter { $0.place == .body }
        guard ![.get, .head, .delete].contains(operation.method), !sent.isEmpty, let body = filled(operation.body, sent)
        else { return missing }
        operation.body = body
        return missing.filter { $0.place == .query }
    }

    /// A body with more members; nil if it is neither an object nor a form.
    private func filled(_ body: DocumentValue?, _ parameters: [GlobalParameter]) -> DocumentValue? {
        guard let body else {
            return api.format == .json ? filled(Self.content(mediaType, ["type": "object"]), parameters) : nil
        }
        guard case .object(let contents) = body, let content = contents.first, let schema = content.value["schema"]
        else { return nil }
        let members: [DocumentMember]
        if content.key == "application/x-www-form-urlencoded" {
            members = parameters.map { DocumentMember($0.key, ["const": .string($0.value.plainText)]) }
        } else if api.format == .json, !content.key.hasPrefix("multipart/"), schema.mayBeObject {
            members = parameters.map { parameter in
                let value = models.value(parameter.value, of: .scalar(.json), nil)
                return DocumentMember(parameter.key, ["const": value ?? .null])
            }
        } else {
            return nil
        }
        var filled = content.value
        filled["schema"] = schema.adding(members)
        return .object([DocumentMember(content.key, filled)])
    }

    /// A parameter of every request, in the query.
    func documented(_ parameter: GlobalParameter) -> DocumentValue {
        [
            "name": .string(parameter.key), "in": "query", "required": true,
            "schema": ["const": .string(parameter.value.plainText)],
        ]
    }
}

extension DocumentValue {
    /// Whether it may describe an object. The schema of uploaded bytes is empty.
    fileprivate var mayBeObject: Bool { self != [:] && (self["type"].map { $0 == "object" } ?? true) }

    /// The schema of an object with more properties, all of them required.
    fileprivate func adding(_ members: [DocumentMember]) -> DocumentValue {
        guard case .object(let known)? = self["properties"] else {
            let more = (["type": "object", "properties": [:]] as DocumentValue).adding(members)
            return self == ["type": "object"] ? more : ["allOf": [self, more]]
        }
        let new = members.filter { member in !known.contains { $0.key == member.key } }
        var required: [DocumentValue] = []
        if case .array(let names)? = self["required"] { required = names }
        var schema = self
        schema["properties"] = .object(known + new)
        schema["required"] = .array(required + new.map { .string($0.key) })
        return schema
    }
}
