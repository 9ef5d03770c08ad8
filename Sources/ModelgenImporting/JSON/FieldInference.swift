import ModelgenSchema

/// The type of a field, as far as the samples show it.
struct InferredField {
    var type: FieldType
    var transformer: String?
    /// Whether the model must accept numbers for strings and the like.
    var needsLeniency = false
    /// A comment for the user about the decision.
    var comment: String?
    /// Why the decision deserves a warning.
    var doubt: String?
    /// How the samples express a missing value: by omitting the key, as null, or both.
    var absence = Absence.never
}

/// How samples express that a field has no value.
enum Absence {
    /// It always has one.
    case never
    /// The key is not there.
    case leftOut
    /// It is null.
    case null
    /// Both; how often the key is missing, and how often the value is null.
    case either(leftOut: Int, null: Int)
}

/// Infers the type of a value from what was seen and from its name.
struct FieldInference {
    let naming: ModelNaming
    /// The enum that a field of a model becomes.
    let enumerations: [EnumerationPlace: SwiftName]

    /// A field of a model.
    struct EnumerationPlace: Hashable {
        var model: SwiftName
        var key: String
    }

    func field(_ key: String, _ member: ObjectShape.Member, of shape: ObjectShape, _ model: SwiftName) -> InferredField
    {
        let place = EnumerationPlace(model: model, key: key)
        if naming.isGiant(key, of: shape) {
            return InferredField(
                type: .optional(.scalar(.json)), comment: "an object with very many parts",
                doubt: "holds an object with so many parts that nested structs would have thousands of fields",
                absence: .leftOut)
        }
        var field = value(shape.knowledge(of: key) ?? member.observation, key, place)
        if field.type.depth > FieldType.greatestDepth {
            field = InferredField(
                type: .scalar(.json), comment: "deeply nested", doubt: "is nested too deeply for any other type")
        }
        let missing = shape.instances - member.count
        field.absence =
            switch (missing > 0, member.observation.nulls > 0) {
            case (false, false): .never
            case (true, false): .leftOut
            case (false, true): .null
            case (true, true): .either(leftOut: missing, null: member.observation.nulls)
            }
        let isDoubtful = isDoubtful(member.observation, of: shape)
        if isDoubtful, case .never = field.absence { field.absence = .leftOut }
        if missing > 0 || member.observation.nulls > 0 || isDoubtful, !field.type.isOptional {
            field.type = .optional(field.type)
        }
        return field
    }

    /// Whether few samples have an object there, and others may not: objects are what is most often missing. A single
    /// sample is trusted.
    private func isDoubtful(_ observation: Observation, of shape: ObjectShape) -> Bool {
        guard observation.kinds == [.object], let object = observation.object, !object.keys.isEmpty else {
            return false
        }
        return object.dictionary == nil && shape.instances < 5 && naming.hasSeveralSamples
    }

    private func value(_ observation: Observation, _ key: String, _ place: EnumerationPlace) -> InferredField {
        let kinds = observation.kinds
        guard let kind = kinds.first else {
            return InferredField(
                type: .optional(.scalar(.json)), comment: "always null in the samples",
                doubt: "is always null in the samples")
        }
        guard kinds.count == 1 else { return mixed(observation, kinds, key) }
        switch kind {
        case .bool: return InferredField(type: .scalar(.bool))
        case .number: return number(observation, key)
        case .string: return text(observation, key, place)
        case .array: return list(observation, key, place)
        case .object: return object(observation, key, place)
        }
    }

    private func mixed(_ observation: Observation, _ kinds: Set<Observation.Kind>, _ key: String) -> InferredField {
        let isQuoted = observation.strings.forms.contains { $0 == .integer || $0 == .real }
        let isInteger = observation.reals.count == 0 && observation.strings.forms.contains(.integer)
        let isExact = isInteger ? observation.integers.fitsInt64 : observation.integers.fitsDouble
        if kinds == [.number, .string], isQuoted, isExact {
            return InferredField(
                type: .scalar(isInteger ? integer(key) : .double), needsLeniency: true,
                comment: "a number, sometimes in quotes")
        }
        let names = Observation.Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
        return InferredField(type: .scalar(.json), comment: names, doubt: "is \(names)")
    }

