import Foundation

/// Whether a call uses the cache or the server, and in what order. All answers of the server are stored; a failed or
/// invalid answer never changes the cache.
public enum CachePolicy: Hashable, Sendable {
    /// The cached value immediately, if there is one, and then the server's, for displaying on screen. If the server
    /// fails, the error follows the cached value.
    case cacheThenNetwork
    /// The server's value, or the cached one if the server could not answer. A refusal is an error.
    case networkElseCache
    /// The cached value if it is no older than this, otherwise the server's.
    case cacheElseNetwork(maxAge: Duration)
    /// The cached value as long as `max-age` in the server's `Cache-Control` allows; the cached value and then the
    /// server's within `stale-while-revalidate`; otherwise the server's.
    case cacheControl
    /// The server's value.
    case networkOnly
}

/// Whether a cached response is still usable.
enum Freshness: Hashable {
    case fresh, staleWhileRevalidate, old
}

extension Answer {
    /// How long ago it was requested; nil if unknown, or if the request is in the future because a clock was set.
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
