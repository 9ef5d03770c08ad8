import ModelgenImporting
import ModelgenParsing
import ModelgenSchema

/// Distributes declarations and clients over files: one for the service and what several tags share, one for each tag.
struct ModelFiles {
    let declarations: [Declaration]
    private let clients: [PlacedClient]
    private let operations: OperationTranslation
    private let options: ParsingOptions
    /// The paging by links of all lists.
    private let api: [YAMLEntry]
    private let title: String
    let dropped: Dropped
    /// The client of each model.
    private let clientOfModel: [Int: PlacedClient]
    /// How many clients there are of each tag, and with each last word of their paths.
    let clientsOfTag: [String: Int]
    let clientsOfWords: [[String]: Int]

    /// Declarations that turned out to be rejected by the parser.
    struct Dropped {
        /// `Model.field`
        var fields: Set<String> = []
        /// `GET /pets`
        var operations: Set<String> = []
    }

    init(
        _ declarations: [Declaration], _ clients: [PlacedClient], _ operations: OperationTranslation,
        api: [YAMLEntry], title: String, _ options: ParsingOptions, without dropped: Dropped
    ) {
        self.declarations = declarations
        self.clients = clients
        self.operations = operations
        self.options = options
        self.api = api
        self.title = title
        self.dropped = dropped
        clientOfModel = Dictionary(firstOf: clients.map { ($0.model, $0) })
        clientsOfTag = Dictionary(clients.map { ($0.tag, 1) }, uniquingKeysWith: +)
        clientsOfWords = Dictionary(clients.map { (Self.lastWords(of: $0.path), 1) }, uniquingKeysWith: +)
    }

    /// The files. Declarations that no operation uses are left out, unless there are no operations.
    func texts() -> [ImportedText] {
        var tags: [String] = []
        var known: Set<String> = []
        for client in clients where known.insert(client.tag).inserted { tags.append(client.tag) }
        var users: [Int: Set<String>] = [:]
        var home: [Int: String] = [:]
        for client in clients {
            home[client.model] = client.tag
            let all = client.operations.map(\.operation) + client.actions.map(\.operation)
            for index in reached(from: [client.model] + all.flatMap(\.references)) {
                users[index, default: []].insert(client.tag)
            }
        }
        if clients.isEmpty { for index in declarations.indices { users[index] = [""] } }
        let main = operations.service.name.text.fileName
        var files: [ImportedText] = []
        var names: Set<String> = []
        let isOne = tags.count <= 1
        var placed: [String: [Int]] = [:]
        for index in declarations.indices {
            guard let tag = self.tag(of: index, home, users) else { continue }
            placed[isOne ? "" : tag, default: []].append(index)
        }
        for tag in [""] + (isOne ? [] : tags) {
            let indices = placed[tag] ?? []
            var entries: [YAMLEntry] = []
            if tag.isEmpty {
                entries.append(YAMLEntry("api", .block(api), above: operations.service.comments))
            }
            entries += block(indices)
            guard !entries.isEmpty else { continue }
            let comment = tag.isEmpty ? "Imported from \(title)." : "\(title): \(tag)"
            files.append(
                ImportedText(
                    name: String((tag.isEmpty ? main : tag.fileName).prefix(60)).claimed(besides: &names),
                    // Comments directly above an entry belong to it, and this one to the file.
                    text: printedYAML([], above: [comment]) + "\n" + printedYAML(entries)))
        }
        return files
    }

    /// The tag whose file contains a declaration: that of its client, otherwise the only one that uses it, otherwise
    /// none.
    private func tag(of index: Int, _ home: [Int: String], _ users: [Int: Set<String>]) -> String? {
        if let tag = home[index] { return tag }
        guard let tags = users[index] else { return nil }
        return tags.count == 1 ? tags.first : ""
    }

    private func reached(from roots: [Int]) -> Set<Int> {
        var reached: Set<Int> = []
        var pending = roots
        while let index = pending.popLast() {
            guard reached.insert(index).inserted else { continue }
            pending += declarations[index].references
        }
        return reached
    }

    private func block(_ indices: [Int]) -> [YAMLEntry] {
        var enumerations: [YAMLEntry] = []
        var models: [YAMLEntry] = []
        for index in indices {
            let declaration = declarations[index]
            switch declaration.content {
            case .enumeration(let raw, let cases): enumerations.append(enumeration(declaration, raw, cases))
            case .model, .union, .alternatives: models.append(model(index))
            }
        }
        return .declarations(enums: enumerations, models: models)
    }

    // MARK: Declarations

    private func enumeration(_ declaration: Declaration, _ raw: String, _ cases: [Declaration.Case]) -> YAMLEntry {
        var entries: [YAMLEntry] = []
        if let text = declaration.documentation { entries.append(YAMLEntry("doc", .documentation(text))) }
        if raw != "String" { entries.append(YAMLEntry("raw", .plain(raw))) }
        entries += .cases(cases.map { ($0.name, $0.value, $0.documentation) }, isText: raw != "Int")
        return YAMLEntry(declaration.name.text, .entries(entries), above: declaration.comments)
    }

