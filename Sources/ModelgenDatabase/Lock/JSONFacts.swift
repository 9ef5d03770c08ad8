import ModelgenSchema

extension Schema {
    /// The JSON that the models read and write, and their requests, sorted.
    package var jsonFacts: [Fact] {
        var facts: [Fact] = []
        let forms = StoredForms(self)
        for enumeration in enumerations where enumeration.module == nil { facts += enumeration.wireFacts }
        for transformer in transformers {
            let types = "\(transformer.source.text) -> \(transformer.value.text)"
            facts.append(Fact(.conversion, transformer.name.text, types))
        }
        for type in externalTypes { facts.append(Fact(.conversion, type.name.text, type.json.text)) }
        for api in apis { facts += api.facts }
        for model in models where model.module == nil {
            if let options = model.json.fact(of: model.name, cases: forms.order(of: model)) { facts.append(options) }
            for field in model.fields { facts += field.wireFacts(of: model.name) }
            for entry in model.oneOf {
                let transformer = entry.transformer.map { ", by \(FactParts.quoted($0.text))" } ?? ""
                facts.append(Fact(.value, "\(model.name).\(entry.text)", entry.type.text + transformer))
            }
            if let client = model.client {
                facts += client.pathFacts(of: model)
                facts += client.calls(of: model, apis.first { $0.name == client.api }).flatMap(\.wireFacts)
            }
        }
        return facts.sorted()
    }
}

extension Enumeration {
    fileprivate var wireFacts: [Fact] {
        let unknown =
            switch self.unknown {
            case .fail: "fail"
            case .keep: "keep"
            case .fallback(let name): name.text
            }
        return [Fact(.wireEnum, name.text, "\(rawType.rawValue), unknown \(unknown)")]
            + cases.map { Fact(.value, "\(name).\($0.name)", $0.rawValue.text) }
    }
}

extension Field {
    /// `String, required, key title | name` for reading, `String?, key title` for writing.
    fileprivate func wireFacts(of model: SwiftName) -> [Fact] {
        guard let json else { return [] }
        let subject = "\(model).\(name)"
        let paths = json.paths.map { FactParts.quoted($0.text) }
        let transformer = transformer?.json.map { "by \(FactParts.quoted($0.text))" }
        var facts: [Fact] = []
        if json.direction != .encodeOnly, access != .writeOnly {
            let isNeeded = !type.isOptional && defaultValue == nil && onInvalid == .fail
            let policy = onInvalid == .fail ? nil : "invalid \(onInvalid.rawValue)"
            let parts = [
                type.text, transformer, isNeeded ? "required" : nil, defaultValue?.part, policy,
                "key \(paths.joined(separator: " | "))",
            ]
            facts.append(Fact(.read, subject, parts.compactMap { $0 }.joined(separator: ", ")))
        }
        if json.direction != .decodeOnly, access != .readOnly {
            let nilForm = json.omitsNil.map { $0 ? "nil left out" : "nil as null" }
            let parts = [type.text, transformer, nilForm, "key \(paths.first ?? "")"]
            facts.append(Fact(.write, subject, parts.compactMap { $0 }.joined(separator: ", ")))
        }
        return facts
    }
}

extension JSONOptions {
    /// The options that differ from the defaults, and the order of a union's cases; nil if there are none.
    fileprivate func fact(of model: SwiftName, cases: String?) -> Fact? {
        var parts: [String] = []
        if isLenient { parts.append("lenient") }
        if let root { parts.append("root \(FactParts.quoted(root.text))") }
        if !omitsNil { parts.append("nil as null") }
        if unknownKeys == .fail { parts.append("unknown keys fail") }
        if let discriminator { parts.append("discriminator \(FactParts.quoted(discriminator))") }
        if let cases { parts.append(cases) }
        return parts.isEmpty ? nil : Fact(.object, model.text, parts.joined(separator: ", "))
    }
}

// MARK: - Texts

extension JSONTransformer {
    var text: String {
        switch self {
        case .always(let use): use.text
        case .byKind(let uses): uses.map { "\($0.kind.rawValue): \($0.transformer.text)" }.joined(separator: ", ")
        }
    }
}

extension TransformerUse {
    package var text: String {
        switch self {
        case .builtIn(.dateFormat(let format)): "dateFormat(\(format))"
        case .builtIn(let transformer): "\(transformer)"
        case .declared(let name): name.text
        }
    }
}
