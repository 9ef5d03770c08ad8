import Foundation
import ModelRuntime
import ModelStoredForms

/// A hash of what a release of the program reads: the fields of a model with their keys. Objects in the model and cases of
/// its enums may be read differently too, so in an app it differs in each version.
package func storedForm(of model: Any.Type, in version: String = appVersion) -> UInt64 {
    let fields = (model as? any JSONModel.Type)?.jsonFields.fields ?? []
    return fnv1a((fields.map { "\($0.name) \($0.paths)" } + [version]).joined(separator: "\n").utf8)
}

/// The version of the app; empty in other programs.
package let appVersion = Bundle.main.object(forInfoDictionaryKey: "CFBundleVersion") as? String ?? ""

/// The clock of all caches in a storage.
struct CacheClock {
    static let key = "clock"
    /// The key for the time at which the answers were last removed.
    static let emptied = "emptied"
    var now: Int64
}

extension CacheClock: JSONValue {
    init(reading source: inout JSONSource) throws {
        now = try source.read(Int64.self)
        // A damaged clock must not overflow.
        if now > .max / 2 { throw JSONError(.outOfRange) }
    }

    func write(to sink: inout JSONSink) throws { try now.write(to: &sink) }
}

/// The models of a list.
struct KeptList<Model: JSONValue> {
    var models: [Model]
}

extension KeptList: JSONValue {
    init(reading source: inout JSONSource) throws { models = try source.read([Model].self) }
    func write(to sink: inout JSONSink) throws { try models.write(to: &sink) }
}

/// What is stored about one model, or the record of its deletion.
///
/// Without content, it is what is stored about a list, besides its models. If a server says that a list has not
/// changed, only this is written.
struct Kept<Content: JSONValue> {
    var head: AnswerHead
    /// When the last stored write was registered. For a list, the number in the key of its models.
    var number: Int64 = 0
    var content: Content?
    /// The form of the model: see `StorageCache.form`.
    var form: UInt64 = 0
}

extension Kept: JSONValue {
    init(reading source: inout JSONSource) throws {
        var list = try KeptTuple(&source)
        let stamp: Int64 = try list.next(&source)
        number = try list.next(&source)
        head = AnswerHead(stamp: stamp, date: try list.next(&source), facts: try list.facts(&source))
        content = try list.next(&source)
        form = try list.next(&source)
        try list.end(&source)
    }

    func write(to sink: inout JSONSink) throws {
        try sink.beginArray()
        try sink.element(head.stamp)
        try sink.element(number)
        try sink.element(head.date)
        try sink.facts(head.facts)
        try sink.element(content)
        try sink.element(form)
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
