import ModelgenImporting
import ModelgenSchema

/// Finds the resources among operations, and a place for every other operation.
struct ClientPlacement {
    private(set) var clients: [PlacedClient] = []
    /// Models that were invented for tags, because no result of a tag's operations is a suitable place for its calls.
    private(set) var declarations: [Declaration]
    private let operations: [TranslatedOperation]
    /// Models that turned out to be unable to have a client.
    private let refused: Set<SwiftName>
    private var placed: Set<Int> = []
    private(set) var drafts: DraftBodies

    init(
        _ operations: [TranslatedOperation], _ translation: inout SchemaTranslation, refusing refused: Set<SwiftName>
    ) {
        self.operations = operations
        self.refused = refused
        declarations = translation.declarations
        drafts = DraftBodies(operations, declarations)
        findResources()
        // Operations at the paths of resources come first and in their order, as in an exported document, so that
        // importing that one gives the same.
        var ranks: [String: Int] = [:]
        for client in clients {
            for kind in OperationKind.allCases {
                guard let operation = client.operations.first(where: { $0.kind == kind })?.operation else { continue }
                let path = operation.source.path.withoutPathParameterNames
                if ranks[path] == nil { ranks[path] = ranks.count }
            }
        }
        let rest = operations.indices.filter { !placed.contains($0) }
        let ranked = rest.map { (index: $0, rank: ranks[operations[$0].source.path.withoutPathParameterNames]) }
        let atResources = ranked.filter { $0.rank != nil }
            .sorted { ($0.rank ?? 0, $0.index) < ($1.rank ?? 0, $1.index) }.map(\.index)
        let others = ranked.filter { $0.rank == nil }.map(\.index)
        for index in atResources + others { place(index, &translation) }
    }

    // MARK: Resources

    private mutating func findResources() {
        let byPath = Dictionary(grouping: operations.indices) { operations[$0].source.path.withoutPathParameterNames }
        for index in operations.indices {
            let operation = operations[index]
            guard let collection = operation.source.path.collection,
                operation.pathParameters.count == collection.pathParameterCount + 1, !placed.contains(index)
            else { continue }
            let atItem = byPath[operation.source.path.withoutPathParameterNames] ?? []
            let atCollection = byPath[collection.withoutPathParameterNames] ?? []
            guard let model = model(atItem, atCollection), !clients.contains(where: { $0.model == model }),
                !refused.contains(declarations[model].name), let last = operation.pathParameters.last,
                let key = key(of: model, last)
            else { continue }
            let parameters = Array(operation.pathParameters.dropLast())
            var client = PlacedClient(
                model: model, tag: operation.source.tag,
                path: collection.template(parameters.map(\.name.text)), collection: collection,
                parameters: parameters, key: key)
            for other in atCollection + atItem where !placed.contains(other) {
                guard let kind = kind(of: other, isItem: atItem.contains(other), model),
                    !client.operations.contains(where: { $0.kind == kind }),
                    operations[other].pathParameters.prefix(parameters.count).map(\.type) == parameters.map(\.type)
                else { continue }
                var operation = operations[other]
                // That is what `patch` sends anyway.
                if kind == .patch, isPatch(operation.body, of: model) { operation.body = .none }
                drafts.settle(&operation, kind, of: model, key: key.field, &declarations)
                if kind == .list, let list = DocumentedList(operation, declarations) {
                    operation = list.applied(to: operation, declarations)
                }
                client.operations.append((kind, operation))
                placed.insert(other)
            }
            if client.operations.isEmpty { continue }
            clients.append(client)
        }
        findPagedLists()
    }

    /// Lists of pages without a path of single objects.
    private mutating func findPagedLists() {
        for index in operations.indices where !placed.contains(index) {
            let operation = operations[index]
            guard let list = DocumentedList(operation, declarations), list.root != nil, carries(list.model),
                !clients.contains(where: { $0.model == list.model }),
                operation.source.path.pathParameterNames.count == operation.pathParameters.count
            else { continue }
            let hasKey = declarations[list.model].fields.contains { $0.name == "id" && $0.isKey }
            clients.append(
                PlacedClient(
                    model: list.model, tag: operation.source.tag,
                    path: operation.source.path.template(operation.pathParameters.map(\.name.text)),
                    collection: operation.source.path, parameters: operation.pathParameters, key: hasKey ? .id : .none,
                    operations: [(.list, list.applied(to: operation, declarations))]))
            placed.insert(index)
        }
    }

