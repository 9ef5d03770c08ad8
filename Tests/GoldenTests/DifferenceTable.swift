import Testing

/// A line of the table: the old and the new schema, and what `modelgen diff` must report, by area.
struct DifferenceCase: Sendable, CustomTestStringConvertible {
    var was: String
    var isNow: String
    /// By area: `column-removed destructive, table-added additive`.
    var expected: [String: String]

    init(
        _ was: String, _ isNow: String, database: String = "", read: String = "", write: String = "", swift: String = ""
    ) {
        (self.was, self.isNow) = (was, isNow)
        expected = ["database": database, "json-read": read, "json-write": write, "swift": swift]
    }

    var testDescription: String { "\(was) -> \(isNow)" }
}

extension DifferenceTests {
    /// A field of a model that is read and written as JSON.
    static let fields: [DifferenceCase] = [
        DifferenceCase(
            "a: String",
            "a: String?",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: String?",
            "a: String",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: String",
            "a: { type: String, default: x }",
            read: "read-changed additive",
            swift: "property-changed additive"),
        DifferenceCase(
            "a: { type: String, default: x }",
            "a: String",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: String?",
            "a: { type: String, default: x }",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: { type: String, default: x }",
            "a: { type: String, default: y }",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "b: Int",
            "b: Int, a: String?",
            read: "read-added additive",
            write: "write-added additive",
            swift: "property-added additive"),
        DifferenceCase(
            "b: Int",
            "b: Int, a: String",
            read: "read-added data-dependent",
            write: "write-added additive",
            swift: "property-added data-dependent"),
        DifferenceCase(
            "b: Int, a: Int",
            "b: Int",
            read: "read-removed destructive",
            write: "write-removed destructive",
            swift: "property-removed destructive"),
        DifferenceCase(
            "a: Int?",
            "a: { type: Int?, json: false }",
            read: "read-removed destructive",
            write: "write-removed destructive"),
        DifferenceCase(
            "a: Int?",
            "a: { type: Int?, readOnly: true }",
            write: "write-removed destructive"),
        DifferenceCase(
            "a: Int?",
            "a: { type: Int?, writeOnly: true }",
            read: "read-removed destructive"),
        DifferenceCase(
            "a: Int, b: Int",
            "b: Int, a: Int",
            swift: "initializer-changed data-dependent, initializer-changed data-dependent"),
        DifferenceCase(
            "a: Int32",
            "a: Int64",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int64",
            "a: Int32",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int32",
            "a: Double",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int64",
            "a: Double",
            read: "read-changed data-dependent",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: UInt8",
            "a: Int8",
            read: "read-changed data-dependent",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Double",
            "a: Decimal",
            read: "read-changed data-dependent",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: Decimal",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: Int",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: URL",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: UUID",
            "a: String",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: JSON",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: JSON",
            "a: [Int]",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: [Int]",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: [Int32]",
            "a: [Int64]",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: [Int]",
            "a: Set<Int>",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: [Int]",
            "a: \"[Int]?\"",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: \"[String: Int32]\"",
            "a: \"[String: Int?]\"",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: \"[Int: Int]\"",
            "a: \"[String: Int]\"",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: Loose",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: Color",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Color",
            "a: String",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Color",
            "a: Int",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Color",
            "a: Tone",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Leaf",
            "a: Twin",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Leaf",
            "a: Other",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, json: b }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, json: [a, b] }",
            read: "read-changed additive"),
        DifferenceCase(
            "a: Int",
            "a: { type: Int, json: [b, a] }",
            read: "read-changed data-dependent",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: { type: Int, json: [a, b] }",
            "a: Int",
            read: "read-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, json: 'x, y: z' }",
            "a: { type: Int, json: ['x, y: z', b] }",
            read: "read-changed additive"),
        DifferenceCase(
            "a: Date",
            "a: { type: Date, transformer: unixSeconds }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: { type: Date, transformer: 'dateFormat(\"yyyy, MM\")' }",
            "a: { type: Date, transformer: 'dateFormat(\"yyyy, MM\")', default: '2020-01-01T00:00:00Z' }",
            read: "read-changed additive",
            swift: "property-changed additive"),
        DifferenceCase(
            "a: [Int]",
            "a: { type: [Int], onInvalid: skipElement }",
            read: "read-changed additive"),
        DifferenceCase(
            "a: { type: [Int], onInvalid: skipElement }",
            "a: [Int]",
            read: "read-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, default: 0 }",
            "a: { type: Int, default: 5 }",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: Int?",
            "a: { type: Int?, default: 5 }",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "title: String",
            "headline: { type: String, json: title }",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "title: String",
            "headline: { type: String?, json: title }",
            read: "read-changed additive",
            write: "write-changed data-dependent",
            swift: "property-renamed destructive"),
        DifferenceCase(
            "title: String",
            "headline: String",
            read: "read-added data-dependent, read-removed destructive",
            write: "write-added additive, write-removed destructive",
            swift: "property-added data-dependent, property-removed destructive"),
        DifferenceCase(
            "a: { type: Int, json: x }, b: { type: Int, json: y }",
            "a: { type: Int, json: y }, b: { type: Int, json: x }",
            read: "read-changed destructive, read-changed destructive",
            write: "write-changed destructive, write-changed destructive"),
        DifferenceCase(
            "a: { type: Int, json: x }, b: { type: Int, json: y }",
            "b: { type: Int, json: x }, c: { type: Int, json: y }",
            read: "read-added data-dependent, read-changed destructive, read-removed destructive",
            write: "write-added additive, write-changed destructive, write-removed destructive",
            swift: "property-added data-dependent, property-removed destructive"),
        DifferenceCase(
            "a: Date",
            "a: { type: Date, transformer: { json: unixSeconds } }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: { type: Data, transformer: { json: base64 } }",
            "a: { type: Data, transformer: { json: hex } }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: Int?",
            "a: { type: Int?, sensitive: true, doc: A number. }"),
        DifferenceCase(
            "a: [Leaf]",
            "a: [Twin]",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Leaf",
            "a: Wide",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Wide",
            "a: Leaf",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: Leaf",
            "a: Loose",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: String",
            "a: Fallen",
            read: "read-changed data-dependent",
            write: "write-changed additive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "a: { type: Color, default: red }",
            "a: { type: Color, default: green }",
            read: "read-changed data-dependent",
            swift: "property-changed data-dependent"),
        DifferenceCase(
            "a: { type: Int, json: user.id }",
            "a: { type: Int, json: owner.id }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
    ]

    /// Whole documents: enums, options of models, types.
    static let documents: [DifferenceCase] = [
        DifferenceCase(
            "enums: { E: [a] }",
            "enums: { E: [a, b] }",
            read: "value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "enums: { E: [a, b] }",
            "enums: { E: [a] }",
            read: "value-removed destructive",
            swift: "enum-case-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: x } } }",
            "enums: { E: { cases: { a: y } } }",
            read: "value-changed destructive",
            write: "value-changed destructive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: fail } }",
            "enums: { E: { cases: [a], unknown: a } }",
            read: "enum-changed additive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: fail } }",
            "enums: { E: { cases: [a], unknown: keep } }",
            read: "enum-changed additive",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: keep } }",
            "enums: { E: { cases: [a], unknown: fail } }",
            read: "enum-changed data-dependent",
            swift: "enum-case-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: '1' } } }",
            "enums: { E: { raw: Int, cases: { a: 1 } } }",
            read: "enum-changed destructive, value-changed destructive",
            write: "enum-changed destructive, value-changed destructive",
            swift: "type-changed destructive"),
        DifferenceCase(
            "enums: { E: [a] }",
            "enums: { E: [a], F: [b] }",
            swift: "type-added additive"),
        DifferenceCase(
            "enums: { E: [a], F: [b] }",
            "enums: { E: [a] }",
            swift: "type-removed destructive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }",
            "models: { M: { fields: { a: Int }, json: { lenient: true } } }",
            read: "object-added additive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { lenient: true } } }",
            "models: { M: { fields: { a: Int } } }",
            read: "object-removed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }",
            "models: { M: { fields: { a: Int }, json: { root: data } } }",
            read: "object-added destructive",
            write: "object-added destructive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { root: data } } }",
            "models: { M: { fields: { a: Int }, json: { root: data, omitNil: false } } }",
            write: "object-changed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int }, json: { lenient: true } } }",
            "models: { M: { fields: { a: Int }, json: { lenient: true, unknownKeys: fail } } }",
            read: "object-changed data-dependent"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } } }",
            "models: { M: { fields: { a: Int } }, N: { fields: { b: Int } } }",
            read: "read-added additive",
            write: "write-added additive",
            swift: "type-added additive"),
        DifferenceCase(
            "models: { M: { fields: { a: Int } }, N: { fields: { b: Int } } }",
            "models: { M: { fields: { a: Int } } }",
            read: "read-removed destructive",
            write: "write-removed destructive",
            swift: "type-removed destructive"),
        DifferenceCase(
            "{ api: { name: A, basePath: v1 }, models: { M: { fields: { id: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, basePath: v2 }, models: { M: { fields: { id: Int }, rest: { operations: [get, delete] } } } }",
            write: "api-changed destructive, endpoint-added additive",
            swift: "function-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int }, rest: { operations: [get, update] } } } }",
            "{ api: { name: A, methods: { update: PATCH } }, models: { M: { fields: { id: Int }, rest: { operations: [update] } } } }",
            write: "endpoint-changed destructive, endpoint-removed destructive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "{ models: { M: { fields: { id: Int } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int } } } }",
            write: "api-added additive",
            swift: "type-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int } } } }",
            "{ models: { M: { fields: { id: Int } } } }",
            write: "api-removed additive",
            swift: "type-removed destructive"),
        DifferenceCase(
            "models: { Post: { fields: { id: Int64, title: String, body: String? } } }",
            "models: { Article: { fields: { id: Int64, title: String, body: String? } } }",
            swift: "type-renamed destructive"),
        DifferenceCase(
            "models: { Post: { fields: { id: Int64, title: String, author: User } }, User: { fields: { id: Int64, name: String } } }",
            "models: { Post: { fields: { id: Int64, title: String, author: Person } }, Person: { fields: { id: Int64, name: String, age: Int? } } }",
            read: "read-added additive",
            write: "write-added additive",
            swift: "property-added additive, type-renamed destructive"),
        DifferenceCase(
            "models: { Post: { fields: { id: Int64, title: String } } }",
            "models: { City: { fields: { code: String, population: Int } } }",
            read: "read-added additive, read-added additive, read-removed destructive, read-removed destructive",
            write: "write-added additive, write-added additive, write-removed destructive, write-removed destructive",
            swift: "type-added additive, type-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: x, b: y } } }",
            "enums: { E: { cases: { c: x, b: y } } }",
            swift: "enum-case-renamed destructive"),
        DifferenceCase(
            "enums: { E: { cases: { a: x, b: y } } }",
            "enums: { E: { cases: { a: y, b: x } } }",
            read: "value-changed destructive, value-changed destructive",
            write: "value-changed destructive, value-changed destructive"),
        DifferenceCase(
            "{ enums: { E: [a, b] }, models: { M: { fields: { e: E } } } }",
            "{ enums: { F: [a, b] }, models: { M: { fields: { e: F } } } }",
            swift: "type-renamed destructive"),
        DifferenceCase(
            "enums: { E: { cases: [a, b], unknown: keep } }",
            "enums: { E: { cases: [a, b], unknown: b } }",
            read: "enum-changed data-dependent",
            write: "enum-changed data-dependent",
            swift: "enum-case-removed destructive"),
        DifferenceCase(
            "models: { A: { fields: { x: Int } }, B: { fields: { y: Int } }, U: { json: { discriminator: kind }, oneOf: { a: A } } }",
            "models: { A: { fields: { x: Int } }, B: { fields: { y: Int } }, U: { json: { discriminator: kind }, oneOf: { a: A, b: B } } }",
            read: "value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "models: { A: { fields: { x: Int } }, U: { json: { discriminator: kind }, oneOf: { a: A } } }",
            "models: { A: { fields: { x: Int } }, U: { json: { discriminator: type }, oneOf: { a: A } } }",
            read: "object-changed destructive",
            write: "object-changed destructive"),
        DifferenceCase(
            "{ transformers: { Cents: { from: Int, to: Decimal } }, models: { M: { fields: { a: { type: Decimal, transformer: Cents } } } } }",
            "{ transformers: { Cents: { from: String, to: Decimal } }, models: { M: { fields: { a: { type: Decimal, transformer: Cents } } } } }",
            read: "conversion-changed destructive",
            write: "conversion-changed destructive"),
        DifferenceCase(
            "{ types: { Angle: { json: Double, sqlite: REAL } }, models: { M: { fields: { a: Angle } } } }",
            "{ types: { Angle: { json: String, sqlite: REAL } }, models: { M: { fields: { a: Angle } } } }",
            read: "conversion-changed destructive",
            write: "conversion-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: { type: Int64, assigned: server }, n: Int }, rest: { operations: [get] } } } }"
        ),
    ]

    /// Clients: requests, responses, and the form of calls.
    static let calls: [DifferenceCase] = [
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "parameter-removed destructive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String?, page: Int? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String?, sort: String?, page: Int? } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: { type: String?, key: query } } } } } } }",
            write: "parameter-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: Int32? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: Int64? } } } } } }",
            write: "parameter-changed data-dependent",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            write: "parameter-changed additive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { q: String? } } } } } }",
            write: "parameter-changed data-dependent",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { a: String, b: String } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list], list: { query: { b: String, a: String } } } } } }",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ get: { headers: { If-Match: { type: String?, name: etag } } } }] } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ get: { query: { deep: Bool } } }] } } } }",
            write: "parameter-added additive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ create: { body: N } }] } }, N: { fields: { a: Int } }, O: { fields: { b: Int } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [{ create: { body: O } }] } }, N: { fields: { a: Int } }, O: { fields: { b: Int } } } }",
            write: "parameter-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            write: "endpoint-added additive",
            swift: "function-added additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "endpoint-removed destructive",
            swift: "function-removed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: M } } } } }",
            read: "endpoint-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: '[M]' } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], nested: { parts: { returns: '[M]', path: 'm/{id}/all' } } } } } }",
            write: "endpoint-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close' } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close', returns: M } } } } } }",
            read: "endpoint-changed data-dependent",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: POST, path: 'm/{id}/close' } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { close: { method: PUT, path: 'm/{id}/close' } } } } } }",
            write: "endpoint-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { move: { method: PUT, path: 'm/{id}/{shelf}', params: { shelf: String } } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { move: { method: PUT, path: 'm/{id}/{shelf}', params: { shelf: Int } } } } } } }",
            write: "parameter-changed destructive",
            swift: "function-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: POST, path: 'm/{id}/files', upload: { file: Data } } } } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get], actions: { send: { method: POST, path: 'm/{id}/files', upload: { file: Data, title: String? } } } } } } }",
            write: "parameter-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A, pagination: { offset: { start: _start, limit: _limit } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "api-added additive",
            swift: "function-changed additive"),
        DifferenceCase(
            "{ api: { name: A, pagination: { offset: { start: _start, limit: _limit } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            "{ api: { name: A, pagination: { page: { number: page } } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [list] } } } }",
            write: "api-changed destructive",
            swift: "function-changed data-dependent"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, auth: bearer }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "api-added additive"),
        DifferenceCase(
            "{ api: { name: A, headers: { X-Client: a } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, headers: { X-Client: b } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            write: "api-changed destructive"),
        DifferenceCase(
            "{ api: { name: A, envelope: { object: data } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            "{ api: { name: A, envelope: { object: result } }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get] } } } }",
            read: "api-changed destructive"),
        DifferenceCase(
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { operations: [get, list] } } } }",
            "{ api: { name: A }, models: { M: { fields: { id: Int64, n: Int }, rest: { path: things, operations: [get, list] } } } }",
            write: "endpoint-changed destructive, endpoint-changed destructive",
            swift: "function-added additive, function-removed destructive"),
    ]
}
