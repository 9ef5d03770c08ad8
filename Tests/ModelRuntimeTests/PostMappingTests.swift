import Foundation
import ModelEditing
import ModelLeniency
import ModelRuntime
import Testing

/// The reference model with and without Codable.
@Suite("The mapping of a generated model")
struct PostMappingTests {
    static let text = """
        {
            "id": 54842887, "user_id": 7, "title": "Hello \\u00e9\\ud83d\\ude00", "body": null,
            "user": {"name": "x", "avatar_image": {"width": 1, "url": "https://example.org/a.png"}},
            "related": {"tags": ["first", "second"]},
            "nickname": "berenike", "nick_name": null,
            "created_at": 1295602506250, "password": "secret",
            "author": {"name": "Edward", "age": "35", "is_active": 1, "gender": 1},
            "tags": ["a", 5, "b"], "scores": {"1": 10, "0": 20, "7": 30},
            "meta": {"z": [1, 2.50, null], "a": {"deep": true}}, "unknown": [[{}], "x"]
        }
        """

    static let post = Post(
        id: 54_842_887,
        userId: 7,
        title: "Hello é😀",
        avatarURL: URL(string: "https://example.org/a.png"),
        firstTag: "first",
        nickname: "berenike",
        createdAt: Date(timeIntervalSince1970: 1_295_602_506.25),
        password: "secret",
        author: Author(name: "Edward", age: 35, gender: .male, isActive: true),
        tags: ["a", "b"],
        scores: [.male: 10, .female: 20, .unknown(7): 30],
        meta: ["z": [1, 2.5, nil], "a": ["deep": true]]
    )

    @Test("a document is read from bytes")
    func direct() throws {
        #expect(try Post(json: Data(Self.text.utf8)) == Self.post)
        #expect(try Post(json: Self.text) == Self.post)
        #expect(try [Post](json: "[\(Self.text),\(Self.text)]") == [Self.post, Self.post])
    }

    @Test("the same document is read by JSONDecoder, whatever its strategies")
    func codable() throws {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .secondsSince1970
        decoder.dataDecodingStrategy = .deferredToData
        #expect(try decoder.decode(Post.self, from: Data(Self.text.utf8)) == Self.post)
    }

