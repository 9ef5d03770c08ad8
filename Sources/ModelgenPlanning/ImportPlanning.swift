import ModelgenDatabase
import ModelgenSchema

extension SchemaPlanning {
    /// The modules that a file imports, sorted like `import` lines.
    ///
    /// - Parameters:
    ///   - parts: The file's parts.
    ///   - named: The types in its declarations.
    func modules(of parts: [FilePlan.Part], naming named: [FieldType], _ file: SchemaFile) -> [String] {
        var libraries: Set<Library> = [.foundation, .runtime]
        var modules = Set(file.imports)
        for part in parts {
            libraries.formUnion(self.libraries(of: part))
            if case .queries(let plan) = part {
                modules.formUnion(plan.transformers.map(\.use).compactMap(module(of:)))
                if plan.transformers.contains(where: { $0.use.isForElements(of: $0.type, index.transformer) }) {
                    libraries.insert(.transformers)
                }
            }
        }
        for type in schema.externalTypes where type.file == file.name {
            if let module = type.module { modules.insert(module) }
            if storesModels(nil) { libraries.insert(.sqlite) }
            if !geometry(in: [type.json]).isEmpty { libraries.insert(.geometry) }
        }
        for type in named { modules.formUnion(self.modules(of: type)) }
        for model in models[file.name] ?? [] {
            modules.formUnion(model.transformers.compactMap(module(of:)))
            if model.fields.contains(where: \.isTransformedByKind)
                || model.transformedValues.contains(where: {
                    $0.transformer.isForElements(of: $0.type, index.transformer)
                })
            {
                libraries.insert(.transformers)
            }
        }
        if named.contains(where: { $0.innermost == .external(ExternalType.databaseValue.name) }) {
            libraries.insert(.storedValues)
        }
        if !geometry(in: named).isEmpty {
            libraries.insert(.geometry)
            let stored = (models[file.name] ?? []).filter { $0.storage.database != nil }
            if !geometry(in: stored.flatMap(namedTypes(of:))).isEmpty {
                libraries.insert(.storedGeometry)
            }
        }
        return modules.union(libraries.map(\.rawValue)).sorted()
    }

    /// The libraries of the runtime that a part needs, besides those of its types.
    private func libraries(of part: FilePlan.Part) -> [Library] {
        func list(_ library: Library, _ others: (library: Library, isNeeded: Bool)...) -> [Library] {
            [library] + others.filter(\.isNeeded).map(\.library)
        }
        switch part {
        case .draftRecord: return [.sqlite]
        case .queries: return [.sqlite, .queries]
        case .record(let plan):
            return list(.sqlite, (.fullText, plan.fullTextTable != nil), (.relations, !plan.relations.isEmpty))
        case .database(let plan): return [.sqlite] + plan.additions
        case .api(let plan):
            return list(
                .rest, (.credentials, !plan.credentials.isEmpty), (.pagination, !plan.pagination.isEmpty),
                (.retries, plan.attempts != nil), (.outcomes, !plan.failure.isEmpty),
                (.defaultParameters, !plan.settings.isEmpty), (.xmlBodies, plan.isXML))
        case .client(let plan):
            return list(
                .rest, (.transfers, plan.sendsParts), (.pagination, plan.isPaged || plan.paginates),
                (.retries, plan.retries), (.outcomes, plan.hasOutcomes), (.deepParameters, plan.hasDeepParameters),
                (.xmlBodies, plan.sendsXML), (.patches, plan.namesPatches))
        case .repository(let plan):
            return [.rest] + (plan.cache.isEmpty ? [.repository] : [.databaseRepository, .sqlite])
        case .conformance(let plan): return [plan.library]
        case .enumeration(let plan): return plan.libraries
        case .patch: return [.patches]
        case .json(let plan): return plan.needsLeniency ? [.leniency] : []
        case .oneOf: return emitsJSON ? [.leniency] : []
        case .structure(let plan): return plan.isIndirect ? [.leniency] : []
        case .draft, .description: return []
        }
    }

    /// The frameworks of Apple's platforms that have the geometry types among these.
    func frameworks(of named: [FieldType]) -> [String] {
        Set(geometry(in: named).compactMap(\.framework)).sorted()
    }

