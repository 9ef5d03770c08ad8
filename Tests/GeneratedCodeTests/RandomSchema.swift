import SeededNumbers

/// A random schema that combines features of the language. The same seed gives the same schema.
///
/// Every type is named after the seed, so that many schemas can be one program.
struct RandomSchema: Sendable {
    let seed: Int
    /// The modifier of what the user declares, with its space.
    let access: String
    var databases: [Database] = []
    /// The keys of its API.
    private(set) var api: [String] = []
    var models: [Model] = []
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

    /// - Parameter access: the modifier of generated declarations, with its space; empty for `internal`.
    init(seed: Int, access: String) {
        self.seed = seed
        self.access = access
        random = SeededNumbers(seed: UInt64(seed) &* 7919)
        make()
    }

    mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    mutating func chance(_ one: Int) -> Bool { below(one) == 0 }

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
}
