import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The modules that the parts of a file need, sorted like `import` lines.
    func modules(of parts: [FilePlan.Part], _ file: SchemaFile) -> [String] {
        var modules: Set<String> = ["Foundation", "ModelRuntime"]
        modules.formUnion(file.imports)
        for part in parts {
            switch part {
            case .draftRecord: modules.insert("ModelSQLite")
            case .queries(let plan):
                modules.insert("ModelSQLite")
                modules.formUnion(plan.libraries.map(\.rawValue))
            case .record(let plan):
                modules.insert("ModelSQLite")
                if plan.fullTextTable != nil { modules.insert("ModelFullText") }
                if !plan.relations.isEmpty { modules.insert("ModelRelations") }
            case .database(let plan):
                modules.insert("ModelSQLite")
                modules.formUnion(plan.additions.map(\.rawValue))
            case .api: modules.insert("ModelREST")
            case .client(let plan):
                modules.insert("ModelREST")
                if plan.sendsParts { modules.insert("ModelTransfers") }
                if plan.isPaged { modules.insert("ModelPagination") }
            case .repository(let plan):
                modules.formUnion(["ModelREST", "ModelRepository"])
                if !plan.cache.isEmpty { modules.formUnion(["ModelRepositorySQLite", "ModelSQLite"]) }
            case .conformance(let plan): modules.insert(plan.library.rawValue)
            case .enumeration(let plan):
                if plan.conformances.contains(types.library("SQLiteValue", of: .sqlite)) {
                    modules.insert("ModelSQLite")
                }
                if plan.conformances.contains(types.library("ParameterValue", of: .rest)) {
                    modules.insert("ModelREST")
                }
            case .patch: modules.insert("ModelPatches")
            case .oneOf, .structure, .draft, .description, .json: break
            }
        }
        for type in schema.externalTypes where isDeclared(type, in: file) {
            if let module = type.module { modules.insert(module) }
            if emits(.sqlite), storesModels(nil) { modules.insert("ModelSQLite") }
        }
        for model in models[file.name] ?? [] {
            modules.formUnion(foreignModules(of: model))
            modules.formUnion(model.transformers.compactMap(\.library?.rawValue))
            if model.fields.contains(where: \.isTransformedByKind) { modules.insert("ModelTransformers") }
            if !model.geometry.isEmpty {
                modules.insert("ModelGeometry")
                if emits(.sqlite), model.storage.database != nil { modules.insert("ModelGeometrySQLite") }
            }
        }
        return modules.sorted()
    }

    /// The imports of these modules, and of the frameworks with the geometry types in the file's models.
    func imports(_ planned: PlannedFile, namedModules: Set<String>) -> [ImportPlan] {
        let models = models[planned.file.name] ?? []
        // The import of a module is as visible as the declarations that name its types (SE-0409): a more visible one is
        // a warning if imports are internal by default. If one file says `package`, a file without an access level is
        // ambiguous.
        let own = Set(planned.namedModules)
        let lines = planned.modules.map { module in
            if own.contains(module) { return ImportPlan(access: options.access.modifier, module: module) }
            let isAmbiguous = options.access == .package && namedModules.contains(module)
            return ImportPlan(access: isAmbiguous ? "internal " : "", module: module)
        }
        let frameworks = Set(models.flatMap(\.geometry).compactMap(\.framework))
        return lines
            + frameworks.sorted().map {
                ImportPlan(access: options.access.modifier, module: $0, isPlatforms: true)
            }
    }

    /// The modules that the visible declarations of a file name.
    func namedModules(_ modules: [String], by parts: [FilePlan.Part], of file: SchemaFile) -> [String] {
        let models = models[file.name] ?? []
        return modules.filter { isNamed($0, by: parts, of: models) }
    }

    /// Whether declarations that other modules see name something from a module; everything else in a file is private.
    private func isNamed(_ module: String, by parts: [FilePlan.Part], of models: [Model]) -> Bool {
        guard let library = TypeSpelling.Library(rawValue: module) else {
            return isForeign(module) ? models.contains { typeModules(of: $0).contains(module) } : !models.isEmpty
        }
        return switch library {
        case .foundation: models.contains { $0.namesFoundation } || parts.contains { namesData($0) }
        case .runtime: parts.contains { $0.names(.runtime, options) } || models.contains { $0.holdsJSON }
        // It has the types that Foundation does not have on all platforms.
        case .geometry: models.contains { $0.geometry.contains { !$0.isOfFoundation } }
        case .swift, .transformers, .dateFormats, .patches, .sqlite, .storedGeometry, .migrations, .adoption,
            .autoMigration, .relations, .fullText, .migrationRows, .rest, .transfers, .pagination, .repository,
            .databaseRepository:
            parts.contains { $0.names(library, options) }
        }
    }

    /// Whether the rows for the steps of a database hold bytes, whose type is Foundation's.
    private func namesData(_ part: FilePlan.Part) -> Bool {
        guard case .database(let plan) = part else { return false }
        let data = types.scalar(.data)
        return plan.versions.flatMap(\.rows).flatMap(\.fields).contains { $0.value == data }
    }

    /// The user's modules with the types and transformers of a model's fields.
    private func foreignModules(of model: Model) -> [String] {
        typeModules(of: model) + model.ownTransformers.compactMap { index.transformer($0)?.module }
    }

    private func typeModules(of model: Model) -> [String] {
        model.namedTypes.compactMap { type in
            if case .external(let name) = type.innermost { index.externalType(name)?.module } else { nil }
        }
    }

    /// Whether a module has types and transformers rather than models.
    private func isForeign(_ module: String) -> Bool {
        schema.externalTypes.contains { $0.module == module } || schema.transformers.contains { $0.module == module }
    }

    private func isDeclared(_ type: ExternalType, in file: SchemaFile) -> Bool {
        type.file == file.name && file.module == nil
    }

    /// Types that exist only if the user's types convert as the schema says.
    func externalForms(declaredIn file: SchemaFile) -> [ContractPlan] {
        schema.externalTypes.filter { isDeclared($0, in: file) }.flatMap { type -> [ContractPlan] in
            func form(_ kind: String, _ declared: String, of value: String) -> ContractPlan {
                ContractPlan(
                    name: types.free("\(type.name)\(kind)"), type: "\(declared)<\(type.name.escaped), \(value)>")
            }
            let json = form(
                "JSONForm", types.library("DeclaredJSONForm", of: .runtime), of: types.type(type.json))
            let stored = form(
                "StoredForm", types.library("DeclaredStoredForm", of: .sqlite), of: types.scalar(type.storage.scalar))
            return (emits(.json) ? [json] : []) + (emits(.sqlite) && storesModels(nil) ? [stored] : [])
        }
    }
}

