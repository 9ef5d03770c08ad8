import ModelgenSchema

/// The tables of a released version that now have another name, judging by their columns. A rename keeps their rows,
/// whereas a drop would not.
struct RenamedTables {
    struct Pair {
        /// The old name, as written in SQL.
        var old: String
        var new: String
        var model: SwiftName
        /// The `since` of the new table, which must be removed.
        var since: Int?
    }

    let pairs: [Pair]
    private let names: [String: String]

    init(released: [Fact], now: [Fact], planned: PlannedDatabase, version: Int) {
        let before = Self.columns(of: released)
        let candidates = Self.candidates(now, planned, version).filter { $0.since == nil || before[$0.name] == nil }
        let present = now.filter { $0.kind == .table }.map(\.subject)
        let stays = Set(present + (planned.versions.last?.state.tables ?? []).map(\.name.quoted))
        var found = Self.pairs(Self.matches(of: before, among: candidates, stays), candidates)
        // A new table that resembles one that stays may have been split off from it.
        while let stray = found.firstIndex(where: { pair in
            stays.contains(pair.old) && !found.contains { $0.new == pair.old }
        }) {
            found.remove(at: stray)
        }
        pairs = found
        names = Dictionary(firstOf: found.map { ($0.old, $0.new) })
    }

    /// A table that may be a released one with another name.
    private struct Candidate {
        var name: String
        var columns: Set<String>
        var model: SwiftName
        /// Nil if the table exists in the released version.
        var since: Int?
    }

    /// A table that shares columns with a released one.
    private struct Match {
        /// How many columns they share.
        var likeness: Int
        var old: String
        /// The place of the candidate in the list.
        var candidate: Int
    }

    /// The names of columns in any spelling, by table.
    private static func columns(of facts: [Fact]) -> [String: Set<String>] {
        var columns: [String: Set<String>] = [:]
        for fact in facts where fact.kind == .column {
            columns[fact.table, default: []].insert(String(fact.subject.dropFirst(fact.table.count)).letters)
        }
        return columns
    }

    /// The tables of the version as it is described now, and those that were added later.
    private static func candidates(_ now: [Fact], _ planned: PlannedDatabase, _ version: Int) -> [Candidate] {
        let newest = planned.versions.last
        let (present, later) = (columns(of: now), columns(of: newest?.shape.facts ?? []))
        return (planned.version(at: version)?.shape.tables ?? []).map { table in
            Candidate(
                name: table.name.quoted, columns: present[table.name.quoted] ?? [], model: table.origin.model)
        }
            + (newest?.state.tables ?? []).filter { $0.since > version }.map { table in
                Candidate(
                    name: table.name.quoted, columns: later[table.name.quoted] ?? [], model: table.origin.model,
                    since: table.since)
            }
    }

    /// - Parameters:
    ///   - before: The columns of the released tables.
    ///   - stays: The tables whose names still exist.
    private static func matches(
        of before: [String: Set<String>], among candidates: [Candidate], _ stays: Set<String>
    ) -> [Match] {
        // How many columns of a table still exist in the table that has its name now. If all do, it is still the same
        // table.
        var own: [String: Int] = [:]
        for candidate in candidates {
            if let wanted = before[candidate.name] {
                let kept = candidate.columns.intersection(wanted).count
                own[candidate.name] = kept == wanted.count ? Int.max : kept
            }
        }
        var matches: [Match] = []
        for (old, wanted) in before.sorted(by: { $0.key < $1.key }) {
            if stays.contains(old), own[old] == Int.max { continue }
            for (place, candidate) in candidates.enumerated() where candidate.name != old {
                let likeness = candidate.columns.intersection(wanted).count
                // A table that keeps its name only counts as renamed if another one is more similar to it, because
                // tables may exchange names.
                guard likeness * 2 >= wanted.count, !stays.contains(old) || likeness > own[old] ?? .max,
                    likeness > own[candidate.name] ?? -1,
                    candidate.since == nil || likeness == min(wanted.count, candidate.columns.count)
                else { continue }
                matches.append(Match(likeness: likeness, old: old, candidate: place))
            }
        }
        return matches
    }

    /// The most similar tables first. If several are equally similar, it is not clear which one it is.
    private static func pairs(_ matches: [Match], _ candidates: [Candidate]) -> [Pair] {
        var (takenNames, takenCandidates, pairs) = (Set<String>(), Set<Int>(), [Pair]())
        for likeness in Set(matches.map(\.likeness)).sorted(by: >) {
            let open = matches.filter {
                $0.likeness == likeness && !takenNames.contains($0.old) && !takenCandidates.contains($0.candidate)
            }
            for match in open where open.count(where: { $0.old == match.old || $0.candidate == match.candidate }) == 1 {
                let table = candidates[match.candidate]
                pairs.append(Pair(old: match.old, new: table.name, model: table.model, since: table.since))
            }
            takenNames.formUnion(open.map(\.old))
            takenCandidates.formUnion(open.map(\.candidate))
        }
        return pairs
    }

    /// Whether a fact of the released version remains to be compared. The rename of a table covers its facts.
    func concerns(_ fact: Fact) -> Bool { names[fact.table] == nil }

    /// Whether a present fact belongs to a table that had another name.
    func isNew(_ fact: Fact) -> Bool { pairs.contains { $0.new == fact.table } }

    /// The fact with the new names of the tables to which it refers.
    func translated(_ fact: Fact) -> Fact {
        guard !names.isEmpty, fact.kind == .reference || fact.kind == .view else { return fact }
        // The SQL of a view is in lowercase and without quotes.
        let names =
            fact.kind == .view
            ? Dictionary(firstOf: names.map { (canonicalSQL($0.key), canonicalSQL($0.value)) }) : names
        var fact = fact
        fact.value = sqlTokens(fact.value).map { names[$0.text] ?? $0.text }.joined()
        return fact
    }
}
