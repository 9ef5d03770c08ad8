/// An external type that converts to a type with a JSON form.
///
/// Types listed under `types:` in a schema must conform to it. With `types: Money: { json: String, … }`:
///
///     extension Money: JSONRepresentable {
///         public init(jsonForm text: String) throws {
///             guard let cents = Int64(text) else { throw JSONError(.invalidValue, expected: "an amount in cents") }
///             self.init(cents: cents)
///         }
///         public var jsonForm: String { String(cents) }
///     }
///
/// For a type of another package, declare the conformance as `@retroactive JSONRepresentable`.
public protocol JSONRepresentable: JSONValue {
    /// The type in JSON: the `json` of its declaration in the schema.
    associatedtype JSONForm: JSONValue

    /// Creates the value from its form in JSON. An error rejects the value; the reader adds the position.
    init(jsonForm: JSONForm) throws

    /// The form in JSON.
    var jsonForm: JSONForm { get throws }
}

extension JSONRepresentable {
    /// Whether the form is, so that a list leaves out what a hook drops from it.
    public static var isCodedDirectly: Bool { JSONForm.isCodedDirectly }

    /// Reads the form and creates the value from it.
    public init(reading source: inout JSONSource) throws {
        let start = source.cursor
        let form = try JSONForm(reading: &source)
        do {
            try self.init(jsonForm: form)
        } catch {
            throw source.located(error, at: start)
        }
    }

    /// Writes the form.
    public func write(to sink: inout JSONSink) throws {
        try calling { try jsonForm }.write(to: &sink)
    }
}

/// Checks that a type's JSON form is the one declared in the schema: otherwise, generated code does not compile.
///
///     private typealias MoneyJSONForm = DeclaredJSONForm<Money, String>
public enum DeclaredJSONForm<Value: JSONRepresentable, Form> where Value.JSONForm == Form {}
