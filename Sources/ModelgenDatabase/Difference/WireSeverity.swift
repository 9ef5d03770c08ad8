import ModelgenSchema

/// How bad a difference of the JSON is, for the documents that there are and for those who read what is written.
struct WireSeverity {
    private let types: WireTypes
    private let goneEnums: Set<String>
    private let newEnums: Set<String>
    /// The models of which something was read or written before.
    private let oldModels: Set<String>

    init(old: [Fact], new: [Fact]) {
        types = WireTypes(old: old, new: new)
        let before = Set(old.filter { $0.kind == .wireEnum }.map(\.subject))
        let after = Set(new.filter { $0.kind == .wireEnum }.map(\.subject))
        goneEnums = before.subtracting(after)
        newEnums = after.subtracting(before)
        oldModels = Set(old.filter { $0.kind == .read || $0.kind == .write }.map { Self.model(of: $0) })
    }

    func severity(_ old: Fact?, _ new: Fact?) -> Difference.Severity? {
        switch (old, new) {
        case (let old?, let new?): change(old, new)
        case (let old?, nil): removal(old)
        case (nil, let new?): addition(new)
        case (nil, nil): nil
        }
    }

    private func removal(_ fact: Fact) -> Difference.Severity? {
        switch fact.kind {
        // What is no longer read is lost to us; what is no longer written, to others.
        case .read, .write, .endpoint: .destructive
        // The fields that were of it tell what becomes of them.
        case .wireEnum: .additive
        case .value: isOf(goneEnums, fact) ? nil : .destructive
        case .object: object(FactParts(fact.value), FactParts(""))
        default: .additive
        }
    }

    private func addition(_ fact: Fact) -> Difference.Severity? {
        switch fact.kind {
        case .read:
            FactParts(fact.value).contains("required") && oldModels.contains(Self.model(of: fact))
                ? .dataDependent : .additive
        // Others may get a value that they do not know.
        case .value: isOf(newEnums, fact) ? nil : .dataDependent
        case .object: object(FactParts(""), FactParts(fact.value))
        default: .additive
        }
    }

    private static func model(of fact: Fact) -> String { String(fact.subject.prefix { $0 != "." }) }

    private func isOf(_ enums: Set<String>, _ fact: Fact) -> Bool {
        enums.contains { fact.subject.hasPrefix($0 + ".") }
    }

    private func change(_ old: Fact, _ new: Fact) -> Difference.Severity {
        let (before, after) = (FactParts(old.value), FactParts(new.value))
        switch new.kind {
        case .read: return reading(before, after)
        case .write: return writing(before, after)
        case .wireEnum: return enumeration(before, after)
        case .object: return object(before, after)
        default: return .destructive
        }
    }

    /// What was read before: is it still, and as the same?
    private func reading(_ before: FactParts, _ after: FactParts) -> Difference.Severity {
        guard before["by"] == after["by"] else { return .destructive }
        // Whether null and a missing key are read is what `required` says, whatever the type.
        let relation = types.relation(WireType(before.first).unwrapped, WireType(after.first).unwrapped)
        var severity = relation.severityOfReading
        switch (before.contains("required"), after.contains("required")) {
        case (false, true): severity = worse(severity, .dataDependent)
        case (true, false), (true, true), (false, false): break
        }
        if let policy = after["invalid"], policy != before["invalid"] {
            severity = worse(severity, before["invalid"] == nil ? .additive : .dataDependent)
        } else if before["invalid"] != nil, after["invalid"] == nil {
            severity = worse(severity, .dataDependent)
        }
        return worse(severity, paths(before["key"] ?? "", after["key"] ?? ""))
    }

    /// The first path that has a value is read: further ones behind the others find what nothing was found for.
    private func paths(_ before: String, _ after: String) -> Difference.Severity {
        let (old, new) = (before.components(by: " | "), after.components(by: " | "))
        if Array(new.prefix(old.count)) == old { return .additive }
        return Set(old).isDisjoint(with: new) ? .destructive : .dataDependent
    }

    /// What is written now: did readers of before know it all?
    private func writing(_ before: FactParts, _ after: FactParts) -> Difference.Severity {
        guard before["by"] == after["by"], before["key"] == after["key"] else { return .destructive }
        return types.relation(WireType(before.first), WireType(after.first)).severityOfWriting
    }

    private func enumeration(_ before: FactParts, _ after: FactParts) -> Difference.Severity {
        guard before.first == after.first else { return .destructive }
        switch (before["unknown"], after["unknown"]) {
        // What was refused is read, and what was another case is kept.
        case ("fail", _), (_, "keep"): return .additive
        // Some values are refused, or no longer written back as they came.
        default: return .dataDependent
        }
    }

    /// The habits of a model's JSON as a whole.
    private func object(_ before: FactParts, _ after: FactParts) -> Difference.Severity {
        var severity = Difference.Severity.additive
        if before["root"] != after["root"] || before["discriminator"] != after["discriminator"] { return .destructive }
        if before.contains("lenient"), !after.contains("lenient") { severity = .dataDependent }
        if before.contains("nil as null") != after.contains("nil as null") { severity = .dataDependent }
        if after.contains("unknown keys fail"), !before.contains("unknown keys fail") { severity = .dataDependent }
        return severity
    }
}

extension String {
    func components(by separator: String) -> [String] {
        var parts: [String] = []
        var rest = Substring(self)
        while let range = rest.firstRange(of: separator) {
            parts.append(String(rest[..<range.lowerBound]))
            rest = rest[range.upperBound...]
        }
        return parts + [String(rest)]
    }
}
