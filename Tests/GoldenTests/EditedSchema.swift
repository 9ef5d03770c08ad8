import SeededNumbers

/// A schema that was released and then edited by someone who forgot that: renamed, removed and added parts have no
/// step. The proposals in messages are applied to it unchanged.
struct EditedSchema {
    struct Field {
        var name: String
        var type: String
        var keys: [String] = []
        var reference: String?

        var text: String {
            let parts = ["type: \"\(type)\""] + keys + (reference.map { ["references: \($0).id"] } ?? [])
            return "{ \(parts.joined(separator: ", ")) }"
        }
    }

    struct Model {
        /// Its original identity, regardless of its present name.
        var origin: String
        var name: String
        var table: String?
        var view: String?
        var keys: [String] = []
        var fields: [Field]
        /// `unique`, `indexes` and `checks`, each with its entries.
        var lists: [String: [String]] = [:]
        var isStored = true
        var steps: [Int: [String]] = [:]

        var tableName: String { table ?? name.lowercased() }
    }

    private(set) var version = 1
    private(set) var models: [Model]
    private(set) var steps: [Int: [String]] = [:]
    private var random: SeededNumbers

    init(seed: UInt64) {
        random = SeededNumbers(seed: seed)
        func fields(_ number: Int) -> [Field] {
            [
                Field(name: "id", type: "Int64"), Field(name: "title\(number)", type: "String"),
                Field(name: "size\(number)", type: "Int64?"), Field(name: "note\(number)", type: "String?"),
            ]
        }
        models = [
            Model(origin: "Alpha", name: "Alpha", table: "alphas", fields: fields(0)),
            Model(origin: "Beta", name: "Beta", fields: fields(1)),
            Model(origin: "Gamma", name: "Gamma", table: "gammas", fields: fields(2)),
            Model(
                origin: "Listed", name: "Listed", table: "listed", view: "SELECT id FROM alphas",
                fields: [Field(name: "id", type: "Int64")]),
        ]
        models[1].fields.append(Field(name: "alpha", type: "Int64?", reference: "Alpha"))
        models[2].fields.append(Field(name: "kind", type: "String", keys: ["default: plain", "collate: NOCASE"]))
        models[0].lists = ["unique": ["{ fields: [title0], name: alpha_once }"], "checks": ["\"size0 > 0\""]]
        models[1].lists = ["indexes": ["{ fields: [size1 desc], name: beta_sizes }"]]
        models[2].keys = ["fullText: [title2]"]
        models[0].keys = ["strict: true"]
    }

    // MARK: Edits

    /// Changes one thing, and returns a description.
    mutating func edit() -> String {
        let tables = models.indices.filter {
            models[$0].view == nil && models[$0].isStored && models[$0].fields.count > 1
        }
        guard let table = tables.randomElement(using: &random) else { return "nothing" }
        let view = models.firstIndex { $0.view != nil }
        let place = Int.random(in: 1..<models[table].fields.count, using: &random)
        let name = models[table].name
        switch Int.random(in: 0..<17, using: &random) {
        case 0:
            models[table].table = models[table].tableName + "_now"
            replace("FROM alphas", with: "FROM \(models[0].origin == "Alpha" ? models[0].tableName : "alphas")")
            return "\(name) has another table"
        case 1:
            rename(table, to: name + "Now")
            return "\(name) has another name"
        case 2:
            let field = models[table].fields[place].name
            models[table].fields[place].name += "now"
            for (key, entries) in models[table].lists {
                models[table].lists[key] = entries.map { $0.replacing(field, with: field + "now") }
            }
            models[table].keys = models[table].keys.map { $0.replacing(field, with: field + "now") }
            return "a field of \(name) has another name"
        case 3:
            let field = models[table].fields.remove(at: place)
            for (key, entries) in models[table].lists {
                models[table].lists[key] = entries.filter { !$0.contains(field.name) }
            }
            models[table].lists = models[table].lists.filter { !$0.value.isEmpty }
            models[table].keys.removeAll { $0.contains(field.name) }
            return "\(name).\(field.name) went"
        case 4:
            models[table].fields.append(Field(name: "more\(models[table].fields.count)", type: "Int64?"))
            return "\(name) has one more field"
        case 5:
            let isOptional = models[table].fields[place].type.hasSuffix("?")
            let type = models[table].fields[place].type
            models[table].fields[place].type = isOptional ? String(type.dropLast()) : type + "?"
            return "\(name).\(models[table].fields[place].name) is optional, or no longer"
        case 6:
            models[table].fields[place].type = models[table].fields[place].type.hasPrefix("S") ? "Int64?" : "String?"
            return "\(name).\(models[table].fields[place].name) has another type"
        case 7:
            remove(name)
            models.remove(at: table)
            return "\(name) went"
        case 8:
            remove(name)
            models[table].isStored = false
            return "\(name) is no longer stored"
        case 9:
            models[table].lists = [:]
            return "the indexes of \(name) went"
        case 10:
            models[table].keys = []
            return "the full text of \(name) went"
        case 11:
            models.append(
                Model(origin: "New", name: "New\(models.count)", fields: [Field(name: "id", type: "Int64")]))
            return "a model came"
        case 12:
            guard let view else { return "nothing" }
            models.remove(at: view)
            return "the view went"
        case 13:
            guard let view else { return "nothing" }
            models[view].table = "listed_now"
            return "the view has another name"
        case 14:
            version = 2
            models[table].fields[place].keys.append("since: 2")
            return "\(name).\(models[table].fields[place].name) is said to be new"
        case 15:
            version = 2
            models[table].keys.append("since: 2")
            return "\(name) is said to be new"
        default:
            guard let view else { return "nothing" }
            models[view].view = models[view].view.map { $0 + " WHERE id > 1" }
            return "the view selects something else"
        }
    }

