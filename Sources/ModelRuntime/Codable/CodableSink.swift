/// The object of an Encoder, to which a model writes its fields.
public struct CodableSink: ~Copyable, JSONFieldSink {
    /// An object of an Encoder.
    public typealias Object = KeyedEncodingContainer<JSONCodingKey>

    package var object: Object
    private var keys: Slice<UnsafeBufferPointer<CodableKeys.Key?>>
    /// The error of a field that could not be written; the fields after it are skipped.
    @usableFromInline var failure: (any Error)?

    init(_ object: Object, of fields: JSONFields) {
        self.object = object
        keys = UnsafeBufferPointer(start: fields.codable.written, count: fields.fields.count)[...]
    }

    /// Writes the next field; nil is null.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: JSONValue {
        guard value == nil else { return fieldIfPresent(value, using: form) }
        write { try $0.encodeNil(forKey: $1) }
    }

    /// Writes the next field unless it is nil.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: JSONValue {
        write { object, key in
            if let value { try form.encode(value).encode(to: &object, forKey: key) }
        }
    }

    @usableFromInline
    mutating func write(_ body: (inout Object, JSONCodingKey) throws -> Void) {
        guard let key = keys.popFirst() ?? nil, failure == nil else { return }
        do { try body(&object, key.pointee) } catch { failure = error }
    }
}
