import Foundation
import ModelHooks
import ModelLeniency
import ModelRuntime
import Testing

/// A union whose discriminator is a number.
private enum NumberedShape: JSONCodable, Equatable {
    case circle(Size)

    init(reading source: inout JSONSource) throws {
        switch try source.discriminator("kind") {
        case "7": self = .circle(try source.read())
        default: throw source.unknownDiscriminator("kind", of: "NumberedShape", known: ["7"])
        }
    }

    func write(to sink: inout JSONSink) throws {
        switch self {
        case .circle(let size): try sink.write(size, discriminator: "kind", "7")
        }
    }
}

private struct Size: JSONModel, Equatable {
    var width: Int?

    static let jsonFields = JSONFields(Size.self, ["width"], reading: .strict)

    init(_ width: Int?) { self.width = width }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws { width = try source.fieldIfPresent() }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.fieldIfPresent(width) }
}

/// A figure, or an object that rejects unknown keys.
private enum ShapeOrSize: JSONCodable, Equatable {
    case figure(NumberedShape)
    case size(Size)

    init(reading source: inout JSONSource) throws {
        self = try source.readFirst({ .figure(try $0.read()) }, { .size(try $0.read()) })
    }

    func write(to sink: inout JSONSink) throws {}
}

/// A model that its hook drops if it has no width.
private struct Sheet: JSONModel, Equatable, JSONDidDecoding {
    var width: Int?

    static let jsonFields = JSONFields(Sheet.self, ["width"])

    init(_ width: Int?) { self.width = width }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws { width = try source.fieldIfPresent() }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.fieldIfPresent(width) }

    mutating func didDecode() -> JSONVerdict { width == nil ? .drop : .keep }
}

private enum SheetOrName: JSONCodable, Equatable {
    case sheet(Sheet)
    case name(String)

    init(reading source: inout JSONSource) throws {
        self = try source.peekKind() == .string ? .name(source.read()) : .sheet(source.read())
    }

    func write(to sink: inout JSONSink) throws {}
}

private struct Folder: JSONModel, Equatable {
    var list: [SheetOrName]
    var named: [String: [SheetOrName?]]

    static let jsonFields = JSONFields(Folder.self, ["list", "named"])

    init(list: [SheetOrName], named: [String: [SheetOrName?]]) { (self.list, self.named) = (list, named) }

    init(fields source: inout some JSONFieldSource & ~Copyable) throws {
        try self.init(list: source.field(), named: source.field())
    }

    func write(fields sink: inout some JSONFieldSink & ~Copyable) {
        sink.field(list)
        sink.field(named)
    }
}

@Suite("Unions")
struct UnionTests {
    @Test("lists of unions leave out models that a hook drops, with and without Codable")
    func droppedCases() throws {
        let text = #"{"list":["a",{},{"width":1}],"named":{"x":[null,{},{"width":2}]}}"#
        let expected = Folder(list: [.name("a"), .sheet(Sheet(1))], named: ["x": [nil, .sheet(Sheet(2))]])
        #expect(try Folder(json: text) == expected)
        #expect(try JSONDecoder().decode(Folder.self, from: Data(text.utf8)) == expected)
    }

    @Test("a number that distinguishes models may be written in any way", arguments: ["7", "7.0", "70e-1", #""7""#])
    func numbers(_ kind: String) throws {
        let text = #"{"width":1,"kind":\#(kind)}"#
        #expect(try NumberedShape(json: text) == .circle(Size(1)))
        #expect(try JSONDecoder().decode(NumberedShape.self, from: Data(text.utf8)) == .circle(Size(1)))
    }

    @Test("the discriminator of a case that cannot be read is an unknown key of the next one")
    func rejectedCase() throws {
        #expect(try ShapeOrSize(json: #"{"kind":7,"width":1}"#) == .figure(.circle(Size(1))))
        #expect(try ShapeOrSize(json: #"{"width":1}"#) == .size(Size(1)))
        let error = #expect(throws: JSONError.self) { try ShapeOrSize(json: #"{"kind":8,"width":1}"#) }
        #expect(error?.kind == .unknownKey && error?.path == "kind")
    }
}