    // MARK: Numbers

    private func integer(_ key: String) -> Scalar {
        SwiftNaming.words(of: key).last?.lowercased() == "id" ? .int64 : .int
    }

    private func number(_ observation: Observation, _ key: String) -> InferredField {
        let integers = observation.integers
        let isTime = Self.isTime(key)
        // From the year 2001 on; earlier times look like other numbers.
        let areSeconds = [integers, observation.reals].allSatisfy { $0.count == 0 || $0.lie(in: 1e9...4.2e9) }
        if isTime, areSeconds {
            return InferredField(
                type: .scalar(.date), transformer: "unixSeconds", comment: "taken for seconds since 1970")
        }
        if isTime, observation.reals.count == 0, integers.lie(in: 1e12...4.2e12) {
            return InferredField(
                type: .scalar(.date), transformer: "unixMilliseconds", comment: "taken for milliseconds since 1970")
        }
        if observation.reals.count > 0 {
            if integers.fitsDouble, observation.reals.areFinite { return InferredField(type: .scalar(.double)) }
            let areDecimals = [integers, observation.reals].allSatisfy { $0.digits <= 38 && !$0.hasExponents }
            return areDecimals
                ? InferredField(type: .scalar(.decimal))
                : InferredField(
                    type: .scalar(.json), comment: "a number too large for `Double`", doubt: "fits no number type")
        }
        if integers.fitsInt64 { return InferredField(type: .scalar(integer(key))) }
        if integers.fitsUInt64 { return InferredField(type: .scalar(.uint64)) }
        if integers.digits <= 38 { return InferredField(type: .scalar(.decimal)) }
        return InferredField(
            type: .scalar(.json), comment: "a number with \(integers.digits) digits", doubt: "fits no number type")
    }

    /// Whether a key names a point in time.
    static func isTime(_ key: String) -> Bool {
        let words = SwiftNaming.words(of: key).map { $0.lowercased() }
        let telling: Set<String> = [
            "date", "time", "timestamp", "created", "updated", "modified", "expires", "expiry", "expiration", "deleted",
            "birthday", "since", "until", "ts", "seen", "published", "started", "ended", "sunrise", "sunset", "dt",
        ]
        guard let last = words.last else { return false }
        return words.count > 1 && (last == "at" || last == "on") || telling.contains(last)
            || (last == "ms" || last == "utc" || last == "seconds")
                && words.dropLast().contains(where: telling.contains)
    }

    // MARK: Texts

    private func text(_ observation: Observation, _ key: String, _ place: EnumerationPlace) -> InferredField {
        if let name = enumerations[place] { return InferredField(type: .enumeration(name)) }
        let words = SwiftNaming.words(of: key).map { $0.lowercased() }
        // What is shown to people is a string, even if it looked like something else in these samples.
        let isShown = words.last.map(Self.shownTexts.contains) ?? false
        guard !isShown, let form = observation.strings.forms.first else { return InferredField(type: .scalar(.string)) }
        switch form {
        case .integer, .real:
            guard isNumeric(observation.strings, words) else { return InferredField(type: .scalar(.string)) }
            return InferredField(type: .scalar(form.type), transformer: form.transformer)
        case .uuid, .rfc3339, .iso8601, .day, .moment, .momentWithT, .twitter, .mail, .fraction, .germanDay,
            .slashDay, .url:
            return InferredField(type: .scalar(form.type), transformer: form.transformer)
        }
    }

    private static let shownTexts: Set<String> = [
        "text", "title", "body", "name", "description", "html", "label", "message", "query", "caption", "summary",
        "content", "comment", "note", "subject",
    ]

    /// Whether numeric strings are meant as numbers: their name says so, or there are many of them. A key, a house
    /// number or a version has digits, but nobody calculates with it; nor with something that always has four digits.
    private func isNumeric(_ texts: StringFacts, _ words: [String]) -> Bool {
        if words.contains(where: Self.digitTexts.contains) { return false }
        if words.contains(where: Self.quantities.contains) { return true }
        return texts.count >= 16 && texts.values.count >= 8 && !texts.areOfOneLength
    }

