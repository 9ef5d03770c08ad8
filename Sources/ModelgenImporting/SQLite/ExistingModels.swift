import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// The models that a folder already has for a database.
///
/// They may have errors, such as an unknown type, as long as it is clear which tables and columns they have.
package struct ExistingModels {
    struct Table {
        var model: SwiftName
        /// The SELECT of a view.
        var view: String?
        /// The fields by their columns.
        var columns: [FoldedName: SwiftName] = [:]
        /// All fields, also those without a column.
        var fields: [String] = []
    }

    /// The files of the folder, those of the modules that they import, and the naming strategies.
    package struct Source {
        package var files: [SourceFile]
        var imports: [SourceFile]
        var options: ParsingOptions

        package init(_ files: [SourceFile], imports: [SourceFile], options: ParsingOptions) {
            (self.files, self.imports, self.options) = (files, imports, options)
        }
    }

    package let source: Source
    let database: SwiftName
    private let folder: String
    /// The names of all types, of the imported modules, and of those modules' types: a model with one of them would hide it.
    private(set) var types: Set<String>
    /// The tables and views by their names.
    private(set) var tables: [FoldedName: Table] = [:]
    /// Whether the models are those of other databases, or of none.
    let isNew: Bool
    /// Whether a model in another file must name its database.
    private(set) var namesDatabase: Bool
    /// The errors that the models already have.
    let errors: [Diagnostic]

    /// - Parameters:
    ///   - source: The files in the folder and below it.
    ///   - name: The database that is imported.
    /// - Returns: Nil with errors if the files leave open whether they declare it, or which tables they have.
    package init?(
        _ source: Source, in folder: String, of name: String, _ diagnostics: inout [Diagnostic]
    ) {
        let (parsed, problems) = parseWhatResolves(source.files, imports: source.imports, options: source.options)
        let names = [name, SwiftNaming.type(name).text]
        let schema = parsed.schema
        errors = problems.errors
        let known = schema.databases.first { names.contains($0.name.text) }
        if known == nil, !errors.isEmpty {
            diagnostics += errors
            return nil
        }
        isNew = known == nil
        self.source = source
        self.folder = folder
        database = known?.name ?? SwiftNaming.type(name)
        namesDatabase = schema.databases.count > (isNew ? 0 : 1)
        let models = Dictionary(firstOf: schema.models.filter { $0.module == nil }.map { ($0.name.text, $0) })
        types = source.imports.reduce(into: Set(schema.files.compactMap(\.module))) { types, file in
            var ignored: [Diagnostic] = []
            for document in compose(file, &ignored).documents { types.formUnion(document.declaredTypes) }
        }
        var isClear = true
        for file in source.files {
            var ignored: [Diagnostic] = []
            let tree = compose(file, &ignored)
            if !tree.isComplete { isClear = false }
            for document in tree.documents {
                types.formUnion(document.declaredTypes)
                if document.isBroken || document[FileKey.models]?.isBroken == true { isClear = false }
                for entry in document[FileKey.models]?.entries ?? [] {
                    if let model = models[entry.name] { add(model, entry.value) }
                    if errors.contains(where: entry.isUnclear) { isClear = false }
                }
            }
        }
        if !isClear { diagnostics += errors }
    }

    private static let suffix = ".model.yaml"

    /// The names of the files, without their suffix: two files of one name would generate the same Swift file.
    var names: Set<String> {
        Set(source.files.map { String(($0.path.split(separator: "/").last ?? "").dropLast(Self.suffix.count)) })
    }

    /// The model that a part extends or is.
    func model(of part: DatabaseDraft.Part) -> SwiftName { tables[FoldedName(part.table)]?.model ?? part.model }

    func path(of name: String) -> String { (folder == "." ? name : folder + "/" + name) + Self.suffix }

    private mutating func add(_ model: Model, _ node: Node) {
        let name: SQLName
        var table = Table(model: model.name)
        switch model.storage {
        case .table(let storage) where storage.database == database: name = storage.name
        case .view(let view) where view.database == database: (name, table.view) = (view.name, view.sql)
        case .table, .view, .none: return
        }
        if node[ModelKey.database] != nil { namesDatabase = true }
        for entry in node[ModelKey.fields]?.entries ?? [] {
            let name = SwiftName(entry.name)
            table.fields.append(entry.name)
            // One of an unknown type has its usual column, unless it says otherwise.
            let written = entry.value[FieldKey.column]
            let usual = written?.isFalse == true ? nil : written?.text ?? source.options.columns.name(for: name)
            let resolved = model.fields.first { $0.name == name }
            if let column = resolved.map({ $0.column?.name.text }) ?? usual {
                table.columns[FoldedName(column)] = name
            }
        }
        tables[FoldedName(name.text)] = table
    }
}

extension Node {
    /// The names of all types that a document declares.
    fileprivate var declaredTypes: [String] {
        [FileKey.models, .enums, .types, .transformers].flatMap { self[$0]?.entries.map(\.name) ?? [] }
    }
}

extension Node.Entry {
    /// Whether an error in a model leaves open which table or which columns it has.
    fileprivate func isUnclear(_ error: Diagnostic) -> Bool {
        guard error.isAt(key) || error.isAt(value) else { return false }
        let fields = value[ModelKey.fields]?.entries ?? []
        let decisive = Set([ModelKey.table, .view, .primaryKey, .database, .fields].map(\.rawValue))
        let others = value.entries.filter { ModelKey(rawValue: $0.name) != nil && !decisive.contains($0.name) }
        let parts = fields.filter { $0.value.text == nil }.flatMap(\.value.entries).filter {
            FieldKey(rawValue: $0.name) != nil && $0.name != FieldKey.column.rawValue
        }
        let types = fields.filter { $0.value.text != nil }
        return !(others + parts + types).contains { error.isAt($0.value) }
    }
}

extension Diagnostic {
    func isAt(_ node: Node) -> Bool {
        guard let range, range.file.path == node.file.path else { return false }
        return node.range.start <= range.start && range.end <= node.range.end
    }
}
