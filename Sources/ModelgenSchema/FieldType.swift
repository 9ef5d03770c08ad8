/// The type of a field.
package indirect enum FieldType: Hashable, Sendable, Codable {
    case scalar(Scalar)
    case geometry(Geometry)
    case enumeration(SwiftName)
    case model(SwiftName)
    case external(SwiftName)
    case optional(FieldType)
    case list(FieldType)
    case set(FieldType)
    case dictionary(key: DictionaryKey, value: FieldType)

    /// The type without its outer optional.
    package var unwrapped: FieldType {
        if case .optional(let wrapped) = self { return wrapped.unwrapped }
        return self
    }

    /// The type inside optionals, lists, sets and dictionaries.
    package var innermost: FieldType {
        switch self {
        case .optional(let inner), .list(let inner), .set(let inner), .dictionary(_, let inner): inner.innermost
        case .scalar, .geometry, .enumeration, .model, .external: self
        }
    }

    /// The type as it is written in Swift.
    package var text: String { text(\.text) }

    /// The type as it is written in the schema, which never qualifies names.
    package var yaml: String { text(\.unqualified) }

    private func text(_ written: KeyPath<SwiftName, String>) -> String {
        switch self {
        case .scalar(let scalar): scalar.rawValue
        case .geometry(let geometry): geometry.rawValue
        case .enumeration(let name), .model(let name), .external(let name): name[keyPath: written]
        case .optional(let wrapped): wrapped.text(written) + "?"
        case .list(let element): "[\(element.text(written))]"
        case .set(let element): "Set<\(element.text(written))>"
        case .dictionary(.string, let value): "[String: \(value.text(written))]"
        case .dictionary(.int, let value): "[Int: \(value.text(written))]"
        case .dictionary(.enumeration(let name), let value):
            "[\(name[keyPath: written]): \(value.text(written))]"
        }
    }

    /// Whether nil is one of its values.
    package var isOptional: Bool {
        if case .optional = self { return true }
        return false
    }
}

/// The built-in types of the schema language.
package enum Scalar: String, Hashable, Sendable, Codable, CaseIterable {
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint = "UInt"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case float = "Float"
    case double = "Double"
    case decimal = "Decimal"
    case bool = "Bool"
    case string = "String"
    case date = "Date"
    case data = "Data"
    case uuid = "UUID"
    case url = "URL"
    case json = "JSON"

    /// Whether it is one of the ten integer types.
    package var isInteger: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64: true
        case .float, .double, .decimal, .bool, .string, .date, .data, .uuid, .url, .json: false
        }
    }

    /// Whether it is a type of Swift's standard library.
    package var isOfSwift: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .float, .double, .bool,
            .string:
            true
        case .decimal, .date, .data, .uuid, .url, .json: false
        }
    }
}

/// Geometry types. They are the platform's own if it has them, otherwise equivalent structs of ModelGeometry.
package enum Geometry: String, Hashable, Sendable, Codable, CaseIterable {
    case point = "CGPoint"
    case size = "CGSize"
    case rect = "CGRect"
    case vector = "CGVector"
    case affineTransform = "CGAffineTransform"
    case edgeInsets = "UIEdgeInsets"
    case offset = "UIOffset"
    case range = "NSRange"
}

/// The types that the keys of a dictionary can have.
package enum DictionaryKey: Hashable, Sendable, Codable {
    case string
    case int
    case enumeration(SwiftName)
}
