import ModelRepository

/// A server whose objects change, and which remembers its responses.
struct SimulatedServer {
    private(set) var items: [Int64: Item] = [:]
    private var nextID: Int64 = 1
    private var nextVersion: Int64 = 1
    /// The contents of a list when it had an ETag.
    private(set) var representations: [String: [Item]] = [:]

    /// Its lists are not in the order of keys.
    private var ordered: [Item] { items.values.sorted { ($0.id * 7 % 11, $0.id) < ($1.id * 7 % 11, $1.id) } }

    mutating func create(kind: Int64) -> Item {
        let item = Item(id: nextID, kind: kind, version: nextVersion)
        (nextID, nextVersion) = (nextID + 1, nextVersion + 1)
        items[item.id] = item
        return item
    }

    /// nil if there is none.
    mutating func change(_ id: Int64) -> Item? {
        guard items[id] != nil else { return nil }
        items[id]?.version = nextVersion
        nextVersion += 1
        return items[id]
    }

    mutating func delete(_ id: Int64) { items[id] = nil }

    func list(_ query: ItemsQuery) -> [Item] {
        let all = ordered.filter { item in
            (query.kind == nil || item.kind == query.kind) && (!query.onlyEven || item.version.isMultiple(of: 2))
                && query.ids?.contains(item.id) ?? true
        }
        return Array(all.dropFirst(query.start ?? 0).prefix(query.limit ?? .max))
    }

    mutating func eTag(of items: [Item]) -> String {
        let tag = "\"\(items.map(\.description).joined(separator: " "))\""
        representations[tag] = items
        return tag
    }
}
