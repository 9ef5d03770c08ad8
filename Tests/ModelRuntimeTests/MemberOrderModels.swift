import Foundation
import ModelLeniency
import ModelRuntime
import ModelTransformers

/// Lists that may contain invalid elements, before a field that may be invalid.
struct Part: JSONModel {
    var first: [Int]
    var last: [Int]
    var value: Int

    static let jsonFields = JSONFields(Part.self, ["first", "last", "value"])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        first = try source.validElements()
        last = try source.validElements()
        value = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A list whose invalid items are left out.
protocol ItemList: JSONModel {
    associatedtype Item: JSONValue
    init(items: [Item])
}

extension ItemList {
    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        self.init(items: try source.validElements())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A tree whose children may come before its name.
struct Branch: JSONModel, Equatable {
    var name: String?
    var children: [Branch]

    static let jsonFields = JSONFields(Branch.self, [JSONField("name"), JSONField("children")])

    init(name: String?, children: [Branch]) {
        self.name = name
        self.children = children
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.fieldIfPresent()
        children = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.fieldIfPresent(name)
        sink.field(children)
    }
}

/// Fields at paths and alternatives, through a transformer, that may be null or have a default.
struct Gathered: JSONModel {
    var name: String
    var at: Date
    var maybe: Int?
    var deep: Int
    var a: String
    var number: Int
    var missing: Int

    static let jsonFields = JSONFields(
        Gathered.self,
        [
            JSONField("name"), JSONField("at"), JSONField("maybe"), JSONField("deep", ["in", "b", 1, "deep"]),
            JSONField("a", ["in", "a"]), JSONField("number", "new", or: "old"), JSONField("missing"),
        ])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        name = try source.field()
        at = try source.field(using: UnixMilliseconds())
        maybe = try source.fieldIfPresent()
        deep = try source.field()
        a = try source.field(or: "none")
        number = try source.field()
        missing = try source.field(or: 5)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}

/// A model inside a model.
struct Outer: JSONModel {
    var inner: Branch
    var value: Int

    static let jsonFields = JSONFields(Outer.self, [JSONField("inner"), JSONField("value")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        inner = try source.field()
        value = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {}
}