    /// The model of the objects at a path: the result of GET, or else the element of the list.
    private func model(_ atItem: [Int], _ atCollection: [Int]) -> Int? {
        for index in atItem where operations[index].source.method == "GET" {
            guard let result = operations[index].result, case .model(let model) = result.form, !result.isNullable
            else { return nil }
            return model
        }
        for index in atCollection where operations[index].source.method == "GET" {
            if let list = DocumentedList(operations[index], declarations) { return list.model }
        }
        return nil
    }

    /// The field whose value is in the path.
    private func key(of model: Int, _ parameter: TranslatedOperation.Parameter) -> PlacedClient.Key? {
        let fields = declarations[model].fields
        guard carries(model) else { return nil }
        func words(_ name: String) -> [String] { SwiftNaming.words(of: name).map { $0.lowercased() } }
        let meaning = words(parameter.key)
        guard let last = meaning.last else { return nil }
        func fits(_ field: Declaration.Field) -> Bool {
            field.isKey && field.use.text == parameter.use.text
        }
        let named = fields.first { $0.key == parameter.key && fits($0) }
        let field = named ?? fields.first { $0.key.lowercased() == last && fits($0) }
        // `/charges/{charge}`, `/subscription_items/{item}`: what a path says about an object without naming a property
        // of it is its id.
        let isModel =
            words(declarations[model].name.text).suffix(meaning.count).elementsEqual(meaning)
            && !fields.contains { $0.key == parameter.key }
        guard let field = field ?? (isModel ? fields.first { $0.name == "id" && fits($0) } : nil) else { return nil }
        if field.name == "id" { return .id }
        return fields.contains { $0.name == "id" } ? .by(field.name) : .primary(field.name)
    }

    /// Whether a model can have a client.
    private func carries(_ model: Int) -> Bool {
        guard case .model = declarations[model].content else { return false }
        return !refused.contains(declarations[model].name) && !declarations[model].fields.isEmpty
    }

    /// Whether a body contains changes to exactly the fields of a model that can change.
    private func isPatch(_ body: TranslatedOperation.Body, of model: Int) -> Bool {
        let sent: Int?
        switch body {
        case .patch(let use) where use.form == .model(model): return true
        case .value(let use), .patch(let use): sent = use.declaration
        case .none, .draft, .form, .upload, .raw: sent = nil
        }
        guard let sent, sent != model, case .model = declarations[sent].content else { return false }
        func changeable(_ model: Int) -> Set<String> {
            Set(
                declarations[model].fields.filter { $0.name != "id" && !$0.schema.isReadOnly }
                    .map { "\($0.key) \($0.use.text) \($0.use.transformer ?? "")" })
        }
        return declarations[sent].fields.allSatisfy { $0.isOptional && $0.name != "id" }
            && changeable(sent) == changeable(model)
    }

    private func kind(of index: Int, isItem: Bool, _ model: Int) -> OperationKind? {
        let operation = operations[index]
        let result = operation.result
        let givesModel = result?.form == .model(model) && result?.isNullable == false
        var sends = false
        switch operation.body {
        case .none: break
        case .value, .draft, .patch: sends = true
        case .form, .upload, .raw: return nil
        }
        switch (operation.source.method, isItem) {
        case ("GET", false):
            return DocumentedList(operation, declarations)?.model == model
                && operation.source.path.pathParameterNames.count == operation.pathParameters.count
                ? .list : nil
        case ("POST", false): return givesModel && sends ? .create : nil
        case ("GET", true): return givesModel ? .get : nil
        case ("PUT", true): return givesModel && sends ? .update : nil
        case ("PATCH", true):
            let canChange = declarations[model].fields.contains { $0.name != "id" && !$0.schema.isReadOnly }
            return givesModel && sends && canChange && declarations[model].fields.count > 1 ? .patch : nil
        case ("DELETE", true): return sends || operation.isDownload ? nil : .delete
        default: return nil
        }
    }

