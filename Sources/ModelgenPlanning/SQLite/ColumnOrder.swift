import ModelgenDatabase
import ModelgenSchema

/// The comparisons that a column's stored values support, which decide the column's type in Swift.
enum ColumnOrder {
    /// The stored values are ordered like the values themselves: `Column`.
    case kept
    /// Equal values are stored equally, but their order is lost: `UnorderedColumn`.
    case lost
    /// Equal values may be stored differently: `OpaqueColumn`.
    case opaque

    /// The library's type for such a column.
    var typeName: String {
        switch self {
        case .kept: "Column"
        case .lost: "UnorderedColumn"
        case .opaque: "OpaqueColumn"
        }
    }
}

extension SchemaIndex {
    /// Whether the stored form of a field keeps the order of its values.
    func columnOrder(of field: Field) -> ColumnOrder {
        let type = field.type.unwrapped
        guard let transformer = field.transformer?.sqlite else {
            if case .external(let name) = type { return externalType(name)?.keepsOrder == true ? .kept : .lost }
            return type.keepsOrder ? .kept : .lost
        }
        switch transformer {
        case .declared(let name):
            guard let declaration = self.transformer(name) else { return .lost }
            if !declaration.isDeterministic { return .opaque }
            return declaration.keepsOrder && declaration.value.unwrapped == type ? .kept : .lost
        case .builtIn(let builtIn): return builtIn.keepsOrder && type.keepsOrder ? .kept : .lost
        }
    }
}

extension BuiltInTransformer {
    /// Whether the stored values are in the order of the original ones. Dates as text are not: `06.5Z` comes before
    /// `06Z`.
    fileprivate var keepsOrder: Bool {
        switch self {
        case .unixSeconds, .unixMilliseconds, .hex, .intBool, .trimmed, .lowercased: true
        case .dateFormat(let pattern): Self.isFromYearsDown(pattern)
        case .iso8601, .rfc3339, .base64, .stringNumber, .commaSeparated: false
        }
    }

    /// Whether a date's parts are ordered from the largest to the smallest, each with all its digits:
    /// `yyyy-MM-dd HH:mm`.
    private static func isFromYearsDown(_ pattern: String) -> Bool {
        let fields = pattern.split { !$0.isLetter }.map(String.init)
        return !fields.isEmpty && ["yyyy", "MM", "dd", "HH", "mm", "ss", "SSS"].starts(with: fields)
            && pattern.hasPrefix("yyyy")
    }
}

extension FieldType {
    /// Whether SQLite orders the values as Swift does, without a transformer. A `Decimal` is stored as text, and so are
    /// documents.
    fileprivate var keepsOrder: Bool {
        switch self {
        case .scalar(let scalar): scalar != .decimal && scalar != .json
        case .enumeration: true
        case .optional(let wrapped): wrapped.keepsOrder
        case .geometry, .model, .external, .list, .set, .dictionary: false
        }
    }
}
