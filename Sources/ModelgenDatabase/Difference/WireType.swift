import ModelgenSchema

/// A type as facts spell it, read back: `[String: Int]?`.
indirect enum WireType: Hashable {
    case named(String)
    case optional(WireType)
    case list(WireType)
    case set(WireType)
    case dictionary(String, WireType)

    init(_ spelling: String) {
        let text = Substring(spelling)
        if text.hasSuffix("?") {
            self = .optional(WireType(String(text.dropLast())))
        } else if text.hasPrefix("Set<"), text.hasSuffix(">") {
            self = .set(WireType(String(text.dropFirst(4).dropLast())))
        } else if text.hasPrefix("["), text.hasSuffix("]") {
            let inner = text.dropFirst().dropLast()
            // The key of a dictionary is a name, so the first colon ends it.
            if let colon = inner.firstIndex(of: ":"), !inner[..<colon].contains("[") {
                self = .dictionary(
                    String(inner[..<colon]), WireType(String(inner[inner.index(after: colon)...].drop { $0 == " " })))
            } else {
                self = .list(WireType(String(inner)))
            }
        } else {
            self = .named(spelling)
        }
    }

    var isOptional: Bool { if case .optional = self { true } else { false } }

    var unwrapped: WireType { if case .optional(let wrapped) = self { wrapped } else { self } }
}

/// How the documents of one type stand to those of another.
enum DocumentRelation {
    case same
    /// All of the first are documents of the second, which has others too.
    case wider
    /// All of the second are documents of the first.
    case narrower
    /// Some are documents of both.
    case overlapping
    /// None is.
    case disjoint

    var reversed: DocumentRelation {
        switch self {
        case .wider: .narrower
        case .narrower: .wider
        case .same, .overlapping, .disjoint: self
        }
    }

    /// What a reader's change does to the documents that there are.
    var severityOfReading: Difference.Severity {
        switch self {
        case .same, .wider: .additive
        case .narrower, .overlapping: .dataDependent
        case .disjoint: .destructive
        }
    }

    /// What a writer's change does to those who read what it writes.
    var severityOfWriting: Difference.Severity { reversed.severityOfReading }

    /// Both at once.
    func and(_ other: DocumentRelation) -> DocumentRelation {
        switch (self, other) {
        case (.same, _): other
        case (_, .same): self
        case (.disjoint, _), (_, .disjoint): .disjoint
        case (.wider, .wider): .wider
        case (.narrower, .narrower): .narrower
        default: .overlapping
        }
    }
}

/// Compares types by their documents, with what the facts say of enums and models.
struct WireTypes {
    /// The facts of the earlier and of the present schema, by kind and subject.
    let old: [Fact]
    let new: [Fact]

    func relation(_ before: WireType, _ after: WireType) -> DocumentRelation {
        switch (before, after) {
        case (.optional(let before), .optional(let after)): relation(before, after)
        // What was null or missing is read as JSON's null.
        case (.optional(.named("JSON")), .named("JSON")): .same
        case (_, .optional(let after)): relation(before, after).and(.wider)
        case (.optional(let before), _): relation(before, after).and(.narrower)
        case (.named(let before), .named(let after)): named(before, after)
        case (_, .named("JSON")): .wider
        case (.named("JSON"), _): .narrower
        case (.list(let before), .list(let after)), (.set(let before), .set(let after)): relation(before, after)
        // A set reads each element once and in no order.
        case (.list(let before), .set(let after)): relation(before, after).and(.narrower)
        case (.set(let before), .list(let after)): relation(before, after).and(.wider)
        case (.dictionary(let key, let before), .dictionary(let otherKey, let after)):
            named(key, otherKey).and(relation(before, after))
        case (.list, _), (.set, _), (.dictionary, _), (.named, _): .disjoint
        }
    }