    /// The imports of a file's modules and frameworks.
    func imports(_ planned: PlannedFile) -> [ImportPlan] {
        // The import of a module is as visible as the declarations that name its types (SE-0409): a more visible one is
        // a warning if imports are internal by default.
        let own = Set(planned.namedModules)
        return planned.modules.map {
            ImportPlan(access: own.contains($0) ? options.access.modifier : "", module: $0)
        } + planned.frameworks.map { ImportPlan(access: options.access.modifier, module: $0, isPlatforms: true) }
    }

    /// The modules whose types occur in declarations that other modules can see. Everything else in a file is private.
    func namedModules(
        _ modules: [String], by parts: [FilePlan.Part], naming named: [FieldType], _ file: SchemaFile
    ) -> [String] {
        var declaring: Set<String> = []
        for type in named { declaring.formUnion(self.modules(of: type)) }
        if parts.contains(where: namesData) || namesNumbersOfGeometry(in: file) {
            declaring.insert(TypeSpelling.Library.foundation.rawValue)
        }
        return modules.filter { module in
            declaring.contains(module)
                || TypeSpelling.Library(rawValue: module).map { library in
                    parts.contains { $0.names(library, options) }
                } ?? false
        }
    }

    /// Whether the rows for a database's steps contain bytes, whose type comes from Foundation.
    private func namesData(_ part: FilePlan.Part) -> Bool {
        guard case .database(let plan) = part else { return false }
        let data = types.scalar(.data)
        return plan.versions.flatMap(\.rows).flatMap(\.fields).contains { $0.type == data || $0.type == "\(data)?" }
    }

    /// Whether other modules see a default that is geometry in code. Its numbers are Foundation's `CGFloat`.
    private func namesNumbersOfGeometry(in file: SchemaFile) -> Bool {
        guard options.access == .public else { return false }
        return (models[file.name] ?? []).flatMap(\.fields).contains { field in
            guard case .code = field.defaultValue, case .geometry = field.type.innermost else { return false }
            return true
        }
    }

    /// The types in a file's declarations, besides those of the runtimes.
    func namedTypes(in file: SchemaFile) -> [FieldType] {
        let apis = Set(schema.apis.filter { $0.file == file.name }.map(\.name))
        // An API has a function for each path with parameters, whose model may be in another file.
        let places = apis.isEmpty ? [] : schema.models.compactMap(\.client).filter { apis.contains($0.api) }
        return (models[file.name] ?? []).flatMap(namedTypes(of:)) + places.flatMap(\.parameters).map(\.type)
    }

    /// The types in the declarations of a model's properties, relations, queries and requests.
    private func namedTypes(of model: Model) -> [FieldType] {
        model.fields.map(\.type) + model.oneOf.map(\.type)
            + model.relations.map { .model($0.model) } + model.queries.flatMap(\.namedTypes)
            + (model.client?.namedTypes ?? [])
    }

    /// The modules of a type and of its components.
    private func modules(of type: FieldType) -> [String] {
        switch type {
        case .scalar(let scalar): scalar.isOfSwift ? [] : [TypeSpelling.library(of: scalar).rawValue]
        // ModelGeometry has the types that Foundation does not have on all platforms.
        case .geometry(let geometry):
            [(geometry.isOfFoundation ? Library.foundation : .geometry).rawValue]
        case .enumeration(let name), .model(let name): [index.module(of: name)].compactMap { $0 }
        case .external(let name): [index.externalType(name)?.module].compactMap { $0 }
        case .optional(let inner), .list(let inner), .set(let inner): modules(of: inner)
        case .dictionary(.enumeration(let name), let value): modules(of: .enumeration(name)) + modules(of: value)
        case .dictionary(.string, let value), .dictionary(.int, let value): modules(of: value)
        }
    }

    private func geometry(in types: [FieldType]) -> [Geometry] {
        types.compactMap { if case .geometry(let geometry) = $0.innermost { geometry } else { nil } }
    }

    /// The module of a transformer; nil if it is the module of the generated code.
    private func module(of transformer: TransformerUse) -> String? {
        switch transformer {
        case .builtIn(let builtIn): builtIn.library.rawValue
        case .declared(let name): index.transformer(name)?.module
        }
    }

    /// Types that exist only if the user's types have the conversions that the schema declares.
    func externalForms(declaredIn file: SchemaFile) -> [ContractPlan] {
        schema.externalTypes.filter { $0.file == file.name }.flatMap { type -> [ContractPlan] in
            func form(_ kind: String, _ declared: String, of value: String) -> ContractPlan {
                ContractPlan(
                    name: types.free(type.name.unqualified + kind), type: "\(declared)<\(type.name.escaped), \(value)>")
            }
            let json = form(
                "JSONForm", types.library("DeclaredJSONForm", of: .runtime), of: types.type(type.json))
            let stored = form(
                "StoredForm", types.library("DeclaredStoredForm", of: .sqlite), of: types.scalar(type.storage.scalar))
            return (emitsJSON ? [json] : []) + (storesModels(nil) ? [stored] : [])
        }
    }
}