extension FilePlan.Part {
    /// Whether its visible declarations name something from a library.
    fileprivate func names(_ library: TypeSpelling.Library, _ options: GenerationOptions) -> Bool {
        // These have protocols but no types. A type that is visible in the package may conform to a protocol that is
        // not.
        if options.access == .package, [.migrationRows, .fullText, .pagination].contains(library) { return false }
        return switch self {
        case .draftRecord, .queries: library == .sqlite
        case .database(let plan): library == .sqlite || (library == .migrationRows && plan.additions.contains(library))
        case .record(let plan):
            library == .sqlite || (library == .fullText && plan.fullTextTable != nil)
                || (library == .relations && !plan.relations.isEmpty)
        case .api: library == .rest
        case .conformance(let plan): library == plan.library
        case .json: library == .runtime
        case .patch: library == .runtime || library == .patches
        case .client(let plan):
            library == .rest || library == .runtime || (library == .transfers && plan.namesFiles)
                || (library == .pagination && plan.isPaged)
        case .repository(let plan):
            // A conformance alone requires a public import, but the compiler warns about a package import.
            library == .repository || (library == .rest && plan.cache.contains { !$0.isPlain })
                || (library == .databaseRepository
                    && plan.cache.contains { !$0.isPlain || options.access == .public })
        case .oneOf: library == .runtime && options.emits.contains(.json)
        case .enumeration(let plan):
            switch library {
            case .runtime: options.emits.contains(.json)
            case .sqlite: plan.conformances.contains { $0.hasSuffix("SQLiteValue") }
            case .rest: plan.conformances.contains { $0.hasSuffix("ParameterValue") }
            case .swift, .foundation, .transformers, .dateFormats, .geometry, .patches, .storedGeometry, .migrations,
                .adoption, .autoMigration, .relations, .fullText, .migrationRows, .transfers, .pagination, .repository,
                .databaseRepository:
                false
            }
        case .structure, .draft, .description: false
        }
    }
}