    // MARK: Actions

    private mutating func place(_ index: Int, _ translation: inout SchemaTranslation) {
        let operation = operations[index]
        if let (client, isBelow) = resource(above: operation) {
            add(operation, to: client, keyIsInPath: isBelow)
            return
        }
        let client = carrier(of: operation.source.tag, &translation)
        add(operation, to: client, keyIsInPath: false)
    }

    /// The resource of the operation's tag whose path contains its path, and whether that names one object.
    private func resource(above operation: TranslatedOperation) -> (Int, Bool)? {
        var best: (client: Int, isBelow: Bool, rest: Int)?
        for (index, client) in clients.enumerated() where client.tag == operation.source.tag {
            let count = client.parameters.count
            guard let rest = client.rest(of: operation.source.path),
                operation.pathParameters.prefix(count).map(\.type) == client.parameters.map(\.type)
            else { continue }
            let isBelow =
                (rest == "/{}" || rest.hasPrefix("/{}/")) && operation.pathParameters.count > count
                && operation.pathParameters[count].use.text == keyType(of: client)
            if rest.count < best?.rest ?? .max { best = (index, isBelow, rest.count) }
        }
        return best.map { ($0.client, $0.isBelow) }
    }

    private func keyType(of client: PlacedClient) -> String? {
        let fields = declarations[client.model].fields
        switch client.key {
        case .none: return nil
        case .id: return fields.first { $0.name == "id" }?.use.text
        case .by(let name), .primary(let name): return fields.first { $0.name == name }?.use.text
        }
    }

    private mutating func add(_ operation: TranslatedOperation, to index: Int, keyIsInPath: Bool) {
        var operation = operation
        operation.body = drafts.body(operation.body, declarations)
        let client = clients[index]
        if let list = DocumentedList(operation, declarations), let root = list.root, let pagination = list.pagination {
            // The client of that model already has a list, or the path does not belong to it.
            operation.comments.append(
                "Pages of \(declarations[list.model].name). A `list` at this path would have `root: \(root)` and "
                    + "`\(printedYAML([YAMLEntry("pagination", pagination.entry)]).dropLast())`.")
        }
        let isBelowCollection = client.rest(of: operation.source.path) != nil
        let shared = isBelowCollection ? client.parameters.count : 0
        var names: [String] = []
        var own: [TranslatedOperation.Parameter] = []
        // Names with another meaning in a path of this client.
        var reserved = Set(client.parameters.map(\.name.text) + [client.key.placeholder, "id"])
        reserved.formUnion((operation.query + operation.headers).map(\.name.text))
        for (position, parameter) in operation.pathParameters.enumerated() {
            if position < shared {
                names.append(client.parameters[position].name.text)
            } else if keyIsInPath, position == shared {
                names.append(client.key.placeholder)
            } else if !isBelowCollection,
                client.parameters.contains(where: { $0.name == parameter.name && $0.type == parameter.type })
            {
                names.append(parameter.name.text)
            } else {
                var parameter = parameter
                if reserved.contains(parameter.name.text) {
                    parameter.name = SwiftNaming.free(parameter.name.inPlace("path"), reserved)
                }
                parameter.key = parameter.name.text
                reserved.insert(parameter.name.text)
                names.append(parameter.name.text)
                own.append(parameter)
            }
        }
        // The names of the client's and the key's parameters are also arguments of the function.
        let arguments = Set(names)
        func renamed(
            _ list: [TranslatedOperation.Parameter], in place: String
        ) -> [TranslatedOperation.Parameter] {
            list.map { each in
                guard arguments.contains(each.name.text) else { return each }
                var each = each
                each.name = SwiftNaming.free(each.name.inPlace(place), reserved.union(arguments))
                return each
            }
        }
        operation.query = renamed(operation.query, in: "query")
        operation.headers = renamed(operation.headers, in: "header")
        operation.name = SwiftNaming.free(operation.name, client.names)
        clients[index].names.insert(operation.name.text)
        clients[index].actions.append(
            .init(path: operation.source.path.template(names), parameters: own, operation: operation))
    }

