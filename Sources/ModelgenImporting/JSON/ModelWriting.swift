import ModelgenDiagnostics
import ModelgenParsing
import ModelgenSchema

/// Writes inferred models as YAML.
struct ModelWriting {
    private let naming: ModelNaming
    private let options: ParsingOptions
    private let inference: FieldInference
    private(set) var entries: [YAMLEntry] = []
    private(set) var warnings: [Diagnostic] = []

    init(_ naming: ModelNaming, _ options: ParsingOptions) {
        self.naming = naming
        self.options = options
        let enumerations = InferredEnumerations(naming)
        inference = FieldInference(naming: naming, enumerations: enumerations.places)
        var models: [YAMLEntry] = []
        for (name, shape) in naming.models { models.append(YAMLEntry(name.text, .block(model(name, shape)))) }
        entries = .declarations(enums: enumerations.all.map(Self.enumeration), models: models)
    }

    private static func enumeration(_ enumeration: InferredEnumeration) -> YAMLEntry {
        YAMLEntry(
            enumeration.name.text, .map(.cases(zip(enumeration.cases ?? [], enumeration.values).map { ($0, $1, nil) })),
            above: ["Inferred from \(enumeration.evidence) strings; any other value is kept as `unknown`."])
    }

    private struct Field {
        var name: SwiftName
        var key: String
        var inferred: InferredField
    }

    private mutating func model(_ name: SwiftName, _ shape: ObjectShape) -> [YAMLEntry] {
        var fields: [Field] = []
        var comments: [String] = []
        for (key, property) in zip(shape.keys, SwiftNaming.properties(shape.keys)) {
            guard let member = shape.member(key) else { continue }
            guard !key.isEmpty else {
                comments.append("An empty key is left out, because it has no key path.")
                warnings.append(
                    Diagnostic(
                        .warning, rule: "key-without-name", "`\(name)` has an empty key, which is left out",
                        at: member.observation.place))
                continue
            }
            let inferred = inference.field(key, member, of: shape, name)
            if let doubt = inferred.doubt {
                warnings.append(
                    Diagnostic(
                        .warning, rule: "unclear-sample", "`\(name).\(property)` \(doubt)",
                        suggestion: "it becomes `JSON`; choose a better type, or import more samples",
                        at: member.observation.place))
            }
            if inferred.needsLeniency {
                warnings.append(
                    Diagnostic(
                        .warning, rule: "number-or-text",
                        "`\(name).\(property)` is a number in some samples and a quoted number in others",
                        suggestion: "both are read, and a number is written", at: member.observation.place))
            }
            fields.append(Field(name: property, key: key, inferred: inferred))
        }
        guard !fields.isEmpty else { return [YAMLEntry("fields", .map([]), above: comments)] }
        let strategy = options.jsonKeys.orBetter(for: fields.map { ($0.name, $0.key) })
        let omitsNil = omitsNil(fields)
        let unclear = fields.filter { if case .either = $0.inferred.absence { true } else { false } }
        if let first = unclear.first, let place = shape.member(first.key)?.observation.place {
            let names = unclear.map { "`\($0.name)`" }.joined(separator: ", ")
            warnings.append(
                Diagnostic(
                    .warning, rule: "null-or-absent",
                    "fields of `\(name)` are null in some samples and absent in others: \(names)",
                    suggestion: "nil is \(omitsNil ? "left out" : "written as null"), as in most of them",
                    at: place))
        }
        var json: [YAMLEntry] = []
        if strategy != options.jsonKeys { json.append(YAMLEntry("keys", .plain(strategy.rawValue))) }
        if fields.contains(where: \.inferred.needsLeniency) { json.append(YAMLEntry("lenient", .plain("true"))) }
        if !omitsNil { json.append(YAMLEntry("omitNil", .plain("false"))) }
        var entries = json.isEmpty ? [] : [YAMLEntry("json", .map(json))]
        entries.append(YAMLEntry("fields", .block(fields.map { entry($0, strategy, omitsNil: omitsNil) })))
        entries[0].above = comments
        return entries
    }