    private static let quantities: Set<String> = [
        "lat", "latitude", "lng", "lon", "long", "longitude", "altitude", "amount", "price", "cost", "total",
        "subtotal",
        "sum", "balance", "tax", "discount", "count", "quantity", "qty", "size", "width", "height", "length", "depth",
        "weight", "volume", "duration", "distance", "speed", "temperature", "humidity", "pressure", "rate", "ratio",
        "percent", "percentage", "score", "rating", "rank", "views", "likes", "followers", "age", "year",
    ]

    private static let digitTexts: Set<String> = [
        "id", "ids", "code", "phone", "tel", "telephone", "mobile", "fax", "zip", "zipcode", "postal", "postcode",
        "plz", "pin", "key", "hash", "version", "sku", "isbn", "ean", "vat", "iban", "ssn", "number", "no", "name",
        "title", "text", "body", "street", "house", "address", "color", "token", "password", "serial", "ref", "tag",
        "label", "description", "value", "build", "suite",
    ]

    // MARK: Collections

    private func list(_ observation: Observation, _ key: String, _ place: EnumerationPlace) -> InferredField {
        guard let element = observation.element else {
            return InferredField(
                type: .list(.scalar(.json)), comment: "always empty in the samples",
                doubt: "is an empty list in all samples")
        }
        return collection(of: value(element, key, place), element) { .list($0) }
    }

    private func object(_ observation: Observation, _ key: String, _ place: EnumerationPlace) -> InferredField {
        guard let object = observation.object, !object.keys.isEmpty else {
            return InferredField(
                type: .dictionary(key: .string, value: .scalar(.json)), comment: "always empty in the samples",
                doubt: "is an empty object in all samples")
        }
        guard let dictionary = object.dictionary else { return InferredField(type: .model(naming.name(of: object))) }
        var field = collection(of: value(dictionary.value, key, place), dictionary.value) {
            .dictionary(key: dictionary.key, value: $0)
        }
        let count = object.keys.count
        let note = "its keys are data: \(object.keys[0])" + (count > 1 ? " and \(count - 1) more" : "")
        field.comment = field.comment.map { "\(note); the values: \($0)" } ?? note
        return field
    }

    /// A collection of the elements' type; nil among them makes it optional.
    private func collection(
        of element: InferredField, _ observation: Observation, _ wrapped: (FieldType) -> FieldType
    ) -> InferredField {
        var field = element
        var type = element.type
        // A transformer is for single values, and applies to collections of them without null.
        if field.transformer != nil, observation.nulls > 0 || wrapped(type).elementToTransform?.isScalar != true {
            field.transformer = nil
            field.comment = nil
            type = type.replacingScalar(
                by: observation.innermost.kinds == [.string]
                    ? .string : observation.innermost.reals.count > 0 ? .double : .int)
        }
        if observation.nulls > 0, !type.isOptional { type = .optional(type) }
        // JSON has its own null.
        if type == .optional(.scalar(.json)) { type = .scalar(.json) }
        field.type = wrapped(type)
        return field
    }
}

extension Observation {
    /// What is in the lists, including nested lists.
    fileprivate var innermost: Observation { layers.last ?? self }
}

extension FieldType {
    /// How many types are in each other, apart from optionals.
    fileprivate var depth: Int {
        switch self {
        case .list(let element), .set(let element), .dictionary(_, let element): element.depth + 1
        case .optional(let wrapped): wrapped.depth
        case .scalar, .geometry, .enumeration, .model, .external: 1
        }
    }

    fileprivate var isScalar: Bool {
        if case .scalar = self { true } else { false }
    }

    /// The same collection with another type of scalar.
    fileprivate func replacingScalar(by scalar: Scalar) -> FieldType {
        switch self {
        case .list(let element): .list(element.replacingScalar(by: scalar))
        case .set(let element): .set(element.replacingScalar(by: scalar))
        case .dictionary(let key, let value): .dictionary(key: key, value: value.replacingScalar(by: scalar))
        case .optional(let wrapped): .optional(wrapped.replacingScalar(by: scalar))
        case .scalar, .geometry, .enumeration, .model, .external: .scalar(scalar)
        }
    }
}