    private func rank(of client: PlacedClient) -> (Int, Int, String) {
        (client.path.count { $0 == "/" }, client.path.count, client.path)
    }

    /// The client for calls of a tag that belong to no resource.
    private mutating func carrier(of tag: String, _ translation: inout SchemaTranslation) -> Int {
        // The one with the shortest path, whichever was found first.
        let ofTag = clients.indices.filter { clients[$0].tag == tag }
        if let index = ofTag.min(by: { rank(of: clients[$0]) < rank(of: clients[$1]) }) { return index }
        var counts: [Int: Int] = [:]
        for operation in operations where operation.source.tag == tag {
            let form = operation.result?.form
            guard
                let model = form.flatMap({ form -> Int? in
                    switch form {
                    case .model(let model), .list(.model(let model)): model
                    case .any, .scalar, .enumeration, .union, .texts, .list, .dictionary: nil
                    }
                }), carries(model), !clients.contains(where: { $0.model == model })
            else { continue }
            counts[model, default: 0] += 1
        }
        let slug = SwiftNaming.words(of: tag).map { $0.lowercased() }.joined(separator: "-")
        let best = counts.max { left, right in
            (left.value, declarations[right.key].name.text) < (right.value, declarations[left.key].name.text)
        }?.key
        let model = best ?? translation.declareCarrier(of: tag)
        declarations += translation.declarations[declarations.count...]
        let hasKey = declarations[model].fields.contains { $0.name == "id" && $0.isKey }
        clients.append(
            PlacedClient(
                model: model, tag: tag, path: slug.isASCIIWord ? slug : "calls", key: hasKey ? .id : .none))
        return clients.endIndex - 1
    }
}

extension SchemaTranslation {
    /// A model for calls of a tag that return no model.
    fileprivate mutating func declareCarrier(of tag: String) -> Int {
        let type = SwiftNaming.type(tag).text
        let name = reserve(SwiftName(type.hasSuffix("Calls") ? type : type + "Calls"))
        var declaration = Declaration(name: name, node: documents.root, content: .model([]))
        declaration.comments = ["Only for its calls: the document has no model for them."]
        return add(declaration)
    }
}

extension Declaration.Field {
    /// Whether it can be a value in a path.
    fileprivate var isKey: Bool {
        guard !isOptional, !use.isNullable, use.transformer == nil, schema.defaultValue == nil else { return false }
        switch use.form {
        case .scalar: return ["Int", "Int32", "Int64", "String", "UUID"].contains(use.text)
        case .any, .enumeration, .model, .union, .texts, .list, .dictionary: return false
        }
    }
}

extension String {
    /// `/pets` of `/pets/{petId}`, and `/pets/` of `/pets/{petId}/`.
    fileprivate var collection: String? {
        let path = hasSuffix("/") ? dropLast() : self[...]
        guard path.last == "}", let slash = path.lastIndex(of: "/"), slash > startIndex else { return nil }
        let step = path[index(after: slash)...]
        guard step.first == "{", !step.dropFirst().contains("{") else { return nil }
        return String(self[..<slash]) + (hasSuffix("/") ? "/" : "")
    }

    fileprivate var pathParameterCount: Int { count { $0 == "{" } }

    /// The path with other names in its braces, as a client has it: without a leading slash. A parameter that occurs
    /// again has the same name.
    func template(_ names: [String]) -> String {
        var result = ""
        var rest = names[...]
        var known: [String: String] = [:]
        var inside: String?
        for character in self {
            if character == "}", let name = inside {
                if known[name] == nil { known[name] = rest.popFirst() }
                result += known[name] ?? ""
                inside = nil
            }
            if inside == nil { result.append(character) } else { inside?.append(character) }
            if character == "{" { inside = "" }
        }
        while result.first == "/" { result.removeFirst() }
        // An empty path is an error; the path of the service itself is a slash.
        return result.isEmpty ? "/" : result
    }

    fileprivate var isASCIIWord: Bool {
        !isEmpty && utf8.allSatisfy { $0 == 0x2D || (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) }
    }
}
