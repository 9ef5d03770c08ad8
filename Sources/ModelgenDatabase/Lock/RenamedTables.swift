import ModelgenSchema

/// The tables of a released version that now have another name, judging by their columns: what keeps their rows is a
/// rename, not a drop.
struct RenamedTables {
    struct Pair {
        /// The names as they are written in SQL.
        var old: String
        var new: String
        var model: SwiftName
        /// The `since` that the new one has but must not have.
        var since: Int?
    }

    private(set) var pairs: [Pair] = []
    private let names: [String: String]

    init(released: [Fact], now: [Fact], planned: PlannedDatabase, version: Int) {
        func columns(_ facts: [Fact]) -> [String: Set<String>] {
            var columns: [String: Set<String>] = [:]
            for fact in facts where fact.kind == .column {
                columns[fact.table, default: []].insert(String(fact.subject.dropFirst(fact.table.count)))
            }
            return columns
        }
        let (before, after) = (columns(released), columns(now))
        let newest = planned.versions.last
        let later = columns(newest?.shape.facts ?? [])
        var candidates: [(name: String, columns: Set<String>, model: SwiftName, since: Int?)] = []
        for table in planned.version(at: version)?.shape.tables ?? [] where before[table.name.quoted] == nil {
            candidates.append((table.name.quoted, after[table.name.quoted] ?? [], table.origin.model, nil))
        }
        for table in newest?.state.tables ?? [] where table.since > version && before[table.name.quoted] == nil {
            candidates.append((table.name.quoted, later[table.name.quoted] ?? [], table.origin.model, table.since))
        }
        let present = Set(now.filter { $0.kind == .table }.map(\.subject))
        let stays = present.union((newest?.state.tables ?? []).map(\.name.quoted))
        for old in before.keys.sorted() where !stays.contains(old) {
            let wanted = before[old] ?? []
            let likely = candidates.indices.filter {
                candidates[$0].columns.intersection(wanted).count * 2 >= wanted.count
            }
            let best = likely.max {
                candidates[$0].columns.intersection(wanted).count < candidates[$1].columns.intersection(wanted).count
            }
            guard let best else { continue }
            let found = candidates.remove(at: best)
            pairs.append(Pair(old: old, new: found.name, model: found.model, since: found.since))
        }
        // Tables may exchange their names.
        let tables = planned.version(at: version)?.shape.tables.filter { before[$0.name.quoted] != nil } ?? []
        let exchanged = before.keys.sorted().compactMap { old -> Pair? in
            guard let wanted = before[old], stays.contains(old) else { return nil }
            func likeness(_ name: String) -> Int { after[name, default: []].intersection(wanted).count }
            let best = tables.max { likeness($0.name.quoted) < likeness($1.name.quoted) }
            guard let best, likeness(best.name.quoted) > likeness(old), likeness(best.name.quoted) * 2 >= wanted.count
            else { return nil }
            return Pair(old: old, new: best.name.quoted, model: best.origin.model)
        }
        if Set(exchanged.map(\.old)) == Set(exchanged.map(\.new)) { pairs += exchanged }
        names = Dictionary(firstOf: pairs.map { ($0.old, $0.new) })
    }

    /// Whether a fact of the released version is still to be compared: those of a renamed table are covered by its
    /// rename.
    func concerns(_ fact: Fact) -> Bool { names[fact.table] == nil }

    /// Whether a present fact belongs to a table that had another name.
    func isNew(_ fact: Fact) -> Bool { pairs.contains { $0.new == fact.table } }

    /// The fact with the new names of the tables it refers to.
    func translated(_ fact: Fact) -> Fact {
        guard !names.isEmpty, fact.kind == .reference || fact.kind == .view else { return fact }
        var fact = fact
        fact.value = sqlTokens(fact.value).map { names[$0.text] ?? $0.text }.joined()
        return fact
    }
}
