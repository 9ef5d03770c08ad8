/// A history that a person could have written, version by version, with everything that is easy to get wrong in it.
///
/// It goes forward, as people do: each version changes the declarations and writes the steps that say so. Steps that were
/// written stay as they are, whatever happens later.
struct RandomHistory {
    struct Field {
        var name: String
        /// The column, where it is not called after the field.
        var column: String?
        var type: String
        var keys: [String] = []
        var reference: (model: String, field: String)?

        var columnName: String { column ?? name }

        /// `{ type: Int64, references: User.id }`
        func text(present: Bool) -> String {
            var parts = ["type: \"\(type)\""] + keys
            if present, let column { parts.append("column: \(column)") }
            if let reference { parts.append("references: \(reference.model).\(reference.field)") }
            return "{ \(parts.joined(separator: ", ")) }"
        }
    }

    struct Model {
        var name: String
        var table: String
        var since: Int
        var key: String
        var fields: [Field]
        var uniques: [String] = []
        var indexes: [String] = []
        var isWithoutRowID = false
        var steps: [Int: [String]] = [:]

        func text(present: Bool) -> String {
            var parts = ["table: \(table)", "primaryKey: \(key)"]
            if since > 1 { parts.append("since: \(since)") }
            if isWithoutRowID { parts.append("withoutRowID: true") }
            parts.append(
                "fields: { \(fields.map { "\($0.name): \($0.text(present: present))" }.joined(separator: ", ")) }")
            if !uniques.isEmpty { parts.append("unique: [\(uniques.joined(separator: ", "))]") }
            if !indexes.isEmpty { parts.append("indexes: [\(indexes.joined(separator: ", "))]") }
            if !steps.isEmpty {
                let versions = steps.sorted { $0.key < $1.key }.map {
                    "\($0.key): [\($0.value.joined(separator: ", "))]"
                }
                parts.append("migrations: { \(versions.joined(separator: ", ")) }")
            }
            return "\(name): { \(parts.joined(separator: ", ")) }"
        }
    }

    /// In which order the models are declared.
    enum Order {
        case asWritten, reversed
    }

    private(set) var version = 1
    private(set) var models: [Model] = []
    private var views: [(name: String, model: String, field: String)] = []
    private var databaseSteps: [Int: [String]] = [:]
    private var former: [(old: String, new: String)] = []
    private var random: RandomNumbers
    private var names = 0
    /// The models that the version has touched already: one thing happens to each, so that what is written stays true.
    private var touched: Set<String> = []

    init(seed: UInt64) {
        random = RandomNumbers(seed: seed)
        for _ in 0..<random.below(3) + 2 { addModel() }
        if random.below(2) == 0, let model = models.first, let field = model.fields.last {
            views.append((fresh("V"), model.name, field.name))
        }
    }

    /// The text of the models, declared in some order.
    func yaml(_ order: Order = .asWritten) -> String {
        var texts = models.map { $0.text(present: true) } + views.map(viewText)
        if order == .reversed { texts.reverse() }
        let steps = databaseSteps.sorted { $0.key < $1.key }.map { "\($0.key): [\($0.value.joined(separator: ", "))]" }
        let migrations = steps.isEmpty ? "" : ", migrations: { \(steps.joined(separator: ", ")) }"
        let formerly =
            former.isEmpty ? "" : "formerly: { \(former.map { "\($0.old): \($0.new)" }.joined(separator: ", ")) }\n"
        return formerly + "enums: { Mood: [low, high] }\n"
            + "database: { name: D, version: \(version), sqlite: \"3.37\"\(migrations) }\nmodels:\n"
            + texts.map { "  \($0)\n" }.joined()
    }

    private func viewText(_ view: (name: String, model: String, field: String)) -> String {
        let model = models.first { $0.name == view.model }
        let column = model?.fields.first { $0.name == view.field }?.columnName ?? ""
        return "\(view.name): { view: \"SELECT t.\(column) AS value FROM \(model?.table ?? "") AS t\", "
            + "fields: { value: \"String?\" } }"
    }

    // MARK: Versions

    /// Whether this version has a statement already.
    private var hasStatement = false

    mutating func advance() {
        version += 1
        touched = []
        hasStatement = false
        for _ in 0..<random.below(3) + 1 { change() }
    }

    private mutating func change() {
        let free = models.indices.filter { !touched.contains(models[$0].name) }
        guard let place = random.element(of: free) else { return }
        let name = models[place].name
        switch random.below(14) {
        case 0: addModel()
        case 1, 2: addField(place)
        case 3, 4: renameField(place)
        case 5: dropField(place)
        case 6, 7: changeField(place)
        case 8: changeIndexes(place)
        case 9: renameTable(place)
        case 10: swapTables(place)
        case 11: renameInSwift(place)
        case 12: dropModel(place)
        default: work(place)
        }
        touched.insert(name)
    }

    private mutating func fresh(_ prefix: String) -> String {
        names += 1
        return "\(prefix)\(names)"
    }

