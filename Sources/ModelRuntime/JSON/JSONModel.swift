/// A type with a JSON form.
///
/// Numbers, strings, collections, dates, enums with a raw value and all models conform. To support a type of your own,
/// read and write it as a type that conforms:
///
///     extension Money: JSONValue {
///         init(reading source: inout JSONSource) throws {
///             cents = try source.read(Int.self)
///         }
///         func write(to sink: inout JSONSink) throws {
///             try sink.write(cents)
///         }
///     }
///
/// An initializer must read exactly one value. If it throws a ``JSONError`` without a position, the source adds the
/// position.
public protocol JSONValue: Sendable {
    /// Reads the value at the current position of `source`.
    init(reading source: inout JSONSource) throws

    /// Writes the value.
    func write(to sink: inout JSONSink) throws

    /// The position of the value in a document that is decoded on its own: the document itself, unless a model declares
    /// `root`.
    static var jsonRoot: JSONPath { get }

    // For Codable. Your own types need not implement these: by default, values are converted to JSON.

    /// Whether a list of such values can be read one by one. It cannot if a hook may drop a value.
    static var isCodedDirectly: Bool { get }

    /// Reads the value from a Decoder; nil if it is absent or null.
    static func decode(from input: CodableInput) throws -> Self?

    /// Passes the value to an Encoder.
    func encode(to object: inout CodableSink.Object, forKey key: JSONCodingKey) throws
}

extension JSONValue {
    /// The document itself.
    public static var jsonRoot: JSONPath { [] }
}

/// A value that can be the key of a JSON object, and therefore of a dictionary.
public protocol JSONObjectKey: JSONValue, Hashable {
    /// The value that `jsonKey` stands for, or nil.
    init?(jsonKey: String)

    /// The key in the document.
    var jsonKey: String { get }
}

/// A value with a JSON form that also supports any `Decoder` and `Encoder`. Generated `oneOf` types conform.
public protocol JSONCodable: JSONValue, Codable {}

/// A model whose fields are mapped to JSON. The direct reader and writer and Codable share one mapping.
///
/// Generated code conforms to it:
///
///     let post = try Post(json: data)
///     let body = try post.jsonData()
///     let same = try JSONDecoder().decode(Post.self, from: data)
///
/// With Codable, dates, data, URLs and decimal numbers have the same form as without it, regardless of the decoder's
/// strategies. Don't set a `keyDecodingStrategy`: the mapping already determines the keys.
public protocol JSONModel: JSONValue, Codable {
    /// The fields in the order of their indexes.
    static var jsonFields: JSONFields { get }

    // Generated code has one initializer and one method, with `some JSONFieldSource` and `some JSONFieldSink` as
    // parameters.

    /// Reads the fields of the object that `source` has entered.
    init(fields source: inout JSONSource) throws

    /// Reads the fields of a Decoder's object.
    init(fields source: inout CodableSource) throws

    /// Writes the fields into the object that `sink` has opened.
    func write(fields sink: inout JSONSink) throws

    /// Writes the fields into an Encoder's object.
    func write(fields sink: inout CodableSink) throws
}

extension JSONModel {
    /// The position of the model in a document that is decoded on its own: `root` in the schema.
    public static var jsonRoot: JSONPath { jsonFields.root }

    /// Reads the object at the current position of `source`.
    @inlinable
    public init(reading source: inout JSONSource) throws {
        self = try source.readModel(Self.jsonFields)
    }

    /// Writes the model as an object.
    @inlinable
    public func write(to sink: inout JSONSink) throws {
        let fields = Self.jsonFields
        try withExtendedLifetime(fields) {
            try sink.enter(fields)
            do { try write(fields: &sink) } catch { sink.fail(error) }
            try sink.leave()
        }
    }
}
