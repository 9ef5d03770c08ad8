import ModelgenDatabase
import ModelgenSchema

/// How generated code writes types in a schema whose own names may hide some of them.
///
/// A model, a field or a parameter may have the name of a Swift type. If one is called `Data`, Foundation's type is
/// written `Foundation.Data`; otherwise it is plain `Data`.
package struct TypeSpelling: Sendable {
    private let declared: Set<String>
    private let namedLikeMembers: Set<SwiftName>

    package init(_ schema: Schema) {
        declared = schema.allNames
        namedLikeMembers = schema.modelsNamedLikeMembers
    }

    /// The type of a field: `[String: Post]?`.
    package func type(_ type: FieldType) -> String {
        switch type {
        case .scalar(let scalar): self.scalar(scalar)
        case .geometry(let geometry): geometry.rawValue
        case .enumeration(let name), .model(let name), .external(let name): name.escaped
        case .optional(let wrapped): self.type(wrapped) + "?"
        case .list(let element): "[\(self.type(element))]"
        case .set(let element): "\(library("Set", of: .swift))<\(self.type(element))>"
        case .dictionary(let key, let value): "[\(self.key(key)): \(self.type(value))]"
        }
    }

    package func key(_ key: DictionaryKey) -> String {
        switch key {
        case .string: library("String", of: .swift)
        case .int: library("Int", of: .swift)
        case .enumeration(let name): name.escaped
        }
    }

    package func scalar(_ scalar: Scalar) -> String {
        library(scalar.rawValue, of: Self.library(of: scalar))
    }

    /// The library that declares a built-in type.
    static func library(of scalar: Scalar) -> Library {
        if scalar.isOfSwift { return .swift }
        return scalar == .json ? .runtime : .foundation
    }

    package typealias Library = ModelgenSchema.Library

    /// The libraries' types that templates use: `{{Row}}` is `Row`, or `ModelSQLite.Row` in a schema with a model of
    /// that name.
    package static let templateTypes: [(name: String, library: Library)] =
        ([
            (
                .swift,
                """
                Copyable CustomDebugStringConvertible CustomReflectable CustomStringConvertible Error Hasher Int Int64 KeyValuePairs \
                Mirror PartialKeyPath Sendable String
                """
            ),
            (
                .runtime,
                """
                AsIs DraftableModel JSONField JSONFieldSink JSONFieldSource JSONFields JSONSink JSONSource ModelDraft Redacted \
                Unassigned
                """
            ),
            (.leniency, "Indirect"),
            (.patches, "FieldPatch JSONPatchable ModelPatch PatchField PatchFieldList"),
            (
                .sqlite,
                """
                Column Database DatabasePool DatabaseSchema DatabaseValue FieldSink FieldSource \
                RecordStatement Row RowReader SQLiteDatabase Table TableColumn TableColumns TableDraft TableKey
                """
            ),
            (
                .migrations,
                """
                ColumnSamples DatabaseMigrating DatabaseMigration EarliestVersion MigratedDatabase SQLMigrations \
                TableRebuild
                """
            ),
            (.adoption, "AdoptableVersion"),
            (.relations, "Relation"),
            (
                .rest,
                """
                APIClient APIDefaults Endpoint Envelope ListParameters Operations \
                OptionalListParameters Parameters PathKeyIsField RESTAPI Resource
                """
            ),
            (.outcomes, "DeclaredFailure FailureRule"),
            (.credentials, "AuthenticatedAPI AuthenticationScheme MultiCredentialAPI"),
            (.repository, "ResourceRepository"),
            (.databaseRepository, "CachedRecord DatabaseCache NestedRows"),
        ] as [(Library, String)]).flatMap { library, names in names.split(separator: " ").map { (String($0), library) }
        }

    /// A model at the beginning of an expression: `Post`, or `Array<post>.Element`. There, a member called `post` would
    /// hide the model, but between angle brackets only types are found.
    func inExpression(_ model: SwiftName) -> String {
        guard isHiddenInExpressions(model) else { return model.escaped }
        return "\(library("Array", of: .swift))<\(model.escaped)>.Element"
    }

    /// Whether a member, parameter or local variable may have the model's name. Names that generated code adds never
    /// begin in upper case.
    func isHiddenInExpressions(_ model: SwiftName) -> Bool {
        model.text.first?.isUppercase != true || namedLikeMembers.contains(model)
    }

    /// A name that only generated code uses, changed if the schema or a library declares it.
    func free(_ wanted: String) -> String {
        var name = wanted
        while declared.contains(name) || Library.typeNames.contains(name) { name = "Generated" + name }
        return name
    }

    /// Whether the generated text qualifies something with the module.
    func qualifies(_ module: Library, in text: String) -> Bool {
        text.ranges(of: "\(module.rawValue).").contains { range in
            declared.contains(String(text[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
        }
    }

    /// A name from a library, qualified if the schema declares the same name.
    package func library(_ name: String, of library: Library) -> String {
        declared.contains(name) ? "\(library.rawValue).\(name)" : name
    }
}
