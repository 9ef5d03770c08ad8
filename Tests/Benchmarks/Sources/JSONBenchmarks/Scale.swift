import Foundation
import ModelRuntime

// Models for what could grow faster than its input: many objects, many fields.

/// An object of one field.
struct Small: JSONModel {
    var id: Int

    static let jsonFields = JSONFields(Small.self, [JSONField("id")])

    init(fields source: inout JSONSource) throws {
        var id: Int?
        while let field = try source.next() {
            switch field {
            case 0: source.read(&id)
            default: break
            }
        }
        guard let id else { throw source.incomplete(0) }
        self.id = id
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
    }
}

/// An object whose field may be wrong.
struct Lax: JSONModel {
    var id = 0

    static let jsonFields = JSONFields(Lax.self, [JSONField("id")])

    init(fields source: inout JSONSource) throws {
        while let field = try source.next() {
            switch field {
            case 0: source.readIfValid(&id)
            default: break
            }
        }
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(id, 0)
    }
}

/// Adds up its fields, however many: the cost is that of finding them.
protocol Wide: JSONModel {
    var sum: Int { get set }
    init()
}

extension Wide {
    init(fields source: inout JSONSource) throws {
        self.init()
        while try source.next() != nil {
            var value: Int?
            source.read(&value)
            sum += value ?? 0
        }
    }

    func write(fields sink: inout JSONSink) throws {
        sink.write(sum, 0)
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
