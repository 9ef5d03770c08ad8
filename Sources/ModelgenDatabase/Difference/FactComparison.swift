import ModelgenSchema

/// Compares facts of one area by their kinds and subjects.
struct FactComparison {
    private struct Key: Hashable {
        var kind: Fact.Kind
        var subject: String
    }

    let pairs: [(old: Fact?, new: Fact?)]

    init(old: [Fact], new: [Fact], renames: Renames?) {
        var rest = Dictionary(
            old.map { renames?.translated($0) ?? $0 }.map { (Key(kind: $0.kind, subject: $0.subject), $0) },
            uniquingKeysWith: { first, _ in first }
        )
        var pairs: [(old: Fact?, new: Fact?)] = []
        var unmatched: [Fact] = []
        for fact in new.sorted() {
            if let same = rest.removeValue(forKey: Key(kind: fact.kind, subject: fact.subject)) {
                if same != fact { pairs.append((same, fact)) }
            } else {
                unmatched.append(fact)
            }
        }
        for fact in unmatched {
            let names = (renames?.earlier[fact.subject] ?? []).sorted()
            var match = names.lazy.compactMap { rest[Key(kind: fact.kind, subject: $0)] }.first
            // An index that is called by its table and columns has another name when they do.
            if match == nil, fact.kind == .index, renames?.earlier.isEmpty == false {
                match = rest.values.sorted().first { $0.kind == .index && $0.value == fact.value }
            }
            if let match { rest[Key(kind: match.kind, subject: match.subject)] = nil }
            pairs.append((match, fact))
        }
        pairs += rest.values.sorted().map { ($0, nil) }
        self.pairs = pairs.sorted { Self.line($0) < Self.line($1) }
    }

    private static func line(_ pair: (old: Fact?, new: Fact?)) -> String { (pair.new ?? pair.old)?.line ?? "" }

    /// What differs, each with the severity that the area gives it; nil says that it is told elsewhere.
    func differences(
        in area: Difference.Area, _ severity: (_ old: Fact?, _ new: Fact?) -> Difference.Severity?
    ) -> [Difference] {
        pairs.compactMap { old, new in
            guard let fact = new ?? old, let severity = severity(old, new) else { return nil }
            let isRenamed = old.map { $0.subject != fact.subject } ?? false
            return Difference(
                area: area,
                severity: severity,
                rule: DifferenceRule.id(of: fact.kind, Self.event(old, new)),
                subject: fact.subject,
                before: isRenamed ? old.map { "\($0.subject) \($0.value)" } : old?.value,
                after: new?.value
            )
        }
    }

    private static func event(_ old: Fact?, _ new: Fact?) -> DifferenceRule.Event {
        guard let old else { return .added }
        guard let new else { return .removed }
        return old.subject == new.subject ? .changed : .renamed
    }
}

/// Of two severities the one that is worse for those who rely on what was there.
func worse(_ first: Difference.Severity, _ second: Difference.Severity) -> Difference.Severity {
    let order = Difference.Severity.allCases
    return (order.firstIndex(of: first) ?? 0) <= (order.firstIndex(of: second) ?? 0) ? first : second
}