    private mutating func write(_ step: String, _ place: Int) { models[place].steps[version, default: []].append(step) }

    private mutating func addModel() {
        let name = fresh("M")
        let isText = random.below(4) == 0
        let key = Field(name: fresh("k"), type: isText ? "String" : "Int64")
        var fields = (0..<random.below(3) + 2).map { _ in newField() }
        if random.below(2) == 0, let parent = random.element(of: models),
            let parentKey = parent.fields.first(where: { $0.name == parent.key })
        {
            fields.append(Field(name: fresh("r"), type: parentKey.type + "?", reference: (parent.name, parent.key)))
        }
        if random.below(3) == 0 {
            fields.append(Field(name: fresh("s"), type: key.type + "?", reference: (name, key.name)))
        }
        let isFirst = random.below(3) > 0
        fields.insert(key, at: isFirst ? 0 : fields.count)
        var model = Model(name: name, table: name.lowercased(), since: version, key: key.name, fields: fields)
        model.isWithoutRowID = isText && random.below(2) == 0
        models.append(model)
        touched.insert(name)
    }

    /// A column of some stored form, that every row has a value for.
    private mutating func newField() -> Field {
        let forms: [(String, [String])] = [
            ("Int64", []), ("Int64?", []), ("Int8", ["default: 1"]), ("String", ["default: \"x\""]), ("String?", []),
            ("Double?", []), ("Bool", ["default: true"]), ("Date?", []), ("Date?", ["transformer: iso8601"]),
            ("Date?", ["transformer: unixMilliseconds"]), ("Data?", ["transformer: hex"]), ("UUID?", []),
            ("Mood?", []), ("[Int]?", []), ("Decimal?", []), ("URL?", []),
        ]
        let form = forms[random.below(forms.count)]
        return Field(name: fresh("f"), type: form.0, keys: form.1)
    }

    private mutating func addField(_ place: Int) {
        var field = newField()
        guard models[place].since < version else { return }
        if !field.type.hasSuffix("?"), field.keys.isEmpty { field.keys.append("fill: 7") }
        field.keys.append("since: \(version)")
        if random.below(4) == 0, let base = plain(models[place]).first {
            field = Field(
                name: fresh("g"), type: "Int64?",
                keys: ["generated: \"length(\(base.columnName))\"", "since: \(version)"])
        }
        models[place].fields.append(field)
    }

    /// The fields that nothing else is made of.
    private func plain(_ model: Model) -> [Field] {
        let texts =
            model.fields.flatMap(\.keys).joined(separator: " ") + (model.uniques + model.indexes).joined(separator: " ")
        return model.fields.filter { field in
            field.name != model.key && field.reference == nil && !field.keys.contains { $0.hasPrefix("generated") }
                && !texts.contains(field.columnName) && !isReferred(model.name, field.name)
                && !views.contains { $0.model == model.name && $0.field == field.name }
        }
    }

    private func isReferred(_ model: String, _ field: String? = nil) -> Bool {
        models.contains { other in
            other.fields.contains { item in
                item.reference.map { $0.model == model && (field == nil || $0.field == field) && other.name != model }
                    ?? false
            }
        }
    }

    private mutating func renameField(_ place: Int) {
        let model = models[place]
        guard model.since < version else { return }
        let old = model.fields.filter { field in
            field.column == nil && !field.keys.contains("since: \(version)")
                && !model.fields.flatMap(\.keys).contains {
                    $0.hasPrefix("generated") && $0.contains("(\(field.name))")
                }
        }
        guard let field = random.element(of: old) else { return }
        let new = fresh(field.name == model.key ? "k" : "n")
        for index in models[place].fields.indices where models[place].fields[index].name == field.name {
            models[place].fields[index].name = new
        }
        if model.key == field.name { models[place].key = new }
        func renamed(_ list: String) -> String { list.replacing("[\(field.name)]", with: "[\(new)]") }
        models[place].uniques = model.uniques.map(renamed)
        models[place].indexes = model.indexes.map(renamed)
        follow(model.name, field.name, new)
        write("{ rename: { \(field.name): \(new) } }", place)
    }

    /// References and views of today use the names of today; what was written stays.
    private mutating func follow(_ model: String, _ field: String, _ new: String) {
        for other in models.indices {
            for index in models[other].fields.indices
            where models[other].fields[index].reference.map({ $0.model == model && $0.field == field }) == true {
                models[other].fields[index].reference?.field = new
            }
        }
        for index in views.indices where views[index].model == model && views[index].field == field {
            views[index].field = new
        }
    }

    private mutating func dropField(_ place: Int) {
        let model = models[place]
        guard model.since < version, let field = random.element(of: plain(model)),
            !field.keys.contains("since: \(version)")
        else { return }
        models[place].fields.removeAll { $0.name == field.name }
        write("{ drop: { \(field.name): \(field.text(present: true)) } }", place)
    }

