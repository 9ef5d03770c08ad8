import ModelRepository

typealias ItemQuestion = Question<ItemsQuery, Int64>

/// What a cache must show: the rules of the guide in their simplest form, with the whole history available.
///
/// It has its own clock: the order of events in the simulation.
struct Expectation {
    struct Row {
        /// nil if it is gone.
        var item: Item?
        /// Since when it is valid: when it was requested, or when a write arrived.
        var stamp = 0
        /// When the last write that arrived was made.
        var written = 0
        /// Whether what is known of it has a date.
        var isDated = true
    }

    struct Kept {
        var asked: Int
        var items: [Item]
    }

    let keeping: Keeping

    private(set) var rows: [Int64: Row] = [:]
    private(set) var answers: [ItemQuestion: Kept] = [:]
    /// In a database, the answers about single rows, which may be newer or older than the row.
    private var singles: [Int64: Int] = [:]
    /// What was requested before is not fresh: lists, and everything.
    private var (oldLists, old) = (0, 0)
    /// What was requested before is not stored.
    private(set) var emptied = 0

    init(_ keeping: Keeping) { self.keeping = keeping }

    private var censuses: [(asked: Int, keys: Set<Int64>)] = []

    private func isLater(_ id: Int64, than asked: Int) -> Bool {
        (rows[id]?.stamp ?? 0) > asked || censuses.contains { $0.asked > asked && !$0.keys.contains(id) }
    }

    private mutating func read(_ id: Int64, _ item: Item?, asked: Int) {
        guard !isLater(id, than: asked) else { return }
        rows[id, default: Row()].item = item
        rows[id, default: Row()].stamp = asked
        rows[id, default: Row()].isDated = true
    }

    /// A list that was requested then was received.
    mutating func list(_ items: [Item], isWhole: Bool, to question: ItemQuestion, asked: Int) {
        if let kept = answers[question], kept.asked > asked { return }
        answers[question] = Kept(asked: asked, items: items)
        // In files, a list has its own models.
        guard keeping == .database else { return }
        let keys = Set(items.map(\.id))
        if isWhole, let query = question.query, !query.isPage, !query.onlyEven {
            for (id, row) in rows where !keys.contains(id) {
                guard let item = row.item, query.kind == nil || item.kind == query.kind,
                    query.ids?.contains(id) ?? true
                else { continue }
                read(id, nil, asked: asked)
            }
            if query.isCensus { censuses.append((asked, keys)) }
        }
        for item in items { read(item.id, item, asked: asked) }
    }

    /// The server said that a list is unchanged.
    mutating func unchanged(_ items: [Item], _ question: ItemQuestion, asked: Int) {
        if let kept = answers[question], kept.asked > asked { return }
        answers[question] = Kept(asked: asked, items: items)
        guard case .model(let id) = question else {
            guard keeping == .database else { return }
            if question.query?.isCensus == true { censuses.append((asked, Set(items.map(\.id)))) }
            for item in items { read(item.id, item, asked: asked) }
            return
        }
        model(id, items.first, asked: asked)
    }

    /// One model was received, or the server said that it is gone.
    mutating func model(_ id: Int64, _ item: Item?, asked: Int) {
        if keeping == .database {
            if let single = singles[id], single > asked { return }
            if item != nil { singles[id] = asked } else if !isLater(id, than: asked) { singles[id] = nil }
        }
        read(id, item, asked: asked)
    }

    /// What has become of some models was received. Returns whether it is stored.
    mutating func changes(_ items: [Item], gone: [Int64], asked: Int) -> Bool {
        let ids = items.map(\.id) + gone
        let isListed = answers.values.contains { kept in
            keeping == .files && kept.asked > asked && kept.items.contains { ids.contains($0.id) }
        }
        guard !isListed, !ids.contains(where: { isLater($0, than: asked) }) else { return false }
        for id in gone {
            singles[id] = nil
            read(id, nil, asked: asked)
        }
        for item in items { read(item.id, item, asked: asked) }
        return true
    }

    /// A write that was made then arrived.
    mutating func written(_ id: Int64, _ item: Item?, asked: Int, landed: Int) {
        var row = rows[id] ?? Row()
        row.isDated = row.written < asked
        if row.isDated {
            row.item = item
            row.written = asked
            singles[id] = item == nil ? nil : landed
        } else if keeping == .database {
            old = landed
        }
        row.stamp = landed
        rows[id] = row
    }

    /// A model was created, which may belong into lists.
    mutating func makeListsOld(_ now: Int) { oldLists = now }

    /// It is unknown what has changed.
    mutating func makeAllOld(_ now: Int) { old = now }

    /// A write whose registration was lost has deleted a row.
    mutating func deleted(_ id: Int64, asked: Int, landed: Int) {
        rows[id]?.written = 0
        written(id, nil, asked: asked, landed: landed)
    }

    /// Everything was removed.
    mutating func removeAll(_ now: Int) {
        (rows, answers, singles, censuses, emptied) = ([:], [:], [:], [], now)
    }

    /// A release in which the model has another form: a database keeps its rows, but files of the old form cannot be read.
    mutating func update(_ now: Int) {
        switch keeping {
        case .database: old = now
        case .files:
            rows = rows.filter { $0.value.item == nil }
            answers = answers.filter { $0.value.items.isEmpty }
        }
    }

    /// What is shown for a question; nil if nothing is.
    func shown(_ question: ItemQuestion) -> [Item]? {
        if case .model(let id) = question { return rows[id]?.item.map { [$0] } }
        return answers[question].map { kept in
            kept.items.compactMap { item in
                let row = rows[item.id] ?? Row()
                return keeping == .database || row.stamp > kept.asked ? row.item : item
            }
        }
    }

    /// Whether what is shown is fresh.
    func isFresh(_ question: ItemQuestion) -> Bool {
        guard case .model(let id) = question else { return (answers[question]?.asked ?? 0) > max(old, oldLists) }
        guard let row = rows[id], row.item != nil else { return false }
        if keeping == .files { return row.isDated && row.stamp > old }
        return singles[id] ?? 0 > old
            || answers.contains { $0.value.asked > max(old, oldLists) && $0.value.items.contains { $0.id == id } }
    }

    var table: Set<Item> { Set(rows.values.compactMap(\.item)) }
}

extension ItemQuestion {
    var query: ItemsQuery? {
        switch self {
        case .list(let query, _), .all(let query, _): query
        case .operation, .model, .path: nil
        }
    }
}

extension ItemsQuery {
    /// Whether a complete list for it names all items.
    fileprivate var isCensus: Bool { !isPage && !onlyEven && kind == nil && ids == nil }
}
