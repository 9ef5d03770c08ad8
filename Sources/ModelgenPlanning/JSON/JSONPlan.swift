import ModelgenSchema

/// The JSON mapping of a struct: a table of its keys, and the code that reads and writes each one.
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
    /// How it handles values that its fields do not expect, if not in the default way: `.lenient`, `.strict` or both.
    package var reading: String?
    /// The path to the value in the document, as an expression: `["data", "person"]`.
    package var root: String?
    /// The name of the parameter for the source: `source`, unless a property has that name.
    package var source: String
    package var sink: String
}

/// An enum with one case for each type of a union.
package struct OneOfPlan: Sendable {
    package var documentation: [String]
    /// `indirect ` if a value may contain others of its type.
    package var indirection: String
    package var access: String
    package var name: String
    /// The name as a string literal.
    package var literal: String
    package var conformances: [String]
    /// Whether it is read from and written to JSON.
    package var isMapped: Bool
    package var cases: [Case]
    /// The key of the discriminator as a string literal; nil if the shape of the value decides.
    package var discriminator: String?
    /// The type that keeps an object with an unknown discriminator, if any.
    package var unknown: String?
    /// The kinds of the choices.
    package var kinds: [String]
    package var choices: [Choice]
    /// The expected value in error messages, as a string literal.
    package var expected: String?

    /// A kind of value, possibly with a certain key, and the case or cases that are tried for it.
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
        /// Whether it contains geometry, which is not hashed.
        package var isGeometry: Bool
    }
}
