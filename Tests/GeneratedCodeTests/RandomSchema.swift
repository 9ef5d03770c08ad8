/// A random schema that combines features of the language. The same seed gives the same schema.
///
/// Every type is named after the seed, so that many schemas can be one program.
struct RandomSchema: Sendable {
    let seed: Int
    /// The modifier of what the user declares, with its space.
    let access: String
    private(set) var databases: [Database] = []
    /// The keys of its API.
    private(set) var api: [String] = []
    private(set) var models: [Model] = []
    /// The number of files with its models, besides the one with shared declarations.
    private(set) var fileCount = 1

    private var random: SeededNumbers
    var prefix: String { "S\(seed)" }

    struct Database: Sendable {
        var name: String
        var version: Int
        var mode: String
        /// Swift steps.
        var steps: [String] = []
        /// The version as which a file of another program is adopted.
        var adopted: Int?
    }

    struct Model: Sendable {
        enum Storage { case none, assigned, server, text, composite, rowID, view }

        var name: String
        var storage: Storage
        /// Its database, by number.
        var database = 0
        /// The user's functions that take part in its mapping.
        var hooks: [String] = []
        var fields: [Field] = []
        var options: [String] = []
        var migrations: [Int: [String]] = [:]
        var rest: [String] = []
        var root = false
        var hasDraft = false

        var table: String { name.lowercased() }
        var isStored: Bool { storage != .none && storage != .view }
        /// Whether XML can express its documents: everything except the kinds of `JSON`, lists of lists, and keys that
        /// are numbers.
        var isXML: Bool {
            fields.allSatisfy { field in !["JSON", "CGRect", "CGSize", "[Int:"].contains { field.type.contains($0) } }
        }
    }

    struct Field: Sendable {
        var name: String
        var type: String
        var keys: [String] = []
        /// The value in the document; nil if it is omitted.
        var json: String?
        /// The path to it.
        var path: [String]
        /// Whether a row returns it unchanged.
        var isKept = true
    }

    /// A type, a value for it in JSON, how it is written, and a default.
    private struct Form {
        var type: String
        var json: String
        var keys: [String] = []
        var standard: String?
    }

    /// - Parameter access: the modifier of generated declarations, with its space; empty for `internal`.
    init(seed: Int, access: String) {
        self.seed = seed
        self.access = access
        random = SeededNumbers(state: UInt64(seed) &* 7919)
        make()
    }

    private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    private mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

    // MARK: Types

