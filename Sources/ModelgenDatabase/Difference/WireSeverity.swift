import ModelgenSchema

/// The severity of a difference in JSON. For reading, it concerns existing documents and the responses of servers; for
/// writing, readers of what is written and servers that receive it.
struct WireSeverity {
    private let types: WireTypes
    /// The earlier and present names of enums and models.
    private let oldTypes: Set<String>
    private let newTypes: Set<String>
    private let enums: Set<String>

    /// - Parameter old: The earlier facts, in present names.
    init(old: [Fact], new: [Fact]) {
        types = WireTypes(old: old, new: new)
        oldTypes = Set(old.filter { $0.kind.isOfDocument }.map(\.typeName))
        newTypes = Set(new.filter { $0.kind.isOfDocument }.map(\.typeName))
        enums = Set(new.filter { $0.kind == .wireEnum }.map(\.typeName))
    }

    func differences(_ pairs: [FactPair]) -> [Difference] {
        pairs.flatMap { pair -> [Difference] in
            guard !pair.isSame else { return [] }
            let severity = severity(pair)
            return [(Difference.Area.jsonRead, severity.reading), (.jsonWrite, severity.writing)].compactMap {
                area, severity in
                severity.map { pair.difference(in: area, $0) }
            }
        }
    }

    /// The effect of a difference on either side; nil if there is none, or if it is reported elsewhere.
    private struct Effect {
        var reading: Difference.Severity?
        var writing: Difference.Severity?

        static let none = Effect()
        static func both(_ severity: Difference.Severity) -> Effect { Effect(reading: severity, writing: severity) }
    }

    private func severity(_ pair: FactPair) -> Effect {
        switch (pair.old.map { $0.today ?? $0.original }, pair.new) {
        case (let old?, let new?): old.$value == new.$value ? .none : change(old, new)
        case (let old?, nil): removal(old)
        case (nil, let new?): addition(new)
        case (nil, nil): .none
        }
    }

    private func removal(_ fact: Fact) -> Effect {
        switch fact.kind {
        // What is no longer read is lost to this program; what is no longer written is lost to others.
        case .read: Effect(reading: .destructive)
        case .write, .endpoint, .parameter: Effect(writing: .destructive)
        // The effect on fields of an enum is reported for them.
        case .value: newTypes.contains(fact.typeName) ? Effect(reading: .destructive) : .none
        case .object: object(FactParts(fact.value), FactParts(""))
        // Pages, keys and headers, which a server may require.
        case .api: Effect(writing: fact.subject.contains(".") ? .dataDependent : .additive)
        default: .none
        }
    }

    private func addition(_ fact: Fact) -> Effect {
        switch fact.kind {
        case .read:
            Effect(
                reading: FactParts(fact.value).contains("required") && oldTypes.contains(fact.typeName)
                    ? .dataDependent : .additive)
        case .write, .endpoint, .parameter, .api: Effect(writing: .additive)
        // Others may receive a value that they do not know.
        case .value: oldTypes.contains(fact.typeName) ? Effect(reading: .additive, writing: .dataDependent) : .none
        case .object: object(FactParts(""), FactParts(fact.value))
        default: .none
        }
    }

    private func change(_ old: Fact, _ new: Fact) -> Effect {
        let (before, after) = (FactParts(old.value), FactParts(new.value))
        switch new.kind {
        case .read: return Effect(reading: reading(before, after))
        case .write: return Effect(writing: writing(before, after))
        case .wireEnum: return enumeration(before, after)
        case .object:
            var effect = object(before, after)
            if types.mayMisread(new.typeName, as: new.typeName) {
                effect.reading = max(effect.reading ?? .dataDependent, .dataDependent)
            }
            return effect
        case .api: return new.subject.contains(".") ? Effect(writing: .destructive) : api(before, after)
        case .endpoint: return endpoint(old.value, new.value)
        case .parameter: return Effect(writing: parameter(before, after))
        // A case of a union.
        case .value where !enums.contains(new.typeName) && before["by"] == after["by"]:
            // Names are present ones, so the case is another type with its own meaning, even if it has the same fields.
            if before.first != after.first, oldTypes.contains(before.first), newTypes.contains(after.first) {
                return .both(.destructive)
            }
            let relation = types.relation(WireType(before.first), WireType(after.first))
            return relation == .same
                ? .none : Effect(reading: relation.severityOfReading, writing: relation.severityOfWriting)
        // The values differ in JSON, or the code that converts them does.
        default: return .both(.destructive)
        }
    }

