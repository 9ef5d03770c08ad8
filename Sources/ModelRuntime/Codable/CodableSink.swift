/// The object of an Encoder, to which a model writes its fields.
public struct CodableSink: ~Copyable, JSONFieldSink {
    @usableFromInline var object: CodableOutput
    private let keys: UnsafePointer<UnsafePointer<JSONCodingKey>?>
    private var index = -1
    /// The error of a field that could not be written; the fields after it are skipped.
    @usableFromInline var failure: (any Error)?

    init(_ object: consuming CodableOutput, of fields: JSONFields) {
        self.object = object
        keys = fields.codable.written
    }

    /// Writes the next field.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value, using form: Form) where Form.Source: JSONValue {
        guard begin() else { return }
        do { try form.encode(value).encode(to: &object) } catch { failure = error }
    }

    /// Writes the next field; nil is null.
    @inlinable
    public mutating func field<Form: Transformer>(_ value: Form.Value?, using form: Form) where Form.Source: JSONValue {
        guard begin() else { return }
        do {
            if let value { try form.encode(value).encode(to: &object) } else { try object.encodeNil() }
        } catch {
            failure = error
        }
    }

    /// Writes the next field unless it is nil.
    @inlinable
    public mutating func fieldIfPresent<Form: Transformer>(_ value: Form.Value?, using form: Form)
    where Form.Source: JSONValue {
        guard begin(), let value else { return }
        do { try form.encode(value).encode(to: &object) } catch { failure = error }
    }

    /// Writes the members of a model that writes its fields to JSON only.
    package mutating func writeConverted<Model: JSONModel>(_ model: Model) throws {
        guard case .object(let members) = try JSON(encoding: model) else { return }
        for (key, member) in members { try object.member(key, member) }
    }

    /// Goes to the next field; false if it is not written.
    @usableFromInline
    mutating func begin() -> Bool {
        index &+= 1
        guard failure == nil, let key = keys[index] else { return false }
        object.key = key
        return true
    }
}