    private var forms: [Form] {
        let nested = #"{"street":"Main","number":3,"tags":["a"]}"#
        return [
            Form(type: "Int", json: "7", standard: "3"), Form(type: "Int8", json: "-3", standard: "1"),
            Form(type: "Int16?", json: "5"), Form(type: "Int32", json: "70000"),
            Form(type: "Int64", json: "9007199254740993", standard: "9"), Form(type: "UInt8", json: "255"),
            Form(type: "UInt16?", json: "65535"), Form(type: "UInt32", json: "1"), Form(type: "UInt64", json: "12"),
            Form(type: "UInt", json: "4"), Form(type: "Double", json: "1.5", standard: "2.25"),
            Form(type: "Float?", json: "0.25"), Form(type: "Decimal", json: "12.345678901234567890", standard: "1.10"),
            Form(type: "Bool", json: "true", standard: "false"), Form(type: "Bool?", json: "false"),
            Form(type: "String", json: #""a\u00e4\n\"""#, standard: "x"), Form(type: "String?", json: #""text""#),
            Form(type: "Date", json: #""2011-01-21T09:35:06Z""#, standard: "0"),
            Form(type: "Date", json: "1500000000", keys: ["transformer: unixSeconds"]),
            Form(type: "Date?", json: "1500000000123", keys: ["transformer: unixMilliseconds"]),
            Form(type: "Date", json: #""2011-01-21""#, keys: [#"transformer: 'dateFormat("yyyy-MM-dd")'"#]),
            Form(type: "Date?", json: #""2011-01-21T09:35:06Z""#, keys: ["transformer: iso8601"]),
            Form(
                type: "Date", json: "3",
                keys: ["transformer: { json: { number: unixSeconds, string: iso8601 }, sqlite: unixMilliseconds }"]),
            Form(type: "Data", json: #""aGk=""#), Form(type: "Data?", json: #""6869""#, keys: ["transformer: hex"]),
            Form(type: "UUID", json: #""E621E1F8-C36C-495A-93FC-0C247A3E6E5F""#),
            Form(type: "URL", json: #""https://example.org/a?b=c""#, standard: "https://example.org"),
            Form(type: "JSON", json: #"{"a":[1,null,"b"]}"#), Form(type: "JSON?", json: "[true]"),
            Form(type: "[Int]", json: "[1,2]", standard: "[]"), Form(type: "[String]?", json: #"["a"]"#),
            Form(type: "Set<String>", json: #"["a","b"]"#),
            Form(type: "[String: Int]", json: #"{"k":1}"#, standard: "{ a: 1 }"),
            Form(type: "[Int: String]?", json: #"{"1":"x"}"#), Form(type: "[String: [Int]]", json: #"{"k":[1]}"#),
            Form(type: "Int", json: #""42""#, keys: ["transformer: stringNumber"]),
            Form(type: "Bool", json: "1", keys: ["transformer: intBool"]),
            Form(type: "[String]", json: #""a,b""#, keys: ["transformer: commaSeparated"]),
            Form(type: "String", json: #""x""#, keys: ["transformer: lowercased"]),
            Form(type: "String?", json: #""x""#, keys: ["transformer: { json: trimmed }"]),
            Form(type: "CGPoint", json: "[1,2]"), Form(type: "CGRect?", json: "[[0,0],[1,2]]"),
            Form(type: "NSRange", json: "[1,2]"), Form(type: "[CGSize]", json: "[[1,2]]"),
            Form(type: "\(prefix)Mood", json: #""good""#, standard: "good"),
            Form(type: "\(prefix)Kept?", json: "9"), Form(type: "\(prefix)Rest", json: #""a""#, standard: "a"),
            Form(type: "[\(prefix)Mood: Int]", json: #"{"bad":1}"#),
            Form(type: "Set<\(prefix)Mood>?", json: #"["good"]"#),
            Form(type: "\(prefix)Place", json: nested), Form(type: "\(prefix)Place?", json: nested),
            Form(type: "[\(prefix)Place]", json: "[\(nested)]", standard: "[]"),
            Form(type: "[String: \(prefix)Place]?", json: #"{"k":\#(nested)}"#),
            Form(
                type: "[\(prefix)Shape]",
                json: #"[{"kind":"round","radius":2},{"kind":"open","parts":[{"kind":"round","radius":1}]}]"#),
            Form(type: "\(prefix)Shape?", json: #"{"kind":"round","radius":2}"#),
            Form(type: "\(prefix)Money", json: #""12""#), Form(type: "[\(prefix)Money]?", json: #"["12"]"#),
            Form(type: "String", json: #""cba""#, keys: ["transformer: \(prefix)Reversed"]),
            Form(type: "[String]", json: #"["cba"]"#, keys: ["transformer: \(prefix)Reversed"]),
        ]
    }

    private mutating func field(_ number: Int, stored: Bool, since version: Int?) -> Field {
        let form = forms[below(forms.count)]
        let name = "f\(number)"
        var field = Field(name: name, type: form.type, keys: form.keys, json: form.json, path: [name])
        let isOptional = form.type.hasSuffix("?")
        switch below(9) {
        case 0: (field.path, field.keys) = (["k\(number)"], field.keys + ["json: k\(number)"])
        case 1: (field.path, field.keys) = (["in\(number)", "v"], field.keys + ["json: in\(number).v"])
        case 2: (field.path, field.keys) = (["alt\(number)"], field.keys + ["json: [alt\(number), other\(number)]"])
        default: break
        }
        if let standard = form.standard, chance(2) { field.keys.append("default: \(standard)") }
        let hasDefault = field.keys.contains { $0.hasPrefix("default") }
        if chance(6) { field.keys.append("doc: \"About */ `\(name)` \\\\(x)\"") }
        if chance(12) { field.keys.append("deprecated: Use another.") }
        if chance(8) { field.keys.append("sensitive: true") }
        if isOptional, chance(8) {
            field.keys.append(chance(2) ? "readOnly: true" : "writeOnly: true")
            field.json = nil
        }
        if hasDefault || isOptional, chance(8) { field.keys.append("onInvalid: default") }
        if form.type.hasPrefix("["), !form.type.contains(":"), !form.type.hasSuffix("?"),
            !field.keys.contains("transformer: commaSeparated"), !field.keys.contains("onInvalid: default"), chance(4)
        {
            field.keys.append("onInvalid: skipElement")
        }
        guard stored else { return field }
        if isOptional || hasDefault, chance(10) {
            field.keys.append("column: false")
            field.isKept = false
        } else if let version, version > 1, isOptional || hasDefault, chance(3) {
            field.keys.append("since: \(version)")
        } else if chance(10), ["Int", "String", "String?", "Int32", "Int64"].contains(form.type) {
            field.keys.append(["unique: true", "index: true"][below(2)])
        }
        return field
    }

    // MARK: Models

    private mutating func make() {
        databases = (0..<(chance(4) ? 2 : 1)).map { database($0) }
        let storages: [Model.Storage] = [.none, .assigned, .server, .text, .composite, .rowID]
        for number in 0..<3 + below(3) {
            var model = Model(
                name: "\(prefix)M\(number)", storage: number == 0 ? .assigned : storages[below(storages.count)])
            model.database = number == 0 ? 0 : below(databases.count)
            let version = databases[model.database].version
            let count = 2 + below(9)
            switch model.storage {
            case .assigned: model.fields.append(key("id", "Int64", "12", chance(2) ? ["assigned: database"] : []))
            case .server: model.fields.append(key("id", "Int64", "12", ["assigned: server"]))
            case .text: model.fields.append(key("code", "String", "\"c1\"", []))
            case .composite:
                model.fields += [key("first", "Int64", "1", []), key("second", "String", "\"s\"", [])]
            case .none:
                if chance(2) { model.fields.append(key("id", "Int64", "12", [])) }
            case .rowID, .view: break
            }
            for place in 0..<count {
                model.fields.append(
                    field(place, stored: model.isStored, since: model.isStored && place > 0 ? version : nil))
            }
            if model.isStored { addTable(&model, version) }
            addJSON(&model)
            if [.server, .assigned, .none].contains(model.storage), model.fields[0].name == "id", chance(2) {
                addClient(&model)
            }
            if chance(6) { model.options.append("doc: \"A model. */ \\\\(x)\"") }
            models.append(model)
        }
        if chance(2) { models.append(view()) }
        api = service()
        fileCount = 1 + below(3)
    }

    private mutating func database(_ number: Int) -> Database {
        let version = 1 + below(3)
        let mode = version > 1 || chance(2) ? "versioned" : ["auto", "recreate", "none"][below(3)]
        var database = Database(name: "\(prefix)\(number == 0 ? "D" : "E")", version: version, mode: mode)
        if mode == "versioned", chance(2) { database.adopted = chance(3) ? 1 : version }
        return database
    }

    /// A view over the first model, whose key every version has.
    private mutating func view() -> Model {
        var view = Model(name: "\(prefix)V", storage: .view)
        let table = models[0].table
        let select = { (limit: Int) in "SELECT id, id * 2 AS twice FROM \(table) WHERE id > \(limit)" }
        view.options = ["database: \(databases[0].name)", "view: \(select(0))"]
        view.fields = [
            key("id", "Int64", "12", []), Field(name: "twice", type: "Int?", json: "24", path: ["twice"]),
        ]
        if databases[0].version > 1, chance(2) { view.migrations[2] = ["{ was: { view: \"\(select(1))\" } }"] }
        return view
    }

    private mutating func service() -> [String] {
        let paginations = [
            "{ page: { number: page, size: size } }", "{ offset: { start: start, limit: limit, end: short } }",
            "{ cursor: { parameter: after, next: meta.next } }", "link",
        ]
        var api = ["name: \(prefix)API", "baseURL: https://example.org"]
        if chance(2) { api.append("pagination: \(paginations[below(paginations.count)])") }
        if chance(3) { api.append("envelope: { object: data, list: data.items, meta: meta, body: data }") }
        if chance(3) { api.append("failure: { code: code, success: \"0\", message: text }") }
        if chance(3) { api.append("headers: { Accept-Language: en }") }
        if chance(3) { api.append("parameters: { v: 2, locale: { value: de, in: query } }") }
        if chance(2) { api.append("auth: \(["bearer", "basic", "{ header: X-Key }", "{ query: key }"][below(4)])") }
        if chance(3) { api.append("idempotency: { header: Idempotency-Key }") }
        if chance(3) { api.append("retry: 3") }
        return api
    }

    private func key(_ name: String, _ type: String, _ json: String, _ keys: [String]) -> Field {
        Field(name: name, type: type, keys: keys, json: json, path: [name])
    }

    private mutating func addTable(_ model: inout Model, _ version: Int) {
        model.options.append("database: \(databases[model.database].name)")
        model.options.append("table: \(model.table)")
        switch model.storage {
        case .assigned, .server: model.options.append("primaryKey: id")
        case .text: model.options.append("primaryKey: code")
        case .composite: model.options.append("primaryKey: [first, second]")
        case .none, .rowID, .view: break
        }
        if model.storage == .text || model.storage == .composite, chance(3) {
            model.options.append("withoutRowID: true")
        }
        if chance(4) { model.options.append("strict: true") }
        let plain = model.fields.filter {
            $0.isKept && !$0.keys.contains { $0.hasPrefix("since") } && $0.name.hasPrefix("f")
        }
        if let text = plain.first(where: { $0.type == "String" && $0.keys.allSatisfy { !$0.hasPrefix("transformer") } })
        {
            if chance(3), model.storage != .text, model.storage != .composite {
                model.options.append("fullText: [\(text.name)]")
            }
            if chance(3) { model.options.append("checks: [\"length(\(text.name)) >= 0\"]") }
            if chance(3) {
                model.fields.append(
                    Field(
                        name: "made", type: "Int?", keys: ["generated: \"length(\(text.name))\"", "json: false"],
                        path: [], isKept: false))
            }
            if version > 1, chance(3) {
                model.migrations[2, default: []].append("{ rename: { was\(text.name): \(text.name) } }")
            }
        }
        if let any = plain.first(where: { !$0.keys.contains("index: true") }), chance(3) {
            model.options.append("indexes: [\(any.name)]")
        }
        let database = model.database
        if let other = models.first(where: { $0.storage == .assigned && $0.database == database }), chance(3) {
            model.fields.append(
                Field(
                    name: "owner", type: "Int64?", keys: ["references: \(other.name).id", "onDelete: setNull"],
                    path: ["owner"]))
            if model.storage != .rowID, model.storage != .composite {
                model.options.append("relations: { toOwner: { belongsTo: \(other.name), by: owner } }")
            }
        }
        if version > 1 {
            if chance(3) {
                model.migrations[version, default: []].append(
                    "{ drop: { gone: \(["String?", "Int?", "Date?"][below(3)]) } }")
            }
            if chance(4) {
                model.migrations[2, default: []].append(
                    "{ sql: \"UPDATE \(model.table) SET rowid = rowid\" }".replacing(
                        "rowid = rowid", with: model.fields[0].name.isEmpty ? "" : "\(column(model)) = \(column(model))"
                    ))
            }
            if chance(4) {
                let step = "fill\(model.name)"
                databases[model.database].steps.append(step)
                model.migrations[version, default: []].append("{ swift: \(step) }")
            }
        }
        addChanges(&model, version, plain)
        let key = column(model)
        var queries: [String] = []
        if chance(2) { queries.append("every: { sql: \"SELECT * FROM \(model.table)\", returns: [\(model.name)] }") }
        if chance(2) { queries.append("total: { sql: \"SELECT count(*) FROM \(model.table)\", returns: Int }") }
        if chance(2) {
            queries.append(
                "counted: { sql: \"SELECT \(key) AS word, count(*) AS n FROM \(model.table) GROUP BY 1\", returns: [{ word: JSON?, n: Int }] }"
                    .replacing("JSON?", with: keyType(model)))
        }
        if chance(3) {
            queries.append(
                "only: { sql: \"SELECT * FROM \(model.table) LIMIT :limit\", params: { limit: Int? }, returns: \(model.name)? }"
            )
        }
        if chance(3) { queries.append("wipe: { sql: \"DELETE FROM \(model.table) WHERE \(key) IS NULL\" }") }
        if !queries.isEmpty {
            model.options.append("queries:\n" + queries.map { "      \($0)\n" }.joined().dropLast())
        }
    }

    /// What the last version changed in a table and in a column.
    private mutating func addChanges(_ model: inout Model, _ version: Int, _ plain: [Field]) {
        guard version > 1 else { return }
        let said = (model.options + model.migrations.values.joined()).joined()
        // What nothing else refers to.
        let free = plain.filter { field in
            field.keys.allSatisfy { !$0.hasPrefix("unique") && !$0.hasPrefix("index") && !$0.hasPrefix("transformer") }
                && !said.contains(field.name)
        }
        let earlier = ["Int64": "Int32", "Int32": "Int16", "String?": "UUID?", "Double": "Float"]
        if let field = free.first(where: { earlier[$0.type] != nil }), let type = earlier[field.type], chance(2) {
            let column = field.name
            let way = chance(2) ? "restored: same" : "using: \"\(column)\""
            model.migrations[version, default: []].append(
                "{ change: { \(column): { from: \"\(type)\", \(way) } } }")
        }
        // The SQL of the view and of earlier steps names the first table, and each its own, as they are now.
        let isNamed = models.isEmpty || model.migrations.values.joined().contains { $0.contains("sql:") }
        if chance(4), !isNamed {
            model.migrations[version, default: []].append("{ was: { table: earlier_\(model.table) } }")
        } else if model.options.contains(where: { $0.hasPrefix("checks:") }), chance(2) {
            model.migrations[version, default: []].append("{ was: { checks: [] } }")
        } else if model.options.contains("strict: true"), chance(2) {
            model.migrations[version, default: []].append("{ was: { strict: false } }")
        }
    }

    private func column(_ model: Model) -> String { model.storage == .rowID ? "rowid" : model.fields[0].name }

    private func keyType(_ model: Model) -> String {
        switch model.storage {
        case .text: "String"
        case .none, .assigned, .server, .composite, .rowID, .view: "Int64"
        }
    }

    private mutating func addJSON(_ model: inout Model) {
        var options: [String] = []
        if chance(4) { options.append("lenient: true") }
        if chance(4) { options.append("omitNil: false") }
        // What is written but not read is an unknown key.
        let isRead = model.fields.allSatisfy { !$0.keys.contains("writeOnly: true") }
        if chance(6), isRead { options.append("unknownKeys: fail") }
        if chance(6) {
            options.append("root: data.item")
            model.root = true
        }
        if chance(4) { options.append("keys: snake_case") }
        if !options.isEmpty { model.options.append("json: { \(options.joined(separator: ", ")) }") }
        if chance(5) {
            model.hooks = ["willDecode", "didDecode", "willEncode", "didEncode"].filter { _ in !chance(3) }
            if !model.hooks.isEmpty { model.options.append("hooks: [\(model.hooks.joined(separator: ", "))]") }
        }
        let isKeyed = model.fields.first.map { ["id", "code", "first"].contains($0.name) } ?? false
        if isKeyed, chance(5) { model.options.append("patch: true") }
        if model.storage == .assigned || model.storage == .server,
            model.fields[0].keys.contains(where: { $0.hasPrefix("assigned") }), chance(2)
        {
            model.options.append("draft: true")
        }
    }

    private mutating func addClient(_ model: inout Model) {
        let isPlaced = chance(5)
        let placed = model.isStored ? false : isPlaced
        model.options.append("api: \(prefix)API")
        var lines = ["path: \(placed ? "at/{place}/" : "")\(model.name.lowercased())"]
        if placed { lines.append("params: { place: String }") }
        let operations = ["list", "get", "create", "update", "delete", "save"].filter { _ in !chance(3) }
        lines.append("operations: [\((operations.isEmpty ? ["list"] : operations).joined(separator: ", "))]")
        if operations.contains("list"), chance(2) {
            lines.append(
                "list: { query: { ids: \"[Int]?\", day: { type: Date?, transformer: unixSeconds }, tags: { type: \"[String]?\", style: pipeDelimited, explode: false }, mood: { type: \(prefix)Mood, default: good }, view: { const: full } } }"
            )
        }
        if operations.contains("get"), chance(2) {
            lines.append(
                "get: { responses: { 200: \(model.name), 404: \(prefix)Place, default: \(prefix)Place }, headers: { If-None-Match: { type: String? } } }"
            )
        }
        if operations.contains("create"), chance(3) {
            lines.append("create: { responses: { 201: \(model.name), 202: \(prefix)Place, 204: none }, timeout: 5 }")
        }
        if operations.contains("update"), chance(3) {
            lines.append("update: { headers: { X-A: b }, query: { notify: Bool? }, idempotent: true }")
        }
        if operations.contains("delete"), chance(3) { lines.append("delete: { expect: [200, 204] }") }
        if chance(2) {
            lines.append(
                "nested: { parts: \"[\(prefix)Place]\", note: { returns: String, query: { depth: Int? } }, near: { returns: \"[\(model.name)]\", body: \(prefix)Place } }"
            )
        }
        if chance(2) {
            let actions = [
                "run: { path: \"x/{id}/run\", method: POST, returns: \(model.name), doc: Runs it. }",
                "send: { path: \"x/send\", body: \(prefix)Place, responses: { 200: \(prefix)Place, 4XX: \(prefix)Place } }",
                "attach: { path: \"x/{id}/files\", upload: { file: Data, files: \"[Data]?\", more: \(prefix)Place, day: { type: Date, transformer: unixSeconds } }, returns: \(prefix)Place }",
                "cover: { path: \"x/{id}/cover\", upload: Data }", "load: { path: \"x/{id}.bin\", download: true }",
                "fill: { path: \"x/form\", form: { a: Int, b: \"[String]?\" } }",
                "look: { path: \"x/{word}/look\", params: { word: String }, query: { m: \(prefix)Mood? }, returns: JSON }",
            ].filter { _ in chance(2) }
            if !actions.isEmpty { lines.append("actions:\n" + actions.map { "        \($0)\n" }.joined().dropLast()) }
        }
        if !placed, chance(3), operations.contains("list") || operations.contains("get") {
            model.options.append("repository: true")
        }
        model.rest = lines
    }
}
