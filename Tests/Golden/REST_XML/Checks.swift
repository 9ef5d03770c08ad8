import Foundation
import HTTPTypes
import ModelPagination
import ModelREST
import ModelRuntime
import ModelXML
import Testing

/// Responds with one text after the other.
private actor Pages: Transport {
    private var texts: [String]

    init(_ texts: [String]) { self.texts = texts.reversed() }

    func send(
        _ request: HTTPRequest, body: BodyStream?, options: TransportOptions
    ) async throws -> TransportResponse {
        TransportResponse(HTTPResponse(status: .ok), body: .data(Data((texts.popLast() ?? "").utf8)))
    }
}

/// An API whose lists are the whole documents.
private struct PlainAPI: RESTAPI {
    static let defaults = APIDefaults(baseURL: "https://api.app.net", format: .xml)
    let client: APIClient
}

private let berenike = """
    <post id="54842887">
      <text>Können wir bitte nochmal &lt;Sonntag&gt; haben?</text>
      <created_at>&#10; 2015-03-09T06:45:45Z&#9;</created_at>
      <num_stars> 3 </num_stars>
      <score>none</score>
      <user type="human">
        <id>108262</id>
        <username><![CDATA[berenike]]></username>
        <avatar_image width="500"><url> https://d1f0.net/a.gif&#10;</url><is_default>0</is_default></avatar_image>
      </user>
      <tag>news</tag>
      <links><link href="https://app.net/1">one</link></links>
      <note/>
    </post>
    """

private func answer(_ posts: String) -> String {
    "<?xml version=\"1.0\"?>\n<rsp returnCode=\"0000\"><meta><count>2</count></meta><data>\(posts)</data></rsp>"
}

private let data = Data(berenike.utf8)

@Suite("XML")
struct XMLTests {
    @Test("M20: elements, attributes, key paths, lists, strings and empty elements, with the JSON mapping")
    func decode() throws {
        let post = try Post(xml: data)
        #expect(post.id == 54_842_887)
        #expect(post.text == "Können wir bitte nochmal <Sonntag> haben?")
        #expect(post.createdAt == Date(timeIntervalSince1970: 1_425_883_545))
        #expect(post.numStars == 3)
        #expect(post.score == nil)
        #expect(post.user?.username == "berenike")
        #expect(post.user?.kind == .human)
        #expect(post.user?.avatarImageURL?.absoluteString == "https://d1f0.net/a.gif")
        #expect(post.user?.isDefault == false)
        #expect(post.tags == ["news"])
        #expect(post.links.map(\.text) == ["one"] && post.firstLink == "one")
        #expect(post.note == nil)
    }

    @Test(
        "text that looks like a number is one for a transformer of both kinds",
        arguments: ["1", " 1\n", "1970-01-01T00:00:01Z"])
    func kinds(text: String) throws {
        for element in ["<pinned>\(text)</pinned>", "<pinned by=\"me\">\(text)</pinned>"] {
            let post = try Post(xml: Data("<post id=\"1\"><text/>\(element)</post>".utf8))
            #expect(post.pinned == Date(timeIntervalSince1970: 1))
            #expect(try Post(xml: post.xmlData()) == post)
        }
    }

    @Test("text is the case of a union that it is written like")
    func unions() throws {
        let texts: [(String, Reading)] = [
            ("1.5", .number(1.5)), (" 7 ", .number(7)), ("true", .flag(true)), ("yes", .text("yes")), ("", .text("")),
        ]
        for (text, value) in texts {
            for element in ["<last>\(text)</last>", "<last unit='m'>\(text)</last>"] {
                let sensor = try Sensor(xml: Data("<s>\(element)<switch>1</switch><reading>\(text)</reading></s>".utf8))
                #expect(sensor.last == value && sensor.switch == .flag(true), "\(text)")
                #expect(sensor.readings == (text.isEmpty ? [] : [value]), "\(text)")
                #expect(try Sensor(xml: sensor.xmlData()) == sensor, "\(text)")
                #expect(try Sensor(json: sensor.jsonData()) == sensor, "\(text)")
            }
        }
        let levels: [(String, Level?)] = [("1", .number(1)), ("yes", .flag(true)), ("", nil)]
        for (text, level) in levels {
            let sensor = try Sensor(xml: Data("<s last='2'><level>\(text)</level><switch/></s>".utf8))
            #expect(sensor.level == level && sensor.last == .number(2) && sensor.switch == .links([]), "\(text)")
        }
        let link = "<switch href='https://a.b'>c</switch>"
        for links in [link, link + link] {
            let sensor = try Sensor(xml: Data("<s last='2'>\(links)</s>".utf8))
            guard case .links(let found) = sensor.switch else { return #expect(sensor.switch == .links([])) }
            #expect(found.count == links.count / link.count && found.allSatisfy { $0.text == "c" })
        }
        let error = #expect(throws: JSONError.self) {
            try Sensor(xml: Data("<s last='2'><level>x</level><switch/></s>".utf8))
        }
        #expect(error?.kind == .mismatch && error?.path == "level")
    }

