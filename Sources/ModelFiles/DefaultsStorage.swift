import Foundation

/// Stores values in the user defaults, under keys starting with `modelgen/`. Suitable for a few small values.
///
///     let shared = try ModelStorage(suite: "group.org.example.blog")
///
/// The system reads all values of a suite at once, and writes them together; for many or large values, use
/// ``FileStorage``. There is no lock between processes while several values change together. So a repository's cache
/// that an app shares with its extensions must be in files, in the container of the app group.
public struct DefaultsStorage: StorageBackend, @unchecked Sendable {
    private static let prefix = "modelgen/"
    // Protected by a lock: on Apple's platforms, user defaults may be used from every thread, but Foundation on Linux
    // does not document that. All storages share one lock, because several storages of a suite may have the same user
    // defaults. It is recursive, because observers of user defaults are called during a change, and may read them.
    private static let lock = NSRecursiveLock()
    private let defaults: UserDefaults

    /// Creates a storage in the user defaults of a suite, or in the standard ones if it is nil.
    ///
    /// - Throws: ``StorageError/Kind/noSuite(_:)`` if the system does not provide the suite.
    public init(suite: String?) throws(StorageError) {
        guard let suite else {
            defaults = .standard
            return
        }
        guard !suite.isEmpty, suite != UserDefaults.globalDomain, let defaults = UserDefaults(suiteName: suite) else {
            throw StorageError(.noSuite(suite), nil)
        }
        self.defaults = defaults
    }

    /// Returns the bytes of an entry, or nil if there is none.
    public func read(_ entry: StorageEntry) -> Data? {
        Self.lock.withLock { defaults.data(forKey: Self.name(of: entry)) }
    }

    /// Replaces the bytes of an entry.
    public func write(_ data: Data, to entry: StorageEntry) {
        change { defaults.set(data, forKey: Self.name(of: entry)) }
    }

    /// Removes an entry.
    public func remove(_ entry: StorageEntry) {
        change { defaults.removeObject(forKey: Self.name(of: entry)) }
    }

    /// Returns the keys of the entries of a kind.
    public func keys(of kind: String) -> [String] {
        let start = Self.prefix + StorageName.encoded(kind) + "/"
        let names = Self.lock.withLock { Array(defaults.dictionaryRepresentation().keys) }
        return names.filter { $0.hasPrefix(start) }.compactMap {
            StorageName.decoded(String($0.dropFirst(start.count)))
        }
    }

    private static func name(of entry: StorageEntry) -> String {
        prefix + StorageName.encoded(entry.kind) + "/" + StorageName.encoded(entry.key)
    }

    private func change(_ body: () -> Void) {
        Self.lock.withLock {
            body()
            #if !canImport(Darwin)
                // Foundation on Linux only writes its file when it is told to.
                _ = defaults.synchronize()
            #endif
        }
    }
}
