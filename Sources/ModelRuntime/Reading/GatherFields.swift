// Objects whose members are not in the order of the list, or whose fields have paths and alternatives.
//
// Generated code requests the fields in the order of the list. For such an object, a first pass records where the value
// of each field is. In most documents, all objects have the same order, so what is learned from one object is used for
// the next: the second object of a model shows how its fields are read, and from the third on, each value is read when
// it is found and kept until it is requested. Then nothing is read twice.

extension JSONSource {
    /// Makes the first pass over the current object, if the objects of its model need one.
    @inline(never)
    mutating func gatherIfReordered(_ table: Table) throws {
        // What a hook returns is a document of its own, about which nothing is known yet. Reading an object in list
        // order and then again in its own order would also read everything inside it twice, so the time would double
        // with each level.
        let isPlain = table.pointee.isFlat && !context.isDerived
        if let order = learnedOrder(of: table) ?? (isPlain ? nil : newOrder()) { try gather(order) }
    }

    /// What was learned about a model at this depth. It is moved to the front of the list.
    private mutating func learnedOrder(of table: Table) -> Order? {
        // Usually, the previous object at this depth was of the same model.
        guard let first = model.pointee.orders, first.pointee.table != table else { return model.pointee.orders }
        var previous = first
        while let order = previous.pointee.next {
            if order.pointee.table == table {
                previous.pointee.next = order.pointee.next
                order.pointee.next = first
                model.pointee.orders = order
                return order
            }
            previous = order
        }
        return nil
    }

    private mutating func newOrder() -> Order {
        guard let list = model.pointee.fields else { preconditionFailure("no model was entered") }
        forgetUnusedOrders()
        let order = Order.allocate(capacity: 1)
        order.initialize(to: LearnedOrder(list, next: model.pointee.orders))
        model.pointee.orders = order
        hasReordered = true
        return order
    }

    /// Forgets the orders of lists that nobody else holds. They never occur again: their models create a new list for
    /// each object.
    private func forgetUnusedOrders() {
        var next = model.pointee.orders
        model.pointee.orders = nil
        while let order = next {
            next = order.pointee.next
            if isKnownUniquelyReferenced(&order.pointee.list) {
                LearnedOrder.forget(order)
            } else {
                order.pointee.next = model.pointee.orders
                model.pointee.orders = order
            }
        }
    }

    /// Restarts the object whose frame is at `depth`, with the positions of its values, if its members are in a
    /// different order. Otherwise, rethrows the error.
    @usableFromInline
    @inline(never)
    mutating func readAgain(after error: any Error, at depth: Int) throws {
        // An error in a value leaves the frames inside it on the stack.
        model = frames + depth
        if !(error is Reordered) {
            // Located here, because the list of a generic model may not live longer than this.
            guard model.pointee.gathered != nil || model.pointee.hasAbsent else { throw located(error) }
            var error = error
            if !isPlaced(error) {
                goBehindLastValue()
                error = located(error)
            }
            guard isReordered(error) else { throw error }
        }
        top = model
        if state.hasReport { state.problems.removeSubrange(frame.reported...) }
        frame.state = .first
        frame.field = -1
        frame.key = nil
        frame.wanted = 0
        if let start = frame.start { cursor = start }
        try gather(newOrder())
    }

    /// Whether the object is invalid possibly because a field that was taken for absent comes later. Remembers the end
    /// of the object if it gets there.
    private mutating func isReordered(_ error: any Error) -> Bool {
        top = model
        do {
            if let order = frame.gathered {
                if let after = order.pointee.after { cursor = after }
            } else {
                // An empty XML element has no members.
                guard (error as? JSONError)?.isAboutDocument == false, frame.start != nil else { return false }
                if let value = frame.value, frame.state != .closed { cursor = value }
                while try next() != nil {}
            }
            if let start = frame.start { state.invalid = (start, cursor) }
            return false
        } catch {
            return error is Reordered
        }
    }

    /// Finds the values of all fields of the current object, and reads those whose way of reading is known.
    @inline(__always)
    private mutating func gather(_ order: Order) throws {
        order.pointee.object += 1
        try gatherMembers(of: order.pointee.table, order)
        order.pointee.after = cursor
        model.pointee.gathered = order
        model.pointee.state = .gathered
    }

    private mutating func gatherMembers(of table: Table, _ order: Order) throws {
        let (object, depth) = (order.pointee.object, depth)
        var place = order.pointee.places + table.pointee.firstPlace
        var member = try nextMember()
        while let p = member {
            let next = place.pointee.next
            if let entry = next.pointee.entry, try goToValue(of: entry, at: p) {
                place = next
            } else if let other = try self.place(of: p, in: table, order, after: place) {
                place = other
            } else {
                try skipValue()
                member = try nextMember()
                continue
            }
            if let field = place.pointee.field, field.pointee.object != object {
                try gather(field, place.pointee.index, of: object, at: depth)
            } else {
                try gatherSeveral(at: place, in: table, order)
            }
            let p = cursor + 1
            let isNext = p < end && cursor.pointee == "," && p.pointee > 0x20
            member = isNext ? p : try nextMember()
        }
    }

