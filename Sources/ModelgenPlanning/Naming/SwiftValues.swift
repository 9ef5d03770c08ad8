import ModelgenDatabase
import ModelgenSchema

/// The values of a schema as Swift expressions.
struct SwiftValues {
    let types: TypeSpelling

    /// The default of a field as an expression of its type: `"draft"`, `[:]`, `.male`.
    func swift(_ value: DefaultValue, of field: Field) -> String {
        switch value {
        case .code(let swift, _): swift
        case .literal(let literal): self.swift(literal, of: field.type)
        }
    }

    /// A value as an expression of a type.
    func swift(_ literal: Literal, of type: FieldType) -> String {
        switch (literal, type.unwrapped) {
        case (_, .scalar(let scalar)): return scalarLiteral(literal, scalar, isOptional: type.isOptional)
        // Just `.none` and `.some` would be those of an optional.
        case (.enumCase(let name), .enumeration(let type)) where ["none", "some"].contains(name.text):
            return "\(types.inExpression(type)).\(name.escaped)"
        case (.list(let elements), .list(let element)), (.list(let elements), .set(let element)):
            return bracketed(elements.map { swift($0, of: element) })
        case (.dictionary(let entries), .dictionary(let key, let value)):
            let entries = entries.map {
                "\(dictionaryKey($0.key, key)): \(swift($0.value, of: value))"
            }
            return entries.isEmpty ? "[:]" : bracketed(entries)
        case (.enumCase(let name), _): return ".\(name.escaped)"
        case (_, _): return literal.plainExpression
        }
    }

    private func scalarLiteral(_ literal: Literal, _ scalar: Scalar, isOptional: Bool) -> String {
        let type = types.scalar(scalar)
        switch (scalar, literal) {
        case (.json, .null): return isOptional ? "nil" : ".null"
        case (_, .null): return "nil"
        case (.date, .string(let text)):
            let seconds = Instant(rfc3339: text)?.secondsText ?? "0"
            return "\(type)(timeIntervalSince1970: \(seconds.hasSuffix(".0") ? String(seconds.dropLast(2)) : seconds))"
        case (.data, .string(let text)), (.url, .string(let text)), (.decimal, .number(let text)):
            return "\(type)(literal: \(SwiftLiteral.string(text)))"
        case (.double, .number(let digits)):
            // The compiler warns about subnormal numbers with few digits.
            if let value = Double(digits), value.isSubnormal { return "\(type)(bitPattern: \(value.bitPattern))" }
            return Self.rounded(digits, exact: 15)
        case (.float, .number(let digits)):
            if let value = Float(digits), value.isSubnormal { return "\(type)(bitPattern: \(value.bitPattern))" }
            return Self.rounded(digits, exact: 7)
        case (.uuid, .string(let text)): return "\(type)(literal: \"\(text.uppercased())\")"
        default: return literal.plainExpression
        }
    }

    /// A literal for a type that represents all integers with up to `exact` digits. The compiler warns about longer
    /// ones, which it must round, unless they are written as fractions.
    private static func rounded(_ digits: String, exact: Int) -> String {
        digits.allSatisfy { $0 == "-" || $0.isNumber } && digits.count > exact ? digits + ".0" : digits
    }

    private func dictionaryKey(_ text: String, _ key: DictionaryKey) -> String {
        switch key {
        case .string: SwiftLiteral.string(text)
        case .int: text
        case .enumeration: ".\(SwiftName(text).escaped)"
        }
    }
}

extension Literal {
    /// A literal that states its type, as those of `JSON` do.
    var plainExpression: String {
        switch self {
        case .null: "nil"
        case .boolean(let value): String(value)
        case .integer(let digits): digits
        // Digits alone would be an integer, and this one is too large for `Int64`.
        case .number(let number): number.allSatisfy { $0 == "-" || $0.isNumber } ? number + ".0" : number
        case .string(let text): SwiftLiteral.string(text)
        case .enumCase(let name): ".\(name.escaped)"
        case .list(let elements): bracketed(elements.map(\.plainExpression))
        case .dictionary(let entries):
            entries.isEmpty
                ? "[:]" : bracketed(entries.map { "\(SwiftLiteral.string($0.key)): \($0.value.plainExpression)" })
        }
    }
}

private func bracketed(_ elements: [String]) -> String { "[" + elements.joined(separator: ", ") + "]" }
