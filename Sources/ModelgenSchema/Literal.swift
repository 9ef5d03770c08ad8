/// A value written in a schema: a default, or what older rows get.
package indirect enum Literal: Hashable, Sendable, Codable {
    case null
    case boolean(Bool)
    /// Digits, with a sign where it is negative; checked against the range of its type.
    case integer(String)
    /// A number as it was written, checked to be one that Swift and SQL read alike.
    case number(String)
    case string(String)
    case list([Literal])
    case dictionary([LiteralEntry])
    case enumCase(SwiftName)
}

/// One entry of a dictionary literal, in the order it was written.
package struct LiteralEntry: Hashable, Sendable, Codable {
    package var key: String
    package var value: Literal

    package init(key: String, value: Literal) {
        self.key = key
        self.value = value
    }
}

/// The default of a field: of the initializer, of a missing JSON key and of the column alike.
package enum DefaultValue: Hashable, Sendable, Codable {
    case literal(Literal)
    /// Written out in both languages, where the generator cannot convert it. `sql` is nil where the field is not stored.
    case code(swift: String, sql: String?)
}