    @Test("a post is written with nested paths and its members in the order of the fields")
    func written() throws {
        #expect(
            try Self.post.jsonString() == """
                {"id":54842887,"user_id":7,"title":"Hello é😀","body":"",\
                "user":{"avatar_image":{"url":"https://example.org/a.png"}},"related":{"tags":["first"]},\
                "nick_name":"berenike","created_at":1295602506250,"password":"secret",\
                "author":{"name":"Edward","age":35,"gender":1,"is_active":true},"tags":["a","b"],\
                "scores":{"0":20,"1":10,"7":30},"meta":{"a":{"deep":true},"z":[1,2.5,null]}}
                """
        )
        let bare = Post(id: 1, userId: 2, title: "", createdAt: Date(timeIntervalSince1970: 0))
        #expect(
            try bare.jsonString() == """
                {"id":1,"user_id":2,"title":"","body":"","created_at":0,"author":null,"tags":[],"scores":{},"meta":{}}
                """
        )
    }

    @Test("a written document is read back, by every combination of the direct way and Codable")
    func roundTrips() throws {
        let direct = try Self.post.jsonData()
        let coded = try JSONEncoder().encode(Self.post)
        #expect(try Post(json: direct) == Self.post)
        #expect(try Post(json: coded) == Self.post)
        #expect(try JSONDecoder().decode(Post.self, from: direct) == Self.post)
        #expect(try JSONDecoder().decode(Post.self, from: coded) == Self.post)
        #expect(try JSON(json: direct) == JSON(json: coded))
        let list = try PropertyListEncoder().encode([Author(name: "x")])
        #expect(try PropertyListDecoder().decode([Author].self, from: list) == [Author(name: "x")])
    }

    @Test("a model with a root is wrapped and unwrapped, on its own and in a list, with and without Codable")
    func root() throws {
        let author = Author(name: "A", age: 1)
        let text = #"{"data":{"name":"A","age":1,"gender":0,"is_active":true}}"#
        #expect(try author.jsonString() == text)
        #expect(try Author(json: text) == author)
        #expect(try JSONDecoder().decode(Author.self, from: Data(text.utf8)) == author)
        #expect(try Author(json: JSONEncoder().encode(author)) == author)
        #expect(try [Author](json: #"{"more":1,"data":[{"name":"A","age":1}]}"#) == [author])
        #expect(try [Author](json: #"{"x":{"items":[0,[{"name":"A","age":1}]]}}"#, at: ["x", "items", 1]) == [author])
        #expect(try Author(json: #"{"name":"A","age":1}"#, at: []) == author)
        let error = #expect(throws: JSONError.self) { try Author(json: #"{"result":{}}"#) }
        #expect(error?.kind == .missing)
        #expect(error?.path == "data")
    }

    @Test("one-way fields are only read or only written")
    func oneWay() throws {
        var circle = try Circle(json: #"{"radius":1,"revision":7,"comment":"x"}"#)
        #expect(circle.revision == 7)
        #expect(circle.comment == nil)
        circle.comment = "c"
        #expect(try circle.jsonString() == #"{"radius":1,"comment":"c"}"#)
        #expect(try JSON(json: JSONEncoder().encode(circle)) == ["radius": 1, "comment": "c"])
    }

    @Test("a discriminator decides the kind of a model, wherever it is")
    func discriminator() throws {
        let text = #"[{"radius":2,"type":"circle"},{"type":"square","side":3}]"#
        let shapes: [Shape] = [.circle(Circle(radius: 2)), .square(Square(side: 3))]
        #expect(try [Shape](json: text).count == 2)
        #expect(try [Shape](json: text)[1] == shapes[1])
        #expect(try shapes.jsonString() == #"[{"type":"circle","radius":2},{"type":"square","side":3}]"#)
        let error = #expect(throws: JSONError.self) { try [Shape](json: #"[{"type":"line"}]"#) }
        #expect(error?.kind == .invalidValue)
        #expect(error?.path == "[0]")
        #expect(throws: JSONError.self) { try Shape(json: #"{"side":3}"#) }
    }

    @Test("a patch distinguishes absent from null")
    func patch() throws {
        let text = #"{"user":{"avatar_image":{"url":null}},"created_at":1000}"#
        var patch = try Post.Patch(json: text)
        #expect(patch.title == .untouched)
        #expect(patch.avatarURL == .null)
        #expect(patch.createdAt == .value(Date(timeIntervalSince1970: 1)))
        let same = try JSONDecoder().decode(Post.Patch.self, from: Data(text.utf8))
        #expect(try same.jsonString() == text)
        #expect(try patch.jsonString() == text)
        patch.title = .value("New")
        var post = Self.post
        post.apply(patch)
        #expect(post.title == "New")
        #expect(post.avatarURL == nil)
        #expect(post.nickname == "berenike")
        patch.title = .null
        post.apply(patch)
        #expect(post.title == "New", "null counts as missing where a property cannot be nil")
        patch.title = .untouched
        patch.avatarURL = .untouched
        #expect(try patch.jsonString() == #"{"created_at":1000}"#)
    }

    @Test("a patch's description has its changes, but nothing sensitive")
    func patchDescription() throws {
        var patch = Post.Patch()
        patch.password = .value("secret")
        patch.avatarURL = .null
        patch.title = .value("New")
        #expect("\(patch)" == "Post.Patch(title: New, avatarURL: null, password: …)")
        #expect(try patch.jsonString() == #"{"title":"New","user":{"avatar_image":{"url":null}},"password":"secret"}"#)
        var text = ""
        dump(patch, to: &text)
        #expect(!text.contains("secret"))
        let error = #expect(throws: JSONError.self) { try Post.Patch(json: #"{"title":1}"#) }
        #expect(error?.model == "Post" && error?.field == "title" && error?.path == "title")
    }

    @Test("fields are given other values for one call")
    func transforming() throws {
        let youth = JSONTransforming<Post> { $0.title { $0.count } }
        let data = try Self.post.jsonData(transforming: youth)
        #expect(try JSON(json: data)["title"] == 8)
        #expect(try JSON(json: data)["id"] == 54_842_887)
        #expect(try JSON(json: [Self.post].jsonData(transforming: youth))[0]?["title"] == 8)
        #expect(try JSON(json: Self.post.jsonData())["title"] == "Hello é😀")
    }

    @Test("a value that would be left out is given another value, too, at the place of its field")
    func transformingNil() throws {
        var post = Self.post
        (post.nickname, post.avatarURL, post.firstTag) = (nil, nil, nil)
        let json = try JSON(
            json: post.jsonData(
                transforming: .init {
                    $0.nickname { $0 ?? "none" }
                    $0.avatarURL { _ in [1] }
                    $0.firstTag { _ in 5 }
                }))
        #expect(json["nick_name"] == "none")
        #expect(json["user"] == ["avatar_image": ["url": [1]]])
        #expect(json["related"] == ["tags": [5]])
    }

    @Test("a value that JSON cannot represent is given another value, and no other model's is left out")
    func transformingUnrepresentable() throws {
        struct Part: JSONModel {
            var size: Double
            var weight: Double
            var parts: [Part] = []
            static let jsonFields = JSONFields(Part.self, ["size", "weight", "parts"])
            init(_ size: Double, _ weight: Double, _ parts: [Part] = []) {
                (self.size, self.weight, self.parts) = (size, weight, parts)
            }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws {
                (size, weight, parts) = try (source.field(), source.field(), source.field())
            }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) {
                sink.field(size)
                sink.field(weight)
                sink.field(parts)
            }
        }
        let finite = JSONTransforming<Part> { $0.size { $0.isFinite ? $0 : nil } }
        let part = Part(.nan, 1, [Part(2, 3)])
        let expected: JSON = ["size": nil, "weight": 1, "parts": [["size": 2, "weight": 3, "parts": []]]]
        #expect(try JSON(json: part.jsonData(transforming: finite)) == expected)
        #expect(try JSON(json: [part, part].jsonData(transforming: finite)) == [expected, expected])
        // Neither another field's nor another part's value is replaced.
        for (bad, path) in [(Part(.nan, .nan), "[0].weight"), (Part(1, 1, [Part(.nan, 1)]), "[0].parts[0].size")] {
            let error = #expect(throws: JSONError.self) { try [bad].jsonData(transforming: finite) }
            #expect(error?.path == path)
        }
    }

    @Test("a property that is not written to JSON cannot be given another value")
    func transformingReadOnly() throws {
        struct Note: JSONModel {
            var got: Int
            static let jsonFields = JSONFields(Note.self, [JSONField("got", traits: .decodeOnly)])
            init(got: Int) { self.got = got }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { got = try source.field() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.field(got) }
        }
        let error = #expect(throws: JSONError.self) {
            try Note(got: 1).jsonData(transforming: .init { $0.got { $0 + 1 } })
        }
        #expect(error?.reason == #"the property "got" is not written to JSON"#)
    }

    @Test("an error of a model with other values has the place in the list")
    func transformingPlaces() throws {
        struct Size: JSONModel {
            var width: Double
            static let jsonFields = JSONFields(Size.self, ["width"])
            init(_ width: Double) { self.width = width }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { width = try source.field() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.field(width) }
        }
        let error = #expect(throws: JSONError.self) {
            try [Size(1), Size(.nan)].jsonData(transforming: .init { _ in })
        }
        #expect(error?.path == "[1].width")
    }

    @Test("the number of a row is not copied to the row of another table")
    func copyingRows() throws {
        struct Visit: JSONModel, Equatable {
            var rowID: Int64?
            var page: String
            static let jsonFields = JSONFields(Visit.self, ["page"])
            init(rowID: Int64?, page: String) { (self.rowID, self.page) = (rowID, page) }
            init(fields source: inout some JSONFieldSource & ~Copyable) throws { page = try source.field() }
            func write(fields sink: inout some JSONFieldSink & ~Copyable) { sink.field(page) }
        }
        var archived = Visit(rowID: 7, page: "")
        #expect(try archived.copy(from: Visit(rowID: 1, page: "p")) == ["page"])
        #expect(archived == Visit(rowID: 7, page: "p"))
    }

    @Test("the properties of a model are listed by name")
    func properties() throws {
        let properties = try Self.post.jsonProperties()
        #expect(properties["avatarURL"] == "https://example.org/a.png")
        #expect(properties["author"]?["isActive"] == true)
    }
}