    private mutating func changeField(_ place: Int) {
        let model = models[place]
        guard model.since < version else { return }
        if let index = model.fields.firstIndex(where: { $0.reference != nil && $0.reference?.model != model.name }),
            random.below(2) == 0
        {
            let before = models[place].fields[index]
            models[place].fields[index].reference = nil
            write("{ change: { \(before.name): { from: \(before.text(present: false)) } } }", place)
            return
        }
        guard let field = random.element(of: plain(model).filter({ !$0.keys.contains { $0.hasPrefix("since") } })),
            let index = model.fields.firstIndex(where: { $0.name == field.name })
        else { return }
        let column = field.columnName
        let change: (type: String, keys: [String], how: String)
        switch (field.type, field.keys) {
        case ("Int64", []): change = ("Int8", ["default: 1"], "using: \"\(column) % 100\"")
        case ("Int64?", []): change = ("Double?", [], "using: \"CAST(\(column) AS REAL)\"")
        case ("Int8", _): change = ("Int64?", [], "")
        case ("String", _): change = ("String?", [], "")
        case ("String?", []): change = ("Int64?", [], "using: \"length(\(column))\"")
        case ("UUID?", []), ("URL?", []), ("Decimal?", []), ("Mood?", []): change = ("String?", [], "")
        case ("Date?", []): change = ("Date?", ["transformer: unixMilliseconds"], "using: \"\(column) * 1000\"")
        case ("Date?", ["transformer: iso8601"]): change = ("Date?", ["transformer: rfc3339"], "restored: same")
        case ("Data?", ["transformer: hex"]): change = ("String?", [], "restored: same")
        case ("[Int]?", []): change = ("String?", [], "using: \"CAST(\(column) AS TEXT)\"")
        default: return
        }
        models[place].fields[index].type = change.type
        models[place].fields[index].keys = change.keys
        let how = change.how.isEmpty ? "" : ", \(change.how)"
        write("{ change: { \(field.name): { from: \(field.text(present: false))\(how) } } }", place)
    }

    private mutating func changeIndexes(_ place: Int) {
        let model = models[place]
        guard model.since < version else { return }
        if !model.indexes.isEmpty {
            models[place].indexes = []
            write("{ was: { indexes: [\(model.indexes.joined(separator: ", "))] } }", place)
        } else if let field = plain(model).first(where: { $0.column == nil && $0.type != "[Int]?" }) {
            models[place].indexes.append("{ fields: [\(field.name)], since: \(version) }")
        }
    }

    private mutating func renameTable(_ place: Int) {
        guard models[place].since < version else { return }
        write("{ was: { table: \(models[place].table) } }", place)
        models[place].table = fresh("t")
    }

    private mutating func swapTables(_ place: Int) {
        let others = models.indices.filter {
            $0 != place && models[$0].since < version && !touched.contains(models[$0].name)
        }
        guard models[place].since < version, let other = random.element(of: others) else { return }
        write("{ was: { table: \(models[place].table) } }", place)
        write("{ was: { table: \(models[other].table) } }", other)
        (models[place].table, models[other].table) = (models[other].table, models[place].table)
        touched.insert(models[other].name)
    }

    /// Another name in Swift, of which the database knows nothing.
    private mutating func renameInSwift(_ place: Int) {
        let model = models[place]
        if random.below(2) == 0, let field = plain(model).first(where: { $0.column == nil && $0.keys.isEmpty }),
            let index = model.fields.firstIndex(where: { $0.name == field.name })
        {
            models[place].fields[index].column = field.name
            models[place].fields[index].name = fresh("w")
            return
        }
        let new = fresh("M")
        models[place].name = new
        for other in models.indices {
            for index in models[other].fields.indices where models[other].fields[index].reference?.model == model.name {
                models[other].fields[index].reference?.model = new
            }
        }
        for index in views.indices where views[index].model == model.name { views[index].model = new }
        for index in former.indices where former[index].new == model.name { former[index].new = new }
        former.append((model.name, new))
        touched.insert(new)
    }

    private mutating func dropModel(_ place: Int) {
        let model = models[place]
        guard models.count > 2, model.since < version, !isReferred(model.name),
            !views.contains(where: { $0.model == model.name })
        else { return }
        models.remove(at: place)
        databaseSteps[version, default: []].append("{ dropModel: { \(model.text(present: true)) } }")
    }

    private mutating func work(_ place: Int) {
        let model = models[place]
        guard let field = plain(model).first, field.keys.isEmpty else { return }
        let column = field.columnName
        let statements = [
            "UPDATE \(model.table) SET \(column) = \(column)", "DELETE FROM \(model.table) WHERE \(column) IS 'none'",
        ]
        // Steps of one version run in the order of their models: two of them in another order are another history.
        guard !hasStatement else { return }
        hasStatement = true
        write("{ sql: \"\(statements[random.below(2)])\" }", place)
    }
}

/// The same numbers for the same seed, on every machine (splitmix64).
struct RandomNumbers {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func below(_ limit: Int) -> Int { Int(next() % UInt64(limit)) }

    mutating func element<Element>(of list: [Element]) -> Element? { list.isEmpty ? nil : list[below(list.count)] }
}
