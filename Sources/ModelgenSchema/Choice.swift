/// The cases of a union without a discriminator that apply to one kind of JSON value.
///
/// The kind of the value is tested first. Several models are distinguished in two ways: by a key that all of them
/// require, if it contains an enum with different values in each; or by a required key that none of the others has.
/// Models with more required keys are tested first. An object that meets no condition is tried as each of the other
/// cases, and as those whose enum accepts unknown values: those with more required keys first, then in the order of the
/// YAML. The same applies to an object that meets a condition that does not involve that enum:
///
///     case .string: .id(…)
///     case .object where discriminator("object") == "card": .card(…)
///     case .object where hasKeys("created"): .customer(…)
///     case .object: .deletedCustomer(…)
package struct Choice: Hashable, Sendable {
    /// The kinds of JSON values except null, with their names in ``ModelRuntime``.
    package enum Kind: String, Hashable, Sendable, Codable, CaseIterable {
        case string, number, bool, array, object
    }

    package var kind: Kind
    /// The condition for the cases; nil if the kind alone determines them.
    package var condition: Condition?
    /// The cases that are tried one after another.
    package var cases: [OneOfCase]

    /// What identifies an object.
    package struct Condition: Hashable, Sendable {
        /// A key that holds one of these strings.
        package var value: KeyedValue?
        /// The key that must be present.
        package var presentKey: String?
    }

    package struct KeyedValue: Hashable, Sendable {
        package var key: String
        package var texts: [String]
    }
}

/// Finds the models and enums to which types refer.
package protocol TypeLookup {
    func model(_ name: SwiftName) -> Model?
    func enumeration(_ name: SwiftName) -> Enumeration?
    func externalType(_ name: SwiftName) -> ExternalType?
    func transformer(_ name: SwiftName) -> TransformerDeclaration?
}

extension TypeLookup {
    /// The types of a union without a discriminator, with unions among them replaced by their types; nil for any other
    /// model.
    fileprivate func alternatives(of name: SwiftName) -> [OneOfCase]? {
        guard model(name)?.isOpenUnion == true else { return nil }
        var types: [OneOfCase] = []
        var seen: Set<SwiftName> = [name]
        var pending = [name]
        while let name = pending.popLast() {
            for each in model(name)?.oneOf ?? [] {
                if case .model(let inner) = each.type, model(inner)?.isOpenUnion == true {
                    if seen.insert(inner).inserted { pending.append(inner) }
                } else {
                    types.append(each)
                }
            }
        }
        return types
    }
}

extension Model {
    /// Whether it is a union without a discriminator.
    fileprivate var isOpenUnion: Bool { !oneOf.isEmpty && json.discriminator == nil }

    /// How the cases of a union without a discriminator are distinguished, in the order in which they are tested.
    package func choices(_ types: some TypeLookup) -> [Choice] {
        Choice.Kind.allCases.flatMap { kind -> [Choice] in
            let cases = oneOf.filter { $0.kinds(types).contains(kind) }
            guard cases.count > 1, kind == .object else {
                return cases.isEmpty ? [] : [Choice(kind: kind, condition: nil, cases: cases)]
            }
            return objects(cases, types)
        }
    }

    private func objects(_ cases: [OneOfCase], _ types: some TypeLookup) -> [Choice] {
        let all = cases.map { (each: $0, keys: ObjectKeys(of: $0.type, types)) }
        // Stable: of models with equally many required keys, the first one is tested first.
        var rest = all.enumerated()
            .sorted { ($1.element.keys.required.count, $0.offset) < ($0.element.keys.required.count, $1.offset) }
            .map(\.element)[...]
        var choices: [Choice] = []
        // Earlier cases that also accept values that none of them declares, with the key.
        var takers: [(each: OneOfCase, key: String)] = []
        while rest.count > 1, let first = rest.first,
            let condition = first.keys.deciding(among: rest.dropFirst().map(\.keys))
        {
            // Only a value at the same key excludes one of them.
            let others = takers.filter { $0.key != condition.value?.key }.map(\.each)
            choices.append(Choice(kind: .object, condition: condition, cases: [first.each] + others))
            if let value = condition.value, first.keys.takesUnknown.contains(value.key) {
                takers.append((first.each, value.key))
            }
            rest.removeFirst()
        }
        var tried = rest.map(\.each)
        if rest.count == 1, let last = rest.first, let key = takers.first?.key, takers.allSatisfy({ $0.key == key }),
            let texts = last.keys.texts[key]
        {
            let value = Choice.KeyedValue(key: key, texts: texts)
            choices.append(Choice(kind: .object, condition: Choice.Condition(value: value), cases: tried))
            tried = takers.map(\.each) + (last.keys.takesUnknown.contains(key) ? tried : [])
        } else {
            tried += takers.map(\.each)
        }
        return choices + [Choice(kind: .object, condition: nil, cases: tried)]
    }
}

