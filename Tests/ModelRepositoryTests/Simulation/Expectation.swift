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
    }

    struct Kept {
        var asked: Int
        var items: [Item]
    }

    let keeping: Keeping

    private(set) var rows: [Int64: Row] = [:]
    private(set) var answers: [ItemQuestion: Kept] = [:]

    init(_ keeping: Keeping) { self.keeping = keeping }

    private var censuses: [(asked: Int, keys: Set<Int64>)] = []

    private func isLater(_ id: Int64, than asked: Int) -> Bool {
        (rows[id]?.stamp ?? 0) > asked || censuses.contains { $0.asked > asked && !$0.keys.contains(id) }
    }

    private mutating func read(_ id: Int64, _ item: Item?, asked: Int) {
        guard !isLater(id, than: asked) else { return }
        rows[id, default: Row()].item = item
        rows[id, default: Row()].stamp = asked
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
            if query.kind == nil, query.ids == nil { censuses.append((asked, keys)) }
        }
        for item in items { read(item.id, item, asked: asked) }
    }

    /// The server said that a list is unchanged.
    mutating func unchanged(_ items: [Item], _ question: ItemQuestion, asked: Int) {
        if let kept = answers[question], kept.asked > asked { return }
        answers[question] = Kept(asked: asked, items: items)
        let isModel = if case .model = question { true } else { false }
        if keeping == .database || isModel { for item in items { read(item.id, item, asked: asked) } }
    }

    /// One model was received, or the server said that it is gone.
    mutating func model(_ id: Int64, _ item: Item?, asked: Int) { read(id, item, asked: asked) }

    /// A write that was made then arrived.
    mutating func written(_ id: Int64, _ item: Item?, asked: Int, landed: Int) {
        var row = rows[id] ?? Row()
        if row.written < asked {
            row.item = item
            row.written = asked
        }
        row.stamp = landed
        rows[id] = row
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

    var table: Set<Item> { Set(rows.values.compactMap(\.item)) }
}

extension ItemQuestion {
    var query: ItemsQuery? {
        switch self {
        case .list(let query, _), .all(let query, _): query
        case .model, .path: nil
        }
    }
}
