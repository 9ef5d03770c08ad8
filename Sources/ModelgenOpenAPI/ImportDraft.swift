import ModelgenCore
import ModelgenDiagnostics
import ModelgenExporting
import ModelgenImporting
import ModelgenParsing
import ModelgenPlanning
import ModelgenSchema

/// An import on its way to files that the parser accepts as they are.
struct ImportDraft {
    let operations: [TranslatedOperation]
    var translation: OperationTranslation
    let title: String
    let options: ParsingOptions
    var warnings: [Diagnostic] = []
    private var clients: [PlacedClient] = []
    private var declarations: [Declaration] = []
    /// The types of models, or of their drafts, that declarations have become.
    private var drafts: [Int: String] = [:]
    private var dropped = ModelFiles.Dropped()
    private var refused: Set<SwiftName> = []

    init(operations: [TranslatedOperation], translation: OperationTranslation, title: String, options: ParsingOptions) {
        self.operations = operations
        self.translation = translation
        self.title = title
        self.options = options
    }

    /// The files, without declarations that the parser rejects: a document may contain unforeseen names and shapes. Nil
    /// if errors remain, which are then among the warnings.
    mutating func settled() -> [ImportedText]? {
        var errors: [Diagnostic] = []
        for _ in 0..<12 {
            let files = texts()
            let sources = files.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
            errors = Self.errors(of: sources, options)
            if errors.isEmpty { return files }
            let before = (dropped.fields.count, dropped.operations.count, refused.count)
            for error in errors { drop(error) }
            if before == (dropped.fields.count, dropped.operations.count, refused.count) { break }
        }
        // The files that they are in are not written.
        warnings += errors.map { Diagnostic(rule: $0.rule, $0.message, suggestion: $0.suggestion, at: nil) }
        return nil
    }

    private mutating func texts() -> [ImportedText] {
        var schemas = translation.schemas
        let placement = ClientPlacement(operations, &schemas, refusing: refused)
        clients = placement.clients
        declarations = placement.declarations
        drafts = placement.drafts.types(declarations)
        let lists = clients.flatMap(\.operations).filter { $0.kind == .list }.map(\.operation)
        let pagination = Self.pagination(of: lists)
        for client in clients.indices {
            for index in clients[client].operations.indices where clients[client].operations[index].kind == .list {
                let own = clients[client].operations[index].operation.list?.pagination
                guard own != pagination else { continue }
                clients[client].operations[index].operation.ownPagination = own?.entry ?? .plain("none")
            }
        }
        return ModelFiles(
            declarations, clients, translation, api: api(pagination), title: title, options, without: dropped
        ).texts()
    }

    private static func errors(of sources: [SourceFile], _ options: ParsingOptions) -> [Diagnostic] {
        let (parsed, diagnostics) = parse(sources, imports: [], options: options)
        guard let parsed, !diagnostics.containsErrors else { return diagnostics.errors }
        let planned = plan(
            parsed.schema, databases: [], queries: [], options: GenerationOptions(), printing: { _, _ in [] })
        return planned.findings.map(parsed.positions.diagnostic).errors
    }

    /// The service, with the pagination of most of its lists.
    private func api(_ pagination: Pagination?) -> [YAMLEntry] {
        [YAMLEntry("name", .text(translation.service.name.text))] + translation.service.entries
            + (pagination.map { [YAMLEntry("pagination", $0.entry)] } ?? [])
    }

    /// The pagination of most lists that have one, or of the first ones.
    private static func pagination(of lists: [TranslatedOperation]) -> Pagination? {
        let all = lists.compactMap { $0.list?.pagination }
        var counts: [Pagination: Int] = [:]
        for pagination in all { counts[pagination, default: 0] += 1 }
        let most = counts.values.max()
        return all.first { counts[$0] == most }
    }

    /// Removes what an error is about, and reports it.
    private mutating func drop(_ error: Diagnostic) {
        guard let range = error.range else { return }
        var ignored: [Diagnostic] = []
        for document in compose(range.file, &ignored).documents {
            guard let model = document["models"]?.entry(around: range) else { continue }
            if let field = model.value["fields"]?.entry(around: range) {
                guard dropped.fields.insert("\(model.name).\(field.name)").inserted else { continue }
                tell("the field `\(model.name).\(field.name)`", error)
                continue
            }
            guard let rest = model.value.entry("rest"),
                let client = clients.first(where: { declarations[$0.model].name.text == model.name })
            else { continue }
            let action = rest.value["actions"]?.entry(around: range)
            let operation =
                client.actions.first { $0.operation.name.text == action?.name }?.operation
                ?? client.operations.first { $0.kind.rawValue == rest.value.entry(around: range)?.name }?.operation
            if error.rule != "client-name-twice", let operation {
                guard dropped.operations.insert(operation.source.title).inserted else { continue }
                tell("`\(operation.source.title)`", error)
            } else {
                refused.insert(SwiftName(model.name))
            }
        }
    }

