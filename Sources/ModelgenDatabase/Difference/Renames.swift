import ModelgenSchema

/// The names that columns and tables had in any earlier version, by those that they have now, as subjects of facts.
struct Renames {
    private(set) var earlier: [String: Set<String>] = [:]

    init(_ planned: PlannedDatabase) {
        guard let newest = planned.history.states.last else { return }
        for table in newest.tables {
            var names = table.fields.compactMap { field in field.column.map { (now: $0.name, then: $0.name) } }
            for transition in planned.history.transitions.reversed() {
                guard let before = transition.before.table(table.origin),
                    let renamed = transition.renamed.table(table.origin)
                else { break }
                names = names.map { name in
                    let place = renamed.fields.firstIndex { $0.column?.name == name.then }
                    return (name.now, place.flatMap { before.fields[$0].column?.name } ?? name.then)
                }
                if before.name != table.name { earlier[table.name.quoted, default: []].insert(before.name.quoted) }
                for name in names where name.now != name.then || before.name != table.name {
                    earlier["\(table.name.quoted).\(name.now.quoted)", default: []]
                        .insert("\(before.name.quoted).\(name.then.quoted)")
                }
            }
        }
    }

    /// The fact of an earlier version in the names of today, as far as its table has others now.
    func translated(_ fact: Fact) -> Fact {
        guard !earlier.isEmpty else { return fact }
        let table = Self.table(of: fact)
        var names: [String: String] = [:]
        for (now, before) in earlier.sorted(by: { $0.key < $1.key }) {
            for then in before.sorted() {
                let (nowNames, thenNames) = (Self.names(in: now), Self.names(in: then))
                guard let thenTable = thenNames.first, nowNames.count == thenNames.count else { continue }
                // The columns that a fact can mean are those of its table; a foreign key names its parent's too.
                let isMeant = thenNames.count == 1 || table == nil || table == thenTable || fact.kind == .reference
                if isMeant, let key = thenNames.last { names[key] = nowNames.last }
            }
        }
        var result = fact
        func renamed(_ text: String) -> String { sqlTokens(text).map { names[$0.text] ?? $0.text }.joined() }
        result.value = renamed(fact.value)
        switch fact.kind {
        case .check, .reference: result.subject = renamed(fact.subject)
        // These are matched by the names they had.
        default: break
        }
        return result
    }

    private static func names(in subject: String) -> [String] {
        sqlTokens(subject).filter { $0.name != nil }.map(\.text)
    }

    /// The table of the fact; nil where it may mean any.
    private static func table(of fact: Fact) -> String? {
        switch fact.kind {
        case .index:
            let tokens = sqlTokens(fact.value).filter { $0.kind != .space }
            return tokens.firstIndex { $0.isWord("ON") }.flatMap {
                tokens.indices.contains($0 + 1) ? tokens[$0 + 1] : nil
            }?
            .text
        case .view: return nil
        default: return names(in: fact.subject).first
        }
    }
}
