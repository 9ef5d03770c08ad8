/// How bad a difference of the generated declarations is, for the code that uses them.
struct SwiftSeverity {
    private let newTypes: Set<String>
    private let goneTypes: Set<String>

    init(old: [Fact], new: [Fact]) {
        let before = Set(old.filter { $0.kind == .type }.map(\.subject))
        let after = Set(new.filter { $0.kind == .type }.map(\.subject))
        newTypes = after.subtracting(before)
        goneTypes = before.subtracting(after)
    }

    func severity(_ old: Fact?, _ new: Fact?) -> Difference.Severity? {
        switch (old, new) {
        case (let old?, let new?): change(old, new)
        case (let old?, nil):
            switch old.kind {
            case .initializer: nil
            // Whoever implements it still compiles.
            case .requirement: .additive
            default: .destructive
            }
        case (nil, let new?): addition(new)
        case (nil, nil): nil
        }
    }

    private func addition(_ fact: Fact) -> Difference.Severity? {
        // That a whole type is new breaks nobody.
        let isOfNewType = newTypes.contains { fact.subject.hasPrefix($0 + ".") }
        switch fact.kind {
        case .initializer: return nil
        // One more argument of the initializer, where it has no default.
        case .property:
            let isRelation = fact.subject.contains(".relations.")
            return isOfNewType || isRelation || FactParts(fact.value).contains("has a default")
                ? .additive : .dataDependent
        // One more case of every switch, one more function for whoever conforms.
        case .enumCase: return isOfNewType ? .additive : .dataDependent
        case .requirement: return .dataDependent
        default: return .additive
        }
    }

    private func change(_ old: Fact, _ new: Fact) -> Difference.Severity? {
        let (before, after) = (FactParts(old.value), FactParts(new.value))
        switch new.kind {
        case .initializer:
            // What stays must stand in the order in which calls have it.
            let (names, others) = (before.parts, after.parts)
            return names.filter(others.contains) == others.filter(names.contains) ? nil : .dataDependent
        case .property:
            let (first, second) = (WireType(before.first), WireType(after.first))
            guard first.unwrapped == second.unwrapped else { return .destructive }
            // Code that reads it, or code that sets it, may not compile.
            if first != second || before["assigned"] != after["assigned"] { return .dataDependent }
            return before.contains("has a default") ? .dataDependent : .additive
        default: return .destructive
        }
    }
}
