/// A value written in a schema: a default, or the value for older rows.
package indirect enum Literal: Hashable, Sendable, Codable {
    case null
    case boolean(Bool)
    /// Digits, with a sign if negative; checked against the range of its type.
    case integer(String)
    /// A number as it was written, checked to mean the same in Swift and SQL.
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

/// The default of a field, for its initializer, for a missing JSON key and for its column.
package enum DefaultValue: Hashable, Sendable, Codable {
    case literal(Literal)
    /// Code for both languages, when the generator cannot convert it. `sql` is nil if the field is not stored.
    case code(swift: String, sql: String?)
}