    private func named(_ before: String, _ after: String) -> DocumentRelation {
        if before == after { return .same }
        if after == "JSON" { return .wider }
        if before == "JSON" { return .narrower }
        if let numbers = Number.relation(before, after) { return numbers }
        // What these are spelled as is text that they accept only some of.
        let texts = ["URL", "UUID", "Date", "Data"]
        if texts.contains(before), after == "String" { return .wider }
        if before == "String", texts.contains(after) { return .narrower }
        switch (enumeration(before, in: old), enumeration(after, in: new)) {
        case (let first?, let second?): return relation(first, second)
        case (let first?, nil):
            let relation = named(first.raw, after)
            return relation == .same || relation == .wider ? .wider : .disjoint
        case (nil, let second?):
            guard named(before, second.raw) == .same else { return .disjoint }
            return second.keepsUnknown ? .same : .narrower
        case (nil, nil): return models(before, after)
        }
    }

    private struct EnumerationFacts {
        var raw: String
        var keepsUnknown: Bool
        var values: Set<String>
    }

    private func enumeration(_ name: String, in facts: [Fact]) -> EnumerationFacts? {
        guard let fact = facts.first(where: { $0.kind == .wireEnum && $0.subject == name }) else { return nil }
        let parts = FactParts(fact.value)
        let values = facts.filter { $0.kind == .value && $0.subject.hasPrefix(name + ".") }.map(\.value)
        return EnumerationFacts(raw: parts.first, keepsUnknown: parts["unknown"] != "fail", values: Set(values))
    }

    private func relation(_ first: EnumerationFacts, _ second: EnumerationFacts) -> DocumentRelation {
        guard first.raw == second.raw else { return .disjoint }
        if first.values == second.values { return .same }
        if first.values.isSubset(of: second.values) { return .wider }
        return second.values.isSubset(of: first.values) ? .narrower : .overlapping
    }

    /// Models of other names are the same document where they read and write the same.
    private func models(_ before: String, _ after: String) -> DocumentRelation {
        func document(_ name: String, _ facts: [Fact]) -> Set<Fact> {
            Set(
                facts.filter { $0.subject.hasPrefix(name + ".") || $0.subject == name }.map { fact in
                    Fact(fact.kind, String(fact.subject.dropFirst(name.count)), fact.value)
                })
        }
        let first = document(before, old)
        return !first.isEmpty && first == document(after, new) ? .same : .disjoint
    }
}

/// The numbers that a type holds exactly.
private struct Number {
    var isSigned: Bool
    /// How many bits an integer of it may have.
    var bits: Int
    var hasFraction: Bool

    init?(_ name: String) {
        switch name {
        case "Int", "Int64": (isSigned, bits, hasFraction) = (true, 63, false)
        case "Int32": (isSigned, bits, hasFraction) = (true, 31, false)
        case "Int16": (isSigned, bits, hasFraction) = (true, 15, false)
        case "Int8": (isSigned, bits, hasFraction) = (true, 7, false)
        case "UInt", "UInt64": (isSigned, bits, hasFraction) = (false, 64, false)
        case "UInt32": (isSigned, bits, hasFraction) = (false, 32, false)
        case "UInt16": (isSigned, bits, hasFraction) = (false, 16, false)
        case "UInt8": (isSigned, bits, hasFraction) = (false, 8, false)
        case "Float": (isSigned, bits, hasFraction) = (true, 24, true)
        case "Double": (isSigned, bits, hasFraction) = (true, 53, true)
        // 38 digits.
        case "Decimal": (isSigned, bits, hasFraction) = (true, 126, true)
        default: return nil
        }
    }

    func isWithin(_ other: Number) -> Bool {
        bits <= other.bits && (other.isSigned || !isSigned) && (other.hasFraction || !hasFraction)
    }

    static func relation(_ before: String, _ after: String) -> DocumentRelation? {
        guard let first = Number(before), let second = Number(after) else { return nil }
        // A Double may be beyond every Decimal, and a Decimal finer than every Double.
        if first.hasFraction, second.hasFraction, before == "Decimal" || after == "Decimal" { return .overlapping }
        switch (first.isWithin(second), second.isWithin(first)) {
        case (true, true): return .same
        case (true, false): return .wider
        case (false, true): return .narrower
        case (false, false): return .overlapping
        }
    }
}
