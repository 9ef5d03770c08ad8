import Foundation

// What a project that generates plain Codable structs writes once: paths in nested objects, and the forms of values.

/// A key or an index on the path to a value.
struct Step: CodingKey, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral {
    var stringValue: String
    var intValue: Int?

    init(_ text: String) { stringValue = text }
    // The key of a member may be that of a dictionary of integers.
    init(stringValue: String) { (self.stringValue, intValue) = (stringValue, Int(stringValue)) }
    init(intValue: Int) { (stringValue, self.intValue) = ("\(intValue)", intValue) }
    init(stringLiteral value: String) { stringValue = value }
    init(integerLiteral value: Int) { self.init(intValue: value) }
}

/// The path of a value: `"name"`, `["user", "name"]`.
struct Place: ExpressibleByStringLiteral, ExpressibleByArrayLiteral {
    var steps: [Step]

    init(stringLiteral value: String) { steps = [Step(value)] }
    init(arrayLiteral elements: Step...) { steps = elements }
}

/// The form of a value.
protocol Form<Value> {
    associatedtype Value

    func read(_ decoder: any Decoder) throws -> Value
    func write(_ value: Value, _ encoder: any Encoder) throws
}

/// In Codable's form, with the strategies of the decoder.
struct Plain<Value: Codable>: Form {
    func read(_ decoder: any Decoder) throws -> Value { try decoder.singleValueContainer().decode(Value.self) }

    func write(_ value: Value, _ encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(value)
    }
}

/// The value of a discriminator: a string, or a number or a Boolean as a string.
struct Told: Form {
    func read(_ decoder: any Decoder) throws -> String {
        let container = try decoder.singleValueContainer()
        if let text = try? container.decode(String.self) { return text }
        if let flag = try? container.decode(Bool.self) { return "\(flag)" }
        return "\(try container.decode(Int.self))"
    }

    func write(_ value: String, _ encoder: any Encoder) throws { try Plain().write(value, encoder) }
}

extension KeyedDecodingContainer {
    func read<F: Form>(_ form: F, _ key: Key) throws -> F.Value { try form.read(superDecoder(forKey: key)) }

    func readIfPresent<F: Form>(_ form: F, _ key: Key) throws -> F.Value? {
        guard contains(key), try !decodeNil(forKey: key) else { return nil }
        return try read(form, key)
    }
}

extension KeyedEncodingContainer {
    mutating func write<F: Form>(_ value: F.Value?, _ form: F, _ key: Key) throws {
        guard let value else { return }
        try form.write(value, superEncoder(forKey: key))
    }
}

extension Decoder {
    func failure(_ text: String) -> DecodingError {
        .dataCorrupted(DecodingError.Context(codingPath: codingPath, debugDescription: text))
    }

    /// The value at the first of these paths that exists.
    func readIfPresent<F: Form>(_ form: F, _ places: Place...) throws -> F.Value? { try found(form, places) }

    func read<F: Form>(_ form: F, _ places: Place...) throws -> F.Value {
        guard let value = try found(form, places) else { throw failure("nothing at \(places[0].steps)") }
        return value
    }

    private func found<F: Form>(_ form: F, _ places: [Place]) throws -> F.Value? {
        for place in places {
            if let decoder = at(place.steps[...]), try !decoder.singleValueContainer().decodeNil() {
                return try form.read(decoder)
            }
        }
        return nil
    }

    private func at(_ steps: ArraySlice<Step>) -> (any Decoder)? {
        guard let step = steps.first else { return self }
        if let index = step.intValue {
            guard var list = try? unkeyedContainer() else { return nil }
            for _ in 0..<index { _ = try? list.superDecoder() }
            return list.isAtEnd ? nil : (try? list.superDecoder())?.at(steps.dropFirst())
        }
        guard let object = try? container(keyedBy: Step.self), object.contains(step) else { return nil }
        return (try? object.superDecoder(forKey: step))?.at(steps.dropFirst())
    }
}

extension Encoder {
    func write<F: Form>(_ value: F.Value?, _ form: F, _ place: Place) throws {
        guard let value, let first = place.steps.first else { return }
        var object = container(keyedBy: Step.self)
        if place.steps.count == 1 { return try form.write(value, object.superEncoder(forKey: first)) }
        try object.write(value, form, place.steps[...])
    }
}

extension KeyedEncodingContainer<Step> {
    fileprivate mutating func write<F: Form>(_ value: F.Value, _ form: F, _ steps: ArraySlice<Step>) throws {
        let (step, rest) = (steps[steps.startIndex], steps.dropFirst())
        guard let next = rest.first else { return try form.write(value, superEncoder(forKey: step)) }
        if next.intValue == nil {
            var object = nestedContainer(keyedBy: Step.self, forKey: step)
            try object.write(value, form, rest)
        } else {
            var list = nestedUnkeyedContainer(forKey: step)
            try list.write(value, form, rest)
        }
    }
}

extension UnkeyedEncodingContainer {
    /// Lists are filled from the beginning.
    fileprivate mutating func write<F: Form>(_ value: F.Value, _ form: F, _ steps: ArraySlice<Step>) throws {
        let (index, rest) = (steps[steps.startIndex].intValue ?? 0, steps.dropFirst())
        while count < index { try encodeNil() }
        guard let next = rest.first else { return try form.write(value, superEncoder()) }
        if next.intValue == nil {
            var object = nestedContainer(keyedBy: Step.self)
            try object.write(value, form, rest)
        } else {
            var list = nestedUnkeyedContainer()
            try list.write(value, form, rest)
        }
    }
}

func parsed<Value: LosslessStringConvertible>(_ text: String, as type: Value.Type) -> Value? { Value(text) }

