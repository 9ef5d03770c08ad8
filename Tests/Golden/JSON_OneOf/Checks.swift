import Foundation
import ModelRuntime
import ModelSQLite
import Testing

private let text =
    #"{"id":1,"figure":{"kind":"rounded-square","side_length":2},"others":[{"kind":"circle","radius":1}]}"#

@Suite("One of several models")
struct FigureTests {
    @Test("M13: the discriminator tells which")
    func reads() throws {
        let drawing = try Drawing(json: text)
        #expect(drawing.figure == .roundedSquare(RoundedSquare(sideLength: 2)))
        #expect(drawing.others == [.circle(Circle(radius: 1))])
        #expect(try drawing.jsonString() == text)
        let error = try #require(throws: JSONError.self) { try Figure(json: #"{"kind": "oval"}"#) }
        #expect("\(error)".contains("oval"))
    }

    @Test("a model may stand behind the key, in any order, and nested")
    func nested() throws {
        let figure = try Figure(json: #"{"figures": [{"radius": 3, "kind": "circle"}], "kind": "default"}"#)
        #expect(figure == .group(Group(figures: [.circle(Circle(radius: 3))])))
        #expect(try Figure(json: figure.jsonData()) == figure)
    }

    @Test("a value may hold others of its type")
    func recursive() throws {
        let circle = Figure.circle(Circle(radius: 1))
        let figure = Figure.frame(Frame(inner: .frame(Frame(inner: circle)), outer: circle))
        let text =
            #"{"kind":"frame","inner":{"kind":"frame","inner":{"kind":"circle","radius":1}},"#
            + #""outer":{"kind":"circle","radius":1}}"#
        #expect(try figure.jsonString() == text)
        #expect(try Figure(json: text) == figure)
        let deep = String(repeating: #"{"kind":"frame","inner":"#, count: 100_000)
        let error = try #require(throws: JSONError.self) { try Figure(json: deep) }
        #expect(error.kind == .tooDeep || error.kind == .truncated)
    }

    @Test("D7: in a column")
    func column() throws {
        let drawing = try Drawing(json: text)
        let database = try DrawingsDatabase.inMemory()
        try database.write { try drawing.insert($0) }
        #expect(try database.read { try Drawing.find(1, $0) } == drawing)
    }
}
