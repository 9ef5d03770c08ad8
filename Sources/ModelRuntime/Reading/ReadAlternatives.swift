// Fields that stand at one of several places.

extension JSONSource {
    /// One of several places of a field. The first listed that has a value is told at once; others wait for the end of
    /// the object, since a better one may still come, and must not be looked at if it does.
    mutating func alternative(_ field: Int, rank: Int) throws -> Int? {
        var model = top
        while model > frames, model.pointee.shape != .model { model -= 1 }
        let depth = model - frames
        let isNull = cursor.pointee == UInt8(ascii: "n")
        let known = state.deferred.lastIndex { $0.depth == depth && $0.field == field }
        if let known {
            let other = state.deferred[known]
            let isBetter = other.rank >= 0 && (isNull == other.isNull ? rank < other.rank : !isNull)
            guard isBetter else {
                try skipValue()
                return nil
            }
        }
        let isBest = rank == 0 && !isNull
        let value = DeferredValue(
            depth: depth,
            field: field,
            rank: isBest ? -1 : rank,
            isNull: isNull,
            key: top.pointee.key,
            value: cursor
        )
        if let known { state.deferred[known] = value } else { state.deferred.append(value) }
        hasPostponed = true
        if isBest {
            top.pointee.field = field
            return field
        }
        try skipValue()
        return nil
    }

    /// The closing bracket of a model was read: what was put off comes now.
    mutating func closeModel() -> Int? {
        guard hasPostponed, !state.deferred.isEmpty else {
            top.pointee.state = .closed
            return nil
        }
        top.pointee.state = .replaying
        // Remembers where the object ends.
        state.deferred.append(
            DeferredValue(depth: depth, field: -1, rank: -1, isNull: false, key: nil, value: cursor)
        )
        return nextReplayed()
    }

    mutating func nextReplayed() -> Int? {
        let depth = depth
        if let next = state.deferred.firstIndex(where: { $0.depth == depth && $0.rank >= 0 }) {
            let value = state.deferred[next]
            state.deferred[next].rank = -1
            top.pointee.field = value.field
            top.pointee.pending = value.rank
            top.pointee.value = value.value
            cursor = value.value
            return value.field
        }
        if let closing = state.deferred.last(where: { $0.depth == depth && $0.field < 0 }) { cursor = closing.value }
        state.deferred.removeAll { $0.depth >= depth }
        top.pointee.state = .closed
        return nil
    }
}

/// A value of a field with alternatives that was put off, since a better one may still come.
struct DeferredValue {
    /// The depth of the model's frame.
    var depth: Int
    var field: Int
    /// The rank of the alternative: the lower, the better. -1 when the field was read.
    var rank: Int
    var isNull: Bool
    var key: UnsafePointer<UInt8>?
    var value: UnsafePointer<UInt8>
}
