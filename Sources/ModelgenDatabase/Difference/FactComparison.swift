import ModelgenSchema

/// A fact of before, and what it would be called today.
struct EarlierFact {
    var original: Fact
    /// The same in the names of today; nil if what it is about is gone, even if something else has its name now.
    var today: Fact?
}

/// A fact of before and the one that took its place; nil on the side that has none.
struct FactPair {
    var old: EarlierFact?
    var new: Fact?

    /// What it is about, in the names of today if it has some.
    var fact: Fact { new ?? old?.today ?? old?.original ?? Fact(.sql, "") }

    var event: DifferenceRule.Event {
        guard let old else { return .added }
        guard let new else { return .removed }
        return new.kind.hasName && old.original.ownName != new.ownName ? .renamed : .changed
    }

    /// Whether nothing changed but perhaps the name of what it belongs to, which is told for itself.
    var isSame: Bool { new != nil && old?.today == new && event != .renamed }

    func difference(in area: Difference.Area, _ severity: Difference.Severity) -> Difference {
        let isElsewhere = old.map { $0.original.subject != fact.subject } ?? false
        let before = old.map { isElsewhere ? "\($0.original.subject) \($0.original.value)" : $0.original.value }
        return Difference(
            area: area, severity: severity, rule: DifferenceRule.id(of: fact.kind, event),
            subject: fact.subject, before: before.map(\.withoutSpaceBehind), after: new?.value)
    }
}

/// Facts of before and now by their kind and what they are about, sorted.
func paired(_ old: [EarlierFact], _ new: [Fact]) -> [FactPair] {
    struct Key: Hashable {
        var kind: Fact.Kind
        var subject: String
    }
    var rest: [Key: EarlierFact] = [:]
    var pairs: [FactPair] = []
    for fact in old {
        // Of two that would be called alike today, one was replaced by the other.
        if let today = fact.today, rest[Key(kind: today.kind, subject: today.subject)] == nil {
            rest[Key(kind: today.kind, subject: today.subject)] = fact
        } else {
            pairs.append(FactPair(old: fact, new: nil))
        }
    }
    var unmatched: [Fact] = []
    for fact in new.sorted() {
        if let same = rest.removeValue(forKey: Key(kind: fact.kind, subject: fact.subject)) {
            pairs.append(FactPair(old: same, new: fact))
        } else {
            unmatched.append(fact)
        }
    }
    // An index that is called by its table and columns has another name when they do.
    for fact in unmatched {
        let candidates = rest.filter {
            fact.kind == .index && $0.key.kind == .index && $0.value.today?.value == fact.value
        }
        let match = candidates.keys.min { $0.subject < $1.subject }
        pairs.append(FactPair(old: match.flatMap { rest.removeValue(forKey: $0) }, new: fact))
    }
    pairs += rest.values.map { FactPair(old: $0, new: nil) }
    return pairs.sorted { $0.fact < $1.fact }
}

extension Fact.Kind {
    /// Whether it is told that something of this kind is called differently. What else is called by a name follows what
    /// it belongs to.
    fileprivate var hasName: Bool {
        switch self {
        case .table, .column, .index, .view, .type, .property, .enumCase: true
        case .stored, .holds, .reference, .check, .fullText, .sql, .swift, .fill, .using, .wireEnum, .value, .object,
            .read, .write,
            .conversion, .api, .endpoint, .parameter, .access, .conformance, .initializer, .function, .requirement:
            false
        }
    }
}

extension Fact {
    /// Its name within what it belongs to: `title` of the column `posts.title`, of the property `Post.title`.
    var ownName: String {
        switch kind {
        case .table, .index, .view, .sql, .swift, .fill, .using, .api, .conversion, .type, .access, .requirement:
            return subject
        case .column, .stored, .holds, .reference, .check, .fullText: return String(subject.dropFirst(table.count))
        case .wireEnum, .object: return ""
        case .value, .read, .write, .endpoint, .parameter, .conformance, .initializer, .property, .enumCase, .function:
            return String(subject.dropFirst(typeName.count))
        }
    }

    /// The type that a fact of JSON or of Swift is about: `Post` of `Post.title`.
    var typeName: String { String(subject.prefix { $0 != "." }) }
}

extension String {
    fileprivate var withoutSpaceBehind: String { hasSuffix(" ") ? String(dropLast()) : self }
}