    /// Reads the key at `p`, which is not the expected one: it may be one of the two after that, or any other.
    @inline(never)
    private mutating func place(
        of p: Bytes,
        in table: Table,
        _ order: Order,
        after place: LearnedPlace
    ) throws -> LearnedPlace? {
        let second = place.pointee.next.pointee.next
        if let entry = second.pointee.entry, try goToValue(of: entry, at: p) { return second }
        let third = second.pointee.next
        if let entry = third.pointee.entry, try goToValue(of: entry, at: p) { return third }
        guard let entry = try key(at: p, in: table) else { return nil }
        let found = order.pointee.places + (table.pointee.firstPlace + 1 + (entry - table.pointee.entries))
        place.pointee.next = found
        return found
    }

    /// Reads the value of a field, which is at the cursor, or only records its position if it is not known yet how to
    /// read it.
    @inline(__always)
    private mutating func gather(_ field: LearnedField, _ index: Int, of object: Int, at depth: Int) throws {
        record(field, index, of: object)
        guard let reader = field.pointee.reader else { return try skipValue() }
        do {
            try reader._withUnsafeGuaranteedRef { try $0.read(&self, field.pointee.memory) }
            field.pointee.kept = kept()
        } catch {
            try keep(error, of: field, at: depth)
        }
    }

    @inline(__always)
    private mutating func record(_ field: LearnedField, _ index: Int, of object: Int) {
        frame.field = index
        frame.value = cursor
        field.pointee.object = object
        field.pointee.value = cursor
        field.pointee.discard()
    }

    /// Handles a key that belongs to several fields, to a field with several paths, or to the beginning of a path. A
    /// key that the object has already had is ignored.
    @inline(never)
    private mutating func gatherSeveral(at place: LearnedPlace, in table: Table, _ order: Order) throws {
        guard let entry = place.pointee.entry, place.pointee.field == nil,
            place.pointee.object != order.pointee.object
        else {
            frame.field = place.pointee.index
            return try skipValue()
        }
        place.pointee.object = order.pointee.object
        try gatherSeveral(entry, in: table, order)
    }

    private mutating func gatherSeveral(_ entry: Entry, in table: Table, _ order: Order) throws {
        // All but one of the elements would be lost.
        if isXML, cursor.pointee == "[", entry.pointee.next < 0, entry.pointee.child?.pointee.indexCount == 0 {
            throw mismatch("a single element")
        }
        let value = cursor
        var entry = entry
        while true {
            if entry.pointee.field < 0 {
                try gatherBelow(entry, order)
            } else {
                try gatherBest(entry, order)
            }
            guard entry.pointee.next >= 0 else { return }
            cursor = value
            entry = table.pointee.entries + entry.pointee.next
        }
    }

    /// Handles the value of a field with several paths, unless a better one was found: the value of the first path in
    /// the list counts, and null only if there is nothing else.
    private mutating func gatherBest(_ entry: Entry, _ order: Order) throws {
        let field = order.pointee.fields + entry.pointee.field
        let isNull = cursor.pointee == "n"
        if field.pointee.object == order.pointee.object, let other = field.pointee.value {
            let isBetter =
                isNull == (other.pointee == "n")
                ? entry.pointee.rank < field.pointee.rank : !isNull
            guard isBetter else {
                frame.field = entry.pointee.field
                return try skipValue()
            }
        }
        field.pointee.rank = max(entry.pointee.rank, 0)
        // The value of a path other than the first, or null, might not be used.
        if isNull || entry.pointee.rank > 0 {
            record(field, entry.pointee.field, of: order.pointee.object)
            try skipValue()
        } else {
            try gather(field, entry.pointee.field, of: order.pointee.object, at: depth)
        }
    }

    /// Records which fields are inside the value at the cursor.
    private mutating func gatherBelow(_ entry: Entry, _ order: Order) throws {
        guard let child = entry.pointee.child else { return try skipValue() }
        frame.field = -1
        if cursor.pointee == "{", child.pointee.keyCount > 0 {
            try beginObject()
            try gatherMembers(of: child, order)
            pop()
        } else if cursor.pointee == "[" || isXML && cursor.pointee != "n", child.pointee.indexCount > 0 {
            try beginArray()
            while try nextElement() {
                if let entry = child.pointee.entry(ofIndex: frame.index) {
                    try gatherSeveral(entry, in: child, order)
                    frame.field = -1
                } else {
                    try skipValue()
                }
            }
        } else {
            if cursor.pointee == "n" { try gatherNull(in: child, order) }
            try skipValue()
        }
    }

    /// Records the null at the cursor as the value of all fields below it, because clearing an object clears its
    /// members (RFC 7396).
    private mutating func gatherNull(in table: Table, _ order: Order) throws {
        let null = cursor
        for position in 0..<table.pointee.entryCount {
            let entry = table.pointee.entries + position
            if entry.pointee.field < 0 { try gatherBelow(entry, order) } else { try gatherBest(entry, order) }
            cursor = null
        }
    }
}
