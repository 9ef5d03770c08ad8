// What generated code calls for each field: it reads into the variable of the field.
//
// None of these throws. A value that cannot be read makes the next call of `next` throw, so that the code of a model has
// one place where it can fail and not one for each field: a third of the code, and of its compile time.

extension JSONSource {
    /// Reads a required field. Null is an error.
    ///
    ///     while let field = try source.next() {
    ///         switch field {
    ///         case 0: source.read(&id)
    ///         case 1: source.readIfPresent(&title)
    ///         default: break
    ///         }
    ///     }
    @inlinable
    public mutating func read<Value: JSONValue>(_ value: inout Value?) {
        do { value = try Value(reading: &self) } catch { fail(error) }
    }

    /// Reads an optional field: nil where there is null. A default stays only where the field is absent.
    @inlinable
    public mutating func readIfPresent<Value: JSONValue>(_ value: inout Value?) {
        do {
            if try readNull() {
                // Behind Codable, absent fields are told of too.
                if try !isAbsent() { value = nil }
            } else {
                value = try Value(reading: &self)
            }
        } catch {
            fail(error)
        }
    }

    /// Reads a field that has a default, which stays where there is null.
    @inlinable
    public mutating func readIfPresent<Value: JSONValue>(_ value: inout Value) {
        do { if try !readNull() { value = try Value(reading: &self) } } catch { fail(error) }
    }

    /// Reads a required field through a transformer.
    @inlinable
    public mutating func read<Form: Transformer>(_ value: inout Form.Value?, using transformer: Form)
    where Form.Source: JSONValue {
        do { value = try read(using: transformer) } catch { fail(error) }
    }

    /// Reads an optional field through a transformer: nil where there is null.
    @inlinable
    public mutating func readIfPresent<Form: Transformer>(_ value: inout Form.Value?, using transformer: Form)
    where Form.Source: JSONValue {
        do {
            if try readNull() {
                if try !isAbsent() { value = nil }
            } else {
                value = try read(using: transformer)
            }
        } catch {
            fail(error)
        }
    }

    /// Reads a field that has a default through a transformer; the default stays where there is null.
    @inlinable
    public mutating func readIfPresent<Form: Transformer>(_ value: inout Form.Value, using transformer: Form)
    where Form.Source: JSONValue {
        do { value = try readIfPresent(using: transformer) ?? value } catch { fail(error) }
    }

    // MARK: onInvalid

    /// Reads an optional field: nil where there is null; what it was stays where the value is not valid, which is reported.
    @inlinable
    public mutating func readIfValid<Value: JSONValue>(_ value: inout Value?) {
        readOptional(&value) { source in try source.attempt { try Value(reading: &$0) } }
    }

    /// Reads a field whose default stays where there is null or a value that is not valid, which is reported.
    @inlinable
    public mutating func readIfValid<Value: JSONValue>(_ value: inout Value) {
        readPresent(&value) { source in try source.attempt { try Value(reading: &$0) } }
    }

    /// Reads an optional field through a transformer: nil where there is null; what it was stays where the value is not
    /// valid.
    @inlinable
    public mutating func readIfValid<Form: Transformer>(_ value: inout Form.Value?, using transformer: Form)
    where Form.Source: JSONValue {
        readOptional(&value) { source in try source.attempt { try $0.read(using: transformer) } }
    }

    /// Reads a field through a transformer; its default stays where there is null or a value that is not valid.
    @inlinable
    public mutating func readIfValid<Form: Transformer>(_ value: inout Form.Value, using transformer: Form)
    where Form.Source: JSONValue {
        readPresent(&value) { source in try source.attempt { try $0.read(using: transformer) } }
    }

    /// Reads an optional collection without the elements that are not valid, which are reported.
    @inlinable
    public mutating func readValidElements<Elements: JSONCollection>(_ value: inout Elements?) {
        readOptional(&value) { try Elements(readingValid: &$0) }
    }

    /// Reads a collection without the elements that are not valid; its default stays where there is null.
    @inlinable
    public mutating func readValidElements<Elements: JSONCollection>(_ value: inout Elements) {
        readPresent(&value) { try Elements(readingValid: &$0) }
    }

    /// Reads an optional list through a transformer of its elements, without those that are not valid.
    @inlinable
    public mutating func readValidElements<Form: Transformer>(_ value: inout [Form.Value]?, using transformer: Form)
    where Form.Source: JSONValue {
        readOptional(&value) { try $0.validElements(using: transformer) }
    }

    /// Reads a list through a transformer of its elements, without those that are not valid; its default stays where
    /// there is null.
    @inlinable
    public mutating func readValidElements<Form: Transformer>(_ value: inout [Form.Value], using transformer: Form)
    where Form.Source: JSONValue {
        readPresent(&value) { try $0.validElements(using: transformer) }
    }

    /// Reads an optional field by `body`, unless that finds nothing: nil where there is null.
    @inlinable
    mutating func readOptional<Value>(_ value: inout Value?, _ body: (inout JSONSource) throws -> Value?) {
        do {
            if try readNull() {
                if try !isAbsent() { value = nil }
            } else if let found = try body(&self) {
                value = found
            }
        } catch {
            fail(error)
        }
    }

    /// Reads a field by `body`, unless there is null or that finds nothing.
    @inlinable
    mutating func readPresent<Value>(_ value: inout Value, _ body: (inout JSONSource) throws -> Value?) {
        do { if try !readNull(), let found = try body(&self) { value = found } } catch { fail(error) }
    }

    /// Reads a list through a transformer of its elements, without those that are not valid.
    @inlinable
    mutating func validElements<Form: Transformer>(using transformer: Form) throws -> [Form.Value]
    where Form.Source: JSONValue {
        var values: [Form.Value] = []
        try beginArray()
        while try nextElement() {
            if let value = try attempt({ try $0.read(using: transformer) }) { values.append(value) }
        }
        return values
    }

    // MARK: Errors

    /// Keeps an error for the next call of `next`.
    ///
    /// The cursor goes to the end of the document, where every fast path stops to look.
    @usableFromInline
    @inline(never)
    mutating func fail(_ error: any Error) {
        if let backend {
            // The state is shared by all sources over Decoders, on all threads.
            if backend.failure == nil { backend.failure = located(error) }
        } else {
            if state.failure == nil { state.failure = located(error) }
            hasPostponed = true
            cursor = end
        }
    }

    /// The error of an object without all its required fields: it names the first that is missing.
    ///
    ///     guard let id, let title else { throw source.incomplete(0, 1) }
    ///
    /// - Parameter required: the indexes of the required fields in the model's list.
    public mutating func incomplete(_ required: Int...) -> JSONError {
        missing(required.first { !wasMet($0) } ?? required.first ?? 0)
    }

    /// Whether the object that was read last had that field: it is read once more, for the sake of the message.
    private mutating func wasMet(_ field: Int) -> Bool {
        let fields = backend.map(\.fields) ?? top.pointee.fields?.takeUnretainedValue()
        if let fields, fields.options.contains(.isDraft), fields.fields[field].traits.contains(.assigned) {
            return true
        }
        if let backend { return backend.has(field) }
        guard let start = top.pointee.start else { return false }
        let (cursor, frame, depth) = (cursor, top.pointee, self.depth)
        defer {
            self.cursor = cursor
            top = frames + depth
            top.pointee = frame
        }
        self.cursor = start
        top.pointee.state = .first
        top.pointee.seen = 0
        top.pointee.hasWideSeen = false
        top.pointee.index = 0
        while let met = try? next() {
            if met == field { return true }
        }
        return false
    }
}
