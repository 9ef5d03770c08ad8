import ModelgenImporting
import ModelgenSchema

extension ModelFiles {
    /// The key `rest` of a model.
    func rest(_ client: PlacedClient) -> [YAMLEntry] {
        var entries = [YAMLEntry("path", .text(client.path))]
        if !client.parameters.isEmpty {
            entries.append(YAMLEntry("params", .map(client.parameters.map { Self.plain($0) })))
        }
        if case .by(let name) = client.key { entries.append(YAMLEntry("by", .text(name.text))) }
        if !namesItself(client) { entries.append(YAMLEntry("tag", .text(client.tag))) }
        let name = declarations[client.model].name
        let kept = client.operations.filter { !dropped.operations.contains($0.operation.source.title) }
        let order = OperationKind.allCases
        let operations = order.compactMap { kind in kept.first { $0.kind == kind } }
        entries.append(YAMLEntry("operations", .list(operations.map { .plain($0.kind.rawValue) })))
        for (kind, operation) in operations {
            let operation = placed(operation, as: kind, in: declarations[client.model])
            let usual: String? =
                switch kind {
                case .list: "[\(name)]"
                case .delete: nil
                case .get, .create, .update, .patch, .save: name.text
                }
            let options =
                operation.options + operation.bodyOptions + operation.answers(usual: usual) + operation.documentation
            if options.isEmpty { continue }
            entries.append(YAMLEntry(kind.rawValue, .entries(options), above: operation.comments))
        }
        let actions = client.actions.filter { !dropped.operations.contains($0.operation.source.title) }.map { action in
            self.action(action, of: declarations[client.model])
        }
        if !actions.isEmpty { entries.append(YAMLEntry("actions", .block(actions))) }
        return entries
    }

    /// Whether the last word of its path gives a client the name of its tag (see ``ClientNames``).
    private func namesItself(_ client: PlacedClient) -> Bool {
        let own = Self.lastWords(of: client.path)
        let tag = SwiftNaming.words(of: client.tag).map { $0.lowercased() }
        // Several clients of one tag must have the same letter case.
        let isAlone = clientsOfTag[client.tag] == 1 || client.tag == own.joined()
        // A model that was made up for a tag has the tag's name, with its letter case: `ReservedIPv6Calls`.
        let isSpelled =
            client.collection != nil
            || SwiftNaming.type(client.tag) == SwiftNaming.type(own.joined(separator: " "))
        return client.tag.isEmpty || tag == own && isAlone && isSpelled && clientsOfWords[own] == 1
    }

    /// The words of the last step of a path that is not a parameter.
    static func lastWords(of path: String) -> [String] {
        let last = path.split(separator: "/").last { !$0.contains("{") } ?? ""
        return SwiftNaming.words(of: String(last)).map { $0.lowercased() }
    }

    private func action(_ action: PlacedClient.Action, of model: Declaration) -> YAMLEntry {
        let operation = placed(action.operation, as: nil, in: model)
        var entries = [YAMLEntry("path", .text(action.path))]
        let sends: Bool = if case .none = operation.body { false } else { true }
        if operation.source.method != (sends ? "POST" : "GET") {
            entries.append(YAMLEntry("method", .plain(operation.source.method)))
        }
        if !action.parameters.isEmpty {
            entries.append(YAMLEntry("params", .map(action.parameters.map { Self.plain($0) })))
        }
        entries += operation.options + operation.bodyOptions + operation.answers(usual: nil) + operation.documentation
        return YAMLEntry(operation.name.text, .entries(entries), above: operation.comments)
    }

    /// An operation in the client of a model: a parameter with the name of one of its fields would have the field's key,
    /// and in a `create` or an `update` that does not pass it, the field's value.
    private func placed(
        _ source: TranslatedOperation, as kind: OperationKind?, in model: Declaration
    ) -> TranslatedOperation {
        var operation = source
        let keys = Dictionary(firstOf: fields(of: model).map { ($0.name, $0.key) })
        func placed(_ parameters: [TranslatedOperation.Parameter]) -> [TranslatedOperation.Parameter] {
            parameters.map { parameter in
                var parameter = parameter
                parameter.usualKey = keys[parameter.name]
                return parameter
            }
        }
        if kind == .create || kind == .update {
            let names = Set(fields(of: source.sent.first.map { declarations[$0] } ?? model).map(\.name))
            for index in source.query.indices
            where source.query[index].type.hasSuffix("?") && names.contains(source.query[index].name) {
                operation.query[index].name = source.query[index].name.inPlace("query")
            }
        }
        operation.query = placed(operation.query)
        switch source.body {
        case .form(let fields): operation.body = .form(placed(fields))
        case .upload(let parts): operation.body = .upload(placed(parts))
        case .none, .value, .draft, .patch, .raw: break
        }
        return operation
    }

    /// A parameter of a path: its name on the wire does not matter.
    private static func plain(_ parameter: TranslatedOperation.Parameter) -> YAMLEntry {
        var parameter = parameter
        parameter.key = parameter.name.text
        return parameter.entry
    }
}
