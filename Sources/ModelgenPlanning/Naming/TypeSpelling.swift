import ModelgenDatabase
import ModelgenSchema

/// How generated code writes types in a schema whose own names may hide some of them.
///
/// A model, a field or a parameter may have the name of a Swift type. If one is called `Data`, Foundation's type is
/// written `Foundation.Data`; otherwise it is plain `Data`.
package struct TypeSpelling: Sendable {
    private let declared: Set<String>

    package init(_ schema: Schema) {
        declared = schema.allNames
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

    package enum Library: String, Sendable, CaseIterable {
        case swift = "Swift"
        case foundation = "Foundation"
        case runtime = "ModelRuntime"
        case transformers = "ModelTransformers"
        case dateFormats = "ModelDateFormats"
        case geometry = "ModelGeometry"
        case patches = "ModelPatches"
        case sqlite = "ModelSQLite"
        case storedGeometry = "ModelGeometrySQLite"
        case migrations = "ModelMigrations"
        case adoption = "ModelAdoption"
        case autoMigration = "ModelAutoMigration"
        case relations = "ModelRelations"
        case fullText = "ModelFullText"
        case migrationRows = "ModelMigrationRows"
        case rest = "ModelREST"
        case transfers = "ModelTransfers"
        case pagination = "ModelPagination"
        case repository = "ModelRepository"
        case databaseRepository = "ModelRepositorySQLite"
    }

    /// The types that templates name themselves: `{{Row}}` is `Row`, or `ModelSQLite.Row` in a schema with a model of
    /// that name.
    package static let templateTypes: [(name: String, library: Library)] =
        ([
            (
                .swift,
                """
                Copyable CustomDebugStringConvertible CustomReflectable CustomStringConvertible Error Hasher Int Int64 Mirror \
                Sendable String
                """
            ),
            (
                .runtime,
                """
                AsIs JSONField JSONFieldSink JSONFieldSource JSONFields JSONSink JSONSource ModelDraft Redacted
                """
            ),
            (.patches, "FieldPatch JSONPatchable ModelPatch PatchField PatchFieldList"),
            (
                .sqlite,
                """
                Column ColumnSamples Database DatabaseMigrating DatabasePool DatabaseSchema \
                DatabaseValue DraftTable EarliestVersion FieldSink FieldSource RecordStatement Row SQLMigrations SQLiteDatabase \
                Table TableColumn TableColumns TableDraft TableKey
                """
            ),
            (.migrations, "DatabaseMigration TableRebuild"),
            (.adoption, "AdoptableVersion"),
            (.relations, "Relation"),
            (
                .rest,
                """
                APIClient APIDefaults AuthenticatedAPI Endpoint Envelope FailureRule ListParameters Operations \
                OptionalListParameters Parameters PathKeyIsField RESTAPI Resource
                """
            ),
            (.repository, "ResourceRepository"),
            (.databaseRepository, "CachedRecord DatabaseCache NestedRows"),
        ] as [(Library, String)]).flatMap { library, names in names.split(separator: " ").map { (String($0), library) }
        }

    /// A model at the beginning of an expression: `Post`, or `Array<post>.Element`. A member called `post` would hide a
    /// model with a lowercase name there; only types can be between angle brackets.
    func inExpression(_ model: SwiftName) -> String {
        guard model.text.first?.isLowercase ?? false else { return model.escaped }
        return "\(library("Array", of: .swift))<\(model.escaped)>.Element"
    }

    /// A name for something that only generated code uses, unless the schema declares it.
    func free(_ wanted: String) -> String {
        var name = wanted
        while declared.contains(name) { name = "Generated" + name }
        return name
    }

    /// The modules with which some of their types must be qualified.
    var qualifying: Set<String> {
        let named = Self.templateTypes + Scalar.allCases.map { ($0.rawValue, Self.library(of: $0)) }
        return Set(named.filter { declared.contains($0.0) }.map(\.1.rawValue))
    }

    /// A library's name, qualified if the schema declares the same one.
    package func library(_ name: String, of library: Library) -> String {
        declared.contains(name) ? "\(library.rawValue).\(name)" : name
    }
}
