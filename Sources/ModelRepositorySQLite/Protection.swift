import ModelSQLite

/// The rows that a landing answer must not change, because something newer has landed.
struct Protection {
    private var keys: Set<DatabaseValue> = []
    /// Each a complete list: rows that are not in it are gone.
    private var censuses: [Set<DatabaseValue>] = []

    enum Source {
        /// The landing is a read: everything newer protects its rows.
        case reads
        /// The landing is a write with this time: only newer writes protect their rows.
        case writes(Int64)
    }

    init() {}

    init(_ landings: [Landing], from source: Source) {
        for landing in landings {
            switch (source, landing.kind) {
            case (.reads, .census): censuses.append(landing.keys)
            case (.reads, .read), (.reads, .write): keys.formUnion(landing.keys)
            case (.writes(let asked), .write) where landing.asked > asked: keys.formUnion(landing.keys)
            case (.writes, .read), (.writes, .write), (.writes, .census): break
            }
        }
    }

    var isEmpty: Bool { keys.isEmpty && censuses.isEmpty }

    func contains(_ key: DatabaseValue) -> Bool {
        keys.contains(key) || censuses.contains { !$0.contains(key) }
    }
}
