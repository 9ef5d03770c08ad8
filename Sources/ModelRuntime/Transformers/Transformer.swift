/// A reversible conversion between the external form of a value (in JSON, a column or a file) and the value of a
/// property.
///
///     struct Encrypted: Transformer {
///         func decode(_ source: String) throws -> String { try decrypt(source) }
///         func encode(_ value: String) throws -> String { try encrypt(value) }
///     }
///
/// Errors that it throws become a ``JSONError`` with the position of the value. To say what was expected, throw a
/// ``JSONError`` without a position.
public protocol Transformer: Sendable {
    /// The external form.
    associatedtype Source
    /// The value of the property.
    associatedtype Value

    /// Converts from the external form.
    func decode(_ source: Source) throws -> Value

    /// Converts to the external form.
    func encode(_ value: Value) throws -> Source
}

/// A transformer that does nothing. It is used if only one of JSON and column has a transformer.
@frozen
public struct AsIs<Value>: Transformer {
    /// Creates the transformer.
    @inlinable public init() {}

    /// Returns `source`.
    @inlinable public func decode(_ source: Value) -> Value { source }

    /// Returns `value`.
    @inlinable public func encode(_ value: Value) -> Value { value }
}
