/// A schema by chance that mixes what the language has, in several files; documents of its models, and the Swift that it
/// asks its user for. The same seed gives the same schema.
///
/// Every type is called after the seed, so that many schemas are one program.
struct RandomSchema: Sendable {
    let seed: Int
    /// The text of each file by its name.
    private(set) var files: [String: String] = [:]
    /// The types and functions that the schema asks for, and a function that tries it.
    private(set) var code = ""

    private var random: SeededNumbers
    private var models: [Model] = []
    private var prefix: String { "S\(seed)" }

    struct Model {
        enum Storage { case none, assigned, server, text, composite, rowID }

        var name: String
        var storage: Storage
        var fields: [Field] = []
        var options: [String] = []
        var migrations: [Int: [String]] = [:]
        var rest: [String] = []
        var root = false
        var hasDraft = false

        var table: String { name.lowercased() }
        var isStored: Bool { storage != .none }
    }

    struct Field {
        var name: String
        var type: String
        var keys: [String] = []
        /// What stands in the document; nil if it is left out there.
        var json: String?
        /// The keys that lead to it.
        var path: [String]
        /// Whether a row gives it back as it was.
        var isKept = true
    }

    /// A type, what stands for it in JSON, how it is written, and a default.
    struct Form {
        var type: String
        var json: String
        var keys: [String] = []
        var standard: String?
    }

    /// The modifier of what the user declares, with its space.
    private let access: String

