// The fields of an object that was read in the order of the document, and whose values are requested in the order of
// the list. Errors are kept like values, so that errors and problems are the same in any order, and nothing is read
// twice.

extension JSONSource {
    /// What to keep for a field that was just read.
    @inline(__always)
    mutating func kept() -> LearnedOrder.Kept {
        guard state.hasReport, state.problems.count > model.pointee.reported else { return .value }
        return trouble(nil)
    }

    /// Takes the problems reported since the object began, which belong to the field that was just read, together with
    /// its error.
    @inline(never)
    private mutating func trouble(_ error: (any Error)?) -> LearnedOrder.Kept {
        let new = model.pointee.reported..<state.problems.count
        let trouble = LearnedOrder.Trouble(error, Array(state.problems[new]))
        if !new.isEmpty { state.problems.removeSubrange(new) }
        return .trouble(.passRetained(trouble))
    }

    /// Keeps the error of a field until it is requested: if several fields are invalid, the error is that of the first one
    /// in the list. A document that is not JSON is an error immediately.
    @inline(never)
    mutating func keep(_ error: any Error, of field: LearnedField, at depth: Int) throws {
        let error = isPlaced(error) ? error : located(error)
        top = frames + depth
        model = top
        while model.pointee.shape != .model { model -= 1 }
        if let value = field.pointee.value { cursor = value }
        field.pointee.kept = trouble(error)
        try skipValue()
    }

    /// Finds a field of an object.
    @inline(__always)
    mutating func find(_ index: Int, in order: Order) -> Found {
        let field = order.pointee.fields + index
        guard index < order.pointee.fieldCount, field.pointee.object == order.pointee.object else { return .absent }
        guard case .nothing = field.pointee.kept else { return .learned(field) }
        goTo(field, index)
        return field.pointee.reader == nil && order.pointee.object > 1 ? .learned(field) : .here
    }

    private mutating func goTo(_ field: LearnedField, _ index: Int) {
        top = model
        frame.field = index
        frame.rank = field.pointee.rank
        frame.value = field.pointee.value
        if let value = field.pointee.value { cursor = value }
    }

    /// Prepares to read a field at its value, and remembers how. If the field was already read, reports or throws what
    /// went wrong then; if it was read as another type, it is read again.
    @usableFromInline
    @inline(never)
    mutating func settle(_ field: LearnedField, _ type: Any.Type, _ read: @escaping LearnedOrder.Read) throws {
        guard field.pointee.reader != nil else { return field.pointee.learn(type, read) }
        guard field.pointee.type == type else {
            field.pointee.discard()
            return goTo(field, model.pointee.wanted - 1)
        }
        guard let trouble = field.pointee.takeTrouble() else { return }
        state.problems += trouble.problems
        if let error = trouble.error { throw error }
    }

    /// Moves past the last value that was requested, if it was read before it was requested. An error of the model's
    /// own code is reported there.
    mutating func goBehindLastValue() {
        guard let order = model.pointee.gathered else { return }
        let last = (0..<min(model.pointee.wanted, order.pointee.fieldCount)).last {
            order.pointee.fields[$0].object == order.pointee.object
        }
        guard let last, model.pointee.value != order.pointee.fields[last].value || cursor == order.pointee.after
        else { return }
        goTo(order.pointee.fields + last, last)
        try? skipValue()
    }
}
