/// The object of a Decoder, from which a model reads its fields.
public struct CodableSource: ~Copyable, JSONFieldSource {
    private let object: CodableInput.Object
    // Not retained for each object: the model's initializer keeps it alive.
    private unowned(unsafe) let fields: JSONFields
    private var index = -1

    init(_ object: CodableInput.Object, of fields: JSONFields) {
        self.object = object
        self.fields = fields
    }

    /// Reads the next field, which must have a value; nil if it is not read.
    @inlinable public mutating func next<Form: Transformer>(using form: Form) throws -> Form.Value?
    where Form.Source: JSONValue { try next(form, input()) }

    /// Reads the next field, which may be null, and which the object may lack.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        if let value = try next(form, optional()) { return value }
        guard let value = fallback(), !isPresent else { return nil }
        return value
    }

    /// Reads the next field, converted to JSON; nil if the object does not have it.
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        guard let key = advance(), object.pointee.contains(key.pointee) else { return nil }
        let decoder = try object.pointee.superDecoder(forKey: key.pointee)
        var context = JSONSource.Context(of: decoder)
        context.place = place
        return try JSONSource.convert(JSON(decoding: decoder), in: context, read)
    }

    /// The error for a required field that is absent.
    public func absentField() -> any Error { NotCodedDirectly() }

    /// An error of the current field, with its place.
    func placed(_ error: any Error) -> any Error {
        let place = place
        guard var known = error as? JSONError, known.isOfCodable else {
            let error = error is NotCodedDirectly ? JSONError(.missing) : JSONError.thrown(error)
            return JSONError(error, in: place)
        }
        if known.model == nil { (known.model, known.field) = (place.model, place.field) }
        return known
    }

    /// The place of the current field.
    private var place: JSONSource.Place {
        var place = JSONSource.Place()
        place.path = object.pointee.codingPath.jsonPath
        place.model = fields.model
        if fields.fields.indices.contains(index) {
            place.enter(fields.fields[index])
            place.path += fields.fields[index].path.components
        }
        return place
    }

    /// Whether the model is read without its assigned fields.
    public var isDraft: Bool { fields.isDraft }

    /// Whether the object has the current field, even if it is null.
    @usableFromInline var isPresent: Bool {
        key.map { object.pointee.contains($0.pointee) } ?? false
    }

    @inlinable
    @inline(never)
    func next<Form: Transformer>(_ form: Form, _ input: CodableInput?) throws -> Form.Value?
    where Form.Source: JSONValue {
        guard let source = try input?.value(Form.Source.self) else { return nil }
        return try calling { try form.decode(source) }
    }

    /// The next field, which must have a value; nil if it is not read.
    @usableFromInline
    mutating func input() -> CodableInput? { advance().map { CodableInput(.required(object, $0)) } }

    /// The next field, which the object may lack.
    @usableFromInline
    mutating func optional() -> CodableInput? { advance().map { CodableInput(.optional(object, $0)) } }

    private mutating func advance() -> CodableKeys.Key? {
        index &+= 1
        return key
    }

    private var key: CodableKeys.Key? { index < fields.fields.count ? fields.codable.read[index] : nil }
}
