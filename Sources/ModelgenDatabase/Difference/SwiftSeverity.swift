import ModelgenSchema

/// How bad a difference of the generated declarations is, for the code that uses them.
struct SwiftSeverity {
    private let newTypes: Set<String>
    /// The arguments of each initializer, in their order.
    private let oldArguments: [String: [String]]
    private let newArguments: [String: [String]]

    init(old: [Fact], new: [Fact]) {
        let before = Set(old.filter { $0.kind == .type }.map(\.subject))
        let after = Set(new.filter { $0.kind == .type }.map(\.subject))
        newTypes = after.subtracting(before)
        oldArguments = Self.arguments(old)
        newArguments = Self.arguments(new)
    }

    private static func arguments(_ facts: [Fact]) -> [String: [String]] {
        var names: [String: [String: [String]]] = [:]
        for fact in facts.sorted() where fact.kind == .initializer {
            let (model, field) = parts(of: fact)
            names[model, default: [:]][fact.value, default: []].append(field)
        }
        return names.mapValues { namesByPlace in
            var order: [String] = []
            var waiting: [String] = (namesByPlace["first"] ?? []).reversed()
            while let name = waiting.popLast() {
                order.append(name)
                waiting += (namesByPlace["after \(name)"] ?? []).reversed()
            }
            return order
        }
    }

    /// `Post` and `title` of `Post.title`.
    private static func parts(of fact: Fact) -> (model: String, field: String) {
        let model = String(fact.subject.prefix { $0 != "." })
        return (model, String(fact.subject.dropFirst(model.count + 1)))
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
        case .initializer: return severityOfPlace(new)
        case .property:
            let (first, second) = (WireType(before.first), WireType(after.first))
            guard first.unwrapped == second.unwrapped else { return .destructive }
            // Code that reads it, or code that sets it, may not compile.
            if first != second || before["assigned"] != after["assigned"] { return .dataDependent }
            return before.contains("has a default") ? .dataDependent : .additive
        default: return .destructive
        }
    }

    /// What stays must stand in the order in which calls have it.
    private func severityOfPlace(_ fact: Fact) -> Difference.Severity? {
        let (model, field) = Self.parts(of: fact)
        let (first, second) = (oldArguments[model] ?? [], newArguments[model] ?? [])
        func predecessor(in order: [String], among others: [String]) -> String? {
            let common = order.filter(others.contains)
            guard let place = common.firstIndex(of: field), place > 0 else { return nil }
            return common[place - 1]
        }
        let isSame = predecessor(in: first, among: second) == predecessor(in: second, among: first)
        return isSame ? nil : .dataDependent
    }
}
