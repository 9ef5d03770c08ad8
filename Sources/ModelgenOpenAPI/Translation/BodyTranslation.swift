import ModelgenImporting
import ModelgenParsing

extension OperationTranslation {
    /// An operation, and if its body may be JSON or a form with files, both.
    mutating func translations(of source: DocumentedOperation) -> [TranslatedOperation] {
        let content = source.body?["content"]?.entries ?? []
        guard source.sendsBody, content.contains(where: \.name.isJSONType), let form = fileForm(of: content) else {
            return [translate(source)]
        }
        var other = source
        other.suffix = " with files"
        other.body = schemas.documents.made([("content", schemas.documents.made([(form.name, form.value)]))])
        return [translate(source), translate(other)]
    }

    /// The form that has files, which no other body can contain.
    private mutating func fileForm(of content: [Node.Entry]) -> Node.Entry? {
        content.first { form in
            guard form.name.hasPrefix("multipart/"), let schema = form.value["schema"] else { return false }
            return schemas.documents.object(schema, in: .form).properties.contains { property in
                let encoding = form.value["encoding"]?[property.key]
                return isFile(property.schema, encoding)
                    || schemas.documents.read(property.schema).items.map { isFile($0, encoding) } ?? false
            }
        }
    }

    mutating func addBody(_ operation: inout TranslatedOperation, _ taken: inout Set<String>) {
        let source = operation.source
        guard let body = source.body, let content = body["content"]?.entries, !content.isEmpty else { return }
        let files = fileForm(of: content)
        let chosen =
            content.first { $0.name.isMergePatch && content.json?.name.mediaType != "application/json" }
            ?? content.json ?? files ?? content.first { $0.name.isFormType } ?? content[0]
        guard source.sendsBody else {
            let schema = chosen.value["schema"].map { schemas.documents.read($0) }
            if schema?.properties.isEmpty == false {
                schemas.warn("the body of a \(source.method) is left out", at: body)
                operation.comments.append("The document also has a body, which \(source.method) does not send.")
            }
            return
        }
        let others = content.map(\.name).filter { $0 != chosen.name && $0 != files?.name }.joined(separator: ", ")
        if !others.isEmpty { operation.comments.append("The body may also be \(others).") }
        let path = [Self.typeName(of: source), "Body"]
        if chosen.name.isJSONType {
            let use = chosen.value["schema"].map { schemas.type(of: $0, path).untransformed } ?? .any
            operation.body =
                sendsPatch(use, source.method, isMergePatch: chosen.name.isMergePatch) ? .patch(use) : .value(use)
            if chosen.name != "application/json", !chosen.name.contains("*") {
                operation.constantHeaders.append(("Content-Type", chosen.name))
            }
            return
        }
        if chosen.name.isFormType {
            addForm(chosen, to: &operation, &taken)
            return
        }
        operation.body = .raw
        if chosen.name != "application/octet-stream", !chosen.name.contains("*") {
            operation.constantHeaders.append(("Content-Type", chosen.name))
        }
    }

    /// How the fields of a form are sent.
    private enum FormEncoding {
        /// As text, like a query.
        case url
        /// As parts, which may be files.
        case multipart
    }

    private mutating func addForm(
        _ form: Node.Entry, to operation: inout TranslatedOperation, _ taken: inout Set<String>
    ) {
        let encoding: FormEncoding = form.name.hasPrefix("multipart/") ? .multipart : .url
        let schema = form.value["schema"].map { schemas.documents.object($0, in: .form) } ?? ReadSchema()
        if encoding == .multipart, !form.name.isMultipartForm {
            schemas.warn(
                "the parts of this body are sent as `multipart/form-data`",
                "if the server rejects that, compose the body yourself, with `upload: Data`", at: form.key)
            operation.comments.append("The document sends the parts as \(form.name).")
        }
        if schema.properties.isEmpty, !schema.isWithoutMembers {
            schemas.warn("the fields of this form have no names", "it is left out", at: form.key)
            operation.comments.append("The document also has a form whose fields have no names.")
        } else if schema.isJoined {
            operation.comments.append("The document has several forms of this body; these are the fields of all.")
        }
        var fields: [TranslatedOperation.Parameter] = []
        for property in schema.properties where !property.key.isEmpty {
            // A request does not contain what is only read.
            if schemas.documents.read(property.schema).isReadOnly { continue }
            let field = field(
                property, form.value["encoding"]?[property.key], in: encoding, of: operation.source,
                isRequired: schema.required.contains(property.key), &taken)
            if let field {
                fields.append(field)
            } else {
                operation.comments.append("The document also has `\(property.key)`, which has a structure.")
            }
        }
        guard !fields.isEmpty else { return }
        switch encoding {
        case .url: operation.body = .form(fields)
        case .multipart: operation.body = .upload(fields)
        }
    }

    /// Whether a body is sent as a patch: a field that may be null can be absent, too, which an optional cannot express.
    private mutating func sendsPatch(_ use: TypeUse, _ method: String, isMergePatch: Bool) -> Bool {
        guard method == "PATCH" || isMergePatch, case .model(let index) = use.form else { return false }
        let schema = schemas.documents.object(schemas.declarations[index].node)
        // A patch does not contain the key, which `id` would be.
        guard schema.properties.contains(where: { SwiftNaming.property($0.key) != "id" }) else { return false }
        if schema.required.contains(where: { SwiftNaming.property($0) == "id" }), !isMergePatch { return false }
        return isMergePatch
            || schema.properties.contains {
                !schema.required.contains($0.key) && schemas.documents.subject(of: $0.schema).isNullable
            }
    }

