// The changes of one version of a history.
extension RandomHistory {
    mutating func advance() {
        if random.below(4) == 0 { adopted.insert(version) }
        version += 1
        touched = []
        free += dropped
        dropped = []
        for _ in 0..<random.below(4) + 1 { change() }
    }

    private mutating func change() {
        let free = models.indices.filter { !touched.contains(models[$0].name) }
        guard let place = random.element(of: free) else { return }
        let name = models[place].name
        switch random.below(18) {
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
        case 13: toggleRowID(place)
        case 14: changeTypes()
        case 15: changeView()
        default: work(place)
        }
        touched.insert(name)
    }

    mutating func fresh(_ prefix: String) -> String {
        names += 1
        return "\(prefix)\(names)"
    }

    private mutating func write(_ step: String, _ place: Int) { models[place].steps[version, default: []].append(step) }

    /// A name for a model: a new one, or that of a dropped model.
    private mutating func modelName() -> String {
        guard !free.isEmpty, random.below(2) == 0 else { return fresh("M") }
        return free.remove(at: random.below(free.count))
    }

    mutating func addModel() {
        let name = modelName()
        let isText = random.below(4) == 0
        let key = Field(name: fresh("k"), type: isText ? "String" : "Int64")
        var fields = (0..<random.below(3) + 2).map { _ in newField() }
        let database = random.below(5) == 0 ? "E" : "D"
        if random.below(2) == 0, let parent = random.element(of: models.filter({ $0.database == database })),
            let parentKey = parent.fields.first(where: { $0.name == parent.key })
        {
            fields.append(Field(name: fresh("r"), type: parentKey.type + "?", reference: (parent.name, parent.key)))
        }
        if random.below(3) == 0 {
            fields.append(Field(name: fresh("s"), type: key.type + "?", reference: (name, key.name)))
        }
        fields.insert(key, at: random.below(2) == 0 ? 0 : random.below(fields.count + 1))
        let isTaken = models.contains { $0.table == name.lowercased() }
        let table = isTaken ? fresh("t") : name.lowercased()
        var model = Model(name: name, table: table, since: version, key: key.name, fields: fields)
        model.isWithoutRowID = random.below(4) == 0
        model.database = database
        models.append(model)
        touched.insert(name)
    }

