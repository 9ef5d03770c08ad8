// Objects whose members are in a different order, or whose fields have paths and alternatives.
//
// Generated code requests the fields in the order of the list. A first pass over such an object records where the value
// of each field is. In most documents, all objects have the same order, so the next objects reuse what the first one
// showed: the second object of a model also shows how its fields are read, and from the third on, each value is read
// when it is found, and kept until it is requested. Then nothing is read twice.

extension JSONSource {
    /// Where the value of a field is.
    struct GatheredValue {
        var value: UnsafePointer<UInt8>?
        /// Which of the field's paths was found.
        var rank: Int32 = 0
        /// Whether it has been read.
        var isKept = false
    }

    /// How a field is read, and the value that was read but not requested yet.
    final class FieldReader {
        let type: ObjectIdentifier
        private let memory: UnsafeMutableRawPointer
        private let read: (inout JSONSource, UnsafeMutableRawPointer) throws -> Void
        private let destroy: (UnsafeMutableRawPointer) -> Void
        @exclusivity(unchecked) private var isFilled = false

        init(
            _ type: Any.Type,
            _ memory: UnsafeMutableRawPointer,
            read: @escaping (inout JSONSource, UnsafeMutableRawPointer) throws -> Void,
            destroy: @escaping (UnsafeMutableRawPointer) -> Void
        ) {
            self.type = ObjectIdentifier(type)
            self.memory = memory
            self.read = read
            self.destroy = destroy
        }

        deinit {
            if isFilled { destroy(memory) }
            memory.deallocate()
        }

        @inline(__always)
        func fill(from source: inout JSONSource) throws {
            // Values left behind by an object with an error.
            if isFilled { destroy(take()) }
            try read(&source, memory)
            isFilled = true
        }

        /// The memory of the value, which the caller then owns.
        @inline(__always)
        func take() -> UnsafeMutableRawPointer {
            isFilled = false
            return memory
        }
    }

    /// What the objects of a model at one depth have shown about the next ones.
    final class LearnedOrder {
        let table: UnsafePointer<KeyTable>
        let depth: Int
        /// The number of objects so far.
        var objects = 0
        /// By the position after an entry, the position after the entry that came next; 0 if there was none yet.
        let followers: UnsafeMutablePointer<Int>
        /// By entry, the last object that had its key.
        let lastObjects: UnsafeMutablePointer<Int>
        /// By field.
        let readers: UnsafeMutablePointer<Unmanaged<FieldReader>?>
        let fieldCount: Int

        init(_ table: UnsafePointer<KeyTable>, depth: Int, fieldCount: Int) {
            self.table = table
            self.depth = depth
            self.fieldCount = fieldCount
            let places = table.pointee.placesBehind
            followers = .allocate(capacity: places * 2)
            lastObjects = followers + places
            followers.initialize(repeating: 0, count: places * 2)
            readers = .allocate(capacity: fieldCount)
            readers.initialize(repeating: nil, count: fieldCount)
        }

        deinit {
            followers.deallocate()
            for field in 0..<fieldCount { readers[field]?.release() }
            readers.deallocate()
        }
    }

    // MARK: Going through the object

    /// Goes through the current object, if that is how the objects of its model are read.
    @inline(never)
    mutating func gatherIfReordered() throws {
        guard let table = model.pointee.table else { return }
        // The previous object here usually was of the same model.
        if let order = model.pointee.order, order._withUnsafeGuaranteedRef({ $0.table == table }) {
            return try gather(order)
        }
        let depth = depth
        var isReordered = !table.pointee.isFlat
        for order in state.orders where order._withUnsafeGuaranteedRef({ $0.table == table }) {
            if order._withUnsafeGuaranteedRef({ $0.depth == depth }) { return try gather(order) }
            isReordered = true
        }
        if isReordered { try gather(newOrder()) }
    }

    /// Restarts the object, using the positions of its values, if that is what the error asks for.
    @usableFromInline
    @inline(never)
    mutating func readAgain(after error: any Error) throws {
        guard error is Reordered, !model.pointee.isGathered else { throw error }
        try gather(newOrder())
    }

    private mutating func newOrder() -> Unmanaged<LearnedOrder> {
        guard let table = model.pointee.table, let fields = model.pointee.fields else {
            preconditionFailure("no model was entered")
        }
        let count = fields._withUnsafeGuaranteedRef { $0.fields.count }
        let order = Unmanaged.passRetained(LearnedOrder(table, depth: model - frames, fieldCount: count))
        state.orders.append(order)
        hasReordered = true
        return order
    }

    /// Records the positions of all values of the current object, and reads those whose type is known.
    private mutating func gather(_ order: Unmanaged<LearnedOrder>) throws {
        try order._withUnsafeGuaranteedRef { try gather($0) }
    }

