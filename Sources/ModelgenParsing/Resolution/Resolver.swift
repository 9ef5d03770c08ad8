import ModelgenDiagnostics
import ModelgenSchema

/// Turns the nodes of a run into a schema: collects names, then resolves what refers to them.
///
/// What cannot be resolved is reported at its place and left out, and what refers to it is not reported again.
final class Resolver {
    let options: ParsingOptions
    var diagnostics: [Diagnostic] = []
    var files: [InputFile] = []
    var reading = Reading()
    var scope = Scope()
    var positions = Positions()
    /// Whether every file could be read to its end. If not, a missing name may be in the part that was not read.
    var isComplete = true
    var databases: [String: Database] = [:]
    var apis: [String: API] = [:]
    /// Databases or APIs, if there is none and that was reported.
    var undeclared: Set<Declaration.Kind> = []
    /// Those whose credentials are not all known because of mistakes that were reported.
    var apisWithBrokenAuth: Set<SwiftName> = []
    var enumerations: [String: Enumeration] = [:]
    var transformers: [String: TransformerDeclaration] = [:]
    var externalTypes: [String: ExternalType] = [:]
    var subjects: [ModelSubject] = []
    var placesOfSubjects: [String: Int] = [:]
    /// How the values of fields are stored; complete once everything but the models is resolved.
    private(set) var columnStorage = ColumnStorage(Schema())
    /// The parameters that every path of the current client may contain in braces.
    var pathParameters: [RequestParameter] = []
    var pathField: SwiftName?
    /// Whether these are all that were written.
    var knowsPath = true
    /// The API of that client.
    var clientAPI: API?
    /// The types that need no parsing: the built-in ones, and those of the schema once they are collected.
    var knownTypes: [String: FieldType] = builtInTypes
    /// Every name of a type, for suggestions.
    lazy var typeNames: [String] =
        Scalar.allCases.map(\.rawValue) + Geometry.allCases.map(\.rawValue)
        + scope.declarations.filter(\.kind.isFieldType).compactMap(\.writtenName)

    lazy var modelNames: [String] = scope.names(.model)
    /// The models that some version of a database of this module dropped, with their definitions as they are written.
    lazy var droppedModels: [String: [DroppedModel]] = {
        var models: [String: [DroppedModel]] = [:]
        for database in databaseDeclarations where database.module == nil {
            for version in database.node[DatabaseKey.migrations]?.entries ?? [] {
                for step in version.value.elements {
                    for entry in step[DatabaseStepKey.dropModel]?.entries ?? [] {
                        let model = DroppedModel(
                            database: database.name, version: version.version ?? 0, definition: entry.value)
                        models[entry.name, default: []].append(model)
                    }
                }
            }
        }
        return models.mapValues { $0.sorted { $0.version < $1.version } }
    }()
    /// The present names for those in steps of earlier versions, from `formerly` in the files.
    var former: [String: [FormerName]] = [:]
    /// The former names that mean two things and were reported.
    var ambiguousNames: Set<String> = []
    /// The modules that this one uses although their models are internal, which was reported.
    var internalModules: Set<String> = []
    /// Whether an earlier definition is being read.
    var isReadingEarlier = false
    /// The existing names that unknown ones probably stand for. One missing file may leave thousands of places without a
    /// type, and looking for similar names each time would take longer than everything else.
    var suggestions: [Suggestion: String?] = [:]

    /// A name that was not found, and the name that was probably meant.
    struct Suggestion: Hashable {
        enum Kind { case type, model }

        var name: String
        var kind: Kind
    }

    /// For the models whose files do not declare one themselves.
    lazy var databaseDeclarations: [Declaration] = scope.declarations.filter { $0.kind == .database }
    lazy var apiDeclarations: [Declaration] = scope.declarations.filter { $0.kind == .api }

    init(options: ParsingOptions) { self.options = options }

    /// The naming strategies of a file: each module is generated with its own.
    func naming(of file: Int) -> ParsingOptions { options.ofImports[files[file].source.path] ?? options }

    func report(_ diagnostic: Diagnostic?) {
        if let diagnostic { diagnostics.append(diagnostic) }
    }

    func resolve() {
        resolveFormerNames()
        for declaration in scope.declarations { resolve(declaration) }
        columnStorage = ColumnStorage(
            enumerations: enumerations.values, transformers: transformers.values,
            externalTypes: externalTypes.values + [.databaseValue])
        resolveModels()
    }

    private func resolve(_ declaration: Declaration) {
        switch declaration.kind {
        case .database: resolveDatabase(declaration)
        case .api: resolveAPI(declaration)
        case .enumeration: resolveEnumeration(declaration)
        case .externalType: resolveExternalType(declaration)
        case .transformer: resolveTransformer(declaration)
        case .model: break
        }
    }

    /// The schema of what could be resolved.
    func makeSchema() -> Schema {
        var schema = Schema()
        schema.files = files.map { SchemaFile(name: $0.name, imports: $0.imports, module: $0.module) }
        schema.models = subjects.map(\.model)
        for declaration in scope.declarations {
            let name = declaration.name.text
            switch declaration.kind {
            // Databases and services of other modules are generated there; here they only show where models belong.
            case .database where files[declaration.file].module == nil:
                schema.databases += databases[name].map { [$0] } ?? []
            case .api where files[declaration.file].module == nil: schema.apis += apis[name].map { [$0] } ?? []
            case .enumeration: schema.enumerations += enumerations[name].map { [$0] } ?? []
            case .externalType: schema.externalTypes += externalTypes[name].map { [$0] } ?? []
            case .transformer: schema.transformers += transformers[name].map { [$0] } ?? []
            case .database, .api, .model: break
            }
        }
        let builtIn = ExternalType.databaseValue
        if externalTypes[builtIn.name.text] == builtIn { schema.externalTypes.append(builtIn) }
        return schema
    }

    /// Records the place of an element.
    func place(_ element: ElementID.Element, _ key: Node, _ node: Node?) {
        positions.places[element] = Positions.Place(name: key.range, node: node)
    }

    /// The names to search for a similar one; empty after too many searches.
    func candidates(for name: String, _ kind: Suggestion.Kind) -> [String] {
        let suggestion = Suggestion(name: name, kind: kind)
        if let known = suggestions[suggestion] { return known.map { [$0] } ?? [] }
        guard suggestions.count < 200 else { return [] }
        let near = nearestName(to: name, among: kind == .type ? typeNames : modelNames)
        suggestions[suggestion] = .some(near)
        return near.map { [$0] } ?? []
    }

    /// The model with that name, and its nodes.
    func subject(_ name: SwiftName) -> ModelSubject? { placesOfSubjects[name.text].map { subjects[$0] } }

    /// The models that are not from other modules.
    var ownSubjects: [ModelSubject] { subjects.filter { files[$0.file].module == nil } }
}

extension Resolver: TypeLookup {
    func model(_ name: SwiftName) -> Model? { subject(name)?.model }
    func enumeration(_ name: SwiftName) -> Enumeration? { enumerations[name.text] }
    func externalType(_ name: SwiftName) -> ExternalType? { externalTypes[name.text] }
    func transformer(_ name: SwiftName) -> TransformerDeclaration? { transformers[name.text] }
}

extension Declaration.Kind {
    /// What such a thing is called, with its article.
    var title: String {
        switch self {
        case .enumeration, .externalType, .api: "an \(rawValue)"
        case .transformer, .model, .database: "a \(rawValue)"
        }
    }

    /// Whether such a type is allowed for a field.
    var isFieldType: Bool {
        switch self {
        case .enumeration, .externalType, .model: true
        case .transformer, .database, .api: false
        }
    }
}
