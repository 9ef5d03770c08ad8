/// Differences that only Swift code shows.
extension DifferenceTests {
    static let declarations: [DifferenceCase] = [
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            swift: "function-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int } } } }",
            swift: "function-removed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m WHERE id = :id\", params: { id: Int64 }, returns: [Int] } } } } }",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ swift: f }] } } } }",
            swift: "requirement-added data-dependent"),
        DifferenceCase(
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ swift: f }] } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            swift: "requirement-removed additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: { type: Int64, assigned: caller } } } } }",
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m', returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m WHERE :n IS NULL OR n = :n', params: { n: Int? }, returns: [Int] } } } } }",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m WHERE n = :n', params: { n: Int }, returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m WHERE n = :n', params: { n: Int? }, returns: [Int] } } } } }",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m LIMIT 1', returns: Int } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m LIMIT 1', returns: Int? } } } } }",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m', returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: 'SELECT n FROM m LIMIT 1', returns: Int } } } } }",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, up: { type: Int64?, references: M.id } }, relations: { parts: { hasMany: M, by: up } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, up: { type: Int64?, references: M.id } } } } }",
            swift: "property-removed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, code: String } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { table: m, primaryKey: code, fields: { id: Int64, code: String }, migrations: { 2: [{ was: { primaryKey: id } }] } } } }",
            database: "column-changed data-dependent, table-changed data-dependent",
            swift: "conformance-removed destructive, function-changed destructive, property-changed data-dependent"),
    ]
}
