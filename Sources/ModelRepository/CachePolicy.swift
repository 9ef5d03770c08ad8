import Foundation

/// Which of cache and server a call asks, and in what order. Whatever the server answers is kept; a failed or invalid
/// answer never touches the cache.
public enum CachePolicy: Hashable, Sendable {
    /// The cached value at once, if there is one, and then the server's: for a screen. If the server fails, the cached
    /// value has been given, and then comes the error.
    case cacheThenNetwork
    /// The server's value; the cached one if the server could not be asked. A refusal is an error.
    case networkElseCache
    /// The cached value if it was asked for no longer ago than this, else the server's.
    case cacheElseNetwork(maxAge: Duration)
    /// The cached value for as long as the server's `Cache-Control` allows by `max-age`; the cached value and then the
    /// server's within `stale-while-revalidate`; else the server's.
    case cacheControl
    /// The server's value.
    case networkOnly
}

/// What an answer that is kept is worth now.
enum Freshness: Hashable {
    case fresh, staleWhileRevalidate, old
}

extension Answer {
    /// How long ago it was asked for; nil if that is not known, or lies in the future because a clock was set.
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
