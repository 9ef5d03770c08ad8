/// A kind of place for a user's name in a schema.
///
/// A place is tested in units: as many names as it can have at once, with everything that refers to them. The names of
/// the units themselves begin with `zz`, so that they never collide.
struct NamePlace: Sendable, CustomStringConvertible {
    let description: String
    /// The number of names in a unit: one for a declaration of a file, more for members and parameters.
    let capacity: Int
    /// Whether the name is that of a type.
    var isType = false
    /// The contents of a unit, by its number.
    let unit: @Sendable (_ number: Int, _ names: [String]) -> SchemaUnit

    init(
        _ description: String, capacity: Int = 20,
        _ unit: @escaping @Sendable (_ number: Int, _ names: [String]) -> SchemaUnit
    ) {
        self.description = description
        self.capacity = capacity
        self.unit = unit
    }

    /// A place for one name, in models described by text: `@` is the name, `#` the unit's number.
    init(
        one description: String, databases: String = "", apis: String = "", enums: String = "",
        transformers: String = "",
        types: String = "", models: String = "", code: String = ""
    ) {
        self.init(description, capacity: 1) { number, names in
            func filled(_ text: String) -> String {
                text.replacing("#", with: "\(number)").replacing("@", with: names[0])
            }
            return SchemaUnit(
                databases: filled(databases), apis: filled(apis), enums: filled(enums),
                transformers: filled(transformers), types: filled(types), models: filled(models),
                code: Self.code(code, for: names[0]))
        }
        isType = true
    }

    /// How the user writes a name: without qualifying it by a module that has the name of one of their types.
    static func code(_ text: String, for name: String) -> String {
        text.replacing("@", with: name).replacing(" \(name).", with: " ")
    }

    /// A place inside of a model that has everything a model can have.
    init(in description: String, _ change: @escaping @Sendable (inout HostModel, [String]) -> Void) {
        self.init(description) { number, names in
            var host = HostModel(number: number)
            change(&host, names)
            return SchemaUnit(models: host.text)
        }
    }
}

/// A part of a schema, section by section.
struct SchemaUnit: Sendable {
    var databases = ""
    var apis = ""
    var enums = ""
    var transformers = ""
    var types = ""
    var models = ""
    /// Swift that the schema requires of its user.
    var code = ""
}

/// A schema of several units.
struct NamedSchema: Sendable {
    let yaml: String
    let code: String

    init(_ crossings: [NameCrossing]) {
        var units: [SchemaUnit] = []
        for (place, group) in Dictionary(grouping: crossings, by: \.place.description)
            .sorted(by: { $0.key < $1.key })
        {
            guard let unit = group.first?.place.unit else { continue }
            let size = group[0].place.capacity
            for start in stride(from: 0, to: group.count, by: size) {
                units.append(unit(units.count, group[start..<min(start + size, group.count)].map(\.name)))
            }
            _ = place
        }
        func section(_ name: String, _ part: (SchemaUnit) -> String) -> String {
            let lines = units.map(part).filter { !$0.isEmpty }
            return lines.isEmpty ? "" : "\(name):\n\(lines.joined(separator: "\n"))\n"
        }
        yaml =
            """
            database:
              - { name: ZzBase, version: 2 }
            \(units.map(\.databases).filter { !$0.isEmpty }.joined(separator: "\n"))
            api:
              - name: ZzAPI
                baseURL: "https://example.org"
                pagination: { page: { number: zzpage, size: zzsize } }
                auth: [{ name: zzuser, bearer: true }, { name: zzkey, header: X-Key }]
                idempotency: { header: Idempotency-Key }
                retry: 2
            \(units.map(\.apis).filter { !$0.isEmpty }.joined(separator: "\n"))
            enums:
              ZzMood: [zzgood, zzbad]
              ZzKept: { raw: Int, cases: { zzone: 1, zztwo: 2 }, unknown: keep }
            \(units.map(\.enums).joined(separator: "\n"))

            """ + section("transformers", \.transformers) + section("types", \.types)
                + """
                models:
                  ZzOwner:
                    database: ZzBase
                    table: zz_owner
                    primaryKey: zzKey
                    fields: { zzKey: Int64, zzName: String }
                  ZzPlace: { fields: { zzStreet: String, zzNumber: Int? } }

                """ + units.map(\.models).joined(separator: "\n") + "\n"
        let own = units.map(\.code).filter { !$0.isEmpty }
        code =
            own.isEmpty
            ? "" : "import Foundation\nimport ModelRuntime\nimport ModelSQLite\n" + own.joined(separator: "\n")
    }
}

/// A name at a place.
struct NameCrossing: Sendable, CustomStringConvertible {
    var name: String
    var place: NamePlace

    var description: String { "\(place) \(name)" }
}

/// A model that has everything: a table, relations, queries, a client, a draft, a patch, and fields of every kind.
struct HostModel {
    enum Key { case database, server, composite, rowID, none }

    let number: Int
    var key = Key.server
    var keyName = "zzId"
    var fields: [String] = []
    var relations: [String] = []
    var uniques: [String] = []
    var queries: [String] = []
    var pathParameters: [String] = []
    var listQuery: [String] = []
    var query: [String] = []
    var headers: [String] = []
    var nested: [String] = []
    var actions: [String] = []
    var lists: [String] = []
    var extra: [String] = []
    var hasRepository = true
    /// Whether it lacks most kinds of fields, because the place is the key.
    var isSmall = false

