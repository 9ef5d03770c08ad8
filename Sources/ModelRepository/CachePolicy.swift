/// Which of cache and source a call asks, and in what order. Whatever the source answers is kept in the cache; a failed or
/// invalid answer never touches it.
public enum CachePolicy: Hashable, Sendable {
    /// The cached value at once, where there is one, and then the source's: for a screen. When the source fails, the cached
    /// value has been given, and then comes the error.
    case cacheThenNetwork
    /// The source's value; the cached one where the source could not be asked. A refusal of the source is an error.
    case networkElseCache
    /// The cached value where the source gave it no longer ago than this; else the source's.
    case cacheElseNetwork(maxAge: Duration)
    /// The source's value.
    case networkOnly
}