    private mutating func gather(_ order: LearnedOrder) throws {
        let first = gatheredCount
        order.objects += 1
        if order.objects > 2 {
            do {
                beginGathering(order)
                try gatherMembers(of: order.table, Gathering(order: order, first: first, readers: order.readers))
                return endGathering(order, first)
            } catch {
                // If there are several errors, throws the same one as for any other order.
                gatheredCount = first
                order.objects += 1
            }
        }
        beginGathering(order)
        try gatherMembers(of: order.table, Gathering(order: order, first: first, readers: nil))
        endGathering(order, first)
    }

    private struct Gathering {
        let order: LearnedOrder
        /// Where the positions of the object's values begin.
        let first: Int
        let readers: UnsafeMutablePointer<Unmanaged<FieldReader>?>?
    }

    private mutating func beginGathering(_ order: LearnedOrder) {
        top = model
        if state.hasReport { context.report?.removeAll(from: top.pointee.reported) }
        top.pointee.state = .first
        top.pointee.field = -1
        top.pointee.key = nil
        if let start = top.pointee.start { cursor = start }
        reserveGathered(order.fieldCount)
    }

    private mutating func endGathering(_ order: LearnedOrder?, _ first: Int) {
        model.pointee.order = order.map { Unmanaged.passUnretained($0) }
        model.pointee.isGathered = true
        model.pointee.firstGathered = first
        model.pointee.after = cursor
        model.pointee.state = .gathered
        model.pointee.wanted = 0
    }

    /// The same for an object without members.
    mutating func gatherNothing(of fields: JSONFields) {
        let first = gatheredCount
        reserveGathered(fields.fields.count)
        endGathering(nil, first)
    }

    private mutating func gatherMembers(of table: UnsafePointer<KeyTable>, _ gathering: borrowing Gathering) throws {
        let followers = gathering.order.followers + table.pointee.firstPlace
        let lastObjects = gathering.order.lastObjects + table.pointee.firstPlace
        let object = gathering.order.objects
        var place = 0
        while let p = try nextMember() {
            guard let entry = try entry(at: p, in: table, after: &place, followers) else {
                try skipValue()
                continue
            }
            let position = entry - table.pointee.entries
            if lastObjects[position] == object {
                try skipValue()
            } else {
                lastObjects[position] = object
                try gather(entry, in: table, gathering)
            }
        }
    }

    /// Reads the key at `p`. Usually it is the key that came next in the previous object, or one of the following ones.
    @inline(__always)
    private mutating func entry(
        at p: UnsafePointer<UInt8>,
        in table: UnsafePointer<KeyTable>,
        after place: inout Int,
        _ followers: UnsafeMutablePointer<Int>
    ) throws -> UnsafePointer<KeyEntry>? {
        let last = table.pointee.keyCount &- 1
        var guess = place
        for _ in 0..<(last >= 0 ? 3 : 0) {
            // Keys that have not occurred yet are expected in the order of the list.
            let position = followers[guess] > 0 ? followers[guess] &- 1 : min(guess, last)
            guess = position &+ 1
            let entry = table.pointee.entries + position
            if try goToValue(of: entry, at: p) {
                place = guess
                return entry
            }
        }
        guard let entry = try key(at: p, in: table) else { return nil }
        let position = entry - table.pointee.entries
        followers[place] = position &+ 1
        place = position &+ 1
        return entry
    }

    /// Records the value at the cursor for an entry and for those with the same key.
    @inline(__always)
    private mutating func gather(
        _ entry: UnsafePointer<KeyEntry>,
        in table: UnsafePointer<KeyTable>,
        _ gathering: borrowing Gathering
    ) throws {
        let value = cursor
        try gather(entry, gathering)
        var next = entry.pointee.next
        while next >= 0 {
            cursor = value
            let entry = table.pointee.entries + next
            try gather(entry, gathering)
            next = entry.pointee.next
        }
    }

    @inline(__always)
    private mutating func gather(_ entry: UnsafePointer<KeyEntry>, _ gathering: borrowing Gathering) throws {
        let field = entry.pointee.field
        guard field >= 0 else { return try gatherBelow(entry, gathering) }
        let value = cursor
        top.pointee.field = field
        top.pointee.value = value
        let isNull = value.pointee == UInt8(ascii: "n")
        let place = gathering.first &+ field
        // If there are several paths, the first one in the list with a value is used, and null only if there is nothing
        // else.
        if let other = gathered[place].value {
            let isBetter =
                isNull == (other.pointee == UInt8(ascii: "n"))
                ? entry.pointee.rank < Int(gathered[place].rank) : !isNull
            guard isBetter else { return try skipValue() }
        }
        // A value of a lower rank might not be used.
        if !isNull, entry.pointee.rank <= 0, let reader = gathering.readers?[field] {
            try reader._withUnsafeGuaranteedRef { try $0.fill(from: &self) }
            gathered[place] = GatheredValue(value: value, isKept: true)
        } else {
            gathered[place] = GatheredValue(value: value, rank: Int32(max(entry.pointee.rank, 0)))
            try passOver()
        }
    }