    /// Whether more of the fields are omitted than null if they have no value.
    private func omitsNil(_ fields: [Field]) -> Bool {
        var leftOut = 0
        var null = 0
        for field in fields {
            switch field.inferred.absence {
            case .never: break
            case .leftOut: leftOut += 1
            case .null: null += 1
            case .either(let missing, let nulls): if missing < nulls { null += 1 } else { leftOut += 1 }
            }
        }
        return leftOut >= null
    }

    private func entry(_ field: Field, _ strategy: NamingStrategy, omitsNil: Bool) -> YAMLEntry {
        let type = YAMLValue.type(field.inferred.type.text)
        var parts = [YAMLEntry("type", type)]
        let key = strategy.name(for: field.name) != field.key ? YAMLValue.text(field.key.keyPath) : nil
        let differs =
            switch field.inferred.absence {
            case .leftOut: !omitsNil
            case .null: omitsNil
            case .never, .either: false
            }
        if differs {
            let path = key.map { [YAMLEntry("path", $0)] } ?? []
            parts.append(YAMLEntry("json", .map(path + [YAMLEntry("omitNil", .plain(String(!omitsNil)))])))
        } else if let key {
            parts.append(YAMLEntry("json", key))
        }
        if let transformer = field.inferred.transformer {
            parts.append(YAMLEntry("transformer", .map([YAMLEntry("json", .text(transformer))])))
            // Nothing is stored yet; by default, people expect the same form in both places.
            if transformer != "stringNumber" {
                parts[parts.count - 1].value = .text(transformer)
            }
        }
        return YAMLEntry(field.name.text, parts.count == 1 ? type : .map(parts), beside: field.inferred.comment)
    }
}

/// The enums of all models: fields of the same name with common values share an enum.
private struct InferredEnumerations {
    var all: [InferredEnumeration] = []
    var places: [FieldInference.EnumerationPlace: SwiftName] = [:]

    init(_ naming: ModelNaming) {
        var taken = Set(naming.models.map(\.name.text))
        for (model, shape) in naming.models {
            for key in shape.keys {
                guard let observation = shape.member(key)?.observation,
                    let (values, count) = Self.values(observation, key)
                else { continue }
                let wanted = SwiftNaming.type(key, .singular)
                let place = FieldInference.EnumerationPlace(model: model, key: key)
                if let index = all.firstIndex(where: { $0.name == wanted && !Set($0.values).isDisjoint(with: values) })
                {
                    var united = all[index]
                    united.values += values.filter { !united.values.contains($0) }
                    united.evidence += count
                    guard united.cases != nil else { continue }
                    all[index] = united
                    places[place] = wanted
                    continue
                }
                let name =
                    SwiftNaming.isFree(type: wanted, taken) ? wanted : SwiftName(model.text + wanted.text)
                let enumeration = InferredEnumeration(
                    name: SwiftNaming.free(type: name, taken), values: values, evidence: count)
                guard enumeration.cases != nil else { continue }
                taken.insert(enumeration.name.text)
                all.append(enumeration)
                places[place] = enumeration.name
            }
        }
    }

    /// The values of a string, or of the strings in a list.
    private static func values(_ observation: Observation, _ key: String) -> ([String], Int)? {
        if let values = observation.enumeratedValues(key: key) { return (values, observation.strings.count) }
        guard observation.kinds == [.array], let element = observation.element else { return nil }
        return element.enumeratedValues(key: key).map { ($0, element.strings.count) }
    }
}

extension String {
    /// The key as a key path with a single step: dots and brackets are escaped.
    package var keyPath: String {
        unicodeScalars.map { ".[]\\".unicodeScalars.contains($0) ? "\\" + String($0) : String($0) }.joined()
    }
}
