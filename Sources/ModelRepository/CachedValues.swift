import ModelREST

/// The values that a ``CachePolicy`` gives for one call: none is asked for before it is wanted.
///
///     for try await posts in store.list(userId: 7, policy: .cacheThenNetwork) { … }   // cached, then fresh
///     let posts = try await store.list(userId: 7, policy: .networkElseCache).value
public struct CachedValues<Value: Sendable>: AsyncSequence, Sendable {
    /// What the sequence gives.
    public typealias Element = Value

    let policy: CachePolicy
    let cached: @Sendable () async throws -> Cached<Value>?
    let fresh: @Sendable () async throws -> Value

    /// Values of a cache and of a source.
    ///
    /// - Parameters:
    ///   - policy: which of both is asked, and when.
    ///   - cached: the cached value, or nil.
    ///   - fresh: asks the source, keeps its answer in the cache, and gives it.
    public init(
        _ policy: CachePolicy,
        cached: @escaping @Sendable () async throws -> Cached<Value>?,
        fresh: @escaping @Sendable () async throws -> Value
    ) {
        self.policy = policy
        self.cached = cached
        self.fresh = fresh
    }

    /// The last value that the policy gives.
    public var value: Value {
        get async throws {
            switch policy {
            case .networkOnly, .cacheThenNetwork: return try await fresh()
            case .networkElseCache: return try await freshElseCached()
            case .cacheElseNetwork(let maxAge):
                if let cached = try await cached(atMost: maxAge) { return cached }
                return try await fresh()
            }
        }
    }

    /// An iterator from the beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

    /// Gives one value after the other.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Step { case first, fresh, end }

        private let values: CachedValues
        private var step = Step.first

        init(values: CachedValues) {
            self.values = values
        }

        /// The next value, or nil after the last.
        public mutating func next() async throws -> Value? {
            if step == .first, values.policy == .cacheThenNetwork {
                step = .fresh
                if let cached = try await values.cached() { return cached.value }
            }
            guard step != .end else { return nil }
            step = .end
            return try await values.value
        }
    }

    private func cached(atMost maxAge: Duration) async throws -> Value? {
        guard let cached = try await cached(), let age = cached.age, age <= maxAge else { return nil }
        return cached.value
    }

    private func freshElseCached() async throws -> Value {
        do {
            return try await fresh()
        } catch {
            guard isUnavailability(error), let cached = try await cached() else { throw error }
            return cached.value
        }
    }

    private func isUnavailability(_ error: any Error) -> Bool {
        if error is CancellationError || Task.isCancelled { return false }
        return (error as? APIError)?.isUnavailability ?? false
    }
}
