import Foundation
import ModelEditing
import ModelLeniency
import ModelRuntime
import Testing

/// Stores an optional of its own type elsewhere, like generated code.
private struct Bough: JSONModel, Equatable {
    var name: String
    var parent: Bough? {
        get { _parent.value }
        set { _parent.value = newValue }
    }
    var size: Int8

    private var _parent: Indirect<Bough>

    static let jsonFields = JSONFields(Bough.self, ["name", "parent", "size"])

    init(_ name: String, _ parent: Bough? = nil, size: Int8 = 1) {
        (self.name, self.size, _parent) = (name, size, Indirect(parent))
    }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(source.field(), source.fieldIfPresent(), size: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(name)
        sink.fieldIfPresent(parent)
        sink.field(size)
    }
}

/// The same with a mirror that hides a sensitive property, like generated code.
private struct Twig: JSONModel, Equatable, CustomReflectable {
    var secret: String
    var parent: Bough? {
        get { _parent.value }
        set { _parent.value = newValue }
    }
    var size: Int8

    private var _parent: Indirect<Bough>

    static let jsonFields = JSONFields(Twig.self, [JSONField("secret", traits: .sensitive), "parent", "size"])

    var customMirror: Mirror { Mirror(self, children: ["secret": Redacted(secret), "parent": _parent, "size": size]) }

    init(_ secret: String, _ parent: Bough? = nil) { (self.secret, size, _parent) = (secret, 2, Indirect(parent)) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(source.field(), source.fieldIfPresent())
        size = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(secret)
        sink.fieldIfPresent(parent)
        sink.field(size)
    }
}

/// Stores the optional inline.
private struct Leaf: JSONModel, Equatable {
    var parent: Bough?
    var size: Int8 = 0

    static let jsonFields = JSONFields(Leaf.self, ["parent", "size"])

    init() {}

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        parent = try source.fieldIfPresent()
        size = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.fieldIfPresent(parent)
        sink.field(size)
    }
}

/// Has two properties that take no space.
private struct Grain: JSONModel, Equatable {
    enum Kind: String, Hashable, Sendable, CaseIterable, JSONEnum { case wheat }

    var kind = Kind.wheat
    var other = Kind.wheat
    var size = 1

    static let jsonFields = JSONFields(Grain.self, ["kind", "other", "size"])

    init() {}

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        kind = try source.field()
        other = try source.field()
        size = try source.field()
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(kind)
        sink.field(other)
        sink.field(size)
    }
}

@Suite("Copying properties that are stored elsewhere")
struct CopyingTests {
    @Test("an optional of the model's own type is copied like any property, to and from where it is stored")
    func recursive() throws {
        let branch = Bough("a", Bough("b", Bough("c")), size: 7)
        var other = Bough("x", Bough("y"))
        try other.copy(from: branch)
        #expect(other == branch)
        try other.copy(from: Bough("z"))
        #expect(other == Bough("z"))

        var leaf = Leaf()
        #expect(try leaf.copy(from: branch).sorted() == ["parent", "size"])
        #expect(leaf.parent == branch.parent && leaf.size == 7)
        var twig = Twig("s")
        #expect(try twig.copy(from: leaf).sorted() == ["parent", "size"])
        #expect(twig.parent == branch.parent && twig.size == 7 && twig.secret == "s")
        try twig.copy(from: Leaf())
        #expect(twig.parent == nil && twig.size == 0)
    }

    @Test("next to a sensitive property, values are replaced for one call, and described")
    func sensitive() throws {
        let twig = Twig("s", Bough("a"))
        let json = try JSON(json: twig.jsonData(transforming: .init { $0.secret { $0.count } }))
        #expect(json == ["secret": 1, "parent": ["name": "a", "size": 1], "size": 2])
        #expect(twig.customMirror.summary.hasPrefix("Twig(secret: …, parent: Optional(") == true)
        #expect(Twig("s").customMirror.summary == "Twig(secret: …, parent: nil, size: 2)")
    }

    @Test("a computed property cannot be named")
    func computed() throws {
        var leaf = Bough("a")
        let error = #expect(throws: JSONError.self) { try leaf.copy(from: Bough("b"), only: \.parent) }
        #expect(error?.reason == "a key path of `Bough` is not a stored property")
    }

    @Test("of properties at the same place, none can be named, but all are copied")
    func indistinguishable() throws {
        var grain = Grain()
        for transforming in [JSONTransforming<Grain> { $0.kind { _ in 7 } }, .init { $0.other { _ in 7 } }] {
            let error = #expect(throws: JSONError.self) { try grain.jsonData(transforming: transforming) }
            #expect(error?.reason == "a key path of `Grain` is one of `kind`, `other`, whose type has a single value")
        }
        let json = try JSON(json: grain.jsonData(transforming: .init { $0.size { "\($0)" } }))
        #expect(json == ["kind": "wheat", "other": "wheat", "size": "1"])
        #expect(try grain.copy(from: Grain(), except: \.size) == ["kind", "other"])
    }
}
