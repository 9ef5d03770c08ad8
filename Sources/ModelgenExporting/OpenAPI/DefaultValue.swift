import ModelgenSchema

extension ModelSchemas {
    /// A default as JSON, in the form that a transformer gives it; nil if only code or a transformer of the user's knows
    /// that form.
    func value(_ literal: Literal, of type: FieldType, _ transformer: JSONTransformer?) -> DocumentValue? {
        value(literal, of: type.unwrapped, through: transformer?.written)
    }

    private func value(_ literal: Literal, of type: FieldType, through use: TransformerUse?) -> DocumentValue? {
        switch (literal, type) {
        case (.list(let elements), .list(let element)) where use.map { !types.takesWhole(type, $0) } ?? true:
            return list(elements) { value($0, of: element.unwrapped, through: use) }
        case (.dictionary(let entries), .dictionary(let key, let element))
        where use.map { !types.takesWhole(type, $0) } ?? true:
            let members = entries.compactMap { entry in
                value(entry.value, of: element.unwrapped, through: use)
                    .map { DocumentMember(text(ofKey: entry.key, key), $0) }
            }
            return members.count == entries.count ? .object(members) : nil
        default: break
        }
        switch use {
        case .builtIn(let builtIn): return value(literal, through: builtIn)
        case .declared: return nil
        case nil: return plain(literal, of: type)
        }
    }

    private func list(_ elements: [Literal], _ value: (Literal) -> DocumentValue?) -> DocumentValue? {
        let values = elements.compactMap(value)
        return values.count == elements.count ? .array(values) : nil
    }

    private func text(ofKey key: String, _ type: DictionaryKey) -> String {
        guard case .enumeration(let enumeration) = type else { return key }
        let raw = schema.enumeration(enumeration)?.cases.first { $0.name.text == key }?.rawValue
        return raw?.plainText ?? key
    }

    private func plain(_ literal: Literal, of type: FieldType) -> DocumentValue? {
        switch (literal, type) {
        case (.null, .scalar(.json)): return .null
        case (.null, _): return nil
        case (.boolean(let value), _): return .bool(value)
        case (.integer(let text), _), (.number(let text), _): return .number(text)
        case (.string(let text), .scalar(.date)): return Instant(rfc3339: text).map { .string($0.rfc3339) }
        case (.string(let text), .scalar(.uuid)): return .string(text.uppercased())
        case (.string(let text), _): return .string(text)
        case (.enumCase(let name), .enumeration(let enumeration)):
            let raw = schema.enumeration(enumeration)?.cases.first { $0.name == name }?.rawValue
            return raw.flatMap { plain($0, of: .scalar(.json)) }
        case (.list(let elements), .set(let element)):
            return list(elements) { value($0, of: element.unwrapped, through: nil) }
        case (.list(let elements), .scalar(.json)): return list(elements) { plain($0, of: type) }
        case (.dictionary(let entries), .scalar(.json)):
            let members = entries.compactMap { entry in
                plain(entry.value, of: type).map { DocumentMember(entry.key, $0) }
            }
            return members.count == entries.count ? .object(members) : nil
        case (.list, _), (.dictionary, _), (.enumCase, _): return nil
        }
    }

    private func value(_ literal: Literal, through transformer: BuiltInTransformer) -> DocumentValue? {
        switch (transformer, literal) {
        case (.iso8601, .string(let text)), (.rfc3339, .string(let text)): plain(.string(text), of: .scalar(.date))
        case (.unixSeconds, .string(let text)):
            Instant(rfc3339: text).map { .number($0.secondsText.withoutZeroFraction) }
        case (.unixMilliseconds, .string(let text)): Instant(rfc3339: text).map { .number(String($0.milliseconds)) }
        case (.dateFormat("yyyy-MM-dd"), .string(let text)):
            Instant(rfc3339: text).map { .string(String($0.rfc3339.prefix(10))) }
        case (.stringNumber, .integer(let text)), (.stringNumber, .number(let text)): .string(text)
        case (.intBool, .boolean(let value)): .integer(value ? 1 : 0)
        case (.base64, .string(let text)), (.trimmed, .string(let text)): .string(text)
        case (.lowercased, .string(let text)): .string(text.lowercased())
        case (.commaSeparated, .list(let elements)): .string(elements.map(\.plainText).joined(separator: ","))
        case (.iso8601, _), (.rfc3339, _), (.unixSeconds, _), (.unixMilliseconds, _), (.dateFormat, _),
            (.stringNumber, _), (.intBool, _), (.base64, _), (.hex, _), (.trimmed, _), (.lowercased, _),
            (.commaSeparated, _):
            nil
        }
    }
}

extension String {
    /// `5` for `5.0`
    fileprivate var withoutZeroFraction: String { hasSuffix(".0") ? String(dropLast(2)) : self }
}