    init(number: Int) { self.number = number }

    private func list(_ name: String, _ lines: [String], _ indentation: Int) -> String {
        guard !lines.isEmpty else { return "" }
        let blanks = String(repeating: " ", count: indentation)
        return "\(blanks)\(name):\n" + lines.map { "\(blanks)  \($0)\n" }.joined()
    }

    var text: String {
        let table = "zz_host\(number)"
        let isStored = key != .none
        let keys: [String] =
            switch key {
            case .database: ["\"\(keyName)\": { type: Int64, assigned: database }"]
            case .server, .none: ["\"\(keyName)\": { type: Int64, assigned: server }"]
            case .composite: ["\"\(keyName)\": Int64", "zzSecond: String"]
            case .rowID: []
            }
        let plain = [
            "zzText: { type: String\(isStored ? ", unique: true" : "") }",
            "zzSecret: { type: String?, sensitive: true }",
            "zzDay: { type: Date, transformer: unixMilliseconds, default: 0 }", "zzLink: URL?",
            "zzAmount: { type: Decimal, default: 0 }", "zzBytes: Data?", "zzUUID: UUID?", "zzJSON: JSON?",
            "zzTags: { type: \"[String]\", default: [], onInvalid: skipElement }", "zzSet: \"Set<Int>?\"",
            "zzMap: \"[String: Int]?\"", "zzMood: { type: ZzMood, default: zzgood }", "zzKept: ZzKept?",
            "zzPlace: ZzPlace?", "zzPlaces: \"[ZzPlace]?\"",
            "zzNumber: { type: Int?, transformer: { json: stringNumber } }",
            "zzOwner: { type: Int64?\(isStored ? ", references: ZzOwner.zzKey" : "") }",
        ]
        let few = plain.filter { field in ["zzText", "zzDay", "zzOwner"].contains { field.hasPrefix($0 + ":") } }
        let hasClient = key != .composite && key != .rowID
        let isPlaced = !pathParameters.isEmpty
        let place = pathParameters.map { "/{\($0.prefix { $0 != ":" }.filter { $0 != "\"" })}" }.joined()
        var lines = "  ZzHost\(number):\n"
        if isStored {
            lines += "    database: ZzBase\n    table: \(table)\n"
            switch key {
            case .composite: lines += "    primaryKey: [\"\(keyName)\", zzSecond]\n"
            case .database, .server: lines += "    primaryKey: [\"\(keyName)\"]\n"
            case .rowID: lines += "    fullText: [zzText]\n"
            case .none: break
            }
        } else {
            lines += "    table: false\n    primaryKey: [\"\(keyName)\"]\n"
        }
        if key != .rowID { lines += "    patch: true\n" }
        if key == .server || key == .database || key == .none { lines += "    draft: true\n" }
        lines += list("fields", keys + (isSmall ? few : plain) + fields, 4)
        if isStored, key == .server || key == .database {
            lines += list("relations", ["zzParent: { belongsTo: ZzOwner, by: zzOwner }"] + relations, 4)
        }
        lines += list("unique", uniques.map { "- \($0)" }, 4)
        if isStored {
            let own = [
                "zzAll: { sql: \"SELECT * FROM \(table) WHERE zz_text = :zzText\", params: { zzText: String }, returns: [ZzHost\(number)] }",
                "zzCount: { sql: \"SELECT zz_text, count(*) AS zz_n FROM \(table) GROUP BY 1\", returns: [{ zzText: String, zzN: Int }] }",
            ]
            lines += list("queries", own + queries, 4)
        }
        lines += extra.map { "    \($0)\n" }.joined()
        guard hasClient else { return lines }
        lines += "    api: ZzAPI\n"
        if hasRepository, keyName == "zzId" || keyName == "id" { lines += "    repository: true\n" }
        lines += "    rest:\n      path: zzhosts\(number)\(place)\n"
        if isPlaced { lines += list("params", pathParameters, 6) }
        lines += "      operations: [list, get, create, update, patch, delete, save]\n"
        lines += "      list:\n" + list("query", ["zzWord: String?", "zzMoods: \"[ZzMood]?\""] + listQuery, 8)
        for operation in ["get", "create", "update", "patch"] {
            lines += "      \(operation):\n" + list("query", ["zzDeep: Bool?"] + query, 8)
            lines += list("headers", ["If-Match: { type: String?, name: zzTag }"] + headers, 8)
        }
        lines += "      delete: { responses: { 200: ZzPlace, 202: none, 404: ZzPlace } }\n"
        lines += list("nested", ["zzParts: { returns: \"[ZzPlace]\", query: { zzLimit: Int? } }"] + nested, 6)
        lines += list(
            "actions",
            [
                "zzSend: { path: \"zz/{id}/send\", body: ZzPlace, returns: { 200: ZzPlace } }".replacing(
                    "returns: { 200: ZzPlace }", with: "responses: { 200: ZzPlace, 4XX: ZzPlace }"),
                "zzLoad: { path: \"zz/{id}.bin\", download: true }",
            ] + actions, 6)
        return lines
    }
}
