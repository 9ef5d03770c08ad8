import ModelgenSchema

/// Compares types by their documents, using the facts about enums and models.
struct WireTypes {
    /// The facts of the earlier and of the present schema, by the enum or model that they are about; the earlier ones
    /// in present names.
    private let old: [String: [Fact]]
    private let new: [String: [Fact]]

    init(old: [Fact], new: [Fact]) {
        self.old = Dictionary(grouping: old, by: \.typeName)
        self.new = Dictionary(grouping: new, by: \.typeName)
    }

    func relation(_ before: WireType, _ after: WireType) -> DocumentRelation { relation(before, after, within: []) }

    /// Two models that are being compared: a model may contain itself.
    private struct Pair: Hashable {
        var before: String
        var after: String
    }

    private func relation(_ before: WireType, _ after: WireType, within open: Set<Pair>) -> DocumentRelation {
        func inner(_ before: WireType, _ after: WireType) -> DocumentRelation { relation(before, after, within: open) }
        return switch (before, after) {
        case (.optional(let before), .optional(let after)): inner(before, after)
        // Null and a missing value are read as JSON's null.
        case (.optional(.named("JSON")), .named("JSON")): .same
        case (_, .optional(let after)): inner(before, after).and(.wider)
        case (.optional(let before), _): inner(before, after).and(.narrower)
        case (.named(let before), .named(let after)): named(before, after, within: open)
        case (_, .named("JSON")): .wider
        case (.named("JSON"), _): .narrower
        case (.list(let before), .list(let after)), (.set(let before), .set(let after)): inner(before, after)
        // A set reads each element once and in any order.
        case (.list(let before), .set(let after)): inner(before, after).and(.narrower)
        case (.set(let before), .list(let after)): inner(before, after).and(.wider)
        case (.dictionary(let key, let before), .dictionary(let otherKey, let after)):
            named(key, otherKey, within: open).and(inner(before, after))
        case (.list, _), (.set, _), (.dictionary, _), (.named, _): .disjoint
        }
    }

    private func named(_ before: String, _ after: String, within open: Set<Pair>) -> DocumentRelation {
        // Changes in an enum or a model are reported separately.
        if before == after { return .same }
        if after == "JSON" { return .wider }
        if before == "JSON" { return .narrower }
        if let numbers = WireNumber.relation(before, after) { return numbers }
        // The strings that represent these types are not arbitrary.
        let texts = ["URL", "UUID", "Date", "Data"]
        if texts.contains(before), after == "String" { return .wider }
        if before == "String", texts.contains(after) { return .narrower }
        switch (enumeration(old[before]), enumeration(new[after])) {
        case (let first?, let second?): return relation(first, second)
        case (let first?, nil):
            let relation = named(first.raw, after, within: open)
            return relation == .same || relation == .wider ? .wider : .disjoint
        case (nil, let second?):
            guard named(before, second.raw, within: open) == .same else { return .disjoint }
            return second.unknown == "keep" ? .same : .narrower
        case (nil, nil): return models(before, after, within: open)
        }
    }

    // MARK: Enums

    private struct EnumerationFacts {
        var raw: String
        var unknown: String
        var values: Set<String>
    }

    private func enumeration(_ facts: [Fact]?) -> EnumerationFacts? {
        guard let facts, let fact = facts.first(where: { $0.kind == .wireEnum }) else { return nil }
        let parts = FactParts(fact.value)
        return EnumerationFacts(
            raw: parts.first, unknown: parts["unknown"] ?? "fail",
            values: Set(facts.filter { $0.kind == .value }.map(\.value)))
    }

    private func relation(_ first: EnumerationFacts, _ second: EnumerationFacts) -> DocumentRelation {
        guard first.raw == second.raw else { return .disjoint }
        let values: DocumentRelation =
            first.values == second.values
            ? .same
            : first.values.isSubset(of: second.values)
                ? .wider
                : second.values.isSubset(of: first.values)
                    ? .narrower : first.values.isDisjoint(with: second.values) ? .disjoint : .overlapping
        return switch (first.unknown, second.unknown) {
        case ("fail", "fail"): values
        case _ where values == .disjoint: .overlapping
        case ("fail", _): values.and(.wider)
        case (_, "fail"): values.and(.narrower)
        // Other values are kept, or replaced as before.
        case (let old, let new): old == new || new == "keep" ? values : values.and(.narrower)
        }
    }

    // MARK: Models

