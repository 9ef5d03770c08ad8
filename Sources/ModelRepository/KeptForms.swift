import Foundation
import ModelRuntime

/// The clock of the caches in a storage.
struct CacheClock {
    static let key = "clock"
    var now: Int64
}

extension CacheClock: JSONValue {
    init(reading source: inout JSONSource) throws { now = try source.read(Int64.self) }
    func write(to sink: inout JSONSink) throws { try now.write(to: &sink) }
}

/// What is stored about a list besides its models: if a server says that nothing has changed, only this changes.
struct KeptHead<Model> {
    var asked: Int64
    /// The number in the keys of its models.
    var body: Int64
    var date: Date?
    var facts: AnswerFacts
}

extension KeptHead: JSONValue {
    init(reading source: inout JSONSource) throws {
        var list = try KeptTuple(&source)
        asked = try list.next(&source)
        body = try list.next(&source)
        date = try list.next(&source)
        facts = try list.facts(&source)
        try list.end(&source)
    }

    func write(to sink: inout JSONSink) throws {
        try sink.beginArray()
        try sink.element(asked)
        try sink.element(body)
        try sink.element(date)
        try sink.facts(facts)
        try sink.endArray()
    }
}

/// The models of a list.
struct KeptList<Model: JSONValue> {
    var models: [Model]
}

extension KeptList: JSONValue {
    init(reading source: inout JSONSource) throws { models = try source.read([Model].self) }
    func write(to sink: inout JSONSink) throws { try models.write(to: &sink) }
}

/// One model, or a record of its deletion.
struct KeptModel<Model: JSONValue> {
    /// The time from which it counts: when it was requested, or when a write landed.
    var stamp: Int64
    /// When the last landed write was registered.
    var written: Int64 = 0
    var date: Date?
    var facts = AnswerFacts()
    var model: Model?
}

extension KeptModel: JSONValue {
    init(reading source: inout JSONSource) throws {
        var list = try KeptTuple(&source)
        stamp = try list.next(&source)
        written = try list.next(&source)
        date = try list.next(&source)
        facts = try list.facts(&source)
        model = try list.next(&source)
        try list.end(&source)
    }

    func write(to sink: inout JSONSink) throws {
        try sink.beginArray()
        try sink.element(stamp)
        try sink.element(written)
        try sink.element(date)
        try sink.facts(facts)
        try sink.element(model)
        try sink.endArray()
    }
}

/// A JSON array whose elements have different types.
private struct KeptTuple {
    init(_ source: inout JSONSource) throws { try source.beginArray() }

    mutating func next<Value: JSONValue>(_ source: inout JSONSource) throws -> Value {
        guard try source.nextElement() else { throw JSONError(.missing, expected: "an element") }
        return try source.read(Value.self)
    }

    mutating func facts(_ source: inout JSONSource) throws -> AnswerFacts {
        let validators = Validators(eTag: try next(&source), lastModified: try next(&source))
        let fresh: Double? = try next(&source)
        let stale: Double? = try next(&source)
        let lifetime = fresh.map { Lifetime(fresh: $0, stale: stale ?? 0) }
        return AnswerFacts(validators: validators, lifetime: lifetime, variant: try next(&source))
    }

    mutating func end(_ source: inout JSONSource) throws {
        guard try !source.nextElement() else { throw JSONError(.mismatch, expected: "the end of the list") }
    }
}

extension JSONSink {
    fileprivate mutating func element<Value: JSONValue>(_ value: Value) throws {
        try nextElement()
        try value.write(to: &self)
    }

    fileprivate mutating func facts(_ facts: AnswerFacts) throws {
        try element(facts.validators?.eTag)
        try element(facts.validators?.lastModified)
        try element(facts.lifetime?.fresh)
        try element(facts.lifetime?.stale)
        try element(facts.variant)
    }
}
