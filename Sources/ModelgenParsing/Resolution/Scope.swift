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
    /// Its name in this module. What another module declares has a qualified name, `Core.City`, if a declaration before
    /// it has the same, or if it is a type and a library that generated code imports has one of that name: the modules of
    /// different authors are not aware of each other.
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
        kind == .transformer || kind == .externalType ? node[TransformerKey.import]?.text : nil
    }

    /// Whether code of this module uses it as a type.
    fileprivate var isType: Bool {
        switch kind {
        case .enumeration, .externalType, .transformer, .model: true
        case .database, .api: false
        }
    }

    /// The name by which YAML refers to it; nil if another declaration has that name.
    var writtenName: String? { module != nil && name.text.contains(".") ? nil : name.unqualified }
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
    private var servicesOfFile: [Int: [Declaration]] = [:]

    /// Adds a declaration of this module, and then those of others; or returns the one that already has its name.
    mutating func add(_ declaration: Declaration) -> Declaration? {
        var declaration = declaration
        var name = declaration.name.text
        let first = self[declaration.kind][name]
        // A database or an API is only looked up, by its name in the lists here.
        if let module = declaration.typeModule ?? declaration.module,
            (declaration.module != nil && first != nil) || (declaration.isType && Library.typeNames.contains(name))
        {
            declaration.name = SwiftName("\(module).\(name)")
        }
        if let module = declaration.module, let first, first.module != module { name = "\(module).\(name)" }
        if let first = self[declaration.kind][name] { return first }
        switch declaration.kind {
        case .database: databases[name] = declaration
        case .api: apis[name] = declaration
        case .enumeration, .externalType, .transformer, .model:
            types[name] = declaration
        }
        if !declaration.isType { servicesOfFile[declaration.file, default: []].append(declaration) }
        declarations.append(declaration)
        return nil
    }

    /// The names of the databases or the APIs that a file declares; nil if it declares none.
    func services(_ kind: Declaration.Kind, of file: Int) -> [String]? {
        let names = (servicesOfFile[file] ?? []).filter { $0.kind == kind }.map(\.name.text)
        return names.isEmpty ? nil : names
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
        declarations.filter { $0.kind == kind }.compactMap(\.writtenName)
    }
}
