import ModelgenSchema

/// An earlier fact, and the same fact in present names.
struct EarlierFact {
    var original: Fact
    /// The fact in present names. Nil if its subject no longer exists, even if something else has its name now.
    var today: Fact?
}

/// An earlier fact and the one that replaced it. Nil if there is none on that side.
struct FactPair {
    var old: EarlierFact?
    var new: Fact?

    /// Its subject, in present names if it has any.
    var fact: Fact { new ?? old?.today ?? old?.original ?? Fact(.sql, "") }

    var event: DifferenceRule.Event {
        guard let old else { return .added }
        guard let new else { return .removed }
        return new.kind.hasName && !old.original.ownName.isExactly(new.ownName) ? .renamed : .changed
    }

    /// Whether nothing has changed, except perhaps the name of the element to which it belongs, which is reported
    /// separately.
    var isSame: Bool { new != nil && old?.today == new && event != .renamed }

    func difference(in area: Difference.Area, _ severity: Difference.Severity) -> Difference {
        let isElsewhere = old.map { $0.original.subject != fact.subject } ?? false
        let before = old.map { isElsewhere ? "\($0.original.subject) \($0.original.value)" : $0.original.value }
        return Difference(
            area: area, severity: severity, rule: DifferenceRule.id(of: fact.kind, event),
            subject: fact.subject, before: before.map(\.withoutSpaceBehind), after: new?.value)
    }
}

/// Pairs earlier and present facts by kind and subject, sorted.
func paired(_ old: [EarlierFact], _ new: [Fact]) -> [FactPair] {
    struct Key: Hashable {
        var kind: Fact.Kind
        @ExactText var subject: String
    }
    var rest: [Key: EarlierFact] = [:]
    var pairs: [FactPair] = []
    for fact in old {
        // If two facts would have the same name now, one was replaced by the other.
        if let today = fact.today, rest[Key(kind: today.kind, subject: today.subject)] == nil {
            rest[Key(kind: today.kind, subject: today.subject)] = fact
        } else {
            pairs.append(FactPair(old: fact, new: nil))
        }
    }
    var unmatched: [Fact] = []
    for fact in new.sorted() {
        let key = Key(kind: fact.kind, subject: fact.subject)
        // An index may have the earlier name of another one.
        if let same = rest[key], fact.kind != .index || same.today?.$value == fact.$value {
            rest[key] = nil
            pairs.append(FactPair(old: same, new: fact))
        } else {
            unmatched.append(fact)
        }
    }
    // An index that is named after its table and columns is renamed with them.
    var indexes = Dictionary(grouping: rest.keys.filter { $0.kind == .index }) { rest[$0]?.today?.$value }
        .mapValues { $0.sorted { $0.subject > $1.subject } }
    let renamed = unmatched.map { $0.kind == .index ? indexes[$0.$value]?.popLast() : nil }
    let matches = renamed.map { key in key.flatMap { rest.removeValue(forKey: $0) } }
    for (fact, match) in zip(unmatched, matches) {
        let same = match ?? rest.removeValue(forKey: Key(kind: fact.kind, subject: fact.subject))
        pairs.append(FactPair(old: same, new: fact))
    }
    pairs += rest.values.map { FactPair(old: $0, new: nil) }
    return pairs.sorted { $0.fact < $1.fact }
}

extension Fact.Kind {
    /// Whether renames are reported for this kind. Other kinds follow the element to which they belong.
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
    /// The name inside the element to which it belongs: `title` for the column `posts.title` or the property
    /// `Post.title`.
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

    /// The type in the subject of a JSON or Swift fact: `Post` in `Post.title`.
    var typeName: String { String(subject.prefix { $0 != "." }) }
}

extension String {
    fileprivate var withoutSpaceBehind: String { hasSuffix(" ") ? String(dropLast()) : self }
}