    // MARK: Fields

    /// Whether what was read before is still read, with the same meaning.
    private func reading(_ before: FactParts, _ after: FactParts) -> Difference.Severity? {
        guard before["by"] == after["by"] else { return .destructive }
        var effects: [Difference.Severity] = []
        // Whether null and a missing key are accepted depends on `required`, not on the type.
        let relation = types.relation(WireType(before.first).unwrapped, WireType(after.first).unwrapped)
        if relation != .same { effects.append(relation.severityOfReading) }
        switch (before.contains("required"), after.contains("required")) {
        case (false, true): effects.append(.dataDependent)
        case (true, false): effects.append(.additive)
        case (true, true), (false, false): break
        }
        if let severity = absent(before, after) { effects.append(severity) }
        switch (before["invalid"], after["invalid"]) {
        case (nil, nil): break
        case (nil, .some): effects.append(.additive)
        case (let first, let second): if first != second { effects.append(.dataDependent) }
        }
        if let severity = paths(before["key"] ?? "", after["key"] ?? "") { effects.append(severity) }
        return effects.max()
    }

    /// The value that is read for a missing key, if that was accepted before.
    private func absent(_ before: FactParts, _ after: FactParts) -> Difference.Severity? {
        guard !before.contains("required"), !after.contains("required") else { return nil }
        let (old, new) = (WireType(before.first), WireType(after.first))
        func value(_ parts: FactParts, _ type: WireType) -> String? {
            parts["default"] ?? (type.isOptional ? "null" : nil)
        }
        // A lock in an older form does not record the default.
        guard let first = value(before, old), let second = value(after, new), first != second else { return nil }
        return .dataDependent
    }

    /// The first path with a value is read. Additional paths after the others only find what was not found before.
    private func paths(_ before: String, _ after: String) -> Difference.Severity? {
        guard !before.isExactly(after) else { return nil }
        let (old, new) = (before.paths, after.paths)
        if Array(new.prefix(old.count)) == old { return .additive }
        return Set(old).isDisjoint(with: new) ? .destructive : .dataDependent
    }

    /// Whether earlier readers understand everything that is written now.
    private func writing(_ before: FactParts, _ after: FactParts) -> Difference.Severity? {
        guard before["by"] == after["by"], before["key"]?.paths == after["key"]?.paths else { return .destructive }
        // Readers may distinguish null from a missing key.
        let isSame = before["nil"] == after["nil"]
        return [isSame ? nil : .dataDependent, severityOfWriting(before.first, after.first)].compactMap { $0 }.max()
    }

    private func severityOfWriting(_ before: String, _ after: String) -> Difference.Severity? {
        let relation = types.relation(WireType(before), WireType(after))
        return relation == .same ? nil : relation.severityOfWriting
    }

    // MARK: Enums and objects

    private func enumeration(_ before: FactParts, _ after: FactParts) -> Effect {
        guard before.first == after.first else { return .both(.destructive) }
        switch (before["unknown"], after["unknown"]) {
        // A value that was rejected is now read, and one that was read as a fallback case is now kept.
        case ("fail", _): return Effect(reading: .additive)
        case (_, "keep"): return Effect(reading: .additive, writing: .additive)
        // Unknown values are no longer written back.
        case (_, "fail"): return Effect(reading: .dataDependent)
        case ("keep", _): return .both(.dataDependent)
        default: return Effect(reading: .dataDependent)
        }
    }

    /// The JSON options of a model as a whole.
    private func object(_ before: FactParts, _ after: FactParts) -> Effect {
        if before["root"] != after["root"] || before["discriminator"] != after["discriminator"] {
            return .both(.destructive)
        }
        var reading: [Difference.Severity] = []
        func compare(_ word: String, on: Difference.Severity, off: Difference.Severity) {
            guard before.contains(word) != after.contains(word) else { return }
            reading.append(after.contains(word) ? on : off)
        }
        compare("lenient", on: .additive, off: .dataDependent)
        compare("unknown keys fail", on: .dataDependent, off: .additive)
        // Readers may distinguish null from a missing key.
        let isNullNew = before.contains("nil as null") != after.contains("nil as null")
        return Effect(reading: reading.max(), writing: isNullNew ? .dataDependent : nil)
    }

    // MARK: Calls

