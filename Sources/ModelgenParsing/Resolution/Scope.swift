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
    var name: SwiftName
    /// The node of the name.
    var key: Node
    var node: Node
    /// The index of its file in the run.
    var file: Int
}

/// All names of a run.
struct Scope {
    /// Enums, external types, transformers and models: they all are Swift types.
    private(set) var types: [String: Declaration] = [:]
    private(set) var databases: [String: Declaration] = [:]
    private(set) var apis: [String: Declaration] = [:]
    /// In the order of the files.
    private(set) var declarations: [Declaration] = []
    /// The databases and APIs that each file declares.
    private(set) var databasesOfFile: [Int: [String]] = [:]
    private(set) var apisOfFile: [Int: [String]] = [:]

    /// Adds a declaration, or returns the one that already has its name.
    mutating func add(_ declaration: Declaration) -> Declaration? {
        let name = declaration.name.text
        switch declaration.kind {
        case .database:
            if let first = databases[name] { return first }
            databases[name] = declaration
            databasesOfFile[declaration.file, default: []].append(name)
        case .api:
            if let first = apis[name] { return first }
            apis[name] = declaration
            apisOfFile[declaration.file, default: []].append(name)
        case .enumeration, .externalType, .transformer, .model:
            if let first = types[name] { return first }
            types[name] = declaration
        }
        declarations.append(declaration)
        return nil
    }

    /// The names of a kind, in the order of the files.
    func names(_ kind: Declaration.Kind) -> [String] {
        declarations.lazy.filter { $0.kind == kind }.map(\.name.text)
    }
}
