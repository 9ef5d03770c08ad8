// The order of a dictionary's members: numbers by value, other keys like strings.

extension Dictionary where Key: JSONObjectKey {
    /// Sorts members; or, if there are few, returns their order: the number of the first one in the lowest four bits, and
    /// so on.
    @inlinable
    func sort(_ members: UnsafeMutableBufferPointer<(order: UInt64, index: Index)>) -> UInt64? {
        // Counting how many come before each takes no branches, unlike sorting, where nothing predicts them.
        if members.count <= 16, members.allSatisfy({ $0.order < 1 << 63 }) {
            var order: UInt64 = 0
            var sum = 0
            for (number, member) in members.enumerated() {
                var place = 0
                for other in members { place &+= Int((other.order &- member.order) &>> 63) }
                order |= UInt64(truncatingIfNeeded: number &<< (place &* 4))
                sum &+= place
            }
            // Equal ones would have the same place.
            if sum == members.count * (members.count - 1) / 2 { return order }
        }
        var members = members
        members.sort {
            if Key.self != Int.self, $0.order == $1.order || $0.order | $1.order >= 1 << 63 {
                return self[$0.index].key.jsonKey < self[$1.index].key.jsonKey
            }
            return $0.order < $1.order
        }
        return nil
    }

    /// A number by which members are sorted. For keys other than Int: if two are equal, or one is at least 2^63, only the
    /// keys tell.
    @inlinable
    func order(of key: Key) -> UInt64 {
        if let number = key as? Int { return UInt64(bitPattern: Int64(number)) ^ 1 << 63 }
        return asciiPrefix(key.jsonKey)
    }
}

/// The first eight bytes of a key, the first one in the highest bits; at least 2^63 if they don't tell how it compares:
/// strings compare by their normalized forms, in which a letter of ASCII is itself only if another one follows.
@usableFromInline
func asciiPrefix(_ key: String) -> UInt64 {
    let prefix = key.utf8.withContiguousStorageIfAvailable { bytes -> UInt64 in
        guard let start = bytes.baseAddress else { return 0 }
        guard bytes.count >= 8 else { return loadPart(start, bytes.count).byteSwapped }
        let isFollowedByASCII = bytes.count == 8 || bytes[8] < 0x80
        return isFollowedByASCII ? load64(start).byteSwapped : .max
    }
    guard let prefix, prefix & 0x8080_8080_8080_8080 == 0 else { return .max }
    return prefix
}
