/// The severity of a difference between generated declarations, for code that uses them.
struct SwiftSeverity {
    private let oldTypes: Set<String>
    private let newTypes: Set<String>
    /// The earlier and present properties.
    private let oldProperties: Set<String>
    private let newProperties: Set<String>
    /// The unions whose cases an older lock names after the values of their discriminators.
    private let unknownUnions: Set<String>
    /// The types of results and failures by status.
    private let oldOutcomes: Set<String>
    private let newOutcomes: Set<String>
    /// The arguments of each initializer, in order.
    private let oldArguments: [String: [String]]
    private let newArguments: [String: [String]]

    /// - Parameter old: The earlier facts, in present names.
    init(old: [Fact], new: [Fact]) {
        func subjects(_ facts: [Fact], _ kind: Fact.Kind) -> Set<String> {
            Set(facts.filter { $0.kind == kind }.map(\.subject))
        }
        oldTypes = subjects(old, .type)
        newTypes = subjects(new, .type)
        oldProperties = subjects(old, .property)
        newProperties = subjects(new, .property)
        let unions = Set(old.filter { $0.kind == .type && $0.value == "enum" }.map(\.subject))
        unknownUnions = unions.intersection(old.filter { $0.kind == .enumCase && $0.value.isEmpty }.map(\.typeName))
        oldOutcomes = Set(old.map(\.outcome))
        newOutcomes = Set(new.map(\.outcome))
        oldArguments = Self.arguments(old)
        newArguments = Self.arguments(new)
    }

    func differences(_ pairs: [FactPair]) -> [Difference] {
        pairs.compactMap { pair in
            guard !pair.isSame else { return nil }
            return severity(pair).map { pair.difference(in: .swift, $0) }
        }
    }

    private func severity(_ pair: FactPair) -> Difference.Severity? {
        switch (pair.old.map { $0.today ?? $0.original }, pair.new) {
        case (let old?, let new?): pair.event == .renamed ? renaming(new) : change(old, new)
        case (let old?, nil): removal(old)
        case (nil, let new?): addition(new)
        case (nil, nil): nil
        }
    }

    /// Code with the old name no longer compiles. Names that are derived from another one follow it.
    private func renaming(_ fact: Fact) -> Difference.Severity? {
        switch fact.kind {
        case .type, .enumCase: .destructive
        case .property: fact.isOfColumn ? nil : .destructive
        default: nil
        }
    }

    /// If a whole type is added or removed, only that is reported.
    private func removal(_ fact: Fact) -> Difference.Severity? {
        guard fact.kind == .type || !oldTypes.contains(fact.typeName) || newTypes.contains(fact.typeName) else {
            return nil
        }
        switch fact.kind {
        case .initializer, .access: return nil
        // Types that implement it still compile.
        case .requirement: return .additive
        case .conformance where fact.isVague: return nil
        case .enumCase where unknownUnions.contains(fact.typeName): return nil
        case .enumCase: return fact.isOfResult && !newOutcomes.contains(fact.outcome) ? nil : .destructive
        case .property: return fact.isOfColumn && !newProperties.contains(fact.propertyOfColumn) ? nil : .destructive
        default: return .destructive
        }
    }

    private func addition(_ fact: Fact) -> Difference.Severity? {
        guard fact.kind == .type || !newTypes.contains(fact.typeName) || oldTypes.contains(fact.typeName) else {
            return nil
        }
        switch fact.kind {
        case .initializer, .access: return nil
        case .property:
            if fact.isOfColumn { return oldProperties.contains(fact.propertyOfColumn) ? .additive : nil }
            // The initializer has another argument, which may have no default.
            return fact.subject.contains(".relations.") || Property(fact).hasDefault ? .additive : .dataDependent
        // Every switch needs another case, and every conforming type another function.
        case .enumCase where unknownUnions.contains(fact.typeName): return nil
        case .enumCase: return fact.isOfResult && !oldOutcomes.contains(fact.outcome) ? nil : .dataDependent
        case .requirement: return .dataDependent
        default: return .additive
        }
    }

