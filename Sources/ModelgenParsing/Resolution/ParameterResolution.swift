import ModelgenDiagnostics
import ModelgenSchema

extension Resolver {
    /// Parameters; one with the name of a field uses the field's name in JSON, and is as sensitive as the field.
    ///
    /// - Parameter path: The path of the request, in which parameters of another place can occur.
    func parameters(
        _ node: Node?,
        _ subject: ModelSubject,
        in place: ParameterType.Place = .text,
        path: String? = nil
    ) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            let place = path?.contains("{\(entry.name)}") == true ? .path : place
            if let diagnostic = InvalidIdentifier.diagnose(entry.key, what: "a parameter") {
                report(diagnostic)
                return nil
            }
            guard !reading.isInvalid(entry.value) else { return nil }
            guard case .mapping = entry.value.content else { return plainParameter(entry, subject, in: place) }
            let keys = Entries<ParameterKey>(entry.value, reading)
            if let diagnostic = ParameterForm.diagnose(entry.value, entry.name, keys, in: place) {
                report(diagnostic)
                return nil
            }
            var parameter =
                keys[.const].map { constantParameter(entry, plainValue($0)) }
                ?? typedParameter(entry, keys, subject, in: place)
            parameter?.key = keys.text(.key) ?? usualKey(of: entry, subject)
            parameter?.isSensitive = keys.flag(.sensitive) ?? isSensitive(entry, subject)
            parameter?.documentation = keys.text(.doc)
            parameter?.deprecated = keys.text(.deprecated)
            return parameter
        }
    }

    /// `limit: Int?`
    private func plainParameter(
        _ entry: Node.Entry, _ subject: ModelSubject, in place: ParameterType.Place
    ) -> RequestParameter? {
        guard let type = type(entry.value, file: subject.file) else { return nil }
        report(ParameterType.diagnose(entry.value, entry.name, type, in: place, self))
        var parameter = RequestParameter(name: SwiftName(entry.name), key: usualKey(of: entry, subject), type: type)
        parameter.isSensitive = isSensitive(entry, subject)
        return parameter
    }

    /// Whether the parameter has the name of a sensitive field.
    private func isSensitive(_ entry: Node.Entry, _ subject: ModelSubject) -> Bool {
        subject.field(entry.name)?.field.isSensitive ?? false
    }

    /// `expand: { const: author }`
    private func constantParameter(_ entry: Node.Entry, _ value: Literal?) -> RequestParameter {
        RequestParameter(name: SwiftName(entry.name), key: entry.name, type: .scalar(.string), constant: value)
    }

    /// `since: { type: Date, transformer: iso8601 }`
    private func typedParameter(
        _ entry: Node.Entry, _ keys: Entries<ParameterKey>, _ subject: ModelSubject, in place: ParameterType.Place
    ) -> RequestParameter? {
        guard let typeNode = keys[.type], let type = type(typeNode, file: subject.file) else { return nil }
        let mismatch =
            ParameterForm.diagnose(keys, entry.name, type, in: place)
            ?? ParameterType.diagnose(typeNode, entry.name, type, keys, in: place, self)
        report(mismatch)
        var parameter = RequestParameter(name: SwiftName(entry.name), key: entry.name, type: type)
        parameter.style = style(keys)
        var transformed = type
        if parameter.style == .deepObject, case .dictionary(_, let value) = type.unwrapped { transformed = value }
        parameter.transformer = keys[.transformer].flatMap { node in
            guard let use = use(node, transformed, file: subject.file) else { return nil }
            if mismatch == nil { report(ParameterForm.diagnose(node, use, transformed, in: place, self)) }
            return use
        }
        parameter.headers = headers(keys[.headers])
        diagnostics += (keys[.headers]?.entries ?? []).compactMap { InvalidHeader.diagnose(part: $0.key) }
        parameter.standard = keys[.default].flatMap { standard($0, type, parameter.transformer) }
        return parameter
    }

    /// The name of the field with the parameter's name in JSON, or else the parameter's name.
    private func usualKey(of entry: Node.Entry, _ subject: ModelSubject) -> String {
        guard let path = subject.field(entry.name)?.field.json?.paths.first, path.components.count == 1,
            case .key(let name)? = path.components.first
        else { return entry.name }
        return name
    }

    /// Headers whose values the caller passes: `If-Match: { type: String? }` becomes `ifMatch`.
    func headerParameters(_ node: Node?, _ subject: ModelSubject) -> [RequestParameter] {
        (node?.entries ?? []).compactMap { entry in
            guard case .mapping = entry.value.content, !reading.isInvalid(entry.value) else {
                report(InvalidHeader.diagnose(entry.key, typeAsValue: entry.value, self))
                return nil
            }
            if let diagnostic = InvalidHeader.diagnose(name: entry.key) {
                report(diagnostic)
                return nil
            }
            let keys = Entries<HeaderKey>(entry.value, reading)
            guard let typeNode = keys[.type], let type = type(typeNode, file: subject.file) else { return nil }
            let transformer = keys[.transformer].flatMap { use($0, type, file: subject.file) }
            report(ParameterType.diagnose(header: typeNode, entry.name, type, keys, transformer, self))
            let name = keys.text(.name) ?? entry.name.camelCasedHeader
            report(
                keys[.name].map { InvalidIdentifier.diagnose($0, what: "a parameter") }
                    ?? InvalidIdentifier.diagnose(name, ofHeader: entry.key))
            var parameter = RequestParameter(name: SwiftName(name), key: entry.name, type: type)
            parameter.transformer = transformer
            parameter.standard = keys[.default].flatMap { standard($0, type, transformer) }
            (parameter.documentation, parameter.deprecated) = (keys.text(.doc), keys.text(.deprecated))
            return parameter
        }
    }

    /// The value that is sent if the caller passes none.
    private func standard(_ node: Node, _ type: FieldType, _ transformer: TransformerUse?) -> Literal? {
        let form = DateForm(transformer.map { [$0] } ?? [])
        let value = literal(node, type).flatMap { literal in
            datesAsText(literal, of: type, form).mapError { ValueMismatch(node, $0, form) }
        }
        switch value {
        case .success(let literal): return literal
        case .failure(let mismatch):
            report(DefaultMismatch.diagnose(mismatch, type: type, .parameter))
            return nil
        }
    }

    private func style(_ keys: Entries<ParameterKey>) -> ParameterStyle {
        switch keys.text(.style) {
        case "deepObject": .deepObject
        case "json": .json
        case _ where keys.flag(.explode) == true: .repeated
        case "spaceDelimited": .spaceSeparated
        case "pipeDelimited": .pipeSeparated
        default: keys.flag(.explode) == false ? .commaSeparated : .repeated
        }
    }
}

extension String {
    /// `If-Match` as `ifMatch`, `X-Request-ID` as `xRequestID`.
    fileprivate var camelCasedHeader: String {
        let first = prefix { $0.isLetter || $0.isNumber }
        return (first.lowercased() + dropFirst(first.count)).camelCasedIdentifier
    }
}
