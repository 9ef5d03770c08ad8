/// The JSON mapping of a struct: a table of its keys, and what reads and writes each.
package struct JSONPlan: Sendable {
    package var type: String
    /// The type as a value: `Post.self`, or `Self.self` where a member hides it.
    package var metatype: String
    package var access: String
    /// `JSONModel`, qualified where the schema hides it.
    package var conformance: String
    /// The table, for a model.
    package var table: JSONTablePlan?
    /// The parameter that is read from, `source` unless a property is called so.
    package var source: String
    package var sink: String
    /// `try self.init(id: source.field())`, finished lines.
    package var construction: [String]
    /// `sink.field(id)`
    package var writes: [String]
}

/// Where the fields of a model stand in JSON.
package struct JSONTablePlan: Sendable {
    /// `JSONFields`, qualified where the schema hides it.
    package var type: String
    /// `JSONField("userId", "user_id")`
    package var fields: [String]
    /// Further arguments: `options: [.lenient]`.
    package var options: [String]
}

/// An enum with one case for each type that a value may have.
package struct OneOfPlan: Sendable {
    /// How a value tells its case.
    package enum Telling: Sendable {
        /// By a key of its JSON; with `throw source.unknownDiscriminator(…)`, finished lines.
        case discriminator(key: String, failure: [String])
        /// By what it looks like; with what would have been right, as a string literal.
        case choices([Choice], expected: String)
    }

    /// A value of some kind, perhaps with some keys: one case, or several that are tried.
    package struct Choice: Sendable {
        /// `.object where try source.hasKeys("created")`
        package var pattern: String
        package var cases: [Case]
    }

    package var documentation: [String]
    /// `indirect `, where a value may hold others of its type.
    package var indirection: String
    package var access: String
    package var name: String
    package var conformances: String
    package var cases: [Case]
    package var telling: Telling

    package struct Case: Sendable {
        package var name: String
        package var type: String
        /// The value of the discriminator, as a string literal; empty without one.
        package var value: String
        /// `UnixSeconds()`
        package var transformer: String?
    }
}
