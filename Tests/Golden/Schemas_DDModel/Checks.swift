import Foundation
import HTTPTypes
import ModelEditing
import ModelREST
import ModelRuntime
import Testing

// The document in DDModel's documentation, unchanged.
private func document() throws -> Data {
    let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "post.txt")
    return try Data(contentsOf: url)
}

@Suite("The App.net post of DDModel")
struct PostTests {
    @Test("M2, M13, M17: the id is 54842887, the user berenike, the picture from avatar_image.url")
    func post() throws {
        let post = try Post(json: document())
        #expect(post.id == "54842887")
        #expect(post.numStars == 0)
        #expect(post.text.hasPrefix("K\u{F6}nnen wir bitte nochmal Sonntag haben?"))
        #expect(post.createdAt == Date(timeIntervalSince1970: 1_425_883_545))
        #expect(post.user.username == "berenike")
        #expect(post.user.id == "108262")
        #expect(
            post.user.avatarImageURLString
                == "https://d1f0fplrc06slp.cloudfront.net/assets/user/68/b6/70/68b6700000000000.gif")
    }

    @Test("M2: the key path is written nested")
    func writesBack() throws {
        let user = User(id: "1", username: "u", avatarImageURLString: "s")
        #expect(try JSON(json: user.jsonData()) == ["id": "1", "username": "u", "avatar_image": ["url": "s"]])
        let post = try Post(json: document())
        #expect(try Post(json: post.jsonData()) == post)
    }

    @Test("M18: a nested dictionary of the properties, by their names")
    func properties() throws {
        let json = try Post(json: document()).jsonProperties()
        #expect(json["numStars"] == 0)
        #expect(json["user"]?["avatarImageURLString"] != nil)
    }

    @Test("M16, R9: the list is wrapped in data")
    func list() async throws {
        let text = String(decoding: try document(), as: UTF8.self)
        let api = AppNetAPI(transport: Answering(#"{"returnCode": "0000", "data": [\#(text)]}"#))
        #expect(try await api.global.list().map(\.id) == ["54842887"])
    }

    @Test("R11: a business failure in a 200 is an error with its code and its message")
    func failure() async throws {
        let api = AppNetAPI(transport: Answering(#"{"returnCode": "1001", "returnMessage": "wrong password"}"#))
        let error = await #expect(throws: APIError.self) { try await api.global.list() }
        #expect("\(try #require(error))".contains("1001"))
        #expect("\(try #require(error))".contains("wrong password"))
    }
}
