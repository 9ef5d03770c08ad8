import Foundation
import ModelLeniency
import ModelRuntime

// Models for work that could grow faster than its input: many objects, many fields.

/// An object with one field.
struct Small: JSONModel {
    var id: Int

    static let jsonFields = JSONFields(Small.self, [JSONField("id")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        let id: Int = try source.field()
        self.id = id
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
    }
}

/// An object whose field may be invalid.
struct Lax: JSONModel {
    var id = 0

    static let jsonFields = JSONFields(Lax.self, [JSONField("id")])

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        id = try source.validField(or: 0)
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(id)
    }
}

/// Adds up its fields, however many: the cost is that of finding them.
protocol Wide: JSONModel {
    var sum: Int { get set }
    init()
}

extension Wide {
    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        self.init()
        for _ in Self.jsonFields.fields {
            let value: Int = try source.field()
            sum += value
        }
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) throws {
        sink.field(sum)
    }
}

struct Wide20: Wide {
    var sum = 0
    static let jsonFields = JSONFields(Wide20.self, (0..<20).map { JSONField("field\($0)") })
}

struct Wide200: Wide {
    var sum = 0
    static let jsonFields = JSONFields(Wide200.self, (0..<200).map { JSONField("field\($0)") })
}
