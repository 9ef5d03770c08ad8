/// A pointer to an order or one of its parts, which are changed in place.
typealias Order = UnsafeMutablePointer<LearnedOrder>
typealias LearnedPlace = UnsafeMutablePointer<LearnedOrder.Place>
@usableFromInline typealias LearnedField = UnsafeMutablePointer<LearnedOrder.Field>

/// What previous objects of a model at one depth have shown about the next ones, and where the values of the current
/// one are.
///
/// The orders of a depth are in a linked list that begins in its frame, with that of the current or last model first.
@usableFromInline
struct LearnedOrder {
    /// The position before any key of a table, or after one of them.
    struct Place {
        /// The key; nil for the position before any key.
        var entry: Entry?
        /// The place of the key that usually comes next. At first, that is the next one in the list.
        var next: LearnedPlace
        /// The field, if the key is its only place and no other field has that key.
        var field: LearnedField?
        var index = -1
        /// The last object that had the key, if the key is not the only place of one field.
        var object = 0
    }

    /// Reads a value into memory.
    @usableFromInline typealias Read = (inout JSONSource, UnsafeMutableRawPointer) throws -> Void

    /// A field of the model.
    @usableFromInline
    struct Field {
        /// The number of the last object that had the field.
        var object = 0
        /// Where its value is. `rank` says which of the field's paths was found.
        var value: Bytes?
        var rank = 0
        /// How the field is read, once that is known. Unmanaged, so that nothing is retained for each value.
        var reader: Unmanaged<Reader>?
        /// The type of its values, and memory for a value that has not been requested yet.
        @usableFromInline var type: Any.Type = Never.self
        @usableFromInline var memory = UnsafeMutableRawPointer(mutating: emptyBytes)
        /// What was read but not requested yet.
        @usableFromInline var kept = Kept.nothing

        /// Takes the value if it was read as this type without problems; otherwise returns nil.
        @inlinable
        @inline(__always)
        mutating func take<Value>(_: Value.Type) -> Value? {
            guard case .value = kept, type == Value.self else { return nil }
            kept = .nothing
            return memory.assumingMemoryBound(to: Value.self).move()
        }

        /// Remembers how values of a type are read.
        mutating func learn(_ type: Any.Type, _ read: @escaping Read) {
            func allocate<Value>(_: Value.Type) -> UnsafeMutableRawPointer {
                .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
            }
            reader = .passRetained(Reader(read))
            (self.type, memory) = (type, _openExistential(type, do: allocate))
        }

        /// Destroys what was read but never requested.
        @inline(__always)
        mutating func discard() {
            if case .nothing = kept { return }
            destroy()
        }

        @inline(never)
        private mutating func destroy() {
            func destroy<Value>(_: Value.Type) {
                memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            if takeTrouble()?.error == nil { _openExistential(type, do: destroy) }
            kept = .nothing
        }

        /// Takes what went wrong. Afterwards, only the value is kept, if there is one.
        mutating func takeTrouble() -> Trouble? {
            guard case .trouble(let unmanaged) = kept else { return nil }
            let trouble = unmanaged.takeRetainedValue()
            kept = trouble.error == nil ? .value : .nothing
            return trouble
        }

        mutating func forget() {
            discard()
            guard let reader else { return }
            reader.release()
            memory.deallocate()
        }
    }

    /// How a field is read.
    final class Reader {
        let read: Read

        init(_ read: @escaping Read) { self.read = read }
    }

    /// The result of reading a field before it is requested.
    @usableFromInline
    enum Kept {
        case nothing
        /// The value is in the memory of the field.
        case value
        /// The value is in the memory of the field, but parts of it had problems; or there is only an error. Unmanaged,
        /// so that nothing is released when a value is taken.
        case trouble(Unmanaged<Trouble>)
    }

    /// What went wrong while a value was read.
    @usableFromInline
    final class Trouble {
        /// The error, if reading failed.
        let error: (any Error)?
        /// The problems with parts of it.
        let problems: [JSONError]

        init(_ error: (any Error)?, _ problems: [JSONError]) {
            self.error = error
            self.problems = problems
        }
    }

    /// The model's list. It is retained, because a model may create a new one for each object, possibly at the same
    /// address.
    var list: JSONFields
    let table: Table
    /// The next order at the same depth.
    var next: Order?
    /// The number of objects so far, which is also the number of the current one.
    var object = 0
    /// Just past the closing brace of the current object.
    var after: Bytes?
    /// The places of all tables of the model. Those of a table start at its `firstPlace`.
    let places: LearnedPlace
    let fields: LearnedField
    let fieldCount: Int

    init(_ list: JSONFields, next: Order?) {
        self.list = list
        self.next = next
        table = list.table
        fieldCount = list.fields.count
        places = .allocate(capacity: table.pointee.placeCount)
        fields = .allocate(capacity: fieldCount)
        fields.initialize(repeating: Field(), count: fieldCount)
        expectListOrder(of: table)
    }

    private func expectListOrder(of table: Table) {
        let (count, first) = (table.pointee.keyCount, places + table.pointee.firstPlace)
        first.initialize(to: Place(next: first + min(1, count)))
        for position in 0..<count {
            let entry = table.pointee.entries + position
            let index = entry.pointee.field
            (first + position + 1).initialize(
                to: Place(
                    entry: entry, next: first + min(position + 2, count),
                    field: entry.pointee.isOnly ? fields + index : nil, index: index))
        }
        for position in 0..<table.pointee.entryCount {
            if let child = table.pointee.entries[position].child { expectListOrder(of: child) }
        }
    }

    static func forget(_ order: Order) {
        let (fields, count) = (order.pointee.fields, order.pointee.fieldCount)
        for field in 0..<count { fields[field].forget() }
        fields.deinitialize(count: count).deallocate()
        order.pointee.places.deallocate()
        order.deinitialize(count: 1).deallocate()
    }
}
