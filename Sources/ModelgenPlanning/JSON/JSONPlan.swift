import ModelgenSchema

/// The JSON mapping of a struct: a table of its keys, and the code that reads and writes each.
package struct JSONPlan: Sendable {
    package var type: String
    /// The type as a value: `Post.self`, or `Self.self` if a member hides it.
    package var metatype: String
    package var access: String
    /// `JSONModel`, qualified if the schema hides it.
    package var conformance: String
    /// Whether the same code reads and writes its row.
    package var isRecord: Bool
    /// Whether patches can change some of its fields.
    package var isPatchable: Bool
    package var fields: [Shared<FieldPlan>]
    /// How it reads what its fields do not expect, if not as usual: `.lenient`, `.strict` or both.
    package var reading: String?
    /// Where the value is, as an expression: `["data", "person"]`.
    package var root: String?
    /// The parameter that is read from, `source` unless a property has that name.
    package var source: String
    package var sink: String
}

/// An enum with one case for each type of a union.
package struct OneOfPlan: Sendable {
    package var documentation: [String]
    /// `indirect `, if a value may hold others of its type.
    package var indirection: String
    package var access: String
    package var name: String
    /// The name as a string literal.
    package var literal: String
    package var conformances: [String]
    /// Whether it is read from and written to JSON.
    package var isMapped: Bool
    package var cases: [Case]
    /// The key of the discriminator as a string literal; nil if the form of the value decides.
    package var discriminator: String?
    /// The type of an object with another discriminator, if it is kept.
    package var unknown: String?
    package var choices: [Choice]
    /// What was expected, for errors, as a string literal.
    package var expected: String?

    /// A value of some kind, possibly with a certain key: one case, or several that are tried.
    package struct Choice: Sendable {
        /// `object`, the kind of a JSON value.
        package var kind: String
        /// The deciding key and its values, as string literals.
        package var key: String?
        package var values: [String]
        /// The key that is present, as a string literal.
        package var presentKey: String?
        package var cases: [Case]
    }

    package struct Case: Sendable {
        package var name: String
        package var type: String
        /// The value of the discriminator, as a string literal; empty without one.
        package var value: String
        /// `UnixSeconds()`
        package var transformer: String?
        /// Whether it holds geometry, which is not hashed.
        package var isGeometry: Bool
    }
}
