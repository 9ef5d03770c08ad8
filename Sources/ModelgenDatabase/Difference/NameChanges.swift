import ModelgenSchema

/// What has been renamed in Swift, as far as the facts show it.
///
/// A type was renamed if the old and the new one have most of their members and keys in common; a field, if its JSON
/// key is the same or a step renames it; a case, if its raw value is the same.
struct NameChanges {
    /// The present names of types, by their earlier names.
    private var types: [String: String] = [:]
    /// The present names of members by their earlier ones, by the earlier name of their type.
    private var members: [String: [String: String]] = [:]
    /// The earlier enums. Other types are models.
    private let enumerations: Set<String>

    init(from old: [Fact], to new: [Fact], _ steps: [FieldRename]) {
        enumerations = Set(old.filter { $0.kind == .wireEnum }.map(\.subject))
        let before = Dictionary(grouping: old.filter { $0.kind != .parameter }, by: \.typeName)
        let after = Dictionary(grouping: new.filter { $0.kind != .parameter }, by: \.typeName)
        findTypes(before, after)
        for (name, facts) in before.sorted(by: { $0.key < $1.key }) {
            let present = types[name] ?? name
            guard let others = after[present] else { continue }
            let renames = Self.members(facts, others, steps.filter { $0.model == present })
            if !renames.isEmpty { members[name] = renames }
        }
    }

    private mutating func findTypes(_ before: [String: [Fact]], _ after: [String: [Fact]]) {
        func types(_ facts: [String: [Fact]]) -> [(name: String, kind: String, marks: Set<String>)] {
            facts.compactMap { name, facts in
                facts.first { $0.kind == .type && $0.subject == name }.map { (name, $0.value, Self.marks(facts)) }
            }
        }
        let gone = types(before.filter { after[$0.key] == nil })
        let came = types(after.filter { before[$0.key] == nil })
        var candidates: [(likeness: Double, old: String, new: String)] = []
        for old in gone {
            for new in came where new.kind == old.kind {
                let all = old.marks.union(new.marks).count
                let likeness = all == 0 ? 0 : Double(old.marks.intersection(new.marks).count) / Double(all)
                if likeness >= 0.5 { candidates.append((likeness, old.name, new.name)) }
            }
        }
        for candidate in candidates.sorted(by: { ($1.likeness, $0.old, $0.new) < ($0.likeness, $1.old, $1.new) })
        where self.types[candidate.old] == nil && !self.types.values.contains(candidate.new) {
            self.types[candidate.old] = candidate.new
        }
    }

    /// What identifies a type, regardless of its name.
    private static func marks(_ facts: [Fact]) -> Set<String> {
        Set(
            facts.compactMap { fact in
                switch fact.kind {
                case .read, .write: "\(fact.kind) \(FactParts(fact.value)["key"] ?? "")"
                case .value: "value \(fact.value)"
                case .property, .enumCase, .function: "\(fact.kind) \(fact.ownName)"
                default: nil
                }
            })
    }

    /// The renamed members of a type.
    private static func members(_ old: [Fact], _ new: [Fact], _ steps: [FieldRename]) -> [String: String] {
        func names(_ facts: [Fact]) -> Set<String> {
            Set(
                facts.filter { $0.kind == .property || $0.kind == .enumCase }
                    .map { String($0.ownName.dropFirst()) }.filter { !$0.contains(".") })
        }
        let gone = names(old).subtracting(names(new))
        let came = names(new).subtracting(names(old))
        guard !gone.isEmpty, !came.isEmpty else { return [:] }
        var result: [String: String] = [:]
        func take(_ from: String, _ to: String) {
            guard gone.contains(from), came.contains(to), result[from] == nil, !result.values.contains(to) else {
                return
            }
            result[from] = to
        }
        for step in steps { take(step.from, step.to) }
        let (before, after) = (evidence(old), evidence(new))
        for name in gone.sorted() {
            for other in came.sorted() {
                if let first = before[name], let second = after[other], !first.isDisjoint(with: second) {
                    take(name, other)
                }
            }
        }
        return result
    }

    /// What identifies a member on the wire: the keys of a field, the raw value of a case.
    private static func evidence(_ facts: [Fact]) -> [String: Set<String>] {
        var evidence: [String: Set<String>] = [:]
        for fact in facts {
            let name = String(fact.ownName.dropFirst())
            switch fact.kind {
            case .read, .write:
                evidence[name, default: []].formUnion((FactParts(fact.value)["key"] ?? "").components(by: " | "))
            case .value: evidence[name, default: []].insert(fact.value)
            default: break
            }
        }
        return evidence
    }