    private func api(_ before: FactParts, _ after: FactParts) -> Effect {
        let answers = ["object", "list", "meta", "code", "success", "message"]
        let isAnswer = answers.contains { before[$0] != after[$0] } || before.first != after.first
        let requests = [before, after].map { parts in parts.parts.filter { !answers.contains($0.firstWord) } }
        return Effect(reading: isAnswer ? .destructive : nil, writing: requests[0] == requests[1] ? nil : .destructive)
    }

    private func endpoint(_ before: String, _ after: String) -> Effect {
        let (first, second) = (EndpointFact(before), EndpointFact(after))
        var reading: [Difference.Severity] = []
        if first.root != second.root || first.expected != second.expected { reading.append(.destructive) }
        // Rows that a complete list does not contain are deleted.
        if second.isComplete, !first.isComplete { reading.append(.dataDependent) }
        for answer in first.answers {
            guard let type = second.type(of: answer.status) else {
                reading.append(answer.status.first == "2" ? .destructive : .dataDependent)
                continue
            }
            let relation = types.relation(WireType(answer.type), WireType(type))
            if relation != .same { reading.append(relation.severityOfReading) }
        }
        for answer in second.answers {
            guard let type = first.type(of: answer.status) else {
                // A body that was ignored is now read.
                reading.append(first.answers.isEmpty && answer.status.first == "2" ? .dataDependent : .additive)
                continue
            }
            let relation = types.relation(WireType(type), WireType(answer.type))
            if relation != .same { reading.append(relation.severityOfReading) }
        }
        return Effect(reading: reading.max(), writing: first.request == second.request ? nil : .destructive)
    }

    /// `Int64?, query page, default 1`
    private func parameter(_ before: FactParts, _ after: FactParts) -> Difference.Severity? {
        func form(_ parts: FactParts) -> [String] {
            parts.parts.dropFirst().filter { !["always", "default"].contains($0.firstWord) }
        }
        guard form(before) == form(after) else { return .destructive }
        // A different value is sent.
        let isSame = before["always"] == after["always"] && before["default"] == after["default"]
        return [isSame ? nil : .dataDependent, severityOfWriting(before.first, after.first)].compactMap { $0 }.max()
    }
}

/// The request and the responses of a call: `GET issues/{id} -> 200 Issue, 404 Trouble at data complete with auth none`.
private struct EndpointFact {
    /// The method, the path, and how the request is sent.
    var request: [String]
    /// The statuses that mean success.
    var expected: String?
    /// The types by status; a type on its own is for every success.
    var answers: [(status: String, type: String)] = []
    var root: String?
    var isComplete: Bool

    init(_ value: String) {
        let halves = value.components(by: " with ")
        let options = FactParts(halves.dropFirst().joined(separator: " with "))
        expected = options["expect"]
        let paging = [" unpaginated", " paginated "].compactMap { halves[0].firstRange(of: $0) }.first
        let call = paging.map { String(halves[0][..<$0.lowerBound]) } ?? halves[0]
        isComplete = call.hasSuffix(" complete")
        let whole = isComplete ? String(call.dropLast(" complete".count)) : call
        let located = whole.components(by: " at ")
        root = located.count > 1 ? located[1] : nil
        let pieces = located[0].components(by: " -> ")
        request =
            [pieces[0]] + options.parts.filter { $0.firstWord != "expect" }
            + (paging.map { [String(halves[0][$0.lowerBound...])] } ?? [])
        guard pieces.count > 1 else { return }
        answers = FactParts(pieces[1]).parts.map { part in
            let words = part.components(by: " ")
            return words.count == 2 && (words[0] == "default" || words[0].first?.isNumber == true)
                ? (words[0], words[1]) : ("2XX", part)
        }
    }

    /// The type of the response with a status; nil if none is declared.
    func type(of status: String) -> String? {
        for told in [status, status.prefix(1) + "XX", status.first == "2" ? "2XX" : "default"] {
            if let answer = answers.first(where: { $0.status == told }) { return answer.type }
        }
        // `2XX` stands for every success that is declared.
        return status == "2XX" ? answers.first { $0.status.first == "2" }?.type : nil
    }
}

extension Fact.Kind {
    /// Whether it is a fact about types in documents.
    fileprivate var isOfDocument: Bool { self == .read || self == .write || self == .value || self == .wireEnum }
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

    /// The paths of a key, of which the first one is written.
    fileprivate var paths: [ExactText] { components(by: " | ").map(ExactText.init(_:)) }

    fileprivate var firstWord: String { String(prefix { $0 != " " }) }
}