    /// A key that the reader does not know is lost. A key that the writer omits is missing, if it is required.
    private func models(_ before: String, _ after: String, within open: Set<Pair>) -> DocumentRelation {
        let pair = Pair(before: before, after: after)
        guard !open.contains(pair) else { return .same }
        guard let first = old[before], let second = new[after] else { return .disjoint }
        let parts = [first, second].map { facts in options(facts).parts.filter { !$0.hasPrefix("cases ") } }
        guard parts[0] == parts[1] else { return .disjoint }
        if let relation = unions(first, second) {
            return relation != .disjoint && mayMisread(before, as: after) ? .overlapping : relation
        }
        let (keys, others) = (keys(first), keys(second))
        guard !keys.isEmpty else { return .disjoint }
        var result = DocumentRelation.same
        for (key, value) in keys {
            guard let other = others[key], value["by"] == other["by"] else { return .disjoint }
            let types = relation(
                WireType(value.first).unwrapped, WireType(other.first).unwrapped, within: open.union([pair]))
            result = result.and(types)
            switch (value.contains("required"), other.contains("required")) {
            case (true, false): result = result.and(.wider)
            case (false, true): result = result.and(.narrower)
            case (true, true), (false, false): break
            }
        }
        let isMissing = others.contains { keys[$0.key] == nil && $0.value.contains("required") }
        return isMissing ? result.and(.narrower) : result
    }

    /// Nil unless both are unions.
    private func unions(_ first: [Fact], _ second: [Fact]) -> DocumentRelation? {
        func kinds(_ facts: [Fact]) -> Set<String> {
            Set(facts.filter { $0.kind == .value }.map { "\($0.ownName) \($0.value)" })
        }
        let (before, after) = (kinds(first), kinds(second))
        guard !before.isEmpty || !after.isEmpty else { return nil }
        if before == after { return .same }
        if before.isSubset(of: after) { return .wider }
        return after.isSubset(of: before) ? .narrower : .disjoint
    }

    private func options(_ facts: [Fact]) -> FactParts {
        FactParts(facts.first { $0.kind == .object }?.value ?? "")
    }

    /// Whether a document of a case of a union may be read as another case, which is tried before it now.
    func mayMisread(_ before: String, as after: String) -> Bool {
        let (old, new) = (old[before] ?? [], new[after] ?? [])
        let present = order(new)
        return order(old).contains { kind, names in
            let tried = present.first { $0.kind == kind }?.names ?? []
            return names.contains { name in
                guard let last = tried.lastIndex(of: name), let place = names.lastIndex(of: name) else { return false }
                return tried[..<last].contains { other in
                    other != name && !names[..<place].contains(other)
                        && mayRead(parts(of: name, in: old), as: parts(of: other, in: new), within: [])
                }
            }
        }
    }

    private func order(_ union: [Fact]) -> [(kind: String, names: [ExactText])] {
        StoredForm.order(options(union)["cases"] ?? "")
    }

    private func parts(of name: ExactText, in union: [Fact]) -> FactParts {
        FactParts(union.first { $0.kind == .value && $0.ownName.isExactly(".\(name.text)") }?.value ?? "")
    }

    /// Whether a value of an earlier type may be one of another type, as far as enums and the keys that models require
    /// tell.
    private func mayRead(_ before: FactParts, as after: FactParts, within open: Set<Pair>) -> Bool {
        guard before["by"] == nil, after["by"] == nil,
            case (.named(let first), .named(let second)) = (
                WireType(before.first).unwrapped, WireType(after.first).unwrapped
            )
        else { return true }
        if let values = enumeration(old[first]), let others = enumeration(new[second]) {
            return relation(values, others) != .disjoint
        }
        let pair = Pair(before: first, after: second)
        let (own, others) = (keys(old[first] ?? []), keys(new[second] ?? []))
        guard !own.isEmpty, !open.contains(pair) else { return true }
        return others.filter { $0.value.contains("required") }.allSatisfy { key, other in
            own.contains { ownKey, value in
                !Set(ownKey.components(by: " | ")).isDisjoint(with: key.components(by: " | "))
                    && mayRead(value, as: other, within: open.union([pair]))
            }
        }
    }

    private func keys(_ facts: [Fact]) -> [String: FactParts] {
        let parts = facts.filter { $0.kind == .read }.map { FactParts($0.value) }
        return Dictionary(firstOf: parts.map { ($0["key"] ?? "", $0) })
    }
}
