/// Determines the storage class of a field's values.
///
/// The rules, the DDL, the Swift code and the verification all rely on this:
///
/// | Swift type | storage class |
/// | --- | --- |
/// | integers | INTEGER; a `UInt64` beyond `Int64.max` is an error when it is bound |
/// | `Bool` | INTEGER, 0 or 1 |
/// | `Float`, `Double` | REAL |
/// | `Decimal` | TEXT, every digit of it |
/// | `String`, `UUID`, `URL` | TEXT |
/// | `Date` | REAL, seconds since 1970 |
/// | `Data` | BLOB |
/// | an enum | that of its raw value |
/// | an external type | as declared |
/// | `JSON`, nested models, geometry, lists, sets, dictionaries | TEXT, a JSON document |
///
/// A transformer stores its source type instead of the field's.
package struct ColumnStorage: Sendable {
    private let rawTypes: [SwiftName: Enumeration.RawType]
    private let transformers: [SwiftName: TransformerDeclaration]
    private let externalClasses: [SwiftName: StorageClass]

    package init(_ schema: Schema) {
        self.init(
            enumerations: schema.enumerations, transformers: schema.transformers, externalTypes: schema.externalTypes)
    }

    /// Creates it for a schema that is not complete yet.
    package init(
        enumerations: some Sequence<Enumeration>, transformers: some Sequence<TransformerDeclaration>,
        externalTypes: some Sequence<ExternalType>
    ) {
        rawTypes = Dictionary(firstOf: enumerations.map { ($0.name, $0.rawType) })
        self.transformers = Dictionary(firstOf: transformers.map { ($0.name, $0) })
        externalClasses = Dictionary(firstOf: externalTypes.map { ($0.name, $0.storage) })
    }

    /// The storage class of the field's column, unless the user has declared a type for it.
    package func storageClass(of field: Field) -> StorageClass {
        storageClass(of: field.type, transformer: field.transformer?.sqlite)
    }

    /// The storage class of a type's values after the transformer.
    package func storageClass(of type: FieldType, transformer: TransformerUse? = nil) -> StorageClass {
        switch storedType(of: type, transformer: transformer).unwrapped {
        case .scalar(let scalar): Self.storageClass(of: scalar)
        case .enumeration(let name):
            switch rawTypes[name] {
            case .int, .int64: .integer
            case .string, nil: .text
            }
        case .external(let name): externalClasses[name] ?? .text
        case .geometry, .model, .list, .set, .dictionary, .optional: .text
        }
    }

    /// The type that is passed to SQLite: the transformer's source type, or the field's own.
    ///
    /// A transformer of single values is applied to the elements of a list and the values of a dictionary: `[Date]`
    /// through `unixMilliseconds` is stored as `[Int64]`.
    package func storedType(of type: FieldType, transformer: TransformerUse?) -> FieldType {
        guard let transformer else { return type }
        if case .optional(let wrapped) = type { return .optional(storedType(of: wrapped, transformer: transformer)) }
        var source: FieldType
        switch transformer {
        case .builtIn(let builtIn): source = .scalar(Self.sourceType(of: builtIn))
        case .declared(let name):
            guard let declaration = transformers[name] else { return type }
            source = declaration.source
        }
        if convertsElements(transformer, of: type) { source = type.of(source) }
        return source
    }

    /// Whether a transformer converts each element of a collection instead of the whole.
    package func convertsElements(_ transformer: TransformerUse, of type: FieldType) -> Bool {
        transformer.isForElements(of: type) { transformers[$0] }
    }

    private static func sourceType(of transformer: BuiltInTransformer) -> Scalar {
        switch transformer {
        case .iso8601, .rfc3339, .dateFormat, .base64, .hex, .stringNumber, .commaSeparated, .trimmed, .lowercased:
            .string
        case .unixSeconds: .double
        case .unixMilliseconds: .int64
        case .intBool: .int
        }
    }

    private static func storageClass(of scalar: Scalar) -> StorageClass {
        switch scalar {
        case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .bool: .integer
        case .float, .double, .date: .real
        case .decimal, .string, .uuid, .url, .json: .text
        case .data: .blob
        }
    }
}
