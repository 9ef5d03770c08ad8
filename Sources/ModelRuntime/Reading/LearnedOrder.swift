/// What the objects of a model at one depth have shown about the next ones, and where the values of the current one are.
///
/// The orders of a depth are a list that begins in its frame; the first one is that of the current or last model.
@usableFromInline
struct LearnedOrder {
    /// Before any key of a table, or after one of them.
    struct Place {
        /// The key; nil before any.
        var entry: UnsafePointer<KeyEntry>?
        /// The place of the key that usually comes next: at first, the next of the list.
        var next: UnsafeMutablePointer<Place>
        /// The field, if the key is its only place, and no other field has it.
        var field: UnsafeMutablePointer<Field>?
        var index = -1
        /// The last object that had the key, for other keys.
        var object = 0
    }

    /// A field of the model.
    @usableFromInline
    struct Field {
        /// The last object that has it.
        var object = 0
        /// Where its value is, and which of the field's paths was found.
        var value: UnsafePointer<UInt8>?
        var rank = 0
        /// How it is read, once that is known.
        @usableFromInline var reading: Reading?
        /// Whether there is a value that was read but not requested yet.
        @usableFromInline var isKept = false

        /// Destroys a value left behind by an object with an error.
        @inline(__always)
        mutating func discard() {
            if isKept { destroy() }
        }

        @inline(never)
        private mutating func destroy() {
            guard let reading else { return }
            func destroy<Value>(_: Value.Type) {
                reading.memory.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
            }
            isKept = false
            _openExistential(reading.type, do: destroy)
        }

        mutating func learn(_ type: Any.Type, _ read: @escaping FieldReader.Read) {
            func allocate<Value>(_: Value.Type) -> UnsafeMutableRawPointer {
                .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)
            }
            reading = Reading(
                reader: .passRetained(FieldReader(read)), memory: _openExistential(type, do: allocate), type: type)
        }

        mutating func forget() {
            discard()
            reading?.memory.deallocate()
            reading?.reader.release()
        }
    }

    /// How a field is read, and the memory for one of its values.
    @usableFromInline
    struct Reading {
        let reader: Unmanaged<FieldReader>
        @usableFromInline let memory: UnsafeMutableRawPointer
        @usableFromInline let type: Any.Type
    }

    let table: UnsafePointer<KeyTable>
    /// The next order of the same depth.
    var next: UnsafeMutablePointer<LearnedOrder>?
    /// The number of objects so far, which is that of the current one.
    var object = 0
    /// Behind the closing brace of the current object.
    var after: UnsafePointer<UInt8>?
    /// The places of all tables of the model, from their `firstPlace` on.
    let places: UnsafeMutablePointer<Place>
    let fields: UnsafeMutablePointer<Field>
    let fieldCount: Int

    init(_ table: UnsafePointer<KeyTable>, fieldCount: Int, next: UnsafeMutablePointer<LearnedOrder>?) {
        self.table = table
        self.next = next
        self.fieldCount = fieldCount
        places = .allocate(capacity: table.pointee.placeCount)
        fields = .allocate(capacity: fieldCount)
        fields.initialize(repeating: Field(), count: fieldCount)
        expectListOrder(of: table)
    }

    private func expectListOrder(of table: UnsafePointer<KeyTable>) {
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

    func forget() {
        for field in 0..<fieldCount { fields[field].forget() }
        fields.deallocate()
        places.deallocate()
    }
}

/// How a field is read into memory. An object, so that it can be called without being copied.
@usableFromInline
final class FieldReader {
    @usableFromInline typealias Read = (inout JSONSource, UnsafeMutableRawPointer) throws -> Void

    let read: Read

    init(_ read: @escaping Read) {
        self.read = read
    }
}
