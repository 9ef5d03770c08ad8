import ModelgenSchema

extension FieldType {
    /// The type as Swift spells it.
    var spelling: String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .geometry(let geometry): geometry.rawValue
        case .enumeration(let name), .model(let name), .external(let name): name.text
        case .optional(let wrapped): wrapped.spelling + "?"
        case .list(let element): "[\(element.spelling)]"
        case .set(let element): "Set<\(element.spelling)>"
        case .dictionary(.string, let value): "[String: \(value.spelling)]"
        case .dictionary(.int, let value): "[Int: \(value.spelling)]"
        case .dictionary(.enumeration(let name), let value): "[\(name): \(value.spelling)]"
        }
    }
}

extension DefaultValue {
    /// `default 5`, as a part of a fact.
    var part: String {
        switch self {
        case .literal(let literal): "default \(FactParts.quoted(literal.text))"
        case .code(let swift, _): "default \(FactParts.quoted(swift))"
        }
    }
}

extension Literal {
    var text: String {
        switch self {
        case .null: "null"
        case .boolean(let value): value ? "true" : "false"
        case .integer(let digits), .number(let digits): digits
        case .string(let text): "\"\(text)\""
        case .list(let elements): "[\(elements.map(\.text).joined(separator: ", "))]"
        case .dictionary(let entries): "{\(entries.map { "\($0.key): \($0.value.text)" }.joined(separator: ", "))}"
        case .enumCase(let name): ".\(name)"
        }
    }
}
