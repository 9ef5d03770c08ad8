/// What changes in documents: enums, options of models, types.
extension DifferenceTests {
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
            "enums: { E: { cases: { a: e\u{301} } } }",
            "enums: { E: { cases: { a: \u{e9} } } }",
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
            "enums: { E: { cases: [a], unknown: keep } }",
            "enums: { E: { cases: [a], unknown: a } }",
            read: "enum-changed data-dependent",
            write: "enum-changed data-dependent",
            swift: "enum-case-removed destructive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: a } }",
            "enums: { E: { cases: [a], unknown: keep } }",
            read: "enum-changed additive",
            write: "enum-changed additive",
            swift: "enum-case-added data-dependent"),
        // A case can be called like a word of `unknown`.
        DifferenceCase(
            "enums: { E: { cases: { ok: ok, fail: fail } } }",
            "enums: { E: { cases: { ok: ok, failed: fail } } }",
            swift: "enum-case-renamed destructive"),
        DifferenceCase(
            "enums: { E: { cases: [a], unknown: a } }",
            "enums: { E: { cases: [a], unknown: fail } }",
            read: "enum-changed data-dependent"),
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
            "models: { A: { fields: { x: Int } }, U: { json: { discriminator: kind }, oneOf: { other: A } } }",
            read: "value-added additive, value-removed destructive",
            write: "value-added data-dependent"),
        DifferenceCase(
            "models: { A: { fields: { x: Int } }, B: { fields: { y: Int } }, U: { json: { discriminator: kind }, oneOf: { a: A } } }",
            "models: { A: { fields: { x: Int } }, B: { fields: { y: Int } }, U: { json: { discriminator: kind }, oneOf: { a: B } } }",
            read: "value-changed destructive",
            write: "value-changed destructive",
            swift: "enum-case-added data-dependent, enum-case-removed destructive"),
        DifferenceCase(
            "models: { A: { fields: { x: Int } }, B: { fields: { x: Int } }, U: { json: { discriminator: kind }, oneOf: { a: A, b: B } } }",
            "models: { A: { fields: { x: Int } }, B: { fields: { x: Int } }, U: { json: { discriminator: kind }, oneOf: { a: B, b: A } } }",
            read: "value-changed destructive, value-changed destructive",
            write: "value-changed destructive, value-changed destructive"),
        DifferenceCase(
            "models: { M: { draft: true, patch: true, primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } } }",
            "models: { M: { primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } } }",
            swift: "conformance-removed destructive, conformance-removed destructive"),
        DifferenceCase(
            "models: { M: { primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } } }",
            "models: { M: { draft: true, patch: true, primaryKey: id, table: false, fields: { id: { type: Int64, assigned: server }, n: Int } } }",
            swift: "conformance-added additive, conformance-added additive"),
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
        DifferenceCase(
            "models: { U: { oneOf: { n: Int, s: String } } }",
            "models: { U: { oneOf: { n: Int64, s: String } } }",
            swift: "enum-case-changed destructive"),
        DifferenceCase(
            "models: { U: { oneOf: { n: '[Int32]', s: String } } }",
            "models: { U: { oneOf: { n: '[Int64]', s: String } } }",
            read: "value-changed additive",
            write: "value-changed data-dependent",
            swift: "enum-case-changed destructive"),
        DifferenceCase(
            "models: { U: { oneOf: { d: { type: Date, transformer: unixSeconds }, s: String } } }",
            "models: { U: { oneOf: { d: { type: Date, transformer: unixMilliseconds }, s: String } } }",
            read: "value-changed destructive",
            write: "value-changed destructive"),
        DifferenceCase(
            "models: { U: { oneOf: { s: String } } }",
            "models: { U: { oneOf: { u: UUID, s: String } } }",
            read: "object-changed data-dependent, value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "models: { U: { oneOf: { u: UUID, s: String } } }",
            "models: { U: { oneOf: { u: UUID, n: Int, d: Date, s: String } } }",
            read: "object-changed data-dependent, value-added additive, value-added additive",
            write: "value-added data-dependent, value-added data-dependent",
            swift: "enum-case-added data-dependent, enum-case-added data-dependent"),
        DifferenceCase(
            "models: { U: { oneOf: { s: String } } }",
            "models: { U: { oneOf: { n: Int, s: String } } }",
            read: "value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { a: A, b: B } } }",
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { b: B, a: A } } }",
            read: "object-changed data-dependent"),
        DifferenceCase(
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { a: A } } }",
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { a: A, b: B } } }",
            read: "value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { a: A } } }",
            "models: { A: { fields: { x: Int, y: Int? } }, B: { fields: { x: Int, z: Int? } }, U: { oneOf: { b: B, a: A } } }",
            read: "object-changed data-dependent, value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "{ enums: { K: [k], L: [l] }, models: { A: { fields: { kind: K } }, B: { fields: { kind: L, y: Int? } }, U: { oneOf: { a: A } } } }",
            "{ enums: { K: [k], L: [l] }, models: { A: { fields: { kind: K } }, B: { fields: { kind: L, y: Int? } }, U: { oneOf: { b: B, a: A } } } }",
            read: "value-added additive",
            write: "value-added data-dependent",
            swift: "enum-case-added data-dependent"),
        DifferenceCase(
            "models: { U: { oneOf: { string: String } } }",
            "models: { U: { oneOf: { text: String } } }",
            swift: "enum-case-renamed destructive"),
        DifferenceCase(
            "{ enums: { K: [k], L: [l] }, models: { M: { fields: { a: K } } } }",
            "{ enums: { K: [k], L: [l] }, models: { M: { fields: { a: L } } } }",
            read: "read-changed destructive",
            write: "write-changed destructive",
            swift: "property-changed destructive"),
        DifferenceCase(
            "models: { M: { fields: { a: U } }, U: { oneOf: { s: String } }, V: { oneOf: { u: UUID, s: String } } }",
            "models: { M: { fields: { a: V } }, U: { oneOf: { s: String } }, V: { oneOf: { u: UUID, s: String } } }",
            read: "read-changed data-dependent",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
    ]
}