    @Test("a page of a list at the root has as many elements as its root, and one that is not full is the last")
    func rootLists() async throws {
        func page(_ ids: ClosedRange<Int>) -> String {
            "<posts>\(ids.map { "<post id=\"\($0)\"><text>a</text></post>" }.joined())</posts>"
        }
        let pages = Pages([page(1...2), page(3...4), page(5...5)])
        let list = Endpoint<[Post]>("posts.list", .get, "posts", returns: .list)
            .paginated(.offset(start: "start", limit: "limit", size: 2, end: .short))
        #expect(try await PlainAPI(transport: pages).all(list).collected().map(\.id) == [1, 2, 3, 4, 5])
        let last = Endpoint<[Post]>("posts.list", .get, "posts", returns: .list(at: "post"))
            .paginated(.cursor(parameter: "after", next: "next"))
        let only = Pages(["<r><post id='1'><text>a</text></post><next> </next></r>"])
        #expect(try await PlainAPI(transport: only).all(last).collected().map(\.id) == [1])
    }

    @Test("M20: what is written is read back unchanged, with each character that XML escapes")
    func roundTrip() throws {
        var post = try Post(xml: data)
        post.text = "a < b && c > \"d\" ' \r\n\t é 😀"
        post.tags = ["x", " y ", ""]
        post.links.append(try Link(xml: Data("<link href=\"https://app.net/2?a=1&amp;b=2\">two</link>".utf8)))
        let written = try post.xmlData()
        let text = String(decoding: written, as: UTF8.self)
        #expect(
            text.hasPrefix(
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<post id=\"54842887\"><text>a &lt; b &amp;&amp; c"))
        #expect(text.contains("<link href=\"https://app.net/2?a=1&amp;b=2\">two</link>"))
        #expect(try Post(xml: written) == post)
        #expect(try [Post](xml: [post, post].xmlData()) == [post, post])
        #expect(try [Post](xml: [Post]().xmlData()) == [])
        // The same value from JSON: one mapping.
        #expect(try Post(json: post.jsonData()) == post)
    }

    @Test("a key is written as an element or an attribute if the parser accepts that name, and otherwise is an error")
    func names() throws {
        // The boundaries of what XML allows in names, with the characters next to them.
        let boundaries: [UInt32] = [
            0x20, 0x2d, 0x2f, 0x30, 0x3c, 0x41, 0x5b, 0x5f, 0x61, 0x7b, 0x7f, 0x85, 0xa0, 0xb7, 0xc0, 0xd7, 0xf7,
            0x300, 0x370, 0x37e, 0x2000, 0x200c, 0x200e, 0x203f, 0x2041, 0x2070, 0x2190, 0x2c00, 0x2ff0, 0x3001,
            0xd7ff, 0xe000, 0xf900, 0xfdd0, 0xfdf0, 0xfffd, 0xfffe, 0x10000, 0xeffff, 0xf0000,
        ]
        var (written, refused) = (0, 0)
        for scalar in boundaries.flatMap({ [$0 - 1, $0, $0 + 1] }).compactMap(UnicodeScalar.init) {
            for key in ["\(scalar)", "a\(scalar)", "\(scalar)a"].flatMap({ [$0, "@\($0)"] }) {
                let rest = key.hasPrefix("@") ? " \(key.dropFirst())='1'/>" : "><\(key)>1</\(key)></r>"
                let parses = (try? JSON(xml: Data("<r\(rest)".utf8))) == [key: "1"]
                do {
                    let text = try [key: 1].xmlData(root: "r")
                    #expect(try JSON(xml: text) == [key: "1"], "\(key.debugDescription)")
                    written += 1
                } catch let error as JSONError {
                    #expect(error.kind == .notRepresentable && !parses, "\(key.debugDescription)")
                    refused += 1
                }
            }
        }
        #expect(written > 200 && refused > 100, "\(written) \(refused)")
    }

    @Test("M20: a list is one element, several, or none")
    func lists() throws {
        #expect(try [Post](xml: Data("<posts>\(berenike)</posts>".utf8)).count == 1)
        #expect(
            try [Post](xml: Data("<posts>\(berenike)\(berenike)</posts>".utf8)).map(\.tags) == [["news"], ["news"]])
        #expect(try [Post](xml: Data("<posts/>".utf8)).isEmpty)
        #expect(try [Int](xml: Data("<a><b><n> 1</n><n>2</n></b></a>".utf8), at: ["b", "n"]) == [1, 2])
        #expect(try [Int](xml: Data("<a><b/></a>".utf8), at: ["b", "n"]).isEmpty)
        #expect(try String(xml: Data("<a><b/></a>".utf8), at: ["b"]) == "")
        let any = try JSON(xml: Data("<a x='1'>t<b>2</b><b/></a>".utf8))
        #expect(any == ["@x": "1", "b": ["2", nil], "#text": "t"])
    }

    @Test("a path through a repeated element needs an index, so that no part of a document is ignored")
    func repeated() throws {
        let orders = Data("<r><order><n>1</n><n>2</n></order>\n<order><n>3</n></order></r>".utf8)
        #expect(try [Int](xml: orders, at: ["order", 0, "n"]) == [1, 2])
        #expect(try Int(xml: orders, at: ["order", 0, "n", 1]) == 2)
        let error = try #require(throws: JSONError.self) { try [Int](xml: orders, at: ["order", "n"]) }
        #expect(error.path == "order" && error.line == 2)
        #expect(
            error.message == "the value has the wrong type, expected a single element, found 2 elements: "
                + "add an index to the path, such as [0]")
    }

    @Test("so does a path of a field, even if the field has a default, unless it may also be the list itself")
    func repeatedInField() throws {
        let image = "<avatar_image><is_default>1</is_default></avatar_image>"
        let user = Data("<user><id>1</id><username>a</username>\(image)\(image)</user>".utf8)
        let error = try #require(throws: JSONError.self) { try User(xml: user) }
        #expect(error.path == "avatar_image", "\(error)")
        #expect(error.message.contains("expected a single element"), "\(error)")
        let links = "<links href='https://a.b'>one</links><links href='https://c.d'>two</links>"
        let post = try Post(xml: Data("<post id='1'><text>a</text>\(links)</post>".utf8))
        #expect(post.links.map(\.text) == ["one", "two"])
    }

    @Test("a document without the elements on the path to a list is not an empty list")
    func otherDocument() async throws {
        for text in ["<html><body/></html>", "<rsp><meta/></rsp>"] {
            let error = try #require(throws: JSONError.self) { try [Post](xml: Data(text.utf8), at: ["data", "post"]) }
            #expect(error.kind == .missing && error.path == "data")
            let answering = Answering(text)
            await #expect(throws: APIError.self) { try await StreamAPI(transport: answering).posts.list() }
        }
        #expect(try [Post](xml: Data("<rsp><data/></rsp>".utf8), at: ["data", "post"]).isEmpty)
    }

    @Test("the tags of an empty element may be on two lines, but white space that is written on purpose is text")
    func emptyOnTwoLines() throws {
        let empty = "<text>\n  </text><score>\n</score><user>\n</user><links>\r\n </links><note>\n</note><tag>\n</tag>"
        let post = try Post(xml: Data("<post id='1'>\(empty)</post>".utf8))
        #expect(post == (try Post(xml: Data("<post id='1'><text/></post>".utf8))))
        for text in ["&#10;", "<![CDATA[\n]]>", " ", "&#xA0;"] {
            let note = try Post(xml: Data("<post id='1'><text/><note>\(text)</note></post>".utf8)).note
            #expect(note?.isEmpty == false, "\(text)")
        }
        let kept = Data("<post id='1'><text/><note xml:space='preserve'>\n</note></post>".utf8)
        #expect(try Post(xml: kept).note == "\n")
    }

    @Test("text is in the encoding that the document declares")
    func encodings() throws {
        for (name, encoding) in [("ISO-8859-1", String.Encoding.isoLatin1), ("windows-1252", .windowsCP1252)] {
            let text = "<?xml version='1.0' encoding='\(name)'?><post id='1'><text>caf\u{e9}</text></post>"
            #expect(try Post(xml: #require(text.data(using: encoding))).text == "caf\u{e9}")
        }
    }

    @Test("an element is null by the namespace of the attribute, whose prefix the document chooses")
    func null() throws {
        let space = "http://www.w3.org/2001/XMLSchema-instance"
        for (declaration, name) in [("xmlns:i=\"\(space)\"", "i:nil"), ("", "xsi:nil")] {
            let fields = "<text>a</text><score \(name)='true'/><note \(name)='1'>x</note>"
            let post = try Post(xml: Data("<post id='1' \(declaration)>\(fields)</post>".utf8))
            #expect(post.score == nil && post.note == nil)
        }
        let other = "<post id='1' xmlns:i='urn:i'><text>a</text><note i:nil='true'>x</note></post>"
        #expect(try Post(xml: Data(other.utf8)).note == "x")
    }

    @Test("M20: an error names the model, the field, the path, and the line of the document")
    func errors() throws {
        func error(_ text: String) throws -> JSONError {
            try #require(throws: JSONError.self) { try Post(xml: Data(text.utf8)) }
        }
        let number = try error(berenike.replacing(" 3 ", with: "three"))
        #expect(number.model == "Post" && number.field == "numStars" && number.path == "num_stars")
        #expect(number.line == 4 && number.offset == nil)
        #expect(number.message.contains("expected an integer, found the string \"three\""))
        let name = try error(berenike.replacing("username", with: "user_name"))
        #expect(name.kind == .missing && name.path == "user.username" && name.model == "User")
        #expect(number.description.hasPrefix("Post.numStars at num_stars (line 4, column "))
        #expect(!number.description.contains("byte"))
        let syntax = try error("<post id='1'>\n<text>a</post>")
        #expect(syntax.kind == .syntax)
        #expect(syntax.description.hasPrefix("at line 2, column "))
        #expect(syntax.description.contains(": this is not XML, expected an XML document"))
        #expect(try error("").kind == .syntax)
        #expect(try error("<post id='1'><text>\u{1}</text></post>").kind == .syntax)
        let several = try error("<post id='1'><text>a</text><text>b</text></post>")
        #expect(several.message.contains("expected a string, found an array"))
        // Attributes are not children: a model that rejects unknown keys accepts them, and rejects an element.
        let link = "<link href='https://a.b' class='c'>one</link>"
        #expect(try Link(xml: Data(link.utf8)).text == "one")
        let unknown = try #require(throws: JSONError.self) {
            try Link(xml: Data(link.replacing("one", with: "one<b/>").utf8))
        }
        #expect(unknown.kind == .unknownKey && unknown.path == "b")
        let report = JSONReport()
        _ = try Post(xml: data, reporting: report)
        #expect(report.problems.map(\.path) == ["score"] && report.problems.map(\.line) == [5])
    }

    @Test("M20: custom entities and endless depth are refused")
    func hostile() throws {
        let entity =
            "<!DOCTYPE post [<!ENTITY a \"aaaaaaaaaa\"><!ENTITY b \"&a;&a;&a;&a;\">]><post id='1'><text>&b;</text></post>"
        #expect(throws: JSONError.self) { try Post(xml: Data(entity.utf8)) }
        let file = "<!DOCTYPE post [<!ENTITY a SYSTEM \"file:///etc/hostname\">]><post id='1'><text>&a;</text></post>"
        #expect(throws: JSONError.self) { try Post(xml: Data(file.utf8)) }
        let hidden =
            "<?xml version='1.0'?><!-- <a> --><!DOCTYPE post SYSTEM 'post.dtd'><post id='1'><text>a</text></post>"
        #expect(throws: JSONError.self) { try Post(xml: Data(hidden.utf8)) }
        #expect(throws: JSONError.self) { try Post(xml: Data("<post id='1'><text>&b;</text></post>".utf8)) }
        // In these encodings, markup need not have the bytes of ASCII.
        let post = "<post id='1'><text>a</text></post>"
        for encoding in ["UTF-7", "IBM037", "ISO-2022-JP"] {
            let text = "<?xml version='1.0' encoding='\(encoding)'?>\(post)"
            #expect(throws: JSONError.self) { try Post(xml: Data(text.utf8)) }
        }
        for rest in ["junk", "<post/>", " <!-- --> &amp;"] {
            #expect(throws: JSONError.self, "\(rest)") { try Post(xml: Data((post + rest).utf8)) }
        }
        for encoding in ["utf-8", "utf8", "ISO-8859-1", "windows-1252"] {
            let text = "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\(post)\n<!-- end -->\n"
            #expect(try Post(xml: Data(text.utf8)).id == 1)
        }
        let wide = try #require("<post id='1'><text>a</text></post>".data(using: .utf16))
        #expect(throws: JSONError.self) { try Post(xml: wide) }
        #expect(
            try Post(xml: Data("<!-- <!DOCTYPE --><post id='1'><text><![CDATA[<!ENTITY]]></text></post>".utf8)).id == 1)
        let deep = String(repeating: "<a>", count: 100_000) + String(repeating: "</a>", count: 100_000)
        #expect(throws: JSONError.self) { try JSON(xml: Data(deep.utf8)) }
        #expect(throws: JSONError.self) { try ["a b": 1].xmlData() }
        #expect(throws: JSONError.self) { try ["a": "\u{0}"].xmlData() }
        #expect(throws: JSONError.self) { try ["a": [[1]]].xmlData() }
        // Truncated anywhere, or with a byte changed, it is a value or an error.
        var changed = Array(data)
        for position in changed.indices {
            _ = try? Post(xml: data.prefix(position))
            changed[position] ^= 0x15
            _ = try? Post(xml: Data(changed))
            changed[position] ^= 0x15
        }
    }

    @Test("M20: a client speaks XML both ways, with its media type, its envelope and its failures")
    func client() async throws {
        let stream = Answering(answer(berenike))
        let posts = StreamAPI(transport: stream).posts
        #expect(try await posts.list().map(\.id) == [54_842_887])
        #expect(try await posts.get(54_842_887).user?.username == "berenike")
        var draft = Post.Draft(text: "Hi & bye")
        draft.tags = ["a", "b"]
        _ = try await posts.create(draft)
        #expect(
            await stream.bodies.last
                == """
                <?xml version="1.0" encoding="UTF-8"?>
                <post><text>Hi &amp; bye</text><num_stars>0</num_stars><tag>a</tag><tag>b</tag><links></links></post>
                """)
        let request = try #require(await stream.requests.last)
        #expect(request.headerFields[.contentType] == "application/xml")
        #expect(request.headerFields[.accept] == "application/xml")
        // A server may require another name of the root element.
        let link = try Link(xml: Data("<link href='https://a.b'>one</link>".utf8))
        try await posts.send(Post.attach(7, link))
        try await posts.send(Post.detach(7, ["https://a.b", "https://c.d"]))
        #expect(
            await stream.bodies.suffix(2).map { $0.split(separator: "\n").last } == [
                #"<AttachLink href="https://a.b">one</AttachLink>"#,
                "<DetachLinks><Links><Url>https://a.b</Url><Url>https://c.d</Url></Links></DetachLinks>",
            ])
        let whole = try await StreamAPI(transport: stream).response(for: Post.list())
        #expect(whole.metadata == ["count": "2"])
        #expect(try await StreamAPI(transport: Answering(answer(""))).posts.list().isEmpty)

        let refused = Answering("<rsp returnCode=\"0007\"><returnMessage>not today</returnMessage></rsp>")
        let error = try await #require(throws: APIError.self) { try await StreamAPI(transport: refused).posts.list() }
        guard case .business(let failure) = error.reason else {
            Issue.record("\(error)")
            return
        }
        #expect(failure.code == "0007" && failure.message == "not today")
        let indented = Answering("<rsp returnCode=' 0007 '><returnMessage>\n  not today\n</returnMessage></rsp>")
        let same = try await #require(throws: APIError.self) { try await StreamAPI(transport: indented).posts.list() }
        #expect(same.failure?.code == "0007" && same.failure?.message == "not today")
        #expect(failure.json?["returnMessage"]?.string == "not today")
    }
}