    // MARK: Translating

    /// The fact in present names.
    func translated(_ fact: Fact) -> EarlierFact {
        guard !types.isEmpty || !members.isEmpty else { return EarlierFact(original: fact, today: fact) }
        var today = fact
        today.subject = subject(of: fact)
        let parts = FactParts(fact.value).parts
        switch fact.kind {
        case .value where enumerations.contains(fact.typeName): break
        case .read, .write, .property, .parameter, .value:
            if let type = parts.first { today.value = renamed(type) + fact.value.dropFirst(type.count) }
        case .function, .conversion, .enumCase: today.value = renamed(fact.value)
        case .endpoint:
            if let arrow = fact.value.firstRange(of: " -> ") {
                today.value = fact.value[..<arrow.lowerBound] + renamed(String(fact.value[arrow.lowerBound...]))
            }
        case .initializer:
            if fact.value.hasPrefix("after "), let name = members[fact.typeName]?[String(fact.value.dropFirst(6))] {
                today.value = "after \(name)"
            }
        case .wireEnum:
            // `fail` and `keep` are no cases, although there may be cases with these names.
            if let unknown = FactParts(fact.value)["unknown"], !["fail", "keep"].contains(unknown),
                let name = members[fact.typeName]?[unknown]
            {
                today.value = "\(parts[0]), unknown \(name)"
            }
        case .object:
            guard let names = members[fact.typeName] else { break }
            today.value = parts.map { part in
                guard part.hasPrefix("cases ") else { return part }
                return StoredForm.cases(
                    StoredForm.order(part).map { ($0.kind, $0.names.map { names[$0.text] ?? $0.text }) })
            }.joined(separator: ", ")
        default: break
        }
        return EarlierFact(original: fact, today: today)
    }

    private func subject(of fact: Fact) -> String {
        let type = fact.typeName
        var own = String(fact.subject.dropFirst(type.count))
        if let members = members[type] {
            switch fact.kind {
            case .read, .write, .property, .enumCase, .value, .initializer:
                let prefixes = [".columns.", "."]
                for prefix in prefixes where own.hasPrefix(prefix) {
                    if let name = members[String(own.dropFirst(prefix.count))] { own = prefix + name }
                    break
                }
            case .function:
                // `find(email:)` is named after its fields.
                if own.hasPrefix(".find("), own != ".find(_:)" {
                    let names = own.dropFirst(6).dropLast().split(separator: ":").map(String.init)
                    own = ".find(\(names.map { (members[$0] ?? $0) + ":" }.joined()))"
                }
            default: break
            }
        }
        return (types[type] ?? type) + own
    }

    /// The text with type names replaced.
    private func renamed(_ text: String) -> String {
        guard !types.isEmpty else { return text }
        var result = ""
        var word = ""
        for scalar in text.unicodeScalars {
            if scalar == "_" || scalar.properties.isXIDContinue {
                word.unicodeScalars.append(scalar)
            } else {
                result += types[word] ?? word
                word = ""
                result.unicodeScalars.append(scalar)
            }
        }
        return result + (types[word] ?? word)
    }
}

/// A step that renames a field, in any version.
package struct FieldRename: Hashable, Sendable {
    /// The present name of the model.
    package var model: String
    package var from: String
    package var to: String
}

extension PlannedDatabase {
    /// The fields that steps have renamed since any version, with their present names.
    package var fieldRenames: [FieldRename] {
        (versions.last?.state.tables ?? []).flatMap { table -> [FieldRename] in
            var names = table.fields.map { (now: $0.name, then: $0.name) }
            var renames: [FieldRename] = []
            for transition in versions.reversed().compactMap(\.way?.transition) {
                guard let before = transition.before.table(table.origin),
                    let renamed = transition.renamed.table(table.origin), before.fields.count == renamed.fields.count
                else { break }
                names = names.compactMap { name in
                    renamed.fields.firstIndex { $0.name == name.then }.map { (name.now, before.fields[$0].name) }
                }
                renames += names.filter { $0.now != $0.then }.map {
                    FieldRename(model: table.origin.model.text, from: $0.then.text, to: $0.now.text)
                }
            }
            return renames
        }
    }
}