extension FilePlan.Part {
    /// Whether the part's visible declarations use something from a library.
    fileprivate func names(_ library: TypeSpelling.Library, _ options: GenerationOptions) -> Bool {
        // These have protocols but no types. A type that is visible in the package may conform to a protocol that is
        // not.
        if options.access == .package, [.migrationRows, .fullText, .pagination].contains(library) { return false }
        return switch self {
        case .conformance where options.access == .package, .enumeration where options.access == .package: false
        case .draftRecord, .queries: library == .sqlite
        case .database(let plan):
            library == .sqlite || (library == .migrationRows && plan.additions.contains(library))
                // A conformance alone requires a public import, but the compiler warns about a package import.
                || (library == .migrations && plan.additions.contains(library)
                    && (options.access == .public || !plan.earliest.isEmpty))
        case .record(let plan):
            library == .sqlite || (library == .fullText && plan.fullTextTable != nil)
                || (library == .relations && !plan.relations.isEmpty)
        case .api(let plan): library == .rest || (library == .credentials && !plan.credentials.isEmpty)
        case .conformance(let plan): library == plan.library
        case .json: library == .runtime
        case .patch: library == .runtime || library == .patches
        case .client(let plan):
            library == .rest || library == .runtime || (library == .transfers && plan.namesFiles)
                || (library == .pagination && plan.isPaged) || (library == .patches && plan.namesPatches)
                // A conformance alone requires a public import, but the compiler warns about a package import.
                || (library == .outcomes && options.access == .public && plan.hasFailures)
        case .repository(let plan):
            // As for failures.
            (library == .repository && plan.cache.isEmpty) || (library == .rest && plan.cache.contains { !$0.isPlain })
                || (library == .databaseRepository
                    && plan.cache.contains { !$0.isPlain || options.access == .public })
        case .oneOf: library == .runtime && options.emits.contains(.json)
        case .enumeration(let plan):
            (library == .runtime && options.emits.contains(.json)) || plan.libraries.contains(library)
        case .structure, .draft, .description: false
        }
    }
}

extension EnumerationPlan {
    /// The libraries of the protocols to which it conforms, besides the runtime.
    fileprivate var libraries: [TypeSpelling.Library] {
        (uses.contains(.stored) ? [.sqlite] : []) + (uses.contains(.parameter) ? [.rest] : [])
    }
}

extension JSONPlan {
    /// Whether it accepts values of other kinds or invalid values, or rejects unknown keys.
    fileprivate var needsLeniency: Bool {
        reading != nil
            || fields.contains { $0.value.json?.defaultsIfInvalid == true || $0.value.json?.skipsInvalid == true }
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
    /// The values with a transformer.
    fileprivate var transformedValues: [(transformer: TransformerUse, type: FieldType)] {
        fields.flatMap { field in field.transformers.map { ($0, field.type) } }
            + oneOf.compactMap { each in each.transformer.map { ($0, each.type) } }
    }
}

extension NamedQuery {
    fileprivate var namedTypes: [FieldType] {
        let inRow: [FieldType] =
            switch row {
            case .scalar(let type): [type]
            case .columns(let columns): columns.map(\.type)
            case .model(let name): [.model(name)]
            case nil: []
            }
        return inRow + parameters.map(\.type)
    }
}

extension Client {
    /// The types that it sends and receives.
    fileprivate var namedTypes: [FieldType] {
        // In the parts of an upload, bytes are a file, whose type is the client's.
        let parts = parts.filter { $0.type.innermost != .scalar(.data) }
        let sent = (parameters + requests.flatMap(\.parameters) + parts).map(\.type) + requests.compactMap(\.body)
        let returned = requests.flatMap(\.responses).compactMap(\.type) + nested.compactMap(\.result)
        return sent + returned + actions.compactMap(\.result)
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

    /// Whether Foundation provides the type on other platforms.
    fileprivate var isOfFoundation: Bool {
        switch self {
        case .point, .size, .rect, .range: true
        case .vector, .affineTransform, .edgeInsets, .offset: false
        }
    }
}