extension StorageClass {
    /// The Swift type as which every value of the class can be read.
    fileprivate var scalar: Scalar {
        switch self {
        case .integer: .int64
        case .real: .double
        case .text: .string
        case .blob: .data
        }
    }
}

extension Model {
    /// Whether a declaration of its code names a type of Foundation.
    fileprivate var namesFoundation: Bool {
        namedTypes.contains(where: \.namesFoundation) || client?.namesFoundation == true
    }

    /// The geometry in its declarations.
    fileprivate var geometry: [Geometry] {
        (namedTypes + (client?.namedTypes ?? [])).compactMap {
            if case .geometry(let geometry) = $0.innermost { geometry } else { nil }
        }
    }

    fileprivate var holdsJSON: Bool { namedTypes.contains { $0.innermost == .scalar(.json) } }

    /// The types in the declarations of its properties and queries.
    fileprivate var namedTypes: [FieldType] {
        fields.map(\.type) + oneOf.map(\.type)
            + queries.flatMap { query -> [FieldType] in
                let inRow: [FieldType] =
                    switch query.row {
                    case .scalar(let type): [type]
                    case .columns(let columns): columns.map(\.type)
                    case .model, nil: []
                    }
                return inRow + query.parameters.map(\.type)
            }
    }
}

extension Client {
    fileprivate var namesFoundation: Bool {
        namedTypes.contains(where: \.namesFoundation) || actions.contains { $0.transfer == .download }
    }

    /// The types that it sends and receives.
    fileprivate var namedTypes: [FieldType] {
        let parts = actions.flatMap { action -> [RequestParameter] in
            guard case .upload(let parts) = action.transfer else { return [] }
            // There, bytes are a file, whose type is the client's.
            return parts.filter { $0.type.innermost != .scalar(.data) }
        }
        let sent = (parameters + requests.flatMap(\.parameters) + parts).map(\.type) + requests.compactMap(\.body)
        let returned = requests.flatMap(\.responses).compactMap(\.type) + nested.compactMap(\.result)
        return sent + returned + actions.compactMap(\.result)
    }
}

extension FieldType {
    fileprivate var namesFoundation: Bool {
        switch innermost {
        case .geometry: true
        case .scalar(let scalar):
            switch scalar {
            case .decimal, .date, .data, .uuid, .url: true
            case .int, .int8, .int16, .int32, .int64, .uint, .uint8, .uint16, .uint32, .uint64, .float, .double, .bool,
                .string, .json:
                false
            }
        case .enumeration, .model, .external, .optional, .list, .set, .dictionary: false
        }
    }
}

extension Geometry {
    /// The framework that has the type on Apple's platforms, besides Foundation.
    fileprivate var framework: String? {
        switch self {
        case .point, .size, .rect, .vector, .affineTransform: "CoreGraphics"
        case .edgeInsets, .offset: "UIKit"
        case .range: nil
        }
    }

    /// Whether Foundation has the type on other platforms.
    fileprivate var isOfFoundation: Bool {
        switch self {
        case .point, .size, .rect, .range: true
        case .vector, .affineTransform, .edgeInsets, .offset: false
        }
    }
}
