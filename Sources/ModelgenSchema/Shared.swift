/// A large value that copies share until one of them changes (copy on write).
///
/// A history contains every column of every version, and most are the same as in the previous version.
package struct Shared<Value: Sendable>: Sendable {
    /// Only changed while it has a single owner.
    @usableFromInline final class Storage: @unchecked Sendable {
        // It is read everywhere. Accesses to one storage never overlap, because a change requires sole ownership.
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    @inlinable package init(_ value: Value) { storage = Storage(value) }

    @inlinable package var value: Value {
        // Avoids copying the whole value.
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}

extension Shared: Equatable where Value: Equatable {
    @inlinable package static func == (left: Shared, right: Shared) -> Bool {
        left.storage === right.storage || left.value == right.value
    }
}

extension Shared: Hashable where Value: Hashable {
    @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Codable where Value: Codable {
    package init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }
    package func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
