import Foundation
import ModelRuntime
import Testing

@Suite("The guide for users of mappers")
struct MapperGuideTests {
    @Test("numbers in quotes, key paths, and a date in either form") func post() throws {
        let post = try Post(
            json: #"""
                {
                    "id": "54842887",
                    "created_at": "2015-03-02T16:44:26Z",
                    "user": { "username": "berenike", "avatar_image": { "url": "https://example.com/a.png" } }
                }
                """#)
        #expect(post.id == 54_842_887)
        #expect(post.username == "berenike")
        #expect(post.avatarURL?.host() == "example.com")
        #expect(post.createdAt == Date(timeIntervalSince1970: 1_425_314_666))
    }
}
