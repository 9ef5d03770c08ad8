import Foundation

/// Whether a call uses the cache or the server, and in which order. Every answer of the server is stored; a failed or
/// invalid one never changes the cache.
public enum CachePolicy: Hashable, Sendable {
    /// Yields the cached value immediately, if there is one, and then the server's. Suitable for showing values on
    /// screen. If the server fails, the error follows the cached value.
    case cacheThenNetwork
    /// Yields the server's value, or the cached one if the server could not answer. A refusal is an error.
    case networkElseCache
    /// Yields the cached value if it is no older than this, otherwise the server's.
    case cacheElseNetwork(maxAge: Duration)
    /// Yields the cached value as long as `max-age` in the server's `Cache-Control` allows. Within
    /// `stale-while-revalidate`, yields the cached value and then the server's; after that, only the server's.
    case cacheControl
    /// Yields the server's value.
    case networkOnly
}

/// Whether a cached response is still usable.
enum Freshness: Hashable {
    case fresh, staleWhileRevalidate, old
}

extension Answer {
    /// The time since it was requested. Nil if that is unknown, or in the future because a clock was set back.
    func age(at now: Date) -> TimeInterval? {
        guard let age = date.map({ now.timeIntervalSince($0) }), age >= 0 else { return nil }
        return age
    }

    func freshness(at now: Date) -> Freshness {
        guard let age = age(at: now), let lifetime = facts.lifetime else { return .old }
        if age < lifetime.fresh { return .fresh }
        return age < lifetime.fresh + lifetime.stale ? .staleWhileRevalidate : .old
    }
}
