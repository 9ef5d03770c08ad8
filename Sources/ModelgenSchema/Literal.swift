/// A value in a schema: a default, or the value for older rows.
package indirect enum Literal: Hashable, Sendable, Codable {
    case null
    case boolean(Bool)
    /// Digits, preceded by a sign if negative; they are in the range of the type.
    case integer(String)
    /// A number as it was written; it means the same in Swift and SQL.
    case number(String)
    case string(String)
    case list([Literal])
    case dictionary([LiteralEntry])
    case enumCase(SwiftName)

    /// Texts are equal if their bytes are: in JSON and SQL, text in another normalization is another value.
    package static func == (left: Literal, right: Literal) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.integer(let left), .integer(let right)), (.number(let left), .number(let right)),
            (.string(let left), .string(let right)):
            left.isExactly(right)
        case (.list(let left), .list(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.enumCase(let left), .enumCase(let right)): left == right
        case (.null, _), (.boolean, _), (.integer, _), (.number, _), (.string, _), (.list, _), (.dictionary, _),
            (.enumCase, _):
            false
        }
    }
}

/// An entry of a dictionary literal. Entries keep the order in which they were written.
package struct LiteralEntry: Hashable, Sendable, Codable {
    @ExactText package var key: String
    package var value: Literal

    package init(key: String, value: Literal) {
        self.key = key
        self.value = value
    }
}

/// The default of a field, for its initializer, for a missing JSON key and for its column.
package enum DefaultValue: Hashable, Sendable, Codable {
    case literal(Literal)
    /// Code for both languages, if the generator cannot convert the value. `sql` is nil if the field is not stored.
    case code(swift: String, sql: String?)

    package static func == (left: DefaultValue, right: DefaultValue) -> Bool {
        switch (left, right) {
        case (.literal(let left), .literal(let right)): left == right
        case (.code(let swift, let sql), .code(let other, let otherSQL)):
            swift.isExactly(other) && ExactIfPresent(wrappedValue: sql) == ExactIfPresent(wrappedValue: otherSQL)
        case (.literal, .code), (.code, .literal): false
        }
    }
}