    private func change(_ old: Fact, _ new: Fact) -> Difference.Severity? {
        switch new.kind {
        case .initializer: return severityOfPlace(new)
        case .conformance where old.isVague: return nil
        case .enumCase where unknownUnions.contains(new.typeName): return nil
        case .property: return Property(old).severity(of: Property(new))
        case .function:
            guard new.value.hasPrefix("("), old.value.hasPrefix("(") else { return .destructive }
            return FunctionSignature(old.value).severity(of: FunctionSignature(new.value))
        case .access:
            let order = ["internal", "package", "public"]
            return (order.firstIndex(of: new.value) ?? 0) > (order.firstIndex(of: old.value) ?? 0)
                ? .additive : .destructive
        default: return .destructive
        }
    }

    // MARK: Initializers

    private static func arguments(_ facts: [Fact]) -> [String: [String]] {
        var names: [String: [String: [String]]] = [:]
        for fact in facts.sorted() where fact.kind == .initializer {
            names[fact.typeName, default: [:]][fact.value, default: []].append(String(fact.ownName.dropFirst()))
        }
        return names.mapValues { namesByPlace in
            var order: [String] = []
            var waiting: [String] = (namesByPlace["first"] ?? []).reversed()
            var placed: Set<String> = []
            while let name = waiting.popLast() {
                // If a lock was edited, a name may lead back to itself.
                guard placed.insert(name).inserted else { continue }
                order.append(name)
                waiting += (namesByPlace["after \(name)"] ?? []).reversed()
            }
            return order
        }
    }

    /// Unchanged arguments must stay in the order in which calls pass them.
    private func severityOfPlace(_ fact: Fact) -> Difference.Severity? {
        let field = String(fact.ownName.dropFirst())
        let (first, second) = (oldArguments[fact.typeName] ?? [], newArguments[fact.typeName] ?? [])
        func predecessor(in order: [String], among others: [String]) -> String? {
            let common = order.filter(others.contains)
            guard let place = common.firstIndex(of: field), place > 0 else { return nil }
            return common[place - 1]
        }
        let isSame = predecessor(in: first, among: second) == predecessor(in: second, among: first)
        return isSame ? nil : .dataDependent
    }
}

/// A property from a fact: `Int, default 5`.
private struct Property {
    var type: WireType
    var hasDefault: Bool
    /// Its default. Nil for a lock in an older form, which does not record it.
    var value: String?
    var assigned: String?

    init(_ fact: Fact) {
        let parts = FactParts(fact.value)
        type = WireType(parts.first)
        value = parts["default"]
        if value == nil, type.isOptional { value = "null" }
        hasDefault = value != nil || parts.contains("has a default")
        assigned = parts["assigned"]
    }

    func severity(of other: Property) -> Difference.Severity? {
        guard type.unwrapped == other.type.unwrapped else { return .destructive }
        // Code that reads or sets it may not compile.
        if type != other.type || assigned != other.assigned || (hasDefault && !other.hasDefault) {
            return .dataDependent
        }
        if !hasDefault, other.hasDefault { return .additive }
        // Calls that omit it pass another value now.
        if let value, let now = other.value, value != now { return .dataDependent }
        return nil
    }
}

extension Fact {
    /// Whether it is the draft or the patch in an older lock, which has one for every model that could have one.
    fileprivate var isVague: Bool {
        value.isEmpty && (subject.hasSuffix(".Draft") || subject.hasSuffix(".Patch"))
    }

    /// Whether it is a field in conditions on rows.
    fileprivate var isOfColumn: Bool { subject.contains(".columns.") }
    fileprivate var propertyOfColumn: String { subject.components(by: ".columns.").joined(separator: ".") }
    /// `Issue.rest.CreateResult` of its cases.
    fileprivate var outcome: String { subject.components(by: ".").dropLast().joined(separator: ".") }
    /// Whether it is a case of a call's result. If the result as a whole is added or removed, that is reported for the
    /// call.
    fileprivate var isOfResult: Bool { kind == .enumCase && subject.contains(".rest.") && outcome.hasSuffix("Result") }
}