    /// Records which fields the value at the cursor contains.
    @inline(never)
    private mutating func gatherBelow(_ entry: UnsafePointer<KeyEntry>, _ gathering: borrowing Gathering) throws {
        guard let child = entry.pointee.child else { return try skipValue() }
        top.pointee.field = -1
        if cursor.pointee == UInt8(ascii: "{"), child.pointee.keyCount > 0 {
            try push(Frame(.dictionary))
            cursor = skipSpace(cursor + 1)
            try gatherMembers(of: child, gathering)
            pop()
        } else if cursor.pointee == UInt8(ascii: "["), child.pointee.indexCount > 0 {
            try beginArray()
            while try nextElement() {
                if let entry = child.pointee.entry(ofIndex: top.pointee.index) {
                    try gather(entry, in: child, gathering)
                    top.pointee.field = -1
                } else {
                    try skipValue()
                }
            }
        } else if isXML, cursor.pointee != UInt8(ascii: "["), let only = child.pointee.entry(ofIndex: 0) {
            // In XML, a list of one looks like its element.
            try gather(only, in: child, gathering)
        } else {
            try skipValue()
        }
    }

    /// Skips a value of the model. An error in it has the full path.
    private mutating func passOver() throws {
        let value = cursor
        do {
            try skipValue()
        } catch {
            cursor = value
            _ = try JSON(reading: &self)
            throw error
        }
    }

    /// Makes room for `count` positions.
    private mutating func reserveGathered(_ count: Int) {
        if gatheredCount + count > gatheredCapacity {
            let capacity = max(gatheredCapacity * 2, gatheredCount + count, 64)
            let memory = UnsafeMutablePointer<GatheredValue>.allocate(capacity: capacity)
            if gatheredCapacity > 0 {
                memory.update(from: gathered, count: gatheredCount)
                gathered.deallocate()
            }
            gathered = memory
            gatheredCapacity = capacity
        }
        (gathered + gatheredCount).update(repeating: GatheredValue(), count: count)
        gatheredCount += count
    }

    // MARK: What was gathered

    /// Goes to the value of a field.
    @inline(__always)
    mutating func goTo(_ field: Int) -> Found {
        let place = model.pointee.firstGathered &+ field
        guard place < gatheredCount, let value = gathered[place].value else { return .absent }
        let found = gathered[place]
        if found.isKept { return .kept }
        top = model
        top.pointee.field = field
        top.pointee.rank = Int(found.rank)
        top.pointee.value = value
        cursor = value
        guard let order = model.pointee.order else { return .here }
        return order._withUnsafeGuaranteedRef { $0.objects > 1 && $0.readers[field] == nil } ? .unlearned : .here
    }

    /// Reads a value, and remembers how it was read.
    @inlinable
    @inline(never)
    mutating func learn<Value>(_ read: @escaping (inout JSONSource) throws -> Value) throws -> Value {
        learn(Value.self, .allocate(byteCount: MemoryLayout<Value>.size, alignment: MemoryLayout<Value>.alignment)) {
            $1.initializeMemory(as: Value.self, to: try read(&$0))
        } destroy: {
            $0.assumingMemoryBound(to: Value.self).deinitialize(count: 1)
        }
        return try read(&self)
    }

    @usableFromInline
    func learn(
        _ type: Any.Type,
        _ memory: UnsafeMutableRawPointer,
        read: @escaping (inout JSONSource, UnsafeMutableRawPointer) throws -> Void,
        destroy: @escaping (UnsafeMutableRawPointer) -> Void
    ) {
        let reader = FieldReader(type, memory, read: read, destroy: destroy)
        model.pointee.order?._withUnsafeGuaranteedRef {
            $0.readers[model.pointee.wanted - 1] = Unmanaged.passRetained(reader)
        }
    }

    /// The value that was read when it was found.
    @inlinable
    mutating func kept<Value>(_ read: (inout JSONSource) throws -> Value) throws -> Value {
        if let memory = keptMemory(of: ObjectIdentifier(Value.self)) {
            return memory.assumingMemoryBound(to: Value.self).move()
        }
        return try read(&self)
    }

    /// The value, if it was read as this type when it was found; nil if it was read as another type, since the model
    /// reads the field in several ways: then the source is at the value again.
    @usableFromInline
    mutating func keptMemory(of type: ObjectIdentifier) -> UnsafeMutableRawPointer? {
        let reader = model.pointee.order?._withUnsafeGuaranteedRef { $0.readers[model.pointee.wanted &- 1] }
        return reader?._withUnsafeGuaranteedRef { reader in
            if reader.type == type { return reader.take() }
            goBack()
            return nil
        }
    }

    /// Goes to the value that was read when it was found.
    @usableFromInline
    mutating func goBack() {
        let place = model.pointee.firstGathered + model.pointee.wanted - 1
        gathered[place].isKept = false
        _ = goTo(model.pointee.wanted - 1)
    }

    /// Goes behind the object.
    mutating func leaveGathered() {
        top = model
        if let after = top.pointee.after { cursor = after }
        top.pointee.state = .closed
        gatheredCount = top.pointee.firstGathered
        if state.hasReport { context.report?.sort(from: top.pointee.reported) }
    }
}
