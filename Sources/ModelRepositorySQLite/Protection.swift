import ModelSQLite

/// The rows that an answer must not change, because something newer has been stored.
struct Protection {
    private var keys: Set<DatabaseValue> = []
    /// Complete lists: rows that are not in all of them no longer exist.
    private var censuses: [Set<DatabaseValue>] = []

    mutating func add(_ landed: Set<DatabaseValue>, _ kind: LandingKind) {
        switch kind {
        case .census: censuses.append(landed)
        case .read, .write: keys.formUnion(landed)
        }
    }

    var isEmpty: Bool { keys.isEmpty && censuses.isEmpty }

    func contains(_ key: DatabaseValue) -> Bool {
        keys.contains(key) || censuses.contains { !$0.contains(key) }
    }
}
