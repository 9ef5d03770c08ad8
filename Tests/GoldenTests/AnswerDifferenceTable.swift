/// What changes in the answers of calls, in what they always send, in repositories, hooks, adoption and stored forms.
extension DifferenceTests {
    private static func client(_ rest: String, api: String = "", model: String = "") -> String {
        "{ api: { name: A\(api) }, models: { M: { fields: { id: Int64, n: Int32 }, rest: { \(rest) }\(model) }, "
            + "T: { fields: { why: String } }, J: { fields: { job: Int } } } }"
    }

    static let answers: [DifferenceCase] = [
        DifferenceCase(
            client("operations: [get]"), client("operations: [get], get: { responses: { 200: M, 404: T } }"),
            read: "endpoint-changed data-dependent", swift: "enum-case-added data-dependent"),
        DifferenceCase(
            client("operations: [get], get: { responses: { 200: M, 404: T } }"),
            client("operations: [get], get: { responses: { 200: M, 404: T, default: J } }"),
            read: "endpoint-changed additive", swift: "enum-case-added data-dependent"),
        DifferenceCase(
            client("operations: [get], get: { responses: { 200: M, 404: T } }"),
            client("operations: [get], get: { responses: { 200: M, 404: J } }"),
            read: "endpoint-changed destructive", swift: "enum-case-changed destructive"),
        DifferenceCase(
            client("operations: [get], get: { responses: { 200: M, 404: T } }"),
            client("operations: [get], get: { responses: { 200: M } }"),
            read: "endpoint-changed data-dependent", swift: "enum-case-removed destructive"),
        DifferenceCase(
            client("operations: [create], create: { responses: { 201: M } }"),
            client("operations: [create], create: { responses: { 201: M, 202: J } }"),
            read: "endpoint-changed additive", swift: "function-changed destructive"),
        DifferenceCase(
            client("operations: [create], create: { responses: { 201: M, 202: J } }"),
            client("operations: [create], create: { responses: { 201: M, 202: J, 204: none } }"),
            read: "endpoint-changed additive", swift: "enum-case-added data-dependent"),
        DifferenceCase(
            client("operations: [get], actions: { close: { method: POST, path: close } }"),
            client("operations: [get], actions: { close: { method: POST, path: close, responses: { 404: T } } }"),
            read: "endpoint-changed additive", swift: "enum-case-added data-dependent"),
        DifferenceCase(
            client("operations: [get], get: { responses: { 200: M, 404: T } }"),
            client("operations: [get], get: { responses: { 200: M, 404: W } }").replacing("T: {", with: "W: {"),
            swift: "type-renamed destructive"),
        DifferenceCase(
            client("operations: [get]"), client("operations: [get], get: { root: data }"),
            read: "endpoint-changed destructive"),
        DifferenceCase(
            client("operations: [list]"), client("operations: [list], list: { complete: true }"),
            read: "endpoint-changed data-dependent"),
        DifferenceCase(
            client("operations: [list], list: { complete: true }"), client("operations: [list]")),
        DifferenceCase(
            client("operations: [list], list: { pagination: none }", api: ", pagination: link"),
            client("operations: [list], list: { pagination: none, complete: true }", api: ", pagination: link"),
            read: "endpoint-changed data-dependent"),
        DifferenceCase(
            client("operations: [list], list: { root: data }", api: ", pagination: link"),
            client("operations: [list], list: { root: data, pagination: none }", api: ", pagination: link"),
            write: "endpoint-changed destructive", swift: "function-removed destructive"),
        DifferenceCase(
            client("operations: [list]"), client("operations: [list], list: { query: { view: { const: full } } }"),
            write: "parameter-added additive"),
        DifferenceCase(
            client("operations: [list], list: { query: { view: { const: full } } }"),
            client("operations: [list], list: { query: { view: { const: brief } } }"),
            write: "parameter-changed data-dependent"),
        DifferenceCase(
            client("operations: [list], list: { query: { n: { type: Int, default: 5 } } }"),
            client("operations: [list], list: { query: { n: { type: Int, default: 6 } } }"),
            write: "parameter-changed data-dependent"),
        DifferenceCase(
            client("operations: [list]"),
            client("operations: [list], list: { query: { n: { type: Int, default: 5 } } }"),
            write: "parameter-added additive", swift: "function-changed additive"),
        DifferenceCase(
            client("operations: [list], list: { query: { ids: \"[Int]?\" } }"),
            client("operations: [list], list: { query: { ids: { type: \"[Int]?\", style: pipeDelimited } } }"),
            write: "parameter-changed destructive"),
        DifferenceCase(
            client("operations: [list], list: { query: { day: { type: Date?, transformer: iso8601 } } }"),
            client("operations: [list], list: { query: { day: { type: Date?, transformer: unixSeconds } } }"),
            write: "parameter-changed destructive"),
        DifferenceCase(
            client("operations: [list]"), client("operations: [list], list: { headers: { X-View: full } }"),
            write: "parameter-added additive"),
        DifferenceCase(
            client("operations: [list], list: { headers: { X-View: full } }"),
            client("operations: [list], list: { headers: { X-View: brief } }"),
            write: "parameter-changed data-dependent"),
        DifferenceCase(
            client("operations: [get]"), client("operations: [get]", api: ", parameters: { key: abc }"),
            write: "api-added additive"),
        DifferenceCase(
            client("operations: [get]", api: ", parameters: { key: abc }"),
            client("operations: [get]", api: ", parameters: { key: abd }"), write: "api-changed destructive"),
        DifferenceCase(
            client("path: m, operations: [get]"),
            client("path: \"in/{place}/m\", params: { place: String }, operations: [get]"),
            write: "endpoint-changed destructive, parameter-added additive", swift: "function-changed destructive"),
        DifferenceCase(
            client("path: \"in/{place}/m\", params: { place: String }, operations: [get]"),
            client("path: \"in/{place}/m\", params: { place: Int }, operations: [get]"),
            write: "parameter-changed destructive", swift: "function-changed destructive"),
        DifferenceCase(
            client("operations: [get]"), client("by: n, operations: [get]"),
            write: "parameter-added additive", swift: "function-changed destructive"),
        DifferenceCase(
            client("operations: [get], actions: { send: { method: POST, path: send } }"),
            client("operations: [get], actions: { send: { method: POST, path: send, upload: Data } }"),
            write: "parameter-added additive", swift: "function-changed destructive"),
        DifferenceCase(
            client("operations: [get]"), client("operations: [get]", model: ", repository: true"),
            swift: "conformance-added additive"),
        DifferenceCase(
            client("operations: [get]", model: ", repository: true"), client("operations: [get]"),
            swift: "conformance-removed destructive"),
        DifferenceCase(
            client("operations: [get]"), client("operations: [get]", model: ", hooks: [didDecode]"),
            swift: "requirement-added data-dependent"),
        DifferenceCase(
            stored("version: 2, adopt: [1]"), stored("version: 2"), swift: "function-removed destructive"),
        DifferenceCase(stored("version: 2"), stored("version: 2, adopt: [1]"), swift: "function-added additive"),
        DifferenceCase(
            stored("version: 1"), stored("version: 1, migration: recreate"), database: "migration-changed destructive"),
        DifferenceCase(
            stored("version: 1"), stored("version: 1, migration: auto"), database: "migration-changed data-dependent"),
        DifferenceCase(
            stored("version: 3"), stored("version: 3, oldest: 2"), database: "migration-changed destructive"),
        DifferenceCase(stored("version: 3, oldest: 2"), stored("version: 3")),
        DifferenceCase(
            stored("version: 1, migration: none"), stored("version: 1"), database: "migration-changed data-dependent"),
        DifferenceCase(
            stored("version: 1, applicationID: keep"), stored("version: 1"),
            database: "application-id-changed destructive"),
        DifferenceCase(
            stored("version: 1"), stored("version: 1, applicationID: keep"),
            database: "application-id-changed additive"),
        DifferenceCase(
            stored("version: 1", "mood: Mood", "enums: { Mood: [low, high] }, "),
            stored("version: 1", "mood: Mood", "enums: { Mood: [low, high, mid] }, "),
            database: "stored-changed additive", read: "value-added additive", write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            stored("version: 1", "mood: Mood", "enums: { Mood: [low, high] }, "),
            stored("version: 1", "mood: Mood", "enums: { Mood: { cases: [low], unknown: keep } }, "),
            database: "stored-changed additive", read: "enum-changed additive, value-removed destructive",
            swift: "enum-case-added data-dependent, enum-case-removed destructive"),
        DifferenceCase(
            stored("version: 1", "a: Int64"),
            stored(
                "version: 2", "a: { type: Date, transformer: { sqlite: iso8601 } }",
                steps: "2: [{ change: { a: { from: Int64, using: \"datetime(a, 'unixepoch')\" } } }]"),
            database: "column-changed data-dependent, sql-added data-dependent", read: "read-changed destructive",
            write: "write-changed destructive", swift: "property-changed destructive"),
        DifferenceCase(
            stored("version: 1", "a: \"[Int]\""),
            stored(
                "version: 2", "a: \"[String]\"", steps: "2: [{ change: { a: { from: \"[Int]\", restored: same } } }]"),
            database: "stored-changed data-dependent", read: "read-changed destructive",
            write: "write-changed destructive", swift: "property-changed destructive"),
        DifferenceCase(
            stored("version: 1", "a: \"[Int32]\""),
            stored("version: 1", "a: \"[Int64]\""),
            database: "stored-changed additive", read: "read-changed additive", write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            stored("version: 1"), stored("version: 2", steps: "2: [{ sql: \"DELETE FROM m\" }]"),
            database: "sql-added data-dependent"),
        DifferenceCase(
            stored("version: 1"), stored("version: 2", steps: "2: [{ swift: f }]"),
            swift: "requirement-added data-dependent"),
        DifferenceCase(
            viewed("version: 1"), viewed("version: 2", steps: "2: [{ swift: f }]"),
            swift: "requirement-added data-dependent"),
        DifferenceCase(
            relation("hasMany: R, by: m"), relation("hasOne: R, by: m"), swift: "property-changed destructive"),
    ]

    private static func viewed(_ database: String, steps: String = "") -> String {
        "{ database: { name: D, \(database) }, models: { V: { table: v, view: SELECT 1 AS a, fields: { a: Int }, "
            + "migrations: { \(steps) } } } }"
    }

    private static func stored(
        _ database: String, _ field: String = "a: Int", _ before: String = "", steps: String = ""
    ) -> String {
        let migrations = steps.isEmpty ? "" : ", migrations: { \(steps) }"
        return "{ database: { name: D, \(database) }, \(before)"
            + "models: { M: { table: m, primaryKey: id, fields: { id: Int64, \(field) }\(migrations) } } }"
    }

    private static func relation(_ text: String) -> String {
        "{ database: { name: D }, models: { "
            + "M: { table: m, primaryKey: id, fields: { id: Int64 }, relations: { parts: { \(text) } } }, "
            + "R: { table: r, primaryKey: id, fields: { id: Int64, m: { type: Int64, references: M.id, unique: true } } } } }"
    }
}