extension OneOfCase {
    /// The kinds that the values of the case have in JSON.
    package func kinds(_ types: some TypeLookup) -> Set<Choice.Kind> { convertedType(types).kinds(types) }

    /// The type of its values after the transformer.
    fileprivate func convertedType(_ types: some TypeLookup) -> FieldType {
        guard let transformer, !transformer.isForElements(of: type, types.transformer) else { return type }
        switch transformer {
        case .declared(let name): return types.transformer(name)?.source ?? type
        case .builtIn(let builtIn): return .scalar(builtIn.convertedType)
        }
    }

    /// Whether every JSON value of a kind is a value of the case.
    package func takesAll(of kind: Choice.Kind, _ types: some TypeLookup) -> Bool {
        switch transformer {
        case nil: type.takesAll(of: kind, types)
        case .builtIn(let builtIn):
            builtIn.takesAll && builtIn.convertedType.kinds == [kind]
                && convertedType(types) == .scalar(builtIn.convertedType)
        case .declared: false
        }
    }
}

extension BuiltInTransformer {
    /// A type of the kind of JSON value that the transformer converts.
    fileprivate var convertedType: Scalar {
        switch self {
        case .unixSeconds, .unixMilliseconds, .intBool: .double
        case .iso8601, .rfc3339, .dateFormat, .base64, .hex, .stringNumber, .commaSeparated, .trimmed, .lowercased:
            .string
        }
    }

    /// Whether it accepts every value of that kind.
    fileprivate var takesAll: Bool {
        switch self {
        case .unixSeconds, .commaSeparated, .trimmed, .lowercased: true
        case .unixMilliseconds, .intBool, .iso8601, .rfc3339, .dateFormat, .base64, .hex, .stringNumber: false
        }
    }
}

/// The keys of an object.
private struct ObjectKeys {
    var required: [String] = []
    /// The strings of the enums at required keys.
    var texts: [String: [String]] = [:]
    /// The keys among these whose enums also accept any other string.
    var takesUnknown: Set<String> = []
    var known: Set<String> = []
    /// Whether the object may have any other keys.
    var isOpen = true

    init(of type: FieldType, _ types: some TypeLookup) {
        guard case .model(let name) = type, let model = types.model(name), model.oneOf.isEmpty else { return }
        isOpen = false
        for field in model.fields where field.access != .writeOnly && field.json?.direction != .encodeOnly {
            guard let paths = field.json?.paths else { continue }
            for path in paths { if case .key(let key)? = path.components.first { known.insert(key) } }
            guard paths.count == 1, !field.type.mayBeNull, field.defaultValue == nil, field.onInvalid == .fail,
                case .key(let key)? = paths[0].components.first, !required.contains(key)
            else { continue }
            required.append(key)
            if paths[0].components.count == 1, field.transformer?.json == nil, case .enumeration(let name) = field.type,
                let enumeration = types.enumeration(name), enumeration.rawType == .string
            {
                texts[key] = enumeration.cases.compactMap {
                    if case .string(let text) = $0.rawValue { text } else { nil }
                }
                if enumeration.unknown != .fail { takesUnknown.insert(key) }
            }
        }
    }

