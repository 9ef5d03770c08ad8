import Foundation

/// The object of a Decoder, from which a model reads its fields.
public struct CodableSource: ~Copyable, JSONFieldSource {
    private let object: CodableInput.Object
    // Not retained for each object: the model's initializer holds it.
    private unowned(unsafe) let fields: JSONFields
    private let keys: UnsafePointer<JSONCodingKey>
    private let plain: Range<Int>
    private let hasSensitive: Bool
    @usableFromInline var input: CodableInput
    private var index = -1
    /// The inner objects of paths so far.
    private var inner: [CodableInput.Object] = []
    /// Whether there is a value at a path of the current field, or it has a single key.
    @usableFromInline var isFound = true
    /// Whether errors must not reveal the current field, so that it is read by a source that knows this.
    @usableFromInline var isSensitive = false

    init(_ object: CodableInput.Object, of fields: JSONFields) {
        self.object = object
        self.fields = fields
        keys = fields.codable.keys
        plain = fields.codable.plain
        hasSensitive = fields.codable.hasSensitive
        input = CodableInput(object, key: keys)
    }

    deinit {
        for object in inner {
            object.deinitialize(count: 1)
            object.deallocate()
        }
    }

    /// Reads the next field, which must have a value.
    @inlinable public mutating func field<Form: Transformer>(using form: Form) throws -> Form.Value
    where Form.Source: JSONValue {
        guard let value = try next(form, .required) else { throw NotCodedDirectly() }
        return value
    }

    /// Reads the next field, which may be null, and which the object may lack.
    @inlinable public mutating func fieldIfPresent<Form: Transformer>(
        or fallback: @autoclosure () -> Form.Value?,
        using form: Form
    ) throws -> Form.Value? where Form.Source: JSONValue {
        if let value = try next(form, .optional) { return value }
        return isFound && input.isPresent ? nil : fallback()
    }

    /// Reads the next field, which a draft does not have.
    @inlinable public mutating func field<Form: Transformer>(
        inDraft placeholder: @autoclosure () -> Form.Value,
        using form: Form
    ) throws -> Form.Value where Form.Source: JSONValue {
        if let value = try next(form, .required) { return value }
        guard isDraft else { throw NotCodedDirectly() }
        return placeholder()
    }

    /// Reads the next field, converted to JSON; nil if the object does not have it.
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        advance() ? try converted(read) : nil
    }

    /// Reads the next field, converted to JSON.
    public mutating func field<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        guard let value = try fieldIfPresent(reading: read) else { throw NotCodedDirectly() }
        return value
    }

    /// Whether the model is read without its assigned fields.
    @usableFromInline var isDraft: Bool { fields.options.contains(.isDraft) }

    /// The next field; nil if it is absent, or null that is not a value.
    @inlinable
    @inline(never)
    mutating func next<Form: Transformer>(_ form: Form, _ request: CodableInput.Request) throws -> Form.Value?
    where Form.Source: JSONValue {
        guard advance() else { return nil }
        input.request = request
        if request == .optional, isSensitive || !Form.Source.isCodedDirectly, try input.readNull() { return nil }
        if isSensitive { return try converted { try $0.read(using: form) } }
        return try Form.Source.decode(from: &input).map { try form.decode($0) }
    }

    /// The current field, converted to JSON; nil if the object does not have it.
    @usableFromInline
    mutating func converted<Value>(_ read: (inout JSONSource) throws -> Value) throws -> Value? {
        guard let decoder = try input.decoder() else { return nil }
        var context = JSONSource.Context(of: decoder)
        context.place.model = fields.model
        context.place.field = fields.fields[index].name
        context.place.isSensitive = isSensitive
        return try JSONSource.convert(JSON(decoding: decoder), in: context, read)
    }

    // MARK: Places

    /// Goes to the next field; false if nothing is at its paths. A field with a single key may still be absent.
    @usableFromInline
    mutating func advance() -> Bool {
        index &+= 1
        if hasSensitive { isSensitive = fields.fields[index].traits.contains(.sensitive) }
        guard plain.contains(index) else {
            isFound = find()
            return isFound
        }
        isFound = true
        input.key = keys + index
        return true
    }

    /// Goes to the first path of the current field with a value that is not null, or to the first with null.
    private mutating func find() -> Bool {
        var isFound = false
        for path in fields.codable.paths[index] {
            guard var place = place(at: path), place.isPresent else { continue }
            let isNull = (try? place.readNull()) == true
            if isNull, isFound { continue }
            input = place
            isFound = true
            if !isNull { return true }
        }
        return isFound
    }

    /// The member at a path, or the null that the path leads through; nil if it leads through anything else.
    private mutating func place(at path: CodableKeys.Path) -> CodableInput? {
        guard let keys = path.baseAddress else { return nil }
        var object = object
        for index in 0..<path.count - 1 {
            guard let next = try? object.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: keys[index])
            else {
                let isNull = (try? object.pointee.decodeNil(forKey: keys[index])) == true
                return isNull ? CodableInput(object, key: keys + index) : nil
            }
            let memory = CodableInput.Object.allocate(capacity: 1)
            memory.initialize(to: next)
            inner.append(memory)
            object = memory
        }
        return CodableInput(object, key: keys + (path.count - 1))
    }
}
