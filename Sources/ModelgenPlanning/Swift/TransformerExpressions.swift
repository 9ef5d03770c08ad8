import ModelgenDatabase
import ModelgenSchema

extension ModelPlanning {
    /// The transformer of a field as an expression: `UnixMilliseconds()`, `Each(Encrypted())`, `EachValue(Hex())`.
    func expression(_ transformer: JSONTransformer, for type: FieldType) -> String {
        switch transformer {
        case .always(let use): expression(use, for: type)
        case .byKind(let kinds):
            "\(types.library("ByKind", of: .transformers))("
                + kinds.map { "\($0.kind.rawValue): \(expression($0.transformer, for: type))" }.joined(separator: ", ")
                + ")"
        }
    }

    func expression(_ use: TransformerUse, for type: FieldType) -> String {
        let single =
            switch use {
            case .declared(let name): "\(name.escaped)()"
            case .builtIn(let builtIn): expression(builtIn, for: type)
            }
        guard use.isForElements(of: type, schema.transformer) else { return single }
        let each = if case .list = type.unwrapped { "Each" } else { "EachValue" }
        return "\(types.library(each, of: .transformers))(\(single))"
    }

    private func expression(_ builtIn: BuiltInTransformer, for type: FieldType) -> String {
        let element = type.elementToTransform?.unwrapped ?? type.unwrapped
        func create(_ name: String, _ rest: String = "()") -> String { types.library(name, of: builtIn.library) + rest }
        return switch builtIn {
        case .iso8601: create("ISO8601")
        case .rfc3339: create("RFC3339")
        case .unixSeconds: create("UnixSeconds")
        case .unixMilliseconds: create("UnixMilliseconds")
        case .dateFormat(let pattern): create("DateFormat", "(\(SwiftLiteral.string(pattern)))")
        case .base64: create("Base64")
        case .hex: create("Hex")
        case .stringNumber where element == .scalar(.decimal): create("StringDecimal")
        case .stringNumber: create("StringNumber", "<\(types.type(element))>()")
        case .intBool: create("IntBool")
        case .commaSeparated: create("CommaSeparated")
        case .trimmed: create("Trimmed")
        case .lowercased: create("Lowercased")
        }
    }
}

extension BuiltInTransformer {
    /// The library that declares it.
    var library: TypeSpelling.Library {
        switch self {
        // Dates have this form without a transformer too.
        case .rfc3339: .runtime
        case .dateFormat: .dateFormats
        case .iso8601, .unixSeconds, .unixMilliseconds, .base64, .hex, .stringNumber, .intBool, .commaSeparated,
            .trimmed, .lowercased:
            .transformers
        }
    }
}