// MARK: Transformers

/// A form that goes through another type.
protocol By<Source, Value>: Form {
    associatedtype Source: Codable

    func decode(_ source: Source) throws -> Value
    func encode(_ value: Value) throws -> Source
}

extension By {
    func read(_ decoder: any Decoder) throws -> Value { try decode(try Plain<Source>().read(decoder)) }
    func write(_ value: Value, _ encoder: any Encoder) throws { try Plain<Source>().write(try encode(value), encoder) }
}

struct NotInForm: Error {}

func some<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw NotInForm() }
    return value
}

struct UnixSeconds: By {
    typealias Source = Double
    typealias Value = Date

    func decode(_ source: Double) -> Date { Date(timeIntervalSince1970: source) }
    func encode(_ value: Date) -> Double { value.timeIntervalSince1970 }
}

struct UnixMilliseconds: By {
    typealias Source = Double
    typealias Value = Date

    func decode(_ source: Double) -> Date { Date(timeIntervalSince1970: source / 1000) }
    func encode(_ value: Date) -> Double { value.timeIntervalSince1970 * 1000 }
}

struct RFC3339: By {
    typealias Source = String
    typealias Value = Date

    func decode(_ source: String) throws -> Date { try Date(source, strategy: .iso8601) }
    func encode(_ value: Date) -> String { value.formatted(.iso8601) }
}

typealias ISO8601 = RFC3339

struct DateFormat: By {
    typealias Source = String
    typealias Value = Date

    private let formatter = DateFormatter()

    init(_ pattern: String) {
        formatter.dateFormat = pattern
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.timeZone = TimeZone(secondsFromGMT: 0)
    }

    func decode(_ source: String) throws -> Date { try some(formatter.date(from: source)) }
    func encode(_ value: Date) -> String { formatter.string(from: value) }
}

struct Base64: By {
    typealias Source = String
    typealias Value = Data

    func decode(_ source: String) throws -> Data { try some(Data(base64Encoded: source)) }
    func encode(_ value: Data) -> String { value.base64EncodedString() }
}

struct Hex: By {
    typealias Source = String
    typealias Value = Data

    func decode(_ source: String) throws -> Data {
        let digits = Array(source)
        return Data(
            try stride(from: 0, to: digits.count - 1, by: 2).map {
                try some(UInt8(String(digits[$0...$0 + 1]), radix: 16))
            })
    }

    func encode(_ value: Data) -> String {
        value.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

struct StringNumber<Value: LosslessStringConvertible>: By {
    typealias Source = String

    func decode(_ source: String) throws -> Value { try some(Value(source)) }
    func encode(_ value: Value) -> String { value.description }
}

struct StringDecimal: By {
    typealias Source = String
    typealias Value = Decimal

    func decode(_ source: String) throws -> Decimal { try some(Decimal(string: source)) }
    func encode(_ value: Decimal) -> String { value.description }
}

struct IntBool: By {
    typealias Source = Int
    typealias Value = Bool

    func decode(_ source: Int) -> Bool { source != 0 }
    func encode(_ value: Bool) -> Int { value ? 1 : 0 }
}

struct CommaSeparated: By {
    typealias Source = String
    typealias Value = [String]

    func decode(_ source: String) -> [String] { source.split(separator: ",").map(String.init) }
    func encode(_ value: [String]) -> String { value.joined(separator: ",") }
}

struct Trimmed: By {
    typealias Source = String
    typealias Value = String

    func decode(_ source: String) -> String { source.trimmingCharacters(in: .whitespaces) }
    func encode(_ value: String) -> String { value }
}

struct Lowercased: By {
    typealias Source = String
    typealias Value = String

    func decode(_ source: String) -> String { source.lowercased() }
    func encode(_ value: String) -> String { value }
}

struct Each<Element: Form>: Form {
    var form: Element

    init(_ form: Element) { self.form = form }

    func read(_ decoder: any Decoder) throws -> [Element.Value] {
        var list = try decoder.unkeyedContainer()
        var values: [Element.Value] = []
        while !list.isAtEnd { values.append(try form.read(list.superDecoder())) }
        return values
    }

    func write(_ value: [Element.Value], _ encoder: any Encoder) throws {
        var list = encoder.unkeyedContainer()
        for element in value { try form.write(element, list.superEncoder()) }
    }
}

struct EachValue<Key: CodingKeyRepresentable & Hashable, Element: Form>: Form {
    var form: Element

    init(_ form: Element) { self.form = form }

    func read(_ decoder: any Decoder) throws -> [Key: Element.Value] {
        let object = try decoder.container(keyedBy: Step.self)
        var values: [Key: Element.Value] = [:]
        for step in object.allKeys {
            values[try some(Key(codingKey: step))] = try form.read(object.superDecoder(forKey: step))
        }
        return values
    }

    func write(_ value: [Key: Element.Value], _ encoder: any Encoder) throws {
        var object = encoder.container(keyedBy: Step.self)
        for (key, element) in value {
            try form.write(element, object.superEncoder(forKey: Step(key.codingKey.stringValue)))
        }
    }
}

/// One form for numbers and another for strings; the first is used for writing.
struct ByKind<Value>: Form {
    private let first: any Form<Value>
    private let second: any Form<Value>

    init(number: some Form<Value>, string: some Form<Value>) { (first, second) = (number, string) }
    init(string: some Form<Value>, number: some Form<Value>) { (first, second) = (string, number) }

    func read(_ decoder: any Decoder) throws -> Value { try (try? first.read(decoder)) ?? second.read(decoder) }
    func write(_ value: Value, _ encoder: any Encoder) throws { try first.write(value, encoder) }
}