    /// - Parameter access: the modifier of generated declarations, with its space; nothing for `internal`.
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
        let version = 1 + below(3)
        let mode = version > 1 || chance(2) ? "versioned" : ["auto", "recreate", "none"][below(3)]
        var steps: [String] = []
        let storages: [Model.Storage] = [.none, .assigned, .server, .text, .composite, .rowID]
        for number in 0..<3 + below(3) {
            var model = Model(
                name: "\(prefix)M\(number)", storage: number == 0 ? .assigned : storages[below(storages.count)])
            let count = 2 + below(9)
            switch model.storage {
            case .assigned: model.fields.append(key("id", "Int64", "12", chance(2) ? ["assigned: database"] : []))
            case .server: model.fields.append(key("id", "Int64", "12", ["assigned: server"]))
            case .text: model.fields.append(key("code", "String", "\"c1\"", []))
            case .composite:
                model.fields += [key("first", "Int64", "1", []), key("second", "String", "\"s\"", [])]
            case .none:
                if chance(2) { model.fields.append(key("id", "Int64", "12", [])) }
            case .rowID: break
            }
            for place in 0..<count {
                model.fields.append(
                    field(place, stored: model.isStored, since: model.isStored && place > 0 ? version : nil))
            }
            if model.isStored { addTable(&model, version, &steps) }
            addJSON(&model)
            if [.server, .assigned, .none].contains(model.storage), model.fields[0].name == "id", chance(2) {
                addClient(&model)
            }
            if chance(6) { model.options.append("doc: \"A model. */ \\\\(x)\"") }
            models.append(model)
        }
        write(version, mode, steps)
    }

    private func key(_ name: String, _ type: String, _ json: String, _ keys: [String]) -> Field {
        Field(name: name, type: type, keys: keys, json: json, path: [name])
    }

    private mutating func addTable(_ model: inout Model, _ version: Int, _ steps: inout [String]) {
        model.options.append("database: \(prefix)D")
        model.options.append("table: \(model.table)")
        switch model.storage {
        case .assigned, .server: model.options.append("primaryKey: id")
        case .text: model.options.append("primaryKey: code")
        case .composite: model.options.append("primaryKey: [first, second]")
        case .none, .rowID: break
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
        if models.contains(where: { $0.storage == .assigned }), chance(3),
            let other = models.first(where: { $0.storage == .assigned })
        {
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
                steps.append(step)
                model.migrations[version, default: []].append("{ swift: \(step) }")
            }
        }
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
        if !queries.isEmpty, hasWholeRows(model) || true {
            model.options.append("queries:\n" + queries.map { "      \($0)\n" }.joined().dropLast())
        }
    }

    private func hasWholeRows(_ model: Model) -> Bool { model.fields.allSatisfy { !$0.keys.contains("column: false") } }

    private func column(_ model: Model) -> String { model.storage == .rowID ? "rowid" : model.fields[0].name }

    private func keyType(_ model: Model) -> String {
        switch model.storage {
        case .text: "String"
        case .none, .assigned, .server, .composite, .rowID: "Int64"
        }
    }

    private mutating func addJSON(_ model: inout Model) {
        var options: [String] = []
        if chance(4) { options.append("lenient: true") }
        if chance(4) { options.append("omitNil: false") }
        // What is written and not read is a key that is not known.
        let isRead = model.fields.allSatisfy { !$0.keys.contains("writeOnly: true") }
        if chance(6), isRead { options.append("unknownKeys: fail") }
        if chance(6) {
            options.append("root: data.item")
            model.root = true
        }
        if chance(4) { options.append("keys: snake_case") }
        if !options.isEmpty { model.options.append("json: { \(options.joined(separator: ", ")) }") }
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

    // MARK: Text

    private mutating func write(_ version: Int, _ mode: String, _ steps: [String]) {
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
        let shared = """
            database: { name: \(prefix)D, version: \(version), migration: \(mode), sqlite: "3.38" }
            api: { \(api.joined(separator: ", ")) }
            enums:
              \(prefix)Mood: [good, bad]
              \(prefix)Kept: { raw: Int, cases: { one: 1, two: 2 }, unknown: keep, doc: Kept. }
              \(prefix)Rest: { cases: { a: a, b: { value: bb, doc: The second. } }, unknown: a }
            transformers:
              \(prefix)Reversed: { from: String, to: String }
            types:
              \(prefix)Money: { json: String, sqlite: INTEGER, keepsOrder: true }
            models:
              \(prefix)Place: { fields: { street: String, number: Int?, tags: { type: "[String]", default: [] } } }
              \(prefix)Shape: { json: { discriminator: kind }, oneOf: { round: \(prefix)Round, open: \(prefix)Open } }
              \(prefix)Round: { fields: { radius: Double } }
              \(prefix)Open: { fields: { parts: "[\(prefix)Shape]" } }

            """
        files["s\(seed)shared"] = shared
        let fileCount = 1 + below(3)
        for (number, model) in models.enumerated() {
            let file = "s\(seed)part\(number % fileCount)"
            files[file, default: "models:\n"] += text(of: model)
        }
        writeCode(steps)
    }

    private func text(of model: Model) -> String {
        var text = "  \(model.name):\n" + model.options.map { "    \($0)\n" }.joined() + "    fields:\n"
        for field in model.fields {
            text += "      \(field.name): { \((["type: \"\(field.type)\""] + field.keys).joined(separator: ", ")) }\n"
        }
        if !model.migrations.isEmpty {
            text += "    migrations:\n"
            for (version, steps) in model.migrations.sorted(by: { $0.key < $1.key }) {
                text += "      \(version):\n" + steps.map { "        - \($0)\n" }.joined()
            }
        }
        if !model.rest.isEmpty { text += "    rest:\n" + model.rest.map { "      \($0)\n" }.joined() }
        return text
    }

    private func document(of model: Model) -> String {
        let members = model.fields.compactMap { field -> String? in
            guard let json = field.json, !field.path.isEmpty else { return nil }
            return field.path.count == 2
                ? "\"\(field.path[0])\":{\"\(field.path[1])\":\(json)}" : "\"\(field.path[0])\":\(json)"
        }
        let object = "{\(members.joined(separator: ","))}"
        return model.root ? "{\"data\":{\"item\":\(object)}}" : object
    }

    private mutating func writeCode(_ steps: [String]) {
        // Within a package a conformance alone is no reason for an import that others see; a step's parameter is.
        let imported = access == "public " ? access : ""
        let stored = steps.isEmpty ? imported : access
        code = """
            import Foundation
            \(imported)import ModelRuntime
            \(stored)import ModelSQLite
            import ModelTesting

            \(access)nonisolated struct \(prefix)Reversed: Transformer {
                \(access)init() {}
                \(access)func decode(_ source: String) throws -> String { String(source.reversed()) }
                \(access)func encode(_ value: String) throws -> String { String(value.reversed()) }
            }

            \(access)nonisolated struct \(prefix)Money: Hashable, JSONRepresentable, SQLiteRepresentable {
                \(access)var cents: Int64
                \(access)init(jsonForm text: String) throws { cents = Int64(text) ?? 0 }
                \(access)var jsonForm: String { String(cents) }
                \(access)init(stored cents: Int64) { self.cents = cents }
                \(access)var stored: Int64 { cents }
            }

            """
        if !steps.isEmpty {
            code +=
                "\(access)nonisolated struct \(prefix)Steps: \(prefix)DMigrations {\n"
                + steps.map { "    \(access)func \($0)(_ db: Database) throws {}\n" }.joined() + "}\n"
        }
        code += "\nnonisolated func try\(prefix)() async throws {\n"
        for (number, model) in models.enumerated() {
            code += "    let value\(number) = try \(model.name)(json: ##\"\(document(of: model))\"##)\n"
            code += "    try keepsJSON(value\(number))\n"
        }
        let records = models.enumerated().filter { $0.element.isStored }
        code += "    let database = try \(prefix)DDatabase.inMemory()\n"
        code += "    try await database.write { db in\n"
        for (number, model) in records {
            let isWhole = model.fields.allSatisfy { $0.isKept } && model.storage != .rowID
            code += "        try keepsRows(value\(number), db, in: \"\(model.table)\", isWhole: \(isWhole))\n"
        }
        code += "    }\n"
        code +=
            "    try \(prefix)DDatabase.verifyMigrations(\(steps.isEmpty ? "" : "migrating: \(prefix)Steps()"))\n}\n"
    }

    /// What every program of such schemas needs: it tries each, and says what is wrong.
    static func program(_ seeds: [Int]) -> String {
        """
        import Foundation
        import ModelREST
        import ModelRuntime
        import ModelSQLite
        import ModelTesting

        nonisolated struct Wrong: Error { var what: String }

        nonisolated func keepsJSON<Value: JSONModel & Equatable>(_ value: Value) throws {
            let data = try value.jsonData()
            let again = try Value(json: data)
            if again != value { throw Wrong(what: "JSON: \\(value) became \\(again)") }
            if try again.jsonData() != data { throw Wrong(what: "JSON of \\(Value.self)") }
            let coded = try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
            if coded != value { throw Wrong(what: "Codable: \\(value) became \\(coded)") }
        }

        nonisolated func keepsRows<Record: TableRecord & Equatable>(
            _ value: Record, _ db: Database, in table: String, isWhole: Bool
        ) throws {
            try value.insert(db)
            guard let first = try Record.all.first(db) else { throw Wrong(what: "no row in \\(table)") }
            if isWhole, first != value { throw Wrong(what: "row: \\(value) became \\(first)") }
            try db.run(script: "DELETE FROM \\(table)")
            try first.insert(db)
            let second = try Record.all.first(db)
            if first != second { throw Wrong(what: "row again: \\(first) became \\(String(describing: second))") }
        }

        @main enum Program {
            static func main() async {
                var wrong = 0
                let all: [(Int, () async throws -> Void)] = [\(seeds.map { "(\($0), tryS\($0))" }.joined(separator: ", "))]
                for (seed, body) in all {
                    do { try await body() } catch {
                        wrong += 1
                        print("seed \\(seed): \\(error)")
                    }
                }
                print("\\(all.count - wrong) of \\(all.count) behave")
            }
        }

        """
    }
}
