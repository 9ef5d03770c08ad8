/// A reversible conversion between the external form of a value (in JSON, a column or a file) and the value of a
/// property.
///
///     struct Encrypted: Transformer {
///         func decode(_ source: String) throws -> String { try decrypt(source) }
///         func encode(_ value: String) throws -> String { try encrypt(value) }
///     }
///
/// Anything it throws becomes a ``JSONError`` with the position of the value. To say what was expected, throw a
/// ``JSONError`` without a position.
public protocol Transformer: Sendable {
    /// The external form.
    associatedtype Source
    /// The value of the property.
    associatedtype Value

    /// The value of `source`.
    func decode(_ source: Source) throws -> Value

    /// The form of `value`.
    func encode(_ value: Value) throws -> Source
}

/// A transformer that does nothing, for JSON or for a column if only the other one has a transformer.
@frozen
public struct AsIs<Value>: Transformer {
    /// Creates the transformer.
    @inlinable public init() {}

    /// `source`
    @inlinable public func decode(_ source: Value) -> Value { source }

    /// `value`
    @inlinable public func encode(_ value: Value) -> Value { value }
}
