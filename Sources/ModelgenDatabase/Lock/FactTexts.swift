import ModelgenSchema

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
