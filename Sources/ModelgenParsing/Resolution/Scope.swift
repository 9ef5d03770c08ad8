import ModelgenDiagnostics
import ModelgenSchema

/// A file of the run and what was read from it.
struct InputFile {
    var source: SourceFile
    /// The base of its name: `post` for `Schemas/post.model.yaml`.
    var name: String
    /// The module it is imported from.
    var module: String?
    var imports: [String] = []
    var documents: [Node] = []
}

/// Something with a name that others may refer to.
struct Declaration {
    enum Kind: String {
        case enumeration = "enum"
        case externalType = "external type"
        case transformer
        case model
        case database
        case api = "API"
    }

    var kind: Kind
    /// Its name in this module. A declaration of another module has a qualified name, `Core.City`, if one before it has
    /// the same, or a library that generated code imports: the modules of different authors are not aware of each other.
    var name: SwiftName
    /// The node of the name.
    var key: Node
    var node: Node
    /// The index of its file in the run.
    var file: Int
    /// The module it is imported from.
    var module: String?

    /// The module of the Swift type, if a transformer or an external type names one.
    fileprivate var typeModule: String? {
        kind == .transformer || kind == .externalType ? node[TransformerKey.import.rawValue]?.text : nil
    }

    /// Whether its name is qualified by its module, which cannot be written in YAML.
    var isQualified: Bool { name.text.contains(".") }
}

/// All names of a run: those of this module, and those of others.
struct Scope {
    /// Enums, external types, transformers and models, which are all Swift types, by their names, or by qualified ones if
    /// a declaration before them has the same.
    private(set) var types: [String: Declaration] = [:]
    private(set) var databases: [String: Declaration] = [:]
    private(set) var apis: [String: Declaration] = [:]
    /// In the order of the files.
    private(set) var declarations: [Declaration] = []
    /// The databases and APIs that each file declares.
    private(set) var databasesOfFile: [Int: [String]] = [:]
    private(set) var apisOfFile: [Int: [String]] = [:]

    /// Adds a declaration of this module, and then those of others; or returns the one that already has its name.
    mutating func add(_ declaration: Declaration) -> Declaration? {
        var declaration = declaration
        var name = declaration.name.text
        if let module = declaration.module {
            let first = self[declaration.kind][name]
            if first != nil || Library.typeNames.contains(name) {
                declaration.name = SwiftName("\(declaration.typeModule ?? module).\(name)")
            }
            if let first, first.module != module { name = "\(module).\(name)" }
        }
        if let first = self[declaration.kind][name] { return first }
        switch declaration.kind {
        case .database:
            databases[name] = declaration
            databasesOfFile[declaration.file, default: []].append(name)
        case .api:
            apis[name] = declaration
            apisOfFile[declaration.file, default: []].append(name)
        case .enumeration, .externalType, .transformer, .model:
            types[name] = declaration
        }
        declarations.append(declaration)
        return nil
    }

    private subscript(kind: Declaration.Kind) -> [String: Declaration] {
        switch kind {
        case .database: databases
        case .api: apis
        case .enumeration, .externalType, .transformer, .model: types
        }
    }

    /// What a name can mean in a file, as in Swift: what its module declares, or else what the modules that it imports
    /// declare; if that is nothing, what another module declares.
    func meanings(of name: String, _ kind: Declaration.Kind, in file: InputFile) -> [Declaration] {
        let known = self[kind]
        guard let first = known[name] else { return [] }
        if first.module == file.module { return [first] }
        func declared(in module: String) -> Declaration? {
            first.module == module ? first : known["\(module).\(name)"]
        }
        if let module = file.module, let own = declared(in: module) { return [own] }
        let imported = file.imports.compactMap(declared)
        return imported.isEmpty ? [first] : imported
    }

    /// The names of a kind that can be written, in the order of the files.
    func names(_ kind: Declaration.Kind) -> [String] {
        declarations.lazy.filter { $0.kind == kind && !$0.isQualified }.map(\.name.text)
    }
}
