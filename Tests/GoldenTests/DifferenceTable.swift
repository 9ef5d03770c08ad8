import Testing

/// One line of the table: what a model was and what it is, and what `modelgen diff` must say of it.
struct DifferenceCase: Sendable, CustomTestStringConvertible {
    var was: String
    var isNow: String
    var expected: [String]

    init(_ was: String, _ isNow: String, _ expected: String...) {
        (self.was, self.isNow, self.expected) = (was, isNow, expected)
    }

    var testDescription: String { "\(was) -> \(isNow)" }
}

extension DifferenceTests {
    /// A field of a model that is read and written as JSON.
    static let fields: [DifferenceCase] = [
        // Optional, default, required.
        DifferenceCase(
            "a: String", "a: String?", "read-changed additive", "write-changed data-dependent",
            "property-changed data-dependent"),
        DifferenceCase(
            "a: String?", "a: String", "read-changed data-dependent", "write-changed additive",
            "property-changed data-dependent"),
        DifferenceCase(
            "a: String", "a: { type: String, default: x }", "read-changed additive", "property-changed additive"),
        DifferenceCase(
            "a: { type: String, default: x }", "a: String", "read-changed data-dependent",
            "property-changed data-dependent"),
        DifferenceCase(
            "a: String?", "a: { type: String, default: x }", "read-changed additive", "write-changed additive",
            "property-changed data-dependent"),
        DifferenceCase("a: { type: String, default: x }", "a: { type: String, default: y }"),
        // Added, removed, out of JSON.
        DifferenceCase(
            "b: Int", "b: Int, a: String?", "read-added additive", "write-added additive", "property-added additive"),
        DifferenceCase(
            "b: Int", "b: Int, a: String", "read-added data-dependent", "write-added additive",
            "property-added data-dependent"),
        DifferenceCase(
            "b: Int, a: Int", "b: Int", "read-removed destructive", "write-removed destructive",
            "property-removed destructive"),
        DifferenceCase(
            "a: Int?", "a: { type: Int?, json: false }", "read-removed destructive", "write-removed destructive"),
        DifferenceCase("a: Int?", "a: { type: Int?, readOnly: true }", "write-removed destructive"),
        DifferenceCase("a: Int?", "a: { type: Int?, writeOnly: true }", "read-removed destructive"),
        DifferenceCase(
            "a: Int, b: Int", "b: Int, a: Int", "initializer-changed data-dependent",
            "initializer-changed data-dependent"),
        // Numbers.
        DifferenceCase(
            "a: Int32", "a: Int64", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Int64", "a: Int32", "read-changed data-dependent", "write-changed additive",
            "property-changed destructive"),
        DifferenceCase(
            "a: Int32", "a: Double", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Int64", "a: Double", "read-changed data-dependent", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: UInt8", "a: Int8", "read-changed data-dependent", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Double", "a: Decimal", "read-changed data-dependent", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Int", "a: Decimal", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        // Kinds of values.
        DifferenceCase(
            "a: String", "a: Int", "read-changed destructive", "write-changed destructive",
            "property-changed destructive"),
        DifferenceCase(
            "a: String", "a: URL", "read-changed data-dependent", "write-changed additive",
            "property-changed destructive"),
        DifferenceCase(
            "a: UUID", "a: String", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: String", "a: JSON", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: JSON", "a: [Int]", "read-changed data-dependent", "write-changed additive",
            "property-changed destructive"),
        DifferenceCase(
            "a: Int", "a: [Int]", "read-changed destructive", "write-changed destructive",
            "property-changed destructive"),
        DifferenceCase(
            "a: [Int32]", "a: [Int64]", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: [Int]", "a: Set<Int>", "read-changed data-dependent", "write-changed additive",
            "property-changed destructive"),
        DifferenceCase(
            "a: [Int]", "a: \"[Int]?\"", "read-changed additive", "write-changed data-dependent",
            "property-changed data-dependent"),
        DifferenceCase(
            "a: \"[String: Int32]\"", "a: \"[String: Int?]\"", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: \"[Int: Int]\"", "a: \"[String: Int]\"", "read-changed destructive", "write-changed destructive",
            "property-changed destructive"),
        // Enums and models.
        DifferenceCase(
            "a: String", "a: Loose", "read-changed additive", "write-changed additive", "property-changed destructive"),
        DifferenceCase(
            "a: String", "a: Color", "read-changed data-dependent", "write-changed additive",
            "property-changed destructive"),
        DifferenceCase(
            "a: Color", "a: String", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Color", "a: Int", "read-changed destructive", "write-changed destructive",
            "property-changed destructive"),
        DifferenceCase(
            "a: Color", "a: Tone", "read-changed additive", "write-changed data-dependent",
            "property-changed destructive"),
        DifferenceCase(
            "a: Leaf", "a: Twin", "read-changed additive", "write-changed additive", "property-changed destructive"),
        DifferenceCase(
            "a: Leaf", "a: Other", "read-changed destructive", "write-changed destructive",
            "property-changed destructive"),
        // Keys.
        DifferenceCase("a: Int", "a: { type: Int, json: b }", "read-changed destructive", "write-changed destructive"),
        DifferenceCase("a: Int", "a: { type: Int, json: [a, b] }", "read-changed additive"),
        DifferenceCase(
            "a: Int", "a: { type: Int, json: [b, a] }", "read-changed data-dependent", "write-changed destructive"),
        DifferenceCase("a: { type: Int, json: [a, b] }", "a: Int", "read-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, json: 'x, y: z' }", "a: { type: Int, json: ['x, y: z', b] }", "read-changed additive"),
        // Transformers and wrong values.
        DifferenceCase(
            "a: Date", "a: { type: Date, transformer: unixSeconds }", "read-changed destructive",
            "write-changed destructive"),
        DifferenceCase(
            "a: { type: Date, transformer: 'dateFormat(\"yyyy, MM\")' }",
            "a: { type: Date, transformer: 'dateFormat(\"yyyy, MM\")', default: '2020-01-01T00:00:00Z' }",
            "read-changed additive", "property-changed additive"),
        DifferenceCase("a: [Int]", "a: { type: [Int], onInvalid: skipElement }", "read-changed additive"),
        DifferenceCase("a: { type: [Int], onInvalid: skipElement }", "a: [Int]", "read-changed data-dependent"),
    ]

    /// Whole documents: enums, options of models, clients, types.
    static let documents: [DifferenceCase] = [
        DifferenceCase(
            "enums: { E: [a] }", "enums: { E: [a, b] }", "value-added data-dependent", "enum-case-added data-dependent"),
        DifferenceCase(
            "enums: { E: [a, b] }", "enums: { E: [a] }", "value-removed destructive", "enum-case-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: x } } }", "enums: { E: { cases: { a: y } } }", "value-changed destructive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: fail } }", "enums: { E: { cases: [a], unknown: a } }",
            "enum-changed additive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: fail } }", "enums: { E: { cases: [a], unknown: keep } }",
            "enum-changed additive", "enum-case-added data-dependent"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: keep } }", "enums: { E: { cases: [a], unknown: fail } }",
            "enum-changed data-dependent", "enum-case-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: '1' } } }", "enums: { E: { raw: Int, cases: { a: 1 } } }",
            "enum-changed destructive", "value-changed destructive", "type-changed destructive"),
        DifferenceCase(
            "enums: { E: [a] }", "enums: { E: [a], F: [b] }", "enum-added additive", "type-added additive",
            "enum-case-added additive"),
        DifferenceCase(
            "enums: { E: [a], F: [b] }", "enums: { E: [a] }", "enum-removed additive", "type-removed destructive",
            "enum-case-removed destructive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }", "models: { M: { fields: { a: Int }, json: { lenient: true } } }",
            "object-added additive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { lenient: true } } }", "models: { M: { fields: { a: Int } } }",
            "object-removed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }", "models: { M: { fields: { a: Int }, json: { root: data } } }",
            "object-added destructive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { root: data } } }",
            "models: { M: { fields: { a: Int }, json: { root: data, omitNil: false } } }",
            "object-changed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { lenient: true } } }",
            "models: { M: { fields: { a: Int }, json: { lenient: true, unknownKeys: fail } } }",
            "object-changed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }", "models: { M: { fields: { a: Int } }, N: { fields: { b: Int } } }",
            "read-added additive", "write-added additive", "type-added additive", "property-added additive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } }, N: { fields: { b: Int } } }", "models: { M: { fields: { a: Int } } }",
            "read-removed destructive", "write-removed destructive", "type-removed destructive",
            "property-removed destructive"),
        DifferenceCase(
            "{ api: { name: A, basePath: v1 }, models: { M: { fields: { id: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, basePath: v2 }, models: { M: { fields: { id: Int }, rest: { operations: [get, delete] } } } }",
            "api-changed destructive", "endpoint-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int }, rest: { operations: [get, update] } } } }",
            "{ api: { name: A, methods: { update: PATCH } }, models: { M: { fields: { id: Int }, rest: { operations: [update] } } } }",
            "endpoint-changed destructive", "endpoint-removed destructive"),
        DifferenceCase(
            "{ models: { M: { fields: { id: Int } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int } } } }", "api-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int } } } }",
            "{ models: { M: { fields: { id: Int } } } }", "api-removed additive"),
    ]

    /// What is told of the database alone: a table, its steps where it has some.
    static let tables: [DifferenceCase] = [
        DifferenceCase("a: Int", "a: Int, b: { type: Int?, since: 2 }", "column-added additive"),
        DifferenceCase(
            "a: Int, b: Int", "a: Int | migrations: { 2: [{ drop: { b: Int } }] }", "column-removed destructive"),
        DifferenceCase("a: Int", "b: Int | migrations: { 2: [{ rename: { a: b } }] }", "column-renamed additive"),
        DifferenceCase(
            "a: Int?",
            "b: Int | migrations: { 2: [{ rename: { a: b } }, { change: { b: { from: Int?, using: 'ifnull(b, 0)' } } }] }",
            "column-renamed data-dependent"),
        DifferenceCase(
            "a: Int", "a: Int? | migrations: { 2: [{ change: { a: { from: Int } } }] }", "column-changed additive"),
        DifferenceCase(
            "a: Int?", "a: Int | migrations: { 2: [{ change: { a: { from: Int?, using: 0 } } }] }",
            "column-changed data-dependent"),
        DifferenceCase(
            "a: Int", "a: { type: Int, default: 3 } | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            "column-changed additive"),
        DifferenceCase(
            "a: Int", "a: String | migrations: { 2: [{ change: { a: { from: Int } } }] }", "column-changed additive"),
        DifferenceCase(
            "a: String", "a: Int | migrations: { 2: [{ change: { a: { from: String, using: CAST(a AS INTEGER) } } }] }",
            "column-changed data-dependent"),
        DifferenceCase(
            "a: String",
            "a: { type: String, collate: NOCASE } | migrations: { 2: [{ change: { a: { from: String } } }] }",
            "column-changed data-dependent"),
        DifferenceCase(
            "a: Int", "a: { type: Int, check: a > 0 } | migrations: { 2: [{ change: { a: { from: Int } } }] }",
            "column-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, check: a > 0 }",
            "a: Int | migrations: { 2: [{ change: { a: { from: { type: Int, check: a > 0 } } } }] }",
            "column-changed additive"),
        DifferenceCase(
            "a: Int, b: Int?",
            "a: Int, b: { type: Int?, generated: a + 1 } | migrations: { 2: [{ change: { b: { from: Int? } } }] }",
            "column-changed destructive"),
        DifferenceCase(
            "a: Int, b: { type: Int?, generated: a + 1 }",
            "a: Int, b: Int? | migrations: { 2: [{ change: { b: { from: { type: Int?, generated: a + 1 }, using: a + 1 } } }] }",
            "column-changed additive"),
        DifferenceCase("a: Int", "a: Int | indexes: [{ fields: [a], since: 2 }]", "index-added additive"),
        DifferenceCase("a: Int", "a: Int | unique: [{ fields: [a], since: 2 }]", "index-added data-dependent"),
        DifferenceCase(
            "a: Int | unique: [[a]]", "a: Int | migrations: { 2: [{ was: { unique: [[a]] } }] }",
            "index-removed additive"),
        DifferenceCase(
            "a: Int, b: Int | indexes: [{ fields: [a], name: i }]",
            "a: Int, b: Int | indexes: [{ fields: [b], name: i }] | migrations: { 2: [{ was: { indexes: [{ fields: [a], name: i }] } }] }",
            "index-changed additive"),
        DifferenceCase(
            "a: Int, b: Int | unique: [{ fields: [a], name: i }]",
            "a: Int, b: Int | unique: [{ fields: [b], name: i }] | migrations: { 2: [{ was: { unique: [{ fields: [a], name: i }] } }] }",
            "index-changed data-dependent"),
        DifferenceCase(
            "a: Int | indexes: [[a]]", "b: Int | indexes: [[b]] | migrations: { 2: [{ rename: { a: b } }] }",
            "column-renamed additive", "index-renamed additive"),
        DifferenceCase("a: Int", "a: Int | checks: [{ sql: a > 0, since: 2 }]", "check-added data-dependent"),
        DifferenceCase(
            "a: Int | checks: [a > 0]", "a: Int | migrations: { 2: [{ was: { checks: [a > 0] } }] }",
            "check-removed additive"),
        DifferenceCase(
            "a: Int | checks: [{ sql: a > 0, name: c }]",
            "a: Int | checks: [{ sql: a > 1, name: c }] | migrations: { 2: [{ was: { checks: [{ sql: a > 0, name: c }] } }] }",
            "check-changed data-dependent"),
        DifferenceCase(
            "a: Int | checks: [a > 0]", "b: Int | checks: [b > 0] | migrations: { 2: [{ rename: { a: b } }] }",
            "column-renamed additive"),
        DifferenceCase(
            "a: Int64?",
            "a: { type: Int64?, references: U.id } | migrations: { 2: [{ change: { a: { from: Int64? } } }] }",
            "reference-added data-dependent"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "a: Int64? | migrations: { 2: [{ change: { a: { from: { type: Int64?, references: U.id } } } }] }",
            "reference-removed additive"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "a: { type: Int64?, references: U.id, onDelete: cascade } | migrations: { 2: [{ change: { a: { from: { type: Int64?, references: U.id } } } }] }",
            "reference-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int64?, references: U.id }",
            "b: { type: Int64?, references: U.id } | migrations: { 2: [{ rename: { a: b } }] }",
            "column-renamed additive"),
        DifferenceCase(
            "a: Int", "a: Int | table: things | migrations: { 2: [{ was: { table: m } }] }", "table-renamed additive",
            "column-renamed additive", "column-renamed additive"),
        DifferenceCase(
            "a: Int | strict: true", "a: Int | migrations: { 2: [{ was: { strict: true } }] }", "table-changed additive"
        ),
        DifferenceCase(
            "a: Int", "a: Int | strict: true | migrations: { 2: [{ was: { strict: false } }] }",
            "table-changed data-dependent"),
        DifferenceCase(
            "a: Int", "a: Int | primaryKey: [id, a] | migrations: { 2: [{ was: { primaryKey: id } }] }",
            "column-changed data-dependent", "table-changed data-dependent"),
        DifferenceCase(
            "a: String | fullText: [a]", "a: String | migrations: { 2: [{ was: { fullText: [a] } }] }",
            "full-text-removed destructive"),
        DifferenceCase(
            "a: String", "a: String | fullText: [a] | migrations: { 2: [{ was: { fullText: [] } }] }",
            "full-text-added additive"),
        DifferenceCase(
            "a: String, b: String | fullText: [a, b]",
            "a: String, b: String | fullText: [a] | migrations: { 2: [{ was: { fullText: [a, b] } }] }",
            "full-text-changed destructive"),
        DifferenceCase(
            "a: String, b: String | fullText: [a]",
            "a: String, b: String | fullText: [a, b] | migrations: { 2: [{ was: { fullText: [a] } }] }",
            "full-text-changed additive"),
        DifferenceCase(
            "a: String | fullText: [a]",
            "a: String | fullText: [a] | table: things | migrations: { 2: [{ was: { table: m } }] }",
            "table-renamed additive", "column-renamed additive", "column-renamed additive", "full-text-renamed additive"
        ),
    ]

    /// Whole databases.
    static let databases: [DifferenceCase] = [
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { since: 2, primaryKey: id, fields: { id: Int64 } } } }",
            "column-added additive", "table-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, N: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2, migrations: { 2: [{ dropModel: { N: { primaryKey: id, fields: { id: Int64 } } } }] } }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "column-removed destructive", "table-removed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, since: 2, fields: { id: Int64 } } } }",
            "view-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m WHERE id > 1, fields: { id: Int64 }, migrations: { 2: [{ was: { view: SELECT id FROM m } }] } } } }",
            "view-changed data-dependent"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } }, V: { view: SELECT id FROM m, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2, migrations: { 2: [{ dropModel: { V: { view: SELECT id FROM m, fields: { id: Int64 } } } }] } }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "view-removed destructive"),
    ]

    /// What only Swift code can tell.
    static let declarations: [DifferenceCase] = [
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            "function-added additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int } } } }",
            "function-removed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m\", returns: [Int] } } } } }",
            "{ database: { name: D }, models: { M: { table: m, primaryKey: id, fields: { id: Int64, n: Int }, queries: { some: { sql: \"SELECT n FROM m WHERE id = :id\", params: { id: Int64 }, returns: [Int] } } } } }",
            "function-changed destructive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ swift: f }] } } } }",
            "requirement-added data-dependent"),
        DifferenceCase(
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 }, migrations: { 2: [{ swift: f }] } } } }",
            "{ database: { name: D, version: 2 }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "requirement-removed additive"),
        DifferenceCase(
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: { type: Int64, assigned: caller } } } } }",
            "{ database: { name: D }, models: { M: { primaryKey: id, fields: { id: Int64 } } } }",
            "property-changed data-dependent"),
    ]
}
