/// An external type that converts to a type with a JSON form.
///
/// Types listed under `types:` in a schema must conform to it. With `types: Money: { json: String, … }`:
///
///     extension Money: JSONRepresentable {
///         public init(jsonForm text: String) throws {
///             guard let cents = Self.cents(text) else { throw JSONError(.invalidValue, expected: "an amount") }
///             self.init(cents: cents)
///         }
///         public var jsonForm: String { "\(cents / 100).\(cents % 100)" }
///     }
///
/// For a type of another package, declare the conformance as `@retroactive JSONRepresentable`.
public protocol JSONRepresentable: JSONValue {
    /// The type in JSON: the `json` of its declaration in the schema.
    associatedtype JSONForm: JSONValue

    /// Makes the value from what JSON holds; an error refuses the value, and gets its place.
    init(jsonForm: JSONForm) throws

    /// What JSON is to hold.
    var jsonForm: JSONForm { get throws }
}

extension JSONRepresentable {
    /// Reads the form and creates the value from it.
    public init(reading source: inout JSONSource) throws {
        let start = source.cursor
        let form = try JSONForm(reading: &source)
        do {
            try self.init(jsonForm: form)
        } catch {
            throw source.refused(error, at: start)
        }
    }

    /// Writes the form.
    public func write(to sink: inout JSONSink) throws {
        let form: JSONForm
        do { form = try jsonForm } catch { throw JSONError.thrown(error) }
        try form.write(to: &sink)
    }
}

/// A type that turns into the form that its schema says, or else generated code does not compile.
///
///     private typealias MoneyJSONForm = DeclaredJSONForm<Money, String>
public enum DeclaredJSONForm<Value: JSONRepresentable, Form> where Value.JSONForm == Form {}