    private mutating func tell(_ what: String, _ error: Diagnostic) {
        warnings.append(
            Diagnostic(
                .warning, rule: "openapi-unsaid", "\(what) is left out: \(error.message)", at: nil))
    }

    /// The warnings about the document. Those about operations and schemas that were not selected are
    /// left out.
    ///
    /// - Parameter all: The operations that were selected from; nil for all.
    func warnings(about all: [TranslatedOperation]?) -> [Diagnostic] {
        guard let all else { return translation.schemas.warnings }
        let selected = Set(operations.map { ObjectIdentifier($0.source.node) })
        var written: Set<Int> = []
        var open = operations.flatMap(\.references)
        while let index = open.popLast() {
            if written.insert(index).inserted { open += declarations[index].references }
        }
        let places =
            all.map { (range: $0.source.node.range, isWritten: selected.contains(ObjectIdentifier($0.source.node))) }
            + declarations.enumerated().filter { $1.node !== translation.schemas.documents.root }
            .map { (range: $1.node.range, isWritten: written.contains($0)) }
        return translation.schemas.warnings.filter { warning in
            guard let range = warning.range else { return true }
            let around = places.filter {
                $0.range.file.path == range.file.path && $0.range.start <= range.start && range.end <= $0.range.end
            }
            // A schema within a schema may have a separate type.
            return around.min { $0.range.end - $0.range.start < $1.range.end - $1.range.start }?.isWritten ?? true
        }
    }

    // MARK: The proof

    /// The discriminator keys of models that only occur in unions.
    private func discriminators() -> [ObjectIdentifier: Set<String>] {
        var alone = Set(operations.flatMap(\.references))
        for declaration in declarations {
            switch declaration.content {
            case .model, .alternatives: alone.formUnion(declaration.references)
            case .enumeration, .union: break
            }
        }
        var keys: [ObjectIdentifier: Set<String>] = [:]
        for (index, declaration) in declarations.enumerated() where !alone.contains(index) {
            if !declaration.discriminators.isEmpty {
                keys[ObjectIdentifier(declaration.node)] = declaration.discriminators
            }
        }
        return keys
    }

    mutating func proof(_ files: [ImportedText], of original: DocumentSet) -> Proof {
        var proof = Proof()
        let sources = files.map { SourceFile(path: $0.name + ".model.yaml", text: $0.text) }
        guard let schema = parse(sources, imports: [], options: options).0?.schema,
            let document = schema.openAPI(translation.service.name, version: "1")
        else { return proof }
        let root = Node(document.value, SourceFile(path: "exported", bytes: []))
        var names: [ObjectIdentifier: String] = [:]
        for (node, index) in translation.schemas.indices {
            names[node] = TypeSchemas.componentName(
                drafts[index] ?? translation.schemas.declarations[index].name.text)
        }
        let declared = translation.schemas.declarations.map { ObjectIdentifier($0.node) }
        var comparison = MeaningComparison(
            original, DocumentSet(root: root), names: names, declared: Set(declared),
            discriminators: discriminators())
        var others: [String: DocumentedOperation] = [:]
        for operation in comparison.exported.operations({ _, _ in }) {
            others["\(operation.method) \(operation.path.withoutPathParameterNames)"] = operation
        }
        for operation in operations.map(\.source) {
            proof.operations.all += 1
            guard let other = others["\(operation.method) \(operation.path.withoutPathParameterNames)"] else {
                proof.operations.different.append((operation.id ?? operation.title, "", .missing))
                continue
            }
            if let difference = comparison.difference(operation, other) {
                proof.operations.different.append(
                    (operation.id ?? operation.title, difference.place, difference.reason))
            } else {
                proof.operations.equal += 1
            }
        }
        let exported = Dictionary(
            (root["components"]?["schemas"]?.entries ?? []).map { ($0.name, $0.value) }, uniquingKeysWith: { $1 })
        let components = Set(
            (original.root["components"]?["schemas"]?.entries ?? []).map { entry in
                ObjectIdentifier(comparison.original.subject(of: entry.value).node)
            })
        var seen: Set<ObjectIdentifier> = []
        for (index, declaration) in translation.schemas.declarations.enumerated() {
            guard let other = exported[TypeSchemas.componentName(drafts[index] ?? declaration.name.text)] else {
                if components.contains(ObjectIdentifier(declaration.node)) { proof.unused += 1 }
                continue
            }
            guard seen.insert(ObjectIdentifier(declaration.node)).inserted else { continue }
            if declaration.node === original.root { continue }
            proof.schemas.all += 1
            let counterpart = comparison.exported.subject(of: other).node
            if let difference = comparison.contents(declaration.node, counterpart, at: "") {
                proof.schemas.different.append((declaration.name.text, difference.place, difference.reason))
            } else {
                proof.schemas.equal += 1
            }
        }
        return proof
    }
}

extension Node {
    /// The entry that contains a place.
    fileprivate func entry(around range: SourceRange) -> Entry? {
        entries.first { $0.key.range.start <= range.start && range.start <= $0.value.range.end }
    }
}