    private func model(_ index: Int) -> YAMLEntry {
        let declaration = declarations[index]
        var entries: [YAMLEntry] = []
        entries += YAMLEntry.documentation(declaration.documentation, isDeprecated: declaration.isDeprecated)
        if case .union(let key, let cases) = declaration.content {
            let isNamedUnknown = cases.contains { declarations[$0.model].name.text.lowerCamelCased == "unknown" }
            let kept = isNamedUnknown ? [] : [YAMLEntry("unknown", .plain("keep"))]
            entries.append(YAMLEntry("json", .map([YAMLEntry("discriminator", .text(key))] + kept)))
            entries.append(
                YAMLEntry("oneOf", .map(cases.map { YAMLEntry($0.value, .plain(declarations[$0.model].name.text)) })))
            return YAMLEntry(declaration.name.text, .block(entries), above: declaration.comments)
        }
        if case .alternatives(let cases) = declaration.content {
            let forms = cases.map { each in
                let type = YAMLValue.type(each.use.text)
                guard let transformer = each.use.transformer else { return YAMLEntry(each.name.text, type) }
                return YAMLEntry(
                    each.name.text,
                    .map([YAMLEntry("type", type), YAMLEntry("transformer", .text(transformer))]))
            }
            entries.append(YAMLEntry("oneOf", .map(forms)))
            return YAMLEntry(declaration.name.text, .block(entries), above: declaration.comments)
        }
        let client = clientOfModel[index]
        if case .primary(let name)? = client?.key {
            entries.append(YAMLEntry("primaryKey", .text(name.text)))
            entries.append(YAMLEntry("table", .plain("false")))
        }
        let fields = fields(of: declaration)
        let strategy = options.jsonKeys.orBetter(for: fields.map { ($0.name, $0.key) })
        if strategy != options.jsonKeys {
            entries.append(YAMLEntry("json", .map([YAMLEntry("keys", .plain(strategy.rawValue))])))
        }
        let fieldEntries = fields.map { entry($0, of: declaration, strategy) }
        entries.append(YAMLEntry("fields", fieldEntries.isEmpty ? .map([]) : .block(fieldEntries)))
        if let client { entries.append(YAMLEntry("rest", .block(rest(client)))) }
        return YAMLEntry(declaration.name.text, .block(entries), above: declaration.comments)
    }

    /// The fields of a model that are not left out.
    func fields(of model: Declaration) -> [Declaration.Field] {
        model.fields.filter { !dropped.fields.contains("\(model.name).\($0.name)") }
    }

    private func entry(_ field: Declaration.Field, of model: Declaration, _ strategy: NamingStrategy) -> YAMLEntry {
        let schema = field.schema
        var comments = field.comments
        var value = schema.defaultValue.flatMap { operations.literal($0, field.use) }
        if value != nil, model.isPatched {
            value = nil
            comments.append("The service's default: \(schema.defaultValue?.text ?? ""). Here nil leaves it as it is.")
        }
        if field.use.form == .any { value = nil }
        let isOptional = field.isOptional && value == nil
        var parts = [YAMLEntry("type", .type(field.use.optional(isOptional)))]
        if model.readDiscriminators.contains(field.key) {
            let entries = [YAMLEntry("path", .text(field.key.keyPath)), YAMLEntry("encode", .plain("false"))]
            parts.append(YAMLEntry("json", .map(entries)))
        } else if model.isSent || model.isDrafted && field.assigner != .server, !model.isPatched, !schema.isReadOnly,
            field.use.isNullable, !isOptional, value == nil
        {
            // A server that requires a property does not accept an object without it, even if it may be null.
            let entries = [YAMLEntry("path", .text(field.key.keyPath)), YAMLEntry("omitNil", .plain("false"))]
            parts.append(YAMLEntry("json", .map(entries)))
        } else if strategy.name(for: field.name) != field.key {
            parts.append(YAMLEntry("json", .text(field.key.keyPath)))
        }
        if let transformer = field.use.transformer { parts.append(YAMLEntry("transformer", .text(transformer))) }
        if let value { parts.append(YAMLEntry("default", value)) }
        if let assigner = field.assigner { parts.append(YAMLEntry("assigned", .plain(assigner.rawValue))) }
        if schema.isReadOnly, !schema.isWriteOnly { parts.append(YAMLEntry("readOnly", .plain("true"))) }
        if schema.isWriteOnly, !schema.isReadOnly { parts.append(YAMLEntry("writeOnly", .plain("true"))) }
        if schema.format == "password" { parts.append(YAMLEntry("sensitive", .plain("true"))) }
        parts += YAMLEntry.documentation(schema.description, isDeprecated: schema.isDeprecated)
        let form = parts.count == 1 ? parts[0].value : .entries(parts)
        var entry = YAMLEntry(field.name.text, form, above: comments, beside: field.use.doubt)
        if entry.beside != nil, case .block = form {
            (entry.above, entry.beside) = (comments + [field.use.doubt ?? ""], nil)
        }
        return entry
    }
}
