/// A transformer of the user, declared under `transformers:`. The Swift type with its name conforms to `Transformer`.
package struct TransformerDeclaration: Hashable, Sendable, Codable {
    package var name: SwiftName
    package var file: String
    package var source: FieldType
    package var value: FieldType
    /// Whether the stored values are in the same order as the values. If so, the column offers `<`.
    package var keepsOrder: Bool
    /// Whether equal values have equal stored values. If so, the column offers `==`.
    package var isDeterministic: Bool
    /// The module to import for it.
    package var module: String?

    package init(
        name: SwiftName, file: String, source: FieldType, value: FieldType, keepsOrder: Bool = false,
        isDeterministic: Bool = true, module: String? = nil
    ) {
        self.name = name
        self.file = file
        self.source = source
        self.value = value
        self.keepsOrder = keepsOrder
        self.isDeterministic = isDeterministic
        self.module = module
    }
}

/// The transformers that are built into modelgen, as they are written in the schema.
package enum BuiltInTransformer: Hashable, Sendable, Codable {
    case iso8601
    case rfc3339
    case unixSeconds
    case unixMilliseconds
    case dateFormat(String)
    case base64
    case hex
    case stringNumber
    case intBool
    case commaSeparated
    case trimmed
    case lowercased
}

/// The use of a transformer.
package enum TransformerUse: Hashable, Sendable, Codable {
    case builtIn(BuiltInTransformer)
    case declared(SwiftName)
}

extension TransformerUse {
    /// Whether it converts each element of a list, or each value of a dictionary, instead of the whole.
    ///
    /// - Parameter declaration: Finds the schema's own transformers.
    package func isForElements(
        of type: FieldType, _ declaration: (SwiftName) -> TransformerDeclaration?
    ) -> Bool {
        guard type.elementToTransform != nil else { return false }
        switch self {
        case .declared(let name): return declaration(name)?.value != type.unwrapped
        case .builtIn(let builtIn): return builtIn != .commaSeparated
        }
    }
}

extension FieldType {
    /// The type of the elements of a list, or of the values of a dictionary, which a transformer can convert one by one.
    package var elementToTransform: FieldType? {
        switch unwrapped {
        case .list(let element), .dictionary(_, let element): element
        case .scalar, .geometry, .enumeration, .model, .external, .optional, .set: nil
        }
    }

    /// This collection with elements of another type.
    package func of(_ element: FieldType) -> FieldType {
        if case .dictionary(let key, _) = unwrapped { .dictionary(key: key, value: element) } else { .list(element) }
    }
}

/// The transformers of one field, for JSON and for its column.
package struct FieldTransformer: Hashable, Sendable, Codable {
    package var json: JSONTransformer?
    package var sqlite: TransformerUse?

    package init(json: JSONTransformer? = nil, sqlite: TransformerUse? = nil) {
        self.json = json
        self.sqlite = sqlite
    }
}

package enum JSONTransformer: Hashable, Sendable, Codable {
    case always(TransformerUse)
    /// One for each kind of JSON value, in the order in which they were written. The first one is used for writing.
    case byKind([KindTransformer])

    /// The transformer that is used for writing.
    package var written: TransformerUse? {
        switch self {
        case .always(let use): use
        case .byKind(let kinds): kinds.first?.transformer
        }
    }
}

package struct KindTransformer: Hashable, Sendable, Codable {
    package var kind: Choice.Kind
    package var transformer: TransformerUse

    package init(kind: Choice.Kind, transformer: TransformerUse) {
        self.kind = kind
        self.transformer = transformer
    }
}

/// A Swift type of the user, declared under `types:`.
package struct ExternalType: Hashable, Sendable, Codable {
    package var name: SwiftName
    /// The file of this module that declares it. Empty for a type of another module, whose files may have the same
    /// names.
    package var file: String
    /// The type that it has in JSON.
    package var json: FieldType
    /// Its storage class: INTEGER, REAL, TEXT or BLOB.
    package var storage: StorageClass
    /// Whether the stored values are in the same order as the values. If so, its columns offer `<`.
    package var keepsOrder: Bool
    /// The module to import for it.
    package var module: String?

    package init(
        name: SwiftName, file: String, json: FieldType, storage: StorageClass, keepsOrder: Bool = false,
        module: String? = nil
    ) {
        self.name = name
        self.file = file
        self.json = json
        self.storage = storage
        self.keepsOrder = keepsOrder
        self.module = module
    }

    /// The type of ModelSQLite that represents any SQLite value. No file declares it.
    package static let databaseValue = ExternalType(
        name: "DatabaseValue", file: "", json: .scalar(.json), storage: .blob, keepsOrder: true, module: "ModelSQLite")
}

/// https://www.sqlite.org/datatype3.html#storage_classes_and_datatypes
package enum StorageClass: String, Hashable, Sendable, Codable, CaseIterable {
    case integer = "INTEGER"
    case real = "REAL"
    case text = "TEXT"
    case blob = "BLOB"
}
