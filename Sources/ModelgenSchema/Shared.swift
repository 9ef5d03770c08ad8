/// A large value that copies share until one of them changes (copy on write).
///
/// A history contains every column of every version, and most are the same as in the previous version. It is public
/// because other modules cannot specialize generic code of the package.
public struct Shared<Value: Sendable>: Sendable {
    /// Only changed while it has a single owner.
    @usableFromInline final class Storage: @unchecked Sendable {
        // It is read everywhere. Accesses to one storage never overlap, because a change requires sole ownership.
        @exclusivity(unchecked) @usableFromInline var value: Value

        @inlinable init(_ value: Value) { self.value = value }
    }

    @usableFromInline var storage: Storage

    /// Creates a value that nobody shares yet.
    @inlinable public init(_ value: Value) { storage = Storage(value) }

    /// The value, accessed without a copy of it.
    @inlinable public var value: Value {
        _read { yield storage.value }
        _modify {
            if !isKnownUniquelyReferenced(&storage) { storage = Storage(storage.value) }
            yield &storage.value
        }
    }
}

extension Shared: Equatable where Value: Equatable {
    /// Compares the values, unless the two share one.
    @inlinable public static func == (left: Shared, right: Shared) -> Bool {
        left.storage === right.storage || left.value == right.value
    }
}

extension Shared: Hashable where Value: Hashable {
    /// Hashes the value.
    @inlinable public func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

extension Shared: Codable where Value: Codable {
    /// Decodes the value alone.
    public init(from decoder: any Decoder) throws { self.init(try Value(from: decoder)) }

    /// Encodes the value alone.
    public func encode(to encoder: any Encoder) throws { try value.encode(to: encoder) }
}
