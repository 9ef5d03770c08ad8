import Foundation
import ModelREST

/// The values that a ``CachePolicy`` yields for a call. Each one is requested only when it is needed.
///
/// ```swift
/// for try await posts in store.list(.init(userId: 7), policy: .cacheThenNetwork) { … }   // cached, then fresh
/// let posts = try await store.list(.init(userId: 7), policy: .networkElseCache).value
/// ```
public struct CachedValues<Value: Sendable>: AsyncSequence, Sendable {
    /// The type of the values.
    public typealias Element = Value

    let policy: CachePolicy
    let request: RequestSummary
    let kept: @Sendable () async throws -> Kept?
    let fresh: @Sendable () async throws -> Value

    /// A stored value, with what a policy needs to know about it.
    struct Kept: Sendable {
        var value: Value
        var age: TimeInterval?
        var freshness: Freshness
    }

    /// The last value that the policy yields. With `.cacheThenNetwork`, that is the server's value, or the cached one
    /// if the server could not answer. Within `stale-while-revalidate`, it is the cached value, while the server is
    /// asked in the background.
    public var value: Value {
        get async throws {
            do {
                if policy == .cacheThenNetwork { return try await freshElseKept() }
                let (value, isLast) = try await first()
                if !isLast { Task { [fresh] in try await fresh() } }
                return value
            } catch {
                throw error.thrown(by: request)
            }
        }
    }

    /// Creates an iterator that starts at the beginning.
    public func makeAsyncIterator() -> Iterator { Iterator(values: self) }

    /// Iterates over the values.
    public struct Iterator: AsyncIteratorProtocol {
        private enum Step { case first, fresh, end }

        private let values: CachedValues
        private var step = Step.first

        init(values: CachedValues) {
            self.values = values
        }

        /// Returns the next value, or nil after the last.
        public mutating func next() async throws -> Value? {
            guard step != .end else { return nil }
            let isFirst = step == .first
            step = .end
            do {
                guard isFirst else { return try await values.fresh() }
                let (value, isLast) = try await values.first()
                if !isLast { step = .fresh }
                return value
            } catch {
                throw error.thrown(by: values.request)
            }
        }
    }

    /// The first value, and whether it is the last one; if not, the server's follows.
    private func first() async throws -> (value: Value, isLast: Bool) {
        switch policy {
        case .networkOnly: return (try await fresh(), true)
        case .networkElseCache: return (try await freshElseKept(), true)
        case .cacheElseNetwork(let maxAge):
            if let kept = await stored(atMost: maxAge) { return (kept.value, true) }
        case .cacheThenNetwork:
            if let kept = await stored() { return (kept.value, false) }
        case .cacheControl:
            if let kept = await stored(), kept.freshness != .old { return (kept.value, kept.freshness == .fresh) }
        }
        return (try await fresh(), true)
    }

    /// The stored value; nil if there is none, or if it cannot be read: the server can still answer. If the cache is unusable,
    /// that request reports it.
    private func stored() async -> Kept? { try? await kept() }

    private func stored(atMost maxAge: Duration) async -> Kept? {
        guard let kept = await stored(), let age = kept.age, age <= maxAge / .seconds(1) else { return nil }
        return kept
    }

    private func freshElseKept() async throws -> Value {
        do {
            return try await fresh()
        } catch {
            guard isUnavailability(error), let kept = await stored() else { throw error }
            return kept.value
        }
    }

    private func isUnavailability(_ error: any Error) -> Bool {
        if error is CancellationError || Task.isCancelled { return false }
        return (error as? APIError)?.isUnavailability ?? false
    }
}

extension Error {
    /// The error that a call throws. A client does not throw `CancellationError`, so a call that waits for the request
    /// of another call, or for the cache, does not throw it either.
    func thrown(by request: RequestSummary) -> any Error {
        self is CancellationError ? APIError(.cancelled, request) : asDeclared
    }
}
