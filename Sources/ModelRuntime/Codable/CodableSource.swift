import Foundation

/// The object of a Decoder, from which a model reads its fields.
public struct CodableSource: ~Copyable, JSONFieldSource {
    private let object: CodableInput.Object
    // Not retained for each object: the model's initializer holds it.
    private unowned(unsafe) let fields: JSONFields
    private let keys: UnsafePointer<JSONCodingKey>
    private let plain: Range<Int>
    @usableFromInline var input: CodableInput
    private var index = -1
    /// The inner objects of paths so far.
    private var inner: [CodableInput.Object] = []
    /// Whether there is a value at a path of the current field, or it has a single key.
    @usableFromInline var isFound = true

    init(_ object: CodableInput.Object, of fields: JSONFields) {
        self.object = object
        self.fields = fields
        keys = fields.codable.keys
        plain = fields.codable.plain
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
        if let value = try next(form, .required) { return value }
        throw missing(Form.Source.self)
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
        guard isDraft else { throw missing(Form.Source.self) }
        return placeholder()
    }

    /// Reads the next field, converted to JSON; nil if the object does not have it.
    public mutating func fieldIfPresent<Value>(
        reading read: @escaping (inout JSONSource) throws -> Value
    ) throws -> Value? {
        guard advance(), let decoder = try input.decoder() else { return nil }
        var context = JSONSource.Context(of: decoder)
        context.model = fields.model
        context.field = fields.fields[index].name
        context.isSensitive = fields.fields[index].traits.contains(.sensitive)
        return try JSONSource.convert(JSON(decoding: decoder), in: context, read)
    }

    /// Reads the next field, converted to JSON.
    public mutating func field<Value>(reading read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        if let value = try fieldIfPresent(reading: read) { return value }
        throw missing(Value.self)
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
        let source: Form.Source?
        do {
            if request == .optional, !Form.Source.isCodedDirectly, try input.readNull() { return nil }
            source = try Form.Source.decode(from: &input)
        } catch {
            return try nullOr(error)
        }
        guard let source else { return nil }
        do { return try form.decode(source) } catch { throw refused(error) }
    }

    /// Nil if that is why a container threw the error.
    @usableFromInline
    mutating func nullOr<Value>(_ error: any Error) throws -> Value? {
        if (try? input.readNull()) == true { return nil }
        throw located(input.located(error))
    }

    /// The error of a transformer.
    @usableFromInline
    func refused(_ error: any Error) -> JSONError { located(JSONError.thrown(error)) }

    // MARK: Places

    /// Goes to the next field; false if nothing is at its paths. A field with a single key may still be absent.
    @usableFromInline
    mutating func advance() -> Bool {
        index &+= 1
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
            guard let keys = path.baseAddress, let object = object(of: path) else { continue }
            var place = CodableInput(object, key: keys + (path.count - 1))
            guard place.isPresent else { continue }
            let isNull = (try? place.readNull()) == true
            if isNull, isFound { continue }
            input = place
            isFound = true
            if !isNull { return true }
        }
        return isFound
    }

    /// The innermost object of a path, or nil if the path leads through anything else.
    private mutating func object(of path: CodableKeys.Path) -> CodableInput.Object? {
        var object = object
        for key in path.dropLast() {
            guard let next = try? object.pointee.nestedContainer(keyedBy: JSONCodingKey.self, forKey: key) else {
                return nil
            }
            let memory = CodableInput.Object.allocate(capacity: 1)
            memory.initialize(to: next)
            inner.append(memory)
            object = memory
        }
        return object
    }

    // MARK: Errors

    /// The error for a required field that is absent or null.
    @usableFromInline func missing(_ type: Any.Type) -> JSONError {
        let isNull = isFound && input.isPresent
        return located(JSONError(.missing, expected: expectation(of: type), found: isNull ? "null" : nil))
    }

    /// The error with the model, the current field and its path.
    func located(_ error: any Error) -> JSONError {
        let error = JSONError(decoding: error)
        guard fields.fields.indices.contains(index) else { return error }
        let path = isFound ? input.path : object.pointee.codingPath.jsonPath + fields.fields[index].path.components
        return error.located(at: path, field: index, of: fields)
    }
}
