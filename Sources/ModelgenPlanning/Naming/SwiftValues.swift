import ModelgenSchema

/// The values of a schema as Swift expressions.
struct SwiftValues {
    let types: TypeSpelling

    /// A default as an expression of the type: `"draft"`, `[:]`, `.male`.
    func swift(_ value: DefaultValue, as type: FieldType) -> String {
        switch value {
        case .code(let swift, _): swift
        case .literal(let literal): self.literal(literal, as: type.unwrapped)
        }
    }

    private func literal(_ literal: Literal, as type: FieldType) -> String {
        switch (literal, type) {
        case (.null, .scalar(.json)): return ".null"
        case (.null, _): return "nil"
        case (.boolean(let value), .scalar(.json)): return ".bool(\(value))"
        case (.boolean(let value), _): return String(value)
        case (.integer(let digits), .scalar(.json)), (.number(let digits), .scalar(.json)): return ".number(\(digits))"
        case (.integer(let digits), .scalar(.date)), (.number(let digits), .scalar(.date)):
            return "\(types.scalar(.date))(timeIntervalSince1970: \(digits))"
        case (.integer(let digits), _), (.number(let digits), _): return digits
        case (.string(let text), .scalar(.json)): return ".string(\(SwiftLiteral.string(text)))"
        case (.string(let text), _): return SwiftLiteral.string(text)
        // `.none` and `.some` would be those of an optional.
        case (.enumCase(let name), .enumeration(let type)) where ["none", "some"].contains(name.text):
            return "\(type.escaped).\(name.escaped)"
        case (.enumCase(let name), _): return ".\(name.escaped)"
        case (.list(let elements), .list(let element)), (.list(let elements), .set(let element)):
            return "[" + elements.map { self.literal($0, as: element.unwrapped) }.joined(separator: ", ") + "]"
        case (.list(let elements), _):
            return ".array([" + elements.map { self.literal($0, as: .scalar(.json)) }.joined(separator: ", ") + "])"
        case (.dictionary(let entries), .dictionary(let key, let value)):
            guard !entries.isEmpty else { return "[:]" }
            return "["
                + entries.map { "\(dictionaryKey($0.key, key)): \(self.literal($0.value, as: value.unwrapped))" }
                .joined(separator: ", ") + "]"
        case (.dictionary(let entries), _):
            guard !entries.isEmpty else { return ".object([:])" }
            return ".object(["
                + entries
                .map { "\(SwiftLiteral.string($0.key)): \(self.literal($0.value, as: .scalar(.json)))" }
                .joined(separator: ", ") + "])"
        }
    }

    private func dictionaryKey(_ text: String, _ key: DictionaryKey) -> String {
        switch key {
        case .string: SwiftLiteral.string(text)
        case .int: text
        case .enumeration: ".\(SwiftName(text).escaped)"
        }
    }
}
