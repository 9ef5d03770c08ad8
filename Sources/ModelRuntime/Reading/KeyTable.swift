import Foundation

/// A table of keys, which lives as long as the model's list of fields.
typealias Table = UnsafePointer<KeyTable>
typealias Entry = UnsafePointer<KeyEntry>

/// What happens at one key or index of a document: a field is read, or a path goes deeper.
struct KeyEntry {
    /// The first 16 bytes of the key as it is usually written, `"user_id":`, and masks for the bytes that count.
    var head: (UInt64, UInt64)
    var headMask: (UInt64, UInt64)
    /// The complete key, including quotes and colon.
    var text: Bytes
    var textCount: Int
    /// The key itself, without quotes and escapes.
    var key: Bytes
    var keyCount: Int
    /// The index, for an entry of an array.
    var index: Int
    /// The field at this place, or -1.
    var field: Int
    /// The field's rank among its alternatives, or -1 if it has none.
    var rank: Int
    /// The next entry with the same key or index, or -1.
    var next: Int
    /// Whether this is the only place of a field, and this place has no other field.
    var isOnly: Bool { field >= 0 && rank < 0 && next < 0 }
    /// The table for the paths that continue from here.
    var child: Table?
}

/// The keys of an object in a document, for matching them in their usual order and for lookup by hash.
///
/// The memory is owned by a ``KeyTableStorage``.
struct KeyTable {
    /// Entries of keys, then of indexes, then further entries at the same places.
    var entries: Entry
    /// The number of key entries.
    var keyCount: Int
    /// The number of index entries after them.
    var indexCount: Int
    /// The number of all entries.
    var entryCount: Int
    /// Indexes of key entries plus one, by hash; 0 means free. The number of buckets is a power of two, and at least
    /// twice the number of keys.
    var buckets: UnsafePointer<UInt16>
    var bucketMask: Int
    /// Whether each key belongs to exactly one field, and each field to one key.
    var isFlat: Bool
    /// The first of this table's places among those of all tables of the model. It stands for the position before any
    /// key; the others stand for the position after each key.
    var firstPlace: Int
    /// The number of places in this table and the ones below it.
    var placeCount: Int { firstPlace + keyCount + 1 }

    /// The entry of the key with these bytes, or nil.
    @inline(__always)
    func entry(of key: Bytes, count: Int) -> Entry? {
        guard keyCount > 0 else { return nil }
        var bucket = hash(key, count: count) & bucketMask
        while buckets[bucket] != 0 {
            let entry = entries + (Int(buckets[bucket]) - 1)
            if entry.pointee.keyCount == count, memcmp(entry.pointee.key, key, count) == 0 { return entry }
            bucket = (bucket + 1) & bucketMask
        }
        return nil
    }

    /// The entry of an array index, or nil.
    func entry(ofIndex index: Int) -> Entry? {
        (keyCount..<keyCount + indexCount).first { entries[$0].index == index }.map { entries + $0 }
    }
}

/// Eight bytes, the first in the lowest bits.
func load64(_ pointer: Bytes) -> UInt64 {
    UInt64(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt64.self))
}

/// Four bytes, the first in the lowest bits.
func load32(_ pointer: Bytes) -> UInt32 {
    UInt32(littleEndian: UnsafeRawPointer(pointer).loadUnaligned(as: UInt32.self))
}

/// Up to seven bytes, the first in the lowest bits. Does not read past them.
@inline(__always)
func loadPart(_ pointer: Bytes, _ count: Int) -> UInt64 {
    func byte(_ index: Int) -> UInt64 { UInt64(pointer[index]) &<< UInt64(truncatingIfNeeded: index &<< 3) }
    if count >= 4 {
        let end = UInt64(load32(pointer + (count - 4)))
        return UInt64(load32(pointer)) | end &<< UInt64(truncatingIfNeeded: (count &- 4) &<< 3)
    }
    return count > 0 ? byte(0) | byte(count &>> 1) | byte(count &- 1) : 0
}