    private mutating func replace(_ text: String, with other: String) {
        for index in models.indices { models[index].view = models[index].view?.replacing(text, with: other) }
    }

    private mutating func rename(_ model: Int, to name: String) {
        let old = models[model].name
        models[model].name = name
        for index in models.indices {
            for field in models[index].fields.indices where models[index].fields[field].reference == old {
                models[index].fields[field].reference = name
            }
        }
    }

    /// Declarations that refer to a removed model.
    private mutating func remove(_ model: String) {
        for index in models.indices {
            for field in models[index].fields.indices where models[index].fields[field].reference == model {
                models[index].fields[field].reference = nil
            }
        }
        if model.hasPrefix("Alpha") { models.removeAll { $0.view != nil } }
    }

    // MARK: Text

    /// The YAML, and the model and field that each of its lines belongs to.
    func yaml() -> (text: String, lines: [(model: String?, field: String?)]) {
        var text = ""
        var lines: [(model: String?, field: String?)] = []
        func add(_ line: String, _ model: String? = nil, _ field: String? = nil) {
            text += line + "\n"
            lines.append((model, field))
        }
        func list(_ steps: [Int: [String]]) -> String {
            steps.sorted { $0.key < $1.key }
                .map { "\($0.key): [\($0.value.map { "{ \($0) }" }.joined(separator: ", "))]" }
                .joined(separator: ", ")
        }
        add("database: { name: D, version: \(version), sqlite: \"3.37\", migrations: { \(list(steps)) } }")
        add("models:")
        for model in models {
            add("  \(model.name):", model.name)
            if model.isStored {
                add("    table: \(model.table ?? "true")", model.name)
                if model.view == nil { add("    primaryKey: id", model.name) }
                if let view = model.view { add("    view: \"\(view)\"", model.name) }
                for key in model.keys { add("    \(key)", model.name) }
                for (key, entries) in model.lists.sorted(by: { $0.key < $1.key }) {
                    add("    \(key): [\(entries.joined(separator: ", "))]", model.name)
                }
                if !model.steps.isEmpty { add("    migrations: { \(list(model.steps)) }", model.name) }
            }
            add("    fields:", model.name)
            for field in model.fields {
                var field = field
                if !model.isStored { (field.keys, field.reference) = ([], nil) }
                add("      \(field.name): \(field.text)", model.name, field.name)
            }
        }
        return (text, lines)
    }

    // MARK: Proposals

    /// Applies the proposal of a message; false if it is not a known one.
    mutating func apply(_ message: String, model: String?, field: String?) -> Bool {
        let pieces = message.split(separator: "`", omittingEmptySubsequences: false).map(String.init)
        let index = model.flatMap { name in models.firstIndex { $0.name == name } }
        if message.contains("remove `since: "), let index {
            models[index].keys.removeAll { $0.hasPrefix("since: ") }
            for place in models[index].fields.indices {
                models[index].fields[place].keys.removeAll { $0.hasPrefix("since: ") }
            }
            if !message.contains("`migrations: ") { return true }
        }
        if let start = pieces.firstIndex(where: { $0.hasPrefix("migrations: ") }),
            let number = Int(pieces[start].dropFirst(12).dropLast()), start + 2 < pieces.count
        {
            version = number
            let step = String(pieces[start + 2].dropFirst(2))
            if step.hasPrefix("dropModel") {
                steps[number, default: []].append(step)
            } else if let index {
                models[index].steps[number, default: []].append(step)
            } else {
                return false
            }
            return true
        }
        guard let since = pieces.first(where: { $0.hasPrefix("since: ") }), let number = Int(since.dropFirst(7)),
            let index
        else { return false }
        version = number
        if let field, let place = models[index].fields.firstIndex(where: { $0.name == field }) {
            models[index].fields[place].keys.append(since)
        } else {
            models[index].keys.append(since)
        }
        return true
    }
}