    /// What distinguishes the object from the others; nil if nothing does.
    func deciding(among others: [ObjectKeys]) -> Choice.Condition? {
        var others = others
        var value: Choice.KeyedValue?
        for key in required {
            guard let own = texts[key], others.allSatisfy({ $0.texts[key] != nil }) else { continue }
            let alike = others.filter { !Set($0.texts[key] ?? []).isDisjoint(with: own) }
            guard alike.count < others.count else { continue }
            value = Choice.KeyedValue(key: key, texts: own)
            others = alike
            break
        }
        if others.isEmpty { return Choice.Condition(value: value) }
        // A key that another object may have or lack does not exclude it.
        let own = required.first { key in others.allSatisfy { !$0.isOpen && !$0.known.contains(key) } }
        return own.map { Choice.Condition(value: value, presentKey: $0) }
    }
}

extension FieldType {
    /// Whether null is one of the type's values in JSON.
    fileprivate var mayBeNull: Bool {
        switch self {
        case .optional, .scalar(.json), .external: true
        case .scalar, .geometry, .enumeration, .model, .list, .set, .dictionary: false
        }
    }
}

extension FieldType {
    /// The kinds that the values of the type have in JSON.
    package func kinds(_ types: some TypeLookup) -> Set<Choice.Kind> {
        var kinds: Set<Choice.Kind> = []
        var seen: Set<SwiftName> = []
        var pending = [self]
        while let type = pending.popLast() {
            switch type {
            case .scalar(let scalar): kinds.formUnion(scalar.kinds)
            case .geometry, .list, .set: kinds.insert(.array)
            case .dictionary: kinds.insert(.object)
            case .enumeration(let name):
                kinds.insert(types.enumeration(name)?.rawType == .string ? .string : .number)
            case .optional(let wrapped): pending.append(wrapped)
            case .external(let name):
                if seen.insert(name).inserted { pending.append(types.externalType(name)?.json ?? .scalar(.json)) }
            case .model(let name):
                guard let model = types.model(name), model.isOpenUnion else {
                    kinds.insert(.object)
                    continue
                }
                if seen.insert(name).inserted { pending += model.oneOf.map { $0.convertedType(types) } }
            }
        }
        return kinds
    }

    /// Whether a value is a single string on the wire, so that a path, a query, a header or a form can contain it.
    package func isText(_ types: some TypeLookup) -> Bool {
        switch self {
        case .scalar(let scalar): scalar != .json
        case .enumeration: true
        case .model(let name): types.alternatives(of: name)?.allSatisfy { $0.type.isText(types) } ?? false
        case .geometry, .external, .optional, .list, .set, .dictionary: false
        }
    }

    /// The model that a value stores inline, which makes it larger.
    package var modelInPlace: SwiftName? {
        if case .model(let name) = unwrapped { name } else { nil }
    }

    /// Whether every JSON value of a kind is a value of the type.
    package func takesAll(of kind: Choice.Kind, _ types: some TypeLookup) -> Bool {
        switch (self, kind) {
        case (.scalar(.json), _), (.scalar(.string), .string), (.scalar(.bool), .bool): true
        case (.scalar(.double), .number), (.scalar(.decimal), .number): true
        case (.enumeration(let name), _):
            kinds(types).contains(kind) && types.enumeration(name).map { $0.unknown != .fail } ?? false
        case (.list(let element), .array), (.set(let element), .array), (.dictionary(.string, let element), .object):
            element.unwrapped == .scalar(.json)
        case (.scalar, _), (.geometry, _), (.list, _), (.set, _), (.dictionary, _), (.model, _), (.external, _),
            (.optional, _):
            false
        }
    }
}

extension Scalar {
    fileprivate var kinds: Set<Choice.Kind> {
        switch self {
        case .int, .int64, .int32, .int16, .int8, .uint, .uint64, .uint32, .uint16, .uint8, .float, .double, .decimal:
            [.number]
        case .bool: [.bool]
        case .string, .date, .data, .uuid, .url: [.string]
        case .json: Set(Choice.Kind.allCases)
        }
    }
}
