// The order of a dictionary's members: numbers by value, other keys like strings.

extension Dictionary where Key: JSONObjectKey {
    /// Sorts members in place; or, if there are few, only returns their order, four bits for each, with the first
    /// member's index in the lowest bits.
    @inlinable
    func sort(_ members: UnsafeMutableBufferPointer<(order: UInt64, index: Index)>) -> UInt64? {
        // Counts how many members come before each. That needs no branches, whereas the branches of sorting are
        // unpredictable.
        if members.count <= 16, members.allSatisfy({ $0.order < 1 << 63 }) {
            var order: UInt64 = 0
            var sum = 0
            for (number, member) in members.enumerated() {
                var place = 0
                for other in members { place &+= Int((other.order &- member.order) &>> 63) }
                order |= UInt64(truncatingIfNeeded: number &<< (place &* 4))
                sum &+= place
            }
            // Equal members would get the same place.
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

    /// A number by which members are sorted. Except for keys of type Int, the keys themselves must be compared if two
    /// numbers are equal or one is at least 2^63.
    @inlinable
    func order(of key: Key) -> UInt64 {
        if let number = key as? Int { return UInt64(bitPattern: Int64(number)) ^ 1 << 63 }
        return asciiPrefix(key.jsonKey)
    }
}

/// The first eight bytes of a key, the first one in the highest bits; or at least 2^63 if they do not determine the
/// order. Strings are compared in normalized form, in which an ASCII character is certain to stay itself only if
/// another one follows.
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
