/// The meaning of all input files of a run, taken together.
///
/// It consists of values only, without positions or YAML. Everything in it is resolved and valid, and in the order of
/// the files, so that the same input gives the same output.
package struct Schema: Hashable, Sendable, Codable {
    package var files: [SchemaFile]
    package var databases: [Database]
    package var apis: [API] = []
    package var enumerations: [Enumeration]
    package var transformers: [TransformerDeclaration]
    package var externalTypes: [ExternalType]
    package var models: [Model]

    package init(
        files: [SchemaFile] = [], databases: [Database] = [], enumerations: [Enumeration] = [],
        transformers: [TransformerDeclaration] = [], externalTypes: [ExternalType] = [], models: [Model] = []
    ) {
        self.files = files
        self.databases = databases
        self.enumerations = enumerations
        self.transformers = transformers
        self.externalTypes = externalTypes
        self.models = models
    }
}

/// An input file, from which an output file is generated.
package struct SchemaFile: Hashable, Sendable, Codable {
    /// `post` for `post.model.yaml`.
    package var name: String
    /// The other modules whose models it refers to.
    package var imports: [String]
    /// The module from which it is imported. If it is set, nothing is generated for the file.
    package var module: String?

    package init(name: String, imports: [String] = [], module: String? = nil) {
        self.name = name
        self.imports = imports
        self.module = module
    }
}

/// An enum of the schema.
package struct Enumeration: Hashable, Sendable, Codable {
    package enum RawType: String, Hashable, Sendable, Codable, CaseIterable {
        case string = "String"
        case int = "Int"
        case int64 = "Int64"
    }

    package struct Case: Hashable, Sendable, Codable {
        package var name: SwiftName
        /// `.string` or `.integer`, depending on ``Enumeration/rawType``.
        package var rawValue: Literal
        package var documentation: String?

        package init(name: SwiftName, rawValue: Literal, documentation: String? = nil) {
            self.name = name
            self.rawValue = rawValue
            self.documentation = documentation
        }
    }

    /// What happens to an unknown raw value.
    package enum Unknown: Hashable, Sendable, Codable {
        case fail
        /// A case `unknown` stores the raw value, and writes it back.
        case keep
        case fallback(SwiftName)
    }

    package var name: SwiftName
    package var file: String
    package var module: String?
    package var documentation: String?
    package var rawType: RawType
    package var cases: [Case]
    package var unknown: Unknown

    package init(
        name: SwiftName, file: String, module: String? = nil, documentation: String? = nil, rawType: RawType,
        cases: [Case], unknown: Unknown = .fail
    ) {
        self.name = name
        self.file = file
        self.module = module
        self.documentation = documentation
        self.rawType = rawType
        self.cases = cases
        self.unknown = unknown
    }
}
