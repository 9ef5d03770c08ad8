// The places of fields that are asked for in the order of the model's list.

extension JSONSource {
    /// How far the reader is with the fields of a model.
    enum Order: UInt8 {
        /// The members come in the order of the list, as far as is known.
        case declared
        /// The places of all values are known.
        case gathered
    }

    /// Where the value of a field stands.
    struct GatheredValue {
        var value: UnsafePointer<UInt8>?
        /// The closing quote of a string without escapes, so that it is not looked for twice.
        var quote: UnsafePointer<UInt8>?
        /// Which of the field's paths led there.
        var rank = 0
    }

    /// The order in which the members of a model's objects come, as learned from those before.
    final class LearnedOrder {
        let table: UnsafePointer<KeyTable>
        /// By the place behind an entry, the entry that came next.
        let followers: UnsafeMutablePointer<Int>

        init(_ table: UnsafePointer<KeyTable>) {
            self.table = table
            let count = table.pointee.keyCount + 1
            followers = .allocate(capacity: count)
            for place in 0..<count { (followers + place).initialize(to: place) }
        }

        deinit {
            followers.deallocate()
        }
    }

    /// Thrown to ``JSONModel/init(reading:)`` when a member comes that was taken to be absent.
    struct Reordered: Error {}

    /// Goes to the value of the next field of the list; false if the object does not have it.
    @usableFromInline
    mutating func seek() throws -> Bool {
        if backend != nil { return seekBehindCodable() }
        let model = model
        let wanted = model.pointee.wanted
        model.pointee.wanted = wanted &+ 1
        if hasReordered {
            if wanted == 0, model.pointee.order == .declared, let order = order(of: model.pointee.table) {
                try gather(order)
            }
            if self.model.pointee.order == .gathered { return goTo(wanted) }
        }
        var met = model.pointee.held
        if met < 0 { met = try next() ?? Int.max }
        if met == wanted {
            model.pointee.held = -1
            return true
        }
        if met < wanted { throw Reordered() }
        // The frames may have moved.
        self.model.pointee.held = met
        return false
    }

    @inline(__always)
    private func order(of table: UnsafePointer<KeyTable>?) -> LearnedOrder? {
        state.reordered.first { $0.table == table }
    }

    private mutating func goTo(_ wanted: Int) -> Bool {
        let place = model.pointee.firstGathered &+ wanted
        guard let value = gathered[place].value else { return false }
        top = model
        top.pointee.field = wanted
        top.pointee.pending = gathered[place].rank
        top.pointee.value = value
        cursor = value
        if let quote = gathered[place].quote { knownString = (value, quote) }
        return true
    }

    /// The error of a required field that is absent, or the demand to look for it elsewhere in the object.
    @usableFromInline
    @inline(never)
    mutating func absentField() -> any Error {
        if let backend { return missing(backend.wanted - 1) }
        if model.pointee.order == .declared { return Reordered() }
        // The place of the error is the object, and not the value that was read last.
        top = model
        top.pointee.state = .closed
        return missing(model.pointee.wanted - 1)
    }

    /// What stands for an assigned field that is absent.
    @usableFromInline
    mutating func inDraft<Value>(_ placeholder: Value) throws -> Value {
        let fields = backend.map(\.fields) ?? model.pointee.fields?.takeUnretainedValue()
        guard let fields, fields.options.contains(.isDraft) else { throw absentField() }
        return placeholder
    }

    /// Begins the object again, by the places of its values, if that is what the error is about.
    @usableFromInline
    @inline(never)
    mutating func readAgain(after error: any Error) throws {
        guard error is Reordered, backend == nil, let table = model.pointee.table else { throw error }
        let order = order(of: table) ?? LearnedOrder(table)
        if !hasReordered || self.order(of: table) == nil { state.reordered.append(order) }
        hasReordered = true
        top = model
        state.deferred.removeAll { $0.depth >= depth }
        if state.hasReport { context.report?.removeAll(from: top.pointee.reported) }
        top.pointee.state = .first
        top.pointee.index = 0
        top.pointee.field = -1
        top.pointee.seen = 0
        top.pointee.hasWideSeen = false
        top.pointee.key = nil
        top.pointee.value = nil
        top.pointee.wanted = 0
        top.pointee.held = -1
        if let start = top.pointee.start { cursor = start }
        try gather(order)
    }

    /// Notes the places of all values of the object that was entered.
    private mutating func gather(_ order: LearnedOrder) throws {
        guard let fields = model.pointee.fields else { return }
        let first = gatheredCount
        reserveGathered(fields._withUnsafeGuaranteedRef { $0.fields.count })
        let followers = order.followers
        var place = 0
        model.pointee.index = followers[0]
        while let field = try next() {
            let value = cursor
            var found = GatheredValue(value: value)
            if top == model, top.pointee.state == .middle {
                // The next key is expected to be the one that followed before.
                let entry = top.pointee.index &- 1
                followers[place] = entry
                place = entry &+ 1
                top.pointee.index = followers[place]
                if value < end, value.pointee == UInt8(ascii: "\"") {
                    let (quote, isEscaped) = try scanString(value)
                    if !isEscaped { found.quote = quote }
                    cursor = quote + 1
                } else {
                    try passOver()
                }
            } else if top.pointee.state == .replaying {
                found.rank = max(top.pointee.pending, 0)
            }
            gathered[first &+ field] = found
        }
        model.pointee.firstGathered = first
        model.pointee.order = .gathered
        model.pointee.after = cursor
        model.pointee.state = .replaying
    }

    /// Passes over a value of the model. What is wrong in it is told with its path.
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

    /// Makes room for the places of so many values.
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

    /// Goes behind the object, of which some members may not have been looked at.
    mutating func finishFields() throws {
        switch model.pointee.order {
        case .declared:
            if top.pointee.state == .closed { return }
            while let field = try next() {
                if field < model.pointee.wanted { throw Reordered() }
            }
        case .gathered:
            top = model
            if let after = top.pointee.after { cursor = after }
            top.pointee.state = .closed
            gatheredCount = top.pointee.firstGathered
            if state.hasReport { context.report?.sort(from: top.pointee.reported) }
        }
    }

    @inline(never)
    private mutating func seekBehindCodable() -> Bool {
        guard let backend = decoderLevel else { return false }
        return backend._withUnsafeGuaranteedRef { $0.seek() }
    }
}