/// A hash of a key's length and its first and last eight bytes. No seed is needed: the keys in a table come from the
/// schema, so a document cannot lengthen the chains.
@inline(__always)
func hash(_ key: Bytes, count: Int) -> Int {
    let (first, last) = count < 8 ? (loadPart(key, count), 0) : (load64(key), load64(key + (count - 8)))
    let sum = (first &* 0x9e37_79b9_7f4a_7c15 ^ last) &+ UInt64(truncatingIfNeeded: count)
    let hash = (sum ^ sum &>> 32) &* 0xff51_afd7_ed55_8ccd
    return Int(truncatingIfNeeded: (hash ^ hash &>> 29) &>> 1)
}

/// Owns the memory of a model's tables.
final class KeyTableStorage {
    private var allocations: [UnsafeMutableRawPointer] = []
    private var placeCount = 0

    deinit {
        for allocation in allocations { allocation.deallocate() }
    }

    /// Compiles the tables for `tree` and for all trees below it.
    func compile(_ tree: FieldTree) -> Table {
        var primaries: [KeyEntry] = []
        var followers: [KeyEntry] = []
        let ordered = tree.members.filter { $0.step.key != nil } + tree.members.filter { $0.step.key == nil }
        for member in ordered {
            var actions = member.fields.map { entry(at: member, field: $0.index, rank: $0.rank) }
            if !member.child.members.isEmpty { actions.append(entry(at: member, child: compile(member.child))) }
            for position in actions.indices.dropLast() {
                actions[position].next = ordered.count + followers.count + position
            }
            primaries += actions.prefix(1)
            followers += actions.dropFirst()
        }

        let keyCount = ordered.count { $0.step.key != nil }
        var bucketCount = 4
        while bucketCount < keyCount * 2 { bucketCount *= 2 }
        var buckets = [UInt16](repeating: 0, count: bucketCount)
        for position in 0..<keyCount {
            var bucket = hash(primaries[position].key, count: primaries[position].keyCount) & (bucketCount - 1)
            while buckets[bucket] != 0 { bucket = (bucket + 1) & (bucketCount - 1) }
            buckets[bucket] = UInt16(position + 1)
        }
        let table = KeyTable(
            entries: copy(primaries + followers),
            keyCount: keyCount,
            indexCount: ordered.count - keyCount,
            entryCount: primaries.count + followers.count,
            buckets: copy(buckets),
            bucketMask: bucketCount - 1,
            isFlat: keyCount == ordered.count && primaries.allSatisfy(\.isOnly),
            firstPlace: placeCount
        )
        placeCount += keyCount + 1
        return copy([table])
    }

    private func entry(at member: FieldTree.Member, field: Int = -1, rank: Int = -1, child: Table? = nil) -> KeyEntry {
        let key = Array((member.step.key ?? "").utf8)
        let quoted = member.text
        let text = copy(quoted + Array(repeating: 0, count: 16))
        func mask(_ count: Int) -> UInt64 { ~(.max << UInt64(8 * max(count, 0))) }
        return KeyEntry(
            head: (load64(text), load64(text + 8)),
            headMask: (mask(quoted.count), mask(quoted.count - 8)),
            text: text,
            textCount: quoted.count,
            key: copy(key),
            keyCount: key.count,
            index: member.step.index ?? -1,
            field: field,
            rank: rank,
            next: -1,
            child: child
        )
    }

    /// Copies the elements to memory that the storage owns.
    func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafePointer<Element> {
        let memory = UnsafeMutablePointer<Element>.allocate(capacity: max(elements.count, 1))
        elements.withUnsafeBufferPointer { source in
            if let base = source.baseAddress { memory.update(from: base, count: source.count) }
        }
        allocations.append(UnsafeMutableRawPointer(memory))
        return UnsafePointer(memory)
    }
}
