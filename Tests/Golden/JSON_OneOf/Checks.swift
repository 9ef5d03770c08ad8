import Foundation
import ModelRuntime
import ModelSQLite
import Testing

private let text =
    #"{"id":1,"figure":{"kind":"rounded-square","side_length":2},"others":[{"kind":"circle","radius":1}]}"#

@Suite("Unions of models")
struct FigureTests {
    @Test("M13: the discriminator decides")
    func reads() throws {
        let drawing = try Drawing(json: text)
        #expect(drawing.figure == .roundedSquare(RoundedSquare(sideLength: 2)))
        #expect(drawing.others == [.circle(Circle(radius: 1))])
        #expect(try drawing.jsonString() == text)
        let error = try #require(throws: JSONError.self) { try Figure(json: #"{"kind": "oval"}"#) }
        #expect("\(error)".contains("oval"))
    }

    @Test("M13: any Decoder and Encoder works, too, on its own and in custom types")
    func codable() throws {
        struct Page: Codable, Equatable {
            var number: Int
            var figures: [Figure]
        }
        let text = #"{"figures":[{"kind":"circle","radius":1},{"kind":"rounded-square","side_length":2}],"number":3}"#
        let page = try JSONDecoder().decode(Page.self, from: Data(text.utf8))
        #expect(page.figures == [.circle(Circle(radius: 1)), .roundedSquare(RoundedSquare(sideLength: 2))])
        #expect(try JSONDecoder().decode(Page.self, from: JSONEncoder().encode(page)) == page)
        let unknown = Data(#"{"figures": [{"kind": "oval"}], "number": 3}"#.utf8)
        let error = #expect(throws: DecodingError.self) { try JSONDecoder().decode(Page.self, from: unknown) }
        guard case .dataCorrupted(let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(context.codingPath.map(\.stringValue) == ["figures", "Index 0"])
        #expect(context.underlyingError is JSONError && context.debugDescription.contains("oval"))
    }

    @Test("a model may be under a key, in any order, and nested")
    func nested() throws {
        let figure = try Figure(json: #"{"figures": [{"radius": 3, "kind": "circle"}], "kind": "default"}"#)
        #expect(figure == .group(Group(figures: [.circle(Circle(radius: 3))])))
        #expect(try Figure(json: figure.jsonData()) == figure)
    }

    @Test("a value may contain others of its type")
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

    @Test("a union inside a union writes and reads both discriminators, on whatever path its fields are")
    func nestedUnions() throws {
        let stickers: [Sticker] = [
            .outline(.solid(Solid(width: 2))), .outline(.dashed(Dashed(pattern: [1, 2]))), .caption(Caption(text: "a")),
        ]
        let texts = [
            #"{"layer":"shape","line":"solid","width":2}"#,
            #"{"layer":"shape","line":"dashed","line_style":{"pattern":[1,2]}}"#,
            #"{"layer":"caption","text":"a"}"#,
        ]
        for (sticker, text) in zip(stickers, texts) {
            #expect(try sticker.jsonString() == text)
            #expect(try Sticker(json: text) == sticker)
            #expect(try JSONDecoder().decode(Sticker.self, from: JSONEncoder().encode(sticker)) == sticker)
        }
        #expect(throws: JSONError.self) { try Sticker(json: #"{"layer":"shape","line":"solid","width":2,"kind":1}"#) }
    }

    @Test("an object of an unknown kind is kept as it is, also inside another union")
    func unknown() throws {
        let video = #"{"type":"video","length":3.50,"parts":[{"a":null}]}"#
        let wave = #"{"type":"line","style":"wavy","gap":"x"}"#
        let notices = try [Notice](json: #"[\#(video),\#(wave),{"type":"line","style":"dotted","gap":2}]"#)
        #expect(
            notices == [
                .unknown(try JSON(json: video)), .line(.unknown(try JSON(json: wave))),
                .line(.dotted(Dotted(gap: 2))),
            ])
        #expect(try notices[0].jsonString() == video)
        #expect(try notices[1].jsonString() == wave)
        #expect(try notices[2].jsonString() == #"{"type":"line","style":"dotted","gap":2}"#)
        for notice in notices {
            #expect(try JSONDecoder().decode(Notice.self, from: JSONEncoder().encode(notice)) == notice)
        }
        for text in [#"{"length":3}"#, #"{"type":null}"#, "[]", #"{"type":"caption"}"#] {
            #expect(throws: JSONError.self) { try Notice(json: text) }
        }
    }
}
