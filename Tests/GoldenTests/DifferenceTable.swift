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
            "a: Loose",
            "a: Color",
            read: "read-changed data-dependent",
            write: "write-changed data-dependent",
            swift: "property-changed destructive"),
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
            "a: String?",
            "a: { type: String?, json: { path: a, omitNil: false } }",
            write: "write-changed data-dependent"),
        DifferenceCase(
            "a: { type: String?, json: { path: a, omitNil: false } }",
            "a: { type: String?, json: { path: a, omitNil: true } }",
            write: "write-changed data-dependent"),
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
            "a: Int32?",
            "a: Int64?",
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
            "a: { type: Int, json: q\u{307}\u{323} }",
            "a: { type: Int, json: q\u{323}\u{307} }",
            read: "read-changed destructive",
            write: "write-changed destructive"),
        DifferenceCase(
            "a: { type: Int, json: [x, q\u{307}\u{323}] }",
            "a: { type: Int, json: [x, q\u{323}\u{307}] }",
            read: "read-changed data-dependent"),
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
}
