import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The transformer of a field as an expression: `UnixMilliseconds()`, `Each(Encrypted())`.
    func expression(_ transformer: JSONTransformer, for type: FieldType) -> String {
        switch transformer {
        case .always(let use): expression(use, for: type)
        case .byKind(let kinds):
            "\(types.library("ByKind", of: .runtime))("
                + kinds.map { "\($0.kind.rawValue): \(expression($0.transformer, for: type))" }.joined(separator: ", ")
                + ")"
        }
    }

    func expression(_ use: TransformerUse, for type: FieldType) -> String {
        let single: String
        switch use {
        case .declared(let name):
            single = "\(name.escaped)()"
            // A user's transformer may be for the whole list.
            if schema.transformer(name)?.value == type.unwrapped { return single }
        case .builtIn(let builtIn):
            single = expression(builtIn, for: type)
            if builtIn == .commaSeparated { return single }
        }
        switch type.unwrapped {
        case .list: return "\(types.library("Each", of: .runtime))(\(single))"
        case .scalar, .geometry, .enumeration, .model, .external, .optional, .set, .dictionary: return single
        }
    }

    private func expression(_ builtIn: BuiltInTransformer, for type: FieldType) -> String {
        let element: FieldType =
            if case .list(let element) = type.unwrapped { element.unwrapped } else { type.unwrapped }
        return switch builtIn {
        case .iso8601: types.library("ISO8601", of: .runtime) + "()"
        case .rfc3339: types.library("RFC3339", of: .runtime) + "()"
        case .unixSeconds: types.library("UnixSeconds", of: .runtime) + "()"
        case .unixMilliseconds: types.library("UnixMilliseconds", of: .runtime) + "()"
        case .dateFormat(let pattern):
            "\(types.library("DateFormat", of: .dateFormats))(\(SwiftLiteral.string(pattern)))"
        case .base64: types.library("Base64", of: .runtime) + "()"
        case .hex: types.library("Hex", of: .runtime) + "()"
        case .stringNumber: "\(types.library("StringNumber", of: .runtime))<\(types.type(element))>()"
        case .intBool: types.library("IntBool", of: .runtime) + "()"
        case .commaSeparated: types.library("CommaSeparated", of: .runtime) + "()"
        case .trimmed: types.library("Trimmed", of: .runtime) + "()"
        case .lowercased: types.library("Lowercased", of: .runtime) + "()"
        }
    }
}