    /// A field of a form; nil if it has a structure that models cannot express, which is reported.
    ///
    /// - Parameter encoding: What the document says about the field's encoding.
    private mutating func field(
        _ property: ReadSchema.Property, _ encoding: Node?, in form: FormEncoding, of source: DocumentedOperation,
        isRequired: Bool, _ taken: inout Set<String>
    ) -> TranslatedOperation.Parameter? {
        let isMultipart = form == .multipart
        let wanted = SwiftNaming.property(property.key)
        let name = SwiftNaming.claimed(wanted == "id" ? "objectId" : wanted, in: "form", &taken)
        let read = schemas.documents.read(property.schema)
        let documentation = YAMLEntry.documentation(
            schemas.documentation(of: property.schema), isDeprecated: read.isDeprecated)
        if let constant = read.constant, isRequired {
            return .init(
                name: name, key: property.key, type: "String", use: .string, isRequired: true, constant: constant,
                documentation: documentation)
        }
        var use = schemas.type(of: property.schema, [Self.typeName(of: source), property.key]).asParameter
        // Bytes that are no file are sent as base64.
        let (bytes, list) = (TypeUse(text: "Data", form: .scalar), TypeUse(text: "[Data]", form: .list(.scalar)))
        if isMultipart, use == bytes || use == list { use.transformer = "base64" }
        if isMultipart, isFile(property.schema, encoding) { use = bytes }
        if isMultipart, case .list = use.form, let items = schemas.documents.read(property.schema).items,
            isFile(items, encoding)
        {
            use = list
        }
        var part = TranslatedOperation.Parameter(
            name: name, key: property.key, type: use.text, use: use, isRequired: isRequired,
            documentation: documentation)
        let type = encoding?["contentType"]?.text
        let isDeep = !isMultipart && encoding?["style"]?.text == "deepObject"
        // Without a style, an object in a form is JSON, as is anything that the document says is (section 4.8.15.1).
        let isJSON = !isMultipart && (type?.isJSONType ?? (encoding?["style"] == nil && encoding?["explode"] == nil))
        let isObject = schemas.documents.kind(of: property.schema) == .object
        switch use.form {
        case .scalar, .enumeration, .texts: break
        case .list(let element) where element.isText && !(isJSON && type != nil):
            if !isMultipart { style(&part, encoding) }
        case .any where isDeep, .model where isDeep, .union where isDeep, .list where isDeep, .dictionary where isDeep:
            part.style = "deepObject"
        case .list(.model) where isMultipart, .list(.union) where isMultipart:
            // Each element is a part, whose media type this would be (section 4.8.15.1). But JSON is the default for objects,
            // so whoever demands it means the list.
            if type?.isJSONType == true { part.style = "json" }
        case .any where isMultipart, .model where isMultipart: break
        case .dictionary where isMultipart: part.use = use.untransformed
        // A value of several kinds may be a string; that it may be more was reported with its type.
        case .any where type == nil: part.use = .string
        // Objects of several kinds are JSON, but one of them may also be a text.
        case .union where isMultipart && isObject: break
        case .union where isJSON && isObject, .any where isJSON, .model where isJSON, .list where isJSON,
            .dictionary where isJSON:
            (part.use, part.style) = (use.untransformed, "json")
        case .any, .model, .union, .list, .dictionary:
            schemas.warn(
                "the field `\(property.key)` of a form has a structure that models cannot express", "it is left out",
                at: property.place)
            return nil
        }
        // A part says which type it is if that is not the one that its value implies.
        if isMultipart, let type, !type.contains(","), !type.contains("*"), part.use.isText || part.use == list,
            type != part.use.partType
        {
            part.headers = [("Content-Type", type)]
        }
        if isMultipart { addHeaders(encoding?["headers"], to: &part) }
        // The server applies its defaults itself, some of which are only valid together with other fields.
        part.type = part.use.text + (isRequired ? "" : "?")
        return part
    }

    /// Adds the headers of a part that always have the same value. Its media type is described elsewhere (section
    /// 4.8.15.1).
    private mutating func addHeaders(_ headers: Node?, to part: inout TranslatedOperation.Parameter) {
        for entry in headers?.entries ?? [] where entry.name.lowercased() != "content-type" {
            let schema = schemas.documents.resolve(entry.value)?["schema"]
            if let value = schema.flatMap({ schemas.documents.read($0).constant }) {
                part.headers.append((entry.name, value))
            } else {
                schemas.warn("the header `\(entry.name)` of a part is not constant", "it is left out", at: entry.key)
            }
        }
    }

    /// Whether a part is a file. OpenAPI 3.1 describes one by its media type (section 4.8.14.3), which it may leave to
    /// the encoding (section 4.8.15.1); an encoded one is text.
    private mutating func isFile(_ schema: Node, _ encoding: Node?) -> Bool {
        let read = schemas.documents.read(schema)
        if read.format == "binary" { return true }
        // `binary` means that nothing is encoded (RFC 2045, section 6.2).
        let encoded = schema["contentEncoding"]?.text
        if encoded == "binary" { return true }
        if let type = schema["contentMediaType"]?.text { return encoded == nil && type.isFileType }
        return read.isEmpty && read.additionalSchema == nil
            && encoding?["contentType"]?.text.map { $0.isFileType } == true
    }
}