    /// A column with some stored form, for which every row has a value.
    private mutating func newField() -> Field {
        let forms: [(String, [String])] = [
            ("Int64", []), ("Int64?", []), ("Int8", ["default: 1"]), ("String", ["default: \"x\""]), ("String?", []),
            ("Double?", []), ("Bool", ["default: true"]), ("Date?", []), ("Date?", ["transformer: iso8601"]),
            ("Date?", ["transformer: unixMilliseconds"]), ("Data?", ["transformer: hex"]), ("UUID?", []),
            ("Mood?", []), ("[Int]?", []), ("Decimal?", []), ("URL?", []), ("Place?", []), ("[Place]?", []),
            ("[String: Place]?", []), ("[Mood: Int]?", []), ("Set<Mood>?", []), ("[Mood]?", []), ("JSON?", []),
            ("UInt16?", []), ("Float?", []), ("Bool?", ["transformer: intBool"]), ("Data?", ["transformer: base64"]),
            ("Int?", ["transformer: stringNumber"]), ("[String]?", ["transformer: commaSeparated"]),
            ("String?", ["transformer: lowercased"]), ("Date?", ["transformer: 'dateFormat(\"yyyy-MM-dd\")'"]),
            ("Date?", ["transformer: rfc3339"]), ("Date?", ["transformer: unixSeconds"]),
            ("String?", ["transformer: trimmed"]), ("Int64?", ["transformer: Doubled"]), ("Token?", []),
            ("CGPoint?", []),
            ("Rank?", []), ("Rank", ["default: first"]), ("[Rank]?", []), ("Loose?", []), ("Route?", []),
            ("[Route]?", []),
            ("Figure?", []), ("[String: Figure]?", []), ("[Date]?", ["transformer: unixSeconds"]), ("[Decimal?]?", []),
            ("[Int: Mood]?", []), ("Int16?", []), ("Int32?", []), ("UInt8?", []), ("UInt32?", []), ("UInt64?", []),
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

    /// The fields that nothing else depends on.
    private func plain(_ model: Model) -> [Field] {
        let texts = model.fields.flatMap(\.keys).joined(separator: " ")
        return free(model).filter { !texts.contains($0.columnName) }
    }

    /// The fields that can be changed, or get other values, even if computed columns depend on them.
    private func free(_ model: Model) -> [Field] {
        let texts = (model.uniques + model.indexes).joined(separator: " ")
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
        }
        guard let field = random.element(of: old) else { return }
        let new = fresh(field.name == model.key ? "k" : "n")
        for index in models[place].fields.indices where models[place].fields[index].name == field.name {
            models[place].fields[index].name = new
        }
        for index in models[place].fields.indices {
            models[place].fields[index].keys = models[place].fields[index].keys.map { key in
                key.hasPrefix("generated") ? key.replacing("(\(field.name))", with: "(\(new))") : key
            }
        }
        if model.key == field.name { models[place].key = new }
        func renamed(_ list: String) -> String { list.replacing("[\(field.name)]", with: "[\(new)]") }
        models[place].uniques = model.uniques.map(renamed)
        models[place].indexes = model.indexes.map(renamed)
        follow(model.name, field.name, new)
        write("{ rename: { \(field.name): \(new) } }", place)
    }

    /// Present references and views use the present names; what was written stays.
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
        // What refers to a model, or to its own rows, may be removed, too.
        let references = model.fields.filter { field in
            field.reference != nil && !isReferred(model.name, field.name)
                && !views.contains { $0.model == model.name && $0.field == field.name }
        }
        guard model.since < version, let field = random.element(of: plain(model) + references),
            !field.keys.contains("since: \(version)")
        else { return }
        models[place].fields.removeAll { $0.name == field.name }
        // What the version said about it before no longer applies.
        models[place].steps[version]?.removeAll { $0.hasPrefix("{ change: { \(field.name): ") }
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
        guard let field = random.element(of: free(model).filter({ !$0.keys.contains { $0.hasPrefix("since") } })),
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
        case ("[Int]?", []), ("Place?", []): change = ("String?", [], "using: \"CAST(\(column) AS TEXT)\"")
        case ("[Place]?", []): change = ("JSON?", [], "")
        case ("UInt16?", []): change = ("Int?", [], "")
        case ("Float?", []): change = ("Double?", [], "")
        case ("Data?", ["transformer: base64"]): change = ("String?", [], "restored: same")
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
                && models[$0].database == models[place].database
        }
        guard models[place].since < version, let other = random.element(of: others) else { return }
        write("{ was: { table: \(models[place].table) } }", place)
        write("{ was: { table: \(models[other].table) } }", other)
        (models[place].table, models[other].table) = (models[other].table, models[place].table)
        touched.insert(models[other].name)
    }

    /// Another name in Swift, unknown to the database.
    private mutating func renameInSwift(_ place: Int) {
        let model = models[place]
        if random.below(2) == 0, let field = plain(model).first(where: { $0.column == nil && $0.keys.isEmpty }),
            let index = model.fields.firstIndex(where: { $0.name == field.name })
        {
            models[place].fields[index].column = field.name
            models[place].fields[index].name = fresh("w")
            return
        }
        let new = modelName()
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
        dropped.append(model.name)
        var last = model
        last.steps[version] = nil
        // It belongs to the database that drops it.
        let text = last.text(present: true).replacing("database: \(model.database), ", with: "")
        databaseSteps[model.database, default: [:]][version, default: []].append("{ dropModel: { \(text) } }")
    }

    /// A view is added, changed or removed.
    private mutating func changeView() {
        let places = views.indices.filter { views[$0].since < version && !touched.contains(views[$0].model) }
        guard let place = random.element(of: places) else { return addView() }
        let view = views[place]
        touched.insert(view.model)
        guard random.below(3) > 0 else {
            views.remove(at: place)
            let text = viewText(view).replacing("database: D, ", with: "")
            databaseSteps["D", default: [:]][version, default: []].append("{ dropModel: { \(text) } }")
            return
        }
        views[place].steps[version] = "{ was: { view: \"\(viewSQL(view))\" } }"
        views[place].isFiltered.toggle()
    }

    /// A WITHOUT ROWID table gets a rowid, and back.
    private mutating func toggleRowID(_ place: Int) {
        guard models[place].since < version else { return }
        write("{ was: { withoutRowID: \(models[place].isWithoutRowID) } }", place)
        models[place].isWithoutRowID.toggle()
    }

    /// A type stored as text gets more or fewer values, which a step declares.
    private mutating func changeTypes() {
        switch random.below(4) {
        case 0: moods.append(fresh("mood"))
        case 1: placeFields.append(fresh("p"))
        case 2 where moods.count > 1:
            moods.removeLast()
            sayReadable(["Mood", "Place", "Route", "Figure"])
        default:
            guard !placeFields.isEmpty else { return }
            placeFields.removeLast()
            sayReadable(["Place", "Route", "Figure"])
        }
    }

    /// Declares for each column of some types that its old values are read as before.
    private mutating func sayReadable(_ types: [String]) {
        for place in models.indices where models[place].since < version {
            for field in models[place].fields
            where types.contains(where: { field.type.contains($0) }) && !field.keys.contains("since: \(version)")
                && models[place].steps[version]?.contains(where: { $0.contains("change: { \(field.name): ") }) != true
            {
                write("{ change: { \(field.name): { from: \(field.text(present: false)), restored: same } } }", place)
            }
        }
    }

    /// Steps on rows, in SQL and Swift, of a model or of a database.
    private mutating func work(_ place: Int) {
        let model = models[place]
        guard let field = free(model).first, field.keys.isEmpty else { return }
        let column = field.columnName
        switch random.below(6) {
        case 0, 1: write("{ sql: \"UPDATE \(model.table) SET \(column) = \(column)\" }", place)
        case 2: write("{ sql: \"DELETE FROM \(model.table) WHERE \(column) IS 'none'\" }", place)
        case 3: write("{ swift: \(fresh("step")) }", place)
        case 4:
            guard let other = random.element(of: models.filter({ $0.database == model.database })) else { return }
            let step = "{ swift: { name: \(fresh("step")), models: [\(other.name)] } }"
            databaseSteps[model.database, default: [:]][version, default: []].append(step)
        default:
            let step = "{ sql: \"UPDATE \(model.table) SET \(column) = \(column) WHERE 1\" }"
            databaseSteps[model.database, default: [:]][version, default: []].append(step)
        }
    }
}
